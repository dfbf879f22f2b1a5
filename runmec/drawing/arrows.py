"""Vectors at points of the mechanism, for the film: forces, velocities, accelerations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..deck.model import Curve
from ..engine.columns import Column, largest, sizes
from ..engine.coordinate import X, Y
from ..model.mechanism import Mechanism
from ..outputs import ACCELERATION, PLACE, VELOCITY
from ..results.result import Result
from ..symbols.display import Point
from .arrow import Arrow
from .force_arrows import force_arrows
from .symbols import symbols

POINTS_AT_MOST = 24  # with arrows of velocity: more would hide the mechanism, and make the page large

#: a quantity by its word of STORAGE and numbers
Asked: TypeAlias = tuple[str, tuple[int, ...]]


def point_in_space(result: Result, curve: Curve) -> tuple[int, ...] | None:
    """The point of which a curve shows two co-ordinates."""
    x, y = result.store(curve.x), result.store(curve.y)
    if not x.word == y.word == PLACE.word:
        return None
    mech = result.mechanism
    both = {mech.index[store.subject[0]] for store in (x, y)}
    points = (point for element in mech.elements.values() for point in mech.points(element).values())
    return next((point for point in points if len(point) > 2 and both <= set(point)), None)


def arrows(result: Result) -> dict[str, list[Arrow]]:
    """Kinds of arrows that the film can show, by their names."""
    if result.deck.is_spatial:
        from .space_arrows import arrows_in_space

        return arrows_in_space(result)
    found = {
        "velocities": _motion(result, VELOCITY.word, "velocity of {}", "velocity"),
        "accelerations": _motion(result, ACCELERATION.word, "acceleration of {}", "acceleration"),
    }
    if result.deck.job != "KIN ANA":
        found = {"forces": force_arrows(result), **found}
    return {kind: some for kind, some in found.items() if any(any(a.x) or any(a.y) for a in some)}


def largest_arrow(some: Sequence[Arrow]) -> float:
    return max((largest(sizes([a.x, a.y])) for a in some), default=0.0) or 1.0


def traced_curves(result: Result) -> list[Curve]:
    """Curves of the x and the y of a point, which grow in the drawing of the mechanism."""
    if result.deck.is_spatial:
        return []
    return [curve for picture in result.deck.pictures for curve in picture.curves if _traced(result, curve)]


def _traced(result: Result, curve: Curve) -> Point | None:
    x, y = result.store(curve.x), result.store(curve.y)
    if not x.word == y.word == PLACE.word:
        return None
    i, j = (result.mechanism.index[store.subject[0]] for store in (x, y))
    return (i, j) if result.mechanism.coordinates[i].axis == X and result.mechanism.coordinates[j].axis == Y else None


def _name(mech: Mechanism, point: Point) -> str:
    x, y = (mech.numbers[i] for i in point)
    names = mech.names
    called = (names.coordinate(n) if names.has("coordinate", n) else f"x{n}" for n in (x, y))
    return names.point(x, y) or " ".join(called)


def _motion(result: Result, word: str, name: str, colour: str) -> list[Arrow]:
    """At traced points, masses and pins that move."""
    mech = result.mechanism
    marked = [symbol.points[0] for kind in ("mass", "pin") for symbol in symbols(mech) if symbol.name == kind]
    traced = [point for curve in traced_curves(result) if (point := _traced(result, curve))]
    fixed = set(mech.o)
    points = [p for p in dict.fromkeys([*traced, *marked]) if not set(p) <= fixed][:POINTS_AT_MOST]
    found = _pairs(result, [(word, (mech.numbers[i],)) for point in points for i in point])
    return [Arrow(p, x, y, name.format(_name(mech, p)), colour) for p, (x, y) in zip(points, found, strict=True)]


def _pairs(result: Result, asked: Sequence[Asked]) -> list[tuple[Column, Column]]:
    """Of x and y in turn, in one pass."""
    history = result.columns([(word, of, ()) for word, of in asked])
    return list(zip(history[::2], history[1::2], strict=True))
