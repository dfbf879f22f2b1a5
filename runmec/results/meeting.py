"""Where links meet: which of them have a point, an angle or a turning node, and which slide beside a point."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..deck.rigid import Place
from ..dynamics import DAMPER, FRICTION, SPRING
from ..model.mechanism import Mechanism


class Meeting:
    """Links by their places in `Mechanism.links`; those that neither hold nor carry anything are left out."""

    def __init__(self, mech: Mechanism) -> None:
        self.mech = mech
        loaded = {line.subject for word in (SPRING, DAMPER, FRICTION) for line in mech.of(word)}
        carrying = {form.element for form in mech.lines if form.parameter > 0 or form.parameter in loaded}
        carrying |= {*mech.masses, *mech.shares}
        self.links = [k for k, link in enumerate(mech.links) if link.halves or carrying & set(link.elements)]
        self.nodes: dict[Place, list[int]] = {}
        self.slides: dict[Place, list[tuple[int, int]]] = {}  # link and element
        for k in self.links:
            for node in sorted(mech.links[k].nodes, key=points_first):
                self.nodes.setdefault(node, []).append(k)
            for element, place in mech.slides_of(mech.links[k]):
                self.slides.setdefault(place, []).append((k, element))
        self.coordinates: dict[int, list[Place]] = {}  # of every co-ordinate and turning node
        for place in dict.fromkeys((*self.nodes, *self.slides)):
            for number in place:
                self.coordinates.setdefault(number, []).append(place)
        self.turned: dict[int, list[int]] = {}  # elements at every angle and turning node
        for number, one in mech.elements.items():
            for place in mech.places_of(one).values():
                if len(place) == 1:
                    self.turned.setdefault(place[0], []).append(number)

    def fixed(self, place: Place) -> int:
        return sum(not self.mech.coordinates[self.mech.index[number]].moving for number in place)

    def is_of_one(self, k: int, number: int) -> bool:
        """Whether a co-ordinate, or a turning node, moves with one link and nothing else is there.

        What acts there acts on the link, and is nothing that others do to it.
        """
        own = self.mech.links[k].nodes
        here = self.coordinates.get(number, [])
        others = {link for place in here for link in self._at(place)} - {k}
        return bool(here) and not others and all(place in own and not self.fixed(place) for place in here)

    def _at(self, place: Place) -> Iterator[int]:
        yield from self.nodes.get(place, ())
        for link, _ in self.slides.get(place, ()):
            yield link


def points_first(place: Place) -> tuple[bool, Place]:
    return len(place) == 1, place


@lru_cache(maxsize=4)
def meeting(mech: Mechanism) -> Meeting:
    return Meeting(mech)
