"""A mechanism in space as points and symbols: places in space first, then what is seen of them from a direction.

Symbols are those of the plane, on places of the screen: place k has the co-ordinates 2k and 2k + 1. So pictures and the
film paint them as they paint all others; they only have to look from somewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import cos, radians, sin

import numpy as np

from ..deck.model import Element
from ..model.mechanism import Mechanism
from ..results.space import points_with_height
from ..symbols.display import Line, Point, Symbol
from ..symbols.standard import at, bar, ground, mass, pin
from .arrays import Floats
from .places import Place, Scene, in_node, turning_nodes
from .spatial_joints import about_axis, hinge, only_axes
from .symbols import use_of

VIEW = (-60.0, 25.0)  # degrees: around z from the x-axis, and up
_CURVE = 12  # parts of a bent beam


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
    bare = only_axes(mech)
    for indices in height:
        if set(indices) <= fixed and indices not in bare:
            found.symbols.append(ground(stand(indices)))
    for element in mech.deck.elements:
        for symbol in _element(
            mech, found, element, {name: stand(point) for name, point in mech.points(element).items()}
        ):
            found.symbols.append(symbol)
            for joint in dict.fromkeys(symbol.points[:2] if symbol.joins else ()):
                meeting[joint] = meeting.get(joint, 0) + 1
    clamped = _clamped(mech, stand)
    heavy = {mech.index[inertia.coordinate] for inertia in mech.deck.inertias if inertia.mass}
    found.symbols += [mass(stand(point)) for point in height if heavy & set(point)]
    for solid in mech.deck.solids:
        centre = (solid.centre[0], solid.centre[1], solid.centre[2])
        node = mech.index[turning_nodes(mech, mech.elements[solid.element])[0]]
        found.symbols.append(
            mass(found.place(Place(mech.points(mech.elements[solid.element])["P"], 0.0, node, centre)))
        )
    found.symbols += [pin(p) for p, count in meeting.items() if count > 1 and p not in found.hinged | clamped]
    return found


def _clamped(mech: Mechanism, stand: Callable[[tuple[int, ...]], Point]) -> set[Point]:
    """Points at which all elements share a turning node: nothing moves there against the other."""
    nodes: dict[Point, list[set[int]]] = {}
    for element in mech.deck.elements:
        turning = turning_nodes(mech, element)
        for name, point in mech.points(element).items():
            own = turning[-1:] if name == "Q" and len(turning) > 1 else turning[:1]
            nodes.setdefault(stand(point), []).append(set(own))
    return {point for point, found in nodes.items() if len(found) > 1 and set.intersection(*found)}


def _element(mech: Mechanism, scene: Scene, element: Element, points: dict[str, Point]) -> list[Symbol]:
    kind = mech.deck.kinds[element.kind]
    if element.kind == "HINGE":
        return hinge(mech, scene, element)
    if element.kind == "TR2S":
        return about_axis(mech, scene, element, points["S"])
    if element.kind == "BEAMS":
        return [_beam(mech, scene, element, points)]
    turns = any(name[0] in "bl" for name in kind.coordinates)  # its symbol would want an angle on the screen
    return [bar(*list(points.values())[:2]) if turns else kind.symbol(use_of(mech, element, points))]


def _beam(mech: Mechanism, scene: Scene, element: Element, points: dict[str, Point]) -> Symbol:
    """A line through places on its bent shape."""
    P, Q = (mech.points(element)[point] for point in "PQ")
    l, m = turning_nodes(mech, element)
    along = mech.x0[list(Q)] - mech.x0[list(P)]
    arms = in_node(mech, l, along), in_node(mech, m, along)
    between = [
        scene.place(Place(P, 0.0, mech.index[l], arms[0], 0.0, Q, k / _CURVE, mech.index[m], arms[1]))
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
