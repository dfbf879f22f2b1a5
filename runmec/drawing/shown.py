"""What is drawn of a mechanism on a sheet: symbols, where their points are, and how much room they take.

In the plane these are the mechanism's own co-ordinates; in space they are what is seen from a direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..engine.columns import Column, Vectors, difference, largest, least, most, sizes
from ..model.mechanism import Mechanism
from ..symbols.display import Symbol
from .extent import Columns, extent, smaller, symbol_unit
from .symbols import symbols

if TYPE_CHECKING:
    from ..results.profiles import Outline
    from .places import Scene

ON_TOP = ("pin", "mass", "axle")  # before the links that they join
_NEAR, _FAR = 1.25, 0.7  # times the width of lines


@dataclass(frozen=True)
class Shown:
    symbols: tuple[Symbol, ...]
    x: Columns  # of co-ordinates of points
    extent: tuple[float, float, float, float]
    unit: float
    near: Columns | None = None  # of points, in space
    space: list[Vectors] | None = None  # of points

    @property
    def count(self) -> int:
        """How many positions."""
        return len(self.x[0])

    def at(self, position: int) -> list[float]:
        """All co-ordinates in a position, from 0."""
        return [history[position] for history in self.x]

    def in_order(self, position: int) -> list[tuple[Symbol, float]]:
        """From the back to the front, and how thick lines are."""
        if self.near is None:
            return [(symbol, 1.0) for symbol in self.symbols]
        near = [history[position] for history in self.near]
        low, high = min(near), max(near)
        found = []
        for order, symbol in enumerate(self.symbols):
            depth = sum(near[i // 2] for i, _ in symbol.points) / len(symbol.points)
            share = (depth - low) / (high - low) if high > low else 1.0
            depth += 0.02 * (high - low) if symbol.name in ON_TOP else 0.0
            found.append((depth, order, symbol, _FAR + (_NEAR - _FAR) * share))
        return [(symbol, thick) for _, _, symbol, thick in sorted(found, key=lambda one: one[:2])]


def shown(
    mech: Mechanism, x: Columns, view: tuple[float, float] | None = None, outlines: tuple[Outline, ...] = ()
) -> Shown:
    """At all positions of its co-ordinates."""
    if not mech.is_spatial:
        found = symbols(mech, outlines)
        whole = extent(mech, found, x)
        return Shown(found, x, whole, symbol_unit(whole, found, x))
    from .scene import VIEW, scene, seen

    drawn = scene(mech)
    unit = space_unit(drawn, x)
    places = drawn.in_space(x, unit)
    flat, near = seen(places, view or mech.view or VIEW)
    xs, ys = flat[::2], flat[1::2]
    room = (min(map(least, xs)), max(map(most, xs)), min(map(least, ys)), max(map(most, ys)))
    return Shown(tuple(drawn.symbols), flat, room, unit, near, places)


def space_unit(drawn: Scene, x: Columns) -> float:
    """The size of small symbols: of the whole, the same from all directions, but small beside the links."""
    places = drawn.in_space(x, 0.0)
    whole = 0.03 * (max(_span([place[axis] for place in places]) for axis in range(3)) or 1.0)
    lengths = [
        largest(sizes(difference(places[s.points[0][0] // 2], places[s.points[1][0] // 2])))
        for s in drawn.symbols
        if s.joins and len(s.points) > 1
    ]
    return smaller(whole, lengths)


def _span(some: list[Column]) -> float:
    return max(map(most, some)) - min(map(least, some))
