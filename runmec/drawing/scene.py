"""A mechanism in space as points and symbols: places in space first, then what is seen of them from a direction.

Symbols are those of the plane, on places of the screen: place k has the co-ordinates 2k and 2k + 1. So pictures and the
film paint them as they paint all others; they only have to look from somewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, radians, sin

from ..deck.model import Element
from ..dynamics import SOLID
from ..elements.spatial import BEAMS, HINGE, TR2S
from ..engine.columns import Column, Vectors
from ..engine.space import Vector
from ..engine.spatial_columns import part_along
from ..model.mechanism import Mechanism
from ..results.space import points_with_height
from ..symbols.display import Line, Point, Symbol
from ..symbols.standard import at, bar, ground, mass, motor, pin
from .places import DrawnPlace, Scene, in_node, start_between, turning_nodes
from .spatial_joints import about_axis, hinge, only_axes
from .symbols import motor_points, use_of

VIEW = (-60.0, 25.0)  # degrees: around z from the x-axis, and up
_CURVE = 12  # parts of a bent beam


def standing(mech: Mechanism) -> dict[tuple[int, ...], Point]:
    """Where the points of the elements stand on the screen, by the indices of their co-ordinates."""
    drawn, height = scene(mech), points_with_height(mech)
    in_space = {point[:2]: point for point in height if len(point) > 2}
    found = {}
    for element in mech.elements.values():
        for point in mech.points(element).values():
            whole = in_space.get(point[:2], point)
            found[point] = drawn.place(DrawnPlace(whole, height[whole]))
    return found


@lru_cache(maxsize=4)
def scene(mech: Mechanism) -> Scene:
    """What a mechanism in space is drawn as, from the back to the front where nothing is nearer."""
    found = Scene(mech)
    height = points_with_height(mech)
    in_space = {point[:2]: point for point in height if len(point) > 2}

    def stand(point: tuple[int, ...]) -> Point:
        point = in_space.get(point[:2], point)
        return found.place(DrawnPlace(point, height[point]))

    fixed = set(mech.o)
    meeting: dict[Point, int] = {}
    bare = only_axes(mech)
    for indices in height:
        if set(indices) <= fixed and indices not in bare:
            found.symbols.append(ground(stand(indices)))
    for element in (one for number, one in mech.elements.items() if not mech.only_leads(number)):
        for symbol in _element(
            mech, found, element, {name: stand(point) for name, point in mech.points(element).items()}
        ):
            found.symbols.append(symbol)
            for joint in dict.fromkeys(symbol.points[:2] if symbol.joins else ()):
                meeting[joint] = meeting.get(joint, 0) + 1
    found.symbols += [motor(stand(point)) for point in motor_points(mech)]
    clamped = _clamped(mech, stand)
    heavy = {mech.index[coordinate] for coordinate in mech.heavy}
    found.symbols += [mass(stand(point)) for point in height if heavy & set(point)]
    for solid, _ in mech.made_of(SOLID):
        element, (_m, u, v, w, *_I) = mech.elements[solid.subject], solid.numbers
        node = mech.index[turning_nodes(mech, element)[0]]
        found.symbols.append(mass(found.place(DrawnPlace(mech.points(element)["P"], 0.0, node, (u, v, w)))))
    found.symbols += [pin(p) for p, count in meeting.items() if count > 1 and p not in found.hinged | clamped]
    return found


def _clamped(mech: Mechanism, stand: Callable[[tuple[int, ...]], Point]) -> set[Point]:
    """Points at which all elements share a turning node: nothing moves there against the other."""
    nodes: dict[Point, list[set[int]]] = {}
    for element in mech.elements.values():
        turning = turning_nodes(mech, element)
        for name, point in mech.points(element).items():
            own = turning[-1:] if name == "Q" and len(turning) > 1 else turning[:1]
            nodes.setdefault(stand(point), []).append(set(own))
    return {point for point, found in nodes.items() if len(found) > 1 and set.intersection(*found)}


def _element(mech: Mechanism, scene: Scene, element: Element, points: dict[str, Point]) -> list[Symbol]:
    kind = mech.kind_of(element)
    if kind is HINGE:
        return hinge(mech, scene, element)
    if kind is TR2S:
        return about_axis(mech, scene, element, points["S"])
    if kind is BEAMS:
        return [_beam(mech, scene, element, points)]
    turns = any(name[0] in "bl" for name in kind.coordinates)  # its symbol would want an angle on the screen
    return [bar(*list(points.values())[:2]) if turns else kind.symbol(use_of(mech, element, points))]


def _beam(mech: Mechanism, scene: Scene, element: Element, points: dict[str, Point]) -> Symbol:
    """A line through places on its bent shape."""
    P, Q = (mech.points(element)[point] for point in "PQ")
    l, m = turning_nodes(mech, element)
    along = start_between(mech, P, Q)
    arms = in_node(mech, l, along), in_node(mech, m, along)
    between = [
        scene.place(DrawnPlace(P, 0.0, mech.index[l], arms[0], 0.0, Q, k / _CURVE, mech.index[m], arms[1]))
        for k in range(1, _CURVE)
    ]
    line = tuple(at(k) for k in (0, *range(2, 2 + len(between)), 1))
    return Symbol("beam", (Line("beam", line),), (points["P"], points["Q"], *between))


# ---- looking


def directions(view: tuple[float, float]) -> tuple[Vector, Vector, Vector]:
    """Right, up and towards the eye of a view by azimuth and elevation in degrees."""
    az, el = map(radians, view)
    return (
        (-sin(az), cos(az), 0.0),
        (-sin(el) * cos(az), -sin(el) * sin(az), cos(el)),
        (cos(el) * cos(az), cos(el) * sin(az), sin(el)),
    )


def seen(places: Sequence[Vectors], view: tuple[float, float]) -> tuple[list[Column], list[Column]]:
    """Of all places x and y on the screen in turn, and how near they are."""
    right, up, near = directions(view)
    flat = [part_along(place, way) for place in places for way in (right, up)]
    return flat, [part_along(place, near) for place in places]
