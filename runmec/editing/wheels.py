"""What turns against other things, built by pointing: wheels, gears, racks, cams.

A wheel is an angle at a point. Gears take the angle that is there: of a wheel, of a beam's end; a bar that ends at the
point gets one, and where nothing turns a wheel with a mark on its rim is made.
"""

from __future__ import annotations

import math

from ..deck.model import Deck
from ..elements import BIN, ELEMENTS
from .building import (
    CannotBuild,
    End,
    add_point,
    direction,
    distance,
    free_name,
    held_as,
    hold,
    insert_line,
    node_of,
    place_of,
    with_ends,
)
from .reading import draft

WHEELS = ("wheel", "gear", "rack")
_DIGITS = 9
_LIFT, _SWING = 0.2, "20deg"  # of a cam, before its numbers are changed: a part of the follower's length; an angle


def add_wheel(text: str, centre: str, rim: str) -> tuple[str, str]:
    """A link that turns about a point, with a mark on its rim."""
    angle = _free_angle(text, centre)
    turned = direction(draft(text).deck, [centre, rim])
    text = insert_line(text, "GEOMETRY", f"angle {angle} {turned:.6g}", ("point", "angle"))
    name = free_name(text, "element", "wheel")
    line = f"elem {name} TR1 {node_of(text, centre)} {angle} {node_of(text, rim)}"
    return insert_line(text, "TOPOLOGY", line, ("elem",)), name


def add_gears(text: str, one: str, other: str, finest: float) -> tuple[str, str]:
    """Two gears in mesh, alike until their radii are changed."""
    text, first = _turning(text, one, other, finest)
    text, second = _turning(text, other, one, finest)
    radius = f"{distance(draft(text).deck, [one, other]) / 2:.{_DIGITS}g}"
    name = free_name(text, "element", "teeth")
    line = f"elem {name} GEAR {node_of(text, one)} {first} {node_of(text, other)} {second}"
    text = insert_line(text, "TOPOLOGY", line, ("elem",))
    return insert_line(text, "GEOMETRY", f"gear {name} {radius} {radius}", ("gear",)), name


def add_rack(text: str, centre: str, pitch: str, finest: float) -> tuple[str, str]:
    """A gear and a rack whose pitch line passes through a point; the rack slides along the axis that fits better."""
    (x, y), (u, v) = (place_of(draft(text).deck, point) for point in (centre, pitch))
    along = "x" if abs(v - y) >= abs(u - x) else "y"
    radius = abs(v - y) if along == "x" else abs(u - x)
    if held_as(text, pitch) == "free":
        text = hold(text, pitch, f"along {along}")
    text, turning = _turning(text, centre, pitch, finest)
    angle = _free_angle(text, pitch)
    text = insert_line(text, "GEOMETRY", f"angle {angle} {'0' if along == 'x' else '90deg'} fixed", ("point", "angle"))
    name = free_name(text, "element", "rack")
    line = f"elem {name} RACK {node_of(text, centre)} {turning} {node_of(text, pitch)} {angle}"
    text = insert_line(text, "TOPOLOGY", line, ("elem",))
    return insert_line(text, "GEOMETRY", f"gear {name} {radius:.{_DIGITS}g}", ("gear",)), name


def add_cam(text: str, cam: str, follower: str) -> tuple[str, str]:
    """A link that turns lifts another one: its length where an end of it slides, else its angle."""
    deck = draft(text).deck
    known = {deck.names.element(element.number): element for element in deck.elements}
    if cam not in known or follower not in known:
        raise CannotBuild("a cam and its follower are links with names: give them names first (Rename)")
    if cam == follower or known[follower].kind != BIN.word:
        raise CannotBuild("click the link that is the cam, then the bar that follows it")
    ends = [deck.names.point(*known[follower].coordinates[k : k + 2]) for k in (0, 2)]
    slides = any(end and held_as(text, end).startswith("along") for end in ends)
    program = free_name(text, "program", "lift")
    if slides:
        size, parameter = f"{_LIFT * _length(deck, known[follower].coordinates):.3g}", f"{follower}.lenl"
    else:
        size, parameter = _SWING, free_name(text, "parameter", "follow")
        text = insert_line(text, "TOPOLOGY", f"param {parameter} {follower}.angb 1 fixed", ("param",))
    text = insert_line(text, "TOPOLOGY", f"couple {parameter} {cam}.angb {program} -1", ("couple",))
    line = f"program {program} cycloid {size} 120deg dwell 60deg cycloid -{size} 120deg dwell 60deg"
    return insert_line(text, "GEOMETRY", line, ("program",)), program


def _length(deck: Deck, coordinates: tuple[int, ...]) -> float:
    value = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    x, y, u, v = (value[number] for number in coordinates[:4])
    return math.hypot(u - x, v - y)


def draw_wheel(text: str, what: str, ends: list[End], finest: float) -> tuple[str, str]:
    """A wheel, two gears, a gear and a rack: from one centre to the rim, the other centre, the pitch line."""
    if len(ends) != 2:
        raise CannotBuild(f"a {what} is drawn from one place to another one")
    held = [end if isinstance(end, str) else (end[0], end[1], not k or what == "gear") for k, end in enumerate(ends)]
    text, (one, other) = with_ends(text, held, finest)
    if one == other:
        raise CannotBuild(f"a {what} is drawn from one place to another one")
    if what == "wheel":
        return add_wheel(text, one, other)
    return add_gears(text, one, other, finest) if what == "gear" else add_rack(text, one, other, finest)


# ---- angles


def _turning(text: str, point: str, other: str, finest: float) -> tuple[str, str]:
    """The angle that turns about a point; one is made where there is none."""
    deck = draft(text).deck
    own = _numbers(deck, point)
    for element in deck.elements:
        number = dict(zip(ELEMENTS[element.kind].coordinates, element.coordinates, strict=False))
        for end in "PQ":
            if (number.get(f"x{end}"), number.get(f"y{end}")) == own and f"b{end}" in number:
                return text, deck.names.coordinate(number[f"b{end}"])
    far = _numbers(deck, other)
    for element in deck.elements:
        ends = element.coordinates[:2], element.coordinates[2:4]
        if element.kind == BIN.word and own in ends and far not in ends and _is_rigid(deck, element.number):
            tip = ends[1] if ends[0] == own else ends[0]
            called = deck.names.point(*tip) or f"{tip[0]} {tip[1]}"
            return _angle_of_bar(text, point, called, deck, (*own, *tip))
    x, y = place_of(deck, point)
    radius = distance(deck, [point, other]) / 2
    u, v = place_of(deck, other)
    # the mark lies across the line of centres, where it hides no teeth
    text, mark = add_point(text, x - 0.8 * (v - y) / 2, y + 0.8 * (u - x) / 2, False, min(finest, radius / 10))
    text, _ = add_wheel(text, point, mark)
    return _turning(text, point, other, finest)


def _is_rigid(deck: Deck, element: int) -> bool:
    return any(form.element == element and form.parameter > 0 for form in deck.forms)


def _angle_of_bar(text: str, point: str, end: str, deck: Deck, places: tuple[int, ...]) -> tuple[str, str]:
    value = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    x, y, u, v = (value[number] for number in places)
    angle = _free_angle(text, point)
    text = insert_line(text, "GEOMETRY", f"angle {angle} {math.atan2(v - y, u - x):.6g}", ("point", "angle"))
    hub = free_name(text, "element", "hub")
    line = f"elem {hub} HBEAM {node_of(text, point)} {angle} {end} angp"
    return insert_line(text, "TOPOLOGY", line, ("elem",)), angle


def _numbers(deck: Deck, point: str) -> tuple[int, ...]:
    found = deck.names.coordinates_of(point)
    return found if found is not None else tuple(int(part) for part in point.split(","))


def _free_angle(text: str, point: str) -> str:
    stem = "".join(letter if letter.isalnum() else "_" for letter in point)
    return free_name(text, "place", f"b{stem}", first="")
