"""What acts at a co-ordinate on elements and wheels, as the engine reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..deck.links import Half
from ..engine.coordinate import Coordinate, Partial
from ..engine.form import Form
from ..engine.quantities import Connection

if TYPE_CHECKING:
    from .mechanism import Mechanism

Numbers = tuple[int, ...]
#: an entry of D, the factor of its form in a parameter, and that parameter
Push = tuple[Partial, float, Form]


def pin_force(mech: Mechanism, element: int, place: Numbers) -> list[Connection]:
    """On the link of an element of the plane, at the x and the y of a point."""
    link = mech.link_at(element, place[0])
    assert link is not None, "the deck was checked"
    return [own_force(mech, link.elements, link.halves, number) for number in place]


def own_force(mech: Mechanism, elements: Numbers, halves: Sequence[Half], number: int) -> Connection:
    """At a co-ordinate, on elements and wheels: of what they measure, of what follows them, of their masses."""
    c = mech.coordinates[mech.index[number]]
    terms = [term for of in (mech.terms, mech.shares) for element in elements for term in of.get(element, ())]
    found: list[Push] = [(entry, term.factor, mech.forms[term.row]) for term in terms for entry in term.form.entries]
    found += [push for half in halves for push in _teeth(mech, half)]
    found = [push for push in found if push[0].of is c]
    masses = [mass for element in elements for mass in mech.masses.get(element, ())]
    return Connection(c, [e for e, _, _ in found], [f for _, f, _ in found], [p for _, _, p in found], masses)


def _teeth(mech: Mechanism, half: Half) -> Iterator[Push]:
    """What keeps a wheel from slipping, and what pushes it across the pitch circles."""
    element = mech.elements[half.element]
    kind = mech.kind_of(element)
    number = dict(zip(kind.coordinates, element.coordinates, strict=True))
    place = {name: mech.coordinates[mech.index[n]] for name, n in number.items()}
    lines = [line for line in mech.lines if line.element == half.element]
    for line, term in zip(lines, mech.terms.get(half.element, ()), strict=True):
        names = kind.forms[line.form].needs
        for name, entry in _named(names, place, term.form.entries):
            if name.endswith(half.end):
                yield entry, term.factor, mech.forms[term.row]
    pressed = mech.pressed.get(half.element)
    if pressed is not None and kind.press is not None:
        for name, entry in _named(kind.press.needs, place, pressed.entries):
            if name.endswith(half.end):
                yield entry, 1.0, pressed


def _named(
    names: Sequence[str], place: dict[str, Coordinate], entries: Sequence[Partial]
) -> Iterator[tuple[str, Partial]]:
    """Entries stand in the order of the names; where points share a co-ordinate both may be left out."""
    waiting = list(names)
    for entry in entries:
        name = next(name for name in waiting if place[name] is entry.of)
        waiting.remove(name)
        yield name, entry
