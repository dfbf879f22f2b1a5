"""Axles of hinges, the cross of a universal joint, bearings of shafts, cranks about an axis of points."""

from __future__ import annotations

from ..deck.model import Element
from ..elements.spatial import ABOUT, DIHEDRAL, TR2S, UNIVERSAL
from ..engine.space import axes_along, dot, scaled, size
from ..model.mechanism import Mechanism
from ..symbols.display import Line, Point, Symbol
from ..symbols.standard import P as AT_P
from ..symbols.standard import Q as AT_Q
from ..symbols.standard import bar, ground, measure, motor
from .places import DrawnPlace, Scene, in_node, start_between, turning_nodes
from .symbols import held_forms

_AXLE = 1.1  # half its length, in units
_PIN = 0.8  # of a universal joint
_ALONG = 0.999  # cosine between an axle and a link from which on the link is a shaft


def hinge(mech: Mechanism, scene: Scene, element: Element) -> list[Symbol]:
    """An axle; of a universal joint both pins; of a shaft in a bearing of the frame a sleeve in the middle of it."""
    l, m = turning_nodes(mech, element)
    data = mech.data_of(element)
    beside = (data[3], data[4], data[5]) if len(data) > 3 else (0.0, 0.0, 0.0)
    x, y, _ = axes_along((data[0], data[1], data[2]), beside)
    if UNIVERSAL in held_forms(mech, element.number):
        where = _where(mech, l, m)
        return [] if where is None else [_stick(mech, scene, where, l, x, _PIN), _stick(mech, scene, where, m, y, _PIN)]
    shaft = _shaft(mech, m, x)
    if shaft is not None and mech.index[l] in set(mech.o):
        return [_stick(mech, scene, DrawnPlace(shaft[0], far=shaft[1], share=0.5), l, x, _AXLE)]
    where = _where(mech, l, m)
    if where is None:
        return []
    return [*_motor(mech, element, ABOUT, scene.place(where)), _stick(mech, scene, where, l, x, _AXLE)]


def _motor(mech: Mechanism, element: Element, form: str, p: Point) -> list[Symbol]:
    """Where one turns an angle of the element that is no input of its own."""
    moved = {line.parameter for line in mech.lines if line.element == element.number and line.form == form}
    return [motor(p)] if moved & mech.motored_elsewhere else []


def _stick(
    mech: Mechanism, scene: Scene, where: DrawnPlace, node: int, way: tuple[float, float, float], half: float
) -> Symbol:
    """A short thick line through a place, along a direction of a node."""
    arm = in_node(mech, node, way)
    if where.is_point:
        scene.hinged.add(scene.place(where))
    ends = [
        DrawnPlace(where.at, where.z, mech.index[node], scaled(arm, side), half, where.far, where.share)
        for side in (-1.0, 1.0)
    ]
    return axle(scene.place(ends[0]), scene.place(ends[1]))


def axle(p: Point, q: Point) -> Symbol:
    return Symbol("axle", (Line("axle", (AT_P, AT_Q)),), (p, q), joins=False)


def _shaft(
    mech: Mechanism, node: int, way: tuple[float, float, float]
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """The ends of a link of the node that lies along a direction at the start."""
    for element in mech.elements.values():
        points = mech.points(element)
        if turning_nodes(mech, element) != [node] or not {"P", "Q"} <= set(points):
            continue
        along = start_between(mech, points["P"], points["Q"])
        if size(along) > 0 and abs(dot(along, way)) > _ALONG * size(along):
            return points["P"], points["Q"]
    return None


def _where(mech: Mechanism, l: int, m: int) -> DrawnPlace | None:
    """A point that elements on both nodes share, or one that turns with it: on the frame where one of both stands."""
    owners: dict[int, list[tuple[int, ...]]] = {l: [], m: []}
    for element in mech.elements.values():
        own = turning_nodes(mech, element)
        for node in set(own) & {l, m}:
            points = list(mech.points(element).values())
            if len(own) > 1 and own[-1] == node:
                points.reverse()
            owners[node] += points
    shared = [point for point in owners[m] if point in owners[l]]
    everywhere = shared or owners[m] or owners[l]
    fixed = set(mech.o)
    on_frame = [point for point in everywhere if set(point) <= fixed] if {mech.index[l], mech.index[m]} & fixed else []
    return DrawnPlace((on_frame or everywhere)[0]) if everywhere else None


def about_axis(mech: Mechanism, scene: Scene, element: Element, S: Point) -> list[Symbol]:
    """TR2S: a crank from its axis to S, in a bearing of the frame where the axis does not move. One that only measures
    has no link; its axis is shown where it moves."""
    points = mech.points(element)
    axis = points["P"], points["Q"]
    stands = set(axis[0]) | set(axis[1]) <= set(mech.o)
    if not set(TR2S.rigid) & held_forms(mech, element.number):
        return [] if stands else [measure(*(scene.place(DrawnPlace(end)) for end in axis))]
    foot, low, high = (scene.place(DrawnPlace(points["S"], units=units, axis=axis)) for units in (0.0, -_AXLE, _AXLE))
    found = [*_motor(mech, element, DIHEDRAL, foot), axle(low, high), bar(foot, S)]
    scene.hinged.add(foot)
    if stands:
        found.insert(0, ground(foot))
    return found


def only_axes(mech: Mechanism) -> set[tuple[int, ...]]:
    """Points that tell where axes are and angles begin, and carry nothing else: no support is drawn at them."""
    axes: set[tuple[int, ...]] = set()
    others: set[tuple[int, ...]] = set()
    for element in mech.elements.values():
        points = mech.points(element)
        if mech.kind_of(element) is not TR2S:
            others |= set(points.values())
        else:
            axes |= {points[name] for name in "PQR"}
            others.add(points["S"])
            if not set(TR2S.rigid) & held_forms(mech, element.number):
                others.discard(points["S"])
    return axes - others
