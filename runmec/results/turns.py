"""How links of a joint turn against each other, and the widths of steps."""

from __future__ import annotations

from collections.abc import Callable

from ..engine.columns import Column, Vectors, combined, constant, difference, directions, sizes, steps, turning_speeds
from ..outputs import PLACE, VELOCITY
from .asking import Asked
from .joints import Direction, Joint
from .result import Result

STILL = 1e-9  # radians in all that are no turning


def widths(time: Column) -> Column:
    """Of the steps in time; all alike where it stands still."""
    return steps(time) if time[-1] > time[0] else constant(1.0, len(time) - 1)


def angles_asked(way: Direction) -> list[Asked]:
    return [(PLACE.word, (number,), ()) for place in way for number in place]


def turned(result: Result, joint: Joint) -> Column:
    """|dα| of every step."""
    own, other = (_angle(result, way) for way in joint.turning)
    return sizes([steps(combined(own, -1.0, other))])


def _angle(result: Result, way: Direction) -> Column:
    history = result.columns(angles_asked(way))
    if len(history) == 4:
        return directions(*difference(history[2:], history[:2]))
    return history[0] if history else constant(0.0, len(result))


def speeds_asked(way: Direction) -> list[Asked]:
    return [*angles_asked(way), *((VELOCITY.word, (number,), ()) for place in way for number in place)]


def speed(way: Direction, read: Callable[[Asked], Column], rows: int) -> Column:
    """Of a link: of its angle, or of the line through its two points."""
    history = [read(one) for one in speeds_asked(way)]
    if len(history) == 8:
        along: Vectors = difference(history[2:4], history[0:2])
        return turning_speeds(along, difference(history[6:8], history[4:6]))
    return history[1] if history else constant(0.0, rows)
