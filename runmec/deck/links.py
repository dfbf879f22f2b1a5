"""The links of a mechanism: sets of elements that are rigid to each other."""

from __future__ import annotations

from .kinds import KINDS
from .model import Deck, Element

Place = tuple[int, ...]  # numbers of the co-ordinates of a point, or of an angle
Pair = frozenset[Place]  # two points, or a point and an angle: what they are part of can neither shift nor turn


def links(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """Numbers of elements, link by link; an element that is rigid to no other is a link of its own.

    Elements are rigid to each other where they share two points at a prescribed distance, or a point and an angle.
    A parameter that is an input, that several form parameters make together, or that is coupled with another one,
    holds nothing.
    """
    own, distances = _held_together(deck)
    first: dict[Pair, int] = {}
    joined = {element.number: element.number for element in deck.elements}
    for element in deck.elements:
        shared = own[element.number] | (_pairs_of_points(element) & distances)
        for pair in sorted(shared, key=sorted):
            one, two = sorted((_root(joined, first.setdefault(pair, element.number)), _root(joined, element.number)))
            joined[two] = one
    found: dict[int, list[int]] = {}
    for element in deck.elements:
        found.setdefault(_root(joined, element.number), []).append(element.number)
    return tuple(tuple(numbers) for numbers in found.values())


def _held_together(deck: Deck) -> tuple[dict[int, set[Pair]], set[Pair]]:
    """What every element holds together, and all pairs of points at a prescribed distance.

    A length may be prescribed by another element on the same two points: those that stand on a distance are asked
    again when it is found.
    """
    held = _held_forms(deck)
    standing_on: dict[Pair, list[Element]] = {}
    for element in deck.elements:
        standing_on.setdefault(_ends(element), []).append(element)
    own: dict[int, set[Pair]] = {}
    distances: set[Pair] = set()
    pending = list(deck.elements)
    while pending:
        element = pending.pop()
        forms = held.get(element.number, set())
        own[element.number] = _pairs(element, forms | {"lenl"} if _ends(element) in distances else forms)
        found = {pair for pair in own[element.number] if _is_of_points(pair)} - distances
        distances |= found
        pending += [other for pair in found for other in standing_on.get(pair, ())]
    return own, distances


def _ends(element: Element) -> Pair:
    at = _places(element)
    return frozenset(at[point] for point in ("P", "Q") if point in at)


def _root(joined: dict[int, int], number: int) -> int:
    while joined[number] != number:
        joined[number] = joined[joined[number]]
        number = joined[number]
    return number


def _held_forms(deck: Deck) -> dict[int, set[str]]:
    """Form parameters of every element that are held alone by a prescribed parameter."""
    last = deck.prescribed - deck.inputs
    uses: dict[int, int] = {}
    for form in deck.forms:
        uses[form.parameter] = uses.get(form.parameter, 0) + 1
    for couple in deck.couples:
        uses[couple.parameter] = uses.get(couple.parameter, 0) + 1
    found: dict[int, set[str]] = {}
    for form in deck.forms:
        if 0 < form.parameter <= last and uses[form.parameter] == 1:
            found.setdefault(form.element, set()).add(form.form)
    return found


def _places(element: Element) -> dict[str, Place]:
    """Points by their letter, angles and turning nodes by theirs with a b before it."""
    kind = KINDS[element.kind]
    number = dict(zip(kind.coordinates, element.coordinates, strict=True))
    found: dict[str, Place] = {}
    for node in kind.nodes:
        if node[0][0] in "bl":
            found[f"b{node[0][-1]}"] = (number[node[0]],)
        else:
            found[node[0][1:]] = tuple(number[name] for name in node)
    return found


def _pairs(element: Element, held: set[str]) -> set[Pair]:
    """What the element itself holds together."""
    at = _places(element)
    found: list[tuple[str, str]] = []
    if "lenl" in held:
        found.append(("P", "Q"))
    if element.kind == "TR1":
        found.append(("P", "bP"))
        if {"lenu", "lenv"} <= held:
            found += [("P", "Q"), ("Q", "bP")]
    elif element.kind == "TR1S":
        found.append(("P", "bP"))
        if {"lenu", "lenv", "lenw"} <= held:
            found += [("P", "Q"), ("Q", "bP")]
    elif element.kind == "TR2S" and {"lenu", "lenr"} <= held:
        found += [("P", "S"), ("Q", "S")]
    elif element.kind == "BEAMS" and {"lens", "angt", "angpy", "angpz", "angqy", "angqz"} <= held:
        found += [("P", "bP"), ("Q", "bP"), ("P", "bQ"), ("Q", "bQ"), ("P", "Q")]
    elif {"lenl", "lenu", "lenv"} <= held:
        found += [("P", "R"), ("Q", "R")]
    for angle, form in (("bP", "angp"), ("bQ", "angq")):
        if form in held and "lenl" in held:
            found += [("P", angle), ("Q", angle)]
    return {frozenset((at[one], at[two])) for one, two in found if one in at and two in at}


def _pairs_of_points(element: Element) -> set[Pair]:
    points = [place for place in _places(element).values() if len(place) > 1]
    return {frozenset((one, two)) for one in points for two in points if one != two}


def _is_of_points(pair: Pair) -> bool:
    return all(len(place) > 1 for place in pair)
