"""Deck -> Result: assemble, move, look for what a designer should know."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .deck import read
from .deck.model import Deck
from .diagnostics import Diagnostic, RunmecError
from .engine.reading import Reading
from .engine.rows import Rows
from .forces.elasticity import Elasticity
from .messages import diagnostic
from .model.build import build
from .model.mechanism import Mechanism
from .motion.assembly import Assembled, Unassembled, assemble, singular_group
from .motion.elasticity import elastic_inputs
from .motion.positions import Part, Positions, SimulatedMove
from .motion.walk import at_start, walk
from .results.cams import cam_findings
from .results.doubts import doubts
from .results.findings import assembly_warnings, ended_early, estimate_of, interrupted, motion_warnings
from .results.memory import refuse_too_much
from .results.poles import pole_findings
from .results.profiles import outline
from .results.quantities import LEAST_STIFFNESS, Probe
from .results.reading import histories, make_balance, make_replay, transmissions_of
from .results.reading import read as read_rows
from .results.result import Result, asked
from .results.trust import trust

if TYPE_CHECKING:
    from numpy.typing import NDArray

Progress = Callable[[str, float], None]


class CalculationError(RunmecError):
    """A calculation that has nothing to show."""

    def __init__(self, told: Diagnostic) -> None:
        super().__init__(told.message)
        self.diagnostic = told


def run(
    deck: Deck | str | os.PathLike[str],
    progress: Progress = lambda _, __: None,
    *,
    set: Mapping[str, float] | None = None,
) -> Result:
    """Calculates a deck (or the deck in a file).

    `set` replaces values of DEFINE. `progress` is told what is being done ("assembly", "motion", "forces"),
    and which part of it is.

    A movement that cannot be completed gives a result with `complete` False, all positions up to
    there, and the reason in `failure`. Raises CalculationError where there is no position at all.
    """
    if not isinstance(deck, Deck):
        deck = read(deck, set=set)
    elif set:
        raise TypeError("a deck that was read has its values: use deck.with_values(…)")
    began = perf_counter()
    result = _run(deck, progress)
    result.solve_seconds = perf_counter() - began
    return result


def _run(deck: Deck, progress: Progress) -> Result:
    mech, assembled, elasticity, positions, failure = _moved(deck, progress)
    return _read(mech, assembled, elasticity, positions, failure, progress)


def moved(deck: Deck, progress: Progress = lambda _, __: None) -> tuple[Mechanism, Positions, Diagnostic | None]:
    """Positions alone, and why they end early; raises CalculationError where there is none."""
    mech, _, _, positions, failure = _moved(deck, progress)
    return mech, positions, failure


def _moved(
    deck: Deck, progress: Progress
) -> tuple[Mechanism, Assembled, Elasticity | None, Positions, Diagnostic | None]:  # fmt: skip
    refused = refuse_too_much(deck)
    if refused is not None:
        raise CalculationError(refused)
    mech = build(deck)
    assembled = _assembled(mech, progress)
    elasticity = elastic_inputs(mech)
    singular = singular_group(mech)
    if singular is not None:
        return mech, assembled, elasticity, at_start(mech), _singular_start(mech, singular)
    positions = walk(mech, elasticity, lambda done: progress("motion", done / deck.positions))
    return mech, assembled, elasticity, positions, ended_early(mech, positions)


def _read(
    mech: Mechanism, assembled: Assembled, elasticity: Elasticity | None, positions: Positions,
    failure: Diagnostic | None, progress: Progress,
) -> Result:  # fmt: skip
    """One pass over all rows: buffers, driving forces, energies, balances and what comes near to singular."""
    deck, with_forces = mech.deck, mech.deck.job != "KIN ANA"
    wanted = _asked(mech, positions, with_forces)
    replay = make_replay(mech, elasticity, with_forces)
    probe = Probe(mech, replay)
    for one in wanted:
        probe.add(*one)
    reading = probe.reading(make_balance(mech), transmissions_of(mech))
    count = len(positions)
    try:
        done = read_rows(reading, positions, lambda part: progress("forces", part / count))
    except KeyboardInterrupt:
        done = _rows_read(reading)
        positions.interrupted = True
    if reading.bad_force >= 0:
        failure = _bad_force(mech, reading.bad_force, done)
    if done == 0:
        raise CalculationError(failure or interrupted(mech, None))
    if done < count:
        positions.cut(done)
        if positions.interrupted:
            failure = interrupted(mech, positions)
    found = histories(reading)[:, :done]
    known = dict(zip(wanted, found, strict=True))
    drifts = tuple(_drift(mech, elasticity, move, known) for move in positions.simulated)
    assert reading.balance is not None
    warnings = (*deck.warnings, *assembly_warnings(mech, assembled), *doubts(mech),
                *motion_warnings(mech, positions, reading, drifts))  # fmt: skip
    driving = [known["bufsigma", (number,), ()] for number in mech.parameters[mech.m]] if with_forces else []
    trusted = trust(mech, reading.balance, with_forces)
    result = Result(deck, mech, positions, elasticity, trusted, driving, drifts, warnings, failure, _histories=known)
    mech.outlines = [outline(mech, cam) for cam in result.cams]
    result.warnings += (*pole_findings(result), *cam_findings(result))
    return result


def _asked(
    mech: Mechanism, positions: Positions, with_forces: bool
) -> list[tuple[str, tuple[int, ...], tuple[int, ...]]]:
    """All that the deck stores, the driving forces, and the energies of a simulation."""
    found: dict[tuple[str, tuple[int, ...], tuple[int, ...]], None] = {}
    for store in mech.deck.stores:
        found[asked(store)] = None
    if with_forces:
        for number in mech.parameters[mech.m]:
            found["bufsigma", (number,), ()] = None
    if with_forces and any(store.word in ("bufeig", "bufbuck") for store in mech.deck.stores):
        found[LEAST_STIFFNESS] = None
    if positions.simulated:
        found["bufekin", (), ()] = found["bufepot", (), ()] = None
    return list(found)


def _rows_read(reading: Reading) -> int:
    wide = len(reading.recorder.quantities)
    return len(reading.recorder.found) // wide if wide else 0


def _drift(
    mech: Mechanism, elasticity: Elasticity | None, move: SimulatedMove, known: Mapping[Any, NDArray[Any]]
) -> tuple[float, float]:
    """Of a simulated move: largest |energy − energy at its start − work done|, and the largest energy exchanged."""
    import numpy as np

    kinetic, potential = _energies_at(mech, elasticity, move.start, move.begin)
    rows = slice(move.first, move.last)
    kinetic = np.concatenate([kinetic, known["bufekin", (), ()][rows]])
    potential = np.concatenate([potential, known["bufepot", (), ()][rows]])
    work = np.concatenate([[0.0], np.array(move.work)[: len(kinetic) - 1]])
    drift = kinetic + potential - work
    if not np.any(np.isfinite(drift)):
        return float("nan"), 0.0
    exchanged = max(float(np.nanmax(kinetic)), float(np.nanmax(potential) - np.nanmin(potential)), float(np.ptp(work)))
    return float(np.nanmax(np.abs(drift - drift[0]))), exchanged


def _energies_at(
    mech: Mechanism, elasticity: Elasticity | None, start: Rows, time: float
) -> tuple[NDArray[Any], NDArray[Any]]:
    from librt.vecs import vec

    replay = make_replay(mech, elasticity, True)
    probe = Probe(mech, replay)
    probe.add("bufekin", (), ())
    probe.add("bufepot", (), ())
    reading = probe.reading()
    only = Positions(len(mech.places), len(mech.angles), mech.inputs, 0, [Part(start, vec[float]([time]), 0)])
    worst = [(group.worst, group.worst_at) for group in mech.kinematics.groups]
    read_rows(reading, only)
    for group, (quality, at) in zip(mech.kinematics.groups, worst, strict=True):
        group.worst, group.worst_at = quality, at
    kinetic, potential = histories(reading)
    return kinetic, potential


def _assembled(mech: Mechanism, progress: Progress) -> Assembled:
    try:
        return assemble(mech, lambda part: progress("assembly", part))
    except Unassembled as fault:
        deck = mech.deck
        form = next(f for f in deck.forms if f.parameter == mech.parameters[fault.row])
        missing = f"{mech.parameter_label(fault.row)} still misses {abs(fault.miss):.4g} at best"
        told = diagnostic("R401", "the mechanism cannot be assembled", form.at(0), label=missing,
                          notes=(f"the group that does not close: {mech.describe(fault.group)}",),
                          help="check the lengths of this group, or give a better estimate "
                               f"{estimate_of(deck)}")  # fmt: skip
        raise CalculationError(told) from None
    except KeyboardInterrupt:
        raise CalculationError(interrupted(mech, None)) from None


def start_position(deck: Deck) -> tuple[Mechanism, NDArray[Any], Diagnostic | None]:
    """The mechanism and its assembled start (nx,), or the estimate and why it does not assemble."""
    import numpy as np

    mech = build(deck)
    try:
        return mech, np.array(_assembled(mech, lambda _, __: None).x), None
    except CalculationError as fault:
        return build(deck), mech.x0, fault.diagnostic


def _singular_start(mech: Mechanism, group: int) -> Diagnostic:
    form = next(f for f in mech.deck.forms if f.parameter == mech.structure.groups[group].parameters[0])
    return diagnostic("R403", "the start position is singular", form.at(0),
                      notes=(f"the group without an inverse: {mech.describe(group)}",),
                      help="start a little beside this position; give the branch by the estimate "
                           f"{estimate_of(mech.deck)}")  # fmt: skip


def _bad_force(mech: Mechanism, line: int, row: int) -> Diagnostic:
    force = mech.deck.forces[line]
    at = mech.deck.names.coordinate(force.coordinate)
    return diagnostic("R404", f"the force at co-ordinate {at} has no value at position {row + 1}",
                      force.at(2), help="guard the expression, for example by `max(…, 1e-9)`")  # fmt: skip
