"""What is drawn of a mechanism on a sheet: symbols, where their points are, and how much room they take.

In the plane these are the mechanism's own co-ordinates; in space they are what is seen from a direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..model.mechanism import Mechanism
from ..symbols.display import Symbol
from .arrays import Floats
from .extent import extent, symbol_unit
from .symbols import symbols

if TYPE_CHECKING:
    from .places import Scene

ON_TOP = ("pin", "mass", "axle")  # before the links that they join
_NEAR, _FAR = 1.25, 0.7  # times the width of lines


@dataclass(frozen=True)
class Shown:
    symbols: tuple[Symbol, ...]
    x: Floats  # (co-ordinates of points, positions)
    extent: tuple[float, float, float, float]
    unit: float
    near: Floats | None = None  # (points, positions), in space
    space: Floats | None = None  # (points, 3, positions)

    def in_order(self, position: int) -> list[tuple[Symbol, float]]:
        """From the back to the front, and how thick lines are."""
        if self.near is None:
            return [(symbol, 1.0) for symbol in self.symbols]
        near = self.near[:, position]
        low, high = float(np.min(near)), float(np.max(near))
        found = []
        for order, symbol in enumerate(self.symbols):
            depth = float(np.mean([near[i // 2] for i, _ in symbol.points]))
            share = (depth - low) / (high - low) if high > low else 1.0
            depth += 0.02 * (high - low) if symbol.name in ON_TOP else 0.0
            found.append((depth, order, symbol, _FAR + (_NEAR - _FAR) * share))
        return [(symbol, thick) for _, _, symbol, thick in sorted(found, key=lambda one: one[:2])]


def shown(mech: Mechanism, x: Floats, view: tuple[float, float] | None = None) -> Shown:
    """At positions x (nx, nt)."""
    if not mech.deck.is_spatial:
        return Shown(symbols(mech), x, extent(mech, x), symbol_unit(mech, x))
    from .scene import VIEW, scene, seen

    drawn = scene(mech)
    unit = space_unit(drawn, x)
    places = drawn.in_space(x, unit)
    flat, near = seen(places, view or mech.deck.view_of() or VIEW)
    left, right = float(np.min(flat[::2])), float(np.max(flat[::2]))
    bottom, top = float(np.min(flat[1::2])), float(np.max(flat[1::2]))
    return Shown(tuple(drawn.symbols), flat, (left, right, bottom, top), unit, near, places)


def space_unit(drawn: Scene, x: Floats) -> float:
    """The size of small symbols: of the whole, the same from all directions, but small beside the links."""
    places = drawn.in_space(x, 0.0)
    whole = 0.03 * (float(np.max(np.ptp(places, axis=(0, 2)))) or 1.0)
    lengths = [float(np.max(np.hypot.reduce(places[s.points[0][0] // 2] - places[s.points[1][0] // 2], axis=0)))
               for s in drawn.symbols if s.joins and len(s.points) > 1]  # fmt: skip
    longer = [length for length in lengths if length > 0]
    return min(whole, 0.35 * float(np.median(longer))) if longer else whole
