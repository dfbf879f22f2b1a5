"""BELT: a flat belt without play over two pulleys that turn with βP about P and with βQ about Q.

 .--------.       slip   r1(βP − φ) − r2(βQ − φ), counted from the start; φ is the direction of PQ
( P )   ( Q )            zero as long as the belt sticks to both pulleys; σ is the difference of its tensions
 `--------´
"""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.coordinate import Coordinate
from ..engine.form import Form
from .bar import Angle
from .kind import Data, Kind, Measure

_ALL = ("xP", "yP", "bP", "xQ", "yQ", "bQ")


class Slip(Form):
    """Its data are r1 and r2."""

    __slots__ = ("bP", "bQ", "direction")

    def __init__(self, coordinates: list[Coordinate], data: list[float]) -> None:
        super().__init__(coordinates, True, False)
        self.bP: Coordinate = coordinates[2]
        self.bQ: Coordinate = coordinates[5]
        self.direction: Angle = Angle([self.entries[k].of for k in (0, 1, 3, 4)])
        self.direction.evaluate()
        self.direction.reference = self.direction.value
        self.own(data)
        self.count_from_here()

    def evaluate(self) -> None:
        r1, r2 = self.data[0], self.data[1]
        self.direction.evaluate()
        turned = r1 * (self.bP.start + self.bP.q) - r2 * (self.bQ.start + self.bQ.q)
        self.value = turned - (r1 - r2) * self.direction.value - self.origin
        self.entries[2].value = r1
        self.entries[5].value = -r2
        for k, own in enumerate((0, 1, 3, 4)):
            self.entries[own].value = (r2 - r1) * self.direction.entries[k].value

    def bias(self) -> float:
        return (self.data[1] - self.data[0]) * self.direction.bias()

    def size(self, scale: float) -> float:
        return self.data[0] + self.data[1]

    def rebase(self) -> None:
        self.direction.rebase()

    def winders(self) -> list[Form]:
        return [self.direction]


def _slip(coordinates: list[Coordinate], data: Sequence[float]) -> Form:
    return Slip(coordinates, list(data))


def _fault(data: Sequence[float]) -> tuple[int, str] | None:
    for at, radius in enumerate(data):
        if not radius > 0.0:
            return at, f"radius {radius:g}: pulleys have radii above zero"
    return None


BELT = Kind(
    "BELT", "a belt over two pulleys", _ALL,
    {"slip": Measure("what the belt slips on both pulleys, counted from the start", _ALL, make_with=_slip,
                     is_length=True)},
    rigid=("slip",), data=Data("belt", ("r1", "r2"), fault=_fault, signature="element k, value r1:length, "
                               "value r2:length", sentence="radii r1 and r2 of the pulleys of BELT k",
                               example="belt 4 0.02 0.06"),
    example="elem 4 BELT 1 2 5 3 4 6",
)  # fmt: skip
