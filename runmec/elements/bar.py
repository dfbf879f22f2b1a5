"""BIN: a bar from P to Q.

      Q
    /      lenl  distance PQ, a tension is positive
  /        angb  angle of PQ from the x-axis, counter-clockwise
P - - - x
"""

from __future__ import annotations

from math import sqrt

from ..engine.coordinate import Coordinate, Partial, X, Y
from ..engine.form import Form, turned
from ..engine.mass import ConstantMass, Mass
from ..symbols.display import Symbol
from ..symbols.standard import bar, cylinder, damper, measure, spring
from ..symbols.use import Use
from .kind import Kind, Measure

PQ = ("xP", "yP", "xQ", "yQ")


class LinePQ(Form):
    """The line from P to Q: what its length and its angle share."""

    __slots__ = (
        "across_x", "across_y", "c", "d_xP", "d_xQ", "d_yP", "d_yQ", "dx0", "dy0", "per_length", "s", "xP",
        "xQ", "yP", "yQ",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], is_length: bool) -> None:
        super().__init__(coordinates, is_length, not is_length)
        self.xP: Coordinate = coordinates[0]
        self.yP: Coordinate = coordinates[1]
        self.xQ: Coordinate = coordinates[2]
        self.yQ: Coordinate = coordinates[3]
        self.d_xP: Partial = self.entries[0]
        self.d_yP: Partial = self.entries[1]
        self.d_xQ: Partial = self.entries[2]
        self.d_yQ: Partial = self.entries[3]
        self.dx0: float = 0.0
        self.dy0: float = 0.0
        self.per_length: float = 0.0
        self.c: float = 0.0
        self.s: float = 0.0
        self.rebase()

    def rebase(self) -> None:
        self.dx0 = self.xQ.start - self.xP.start
        self.dy0 = self.yQ.start - self.yP.start

    def turned_by(self) -> float:
        """How PQ turns along x_by."""
        return (self.c * (self.yQ.x_by - self.yP.x_by) - self.s * (self.xQ.x_by - self.xP.x_by)) * self.per_length

    def stretched_by(self) -> float:
        """By which part it grows."""
        return (self.c * (self.xQ.x_by - self.xP.x_by) + self.s * (self.yQ.x_by - self.yP.x_by)) * self.per_length

    def parted(self) -> tuple[float, float]:
        """u of Q from P, along and across."""
        vx = self.xQ.u - self.xP.u
        vy = self.yQ.u - self.yP.u
        return self.c * vx + self.s * vy, self.c * vy - self.s * vx


class Length(LinePQ):
    """lenl."""

    __slots__ = ()

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, True)

    def evaluate(self) -> None:
        dx = self.dx0 + (self.xQ.q - self.xP.q)
        dy = self.dy0 + (self.yQ.q - self.yP.q)
        l = sqrt(dx * dx + dy * dy)
        k = 1.0 / l if l > 0.0 else 0.0
        c = dx * k
        s = dy * k
        self.per_length = k
        self.c = c
        self.s = s
        self.value = l
        self.d_xP.value = -c
        self.d_yP.value = -s
        self.d_xQ.value = c
        self.d_yQ.value = s

    def bias(self) -> float:
        across = self.c * (self.yQ.u - self.yP.u) - self.s * (self.xQ.u - self.xP.u)
        return across * across * self.per_length

    def jacobian_tangent(self) -> None:
        turned = self.turned_by()
        c = -self.s * turned
        s = self.c * turned
        self.d_xP.by = -c
        self.d_yP.by = -s
        self.d_xQ.by = c
        self.d_yQ.by = s

    def bias_tangent(self) -> float:
        """Of A²/ℓ, A across: A changes by −L·turn, L along; 1/ℓ by −stretch/ℓ."""
        along, across = self.parted()
        k = self.per_length
        return -across * k * (2.0 * along * self.turned_by() + across * self.stretched_by())

    def size(self, scale: float) -> float:
        return scale


class Angle(LinePQ):
    """angb."""

    __slots__ = ()

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, False)

    def evaluate(self) -> None:
        dx = self.dx0 + (self.xQ.q - self.xP.q)
        dy = self.dy0 + (self.yQ.q - self.yP.q)
        l = sqrt(dx * dx + dy * dy)
        k = 1.0 / l if l > 0.0 else 0.0
        c = dx * k
        s = dy * k
        self.per_length = k
        self.c = c
        self.s = s
        self.value = turned(self.reference, dx, dy)
        self.d_xP.value = s * k
        self.d_yP.value = -c * k
        self.d_xQ.value = -s * k
        self.d_yQ.value = c * k

    def bias(self) -> float:
        vx = self.xQ.u - self.xP.u
        vy = self.yQ.u - self.yP.u
        k = self.per_length
        return -2.0 * (self.c * vx + self.s * vy) * (self.c * vy - self.s * vx) * k * k

    def jacobian_tangent(self) -> None:
        turn = self.turned_by()
        grow = self.stretched_by()
        c = (-self.s * turn - self.c * grow) * self.per_length
        s = (self.c * turn - self.s * grow) * self.per_length
        self.d_xP.by = s
        self.d_yP.by = -c
        self.d_xQ.by = -s
        self.d_yQ.by = c

    def bias_tangent(self) -> float:
        """Of −2 L A/ℓ²: L changes by A·turn, A by −L·turn, 1/ℓ by −stretch/ℓ."""
        along, across = self.parted()
        k = self.per_length
        turn = (across * across - along * along) * self.turned_by()
        return -2.0 * k * k * (turn - 2.0 * along * across * self.stretched_by())

    def size(self, scale: float) -> float:
        return scale * self.per_length


def uniform_bar(mass: float, coordinates: list[Coordinate]) -> Mass:
    """Consistent matrix 1/3, 1/6 on the ends of PQ (8.16)."""
    third = mass / 3.0
    sixth = mass / 6.0
    entries = [(0, 0, third), (1, 1, third), (2, 2, third), (3, 3, third), (0, 2, sixth), (1, 3, sixth)]
    return ConstantMass(coordinates, [X, Y, X, Y], mass, entries)


def symbol(use: Use) -> Symbol:
    """A link, or what works along it: a cylinder, a spring, a damper, or nothing but a distance that is watched."""
    P, Q = use.points["P"], use.points["Q"]
    if "lenl" in use.driven:
        return cylinder(P, Q)
    if "lenl" in use.held or use.has_mass:
        return bar(P, Q)
    if "lenl" in use.sprung:
        return spring(P, Q)
    return damper(P, Q) if "lenl" in use.damped else measure(P, Q)


LENGTH = Measure("length PQ", PQ, Length)
ANGLE = Measure("angle of PQ from the x-axis", PQ, Angle, absolute=True, winds=True)

BIN = Kind("BIN", "bar", PQ, {"lenl": LENGTH, "angb": ANGLE}, rigid=("lenl",), uniform=uniform_bar,
           elastic=("lenl",), directed=True, symbol=symbol, example="elem 3 BIN 18 19 10 11")  # fmt: skip
