"""Which symbols a mechanism has, from the back to the front. Knows no picture library."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..deck.couples import coupled_parameters
from ..deck.model import Deck, Element, Form
from ..model.mechanism import Mechanism
from ..symbols.display import Angle, Point, Symbol
from ..symbols.gears import Meshing
from ..symbols.standard import (
    clamp,
    ground,
    guide_x,
    guide_y,
    mass,
    mass_centre,
    meshing_wheel,
    pin,
    profile,
    roller,
    wheel,
)
from ..symbols.use import Use
from .gears import gear_symbols


@lru_cache(maxsize=4)
def symbols(mech: Mechanism) -> tuple[Symbol, ...]:
    """All symbols of a mechanism, from the back to the front."""
    links = [element_symbol(mech, element) for element in mech.deck.elements]
    links.sort(key=lambda symbol: not symbol.behind)
    return (
        *cams(mech),
        *_supports(mech),
        *_rollers(mech),
        *wheels(mech),
        *gear_symbols(mech, meshings(mech)),
        *links,
        *_masses(mech),
        *_mass_centres(mech),
        *_pins(mech, links),
    )


def meshings(mech: Mechanism) -> list[Meshing]:
    """Gears and racks that elements say to be in mesh."""
    found = []
    for element in mech.deck.elements:
        meshing = mech.deck.kinds[element.kind].meshing
        if meshing is not None:
            use = use_of(mech, element, element_points(mech, element))
            found.append(meshing(use, mech.deck.data_of(element)))
    return found


def point_numbers(mech: Mechanism, element: Element) -> dict[str, tuple[int, ...]]:
    """Deck numbers of the co-ordinates of the points P, Q, R of an element."""
    return {p: tuple(mech.coordinates[at] for at in point) for p, point in mech.points(element).items()}


def element_points(mech: Mechanism, element: Element) -> dict[str, Point]:
    """In the plane."""
    return {name: (point[0], point[1]) for name, point in mech.points(element).items()}


def element_angles(mech: Mechanism, element: Element) -> tuple[int, ...]:
    names = zip(mech.deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
    return tuple(mech.index[c] for name, c in names if name[0] == "b")


def element_symbol(mech: Mechanism, element: Element) -> Symbol:
    return mech.deck.kinds[element.kind].symbol(use_of(mech, element, element_points(mech, element)))


def use_of(mech: Mechanism, element: Element, points: dict[str, Point]) -> Use:
    deck, used = mech.deck, used_forms(mech.deck, element.number)
    first_input = mech.prescribed - mech.inputs
    sprung, damped = {one.parameter for one in deck.springs}, {one.parameter for one in deck.dampers}
    return Use(
        points,
        tuple(Angle(b) for b in element_angles(mech, element)),
        frozenset(mech.o.tolist()),
        held=frozenset(held_forms(mech, element.number)),
        driven=frozenset(form for form, p in used.items() if p > first_input),
        sprung=frozenset(form for form, p in used.items() if p in sprung),
        damped=frozenset(form for form, p in used.items() if p in damped),
        has_mass=element.number in mech.masses,
        values=mech.at_start.get(element.number, {}),
    )


def held_forms(mech: Mechanism, element: int) -> set[str]:
    """Form parameters of an element that do not change: what an input moves slides, as what is free does."""
    uses = used_forms(mech.deck, element).items()
    coupled = coupled_parameters(mech.deck)
    last = mech.prescribed - mech.inputs
    return {form for form, parameter in uses if 0 < parameter <= last and parameter not in coupled}


def used_forms(deck: Deck, element: int) -> dict[str, int]:
    """Form parameters of an element that are used -> parameter, prescribed ones first."""
    found: dict[str, int] = {}
    for form in deck.forms:
        if form.element == element:
            found[form.form] = max(found.get(form.form, form.parameter), form.parameter)
    return found


def _supports(mech: Mechanism) -> list[Symbol]:
    """Ground at fixed points, guides at points with one fixed co-ordinate, clamps at fixed angles."""
    fixed = set(mech.o.tolist())
    found: dict[Symbol, None] = {}
    for element in mech.deck.elements:
        angles, stiff = element_angles(mech, element), element_symbol(mech, element).stiff
        for name, point in element_points(mech, element).items():
            x_fixed, y_fixed = point[0] in fixed, point[1] in fixed
            at = {"P": 0, "Q": 1}.get(name, 2)
            if x_fixed and y_fixed:
                held = at < len(angles) and angles[at] in fixed and any(point == p for p, _ in stiff)
                found[clamp(point, Angle(angles[at])) if held else ground(point)] = None
            elif x_fixed or y_fixed:
                found[guide_x(point) if y_fixed else guide_y(point)] = None
    return list(found)


def cams(mech: Mechanism) -> list[Symbol]:
    """Profiles that turn with their elements."""
    found: list[Symbol] = []
    for cam in mech.outlines:
        element = mech.elements[cam.element]
        angles = element_angles(mech, element)
        points = element_points(mech, element)
        if len(cam.corners) > 2:
            turning = Angle(angles[0]) if element.kind == "TR1" else None
            found.append(profile(points["P"], points["Q"], turning, cam.corners, cam.is_closed))
    return found


def _rollers(mech: Mechanism) -> list[Symbol]:
    return list(dict.fromkeys(roller(cam.roller, cam.radius) for cam in mech.outlines if cam.radius))


def wheels(mech: Mechanism) -> list[Symbol]:
    """Pitch circles of gears, pulleys, drums and pinions: parameters in which angles have radii as factors."""
    terms: dict[int, list[Form]] = {}
    for form in mech.deck.forms:
        terms.setdefault(form.parameter, []).append(form)
    found: dict[Symbol, None] = {}
    for parts in terms.values():
        for symbol in _wheels_of(mech, parts):
            found[symbol] = None
    return list(found)


def _wheels_of(mech: Mechanism, parts: list[Form]) -> list[Symbol]:
    elements = {element.number: element for element in mech.deck.elements}
    angles = [part for part in parts if part.form == "angb"]
    lengths = [part for part in parts if part.form.startswith("len")]
    if len(lengths) == 1 and len(angles) == 1 and lengths[0].factor:  # a rack, a rope on a drum
        centre = element_points(mech, elements[angles[0].element])["P"]
        return [wheel(centre, abs(angles[0].factor / lengths[0].factor))]
    if lengths or not 2 <= len(angles) <= 3:
        return []
    if len(angles) == 3:  # two wheels, and the carrier on which they turn: its factor makes the sum zero
        total = sum(part.factor for part in angles)
        carriers = [part for part in angles if abs(total) < 1e-9 * abs(part.factor)]
        largest = max(carriers, key=lambda part: abs(part.factor), default=None)
        angles = [part for part in angles if part is not largest]
    if len(angles) != 2 or all(abs(part.factor) == 1 for part in angles):
        return []
    points = [element_points(mech, elements[part.element]) for part in angles]
    if set(points[0].values()) & set(points[1].values()):  # one of them carries the other
        return []
    (P, f), (Q, g) = ((where["P"], part.factor) for where, part in zip(points, angles, strict=True))
    apart = float(np.hypot(mech.x0[P[0]] - mech.x0[Q[0]], mech.x0[P[1]] - mech.x0[Q[1]]))
    meshing = f * g > 0 or abs(abs(abs(f) - abs(g)) - apart) < 1e-6 * apart
    if meshing and f + g:
        return [meshing_wheel(P, Q, abs(f / (f + g))), meshing_wheel(Q, P, abs(g / (f + g)))]
    if abs(f) + abs(g) < apart:  # a belt
        return [wheel(P, abs(f)), wheel(Q, abs(g))]
    return []


def _masses(mech: Mechanism) -> list[Symbol]:
    heavy = {mech.index[i.coordinate] for i in mech.deck.inertias if i.mass}
    found: dict[Symbol, None] = {}
    for element in mech.deck.elements:
        for point in element_points(mech, element).values():
            if heavy & set(point):
                found[mass(point)] = None
    return list(found)


def _mass_centres(mech: Mechanism) -> list[Symbol]:
    """Of bodies, where they lie beside P: a wrong sign of u or v is seen."""
    found = []
    for body in mech.deck.bodies:
        points = element_points(mech, mech.elements[body.element])
        if body.mass and (body.u or body.v):
            found.append(mass_centre(points["P"], points["Q"], float(body.u), float(body.v)))
    return found


def _pins(mech: Mechanism, links: list[Symbol]) -> list[Symbol]:
    """Open circles where links meet each other or the ground."""
    fixed = set(mech.o.tolist())
    count: dict[Point, int] = {}
    for symbol in links:
        if symbol.joins:
            for point in symbol.points:
                count[point] = count.get(point, 0) + 1
    stiff = _stiff_corners(links, count)
    clamped = {point for symbol in links for point, angle in symbol.stiff if angle in fixed}
    return [pin(p) for p, n in count.items() if (n > 1 or set(p) & fixed) and p not in clamped | stiff]


def _stiff_corners(links: list[Symbol], count: dict[Point, int]) -> set[Point]:
    """Points at which links meet that share their angle, and nothing else."""
    meeting: dict[Point, list[int]] = {}
    for symbol in links:
        for point, angle in symbol.stiff:
            meeting.setdefault(point, []).append(angle)
    return {p for p, angles in meeting.items() if len(angles) == count[p] > 1 and len(set(angles)) == 1}
