"""TR2: R seen from P in axes along PQ.

v   R
 \\  .        lenl, angb  of PQ as in BIN
  \\.   Q     lenu, lenv  R along and across PQ, left positive
   P  u
"""

from __future__ import annotations

from math import sqrt

from ..engine.coordinate import Coordinate, Partial
from ..engine.form import Form
from ..engine.mass import Mass
from ..symbols.display import Symbol
from ..symbols.standard import block_along, plate
from ..symbols.use import Use
from .bar import ANGLE, LENGTH, PQ, uniform_bar
from .kind import Kind, Measure

_ALL = (*PQ, "xR", "yR")


class SeenAlong(Form):
    """lenu, or lenv where it is `across`."""

    __slots__ = (
        "across", "c", "d_xP", "d_xQ", "d_xR", "d_yP", "d_yQ", "d_yR", "dx0", "dy0", "ex0", "ey0", "per_length",
        "s", "u_", "v_", "xP", "xQ", "xR", "yP", "yQ", "yR",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], across: bool) -> None:
        super().__init__(coordinates, True, False)
        self.across: bool = across
        self.xP: Coordinate = coordinates[0]
        self.yP: Coordinate = coordinates[1]
        self.xQ: Coordinate = coordinates[2]
        self.yQ: Coordinate = coordinates[3]
        self.xR: Coordinate = coordinates[4]
        self.yR: Coordinate = coordinates[5]
        self.d_xP: Partial = self.entries[0]
        self.d_yP: Partial = self.entries[1]
        self.d_xQ: Partial = self.entries[2]
        self.d_yQ: Partial = self.entries[3]
        self.d_xR: Partial = self.entries[4]
        self.d_yR: Partial = self.entries[5]
        self.dx0: float = 0.0
        self.dy0: float = 0.0
        self.ex0: float = 0.0
        self.ey0: float = 0.0
        self.per_length: float = 0.0
        self.c: float = 1.0
        self.s: float = 0.0
        self.u_: float = 0.0  # R along and across PQ
        self.v_: float = 0.0
        self.rebase()

    def rebase(self) -> None:
        self.dx0 = self.xQ.start - self.xP.start
        self.dy0 = self.yQ.start - self.yP.start
        self.ex0 = self.xR.start - self.xP.start
        self.ey0 = self.yR.start - self.yP.start

    def evaluate(self) -> None:
        dx = self.dx0 + (self.xQ.q - self.xP.q)
        dy = self.dy0 + (self.yQ.q - self.yP.q)
        ex = self.ex0 + (self.xR.q - self.xP.q)
        ey = self.ey0 + (self.yR.q - self.yP.q)
        l = sqrt(dx * dx + dy * dy)
        k = 1.0 / l if l > 0.0 else 0.0
        c = dx * k
        s = dy * k
        u = c * ex + s * ey
        v = c * ey - s * ex
        self.per_length = k
        self.c = c
        self.s = s
        self.u_ = u
        self.v_ = v
        if self.across:
            turn = -u * k  # ∂v/∂β through the angle of PQ
            self.value = v
            self.d_xP.value = s + turn * s
            self.d_yP.value = -c - turn * c
            self.d_xR.value = -s
            self.d_yR.value = c
        else:
            turn = v * k
            self.value = u
            self.d_xP.value = -c + turn * s
            self.d_yP.value = -s - turn * c
            self.d_xR.value = c
            self.d_yR.value = s
        self.d_xQ.value = -turn * s
        self.d_yQ.value = turn * c

    def bias(self) -> float:
        c = self.c
        s = self.s
        k = self.per_length
        vx = self.xQ.u - self.xP.u
        vy = self.yQ.u - self.yP.u
        turning = (c * vy - s * vx) * k  # of the angle of PQ, and what bends it
        bending = -2.0 * (c * vx + s * vy) * turning * k
        wx = self.xR.u - self.xP.u
        wy = self.yR.u - self.yP.u
        if self.across:
            return -turning * (2.0 * (c * wx + s * wy) + self.v_ * turning) - self.u_ * bending
        return turning * (2.0 * (c * wy - s * wx) - self.u_ * turning) + self.v_ * bending

    def jacobian_tangent(self) -> None:
        """PQ turns by `turn` and grows by the part `grow` along x_by; R moves by (px, py) from P."""
        c = self.c
        s = self.s
        k = self.per_length
        turn, grow = self.turned_by()
        c_by = -s * turn
        s_by = c * turn
        u_by, v_by = self.moved_by(turn)
        if self.across:
            lever = -self.u_ * k
            lever_by = -(u_by - self.u_ * grow) * k
            self.d_xP.by = s_by + lever_by * s + lever * s_by
            self.d_yP.by = -c_by - lever_by * c - lever * c_by
            self.d_xR.by = -s_by
            self.d_yR.by = c_by
        else:
            lever = self.v_ * k
            lever_by = (v_by - self.v_ * grow) * k
            self.d_xP.by = -c_by + lever_by * s + lever * s_by
            self.d_yP.by = -s_by - lever_by * c - lever * c_by
            self.d_xR.by = c_by
            self.d_yR.by = s_by
        self.d_xQ.by = -lever_by * s - lever * s_by
        self.d_yQ.by = lever_by * c + lever * c_by

    def bias_tangent(self) -> float:
        c = self.c
        s = self.s
        k = self.per_length
        turn, grow = self.turned_by()
        u_by, v_by = self.moved_by(turn)
        vx = self.xQ.u - self.xP.u
        vy = self.yQ.u - self.yP.u
        along = c * vx + s * vy
        across = c * vy - s * vx
        wx = self.xR.u - self.xP.u
        wy = self.yR.u - self.yP.u
        ahead = c * wx + s * wy
        aside = c * wy - s * wx
        turning = across * k
        turning_by = -(along * turn + across * grow) * k
        bending = -2.0 * along * turning * k
        bending_by = -2.0 * k * (across * turn * turning + along * turning_by - along * turning * grow)
        if self.across:
            inner = 2.0 * ahead + self.v_ * turning
            inner_by = 2.0 * aside * turn + v_by * turning + self.v_ * turning_by
            return -turning_by * inner - turning * inner_by - u_by * bending - self.u_ * bending_by
        inner = 2.0 * aside - self.u_ * turning
        inner_by = -2.0 * ahead * turn - u_by * turning - self.u_ * turning_by
        return turning_by * inner + turning * inner_by + v_by * bending + self.v_ * bending_by

    def turned_by(self) -> tuple[float, float]:
        """How PQ turns along x_by, and by which part it grows."""
        px = self.xQ.x_by - self.xP.x_by
        py = self.yQ.x_by - self.yP.x_by
        return (self.c * py - self.s * px) * self.per_length, (self.c * px + self.s * py) * self.per_length

    def moved_by(self, turn: float) -> tuple[float, float]:
        """How u and v of R change."""
        px = self.xR.x_by - self.xP.x_by
        py = self.yR.x_by - self.yP.x_by
        u = self.c * px + self.s * py + self.v_ * turn
        v = self.c * py - self.s * px - self.u_ * turn
        return u, v


def _along(coordinates: list[Coordinate]) -> Form:
    return SeenAlong(coordinates, False)


def _across(coordinates: list[Coordinate]) -> Form:
    return SeenAlong(coordinates, True)


def _uniform(mass: float, coordinates: list[Coordinate]) -> Mass:
    return uniform_bar(mass, coordinates[:4])


def symbol(use: Use) -> Symbol:
    """A plate, or a slider at R along PQ where one of lenu and lenv alone is held."""
    P, Q, R = use.points["P"], use.points["Q"], use.points["R"]
    slides = len(use.held & {"lenu", "lenv"}) == 1
    return block_along(P, Q, R) if slides else plate(P, Q, R)


TR2 = Kind(
    "TR2", "ternary element 2", _ALL,
    {
        "lenl": LENGTH,
        "angb": ANGLE,
        "lenu": Measure("R seen from P along PQ", _ALL, _along),
        "lenv": Measure("R seen from P across PQ, left positive", _ALL, _across),
    },
    rigid=("lenl", "lenu", "lenv"), uniform=_uniform, directed=True, symbol=symbol,
    example="elem 4 TR2 10 11 12 13 16 17",
)  # fmt: skip
