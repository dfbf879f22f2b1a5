"""Wrong assumptions about masses: left out, in another place, turning otherwise, without weight or mass force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..deck.expression import Expression
from ..deck.item import changed_item
from ..deck.links import links
from ..deck.model import Deck, Dynamic
from ..dynamics import BODY, FORCE, GRAVITY, INERTIA, SOLID, UNIFORM
from ..dynamics.gravity import field
from .changes import Assumption, with_lines, without
from .lengths import length_of

WEIGHT_ALONE = "weight, but no mass force"
AT_FIRST = "mass centre at its first point"
Numbers = tuple[float, float, float, float]
_PQ = ("xP", "yP", "xQ", "yQ")


def of_masses(deck: Deck) -> Iterator[Assumption]:
    all_masses = masses(deck)
    for at, lines in enumerate(all_masses):
        name = called(deck, lines)
        yield Assumption(f"{name} without mass", partial(_without_mass, at))
        if not deck.is_spatial and deck.of(GRAVITY) and lines[0].word != SOLID.word:
            yield Assumption(f"{name}: {WEIGHT_ALONE}", partial(_weight_alone, at))
        own = _as_body(deck, lines[0])
        if own is not None:
            yield from _of_body(own, length_of(deck, lines[0].subject), at, name)
    for link in links(deck):
        on_it = [
            at for at, lines in enumerate(all_masses) if _is_on_element(lines[0]) and lines[0].subject in link.elements
        ]
        if len(on_it) > 1:
            names = " and ".join(dict.fromkeys(called(deck, all_masses[at]) for at in on_it))
            yield Assumption(f"{names} without all mass", partial(_without_masses, on_it))


def masses(deck: Deck) -> list[list[Dynamic]]:
    """Lines with mass; those that one line of the deck made, of a point, are together."""
    found: dict[object, list[Dynamic]] = {}
    for line in deck.of_all(type(BODY)):
        place = line.at(0)
        found.setdefault((place.line, line.word) if place is not None else id(line), []).append(line)
    return list(found.values())


def _is_on_element(line: Dynamic) -> bool:
    return line.word in (BODY.word, UNIFORM.word, SOLID.word)


def _as_body(deck: Deck, line: Dynamic) -> Numbers | None:
    """Mass, centre and inertia about it; of a uniform bar too."""
    if line.word == BODY.word:
        m, u, v, J = line.numbers
        return (m, u, v, J)
    length = length_of(deck, line.subject) if line.word == UNIFORM.word else None
    if length is None or _plane(deck, line.subject) != _PQ:
        return None
    m = line.numbers[0]
    return (m, 0.5 * length, 0.0, m * length**2 / 12.0)


def _of_body(own: Numbers, length: float | None, at: int, name: str) -> Iterator[Assumption]:
    m, u, v, J = own
    square = m * (u * u + v * v)
    others: list[tuple[str, Numbers]] = [
        ("J left out", (m, u, v, 0.0)),
        (AT_FIRST, (m, 0.0, 0.0, J)),
        ("v left out", (m, u, 0.0, J)),
        ("v to the other side", (m, u, -v, J)),
        ("J + mρ² in place of J", (m, u, v, J + square)),
        ("J − mρ² in place of J", (m, u, v, J - square)),
    ]
    if length is not None:
        others += [
            ("mass centre at its second point", (m, length, 0.0, J)),
            ("mass centre in the middle", (m, 0.5 * length, 0.0, J)),
            ("u counted from its second point", (m, length - u, v, J)),
        ]
    for text, values in others:
        if values != own:
            yield Assumption(f"{name}: {text}", partial(_with_body, at, values))


def called(deck: Deck, lines: list[Dynamic]) -> str:
    line = lines[0]
    if line.word == INERTIA.word:
        point = deck.names.point(*(one.subject for one in lines)) if len(lines) == 2 else ""
        return f"inertia at {point or deck.names.coordinate(line.subject)}"
    return deck.names.element(line.subject) if deck.names.has("element", line.subject) else f"element {line.subject}"


def _without_mass(at: int, deck: Deck) -> Deck:
    return without(deck, masses(deck)[at])


def _without_masses(many: list[int], deck: Deck) -> Deck:
    found = masses(deck)
    return without(deck, [line for at in many for line in found[at]])


def _with_body(at: int, values: Numbers, deck: Deck) -> Deck:
    changed: dict[str, object] = {"word": BODY.word, "values": values, "open": ()}
    return with_lines(deck, masses(deck)[at], lambda one: changed_item(one, changed))


def _weight_alone(at: int, deck: Deck) -> Deck | None:
    """The mass left out, its weight as forces at the points of its element: they are constant."""
    lines = masses(deck)[at]
    line = lines[0]
    gx, gy, _ = field(deck.of(GRAVITY)[0].numbers)
    light = without(deck, lines)
    if line.word == INERTIA.word:
        fields = {"x": gx, "y": gy}
        axes = deck.axes
        return _with_forces(
            light,
            {
                one.subject: line.numbers[0] * fields[axes[one.subject]]
                for one in lines
                if axes.get(one.subject) in fields
            },
        )
    element = next(element for element in deck.elements if element.number == line.subject)
    kind, length = deck.kinds[element.kind], length_of(deck, line.subject)
    if length is None or kind.plane != _PQ:
        return None
    at_kind = dict(zip(kind.coordinates, element.coordinates, strict=True))
    m, u, v = (line.numbers[0], 0.5 * length, 0.0) if line.word == UNIFORM.word else line.numbers[:3]
    Wx, Wy = m * gx, m * gy
    a, b = u / length, v / length
    Qx, Qy = a * Wx + b * Wy, a * Wy - b * Wx
    return _with_forces(light, {at_kind["xQ"]: Qx, at_kind["yQ"]: Qy, at_kind["xP"]: Wx - Qx, at_kind["yP"]: Wy - Qy})


def _plane(deck: Deck, number: int) -> tuple[str, ...]:
    return next(deck.kinds[element.kind].plane for element in deck.elements if element.number == number)


def _with_forces(deck: Deck, forces: dict[int, float]) -> Deck:
    fixed = {c.number for c in deck.fixed}
    lines = [
        Dynamic(FORCE.word, number, (Expression((("number", force),)),))
        for number, force in forces.items()
        if number not in fixed
    ]
    return replace(deck, dynamics=(*deck.dynamics, *lines))
