"""What a designer should know of a calculation, and why it ended early: diagnostics of a result."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, degrees, radians
from typing import TYPE_CHECKING

from ..deck.expression import THROUGH_POINTS, Expression
from ..deck.mobility import numbers
from ..deck.model import Deck
from ..diagnostics import Diagnostic, Span
from ..dynamics import CARRY, DYNAMICS, FORCE, FRICTION, MotorKind, VariableKind
from ..dynamics.motor import WRITTEN
from ..engine import status
from ..engine.columns import span
from ..engine.force import Force
from ..engine.reading import Reading
from ..messages import diagnostic
from ..model.mechanism import Mechanism
from ..motion.assembly import Assembled
from ..motion.positions import Positions, SimulatedMove
from ..motion.session import Session
from ..words import KINDS_OF, kind_of, subject_of
from .resting import rest_ended, rest_warnings
from .surplus import misfit_on_the_way
from .units import input_unit

if TYPE_CHECKING:
    from ..motion.cycle import Cycle

FAR_FROM_ESTIMATE = 0.5  # of the size of the mechanism
NEARLY_SINGULAR = 1e-3
SMALL_TRANSMISSION_ANGLE = radians(30)
GROWS = 1e-6  # by which a Floquet multiplier may be above 1: one of a motion without losses is 1
LARGE_DRIFT = 1e-3  # of the energy that is exchanged


def ended_early(session: Session, positions: Positions) -> Diagnostic | None:
    """Why the movement did not reach its end."""
    if positions.stopped is not None:
        return _stopped(session, positions)
    if positions.not_periodic is not None:
        return _not_periodic(session, *positions.not_periodic)
    at_rest = rest_ended(session, positions)
    if at_rest is not None:
        return at_rest
    last = positions.simulated[-1] if positions.simulated else None
    if last is not None and last.reason:
        return _simulation_ended(session, positions, last)
    if positions.interrupted:
        return interrupted(session, positions)
    return None


def _stopped(session: Session, positions: Positions) -> Diagnostic:
    mech = session.mechanism
    where = positions.stopped
    assert where is not None
    move = session.deck.moves[where.move]
    if where.is_singular:
        return diagnostic(
            "R403",
            "this move would begin in a singular position",
            move.at(0),
            label=f"after position {len(positions)}",
            notes=(f"the group without a direction of its own: {mech.describe(where.group)}",),
            help="end the move before it a little earlier or later",
        )
    reached = ", ".join(
        f"{input_name(mech, i)} = {input_text(mech, i, value)}" for i, value in enumerate(where.inputs, 1)
    )
    if where.reason == status.TOO_MUCH_WORK:
        return diagnostic(
            "R411",
            f"the inputs go too far in too few steps, after position {len(positions)} of {session.deck.positions}",
            move.at(0),
            label=f"reached {reached}",
            notes=(f"{positions.nodes} places between the rows were followed up to there",),
            help="ask for more steps, or for a shorter way; look at the units of the move",
        )
    if where.misfit is not None:
        return misfit_on_the_way(session, where.misfit, len(positions), move.at(0))
    ranges = ", ".join(
        f"{input_text(mech, i, low)} … {input_text(mech, i, high)}"
        for i, (low, high) in enumerate(_ranges(positions, where.inputs), 1)
    )
    return diagnostic(
        "R402",
        f"the mechanism cannot move beyond position {len(positions)} of {session.deck.positions}",
        move.at(0),
        label=f"stops at {reached}",
        notes=(f"the group that stops it: {mech.describe(where.group)}", f"range of the inputs reached: {ranges}"),
        help="drive it within this range, or choose another input",
    )


def _not_periodic(session: Session, number: int, cycle: Cycle) -> Diagnostic:
    mech = session.mechanism
    move = session.deck.moves[number]
    way, guess = move.values
    name, short = input_name(mech, 1), abs(cycle.reached) < 0.999 * abs(way)
    label = (
        f"it reaches {input_text(mech, 1, cycle.reached)} of {input_text(mech, 1, way)}"
        if short
        else f"{cycle.newton_steps} steps of Newton's method did not close it"
    )
    return diagnostic(
        "R413",
        f"no periodic motion of {name} was found",
        move.at(0),
        label=label,
        notes=(f"{cycle.periods} cycles were simulated, from {guess:g} as a guess of its velocity",),
        help="look whether the motor can carry it over the cycle; simulate some cycles by `tstepf` and "
        "take the velocity at their end as a guess",
    )


def input_name(mech: Mechanism, number: int) -> str:
    """Of an input, counted from 1: the name of a composed parameter, or what it is made of."""
    names, parameter = mech.names, mech.parameters[mech.m][number - 1]
    name = names.parameter(parameter)
    return name if not name.lstrip("-").isdigit() else mech.written(parameter)


def input_text(mech: Mechanism, number: int, value: float, digits: int = 6) -> str:
    """A value of an input with its unit."""
    return input_unit(mech, number).text(value, digits)


def _at_input(mech: Mechanism, value: float) -> str:
    """`input 0.52`; `crank.angb 30°`."""
    return f"{mech.names.inputs.get(1) or 'input'} {input_text(mech, 1, value, 4)}"


def estimate_of(deck: Deck) -> str:
    """Where the starting estimates of a deck stand."""
    return "in its `point` line" if deck.names.points else "under `xmov`"


def _ranges(positions: Positions, inputs: list[float]) -> list[tuple[float, float]]:
    return [(min(*positions.input(k), last), max(*positions.input(k), last)) for k, last in enumerate(inputs)]


def interrupted(session: Session, positions: Positions | None) -> Diagnostic:
    """By the user, while positions were found, or before there was one."""
    place = session.deck.moves[0].at(0) if session.deck.moves else session.deck.job_place
    if positions is None:
        return diagnostic("R408", "interrupted before the first position was found", place)
    return diagnostic(
        "R408",
        f"interrupted after position {len(positions)} of {session.deck.positions}",
        place,
        help="what was calculated until then is in the files",
    )


def _simulation_ended(session: Session, positions: Positions, last: SimulatedMove) -> Diagnostic:
    mech = session.mechanism
    move, reason = session.deck.moves[last.number], last.reason
    place = move.at(0)
    if reason == status.INTERRUPTED:
        return interrupted(session, positions)
    where = f"at t = {last.stopped_at:.6g}, after position {len(positions)} of {session.deck.positions}"
    if last.misfit is not None:
        return misfit_on_the_way(session, last.misfit, len(positions), place)
    if reason == status.MASSLESS:
        what = (
            "the free inputs"
            if not mech.elastic
            else "elastic elements"
            if not mech.inputs
            else "the free inputs and elastic elements"
        )
        moves = "what every input moves" if mech.inputs else "what every elastic element moves"
        remedy = ", or `motor i given v a`" if mech.inputs else ""
        return diagnostic(
            "R406",
            f"{what} move no mass {where}",
            place,
            notes=("the reduced inertia x'ᵀ M x' has no inverse there",),
            help=f"give `inertia` or `uniform` to {moves}{remedy}",
        )
    if reason == status.NOT_FINITE:
        return _no_value(session, last, where)
    if reason == status.LOCKED:
        return diagnostic(
            "R418",
            f"friction locks the motion {where}",
            _where_it_locks(session),
            label="no forces, or more than one set of them, agree with it",
            notes=_friction_notes(session, last.limit),
            help="take smaller coefficients, guide it longer, or drive it elsewhere",
        )
    if reason == status.CHATTERS:
        return diagnostic(
            "R410",
            f"the motion chatters {where}",
            _jumping(session) or place,
            label="changes its piece hundreds of times in no time",
            help="write dry friction as a number times `sign` of a velocity, or make the change smooth",
        )
    if reason == status.UNDECIDABLE:
        return diagnostic(
            "R410",
            f"what holds the motion cannot be found {where}",
            _jumping(session) or place,
            label="a held `sign` or `step` inside another function",
            help="write dry friction as a number times `sign` of a velocity",
        )
    notes = (f"the group nearest to a singular position: {mech.describe(last.group)}",) if last.group >= 0 else ()
    if reason == status.TOO_MUCH_WORK:
        return diagnostic(
            "R411",
            f"the motion asks for too much work {where}",
            place,
            label=f"{last.account.evaluations} evaluations of forces were made",
            notes=notes,
            help="allow a larger error by `integr`, take `radau` for stiff springs and beams, or "
            "ask for a shorter time or more rows",
        )
    return diagnostic(
        "R405",
        f"the motion cannot be continued {where}",
        place,
        label="no step is short enough",
        notes=notes,
        help="look at forces that grow without limit, at given inputs beyond their reach, "
        "or allow a larger error by `integr`",
    )


def _where_it_locks(session: Session) -> Span | None:
    """The first friction; without any it is teeth that press gears upon each other."""
    return next(item.at(0) for item in (*session.deck.of(FRICTION), *session.deck.data))


def _friction_notes(session: Session, limit: float) -> tuple[str, ...]:
    """Up to which friction there would be one equilibrium, and between which elements."""
    mech = session.mechanism
    frictions = session.deck.of(FRICTION)
    if limit == 0.0:
        return ("it is not friction alone: the teeth of gears press them upon each other",)
    named = [(role, number) for friction in frictions for _, role, number in friction.mentioned]
    elements = dict.fromkeys(
        line.element for role, p in named if role in ("dependent", "prescribed") for line in mech.forms_of[p]
    )
    elements |= dict.fromkeys(number for role, number in named if role == "element")
    who = numbers([session.deck.names.element(number) for number in elements])
    between = f"friction is between element{'s' * (len(elements) > 1)} {who}"
    if len(frictions) == 1:
        mu = frictions[0].numbers[0]
        return (f"it locks above a coefficient of {limit * mu:.4g} (here {mu:.4g})", between)
    return (f"it locks above {limit:.4g} of these coefficients, all of them together", between)


def _friction_warnings(session: Session, positions: Positions, reading: Reading) -> Iterator[Diagnostic]:
    mech = session.mechanism
    if reading.locked:
        first = reading.locked[0]
        rows = [row + 1 for row in reading.locked]
        yield diagnostic(
            "R480",
            f"friction allows no equilibrium with this motion at position{'s' * (len(rows) > 1)} {numbers(rows)}",
            _where_it_locks(session),
            label="forces are nan there",
            notes=(f"first at {_position(mech, positions, first)}", *_friction_notes(session, reading.limit)),
            help="take a smaller coefficient, or another drive; the motion itself is kept",
        )
    loads = [load for load in reading.replay.reactions.loads if load.is_friction]
    for k, friction in enumerate(session.deck.of(FRICTION)):
        rows = [row + 1 for row in reading.resting.get(reading.replay.reactions.loads.index(loads[k]), ())]
        if rows:
            name = session.deck.names.parameter(friction.subject)
            turns_back = positions.clock[-1] > positions.clock[0] and len(rows) < 0.5 * len(positions)
            remedy = (
                "where it turns back friction jumps from one sign to the other; the rows beside have its values"
                if turns_back
                else "give the move a time and a velocity, or simulate (DYN SIM)"
            )
            yield diagnostic(
                "R481",
                f"friction on {name} is taken as zero at position{'s' * (len(rows) > 1)} {numbers(rows)}: no velocity",
                friction.at(0),
                help=remedy,
            )


def _dead_centres(session: Session, positions: Positions, reading: Reading) -> Iterator[Diagnostic]:
    """Rows in which motors in the place of the inputs do not move them all."""
    if not reading.flat:
        return
    names, rows = session.deck.names, [row + 1 for row in reading.flat]
    for line in session.deck.of(CARRY):
        carriers = [names.of(kind_of("driven", q) or "", q) for q in line.named]
        who = f"{numbers(carriers)} {'does' if len(carriers) == 1 else 'together do'}"
        what = "the input" if session.deck.inputs == 1 else "all inputs"
        where = f"position{'s' * (len(rows) > 1)} {numbers(rows)}"
        yield diagnostic(
            "R436",
            f"{who} not move {what} at {where}",
            line.at(0),
            label="all forces are nan there",
            notes=(f"first at {_position(session.mechanism, positions, reading.flat[0])}",),
            help="put a motor where it has a lever there too, or let one more help over the dead centre",
        )


def _jumping(session: Session) -> Span | None:
    """The first motor or force with a jump or kink in it."""
    words = {"sign", "step", "abs", "min", "max", *THROUGH_POINTS}
    items = [(line.at(2), value) for line in session.deck.dynamics for value in line.values]
    return next(
        (span for span, v in items if isinstance(v, Expression) and words & {word for word, _ in v.program}), None
    )


def _no_value(session: Session, last: SimulatedMove, where: str) -> Diagnostic:
    deck, move = session.deck, session.deck.moves[last.number]
    variables = session.mechanism.variables
    for line in deck.of_all(VariableKind):
        named = session.mechanism.site.by_name[line.subject]
        if named in (*variables.states, *variables.samples) and not abs(named.rate) + abs(named.now) < 1e300:
            name = deck.names.of("variable", line.subject)
            return diagnostic(
                "R407",
                f"the {line.word} {name} has no value {where}",
                line.at(1),
                help="guard the expression, for example by `max(…, 1e-9)`",
            )
    for motor in deck.of_all(MotorKind):
        if motor.choice == WRITTEN.word:
            kind = kind_of("driven", motor.subject) or ""
            name = f"{kind} {deck.names.of(kind, motor.subject)}"
            return diagnostic(
                "R407",
                f"the motor of {name} or a force has no value {where}",
                motor.at(2),
                help="guard the expression, for example by `max(…, 1e-9)`",
            )
    forces = deck.of(FORCE)
    span = forces[0].at(2) if forces else move.at(0)
    return diagnostic(
        "R407", f"a force has no value {where}", span, help="guard the expression, for example by `max(…, 1e-9)`"
    )


def bad_force(session: Session, at: int, row: int) -> Diagnostic:
    names = session.deck.names
    force = [line for line, made in session.mechanism.of_loads if isinstance(made, Force)][at]
    kind = KINDS_OF[subject_of(DYNAMICS[force.word].signature)]
    where = f"{'turning node' if kind == 'turning' else 'co-ordinate'} {names.of(kind, force.subject)}"
    return diagnostic(
        "R404",
        f"the {force.word} at {where} has no value at position {row + 1}",
        force.at(2),
        help="guard the expression, for example by `max(…, 1e-9)`",
    )


def assembly_warnings(session: Session, assembled: Assembled) -> Iterator[Diagnostic]:
    mech = session.mechanism
    for group in assembled.doubtful:
        first = mech.group_of(group).coordinates[0]
        yield diagnostic(
            "R454",
            "another position of a group is about as near to the estimate",
            _xmov(session, first),
            notes=(f"the group: {mech.describe(group)}",),
            help=f"give a better estimate {estimate_of(session.deck)}",
        )
    for number, one in enumerate(mech.kinematics.groups):
        moved = [
            abs(assembled.x[c.at] - assembled.estimate[c.at]) / (mech.size if c.is_length else 1.0) for c in one.columns
        ]
        if number in assembled.doubtful or max(moved, default=0.0) <= FAR_FROM_ESTIMATE:
            continue
        at = one.columns[moved.index(max(moved))].at
        name = session.deck.names.coordinate(mech.numbers[at])
        said = (
            f"co-ordinate {name} was assembled at {assembled.x[at]:.4g}, "
            f"far from its estimate {assembled.estimate[at]:.4g}"
        )
        yield diagnostic(
            "R454",
            said,
            _xmov(session, mech.numbers[at]),
            notes=(f"the group: {mech.describe(number)}",),
            help=f"look at the drawing; give a better estimate {estimate_of(session.deck)}",
        )


def _xmov(session: Session, coordinate: int) -> Span | None:
    """The `xmov` line of a co-ordinate."""
    return next(c.at(0) for c in session.deck.moving if c.number == coordinate)


def motion_warnings(
    session: Session, positions: Positions, reading: Reading, drifts: tuple[tuple[float, float], ...]
) -> Iterator[Diagnostic]:
    mech = session.mechanism
    move = session.deck.moves[0].at(0) if session.deck.moves else session.deck.job_place
    for position, value, group in positions.passed:
        yield diagnostic(
            "R453",
            f"a singular position was passed after position {position} ({_at_input(mech, value)})",
            _move_of(session, position),
            notes=(f"the group in line: {mech.describe(group)}",),
        )
    for simulated, drift in zip(positions.simulated, drifts, strict=True):
        yield from _simulation_warnings(session, simulated, *drift)
    yield from rest_warnings(session, positions)
    yield from _friction_warnings(session, positions, reading)
    yield from _dead_centres(session, positions, reading)
    if reading.without_value:
        rows = [row + 1 for row in reading.without_value]
        yield diagnostic(
            "R455",
            f"forces have no value at position{'s' * (len(rows) > 1)} {numbers(rows)}",
            move,
            help="a group is singular there, or the points of a measured length coincide",
        )
    moving = _moving_groups(mech, positions)
    told: dict[tuple[str, str, int], list[int]] = {}
    nearly = {group.number for group in mech.kinematics.groups if group.worst < NEARLY_SINGULAR}
    for one in mech.kinematics.groups:
        if one.number in nearly:
            said = f"{_position(mech, positions, one.worst_at)} is nearly singular (distance {one.worst:.1e})"
            told.setdefault(("R451", said, one.worst_at), []).append(one.number)
    for found in reading.transmissions:
        angle = asin(min(found.least, 1.0))
        if found.group in moving and found.group not in nearly and angle < SMALL_TRANSMISSION_ANGLE:
            where = _position(mech, positions, found.least_at)
            said = f"the transmission angle falls to {degrees(angle):.1f}° at {where}"
            told.setdefault(("R452", said, found.least_at), []).append(found.group)
    for (code, said, row), groups in sorted(told.items(), key=lambda item: min(item[1])):
        yield diagnostic(code, said, _move_of(session, row), notes=(_described(mech, groups),))


def _move_of(session: Session, row: int) -> Span | None:
    """The move to which a row belongs; the start row to the first."""
    for move in session.deck.moves:
        if row <= move.steps:
            return move.at(0)
        row -= move.steps
    return session.deck.job_place


def _position(mech: Mechanism, positions: Positions, row: int) -> str:
    at = f" ({_at_input(mech, positions.input(0)[row])})" if positions.own_inputs else ""
    return f"position {row + 1}{at}"


def _described(mech: Mechanism, groups: list[int]) -> str:
    if len(groups) <= 2:
        return "; ".join(f"the group: {mech.describe(g)}" for g in groups)
    return f"{len(groups)} groups, the first: {mech.describe(groups[0])}"


def _simulation_warnings(
    session: Session, simulated: SimulatedMove, drift: float, exchanged: float
) -> Iterator[Diagnostic]:
    mech = session.mechanism
    account = simulated.account
    place = session.deck.moves[simulated.number].at(0)
    if simulated.cycle is not None and simulated.cycle.growth > 1.0 + GROWS:
        yield diagnostic(
            "R460",
            f"the periodic motion is not stable: a disturbance grows {simulated.cycle.growth:.4g} "
            "times from cycle to cycle",
            place,
        )
    if account.passages:
        time, group = account.passage_places[0]
        notes = (f"the first group in line: {mech.describe(group)}",) if group >= 0 else ()
        times = "once" if account.passages == 1 else f"{account.passages} times"
        yield diagnostic(
            "R453", f"singular positions were passed {times}, the first before t = {time:.4g}", place, notes=notes
        )
    if not drift <= LARGE_DRIFT * exchanged:
        yield diagnostic(
            "R456",
            f"the energy drifts by {drift:.2g}, while {exchanged:.2g} is exchanged",
            place,
            help=f"ask for a smaller error than {account.accuracy.tolerance:g} by `integr`, or for `dop853`",
        )


def _moving_groups(mech: Mechanism, positions: Positions) -> set[int]:
    """Groups that move relative to what holds them: the angle between their bars changes."""
    spread = [span(history) for history in positions.places]
    return {g.number for g in mech.kinematics.groups if any(spread[c.at] > 1e-9 * c.scale for c in g.columns)}
