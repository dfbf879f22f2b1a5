"""Every link as a free body: what its joints are said to carry, teeth where they meet, drives and moments as couples,
weight and inertia add up to nothing, whatever way they were found.

Pins come from what elements pass on; teeth from pitch radii and pressure angles, mass from the motion of bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ..deck.links import Half, Link
from ..deck.model import Dynamic
from ..dynamics import BODY, DAMPING, SOLID, UNIFORM
from ..engine.columns import Column, Vectors, combined, constant, difference
from ..engine.free_body import FreeBody, nothing
from ..outputs import ACCELERATION, SIGMA, VELOCITY
from .asking import Asked
from .joints import link_name
from .on_links import COUPLE, OF_MASS, ON_LINK
from .quantities import read_columns
from .result import Result

Read: TypeAlias = Callable[[Asked], Column]

_AT_ONCE = 20_000_000  # numbers


@dataclass(frozen=True)
class Links:
    """The worst sum of any link, as a part of the largest force in the mechanism; of none where nothing acts."""

    worst: float | None = None
    link: str = ""
    largest: float = 0.0


def equilibrium(result: Result) -> Links:
    """Over all rows; moments count divided by the size of the mechanism."""
    mech = result.mechanism
    sums: list[tuple[float, float, Link]] = []
    for batch in _batches(result):
        asked = list(dict.fromkeys(one for _, wanted in batch for one in wanted))
        known = dict(zip(asked, read_columns(result.session, result.positions, asked), strict=True))
        for link, _ in batch:
            one = _Sum(result, known.__getitem__, link, len(result))
            sums.append((one.body.missing(), one.body.largest, link))
    largest = max((largest for _, largest, _ in sums), default=0.0)
    if not largest > 0.0:
        return Links()
    missing, _, link = max(sums, key=lambda one: one[0])
    return Links(missing / largest, link_name(mech, link), largest)


def _batches(result: Result) -> Iterator[list[tuple[Link, list[Asked]]]]:
    """Links with points, and what they ask for; as many at a time as fit into some memory."""
    batch: list[tuple[Link, list[Asked]]] = []
    count = 0
    for link in result.mechanism.links:
        if not any(len(node) > 1 for node in link.nodes):
            continue
        wanted = _wanted(result, link)
        if batch and (count + len(wanted)) * len(result) > _AT_ONCE:
            yield batch
            batch, count = [], 0
        batch.append((link, wanted))
        count += len(wanted)
    if batch:
        yield batch


def _wanted(result: Result, link: Link) -> list[Asked]:
    found: list[Asked] = []

    none = constant(0.0, 0)

    def note(one: Asked) -> Column:
        found.append(one)
        return none

    _Sum(result, note, link, 0)
    return found


class _Sum:
    """Of all forces and moments on a link, about its first point."""

    def __init__(self, result: Result, read: Read, link: Link, rows: int) -> None:
        self.result, self.mech, self.read, self.link = result, result.mechanism, read, link
        self.k = self.mech.links.index(link)
        self.body = FreeBody(rows, self.mech.size)
        self.none = constant(0.0, rows)
        self.about = nothing(rows)
        self.about = self.place(min(node for node in link.nodes if len(node) > 1))
        self.add_joints()
        for half in link.halves:
            self.add_teeth(half)
        self.add_couples()
        mech = self.mech
        for item in (*mech.of(BODY), *mech.of(UNIFORM)):
            if item.subject in link.elements:
                self.add_mass(item)
        for solid in mech.of(SOLID):
            if solid.subject in link.elements:
                self.add_known_mass(solid.subject)

    def vector(self, place: tuple[int, ...], of: Callable[[int], Column]) -> Vectors:
        return [of(number) for number in place] + [self.none] * (3 - len(place))

    def place(self, place: tuple[int, ...]) -> Vectors:
        """From the point that moments are taken about."""
        return difference(self.vector(place, self.along), self.about)

    def along(self, number: int) -> Column:
        """A co-ordinate over the motion."""
        return self.result.positions.place(self.mech.index[number]) if self.body.rows else self.none

    # ---- joints

    def add_joints(self) -> None:
        mech = self.mech
        used = set(mech.coordinates_of(self.link))
        elements = [mech.elements[k] for k in (*self.link.elements, *(half.element for half in self.link.halves))]
        places = dict.fromkeys(p for e in elements for p in mech.places_of(e).values())
        done: set[int] = set()
        for place in places:
            if not set(place) <= used:
                continue
            if len(place) > 1:  # a co-ordinate that points share has one force
                force = self.vector(place, lambda n: self.none if n in done else self.on_link(n))  # noqa: B023
                self.body.add_force(self.place(place), force, 1.0)
                done |= set(place)
            elif place[0] in {turn.node for turn in mech.turns}:
                self.body.turn([self.on_link(place[0], axis) for axis in (1, 2, 3)], 1.0)
            else:
                self.body.turn(self.about_z(self.on_link(place[0])), 1.0)

    def on_link(self, number: int, *axis: int) -> Column:
        return self.read((ON_LINK, (self.k, number), axis))

    def about_z(self, moment: Column) -> Vectors:
        return [self.none, self.none, moment]

    # ---- teeth

    def add_teeth(self, half: Half) -> None:
        mech = self.mech
        element = mech.elements[half.element]
        at = mech.places_of(element)
        r1, *others, alpha = mech.data_of(element)
        P, Q = self.place(at["P"]), self.place(at["Q"])
        sigma = self.none
        for term in mech.terms[half.element]:
            sigma = combined(sigma, term.factor, self.read((SIGMA.word, (mech.parameters[term.row],), ())))
        sign = 1.0 if half.end == "P" else -1.0
        if others:  # another wheel
            self.body.mesh(P, Q, r1, others[0], alpha, sigma, sign)
        else:
            self.body.rack(P, Q, self.along(at["bQ"][0]), r1, alpha, sigma, sign)

    # ---- drives, springs on angles

    def add_couples(self) -> None:
        for element in self.link.elements:
            for axis in (1, 2, 3):
                if axis == 3 or self.mech.is_spatial:
                    moment = [self.none] * 3
                    moment[axis - 1] = self.read((COUPLE, (self.k, element), (axis,)))
                    self.body.turn(moment, 1.0)

    # ---- masses

    @property
    def weight_factors(self) -> Column:
        """By which the weight acts in every row."""
        loading = self.mech.loading
        is_led = loading is not None and len(loading.coordinates) > 0
        return self.result.positions.factors if is_led else constant(1.0, len(self.result))

    def add_mass(self, item: Dynamic) -> None:
        mech = self.mech
        element = mech.elements[item.subject]
        kind, at = mech.kind_of(element), mech.places_of(element)
        if kind.is_spatial or kind.bends or "P" not in at or "Q" not in at or at["P"] == at["Q"]:
            self.add_known_mass(item.subject)
            return
        P, Q = at["P"], at["Q"]
        p = self.place(P)
        d = difference(self.place(Q), p)
        of_P = self.resisted(P)
        a = difference(self.resisted(Q), of_P)
        weight = self.weight_factors
        falling = [combined(a, -g, weight) for a, g in zip(of_P, mech.gravity, strict=True)]
        if item.word == UNIFORM.word:
            self.body.bar(p, d, falling, a, item.numbers[0])
            return
        v = difference(self.motion(VELOCITY.word, Q), self.motion(VELOCITY.word, P))
        self.body.body(p, d, v, a, falling, *item.numbers)

    def motion(self, word: str, place: tuple[int, ...]) -> Vectors:
        return self.vector(place, lambda n: self.read((word, (n,), ())))

    def resisted(self, place: tuple[int, ...]) -> Vectors:
        """What mass resists: acceleration, and velocity by the first number of `damping`."""
        drag = sum(line.numbers[0] for line in self.mech.of(DAMPING))
        a = self.motion(ACCELERATION.word, place)
        if not drag:
            return a
        return [combined(one, drag, v) for one, v in zip(a, self.motion(VELOCITY.word, place), strict=True)]

    def add_known_mass(self, number: int) -> None:
        """What has no centre of its own, or turns in space: by the forces of its mass matrix."""
        mech = self.mech
        element = mech.elements[number]
        turns = {turn.node for turn in mech.turns}
        for place in dict.fromkeys(mech.places_of(element).values()):
            if len(place) > 1:
                force = self.vector(place, lambda n: self.read((OF_MASS, (number, n), ())))
                self.body.add_force(self.place(place), force, -1.0)
            elif place[0] in turns:
                self.body.turn([self.read((OF_MASS, (number, place[0]), (axis,))) for axis in (1, 2, 3)], -1.0)
            else:
                self.body.turn(self.about_z(self.read((OF_MASS, (number, place[0]), ()))), -1.0)
