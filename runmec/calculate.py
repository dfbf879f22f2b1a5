"""Deck -> Result: a session moves, its rows are read in one pass, and what a designer should know is looked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from time import perf_counter

from librt.vecs import extend, vec

from .deck import read
from .deck.model import Deck
from .diagnostics import Diagnostic, RunmecError
from .engine.columns import Column, combined, constant, finite, largest, most, shifted, span
from .engine.reading import Reading
from .motion.assembly import Assembled, Unassembled
from .motion.positions import Part, Positions, SimulatedMove
from .motion.session import Session
from .outputs import KINETIC, OUTPUTS, POTENTIAL
from .results.absent import absent_findings, has_numpy
from .results.asking import Asked
from .results.bearings import bearing_findings
from .results.doubts import doubts
from .results.findings import assembly_warnings, bad_force, ended_early, interrupted, motion_warnings
from .results.memory import refuse_too_much
from .results.motor_sites import drives
from .results.no_start import singular_start, unassembled
from .results.poles import pole_findings
from .results.quantities import LEAST_STIFFNESS, OutputSet, read_columns
from .results.reading import columns, make_balance, transmissions_of
from .results.reading import read as read_rows
from .results.result import Result, asked
from .results.softness import soft_findings, strains
from .results.stresses import stress_findings, stresses
from .results.surplus import friction_by_nothing, misfit_at_start, surplus_findings
from .results.trust import trust, trust_findings
from .results.undetermined import undetermined_findings
from .results.unknown import unknown_findings

Progress = Callable[[str, float], None]
_ROUNDING = 1e-13  # of the energies themselves: by how much their sum is uncertain
_ENERGIES: list[Asked] = [(KINETIC.word, (), ()), (POTENTIAL.word, (), ())]


class CalculationError(RunmecError):
    """A calculation that has nothing to show; ``.diagnostic`` says why.

    Examples
    --------
    >>> try:
    ...     runmec.run("inputs/six_bars/watt_2.mec", set={"rod": 0.01})
    ... except runmec.CalculationError as fault:
    ...     print(fault.diagnostic.code, fault)
    R401 the mechanism cannot be assembled
    """

    def __init__(self, told: Diagnostic) -> None:
        super().__init__(told.message)
        self.diagnostic = told


def run(
    deck: Deck | str | os.PathLike[str],
    progress: Progress = lambda _, __: None,
    *,
    set: Mapping[str, float] | None = None,
) -> Result:
    """Calculates a deck.

    A movement that cannot be completed gives a result with `complete` False, all positions up to there, and the reason
    in `failure`.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        The deck, or the file in which it stands.
    progress : callable, optional
        Is told what is being done ("assembly", "motion", "forces"), and which part of it is.
    set : mapping of str to float, optional
        Other values for names of DEFINE, where the deck is a file.

    Returns
    -------
    Result
        All positions, and what follows from them.

    Raises
    ------
    DeckError
        With all that is wrong with the deck.
    CalculationError
        Where there is no position at all.

    Examples
    --------
    >>> result = runmec.run("inputs/beams/cantilever.mec", set={"l": 3})
    >>> result.complete
    True
    """
    if not isinstance(deck, Deck):
        deck = read(deck, set=set)
    elif set:
        raise TypeError("a deck that was read has its values: use deck.with_values(…)")
    began = perf_counter()
    session = session_of(deck)
    assembled = assembled_by(session, progress)
    positions, failure = moved(session, progress)
    result = _read(session, assembled, positions, failure, progress)
    result.solve_seconds = perf_counter() - began
    return result


def session_of(deck: Deck, *, keep_branch: bool = False) -> Session:
    """Raises CalculationError where its rows would not fit into memory."""
    refused = refuse_too_much(deck)
    if refused is not None:
        raise CalculationError(refused)
    return Session(deck, keep_branch=keep_branch)


def assembled_by(session: Session, progress: Progress = lambda _, __: None) -> Assembled:
    """The start position; raises CalculationError where there is none."""
    try:
        return session.assemble(lambda part: progress("assembly", part))
    except Unassembled as fault:
        raise CalculationError(unassembled(session, fault)) from None
    except KeyboardInterrupt:
        raise CalculationError(interrupted(session, None)) from None


def moved(session: Session, progress: Progress = lambda _, __: None) -> tuple[Positions, Diagnostic | None]:
    """Positions alone, and why they end early; raises CalculationError where there is none.

    Friction by a force that nothing determines has none: the motion hangs on it.
    """
    assembled = assembled_by(session, progress)
    refused = friction_by_nothing(session) if session.with_forces else None
    if refused is not None:
        raise CalculationError(refused)
    positions = session.move(lambda done: progress("motion", done / session.deck.positions))
    if assembled.singular is not None:
        return positions, singular_start(session, assembled.singular)
    if assembled.misfit is not None:
        return positions, misfit_at_start(session, assembled.misfit)
    return positions, ended_early(session, positions)


def _read(
    session: Session, assembled: Assembled, positions: Positions, failure: Diagnostic | None, progress: Progress
) -> Result:
    """One pass over all rows: buffers, driving forces, energies, balances and what comes near to singular."""
    deck, mech, with_forces = session.deck, session.mechanism, session.with_forces
    wanted = _asked(session, positions)
    begun = [_energies_at(session, move) for move in positions.simulated]
    count = len(positions)
    with session.replaying() as replay:
        reading = OutputSet(mech, replay, wanted).reading(make_balance(mech), transmissions_of(mech))
        try:
            done = read_rows(reading, positions, lambda part: progress("forces", part / count))
        except KeyboardInterrupt:
            done = _rows_read(reading)
            positions.interrupted = True
    if reading.bad_force >= 0:
        failure = bad_force(session, reading.bad_force, done)
    if done == 0:
        raise CalculationError(failure or interrupted(session, None))
    if done < count:
        positions.cut(done)
        if positions.interrupted:
            failure = interrupted(session, positions)
    known = {one: history[:done] for one, history in zip(wanted, columns(reading), strict=True)}
    drifts = tuple(_drift(move, energies, known) for move, energies in zip(positions.simulated, begun, strict=True))
    assert reading.balance is not None
    warnings = (
        *deck.warnings,
        *assembly_warnings(session, assembled),
        *surplus_findings(session, assembled),
        *doubts(deck, mech),
        *absent_findings(deck),
        *motion_warnings(session, positions, reading, drifts),
    )
    trusted = trust(deck, mech, reading.balance, with_forces)
    if positions.rested is not None:
        trusted = replace(trusted, rest=positions.rested.unbalanced)
    result = Result(deck, session, positions, trusted, drifts, warnings, failure, _columns=known)
    result.warnings += (
        *pole_findings(result),
        *_cam_findings(result),
        *soft_findings(result),
        *undetermined_findings(result, replay.stress),
    )
    result.warnings += (
        *stress_findings(result),
        *unknown_findings(result, reading.flat),
        *bearing_findings(result),
        *trust_findings(deck, mech, trusted),
    )
    return result


def _cam_findings(result: Result) -> Iterator[Diagnostic]:
    if result.cams:
        from .results.cams import cam_findings

        yield from cam_findings(result)


def _asked(session: Session, positions: Positions) -> list[Asked]:
    """All that the deck stores, the driving forces, and the energies of a simulation."""
    found = [asked(store) for store in session.deck.stores]
    if session.with_forces:
        found += [drive for _, drive in drives(session.mechanism)]
        if any(OUTPUTS[word].of_vibrations for word, _, _ in found) and has_numpy():
            found.append(LEAST_STIFFNESS)
    found += [*strains(session.mechanism), *stresses(session.mechanism)]
    return list(dict.fromkeys([*found, *(_ENERGIES if positions.simulated else [])]))


def _rows_read(reading: Reading) -> int:
    wide = len(reading.recorder.quantities)
    return len(reading.recorder.found) // wide if wide else 0


def _energies_at(session: Session, move: SimulatedMove) -> list[Column]:
    """Kinetic and potential energy where a simulated move begins."""
    mech, begin = session.mechanism, Part(move.start, vec[float]([move.begin]), 0)
    alone = Positions(len(mech.coordinates), len(mech.angles), len(mech.freedoms), mech.inputs, [begin])
    return read_columns(session, alone, _ENERGIES)


def _drift(move: SimulatedMove, begun: list[Column], known: Mapping[Asked, Column]) -> tuple[float, float]:
    """Of a simulated move: largest |energy − energy at its start − work done|, and the largest energy exchanged."""
    kinetic, potential = (
        extend(vec[float](first), known[one][move.first : move.last])
        for first, one in zip(begun, _ENERGIES, strict=True)
    )
    work = extend(constant(0.0, 1), move.work[: len(kinetic) - 1])
    energy = combined(combined(kinetic, 1.0, potential), -1.0, work)
    if not finite(energy):
        return float("nan"), 0.0
    drift = largest(shifted(energy, -energy[0]))
    is_rounding = drift <= _ROUNDING * max(largest(kinetic), largest(potential), largest(work))
    return 0.0 if is_rounding else drift, max(most(kinetic), span(potential), span(work))


def start_position(deck: Deck) -> tuple[Session, list[float], Diagnostic | None]:
    """A session and where its co-ordinates are: at its assembled start, or at the estimate and why it stays there."""
    session = Session(deck)
    try:
        return session, list(assembled_by(session).x), None
    except CalculationError as fault:
        session.take(deck)
        return session, session.estimated.x0, fault.diagnostic
