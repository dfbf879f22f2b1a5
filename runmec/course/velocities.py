"""Velocities and accelerations without their relative part: a point moves as the other end of its link."""

from __future__ import annotations

from collections.abc import Iterator

from ..deck.expression import Expression, Program
from ..deck.item import changed_item
from ..deck.model import Deck, Element, Store
from ..elements import DIRECTION
from ..outputs import ACCELERATION, CALCULATED, FORM_RATE, VELOCITY
from .lengths import length_of

_CALLED = {VELOCITY.word: "velocity", ACCELERATION.word: "acceleration"}
Point = dict[str, int]  # axis to co-ordinate


def velocities(deck: Deck) -> Iterator[tuple[str, tuple[Store, ...], bool]]:
    """What to say, what is stored instead, and whether it has no sign of its own."""
    moving = {line.number for line in deck.moving}
    for _, own, other in _pairs(deck, moving):
        taken = {own[axis]: other[axis] for axis in own if axis in other and own[axis] in moving}
        for word, called in _CALLED.items():
            stores = tuple(_moved(store, word, taken) for store in deck.stores)
            if stores != deck.stores:
                yield f"{called} of {_name(deck, own)} without its part relative to {_name(deck, other)}", stores, False
    yield from _rates(deck, moving)


def _pairs(deck: Deck, moving: set[int]) -> Iterator[tuple[Element, Point, Point]]:
    """Two moving points of one link element, in both orders."""
    held = {form.element for form in deck.forms if form.parameter > 0}
    for element in deck.elements:
        points = _points(deck, element)
        for own in points:
            for other in points:
                if (
                    own is not other
                    and element.number in held
                    and all(moving & set(point.values()) for point in (own, other))
                ):
                    yield element, own, other


def _points(deck: Deck, element: Element) -> list[Point]:
    kind = deck.kinds[element.kind]
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    return [{name[0]: at[name] for name in kind.axes_of(point)} for point in kind.points]


def _name(deck: Deck, point: Point) -> str:
    return deck.names.point(*point.values()) or " ".join(deck.names.coordinate(n) for n in point.values())


def _moved(store: Store, word: str, taken: dict[int, int]) -> Store:
    if store.word == word and store.subject[0] in taken:
        return changed_item(store, {"subject": (taken[store.subject[0]],)})
    if store.expression is not None and word == VELOCITY.word:
        program = tuple(
            (name, taken.get(operand, operand) if name == "dx" else operand)
            for name, operand in store.expression.program
        )
        if program != store.expression.program:
            return changed_item(store, {"expression": Expression(program, store.expression.text), "open": ()})
    return store


# ---- angular velocities


def _rates(deck: Deck, moving: set[int]) -> Iterator[tuple[str, tuple[Store, ...], bool]]:
    """ω of a link about a fixed point, from the speed of the other end of the link that drives it."""
    elements = {element.number: element for element in deck.elements}
    for store in deck.stores:
        forms = (
            [form for form in deck.forms if form.parameter == store.subject[0]] if store.word == FORM_RATE.word else []
        )
        if len(forms) != 1 or forms[0].form != DIRECTION:
            continue
        link = elements[forms[0].element]
        length, ends = length_of(deck, link.number), _points(deck, link)[:2]
        free = [point for point in ends if moving & set(point.values())]
        if not length or len(ends) != 2 or len(free) != 1:
            continue
        for element, own, other in _pairs(deck, moving):
            if own == free[0] and element is not link:
                speed = Expression(_speed(other, length), "")
                changed = {"word": CALCULATED.word, "subject": (), "expression": speed, "open": ()}
                stores = tuple(changed_item(one, changed) if one is store else one for one in deck.stores)
                text = f"velocity of {_name(deck, own)} without its part relative to {_name(deck, other)}"
                yield text, stores, True


def _speed(point: Point, length: float) -> Program:
    found: Program = ()
    for axis in point.values():
        found += (("dx", axis), ("number", 2.0), ("power", 2))
    return (*found, *[("add", 2)] * (len(point) - 1), ("sqrt", 1), ("number", length), ("divide", 2))
