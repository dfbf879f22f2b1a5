"""Drag of the air: −c·|v|·v at a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from ..engine.coordinate import Coordinate
from ..engine.load import Load
from .kind import Fault, LineOfDynamics, LoadKind, Site


class Drag(Load):
    __slots__ = ("x", "y")

    def __init__(self, x: Coordinate, y: Coordinate, c: float) -> None:
        super().__init__([c], [x, y])
        self.x: Coordinate = x
        self.y: Coordinate = y

    def apply(self) -> None:
        speed = hypot(self.x.v, self.y.v)
        self.x.f -= self.numbers[0] * speed * self.x.v
        self.y.f -= self.numbers[0] * speed * self.y.v
        self.power = -self.numbers[0] * speed**3


def _make(site: Site, line: LineOfDynamics) -> Drag:
    return Drag(site.coordinate(line.subject), site.coordinate(line.others[0]), line.values[0])


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if values[0] < 0:
        yield Fault(0, f"the drag drives: {values[0]:g}", code="D253")


DRAG = LoadKind(
    "drag", "coordinate cx, coordinate cy, value c:mass per length", "drag of the air, −c·|v|·v at a point",
    "drag 3 4 0.2",
    make=_make, faults=_faults, of_pair=True,
)  # fmt: skip
