"""Elements that are rigid to each other are one link: forces at pins act between links, not between elements."""

from __future__ import annotations

from typing import TypeAlias

from ..deck.model import Element
from ..model.mechanism import Mechanism
from ..symbols.display import Point
from .symbols import element_angles, element_points, held_forms, used_forms

#: two points at a distance that is held, or a point and an angle that turns there
Hold: TypeAlias = frozenset[Point] | tuple[Point, int]


def links(mech: Mechanism) -> dict[int, int]:
    """Element number -> the smallest element number of its link."""
    link = {element.number: element.number for element in mech.deck.elements}
    first: dict[Hold, int] = {}
    for element in mech.deck.elements:
        for hold in _holds(mech, element):
            one, other = link[first.setdefault(hold, element.number)], link[element.number]
            if one != other:
                link = {number: min(one, other) if of in (one, other) else of for number, of in link.items()}
    return link


def _holds(mech: Mechanism, element: Element) -> list[Hold]:
    """What an element keeps together, or leaves to others to keep: elements with one of these in common move as one."""
    points = element_points(mech, element)
    P, Q = points["P"], points["Q"]
    held, used = held_forms(mech, element.number), used_forms(mech.deck, element.number)
    both = {"lenu", "lenv"} <= held
    found: list[Hold] = list(zip((P, Q), element_angles(mech, element), strict=False))
    if both if element.kind == "TR1" else "lenl" in held or "lenl" not in used:
        found.append(frozenset({P, Q}))
        if "R" in points and both:
            found += [frozenset({P, points["R"]}), frozenset({Q, points["R"]})]
    return found
