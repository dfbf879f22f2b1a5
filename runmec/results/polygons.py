"""Velocity and acceleration polygons: vectors of points from one origin, and what lies between the points of a link."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ..deck.model import PolygonLine
from ..engine.coordinate import X, Y
from ..outputs import BY_INPUT, BY_TIME, PLACE
from .result import Result

_SEEN = 1e-6  # of a vector: a part of it that is none
_RIGID = 1e-9  # of the velocity between two points: what is less along their line is rounding


class Side(NamedTuple):
    """From the image of one point to that of another one, in one part, or by way of a corner."""

    begin: complex
    end: complex
    corner: complex | None  # where the part towards the other point ends, and the one across begins
    name: str = ""  # of the vector as textbooks write it: BA is that of B relative to A, B that of B where A rests

    @property
    def is_whole(self) -> bool:
        """Whether it is the vector of its point, in one part."""
        parts = (abs(self.end - self.begin), abs(self.end - (self.corner or self.begin)))
        return not self.begin and (self.corner is None or min(parts[1], abs(self.corner)) <= _SEEN * parts[0])


@dataclass(frozen=True)
class Images:
    """The vectors of points by their names, and the sides between points of the same element."""

    points: dict[str, complex]
    sides: tuple[Side, ...]
    is_per_input: bool  # as if the only input had the velocity 1: it rests

    @property
    def size(self) -> float:
        return max((abs(vector) for vector in self.points.values()), default=0.0)


def images(result: Result, item: PolygonLine) -> Images:
    """In a position; where the only input rests it is taken to move evenly with the velocity 1."""
    row = item.position - 1
    places = _points(result)
    rests = result.mechanism.inputs == 1 and not any(
        abs(float(history[row])) for history in (result["dinp 1"], result["ddinp 1"])
    )
    words = BY_INPUT if rests else BY_TIME
    numbers = sorted({n for pair in places for n in pair})
    found = result.quantities([(word, (n,), ()) for word in words for n in numbers])
    at = {(k // len(numbers), numbers[k % len(numbers)]): float(history[row]) for k, history in enumerate(found)}
    r, v, a = ({pair: complex(at[order, pair[0]], at[order, pair[1]]) for pair in places} for order in range(3))
    shown = v if item.word == "drawvel" else a
    sides = []
    for p, q in _links(result, set(places)):
        if not shown[q]:
            p, q = q, p  # from what rests
        side = _side(item.word, r, v, a, p, q)
        if side is not None:
            sides.append(side._replace(name=places[q] + places[p] if shown[p] else places[q]))
    names = {name: shown[pair] for pair, name in places.items()}
    return Images(names, tuple(sides), rests)


def _points(result: Result) -> dict[tuple[int, int], str]:
    """Numbers of the co-ordinates of named and of traced points; of all points where there are none."""
    mech, names = result.mechanism, result.deck.names
    found = {(pair[0], pair[1]): name for pair, name in names.points.items()}
    for picture in result.deck.pictures:
        for curve in picture.curves:
            x, y = result.store(curve.x), result.store(curve.y)
            if x.word == y.word == PLACE.word:
                pair = (x.subject[0], y.subject[0])
                if [mech.coordinates[mech.index[n]].axis for n in pair] == [X, Y]:
                    found.setdefault(pair, " ".join(map(names.coordinate, pair)))
    if not found:
        for element in result.deck.elements:
            for i, j in mech.points(element).values():
                pair = (mech.numbers[i], mech.numbers[j])
                found.setdefault(pair, " ".join(map(names.coordinate, pair)))
    return found


def _links(result: Result, known: set[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of points of the same element, each once."""
    mech = result.mechanism
    found: dict[frozenset[tuple[int, int]], tuple[tuple[int, int], tuple[int, int]]] = {}
    for element in result.deck.elements:
        points = [(mech.numbers[i], mech.numbers[j]) for i, j in mech.points(element).values()]
        for p, q in combinations([point for point in points if point in known], 2):
            found.setdefault(frozenset((p, q)), (p, q))
    return list(found.values())


def _side(
    word: str,
    r: dict[tuple[int, int], complex],
    v: dict[tuple[int, int], complex],
    a: dict[tuple[int, int], complex],
    p: tuple[int, int],
    q: tuple[int, int],
) -> Side | None:
    """Of two points at a constant distance; what slides along a line has none."""
    d, u = r[q] - r[p], v[q] - v[p]
    if d == 0 or abs((u / d).real) > _RIGID * (abs(u / d) + abs(v[p] / d)):
        return None
    if word == "drawvel":
        return Side(v[p], v[q], None)
    towards = -((u / d).imag ** 2) * d
    return Side(a[p], a[q], a[p] + towards)
