"""Moves of given motion: laws of the inputs -> a course that the engine follows."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from librt.vecs import vec

from ..deck.model import Move
from ..engine.form import Form
from ..engine.given_path import Curved, GivenPath, Straight, steps_of, way_of, write_motion
from ..engine.law import Law
from ..engine.path_follower import RUNNING, STOPPED, PathFollower
from ..engine.status import FINE
from ..engine.thresholds import ANGLE_A_STRIDE, LENGTH_A_STRIDE
from ..engine.trajectory import Trajectory
from ..laws import LAWS
from ..laws.constant import Constant
from ..model.mechanism import Mechanism

AT_ONCE = 0.1  # seconds between two looks at what the engine does
NODES, NODES_A_ROW = 5_000, 50  # that are tried at most


class FollowedMove(NamedTuple):
    """The rows of a move that were reached, and where it stopped."""

    rows: Trajectory
    sweep: PathFollower
    laws: list[Law]
    pace: float  # time, or part of the move, that one step takes
    is_complete: bool
    interrupted: bool  # by the user


def follow(mech: Mechanism, move: Move, begin: list[float], progress: Callable[[float], None]) -> FollowedMove:
    """A move of given motion from where the mechanism is; `begin` are its inputs there."""
    sweep, laws, pace = prepared(mech, move, begin)
    outcome, interrupted = STOPPED, False
    try:
        if sweep.begin(0.0) == FINE:
            outcome, most = RUNNING, 4
            while outcome == RUNNING:
                began = perf_counter()
                outcome = sweep.advance(most)
                took = perf_counter() - began
                most = max(1, min(1_000_000, int(most * min(4.0, AT_ONCE / max(took, 1e-9)))))
                progress(float(sweep.next_row))
    except KeyboardInterrupt:
        interrupted = True
    rows = sweep.rows
    write_motion(rows, laws, begin, pace, 1, rows.count, move.time > 0)
    return FollowedMove(rows, sweep, laws, pace, outcome != STOPPED, interrupted)


def positions_at(mech: Mechanism, move: Move, begin: list[float], times: list[float]) -> Trajectory:
    """A move of given motion at other times than its rows, as far as it goes."""
    laws = [_law(move, i) for i in range(mech.inputs)]
    course, _ = _course(mech, move, laws, begin, move.time / move.steps)
    leading = _leading(laws)
    follows = isinstance(course, Curved) or not leading
    places = vec[float]([t if follows else _changed(laws[leading[0]], t) for t in times])
    sweep = PathFollower(mech.kinematics, course, places, mech.angles, NODES + NODES_A_ROW * (move.steps + len(times)))
    if sweep.begin(0.0) == FINE:
        while sweep.advance(1000) == RUNNING:
            pass
    for t in times[: sweep.rows.count]:
        write_motion(sweep.rows, laws, begin, t, 1, 1, True)
    return sweep.rows


def _changed(law: Law, t: float) -> float:
    law.at(t)
    return law.s


def prepared(mech: Mechanism, move: Move, begin: list[float]) -> tuple[PathFollower, list[Law], float]:
    """What follows a move, the laws of the inputs, and the time (or the part of the move) that a step takes."""
    laws = [_law(move, i) for i in range(len(mech.freedoms))]
    mech.expressions.pieces.by_value = True
    pace = (move.time or 1.0) / move.steps
    course, places = _course(mech, move, laws, begin, pace)
    return PathFollower(mech.kinematics, course, places, mech.angles, NODES + NODES_A_ROW * move.steps), laws, pace


def _law(move: Move, i: int) -> Law:
    """What is elastic, behind the inputs, rests."""
    if move.word == "tstepe" and 2 * i < len(move.values):
        return Constant(move.values[2 * i], move.values[2 * i + 1])
    if move.word == "stepe" and i < len(move.values):
        return Constant(move.values[i], 0.0)
    for law in move.laws:
        if law.input == i + 1:
            return LAWS[law.name].make(law.values, move.time)
    return Constant(0.0, 0.0)


def _course(
    mech: Mechanism, move: Move, laws: list[Law], begin: list[float], pace: float
) -> tuple[GivenPath, vec[float]]:
    """Where all inputs move in proportion the way of one of them is the parameter: laws may rest as they like."""
    forms = mech.kinematics.inputs
    units = [_stride(mech, form) for form in forms]
    leading = _leading(laws)
    if not leading:
        return Straight(forms, begin, [0.0] * len(forms), units), vec[float]([0.0] * move.steps)
    first = leading[0]
    if all(_rests(laws[i], move, pace, units[i]) for i in leading):
        return Straight(forms, begin, [0.0] * len(forms), units), vec[float]([0.0] * move.steps)
    if len(leading) == 1 or all(_is_proportional(laws[first], laws[i]) for i in leading):
        direction = [_ratio(laws[first], law) if i in leading else 0.0 for i, law in enumerate(laws)]
        return Straight(forms, begin, direction, units), way_of(laws[first], pace, move.steps)
    return Curved(forms, begin, laws, units, move.time or 1.0), steps_of(0.0, pace, move.steps)


def _leading(laws: list[Law]) -> list[int]:
    """Inputs that move."""
    return [i for i, law in enumerate(laws) if not (isinstance(law, Constant) and law.v0 == law.a0 == 0.0)]


def _rests(law: Law, move: Move, pace: float, unit: float) -> bool:
    """Whether an input goes less than rounding in the whole move."""
    return max(map(abs, way_of(law, pace, move.steps)), default=0.0) < 1e-15 * unit


def _is_proportional(a: Law, b: Law) -> bool:
    return a is b or (isinstance(a, Constant) and isinstance(b, Constant) and a.v0 * b.a0 == a.a0 * b.v0)


def _ratio(a: Law, b: Law) -> float:
    if a is b or not (isinstance(a, Constant) and isinstance(b, Constant)):
        return 1.0
    return b.v0 / a.v0 if a.v0 else b.a0 / a.a0


def _stride(mech: Mechanism, form: Form) -> float:
    """How far an input may go between two nodes."""
    return mech.unit(form) * (LENGTH_A_STRIDE if form.is_length else ANGLE_A_STRIDE)
