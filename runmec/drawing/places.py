"""Places in space: points of a mechanism, and what is drawn at some distance from them.

Place k has the co-ordinates 2k and 2k + 1 on the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..deck.model import Element
from ..deck.turning import parts
from ..engine.columns import Vectors, combined, constant, difference
from ..engine.columns import scaled as times
from ..engine.space import Vector, scaled
from ..engine.space import turned as turned_once
from ..engine.spatial_columns import on_axis, turned_with
from ..model.mechanism import Mechanism
from ..symbols.display import Point, Symbol
from .extent import Columns


@dataclass(frozen=True)
class DrawnPlace:
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
    places: list[DrawnPlace] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    hinged: set[Point] = field(default_factory=set)  # where an axle is drawn

    def place(self, place: DrawnPlace) -> Point:
        if place not in self.places:
            self.places.append(place)
        k = self.places.index(place)
        return 2 * k, 2 * k + 1

    def in_space(self, x: Columns, unit: float) -> list[Vectors]:
        """Of every place its x, y and z."""
        return [self._in_space(place, x, unit) for place in self.places]

    def _in_space(self, place: DrawnPlace, x: Columns, unit: float) -> Vectors:
        if place.far_node >= 0:
            return self._on_beam(place, x)
        found = point_of(place.at, x, place.z)
        if place.axis:
            P, Q = (point_of(end, x) for end in place.axis)
            return on_axis(P, Q, found, place.units * unit)
        if place.far:
            found = _sum(found, place.share, difference(point_of(place.far, x), found))
        if place.node >= 0:
            units = place.units * unit if place.units else 1.0
            found = _sum(found, 1.0, turned(self.mech, place.node, x, scaled(place.arm, units)))
        return found

    def _on_beam(self, place: DrawnPlace, x: Columns) -> Vectors:
        """On the cubic shape between two ends whose slopes are their arms."""
        s = place.share
        found = [times(part, 1 - 3 * s**2 + 2 * s**3) for part in point_of(place.at, x)]
        found = _sum(found, s - 2 * s**2 + s**3, turned(self.mech, place.node, x, place.arm))
        found = _sum(found, 3 * s**2 - 2 * s**3, point_of(place.far, x))
        return _sum(found, s**3 - s**2, turned(self.mech, place.far_node, x, place.far_arm))


def point_of(at: tuple[int, ...], x: Columns, z: float = 0.0) -> Vectors:
    """Co-ordinates of a point; one in a plane has its height."""
    return [x[k] for k in at] + [constant(z, len(x[at[0]]))] * (3 - len(at))


def _sum(a: Vectors, factor: float, b: Vectors) -> Vectors:
    return [combined(a[k], factor, b[k]) for k in range(3)]


def turned(mech: Mechanism, node: int, x: Columns, arm: Vector) -> Vectors:
    """A vector in the axes of a turning node, as it lies in space."""
    return turned_with([x[mech.index[number]] for number in parts(mech.numbers[node])], arm)


def in_node(mech: Mechanism, node: int, vector: Vector) -> Vector:
    """A vector in space at the start, in the axes of a turning node."""
    l0, *l = (mech.x0[mech.index[number]] for number in parts(node))
    return turned_once((l0, -l[0], -l[1], -l[2]), vector)


def start_between(mech: Mechanism, P: tuple[int, ...], Q: tuple[int, ...]) -> Vector:
    """From one point to another at the start."""
    x, y, z = (mech.x0[q] - mech.x0[p] for p, q in zip(P, Q, strict=True))
    return x, y, z


def turning_nodes(mech: Mechanism, element: Element) -> list[int]:
    """Numbers of the turning nodes of an element."""
    names = zip(mech.kind_of(element).coordinates, element.coordinates, strict=True)
    return [number for name, number in names if name[:2] == "l0"]
