"""How large elements are as they lie, and whether they have a direction."""

from __future__ import annotations

from math import hypot

from .coordinate import EULER, Coordinate
from .form import Form


class Extents:
    """Of a list of elements, each by its points, P first."""

    __slots__ = ("elements",)

    def __init__(self, elements: list[list[list[Coordinate]]]) -> None:
        self.elements: list[list[list[Coordinate]]] = elements

    def lengths(self) -> list[float]:
        """The largest distance of another point of an element from its P."""
        found: list[float] = []
        for points in self.elements:
            largest = 0.0
            P = points[0] if points else []
            for k in range(1, len(points)):
                largest = max(largest, distance(P, points[k]))
            found.append(largest)
        return found


def distance(P: list[Coordinate], Q: list[Coordinate]) -> float:
    if len(P) == 2 and len(Q) == 2:
        return hypot(Q[0].x() - P[0].x(), Q[1].x() - P[1].x())
    return hypot(*[Q[k].x() - P[k].x() for k in range(len(P))])


def without_direction(form: Form) -> bool:
    """Whether points that it measures lie on each other, so that nothing changes with them; it is looked at."""
    form.evaluate()
    measures = False
    for entry in form.entries:
        if entry.of.is_length:
            measures = True
        elif entry.of.axis != EULER:
            continue
        if entry.value != 0.0:
            return False
    return measures
