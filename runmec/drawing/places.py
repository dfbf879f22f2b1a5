"""Places in space: points of a mechanism, and what is drawn at some distance from them.

Place k has the co-ordinates 2k and 2k + 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..deck.model import Element
from ..deck.turning import parts
from ..model.mechanism import Mechanism
from ..symbols.display import Point, Symbol
from .arrays import Floats


@dataclass(frozen=True)
class Place:
    """A place in space: a point of the mechanism, and from there a constant vector in the axes of a turning node."""

    at: tuple[int, ...]  # indices of x, y and z
    z: float = 0.0  # of a point in a plane
    node: int = -1  # index of the first parameter of a turning node
    arm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    units: float = 0.0  # times the arm, in units of small symbols
    far: tuple[int, ...] = ()  # of a place on the way to another point: that point
    share: float = 0.0  # of the way
    far_node: int = -1  # of a beam: the node at its other end, with the arm there, both along the beam
    far_arm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    axis: tuple[tuple[int, ...], ...] = ()  # two points of a line: the place is where `at` is nearest to it

    @property
    def is_point(self) -> bool:
        """Whether it is a point of the mechanism itself."""
        return self.node < 0 and not self.far and not self.axis


@dataclass
class Scene:
    mech: Mechanism
    places: list[Place] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    hinged: set[Point] = field(default_factory=set)  # where an axle is drawn

    def place(self, place: Place) -> Point:
        if place not in self.places:
            self.places.append(place)
        k = self.places.index(place)
        return 2 * k, 2 * k + 1

    def in_space(self, x: Floats, unit: float) -> Floats:
        """(places, 3, nt) at co-ordinates x (nx, nt)."""
        found = np.empty((len(self.places), 3, x.shape[1]))
        for k, place in enumerate(self.places):
            for axis in range(3):
                found[k, axis] = x[place.at[axis]] if axis < len(place.at) else place.z
            if place.axis:
                found[k] = _on_axis(place, x, found[k], unit)
                continue
            if place.far_node >= 0:
                found[k] = self._on_beam(place, x)
                continue
            if place.far:
                found[k] += place.share * (x[list(place.far)] - found[k])
            if place.node >= 0:
                arm = np.array(place.arm) * (place.units * unit if place.units else 1.0)
                found[k] += turned(self.mech, place.node, x, arm)
        return found

    def _on_beam(self, place: Place, x: Floats) -> Floats:
        """On the cubic shape between two ends whose slopes are their arms."""
        s = place.share
        P, Q = x[list(place.at)], x[list(place.far)]
        at_P = turned(self.mech, place.node, x, np.array(place.arm))
        at_Q = turned(self.mech, place.far_node, x, np.array(place.far_arm))
        shape: Floats = (
            (1 - 3 * s**2 + 2 * s**3) * P + (s - 2 * s**2 + s**3) * at_P + (3 * s**2 - 2 * s**3) * Q
            + (s**3 - s**2) * at_Q
        )  # fmt: skip
        return shape


def _on_axis(place: Place, x: Floats, point: Floats, unit: float) -> Floats:
    """Where a point is nearest to a line, and from there so many units along it."""
    P, Q = (x[list(end)] for end in place.axis)
    length = np.hypot.reduce(Q - P, axis=0)
    n = (Q - P) / np.where(length > 0, length, 1.0)
    found: Floats = P + n * (np.sum(n * (point - P), axis=0) + place.units * unit)
    return found


def turned(mech: Mechanism, node: int, x: Floats, arm: Floats) -> Floats:
    """A vector (3,) in the axes of a turning node -> (3, nt) in space."""
    at = [mech.index[number] for number in parts(mech.coordinates[node])]
    l0, l = x[at[0]], x[at[1:]]
    across = np.cross(l, arm, axisa=0, axisc=0)
    return arm[:, None] + 2.0 * (l0 * across + np.cross(l, across, axisa=0, axisb=0, axisc=0))


def in_node(mech: Mechanism, node: int, vector: Floats) -> tuple[float, float, float]:
    """A vector in space at the start, in the axes of a turning node."""
    back = mech.x0[:, None].copy()
    for number in parts(node)[1:]:
        back[mech.index[number]] *= -1.0
    x, y, z = turned(mech, mech.index[node], back, vector)[:, 0].tolist()
    return x, y, z


def turning_nodes(mech: Mechanism, element: Element) -> list[int]:
    """Numbers of the turning nodes of an element."""
    names = zip(mech.deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
    return [number for name, number in names if name[:2] == "l0"]
