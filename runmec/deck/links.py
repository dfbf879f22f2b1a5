"""The links of a mechanism: elements and wheels that are rigid to each other.

Elements are rigid to each other where they share two points, or a point and an angle, of which both hold the place to
each other; three of them that share a point in pairs hold each other too, as bars in a triangle do. Teeth join nothing:
a gear is a point and an angle, and half of its mesh belongs to the link that has both. Elements along one line of free
length (the barrel and the rod of a telescope) are one link, which carries in its two points what all of them carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .model import Deck, Element
from .rigid import Pair, Place, held_forms, held_pairs, line_of, places_of, point_pairs


class Half(NamedTuple):
    """A wheel at one end of a mesh: the number of the GEAR or RACK, and P or Q."""

    element: int
    end: str


@dataclass(frozen=True)
class Link:
    """Numbers of its elements, the wheels that are part of it, and what is rigid to each other in it."""

    elements: tuple[int, ...]
    halves: tuple[Half, ...]
    nodes: frozenset[Place]


def links(deck: Deck) -> tuple[Link, ...]:
    """An element that is rigid to no other is a link of its own."""
    found = _joined(list(_members(deck)))
    return tuple(Link(tuple(c.elements), tuple(c.halves), frozenset(c.nodes or _ends(deck, c))) for c in found)


def _ends(deck: Deck, cluster: _Cluster) -> set[Place]:
    """The points of an element that holds nothing together, as a spring in space."""
    elements = (element for element in deck.elements if element.number in cluster.elements)
    return {place for element in elements for place in places_of(deck, element).values() if len(place) > 1}


def link_at(deck: Deck, all_links: Iterable[Link], element: int, number: int) -> Link | None:
    """The link that an element belongs to; of a mesh the wheel that has a co-ordinate."""
    for link in all_links:
        if element in link.elements:
            return link
        for half in link.halves:
            if half.element == element and number in half_coordinates(deck, half):
                return link
    return None


def slides_of(
    deck: Deck, elements: Iterable[Element], held: Mapping[int, set[str]], link: Link
) -> Iterator[tuple[int, Place]]:
    """Elements of a link, and the points that they hold beside something without carrying them along."""
    for element in elements:
        at = places_of(deck, element)
        for form in sorted(held.get(element.number, ())):
            measure = deck.kinds[element.kind].forms[form]
            touched = {name[1:] for name in measure.needs if name[0] in "xyz"} - set(measure.about)
            for point in sorted(touched):
                if at[point] not in link.nodes:
                    yield element.number, at[point]


def has_teeth(deck: Deck, element: Element) -> bool:
    return deck.kinds[element.kind].meshing is not None


def coordinates_of(deck: Deck, link: Link) -> tuple[int, ...]:
    """All that its elements and wheels use, in the order of the deck."""
    used = dict.fromkeys(n for e in deck.elements if e.number in link.elements for n in e.coordinates)
    return tuple(used | dict.fromkeys(n for half in link.halves for n in half_coordinates(deck, half)))


def half_coordinates(deck: Deck, half: Half) -> tuple[int, ...]:
    """The point and the angle of a wheel."""
    element = next(e for e in deck.elements if e.number == half.element)
    return tuple(number for place in _wheel(deck, element, half.end) for number in place)


def _wheel(deck: Deck, element: Element, end: str) -> tuple[Place, Place]:
    at = places_of(deck, element)
    return at[end], at[f"b{end}"]


class _Cluster:
    """A link that is being found."""

    def __init__(self, elements: list[int], halves: list[Half], pairs: set[Pair], is_planar: bool) -> None:
        self.elements, self.halves, self.pairs = elements, halves, pairs
        self.is_planar = is_planar
        self.is_stiff = bool(pairs)  # not of free length
        self.nodes: set[Place] = {place for pair in pairs for place in pair}

    def take(self, other: _Cluster) -> None:
        self.elements += other.elements
        self.halves += other.halves
        self.nodes |= other.nodes
        self.pairs |= other.pairs
        self.is_planar &= other.is_planar
        self.is_stiff |= other.is_stiff
        if self.is_planar:
            self.pairs = pairs_among(self.nodes)

    @property
    def points(self) -> set[Place]:
        return {place for place in self.nodes if len(place) > 1}


def pairs_among(nodes: set[Place]) -> set[Pair]:
    """All that hold a place and a direction: two points, or a point and an angle."""
    points = [node for node in nodes if len(node) > 1]
    return {frozenset((point, node)) for point in points for node in nodes if node != point}


def _members(deck: Deck) -> Iterator[_Cluster]:
    """Every element, and both wheels of every mesh, by itself."""
    held = held_forms(deck)
    own = {e.number: held_pairs(deck, e, held.get(e.number, set())) for e in deck.elements}
    distances = {pair for pairs in own.values() for pair in pairs if all(len(place) > 1 for place in pair)}
    for element in deck.elements:
        if has_teeth(deck, element):
            for end in "PQ":
                yield _Cluster([], [Half(element.number, end)], pairs_among(set(_wheel(deck, element, end))), True)
            continue
        pairs = own[element.number]
        if deck.kinds[element.kind].is_spatial:
            yield _Cluster([element.number], [], pairs | (point_pairs(deck, element) & distances), False)
            continue
        line = line_of(deck, element)
        nodes = {place for pair in pairs for place in pair}
        found = _Cluster([element.number], [], pairs_among(nodes | set(line)), True)
        found.is_stiff = bool(pairs) and (not line or frozenset(line) in pairs)
        yield found


def _joined(clusters: list[_Cluster]) -> list[_Cluster]:
    """Until nothing shares what would hold it."""
    while True:
        count = len(clusters)
        clusters = _without_twins(clusters)
        triangle = _triangle(clusters)
        if triangle is not None:
            first, *others = triangle
            for other in others:
                first.take(other)
                clusters.remove(other)
        elif len(clusters) == count:
            return clusters


def _without_twins(clusters: list[_Cluster]) -> list[_Cluster]:
    """Those that share a pair become one, the first of them."""
    owner: dict[Pair, int] = {}
    into = list(range(len(clusters)))
    for k, cluster in enumerate(clusters):
        for pair in cluster.pairs:
            one, other = sorted((_root(into, owner.setdefault(pair, k)), _root(into, k)))
            into[other] = one
    found = []
    for k, cluster in enumerate(clusters):
        root = _root(into, k)
        if root == k:
            found.append(cluster)
        else:
            clusters[root].take(cluster)
    return found


def _root(into: list[int], k: int) -> int:
    while into[k] != k:
        into[k] = into[into[k]]
        k = into[k]
    return k


def _triangle(clusters: list[_Cluster]) -> tuple[_Cluster, _Cluster, _Cluster] | None:
    """Three stiff ones of the plane that share three different points in pairs."""
    having: dict[Place, list[int]] = {}
    for k, cluster in enumerate(clusters):
        if cluster.is_planar and cluster.is_stiff:
            for point in cluster.points:
                having.setdefault(point, []).append(k)
    beside: dict[int, dict[int, Place]] = {}
    for point, owners in having.items():
        for a in owners:
            for b in owners:
                if a != b:
                    beside.setdefault(a, {})[b] = point
    for a, near in beside.items():
        for b, ab in near.items():
            for c, bc in beside[b].items():
                ac = near.get(c)
                if a < b < c and ac is not None and len({ab, bc, ac}) == 3:
                    return clusters[a], clusters[b], clusters[c]
    return None
