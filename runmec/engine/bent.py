"""What the mass of a beam does besides where it is bent: its points have moved across the chord by v.

The mass matrix of a beam turns with its chord as if it were straight. About a position that is enough for M, but not
for K: to first order in v = ℓ(N₁ψP + N₂ψQ) the points that turn with the chord have the further acceleration
−v̇θ̇ t − v(θ̈ t + θ̇² n), and where the chord turns they go by −v δθ t against weight and acceleration.
"""

from __future__ import annotations

from math import sqrt

from .coordinate import Coordinate
from .form import Form


class BentMass:
    """Of one beam; `rest_P` and `rest_Q` are its angles without bending."""

    __slots__ = ("at_P", "at_Q", "bP", "bQ", "gx", "gy", "mass", "rest_P", "rest_Q", "xP", "xQ", "yP", "yQ")

    def __init__(
        self, mass: float, ends: list[Coordinate], at_P: Form, at_Q: Form, rest: list[float], gravity: list[float]
    ) -> None:
        self.mass: float = mass
        self.xP: Coordinate = ends[0]
        self.yP: Coordinate = ends[1]
        self.bP: Coordinate = ends[2]
        self.xQ: Coordinate = ends[3]
        self.yQ: Coordinate = ends[4]
        self.bQ: Coordinate = ends[5]
        self.at_P: Form = at_P
        self.at_Q: Form = at_Q
        self.rest_P: float = rest[0]
        self.rest_Q: float = rest[1]
        self.gx: float = gravity[0]
        self.gy: float = gravity[1]

    def unbend(self) -> None:
        """The position that is there has no bending."""
        self.rest_P = self.at_P.value
        self.rest_Q = self.at_Q.value

    def add_forces(self, is_weight: bool) -> None:
        """Adds to the forces f."""
        dx = self.xQ.x() - self.xP.x()
        dy = self.yQ.x() - self.yP.x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return
        c = dx / l
        s = dy / l
        m = self.mass
        p = self.at_P.value - self.rest_P
        q = self.at_Q.value - self.rest_Q
        vP = l * (p / 20.0 + q / 30.0)  # ∫(1−ξ)v and ∫ξv
        vQ = l * (p / 30.0 + q / 20.0)
        if is_weight:
            self.turn(-m * (c * self.gx + s * self.gy) * (vP + vQ) / l, c, s)
            return
        ax = self.xQ.a - self.xP.a
        ay = self.yQ.a - self.yP.a
        wx = self.xQ.v - self.xP.v
        wy = self.yQ.v - self.yP.v
        b1 = (c * wy - s * wx) / l
        b2 = (c * ay - s * ax) / l - 2.0 * (c * wx + s * wy) * b1 / l
        p1 = self.bP.v - b1
        q1 = b1 - self.bQ.v
        squared = b1 * b1
        # at the end points, along and across the chord
        along = m * (b1 * l * (p1 / 20.0 + q1 / 30.0) + b2 * vP)
        across = m * squared * vP
        self.xP.f += along * c - across * s
        self.yP.f += along * s + across * c
        along = m * (b1 * l * (p1 / 30.0 + q1 / 20.0) + b2 * vQ)
        across = m * squared * vQ
        self.xQ.f += along * c - across * s
        self.yQ.f += along * s + across * c
        # against the angles of the ends
        at_P = m * squared * l * l * (p / 105.0 + q / 140.0)
        at_Q = m * squared * l * l * (p / 140.0 + q / 105.0)
        self.bP.f += at_P
        self.bQ.f -= at_Q
        turning = vP * (c * self.xP.a + s * self.yP.a) + vQ * (c * self.xQ.a + s * self.yQ.a)
        self.turn((at_Q - at_P + m * turning) / l, c, s)

    def turn(self, couple: float, c: float, s: float) -> None:
        """A moment on the chord as two forces across it."""
        self.xP.f += couple * s
        self.yP.f -= couple * c
        self.xQ.f -= couple * s
        self.yQ.f += couple * c
