"""lens: the length of a beam along its bent axis, by the angles of its ends less those without bending.

BEAM   ℓ(1 + (2ψP² + ψPψQ + 2ψQ²)/30), ψP = angp − rest, ψQ = angq − rest
HBEAM  ℓ(1 + ψP²/10): the end Q, free of a moment, bends by half of ψP
"""

from __future__ import annotations

from math import atan2, cos, sin, sqrt

from librt.vecs import vec

from ..engine.coordinate import Coordinate
from ..engine.form import Form


class AxisFrame:
    """The formula itself: PQ, the directions of the beam at its ends, and how they change."""

    __slots__ = ("across", "along", "by_P", "by_Q", "c", "chord", "p", "q", "s", "turned", "two", "x", "y")

    def __init__(self, two: bool) -> None:
        self.two: bool = two  # ends that have an angle; else it is P alone
        self.chord: float = 0.0
        self.c: float = 1.0
        self.s: float = 0.0
        self.p: float = 0.0  # ψP and ψQ
        self.q: float = 0.0
        # derivatives to Q (to P the opposite) and to the directions of the ends
        self.x: float = 0.0
        self.y: float = 0.0
        self.by_P: float = 0.0
        self.by_Q: float = 0.0
        # of PQ along a direction: how it grows, moves across, and turns
        self.along: float = 0.0
        self.across: float = 0.0
        self.turned: float = 0.0

    def evaluate(self, dx: float, dy: float, at_P: float, at_Q: float) -> float:
        """The length; at_P and at_Q are the directions of the ends."""
        l = sqrt(dx * dx + dy * dy)
        k = 1.0 / l if l > 0.0 else 0.0
        c = dx * k
        s = dy * k
        self.chord = l
        self.c = c
        self.s = s
        p = -beside(at_P, c, s)
        q = beside(at_Q, c, s) if self.two else 0.5 * p
        self.p = p
        self.q = q
        whole = 1.0 + shape(p, q, p, q)
        one = 4.0 * p + q if self.two else 6.0 * p
        two = p + 4.0 * q if self.two else 0.0
        turn = (two - one) / 30.0  # what the angle of the chord does
        self.x = whole * c - turn * s
        self.y = whole * s + turn * c
        self.by_P = l * one / 30.0
        self.by_Q = -l * two / 30.0
        return l * whole

    def move(self, vx: float, vy: float) -> None:
        """PQ changes by (vx, vy)."""
        self.along = self.c * vx + self.s * vy
        self.across = self.c * vy - self.s * vx
        self.turned = self.across / self.chord if self.chord > 0.0 else 0.0

    def bias(self, vx: float, vy: float, uP: float, uQ: float) -> float:
        """The second derivative along a direction."""
        l = self.chord
        if not l > 0.0:
            return 0.0
        self.move(vx, vy)
        p = self.p
        q = self.q
        turned2 = -2.0 * self.along * self.turned / l
        p1 = uP - self.turned
        q1 = self.turned - uQ if self.two else 0.5 * p1
        q2 = turned2 if self.two else -0.5 * turned2
        k1 = 2.0 * shape(p, q, p1, q1)
        k2 = 2.0 * shape(p1, q1, p1, q1) + 2.0 * shape(p, q, -turned2, q2)
        return self.across * self.turned * (1.0 + shape(p, q, p, q)) + 2.0 * self.along * k1 + l * k2


class BentAxis(Form):
    """Co-ordinates xP yP βP xQ yQ and, of a beam with two ends, βQ; its data are the angles without bending."""

    __slots__ = ("axis", "two")

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, True, False)
        self.two: bool = len(coordinates) == 6
        self.axis: AxisFrame = AxisFrame(self.two)
        self.own([0.0] * (2 if self.two else 1))

    def unbend(self, rests: list[float]) -> None:
        """Without bending angp and angq have these values."""
        self.data = vec[float](rests)

    def evaluate(self) -> None:
        at = self.entries
        dx = at[3].of.x() - at[0].of.x()
        dy = at[4].of.x() - at[1].of.x()
        axis = self.axis
        at_Q = at[5].of.x() + self.data[1] if self.two else 0.0
        self.value = axis.evaluate(dx, dy, at[2].of.x() - self.data[0], at_Q)
        at[0].value = -axis.x
        at[1].value = -axis.y
        at[2].value = axis.by_P
        at[3].value = axis.x
        at[4].value = axis.y
        if self.two:
            at[5].value = axis.by_Q

    def bias(self) -> float:
        at = self.entries
        uQ = at[5].of.u if self.two else 0.0
        return self.axis.bias(at[3].of.u - at[0].of.u, at[4].of.u - at[1].of.u, at[2].of.u, uQ)

    def ends_by(self) -> tuple[float, float, float, float]:
        """How ℓ, the angle of the chord, ψP and ψQ change along x_by and the rates of the data."""
        at = self.entries
        axis = self.axis
        axis.move(at[3].of.x_by - at[0].of.x_by, at[4].of.x_by - at[1].of.x_by)
        turn = axis.turned
        p = at[2].of.x_by - turn - self.rates[0]
        q = turn - at[5].of.x_by - self.rates[1] if self.two else 0.5 * p
        return axis.along, turn, p, q

    def jacobian_tangent(self) -> None:
        at = self.entries
        axis = self.axis
        l = axis.chord
        p = axis.p
        q = axis.q
        l_by, turned, p_by, q_by = self.ends_by()
        whole = 1.0 + shape(p, q, p, q)
        whole_by = 2.0 * shape(p, q, p_by, q_by)
        one = 4.0 * p + q if self.two else 6.0 * p
        one_by = 4.0 * p_by + q_by if self.two else 6.0 * p_by
        two = p + 4.0 * q if self.two else 0.0
        two_by = p_by + 4.0 * q_by if self.two else 0.0
        along = whole_by - (two - one) / 30.0 * turned
        across = (two_by - one_by) / 30.0 + whole * turned
        x = along * axis.c - across * axis.s
        y = along * axis.s + across * axis.c
        at[0].by = -x
        at[1].by = -y
        at[2].by = (l_by * one + l * one_by) / 30.0
        at[3].by = x
        at[4].by = y
        if self.two:
            at[5].by = -(l_by * two + l * two_by) / 30.0

    def bias_tangent(self) -> float:
        at = self.entries
        axis = self.axis
        l = axis.chord
        if not l > 0.0:
            return 0.0
        l_by, turn, p_by, q_by = self.ends_by()
        axis.move(at[3].of.u - at[0].of.u, at[4].of.u - at[1].of.u)
        along = axis.along
        across = axis.across
        along_by = turn * across
        across_by = -turn * along
        grow = l_by / l
        turned = axis.turned
        turned_by = across_by / l - turned * grow
        turned2 = -2.0 * along * turned / l
        turned2_by = -2.0 * (along_by * turned + along * turned_by) / l - turned2 * grow
        p = axis.p
        q = axis.q
        p1 = at[2].of.u - turned
        q1 = turned - at[5].of.u if self.two else 0.5 * p1
        p1_by = -turned_by
        q1_by = turned_by if self.two else 0.5 * p1_by
        q2 = turned2 if self.two else -0.5 * turned2
        q2_by = turned2_by if self.two else -0.5 * turned2_by
        k = shape(p, q, p, q)
        k_by = 2.0 * shape(p, q, p_by, q_by)
        k1 = 2.0 * shape(p, q, p1, q1)
        k1_by = 2.0 * (shape(p_by, q_by, p1, q1) + shape(p, q, p1_by, q1_by))
        k2 = 2.0 * shape(p1, q1, p1, q1) + 2.0 * shape(p, q, -turned2, q2)
        k2_by = 4.0 * shape(p1, q1, p1_by, q1_by)
        k2_by += 2.0 * (shape(p_by, q_by, -turned2, q2) + shape(p, q, -turned2_by, q2_by))
        first = (across_by * turned + across * turned_by) * (1.0 + k) + across * turned * k_by
        return first + 2.0 * (along_by * k1 + along * k1_by) + l_by * k2 + l * k2_by

    def data_tangent(self) -> float:
        p = -self.rates[0]
        q = -self.rates[1] if self.two else 0.5 * p
        axis = self.axis
        return 2.0 * axis.chord * shape(axis.p, axis.q, p, q) - self.rates[len(self.data)]

    def size(self, scale: float) -> float:
        return scale


def shape(p: float, q: float, p1: float, q1: float) -> float:
    """The bilinear form of (2ψP² + ψPψQ + 2ψQ²)/30."""
    return (4.0 * p * p1 + p * q1 + q * p1 + 4.0 * q * q1) / 60.0


def beside(angle: float, c: float, s: float) -> float:
    """The angle of (c, s) from a direction, between −π and π."""
    x = cos(angle)
    y = sin(angle)
    return atan2(x * s - y * c, x * c + y * s)


def bent_axis(coordinates: list[Coordinate]) -> Form:
    return BentAxis(coordinates)
