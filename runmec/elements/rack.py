"""RACK: a gear about P, turning with βP, and a rack through Q whose pitch line has the direction βQ.

    .-.
   ( P )          mesh  r1(βP − βQ) + s·a, counted from the start; a is P seen from Q along the rack,
 ---`C´----Q->          s = 1 where P lies left of the rack (as here: 1), −1 where it lies right of it
           βQ           zero as long as the pitch circle rolls on the pitch line at C
                        σ is the part of the tooth force along the rack: tooth force · cos α

Gear and rack may both move and turn. The rest of the tooth force, |σ|·tan α, pushes P away from the rack.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, tan

from ..engine.coordinate import Coordinate
from ..engine.form import Form
from ..symbols.gears import Meshing, unseen
from ..symbols.use import Use
from .gear import ALPHA, angle_fault
from .kind import Data, Kind, Measure, Press
from .ternary1 import Seen

_ALL = ("xP", "yP", "bP", "xQ", "yQ", "bQ")
_SEEN = ("xQ", "yQ", "bQ", "xP", "yP")  # P as a TR1 on Q sees it


def _side(coordinates: list[Coordinate]) -> float:
    """1 where P starts left of the rack, −1 where it starts right of it."""
    across = Seen(coordinates, True)
    across.evaluate()
    return -1.0 if across.value < 0.0 else 1.0


class RackMesh(Form):
    """Its data are the radius and the pressure angle."""

    __slots__ = ("bP", "bQ", "lengthwise", "radius", "side")

    def __init__(self, coordinates: list[Coordinate], data: list[float]) -> None:
        super().__init__(coordinates, True, False)
        xP, yP, bP, xQ, yQ, bQ = coordinates
        seen = [xQ, yQ, bQ, xP, yP]
        self.radius: float = 0.0
        self.bP: Coordinate = bP
        self.bQ: Coordinate = bQ
        self.side: float = _side(seen)
        self.lengthwise: Seen = Seen(seen, False)
        self.own(data)
        self.count_from_here()

    def take(self) -> None:
        self.radius = self.data[0]
        self.entries[2].value = self.radius

    def evaluate(self) -> None:
        lengthwise = self.lengthwise
        lengthwise.evaluate()
        side = self.side
        turned = (self.bP.start + self.bP.q) - (self.bQ.start + self.bQ.q)
        self.value = self.radius * turned + side * lengthwise.value - self.origin
        own = lengthwise.entries
        self.entries[0].value = side * own[3].value
        self.entries[1].value = side * own[4].value
        self.entries[3].value = side * own[0].value
        self.entries[4].value = side * own[1].value
        self.entries[5].value = side * own[2].value - self.radius

    def bias(self) -> float:
        return self.side * self.lengthwise.bias()

    def size(self, scale: float) -> float:
        return self.radius

    def rebase(self) -> None:
        self.lengthwise.rebase()


def _mesh(coordinates: list[Coordinate], data: Sequence[float]) -> Form:
    return RackMesh(coordinates, list(data))


def _apart(coordinates: list[Coordinate]) -> Form:
    """The distance of P across the rack."""
    return Seen(coordinates, True)


def _share(coordinates: list[Coordinate], data: Sequence[float]) -> float:
    """The part of σ that shortens it; below zero it pushes P away."""
    return -_side(coordinates) * tan(data[1])


def _fits(data: Sequence[float]) -> float:
    return data[0]


def _fault(data: Sequence[float]) -> tuple[int, str] | None:
    if not data[0] > 0.0:
        return 0, f"pitch radius {data[0]:g}: it is above zero"
    return angle_fault(1, data[1])


def _meshing(use: Use, data: Sequence[float]) -> Meshing:
    P, Q = use.points["P"], use.points["Q"]
    return Meshing(P, use.angles[0].co_ordinate, data[0], Q, use.angles[1].co_ordinate, inf)


RACK = Kind(
    "RACK", "gear and rack", _ALL,
    {"mesh": Measure("what the pitch circle of the gear slips on the pitch line of the rack, counted from the start",
                     _ALL, make_with=_mesh, is_length=True)},
    rigid=("mesh",), data=Data("gear", ("r1", "alpha"), (ALPHA,), _fault),
    press=Press("mesh", _SEEN, _apart, _share, _fits), symbol=unseen, meshing=_meshing,
    example="elem 4 RACK 1 2 5 3 4 6",
)  # fmt: skip
