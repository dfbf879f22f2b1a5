"""Which co-ordinates of an element say how a plane moves that is fixed to it."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .item import Item
from .model import Deck


def plane_of(deck: Deck, number: int) -> tuple[int, ...]:
    """Numbers of xP yP xQ yQ, or of xP yP and an angle."""
    element = next(e for e in deck.elements if e.number == number)
    kind = deck.kinds[element.kind]
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    return tuple(at[name] for name in kind.plane)


def planes_are_bodies(deck: Deck) -> Iterator[Diagnostic]:
    """Elements whose motion is asked for are bodies, two different ones."""
    elements = {element.number: element for element in deck.elements}
    told = set()
    asked: list[tuple[Item, tuple[int, ...]]] = [(s, s.subject) for s in deck.stores if s.kind.of_planes]
    asked += [(c, (c.element, c.other)) for picture in deck.pictures for c in picture.centrodes]
    for store, subject in asked:
        if store.at(0) in told:
            continue
        for at, number in enumerate(subject, start=1):
            element = elements.get(number)
            if element is not None and not deck.kinds[element.kind].plane:
                told.add(store.at(0))
                message = f"element {deck.names.element(number)} is a {element.kind}, which has no pole of its own"
                remedy = "name an element that is one body: a bar, a ternary or a beam"
                yield diagnostic("D216", message, store.at(at), help=remedy)
        if subject[0] == subject[1]:
            told.add(store.at(0))
            yield diagnostic(
                "D210",
                f"element {deck.names.element(subject[0])} does not move relative to itself",
                store.at(2),
                help="name another element, or 0 for the frame",
            )
