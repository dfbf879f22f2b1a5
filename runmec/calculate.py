"""Deck -> Result: assemble, move, look for what a designer should know."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import Literal

import numpy as np

from .assembly import Assembled, Unassembled, assemble, is_singular
from .deck import read
from .deck.model import Deck
from .diagnostics import Diagnostic, RunmecError
from .extension import ADDED
from .findings import assembly_warnings, ended_early, motion_warnings
from .groups import describe, parameter_label
from .mechanism import Floats, Mechanism, number
from .messages import diagnostic
from .positions import HISTORIES, Positions, analyse, start
from .result import Result


class CalculationError(RunmecError):
    """A calculation that has nothing to show."""

    def __init__(self, told: Diagnostic) -> None:
        super().__init__(told.message)
        self.diagnostic = told


def run(
    deck: Deck | str | os.PathLike[str],
    progress: Callable[[float], None] = lambda _: None,
    *,
    set: Mapping[str, float] | None = None,
    engine: Literal["auto", "plain", "compiled"] = "auto",
    tell: Callable[[str], None] = lambda _: None,
) -> Result:
    """Calculates a deck (or the deck in a file). `progress` is told how many positions are done.

    `set` replaces values of DEFINE while the file is read; a deck that was read has its values already.

    Free motion (DYN SIM) is integrated by plain Python or by the same code compiled with numba; `engine` "auto"
    compiles where that pays. `tell` is told what takes long.

    A movement that cannot be completed gives a result with `complete` False, all positions up to
    there, and the reason in `failure`. Raises CalculationError where there is no position at all.
    """
    _check_engine(engine)
    if not isinstance(deck, Deck):
        deck = read(deck, set=set)
    elif set:
        raise TypeError("a deck that was read has its values: give `set` to runmec.read or runmec.loads")
    with np.errstate(all="ignore"):  # what is not finite is looked for, and told in the deck's words
        return _run(deck, progress, engine, tell)


def _check_engine(engine: str) -> None:
    if engine not in ("auto", "plain", "compiled"):
        raise ValueError(f"engine {engine!r}: known are auto, plain, compiled")
    if engine == "compiled":
        from .simulation.compiled import available

        if not available():
            raise ValueError("engine 'compiled' needs numba: install runmec with the extra `fast`")


def _run(deck: Deck, progress: Callable[[float], None], engine: str, tell: Callable[[str], None]) -> Result:
    began = perf_counter()
    _refuse_to_simulate_added(deck)
    mech = number(deck)
    assembled = _assembled(mech)
    singular = is_singular(mech, assembled)
    if singular is not None:
        positions = start(mech, assembled.x, assembled.angles, assembled.e)
        failure: Diagnostic | None = _singular_start(mech, singular)
    else:
        positions = analyse(mech, assembled.x, assembled.angles, assembled.e, progress, tell, engine)
        failure = ended_early(mech, positions)
    positions, failure = _with_finite_forces(Result(deck, mech, positions, assembled.e, failure=failure))
    result = Result(deck, mech, positions, assembled.e, failure=failure)
    result.warnings += (*deck.warnings, *assembly_warnings(mech, assembled), *motion_warnings(result))
    result.solve_seconds = perf_counter() - began
    return result


def _refuse_to_simulate_added(deck: Deck) -> None:
    strange = next((element for element in deck.elements if element.kind in ADDED), None)
    if strange is not None and any(move.word == "tstepf" for move in deck.moves):
        raise CalculationError(diagnostic("R409", f"{strange.kind} has no formulas for simulation", strange.at(2),
                                          help="move the mechanism by `tstepe` or laws, as DYN ANA"))  # fmt: skip


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
