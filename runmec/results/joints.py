"""The joints of a mechanism: where links meet each other and the frame, and which forces tell what passes there.

Sheet, arrows, film, studio and trust line ask here. A link whose nodes are all fixed is the frame. What slides on it is
a block, called by its element; a point that the frame guides (`fixed x`) is a slider, called by its point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..deck.links import Half, Link
from ..deck.rigid import Place
from ..model.mechanism import Mechanism
from ..outputs import REACTION
from .asking import Asked
from .meeting import meeting, points_first
from .on_links import BY_OTHERS, IN_GUIDE, ON_LINK, ON_TEETH

#: of a component of a force: quantities and their signs
Component = tuple[tuple[float, Asked], ...]
#: what tells how a link turns: an angle, or two points; nothing for what does not turn
Direction = tuple[Place, ...]
FRAME = "frame"
MESH = "mesh"
_FORCES = ("pin", "ball", "guide", MESH)


@dataclass(frozen=True)
class Joint:
    """What acts on a link in one of its joints, by its partners."""

    kind: str
    name: str
    link: str
    partners: tuple[str, ...]
    at: Place  # numbers of the co-ordinates of the point or node; of a mesh, of the centre of its wheel
    components: tuple[Component, ...]
    turning: tuple[Direction, Direction] = ((), ())  # of the link and of its first partner
    of: Link | None = None  # of a block on a rail of the frame the rail; nothing for a point that the frame guides

    @property
    def partner(self) -> str:
        return "+".join(self.partners)

    @property
    def has_teeth(self) -> bool:
        return self.kind == "mesh"

    @property
    def is_force(self) -> bool:
        return self.kind in _FORCES

    @property
    def bears(self) -> bool:
        """Whether it carries a force, and not by teeth."""
        return self.is_force and self.kind != MESH


@lru_cache(maxsize=4)
def joints(mech: Mechanism) -> tuple[Joint, ...]:
    """In the order of the deck: points, then meshes, then angles and turning nodes."""
    found = _Joints(mech)
    return (*found.at_points(), *found.in_meshes(), *found.at_nodes())


class _Joints:
    def __init__(self, mech: Mechanism) -> None:
        self.mech = mech
        met = meeting(mech)
        self.links, self.nodes, self.slides, self.fixed = met.links, met.nodes, met.slides, met.fixed

    # ---- names

    def name(self, k: int) -> str:
        """The first element of a link; a wheel that only teeth name is called by its angle."""
        return link_name(self.mech, self.mech.links[k])

    def point_name(self, place: Place) -> str:
        return place_name(self.mech, place)

    # ---- what is fixed, what slides

    def is_frame(self, k: int) -> bool:
        nodes = self.mech.links[k].nodes
        return bool(nodes) and all(self.fixed(node) == len(node) for node in nodes)

    def direction(self, k: int) -> Direction:
        nodes = sorted(self.mech.links[k].nodes, key=points_first)
        angles = [node for node in nodes if len(node) == 1]
        points = [node for node in nodes if len(node) == 2]
        return (angles[0],) if angles else tuple(points[:2]) if len(points) > 1 else ()

    # ---- points

    def at_points(self) -> Iterator[Joint]:
        places = dict.fromkeys(
            p for e in self.mech.elements.values() for p in self.mech.places_of(e).values() if len(p) > 1
        )
        for place in places:
            yield from self._at_point(place)

    def _at_point(self, place: Place) -> Iterator[Joint]:
        here = [k for k in dict.fromkeys(self.nodes.get(place, ())) if not self.is_frame(k)]
        sliding = [(k, element) for k, element in self.slides.get(place, ()) if k not in here]
        blocks = list(dict.fromkeys(element for k, element in sliding if self.is_frame(k)))
        rails = list(dict.fromkeys((k, element) for k, element in sliding if not self.is_frame(k)))
        fixed = self.fixed(place)
        if fixed == len(place):
            for k in here:
                yield self._pin(place, k, [FRAME])
            for k, element in rails:
                yield self._guide(place, k, element, [FRAME])
            return
        guided = [self.point_name(place)] if fixed else []
        names = {k: self.name(k) for k in dict.fromkeys([*here, *(k for k, _ in rails)])}
        block_names = {element: self.mech.names.element(element) for element in blocks}
        everybody = [*names.values(), *block_names.values(), *guided]
        if len(everybody) == 1 and not blocks and not guided:
            for k, element in rails:  # what slides is the point
                yield self._guide(place, k, element, [self.point_name(place)])
            return
        for k in here:
            others = self._others(everybody, names[k], guided)
            yield self._pin(place, k, others, self._first(here, k, guided))
        for k, element in rails:
            yield self._guide(place, k, element, self._others(everybody, names[k], guided))
        for element in blocks:
            yield from self._block(place, element, [name for name in everybody if name != block_names[element]])
        if guided and names:
            yield from self._slider(place, list(names), list(names.values()))

    @staticmethod
    def _others(everybody: Sequence[str], own: str, guided: Sequence[str]) -> list[str]:
        return [*guided, *(name for name in everybody if name not in (own, *guided))]

    def _first(self, here: Sequence[int], own: int, guided: Sequence[str]) -> Direction:
        """How the first partner turns."""
        others = [] if guided else [k for k in here if k != own]
        return self.direction(others[0]) if others else ()

    def _kind(self, place: Place) -> str:
        return "pin" if len(place) == 2 else "ball"

    def _pin(self, place: Place, k: int, partners: Sequence[str], against: Direction = ()) -> Joint:
        force = tuple(((1.0, (ON_LINK, (k, number), ())),) for number in place)
        turning = self.direction(k), against
        return Joint(
            self._kind(place),
            self.point_name(place),
            self.name(k),
            tuple(partners),
            place,
            force,
            turning,
            self.mech.links[k],
        )

    def _guide(self, place: Place, k: int, element: int, partners: Sequence[str]) -> Joint:
        force = tuple(((1.0, (IN_GUIDE, (element, number), ())),) for number in place)
        return Joint(
            "guide", self.point_name(place), self.name(k), tuple(partners), place, force, of=self.mech.links[k]
        )

    def _block(self, place: Place, element: int, partners: Sequence[str]) -> Iterator[Joint]:
        """What slides on a rail of the frame."""
        name, own = self.mech.names.element(element), self.point_name(place)
        k = next(k for k, link in enumerate(self.mech.links) if element in link.elements)
        if partners:
            force = tuple(((1.0, (ON_LINK, (k, number), ())),) for number in place)
            yield Joint(self._kind(place), own, name, tuple(partners), place, force, of=self.mech.links[k])
        force = tuple(((-1.0, (IN_GUIDE, (element, number), ())),) for number in place)
        yield Joint("guide", own, name, (FRAME,), place, force, of=self.mech.links[k])

    def _slider(self, place: Place, here: Sequence[int], partners: Sequence[str]) -> Iterator[Joint]:
        """A point that the frame guides: what the links give it, and what the frame does."""
        name = self.point_name(place)
        force = tuple(tuple((-1.0, (ON_LINK, (k, number), ())) for k in here) for number in place)
        yield Joint(self._kind(place), name, name, tuple(partners), place, force)
        frame = tuple(((1.0, (REACTION.word, (n,), ())),) if self.fixed((n,)) else () for n in place)
        yield Joint("guide", name, name, (FRAME,), place, frame)

    # ---- meshes

    def in_meshes(self) -> Iterator[Joint]:
        for k in self.links:
            for half in self.mech.links[k].halves:
                if self.is_frame(k):
                    continue
                element = self.mech.elements[half.element]
                centre = self.mech.places_of(element)[half.end]
                force = tuple(((-1.0, (ON_TEETH, (half.element, "PQ".index(half.end), n), ())),) for n in centre)
                other = Half(half.element, "Q" if half.end == "P" else "P")
                owner = next(k for k in self.links if other in self.mech.links[k].halves)
                partner = FRAME if self.is_frame(owner) else self.name(owner)
                yield Joint(MESH, self.mech.names.element(half.element), self.name(k), (partner,), centre, force)

    # ---- angles and turning nodes

    def at_nodes(self) -> Iterator[Joint]:
        turns = {turn.node for turn in self.mech.turns}
        for node, here in self.nodes.items():
            if len(node) > 1:
                continue
            for k in here:
                if self.is_frame(k):
                    continue
                axes = [(1,), (2,), (3,)] if node[0] in turns else [()]
                moment = tuple(((1.0, (BY_OTHERS, (k, node[0]), axis)),) for axis in axes)
                if self.fixed(node):
                    yield Joint(
                        "clamp", self.point_name(node), self.name(k), (FRAME,), node, moment, of=self.mech.links[k]
                    )
                elif node[0] in turns:
                    partners = list(dict.fromkeys(self._across_hinges(node[0], k)))
                    if partners:
                        yield Joint(
                            "hinge",
                            self.point_name(node),
                            self.name(k),
                            tuple(partners),
                            node,
                            moment,
                            of=self.mech.links[k],
                        )

    def _across_hinges(self, node: int, own: int) -> Iterator[str]:
        """Those that have the other node of every hinge at a node, and other links on the same one."""
        for element in self.mech.elements.values():
            ends = [place[0] for place in self.mech.places_of(element).values() if len(place) == 1]
            if self.mech.kind_of(element).points or node not in ends:
                continue
            other = (ends[1 - ends.index(node)],)
            if self.fixed(other):
                yield FRAME
            else:
                yield from (self.name(k) for k in self.nodes.get(other, ()) if not self.is_frame(k))


def place_name(mech: Mechanism, place: Place) -> str:
    """Of a point, an angle or a turning node; its co-ordinates where it has none."""
    names = mech.names
    if len(place) == 1:
        turns = {turn.node for turn in mech.turns}
        return names.turn(place[0]) if place[0] in turns else names.coordinate(place[0])
    return names.point(*place) or " ".join(map(names.coordinate, place))


def link_name(mech: Mechanism, link: Link) -> str:
    if link.elements:
        order = list(mech.elements)
        return mech.names.element(min(link.elements, key=order.index))
    half = link.halves[0]
    return mech.names.coordinate(mech.places_of(mech.elements[half.element])[f"b{half.end}"][0])
