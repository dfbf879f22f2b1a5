"""TR1S: Q seen from P in the axes u, v, w of a turning node.

w |   . Q      lenu, lenv, lenw  Q along these axes
  | .          lenr              its distance from the third one, w
  P -- v       angw              its angle about w, from u to v
 / u
"""

from __future__ import annotations

from math import sqrt

from ...engine.coordinate import Coordinate
from ...engine.form import Form
from ...engine.form import turned as wound
from ...engine.space import Vector, dot, leaning, swung, turned
from ...engine.turning import Point, Turning
from .chord import angle_bend, fill, fill_turn

_U: Vector = (1.0, 0.0, 0.0)
_V: Vector = (0.0, 1.0, 0.0)
_W: Vector = (0.0, 0.0, 1.0)


class SeenInSpace(Form):
    """PQ along one axis c of the node."""

    __slots__ = ("P", "Q", "c", "l")

    def __init__(self, coordinates: list[Coordinate], c: Vector) -> None:
        super().__init__(coordinates, True, False)
        self.c: Vector = c
        self.P: Point = Point(coordinates[0:3])
        self.l: Turning = Turning(coordinates[3:7])
        self.Q: Point = Point(coordinates[7:10])

    def evaluate(self) -> None:
        d = self.P.to(self.Q)
        l = self.l.now()
        axis = turned(l, self.c)
        self.value = dot(d, axis)
        fill(self.entries, 0, axis, -1.0)
        fill_turn(self.entries, 3, leaning(l, self.c, d))
        fill(self.entries, 7, axis, 1.0)

    def bias(self) -> float:
        u = self.l.u()
        return 4.0 * dot(self.P.drift(self.Q), swung(self.l.now(), u, self.c)) + 2.0 * dot(
            self.P.to(self.Q), swung(u, u, self.c)
        )

    def size(self, scale: float) -> float:
        return scale


class Around(Form):
    """What lenr and angw share: Q along u and v, and how both change."""

    __slots__ = ("P", "Q", "l", "u", "u1", "u2", "v", "v1", "v2")

    def __init__(self, coordinates: list[Coordinate], is_length: bool) -> None:
        super().__init__(coordinates, is_length, not is_length)
        self.P: Point = Point(coordinates[0:3])
        self.l: Turning = Turning(coordinates[3:7])
        self.Q: Point = Point(coordinates[7:10])
        self.u: float = 0.0
        self.v: float = 0.0
        self.u1: float = 0.0
        self.v1: float = 0.0
        self.u2: float = 0.0
        self.v2: float = 0.0

    def measure(self, along_u: float, along_v: float) -> None:
        """Sets D to along_u·∂u + along_v·∂v."""
        d = self.P.to(self.Q)
        l = self.l.now()
        c = (along_u, along_v, 0.0)
        axis = turned(l, c)
        fill(self.entries, 0, axis, -1.0)
        fill_turn(self.entries, 3, leaning(l, c, d))
        fill(self.entries, 7, axis, 1.0)

    def see(self) -> None:
        d = self.P.to(self.Q)
        l = self.l.now()
        self.u = dot(d, turned(l, _U))
        self.v = dot(d, turned(l, _V))

    def move(self) -> None:
        d = self.P.to(self.Q)
        d1 = self.P.drift(self.Q)
        l = self.l.now()
        m = self.l.u()
        u1 = swung(l, m, _U)
        v1 = swung(l, m, _V)
        self.u1 = dot(d1, turned(l, _U)) + 2.0 * dot(d, u1)
        self.v1 = dot(d1, turned(l, _V)) + 2.0 * dot(d, v1)
        self.u2 = 4.0 * dot(d1, u1) + 2.0 * dot(d, swung(m, m, _U))
        self.v2 = 4.0 * dot(d1, v1) + 2.0 * dot(d, swung(m, m, _V))


class Radius(Around):
    """lenr."""

    __slots__ = ()

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, True)

    def evaluate(self) -> None:
        self.see()
        r = sqrt(self.u * self.u + self.v * self.v)
        self.value = r
        k = 1.0 / r if r > 0.0 else 0.0
        self.measure(self.u * k, self.v * k)

    def bias(self) -> float:
        self.move()
        r = self.value
        if not r > 0.0:
            return 0.0
        r1 = (self.u * self.u1 + self.v * self.v1) / r
        squares = self.u1 * self.u1 + self.v1 * self.v1 - r1 * r1
        return (squares + self.u * self.u2 + self.v * self.v2) / r

    def size(self, scale: float) -> float:
        return scale


class AboutW(Around):
    """angw."""

    __slots__ = ()

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, False)

    def evaluate(self) -> None:
        self.see()
        rr = self.u * self.u + self.v * self.v
        k = 1.0 / rr if rr > 0.0 else 0.0
        self.value = wound(self.reference, self.u, self.v)
        self.measure(-self.v * k, self.u * k)

    def bias(self) -> float:
        self.move()
        return angle_bend(self.u, self.v, self.u1, self.v1, self.u2, self.v2)

    def size(self, scale: float) -> float:
        r = sqrt(self.u * self.u + self.v * self.v)
        return scale / r if r > 0.0 else 0.0


def along_u(coordinates: list[Coordinate]) -> Form:
    return SeenInSpace(coordinates, _U)


def along_v(coordinates: list[Coordinate]) -> Form:
    return SeenInSpace(coordinates, _V)


def along_w(coordinates: list[Coordinate]) -> Form:
    return SeenInSpace(coordinates, _W)


def radius(coordinates: list[Coordinate]) -> Form:
    return Radius(coordinates)


def about_w(coordinates: list[Coordinate]) -> Form:
    return AboutW(coordinates)
