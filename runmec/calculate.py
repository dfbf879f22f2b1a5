"""Deck -> Result: assemble, move, look for what a designer should know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import perf_counter

import numpy as np

from .assembly import Assembled, Unassembled, assemble, is_singular
from .deck import read
from .deck.account import parameter_name
from .deck.mobility import numbers
from .deck.model import Deck
from .diagnostics import Diagnostic, RunmecError, Span
from .groups import describe, parameter_label
from .kinematics import Solver
from .mechanism import Floats, Mechanism, number
from .messages import diagnostic
from .positions import HISTORIES, Positions, analyse, start
from .result import Result

FAR_FROM_ESTIMATE = 0.5  # of the size of the mechanism
NEARLY_SINGULAR = 1e-3
SMALL_TRANSMISSION_ANGLE = np.radians(30)


class CalculationError(RunmecError):
    """A calculation that has nothing to show."""

    def __init__(self, told: Diagnostic) -> None:
        super().__init__(told.message)
        self.diagnostic = told


def run(deck: Deck | str | os.PathLike[str], progress: Callable[[float], None] = lambda _: None) -> Result:
    """Calculates a deck (or the deck in a file). `progress` is told how many positions are done.

    A movement that cannot be completed gives a result with `complete` False, all positions up to
    there, and the reason in `failure`. Raises CalculationError where there is no position at all.
    """
    if not isinstance(deck, Deck):
        deck = read(deck)
    with np.errstate(all="ignore"):  # what is not finite is looked for, and told in the deck's words
        return _run(deck, progress)


def _run(deck: Deck, progress: Callable[[float], None]) -> Result:
    if deck.job == "DYN SIM":
        told = diagnostic("R405", "simulation (DYN SIM) is not available in this version", deck.job_place,
                          help="DYN ANA calculates forces of given motion")  # fmt: skip
        raise CalculationError(told)
    began = perf_counter()
    mech = number(deck)
    assembled = _assembled(mech)
    singular = is_singular(mech, assembled)
    if singular is not None:
        positions = start(mech, assembled.x, assembled.angles, assembled.e)
        failure: Diagnostic | None = _singular_start(mech, singular)
    else:
        positions = analyse(mech, assembled.x, assembled.angles, assembled.e, progress)
        failure = _stopped(mech, positions) if positions.stopped else None
    positions, failure = _with_finite_forces(Result(deck, mech, positions, assembled.e, failure=failure))
    result = Result(deck, mech, positions, assembled.e, failure=failure)
    result.warnings += (*deck.warnings, *_assembly_warnings(mech, assembled), *_motion_warnings(result))
    result.solve_seconds = perf_counter() - began
    return result


def _assembled(mech: Mechanism) -> Assembled:
    try:
        return assemble(mech)
    except Unassembled as fault:
        deck = mech.deck
        form = next(f for f in deck.forms if f.parameter == mech.parameters[fault.row])
        missing = f"{parameter_label(mech, fault.row)} still misses {abs(fault.miss):.4g} at best"
        told = diagnostic("R401", "the mechanism cannot be assembled", form.at(0), label=missing,
                          notes=(f"the group that does not close: {describe(mech, fault.group)}",),
                          help="check the lengths of this group, or give a better estimate under `xmov`")  # fmt: skip
        raise CalculationError(told) from None


def start_position(deck: Deck) -> tuple[Mechanism, Floats, Diagnostic | None]:
    """The mechanism and its assembled start (nx,), or the estimate and why it does not assemble."""
    mech = number(deck)
    try:
        with np.errstate(all="ignore"):
            return mech, _assembled(mech).x, None
    except CalculationError as fault:
        return mech, mech.x0, fault.diagnostic


def _singular_start(mech: Mechanism, group: int) -> Diagnostic:
    form = next(f for f in mech.deck.forms if f.parameter == mech.structure.groups[group].parameters[0])
    return diagnostic("R403", "the start position is singular", form.at(0),
                      notes=(f"the group without an inverse: {describe(mech, group)}",),
                      help="start a little beside this position; give the branch by the estimate under "
                           "`xmov`")  # fmt: skip


def _stopped(mech: Mechanism, positions: Positions) -> Diagnostic:
    assert positions.stopped is not None
    move_number, where, inputs = positions.stopped
    move = mech.deck.moves[move_number]
    if where.singular:
        return diagnostic("R403", "this move would begin in a singular position", move.at(0),
                          label=f"after position {len(positions.time)}",
                          notes=(f"the group without a direction of its own: {describe(mech, where.group)}",),
                          help="end the move before it a little earlier or later")  # fmt: skip
    reached = ", ".join(
        f"{parameter_name(mech.deck, p)} = {value:.6g}"
        for p, value in zip(mech.parameters[mech.m], inputs, strict=True)
    )
    ranges = ", ".join(f"{low:.6g} … {high:.6g}" for low, high in _ranges(positions, inputs))
    return diagnostic(
        "R402", f"the mechanism cannot move beyond position {len(positions.time)} of {mech.deck.positions}",
        move.at(0), label=f"stops at {reached}",
        notes=(f"the group that stops it: {describe(mech, where.group)}", f"range of the inputs reached: {ranges}"),
        help="drive it within this range, or choose another input",
    )  # fmt: skip


def _ranges(positions: Positions, inputs: Floats) -> list[tuple[float, float]]:
    history = np.concatenate([positions.inputs, inputs[:, None]], axis=1)
    return list(zip(history.min(axis=1).tolist(), history.max(axis=1).tolist(), strict=True))


def _with_finite_forces(result: Result) -> tuple[Positions, Diagnostic | None]:
    """Cuts the positions where a force expression has no value."""
    positions, deck = result.positions, result.deck
    if not deck.forces or deck.job == "KIN ANA":
        return positions, result.failure
    row = 0
    for stage in result.stages():
        with np.errstate(all="ignore"):
            finite = np.isfinite(stage.applied)
        bad = np.flatnonzero(~finite.all(axis=0))
        if len(bad):
            at = row + int(bad[0])
            coordinate = result.mechanism.coordinates[int(np.flatnonzero(~finite[:, bad[0]])[0])]
            force = next(f for f in deck.forces if f.coordinate == coordinate)
            told = diagnostic("R404", f"the force at co-ordinate {coordinate} has no value at position {at + 1}",
                              force.at(2), help="guard the expression, for example by `max(…, 1e-9)`")  # fmt: skip
            if at == 0:
                raise CalculationError(told)
            return _cut(positions, at), told
        row += len(stage.time)
    return positions, result.failure


def _cut(positions: Positions, count: int) -> Positions:
    return replace(positions, **{name: getattr(positions, name)[..., :count] for name in HISTORIES})


def _assembly_warnings(mech: Mechanism, assembled: Assembled) -> Iterator[Diagnostic]:
    for group in assembled.doubtful:
        coordinate = _first_moving(mech, group)
        yield diagnostic("R454", "another position of a group is about as near to the estimate", coordinate,
                         notes=(f"the group: {describe(mech, group)}",),
                         help="give a better estimate under `xmov`")  # fmt: skip
    moved = np.abs(assembled.x - mech.x0) / mech.scale
    for group, block in enumerate(mech.blocks):
        if group not in assembled.doubtful and np.max(moved[block.columns]) > FAR_FROM_ESTIMATE:
            at = int(block.columns[np.argmax(moved[block.columns])])
            said = f"co-ordinate {mech.coordinates[at]} was assembled at {assembled.x[at]:.4g}, " \
                   f"far from its estimate {mech.x0[at]:.4g}"  # fmt: skip
            yield diagnostic("R454", said, _first_moving(mech, group), notes=(f"the group: {describe(mech, group)}",))


def _first_moving(mech: Mechanism, group: int) -> Span | None:
    """The `xmov` line of the group's first co-ordinate."""
    first = mech.structure.groups[group].coordinates[0]
    return next(c.at(0) for c in mech.deck.moving if c.number == first)


def _motion_warnings(result: Result) -> Iterator[Diagnostic]:
    mech = result.mechanism
    move = mech.deck.moves[0].at(0) if mech.deck.moves else mech.deck.job_place
    for position, value, group in result.positions.passed:
        yield diagnostic("R453", f"a singular position was passed after position {position} (input {value:.4g})", move,
                         notes=(f"the group in line: {describe(mech, group)}",))  # fmt: skip
    worst = np.full(len(mech.blocks), np.inf)
    angles = np.full(len(mech.blocks), np.inf)
    at = np.zeros(len(mech.blocks), dtype=int)
    angle_at = np.zeros(len(mech.blocks), dtype=int)
    row = 0
    for stage in result.stages():
        qualities = stage.solver.qualities
        for g in range(len(mech.blocks)):
            k = int(np.argmin(qualities[g]))
            if qualities[g, k] < worst[g]:
                worst[g], at[g] = qualities[g, k], row + k
        for g, history in _transmission_angles(stage.solver):
            k = int(np.argmin(history))
            if history[k] < angles[g]:
                angles[g], angle_at[g] = history[k], row + k
        row += len(stage.time)
    yield from _without_value(result, move)
    moving = _moving_groups(result)
    for g in range(len(mech.blocks)):
        if worst[g] < NEARLY_SINGULAR:
            yield diagnostic("R451", f"position {at[g] + 1} is nearly singular (distance {worst[g]:.1e})", move,
                             notes=(f"the group: {describe(mech, g)}",))  # fmt: skip
        elif g in moving and angles[g] < SMALL_TRANSMISSION_ANGLE:
            said = f"the transmission angle falls to {np.degrees(angles[g]):.1f}° at position {angle_at[g] + 1}"
            yield diagnostic("R452", said, move, notes=(f"the group: {describe(mech, g)}",))


def _without_value(result: Result, move: Span | None) -> Iterator[Diagnostic]:
    """Positions at which forces have no value, though positions have."""
    if result.deck.job == "KIN ANA":
        return
    row, found = 0, []
    for stage in result.stages():
        found += [row + int(k) + 1 for k in np.flatnonzero(~np.isfinite(stage.sigma).all(axis=0))]
        row += len(stage.time)
    if found:
        yield diagnostic("R455", f"forces have no value at position{'s' * (len(found) > 1)} {numbers(found)}", move,
                         help="a group is singular there, or the points of a measured length coincide")  # fmt: skip


def _transmission_angles(solver: Solver) -> Iterator[tuple[int, Floats]]:
    """Angle between the two bars of every dyad: of pairs of lengths that place one point."""
    mech = solver.mech
    for g, block in enumerate(mech.blocks):
        if len(block.rows) == 2 and mech.is_length[block.rows].all() and np.all(block.own < len(solver.D)):
            (a, b), (c, d) = solver.D[block.own]
            sine = np.abs(a * d - b * c) / (np.hypot(a, b) * np.hypot(c, d))
            yield g, np.arcsin(np.minimum(sine, 1.0))


def _moving_groups(result: Result) -> set[int]:
    """Groups that move relative to what holds them: the angle between their bars changes."""
    x = result.positions.x
    moved = np.ptp(x, axis=1) > 1e-9 * result.mechanism.scale
    return {g for g, block in enumerate(result.mechanism.blocks) if moved[block.columns].any()}
