"""How much room a mechanism takes, and how large small symbols are drawn in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TypeAlias

from ..engine.columns import (
    Column,
    combined,
    constant,
    difference,
    directions,
    least,
    most,
    placed,
    scaled,
    shifted,
    sizes,
)
from ..engine.coordinate import X, Y
from ..model.mechanism import Mechanism
from ..symbols.display import Circle, Line, Polygon, Symbol

#: of every co-ordinate a number a position
Columns: TypeAlias = Sequence[Column]


def extent(mech: Mechanism, drawn: Sequence[Symbol], x: Columns) -> tuple[float, float, float, float]:
    """Left, right, bottom, top of all points, wheels and bodies."""
    xs, ys = ([x[place.at] for place in mech.coordinates if place.axis == axis] for axis in (X, Y))
    for symbol in drawn:
        for one, other in _edges(symbol, x):
            xs.append(one)
            ys.append(other)
    return min(map(least, xs)), max(map(most, xs)), min(map(least, ys)), max(map(most, ys))


def _edges(symbol: Symbol, x: Columns) -> Iterator[tuple[Column, Column]]:
    """Where a symbol ends that reaches far beyond its points."""
    i, j = symbol.points[0]
    if symbol.name == "rack":  # it is long, but not wide
        turn = x[symbol.angles[0].co_ordinate]
        for corner in (v for part in symbol.parts if isinstance(part, Line) for v in part.vertices):
            px, py = placed(x[i], x[j], turn, corner.x, corner.y)
            yield px, py
    elif symbol.name == "centre":  # along and across PQ: a counterweight may lie far out
        k, l = symbol.points[1]
        part = symbol.parts[0]
        assert isinstance(part, Circle)
        turn = directions(*difference([x[k], x[l]], [x[i], x[j]]))
        px, py = placed(x[i], x[j], turn, part.centre.x, part.centre.y)
        yield px, py
    else:
        for radius in reach(symbol, x):
            for sign in (-1.0, 1.0):
                yield combined(x[i], sign, radius), combined(x[j], sign, radius)


def reach(symbol: Symbol, x: Columns) -> Iterator[Column]:
    """Radii about P of what a symbol draws in the user's lengths: pitch circles, the outline of a body."""
    for part in symbol.parts:
        if isinstance(part, Circle) and (part.length or part.share):
            yield shifted(scaled(_apart(symbol, 0, part.centre.seen, x), part.share), part.length)
        elif isinstance(part, Line | Polygon) and any(v.x or v.y for v in part.vertices):
            yield constant(max(hypot(v.x, v.y) for v in part.vertices), len(x[symbol.points[0][0]]))


def _apart(symbol: Symbol, one: int, other: int, x: Columns) -> Column:
    """The distance of two of its points."""
    (i, j), (k, l) = symbol.points[one], symbol.points[other]
    return sizes(difference([x[k], x[l]], [x[i], x[j]]))


def symbol_unit(room: tuple[float, float, float, float], drawn: Sequence[Symbol], x: Columns) -> float:
    """Of the whole drawing, but small beside the links: in a long row of short ones symbols would hide each other."""
    left, right, bottom, top = room
    whole = 0.035 * (max(right - left, top - bottom) or 1.0)
    lengths = [most(_apart(symbol, 0, 1, x)) for symbol in drawn if symbol.joins and len(symbol.points) > 1]
    return smaller(whole, lengths)


def smaller(whole: float, lengths: Sequence[float]) -> float:
    """A third of the link in the middle of all, where that is less."""
    longer = sorted(length for length in lengths if length > 0)
    middle = len(longer) // 2
    return min(whole, 0.175 * (longer[middle] + longer[~middle])) if longer else whole
