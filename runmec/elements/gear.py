"""GEAR: two gears in mesh, turning with βP about P and with βQ about Q.

   .-.   .--.      mesh  r1(βP − φ) + r2(βQ − φ), counted from the start; φ is the direction of PQ
  ( P )C(  Q  )          zero as long as the pitch circles roll on each other at C
   `-´   `--´            σ is the part of the tooth force along the pitch circles: tooth force · cos α

r2 is below zero where one gear is a ring about the other. The rest of the tooth force, |σ|·tan α, acts along PQ: it
pushes external gears apart and internal ones together.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, tan
from typing import Final

from ..engine.coordinate import Coordinate, Partial
from ..engine.form import Form
from ..symbols.gears import Meshing, unseen
from ..symbols.use import Use
from .bar import Angle, Length
from .kind import Data, Kind, Measure, Press

ALPHA: Final = pi / 9.0  # 20°
_ALL = ("xP", "yP", "bP", "xQ", "yQ", "bQ")


class Mesh(Form):
    """Its data are r1, r2 and the pressure angle."""

    __slots__ = ("bP", "bQ", "carried", "direction", "r1", "r2")

    def __init__(self, coordinates: list[Coordinate], data: list[float]) -> None:
        super().__init__(coordinates, True, False)
        self.r1: float = 0.0
        self.r2: float = 0.0
        self.bP: Coordinate = coordinates[2]
        self.bQ: Coordinate = coordinates[5]
        self.carried: list[Partial] = [self.entries[0], self.entries[1], self.entries[3], self.entries[4]]
        self.direction: Angle = Angle([entry.of for entry in self.carried])
        self.direction.evaluate()
        self.direction.reference = self.direction.value
        self.own(data)
        self.count_from_here()

    def take(self) -> None:
        self.r1 = self.data[0]
        self.r2 = self.data[1]
        self.entries[2].value = self.r1
        self.entries[5].value = self.r2

    def evaluate(self) -> None:
        direction = self.direction
        direction.evaluate()
        both = self.r1 + self.r2
        turned = self.r1 * (self.bP.start + self.bP.q) + self.r2 * (self.bQ.start + self.bQ.q)
        self.value = turned - both * direction.value - self.origin
        for k in range(4):
            self.carried[k].value = -both * direction.entries[k].value

    def bias(self) -> float:
        return -(self.r1 + self.r2) * self.direction.bias()

    def size(self, scale: float) -> float:
        return abs(self.r1) + abs(self.r2) + abs(self.r1 + self.r2) * self.direction.size(scale)

    def rebase(self) -> None:
        self.direction.rebase()

    def winders(self) -> list[Form]:
        return [self.direction]


def _mesh(coordinates: list[Coordinate], data: Sequence[float]) -> Form:
    return Mesh(coordinates, list(data))


def _apart(coordinates: list[Coordinate]) -> Form:
    """The distance of the centres."""
    return Length(coordinates)


def _share(coordinates: list[Coordinate], data: Sequence[float]) -> float:
    """The part of σ that shortens that distance; below zero it pushes the centres apart."""
    r1, r2, alpha = data
    return -tan(alpha) if r1 * r2 > 0.0 else tan(alpha)


def _fits(data: Sequence[float]) -> float:
    return abs(data[0] + data[1])


def angle_fault(at: int, alpha: float) -> tuple[int, str] | None:
    if not 0.0 <= alpha < pi / 3.0:
        return at, f"pressure angle {alpha:g}: it is 0 or above, and below 60deg (usual are 20deg)"
    return None


def _fault(data: Sequence[float]) -> tuple[int, str] | None:
    r1, r2, alpha = data
    if not r1 > 0.0:
        return 0, f"pitch radius {r1:g}: r1 is above zero; an internal gear has r2 below zero"
    if r2 == 0.0 or r1 + r2 == 0.0:
        return 1, f"pitch radii {r1:g} and {r2:g}: two such gears cannot roll on each other"
    return angle_fault(2, alpha)


def _meshing(use: Use, data: Sequence[float]) -> Meshing:
    P, Q = use.points["P"], use.points["Q"]
    return Meshing(P, use.angles[0].co_ordinate, data[0], Q, use.angles[1].co_ordinate, data[1])


GEAR = Kind(
    "GEAR", "two gears in mesh", _ALL,
    {"mesh": Measure("what the pitch circles of both gears slip on each other, counted from the start", _ALL,
                     make_with=_mesh, is_length=True)},
    rigid=("mesh",), data=Data(
        "gear", ("r1", "r2", "alpha"), (ALPHA,), _fault,
        "element k, value r1:length, [value r2], [value alpha]",
        "pitch radii r1 and r2 (below zero: an internal gear) and pressure angle alpha (20deg) of GEAR k; of RACK k "
        "`gear k r1 [alpha]`", "gear 4 0.02 0.06 20deg"),
    press=Press("mesh", ("xP", "yP", "xQ", "yQ"), _apart, _share, _fits), symbol=unseen, meshing=_meshing,
    example="elem 4 GEAR 1 2 5 3 4 6",
)  # fmt: skip
