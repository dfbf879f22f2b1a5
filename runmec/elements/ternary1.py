"""TR1: Q seen from P in axes that are turned by the co-ordinate βP.

v   Q
 \\  .       lenu, lenv  Q along and across these axes, left positive
  \\.  u      angb        βP itself
   P
"""

from __future__ import annotations

from math import cos, sin

from ..engine.coordinate import Coordinate, Partial, X, Y
from ..engine.form import Form
from ..engine.mass import ConstantMass, Mass
from ..symbols.display import Symbol
from ..symbols.standard import bar, block, rail
from ..symbols.use import Use
from .bar import uniform_bar
from .kind import Kind, Measure

_ALL = ("xP", "yP", "bP", "xQ", "yQ")


class Seen(Form):
    """lenu, or lenv where it is `across`."""

    __slots__ = (
        "across", "bP", "c", "d_bP", "d_xP", "d_xQ", "d_yP", "d_yQ", "dx0", "dy0", "other", "s", "xP", "xQ",
        "yP", "yQ",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], across: bool) -> None:
        super().__init__(coordinates, True, False)
        self.across: bool = across
        self.xP: Coordinate = coordinates[0]
        self.yP: Coordinate = coordinates[1]
        self.bP: Coordinate = coordinates[2]
        self.xQ: Coordinate = coordinates[3]
        self.yQ: Coordinate = coordinates[4]
        self.d_xP: Partial = self.entries[0]
        self.d_yP: Partial = self.entries[1]
        self.d_bP: Partial = self.entries[2]
        self.d_xQ: Partial = self.entries[3]
        self.d_yQ: Partial = self.entries[4]
        self.dx0: float = 0.0
        self.dy0: float = 0.0
        self.c: float = 1.0  # the axis along which it is seen
        self.s: float = 0.0
        self.other: float = 0.0  # Q across that axis
        self.rebase()

    def rebase(self) -> None:
        self.dx0 = self.xQ.start - self.xP.start
        self.dy0 = self.yQ.start - self.yP.start

    def evaluate(self) -> None:
        dx = self.dx0 + (self.xQ.q - self.xP.q)
        dy = self.dy0 + (self.yQ.q - self.yP.q)
        b = self.bP.start + self.bP.q
        if self.across:
            c = -sin(b)
            s = cos(b)
        else:
            c = cos(b)
            s = sin(b)
        other = c * dy - s * dx
        self.c = c
        self.s = s
        self.other = other
        self.value = c * dx + s * dy
        self.d_xP.value = -c
        self.d_yP.value = -s
        self.d_bP.value = other
        self.d_xQ.value = c
        self.d_yQ.value = s

    def bias(self) -> float:
        turning = self.bP.u
        across = self.c * (self.yQ.u - self.yP.u) - self.s * (self.xQ.u - self.xP.u)
        return turning * (2.0 * across - self.value * turning)

    def jacobian_tangent(self) -> None:
        turn = self.bP.x_by
        px = self.xQ.x_by - self.xP.x_by
        py = self.yQ.x_by - self.yP.x_by
        c = -self.s * turn
        s = self.c * turn
        self.d_xP.by = -c
        self.d_yP.by = -s
        self.d_bP.by = self.c * py - self.s * px - self.value * turn
        self.d_xQ.by = c
        self.d_yQ.by = s

    def bias_tangent(self) -> float:
        """The axis turns by `turn`: what is across loses along·turn, the value gains other·turn."""
        turn = self.bP.x_by
        turning = self.bP.u
        along = self.c * (self.xQ.u - self.xP.u) + self.s * (self.yQ.u - self.yP.u)
        grown = self.c * (self.xQ.x_by - self.xP.x_by) + self.s * (self.yQ.x_by - self.yP.x_by) + self.other * turn
        return -turning * (2.0 * along * turn + grown * turning)

    def size(self, scale: float) -> float:
        return scale


class Turn(Form):
    """angb: the angular co-ordinate itself."""

    __slots__ = ("bP",)

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, False, False)
        self.bP: Coordinate = coordinates[0]
        self.entries[0].value = 1.0

    def evaluate(self) -> None:
        self.value = self.bP.start + self.bP.q

    def bias(self) -> float:
        return 0.0

    def jacobian_tangent(self) -> None:
        self.entries[0].by = 0.0

    def bias_tangent(self) -> float:
        return 0.0

    def size(self, scale: float) -> float:
        return 1.0


def _along(coordinates: list[Coordinate]) -> Form:
    return Seen(coordinates, False)


def _across(coordinates: list[Coordinate]) -> Form:
    return Seen(coordinates, True)


def _uniform(mass: float, coordinates: list[Coordinate]) -> Mass:
    """Spread along PQ; where P and Q are one point, there."""
    xP, yP, _, xQ, yQ = coordinates
    if xP is xQ and yP is yQ:
        return ConstantMass([xP, yP], [X, Y], mass, [(0, 0, mass), (1, 1, mass)])
    return uniform_bar(mass, [xP, yP, xQ, yQ])


def symbol(use: Use) -> Symbol:
    """A link, or a slider on a guide that turns with βP; on a rail of the frame where that is fixed."""
    P, Q, guide = use.points["P"], use.points["Q"], use.angles[0]
    if P == Q:  # nothing but an angle: a shaft
        return Symbol("shaft", (), (P,))
    if {"lenu", "lenv"} <= use.held:
        return bar(P, Q)
    return rail(P, Q, guide) if guide.co_ordinate in use.fixed else block(P, Q, guide)


TR1 = Kind(
    "TR1", "ternary element 1", _ALL,
    {
        "lenu": Measure("Q seen from P along the axis turned by βP", _ALL, _along),
        "lenv": Measure("Q seen from P across that axis, left positive", _ALL, _across),
        "angb": Measure("βP itself", ("bP",), Turn, absolute=True),
    },
    rigid=("lenu", "lenv"), uniform=_uniform, joined={(): (("P", "bP"),), ("lenu", "lenv"): (("P", "Q"), ("Q", "bP"))},
    symbol=symbol, example="elem 6 TR1 12 13 9 14 15",
)  # fmt: skip
