"""Which symbols a mechanism has, from the back to the front. Knows no picture library."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from ..deck.model import Element, FormLine
from ..dynamics import BODY
from ..elements import DIRECTION
from ..model.mechanism import Mechanism
from ..symbols.display import AngleAt, Point, Symbol
from ..symbols.gears import Meshing
from ..symbols.standard import (
    clamp,
    ground,
    guide_x,
    guide_y,
    mass,
    mass_centre,
    meshing_wheel,
    motor,
    pin,
    profile,
    roller,
    wheel,
)
from ..symbols.use import Use
from .gears import gear_symbols

if TYPE_CHECKING:
    from ..results.profiles import Outline


@lru_cache(maxsize=4)
def symbols(mech: Mechanism, outlines: tuple[Outline, ...] = ()) -> tuple[Symbol, ...]:
    """All symbols of a mechanism and its cams, from the back to the front."""
    links = [element_symbol(mech, one) for number, one in mech.elements.items() if not mech.only_leads(number)]
    links.sort(key=lambda symbol: not symbol.behind)
    return (
        *cams(mech, outlines),
        *_supports(mech),
        *_rollers(outlines),
        *wheels(mech),
        *gear_symbols(mech, meshings(mech)),
        *links,
        *_motors(mech),
        *_masses(mech),
        *_mass_centres(mech),
        *_pins(mech, links),
    )


def meshings(mech: Mechanism) -> list[Meshing]:
    """Gears and racks that elements say to be in mesh."""
    found = []
    for element in mech.elements.values():
        meshing = mech.kind_of(element).meshing
        if meshing is not None:
            use = use_of(mech, element, element_points(mech, element))
            found.append(meshing(use, mech.data_of(element)))
    return found


def point_numbers(mech: Mechanism, element: Element) -> dict[str, tuple[int, ...]]:
    """Deck numbers of the co-ordinates of the points P, Q, R of an element."""
    return {p: tuple(mech.numbers[at] for at in point) for p, point in mech.points(element).items()}


def element_points(mech: Mechanism, element: Element) -> dict[str, Point]:
    """In the plane."""
    return {name: (point[0], point[1]) for name, point in mech.points(element).items()}


def element_angles(mech: Mechanism, element: Element) -> tuple[int, ...]:
    names = zip(mech.kind_of(element).coordinates, element.coordinates, strict=True)
    return tuple(mech.index[c] for name, c in names if name[0] == "b")


def element_symbol(mech: Mechanism, element: Element) -> Symbol:
    return mech.kind_of(element).symbol(use_of(mech, element, element_points(mech, element)))


def use_of(mech: Mechanism, element: Element, points: dict[str, Point]) -> Use:
    used = used_forms(mech, element.number)
    sprung, damped = mech.marked("sprung"), mech.marked("damped")
    return Use(
        points,
        tuple(AngleAt(b) for b in element_angles(mech, element)),
        frozenset(mech.o),
        held=frozenset(held_forms(mech, element.number)),
        driven=frozenset(form for form, p in used.items() if p in mech.motored),
        sprung=frozenset(form for form, p in used.items() if p in sprung),
        damped=frozenset(form for form, p in used.items() if p in damped),
        has_mass=element.number in mech.masses,
        values=mech.at_start.get(element.number, {}),
        rests=rests_of(mech, element, used),
    )


def rests_of(mech: Mechanism, element: Element, used: dict[str, int]) -> dict[str, float]:
    """Of an element that moves by its own elasticity: what its forms measure without deformation."""
    own = [form for form, parameter in used.items() if parameter > 0 and mech.row[parameter] in mech.elastic]
    lines = {form: mech.end_of(element.number, form) for form in own if mech.undeformed}
    return {
        form: mech.undeformed[mech.row[line.parameter]] / line.factor
        for form, line in lines.items()
        if line is not None
    }


def held_forms(mech: Mechanism, element: int) -> set[str]:
    """Form parameters of an element that do not change: what an input moves slides, as what is free does."""
    uses = used_forms(mech, element).items()
    coupled = mech.coupled_parameters
    last = mech.prescribed - mech.inputs
    return {form for form, parameter in uses if 0 < parameter <= last and parameter not in coupled}


def used_forms(mech: Mechanism, element: int) -> dict[str, int]:
    """Form parameters of an element that are used -> parameter, prescribed ones first."""
    found: dict[str, int] = {}
    for form in mech.lines:
        if form.element == element:
            found[form.form] = max(found.get(form.form, form.parameter), form.parameter)
    return found


def _supports(mech: Mechanism) -> list[Symbol]:
    """Ground at fixed points, guides at points with one fixed co-ordinate, clamps at fixed angles."""
    fixed = set(mech.o)
    found: dict[Symbol, None] = {}
    for element in mech.elements.values():
        angles, stiff = element_angles(mech, element), element_symbol(mech, element).stiff
        for name, point in element_points(mech, element).items():
            x_fixed, y_fixed = point[0] in fixed, point[1] in fixed
            at = {"P": 0, "Q": 1}.get(name, 2)
            if x_fixed and y_fixed:
                held = at < len(angles) and angles[at] in fixed and any(point == p for p, _ in stiff)
                found[clamp(point, AngleAt(angles[at])) if held else ground(point)] = None
            elif x_fixed or y_fixed:
                found[guide_x(point) if y_fixed else guide_y(point)] = None
    return list(found)


def cams(mech: Mechanism, outlines: Sequence[Outline]) -> list[Symbol]:
    """Profiles that turn with their elements."""
    found: list[Symbol] = []
    for cam in outlines:
        element = mech.elements[cam.element]
        angles = element_angles(mech, element)
        points = element_points(mech, element)
        if len(cam.corners) > 2:
            turning = AngleAt(angles[0]) if len(mech.kind_of(element).plane) == 3 else None
            found.append(profile(points["P"], points["Q"], turning, cam.corners, cam.is_closed))
    return found


def _rollers(outlines: Sequence[Outline]) -> list[Symbol]:
    return list(dict.fromkeys(roller(cam.roller, cam.radius) for cam in outlines if cam.radius))


def wheels(mech: Mechanism) -> list[Symbol]:
    """Pitch circles of gears, pulleys, drums and pinions: parameters in which angles have radii as factors."""
    found: dict[Symbol, None] = {}
    for parts in mech.forms_of.values():
        for symbol in _wheels_of(mech, parts):
            found[symbol] = None
    return list(found)


def _wheels_of(mech: Mechanism, parts: list[FormLine]) -> list[Symbol]:
    angles = [part for part in parts if part.form == DIRECTION]
    lengths = [part for part in parts if part.form.startswith("len")]
    if len(lengths) == 1 and len(angles) == 1 and lengths[0].factor:  # a rack, a rope on a drum
        centre = element_points(mech, mech.elements[angles[0].element])["P"]
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
    points = [element_points(mech, mech.elements[part.element]) for part in angles]
    if set(points[0].values()) & set(points[1].values()):  # one of them carries the other
        return []
    (P, f), (Q, g) = ((where["P"], part.factor) for where, part in zip(points, angles, strict=True))
    apart = hypot(mech.x0[P[0]] - mech.x0[Q[0]], mech.x0[P[1]] - mech.x0[Q[1]])
    meshing = f * g > 0 or abs(abs(abs(f) - abs(g)) - apart) < 1e-6 * apart
    if meshing and f + g:
        return [meshing_wheel(P, Q, abs(f / (f + g))), meshing_wheel(Q, P, abs(g / (f + g)))]
    if abs(f) + abs(g) < apart:  # a belt
        return [wheel(P, abs(f)), wheel(Q, abs(g))]
    return []


def _motors(mech: Mechanism) -> list[Symbol]:
    """Around joints in which motors sit that are not those of the inputs."""
    return list(dict.fromkeys(motor((x, y)) for x, y, *_ in motor_points(mech)))


def motor_points(mech: Mechanism) -> list[tuple[int, ...]]:
    """Where angles begin that such motors turn: the point that two links share, or P of one."""
    found = []
    for parameter in sorted(mech.motored_elsewhere):
        lines = [line for line in mech.forms_of[parameter] if line.form == DIRECTION]
        points = [mech.points(mech.elements[line.element]) for line in lines]
        if not points or len(lines) < len(mech.forms_of[parameter]):
            continue
        shared = set.intersection(*(set(own.values()) for own in points))
        found.append(points[0]["P"] if len(points) == 1 or not shared else min(shared))
    return found


def _masses(mech: Mechanism) -> list[Symbol]:
    heavy = {mech.index[coordinate] for coordinate in mech.heavy}
    found: dict[Symbol, None] = {}
    for element in mech.elements.values():
        for point in element_points(mech, element).values():
            if heavy & set(point):
                found[mass(point)] = None
    return list(found)


def _mass_centres(mech: Mechanism) -> list[Symbol]:
    """Of bodies, where they lie beside P: a wrong sign of u or v is seen."""
    found = []
    for body, _ in mech.made_of(BODY):
        points = element_points(mech, mech.elements[body.subject])
        m, u, v, _J = body.numbers
        if m and (u or v) and points["P"] != points["Q"]:
            found.append(mass_centre(points["P"], points["Q"], u, v))
    return found


def _pins(mech: Mechanism, links: list[Symbol]) -> list[Symbol]:
    """Open circles where links meet each other or the ground."""
    fixed = set(mech.o)
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
