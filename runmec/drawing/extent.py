"""How much room a mechanism takes, and how large small symbols are drawn in it."""

from __future__ import annotations

from math import hypot

import numpy as np

from ..engine.coordinate import X, Y
from ..model.mechanism import Mechanism
from ..symbols.display import Circle, Line, Polygon, Symbol
from .arrays import Floats
from .symbols import symbols


def extent(mech: Mechanism, x: Floats) -> tuple[float, float, float, float]:
    """Left, right, bottom, top of all points, wheels and bodies at positions x (nx, …)."""
    xs, ys = ([x[[place.at for place in mech.places if place.axis == axis]].ravel()] for axis in (X, Y))
    for symbol in symbols(mech):
        if symbol.name == "rack":
            xs, ys = (some + more for some, more in zip((xs, ys), _rack(symbol, x), strict=True))
            continue
        if symbol.name == "centre":
            xs, ys = (some + more for some, more in zip((xs, ys), _centre(symbol, x), strict=True))
            continue
        radius = reach(symbol, x)
        if np.any(radius):
            i, j = symbol.points[0]
            xs += [np.ravel(x[i] - radius), np.ravel(x[i] + radius)]
            ys += [np.ravel(x[j] - radius), np.ravel(x[j] + radius)]
    left, right, bottom, top = (edge(np.concatenate(some)) for some in (xs, ys) for edge in (np.min, np.max))
    return float(left), float(right), float(bottom), float(top)


def _centre(symbol: Symbol, x: Floats) -> tuple[list[Floats], list[Floats]]:
    """A mass centre, seen from P along and across PQ: a counterweight may lie far out."""
    (i, j), (k, l) = symbol.points
    part = symbol.parts[0]
    assert isinstance(part, Circle)
    turn = np.arctan2(x[l] - x[j], x[k] - x[i])
    c, s, (u, v) = np.cos(turn), np.sin(turn), (part.centre.x, part.centre.y)
    return [np.ravel(x[i] + u * c - v * s)], [np.ravel(x[j] + u * s + v * c)]


def _rack(symbol: Symbol, x: Floats) -> tuple[list[Floats], list[Floats]]:
    """Corners of a rack: it is long, but not wide."""
    (i, j), turn = symbol.points[0], x[symbol.angles[0].co_ordinate]
    corners = [v for part in symbol.parts if isinstance(part, Line) for v in part.vertices]
    c, s = np.cos(turn), np.sin(turn)
    return [np.ravel(x[i] + v.x * c - v.y * s) for v in corners], [np.ravel(x[j] + v.x * s + v.y * c) for v in corners]


def reach(symbol: Symbol, x: Floats) -> Floats:
    """Radius about P of what a symbol draws in the user's lengths: a pitch circle, the outline of a body; or zero."""
    found = np.zeros(())
    for part in symbol.parts:
        if isinstance(part, Circle) and (part.length or part.share):
            (i, j), (k, l) = symbol.points[0], symbol.points[part.centre.seen]
            found = np.maximum(found, part.length + part.share * np.hypot(x[k] - x[i], x[l] - x[j]))
        elif isinstance(part, Line | Polygon) and any(v.x or v.y for v in part.vertices):
            found = np.maximum(found, max(hypot(v.x, v.y) for v in part.vertices))
    return found


def symbol_unit(mech: Mechanism, x: Floats) -> float:
    """Of the whole drawing, but small beside the links: in a long row of short ones symbols would hide each other."""
    left, right, bottom, top = extent(mech, x)
    drawn = 0.035 * (max(right - left, top - bottom) or 1.0)
    lengths = [_length(symbol, x) for symbol in symbols(mech) if symbol.joins and len(symbol.points) > 1]
    longer = [length for length in lengths if length > 0]
    return min(drawn, 0.35 * float(np.median(longer))) if longer else drawn


def _length(symbol: Symbol, x: Floats) -> float:
    """The greatest distance of the first two points."""
    (i, j), (k, l) = symbol.points[:2]
    return float(np.max(np.hypot(x[k] - x[i], x[l] - x[j])))
