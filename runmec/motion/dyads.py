"""All positions that a pencil constructs: a point on two circles, on a circle and a ray, on a circle and a guide."""

from __future__ import annotations

from math import cos, hypot, sin, sqrt

from ..elements.bar import Angle, Length, LinePQ
from ..engine.block import Block
from ..model.mechanism import Mechanism


def positions_of(mech: Mechanism, group: Block) -> list[list[float]] | None:
    """The co-ordinates of the group (from their starts) in all its positions; None where they are not known."""
    if len(group.forms) != 2 or len(group.columns) != 2:
        return None
    one, two = group.forms
    if isinstance(one, Angle):
        one, two = two, one
    if not isinstance(one, Length) or not isinstance(two, Length | Angle):
        return None
    first, second = _centre(one, group), _centre(two, group)
    if first is None or second is None:
        return None
    (x1, y1), (x2, y2) = first, second
    if isinstance(two, Angle):
        if (x1, y1) != (x2, y2):
            return None
        turn = two.wanted if group.columns[0] in (two.xQ, two.yQ) else two.wanted + 3.141592653589793
        points = [(x1 + one.wanted * cos(turn), y1 + one.wanted * sin(turn))]
    else:
        found = _on_circles(x1, y1, one.wanted, x2, y2, two.wanted)
        if found is None:
            return None
        points = found
    return [[point[c.axis] - c.start for c in group.columns] for point in points]


def positions_on_guide(group: Block) -> list[list[float]] | None:
    """The same of a point that a rod holds and that is free along x or y alone."""
    if len(group.forms) != 1 or len(group.columns) != 1 or not isinstance(group.forms[0], Length):
        return None
    rod, free = group.forms[0], group.columns[0]
    ends = ((rod.xP, rod.yP), (rod.xQ, rod.yQ))
    own, other = ends if free in ends[0] else ends[::-1]
    if free not in own or free in other:
        return None
    axis = own.index(free)
    across = (own[1 - axis].start + own[1 - axis].q) - (other[1 - axis].start + other[1 - axis].q)
    square = (rod.wanted - across) * (rod.wanted + across)
    if square < 1e-9 * rod.wanted * rod.wanted:
        return None
    middle, half = other[axis].start + other[axis].q, sqrt(square)
    return [[middle + half - free.start], [middle - half - free.start]]


def _centre(line: LinePQ, group: Block) -> tuple[float, float] | None:
    """The end of a line that the group does not place; None if it places anything else than the other one."""
    placed = set(map(id, group.columns))
    if placed == {id(line.xQ), id(line.yQ)}:
        x, y = line.xP, line.yP
    elif placed == {id(line.xP), id(line.yP)}:
        x, y = line.xQ, line.yQ
    else:
        return None
    if {id(x), id(y)} & placed:
        return None
    return x.start + x.q, y.start + y.q


def _on_circles(x1: float, y1: float, r1: float, x2: float, y2: float, r2: float) -> list[tuple[float, float]] | None:
    """None where the circles touch as nearly as rounding lets them: then it is not known."""
    away = hypot(x2 - x1, y2 - y1)
    if not away > 0.0 or r1 < 0.0 or r2 < 0.0:
        return []
    along = 0.5 * (away + (r1 - r2) * ((r1 + r2) / away))
    square = (r1 - along) * (r1 + along)
    if square < 1e-9 * r1 * r1:
        return None if square > -1e-9 * r1 * r1 else []
    c, s, aside = (x2 - x1) / away, (y2 - y1) / away, sqrt(square)
    return [(x1 + along * c - side * s, y1 + along * s + side * c) for side in (aside, -aside)]
