"""What an element holds together: points, angles and turning nodes that keep their place to each other."""

from __future__ import annotations

from ..elements import CHORD
from .model import Deck, Element

Place = tuple[int, ...]  # numbers of the co-ordinates of a point, or of an angle
Pair = frozenset[Place]  # two points, or a point and an angle: what they are part of can neither shift nor turn


def held_forms(deck: Deck) -> dict[int, set[str]]:
    """Form parameters of every element that are held alone by a prescribed parameter.

    A parameter that is an input, that several form parameters make together, or that is coupled with another one,
    holds nothing.
    """
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


def places_of(deck: Deck, element: Element) -> dict[str, Place]:
    """Points by their letter, angles and turning nodes by theirs with a b before it."""
    kind = deck.kinds[element.kind]
    number = dict(zip(kind.coordinates, element.coordinates, strict=True))
    found: dict[str, Place] = {}
    for node in kind.nodes:
        if node[0][0] in "bl":
            found[f"b{node[0][-1]}"] = (number[node[0]],)
        else:
            found[node[0][1:]] = tuple(number[name] for name in node)
    return found


def line_of(deck: Deck, element: Element) -> tuple[Place, ...]:
    """The two points of an element of the plane that has a direction."""
    kind = deck.kinds[element.kind]
    at = places_of(deck, element)
    return (at["P"], at["Q"]) if kind.directed and not kind.is_spatial and CHORD in kind.forms else ()


def held_pairs(deck: Deck, element: Element, held: set[str]) -> set[Pair]:
    """What an element holds together by the forms that are held."""
    at = places_of(deck, element)
    joined = deck.kinds[element.kind].joined
    found = [pair for forms, pairs in joined.items() if held.issuperset(forms) for pair in pairs]
    return {frozenset((at[one], at[two])) for one, two in found if one in at and two in at}


def point_pairs(deck: Deck, element: Element) -> set[Pair]:
    points = [place for place in places_of(deck, element).values() if len(place) > 1]
    return {frozenset((one, two)) for one in points for two in points if one != two}
