"""HINGE: two turning nodes l and m with a common axle.

Axes x (along the axle), y and z are fixed in each node where it starts. With the parameters of their relative turn,
q = conj(λl∘cl)∘(λm∘cm):

angx        turn of m against l about the axle, zero at the start
tily, tilz  tilts 2q2, 2q3 of the axle in m against that in l: a hinge holds both at zero
cosu        scalar product of x in l and y in m: a universal joint holds it at zero
"""

from __future__ import annotations

from ...engine.coordinate import Coordinate
from ...engine.form import Form
from ...engine.form import turned as wound
from ...engine.space import (
    Quaternion,
    Vector,
    axes_along,
    conjugate,
    dot,
    leaning,
    product,
    quaternion_of,
    swung,
    turned,
)
from ...engine.turning import Turning
from .chord import angle_bend, fill_turn


class RelativeTurn(Form):
    """What the forms of a hinge share: q, and its derivatives to the parameters of l and m."""

    __slots__ = ("a", "b", "cl", "cm", "l", "m", "q", "q1", "q2")

    def __init__(self, coordinates: list[Coordinate], data: list[float], winds: bool) -> None:
        super().__init__(coordinates, False, winds)
        self.l: Turning = Turning(coordinates[0:4])
        self.m: Turning = Turning(coordinates[4:8])
        x, y, z = hinge_axes(data)
        axes = quaternion_of(x, y, z)
        self.cl: Quaternion = product(conjugate(self.l.now()), axes)
        self.cm: Quaternion = product(conjugate(self.m.now()), axes)
        self.a: Quaternion = axes
        self.b: Quaternion = axes
        self.q: Quaternion = (1.0, 0.0, 0.0, 0.0)
        self.q1: Quaternion = (0.0, 0.0, 0.0, 0.0)  # derivatives along u
        self.q2: Quaternion = (0.0, 0.0, 0.0, 0.0)

    def compare(self) -> None:
        self.a = product(self.l.now(), self.cl)
        self.b = product(self.m.now(), self.cm)
        self.q = product(conjugate(self.a), self.b)

    def fill(self, by_a: Quaternion, by_b: Quaternion) -> None:
        """D from derivatives to λl∘cl and λm∘cm."""
        fill_turn(self.entries, 0, product(by_a, conjugate(self.cl)))
        fill_turn(self.entries, 4, product(by_b, conjugate(self.cm)))

    def move(self) -> None:
        a1 = product(self.l.u(), self.cl)
        b1 = product(self.m.u(), self.cm)
        one = product(conjugate(a1), self.b)
        two = product(conjugate(self.a), b1)
        both = product(conjugate(a1), b1)
        self.q1 = (one[0] + two[0], one[1] + two[1], one[2] + two[2], one[3] + two[3])
        self.q2 = (2.0 * both[0], 2.0 * both[1], 2.0 * both[2], 2.0 * both[3])

    def size(self, scale: float) -> float:
        return 2.0


class AboutAxle(RelativeTurn):
    """angx: the angle of (q0² − q1², 2q0q1), which λ and −λ do not change."""

    __slots__ = ()

    def evaluate(self) -> None:
        self.compare()
        a = self.a
        b = self.b
        c = self.q[0]
        s = self.q[1]
        rr = c * c + s * s
        k = 2.0 / rr if rr > 0.0 else 0.0
        self.value = wound(self.reference, c * c - s * s, 2.0 * c * s)
        c *= k
        s *= k
        self.fill(
            (c * b[1] - s * b[0], -c * b[0] - s * b[1], -c * b[3] - s * b[2], c * b[2] - s * b[3]),
            (-c * a[1] - s * a[0], c * a[0] - s * a[1], c * a[3] - s * a[2], -c * a[2] - s * a[3]),
        )

    def bias(self) -> float:
        self.move()
        return 2.0 * angle_bend(self.q[0], self.q[1], self.q1[0], self.q1[1], self.q2[0], self.q2[1])


class TiltY(RelativeTurn):
    """tily."""

    __slots__ = ()

    def evaluate(self) -> None:
        self.compare()
        a = self.a
        b = self.b
        self.value = 2.0 * self.q[2]
        self.fill(
            (2.0 * b[2], 2.0 * b[3], -2.0 * b[0], -2.0 * b[1]), (-2.0 * a[2], -2.0 * a[3], 2.0 * a[0], 2.0 * a[1])
        )

    def bias(self) -> float:
        self.move()
        return 2.0 * self.q2[2]


class TiltZ(RelativeTurn):
    """tilz."""

    __slots__ = ()

    def evaluate(self) -> None:
        self.compare()
        a = self.a
        b = self.b
        self.value = 2.0 * self.q[3]
        self.fill(
            (2.0 * b[3], -2.0 * b[2], 2.0 * b[1], -2.0 * b[0]), (-2.0 * a[3], 2.0 * a[2], -2.0 * a[1], 2.0 * a[0])
        )

    def bias(self) -> float:
        self.move()
        return 2.0 * self.q2[3]


class Universal(Form):
    """cosu."""

    __slots__ = ("l", "m", "xl", "ym")

    def __init__(self, coordinates: list[Coordinate], data: list[float]) -> None:
        super().__init__(coordinates, False, False)
        self.l: Turning = Turning(coordinates[0:4])
        self.m: Turning = Turning(coordinates[4:8])
        x, y, _ = hinge_axes(data)
        self.xl: Vector = turned(conjugate(self.l.now()), x)
        self.ym: Vector = turned(conjugate(self.m.now()), y)

    def evaluate(self) -> None:
        l = self.l.now()
        m = self.m.now()
        x = turned(l, self.xl)
        y = turned(m, self.ym)
        self.value = dot(x, y)
        fill_turn(self.entries, 0, leaning(l, self.xl, y))
        fill_turn(self.entries, 4, leaning(m, self.ym, x))

    def bias(self) -> float:
        l = self.l.now()
        m = self.m.now()
        lu = self.l.u()
        mu = self.m.u()
        turning = 8.0 * dot(swung(l, lu, self.xl), swung(m, mu, self.ym))
        return (
            turning
            + 2.0 * dot(swung(lu, lu, self.xl), turned(m, self.ym))
            + 2.0 * dot(turned(l, self.xl), swung(mu, mu, self.ym))
        )

    def size(self, scale: float) -> float:
        return 2.0


def hinge_axes(data: list[float]) -> tuple[Vector, Vector, Vector]:
    """Of the axle u, and of a direction beside it where that is given."""
    beside = (data[3], data[4], data[5]) if len(data) > 3 else (0.0, 0.0, 0.0)
    return axes_along((data[0], data[1], data[2]), beside)


def about_axle(coordinates: list[Coordinate], data: list[float]) -> Form:
    return AboutAxle(coordinates, data, True)


def tilt_y(coordinates: list[Coordinate], data: list[float]) -> Form:
    return TiltY(coordinates, data, False)


def tilt_z(coordinates: list[Coordinate], data: list[float]) -> Form:
    return TiltZ(coordinates, data, False)


def universal(coordinates: list[Coordinate], data: list[float]) -> Form:
    return Universal(coordinates, data)
