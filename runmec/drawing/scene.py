"""A mechanism in space as points and symbols: places in space first, then what is seen of them from a direction.

Symbols are those of the plane, on places of the screen: place k has the co-ordinates 2k and 2k + 1. So pictures and the
film paint them as they paint all others; they only have to look from somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, radians, sin

import numpy as np

from ..deck.model import Element
from ..deck.turning import parts
from ..engine.space import axes_along, scaled
from ..model.mechanism import Mechanism
from ..results.space import points_with_height
from ..symbols.display import Line, Point, Symbol
from ..symbols.standard import P as AT_P
from ..symbols.standard import Q as AT_Q
from ..symbols.standard import at, bar, ground, mass, path, pin
from .arrays import Floats
from .symbols import use_of

VIEW = (-60.0, 25.0)  # degrees: around z from the x-axis, and up
_CURVE = 12  # parts of a bent beam
_AXLE = 1.1  # half its length, in units


@dataclass(frozen=True)
class Place:
    """A place in space: a point of the mechanism, and from there a constant vector in the axes of a turning node."""

    at: tuple[int, ...]  # indices of x, y and z
    z: float = 0.0  # of a point in a plane
    node: int = -1  # index of the first parameter of a turning node
    arm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    units: float = 0.0  # times the arm, in units of small symbols
    far: tuple[int, ...] = ()  # of a place on a beam: its other end, with the arm there, both along the beam
    far_node: int = -1
    far_arm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    share: float = 0.0  # of the way


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
            if place.far:
                found[k] = self._on_beam(place, x)
            elif place.node >= 0:
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


def turned(mech: Mechanism, node: int, x: Floats, arm: Floats) -> Floats:
    """A vector (3,) in the axes of a turning node -> (3, nt) in space."""
    at = [mech.index[number] for number in parts(mech.coordinates[node])]
    l0, l = x[at[0]], x[at[1:]]
    across = np.cross(l, arm, axisa=0, axisc=0)
    return arm[:, None] + 2.0 * (l0 * across + np.cross(l, across, axisa=0, axisb=0, axisc=0))


def standing(mech: Mechanism) -> dict[tuple[int, ...], Point]:
    """Where the points of the elements stand on the screen, by the indices of their co-ordinates."""
    drawn, height = scene(mech), points_with_height(mech)
    in_space = {point[:2]: point for point in height if len(point) > 2}
    found = {}
    for element in mech.deck.elements:
        for point in mech.points(element).values():
            whole = in_space.get(point[:2], point)
            found[point] = drawn.place(Place(whole, height[whole]))
    return found


@lru_cache(maxsize=4)
def scene(mech: Mechanism) -> Scene:
    """What a mechanism in space is drawn as, from the back to the front where nothing is nearer."""
    found = Scene(mech)
    height = points_with_height(mech)
    in_space = {point[:2]: point for point in height if len(point) > 2}

    def stand(point: tuple[int, ...]) -> Point:
        point = in_space.get(point[:2], point)
        return found.place(Place(point, height[point]))

    fixed = set(mech.o.tolist())
    meeting: dict[Point, int] = {}
    for indices in height:
        if set(indices) <= fixed:
            found.symbols.append(ground(stand(indices)))
    for element in mech.deck.elements:
        symbol = _element(mech, found, element, {p: stand(at) for p, at in mech.points(element).items()})
        if symbol is not None:
            found.symbols.append(symbol)
            for point in dict.fromkeys(symbol.points[:2] if symbol.joins else ()):
                meeting[point] = meeting.get(point, 0) + 1
    clamped = _clamped(mech, stand)
    heavy = {mech.index[inertia.coordinate] for inertia in mech.deck.inertias if inertia.mass}
    found.symbols += [mass(stand(point)) for point in height if heavy & set(point)]
    for solid in mech.deck.solids:
        centre = (solid.centre[0], solid.centre[1], solid.centre[2])
        node = mech.index[_turning(mech, mech.elements[solid.element])[0]]
        found.symbols.append(
            mass(found.place(Place(mech.points(mech.elements[solid.element])["P"], 0.0, node, centre)))
        )
    found.symbols += [pin(p) for p, count in meeting.items() if count > 1 and p not in found.hinged | clamped]
    return found


def _clamped(mech: Mechanism, stand: Callable[[tuple[int, ...]], Point]) -> set[Point]:
    """Points at which all elements share a turning node: nothing moves there against the other."""
    nodes: dict[Point, list[set[int]]] = {}
    for element in mech.deck.elements:
        turning = _turning(mech, element)
        for name, point in mech.points(element).items():
            own = turning[-1:] if name == "Q" and len(turning) > 1 else turning[:1]
            nodes.setdefault(stand(point), []).append(set(own))
    return {point for point, found in nodes.items() if len(found) > 1 and set.intersection(*found)}


def _turning(mech: Mechanism, element: Element) -> list[int]:
    """Numbers of the turning nodes of an element."""
    names = zip(mech.deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
    return [number for name, number in names if name[:2] == "l0"]


def _element(mech: Mechanism, scene: Scene, element: Element, points: dict[str, Point]) -> Symbol | None:
    kind = mech.deck.kinds[element.kind]
    if element.kind == "HINGE":
        return _axle(mech, scene, element)
    if element.kind == "TR2S":
        return path("link", points["P"], points["S"], points["Q"])
    if element.kind == "BEAMS":
        return _beam(mech, scene, element, points)
    if kind.is_spatial and element.kind != "BINS":
        return bar(points["P"], points["Q"])
    return (
        kind.symbol(use_of(mech, element, points))
        if element.kind in ("BINS", "BIN")
        else bar(*list(points.values())[:2])
    )


def _axle(mech: Mechanism, scene: Scene, hinge: Element) -> Symbol | None:
    """Where the hinge is: at a point that elements on both of its nodes share, or the P of one that turns with it."""
    l, m = _turning(mech, hinge)
    owners: dict[int, list[tuple[int, ...]]] = {l: [], m: []}
    for element in mech.deck.elements:
        for node in set(_turning(mech, element)) & {l, m}:
            points = mech.points(element)
            own = list(points.values())
            if len(own) > 1 and _turning(mech, element)[-1] == node and len(_turning(mech, element)) > 1:
                own.reverse()
            owners[node] += own
    shared = [point for point in owners[m] if point in owners[l]]
    everywhere = shared or owners[m] or owners[l]
    if not everywhere:
        return None
    data = mech.deck.data_of(hinge)
    x, _, _ = axes_along((data[0], data[1], data[2]), (0.0, 0.0, 0.0))
    arm = in_node(mech, l, np.array(x))
    scene.hinged.add(scene.place(Place(everywhere[0])))
    ends = [Place(everywhere[0], 0.0, mech.index[l], scaled(arm, side), _AXLE) for side in (-1.0, 1.0)]
    return Symbol("axle", (Line("axle", (AT_P, AT_Q)),), (scene.place(ends[0]), scene.place(ends[1])), joins=False)


def in_node(mech: Mechanism, node: int, vector: Floats) -> tuple[float, float, float]:
    """A vector in space at the start, in the axes of a turning node."""
    back = mech.x0[:, None].copy()
    for number in parts(node)[1:]:
        back[mech.index[number]] *= -1.0
    x, y, z = turned(mech, mech.index[node], back, vector)[:, 0].tolist()
    return x, y, z


def _beam(mech: Mechanism, scene: Scene, element: Element, points: dict[str, Point]) -> Symbol:
    """A line through places on its bent shape."""
    P, Q = (mech.points(element)[point] for point in "PQ")
    l, m = _turning(mech, element)
    along = mech.x0[list(Q)] - mech.x0[list(P)]
    arms = in_node(mech, l, along), in_node(mech, m, along)
    between = [
        scene.place(Place(P, 0.0, mech.index[l], arms[0], 0.0, Q, mech.index[m], arms[1], k / _CURVE))
        for k in range(1, _CURVE)
    ]
    line = tuple(at(k) for k in (0, *range(2, 2 + len(between)), 1))
    return Symbol("beam", (Line("beam", line),), (points["P"], points["Q"], *between))


# ---- looking


def directions(view: tuple[float, float]) -> Floats:
    """Right, up and towards the eye (3, 3) of a view by azimuth and elevation in degrees."""
    az, el = map(radians, view)
    return np.array([
        [-sin(az), cos(az), 0.0],
        [-sin(el) * cos(az), -sin(el) * sin(az), cos(el)],
        [cos(el) * cos(az), cos(el) * sin(az), sin(el)],
    ])  # fmt: skip


def seen(places: Floats, view: tuple[float, float]) -> tuple[Floats, Floats]:
    """(2·places, nt) on the screen, and (places, nt) towards the eye."""
    right, up, near = np.einsum("ij,kjt->ikt", directions(view), places)
    return np.stack([right, up], axis=1).reshape(-1, places.shape[2]), near
