"""What a designer should know of a calculation, and why it ended early: diagnostics of a result."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from .assembly import Assembled
from .deck.account import parameter_name
from .deck.expression import Expression
from .deck.mobility import numbers
from .diagnostics import Diagnostic, Span
from .groups import describe
from .kinematics import Solver
from .mechanism import Block, Floats, Mechanism
from .messages import diagnostic
from .positions import Positions, SimulatedMove
from .result import Result

FAR_FROM_ESTIMATE = 0.5  # of the size of the mechanism
NEARLY_SINGULAR = 1e-3
SMALL_TRANSMISSION_ANGLE = np.radians(30)
LARGE_DRIFT = 1e-3  # of the energy that is exchanged


def ended_early(mech: Mechanism, positions: Positions) -> Diagnostic | None:
    """Why the movement did not reach its end."""
    if positions.stopped is not None:
        return _stopped(mech, positions)
    last = positions.simulated[-1] if positions.simulated else None
    if last is not None and last.found.reason:
        return _simulation_ended(mech, positions, last)
    if positions.interrupted:
        return _interrupted(mech, positions, mech.deck.moves[0].at(0))
    return None


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


def _interrupted(mech: Mechanism, positions: Positions, place: Span | None) -> Diagnostic:
    return diagnostic("R408", f"interrupted after position {len(positions.time)} of {mech.deck.positions}", place,
                      help="what was calculated until then is in the files")  # fmt: skip


def _simulation_ended(mech: Mechanism, positions: Positions, last: SimulatedMove) -> Diagnostic:
    from .simulation.acceleration import MASSLESS
    from .simulation.holding import UNDECIDABLE
    from .simulation.motion import NOT_FINITE
    from .simulation.simulate import INTERRUPTED
    from .simulation.steps import CHATTERS

    found, move = last.found, mech.deck.moves[last.number]
    place = move.at(0)
    if found.reason == INTERRUPTED:
        return _interrupted(mech, positions, place)
    where = f"at t = {found.stopped_at:.6g}, after position {len(positions.time)} of {mech.deck.positions}"
    if found.reason == MASSLESS:
        return diagnostic("R406", f"the free inputs move no mass {where}", place,
                          notes=("the reduced inertia x'ᵀ M x' has no inverse there",),
                          help="give `inertia` or `uniform` to what every input moves, "
                               "or `motor i given v a`")  # fmt: skip
    if found.reason == NOT_FINITE:
        return _no_value(mech, last, where)
    if found.reason == CHATTERS:
        return diagnostic("R410", f"the motion chatters {where}", _jumping(mech) or place,
                          label="changes its piece hundreds of times in no time",
                          help="write dry friction as a number times `sign` of a velocity, "
                               "or make the change smooth")  # fmt: skip
    if found.reason == UNDECIDABLE:
        return diagnostic("R410", f"what holds the motion cannot be found {where}", _jumping(mech) or place,
                          label="a held `sign` or `step` inside another function",
                          help="write dry friction as a number times `sign` of a velocity")  # fmt: skip
    notes = (f"the group nearest to a singular position: {describe(mech, found.group)}",) if found.group >= 0 else ()
    return diagnostic("R405", f"the motion cannot be continued {where}", place, label="no step is short enough",
                      notes=notes, help="look at forces that grow without limit, at given inputs beyond their reach, "
                      "or allow a larger error by `integr`")  # fmt: skip


def _jumping(mech: Mechanism) -> Span | None:
    """The first motor or force with a jump or kink in it."""
    words = {"sign", "step", "abs", "min", "max", "table"}
    items = [(motor.at(2), value) for motor in mech.deck.motors for value in motor.values]
    items += [(force.at(2), force.value) for force in mech.deck.forces]
    return next(
        (span for span, v in items if isinstance(v, Expression) and words & {word for word, _ in v.program}), None
    )


def _no_value(mech: Mechanism, last: SimulatedMove, where: str) -> Diagnostic:
    deck, move = mech.deck, mech.deck.moves[last.number]
    if not last.found.x.shape[1] and any(abs(v) > 1e100 for v in move.values):
        return diagnostic("R407", f"the motion has no finite acceleration {where}", move.at(3),
                          help="these velocities are too large to be calculated with")  # fmt: skip
    for motor in deck.motors:
        if motor.model == "expression":
            return diagnostic("R407", f"the motor of input {motor.input} or a force has no value {where}", motor.at(2),
                              help="guard the expression, for example by `max(…, 1e-9)`")  # fmt: skip
    span = deck.forces[0].at(2) if deck.forces else move.at(0)
    return diagnostic("R407", f"a force has no value {where}", span,
                      help="guard the expression, for example by `max(…, 1e-9)`")  # fmt: skip


def assembly_warnings(mech: Mechanism, assembled: Assembled) -> Iterator[Diagnostic]:
    for group in assembled.doubtful:
        first = mech.structure.groups[group].coordinates[0]
        yield diagnostic("R454", "another position of a group is about as near to the estimate", _xmov(mech, first),
                         notes=(f"the group: {describe(mech, group)}",),
                         help="give a better estimate under `xmov`")  # fmt: skip
    moved = np.abs(assembled.x - mech.x0) / mech.scale
    for group, block in enumerate(mech.blocks):
        if group not in assembled.doubtful and np.max(moved[block.columns]) > FAR_FROM_ESTIMATE:
            at = int(block.columns[np.argmax(moved[block.columns])])
            said = f"co-ordinate {mech.coordinates[at]} was assembled at {assembled.x[at]:.4g}, " \
                   f"far from its estimate {mech.x0[at]:.4g}"  # fmt: skip
            yield diagnostic("R454", said, _xmov(mech, mech.coordinates[at]),
                             notes=(f"the group: {describe(mech, group)}",),
                             help="look at the drawing; give a better estimate under `xmov`")  # fmt: skip


def _xmov(mech: Mechanism, coordinate: int) -> Span | None:
    """The `xmov` line of a co-ordinate."""
    return next(c.at(0) for c in mech.deck.moving if c.number == coordinate)


def motion_warnings(result: Result) -> Iterator[Diagnostic]:
    mech = result.mechanism
    move = mech.deck.moves[0].at(0) if mech.deck.moves else mech.deck.job_place
    for position, value, group in result.positions.passed:
        yield diagnostic("R453", f"a singular position was passed after position {position} (input {value:.4g})",
                         _move_of(mech, position),
                         notes=(f"the group in line: {describe(mech, group)}",))  # fmt: skip
    for which, simulated in enumerate(result.positions.simulated):
        yield from _simulation_warnings(result, which, simulated)
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
    told: dict[tuple[str, str, int], list[int]] = {}
    for g in range(len(mech.blocks)):
        if worst[g] < NEARLY_SINGULAR:
            said = f"{_position(result, at[g])} is nearly singular (distance {worst[g]:.1e})"
            told.setdefault(("R451", said, int(at[g])), []).append(g)
        elif g in moving and angles[g] < SMALL_TRANSMISSION_ANGLE:
            said = f"the transmission angle falls to {np.degrees(angles[g]):.1f}° at {_position(result, angle_at[g])}"
            told.setdefault(("R452", said, int(angle_at[g])), []).append(g)
    for (code, said, row), groups in told.items():
        yield diagnostic(code, said, _move_of(mech, row), notes=(_described(mech, groups),))


def _move_of(mech: Mechanism, row: int) -> Span | None:
    """The move to which a row belongs; the start row to the first."""
    for move in mech.deck.moves:
        if row <= move.steps:
            return move.at(0)
        row -= move.steps
    return mech.deck.job_place


def _position(result: Result, row: int) -> str:
    inputs = result.positions.inputs
    return f"position {row + 1}" + (f" (input {inputs[0, row]:.4g})" if len(inputs) else "")


def _described(mech: Mechanism, groups: list[int]) -> str:
    if len(groups) <= 2:
        return "; ".join(f"the group: {describe(mech, g)}" for g in groups)
    return f"{len(groups)} groups, the first: {describe(mech, groups[0])}"


def _simulation_warnings(result: Result, which: int, simulated: SimulatedMove) -> Iterator[Diagnostic]:
    mech, account = result.mechanism, simulated.found.account
    place = mech.deck.moves[simulated.number].at(0)
    if account.passages:
        time, group = account.passage_places[0]
        notes = (f"the first group in line: {describe(mech, group)}",) if group >= 0 else ()
        times = "once" if account.passages == 1 else f"{account.passages} times"
        yield diagnostic("R453", f"singular positions were passed {times}, the first before t = {time:.4g}", place,
                         notes=notes)  # fmt: skip
    drift, exchanged = result.energy_drifts[which]
    if not drift <= LARGE_DRIFT * exchanged:
        yield diagnostic("R456", f"the energy drifts by {drift:.2g}, while {exchanged:.2g} is exchanged", place,
                         help=f"ask for a smaller error than {account.tolerance:g} by `integr`, "
                              "or for `dop853`")  # fmt: skip


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
    """Angle between the two links of every dyad: of two lengths that place one point, or of one and a link with an
    angle of its own (TR1)."""
    mech = solver.mech
    for g, block in enumerate(mech.blocks):
        if not mech.is_length[block.rows].all():
            continue
        known = block.own < len(solver.D)
        if len(block.rows) == 2 and known.all():
            first, second = solver.D[block.own]
        elif len(block.rows) == 3 and (turning := _turning_column(mech, block)) is not None:
            rest = [k for k in range(3) if k != turning]
            alone = np.flatnonzero(~known[:, turning])
            if len(alone) != 1 or not known[:, rest].all():
                continue
            b, c = (k for k in range(3) if k != alone[0])
            D = solver.D[np.minimum(block.own, len(solver.D) - 1)]
            first = D[alone[0], rest]
            second = D[b, rest] * D[c, turning] - D[c, rest] * D[b, turning]  # the angle is eliminated
        else:
            continue
        sine = np.abs(first[0] * second[1] - first[1] * second[0]) / (np.hypot(*first) * np.hypot(*second))
        yield g, np.arcsin(np.minimum(sine, 1.0))


def _turning_column(mech: Mechanism, block: Block) -> int | None:
    """The place of the only angle among the co-ordinates of a group, or None."""
    angles = [k for k, column in enumerate(block.columns) if not np.any(mech.axis[:, column] > 0)]
    return angles[0] if len(angles) == 1 else None


def _moving_groups(result: Result) -> set[int]:
    """Groups that move relative to what holds them: the angle between their bars changes."""
    x = result.positions.x
    moved = np.ptp(x, axis=1) > 1e-9 * result.mechanism.scale
    return {g for g, block in enumerate(result.mechanism.blocks) if moved[block.columns].any()}
