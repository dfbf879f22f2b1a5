"""The mass of a beam whose length along its bent axis is prescribed: it bends by large angles.

Its points are r(ξ) = H₁P + H₃Q + s(H₂tP + H₄tQ), H the cubic polynomials of Hermite, tP and tQ the directions of the
ends, s the length along the bent axis: straight it is the bar, and bent a little the beam of `UniformBeam`. Its forces
are ∫(∂r/∂x)ᵀr̈ dm, so that energy is kept however far it bends.
"""

from __future__ import annotations

from math import cos, sin

from librt.vecs import vec

from ..engine.coordinate import ANGLE, Coordinate, X, Y
from ..engine.mass import Mass
from .bent_axis import AxisFrame


class BentBeam(Mass):
    """Its numbers are its mass and the angles angp and angq without bending."""

    __slots__ = ("axis", "mass", "rest_P", "rest_Q")

    def __init__(self, mass: float, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, [X, Y, ANGLE, X, Y, ANGLE], [mass, 0.0, 0.0])
        self.axis: AxisFrame = AxisFrame(True)
        self.mass: float = mass
        self.rest_P: float = 0.0
        self.rest_Q: float = 0.0

    def take(self) -> None:
        self.mass, self.rest_P, self.rest_Q = self.numbers

    def unbend(self, rests: list[float]) -> None:
        """Without bending angp and angq have these values."""
        numbers = [self.mass, rests[0], rests[1]]
        self.numbers = vec[float](numbers)
        self.take()

    def evaluate(self) -> tuple[float, float, float, float, float]:
        """The length along the bent axis, and the directions of the ends."""
        at = self.coordinates
        aP = at[2].x() - self.rest_P
        aQ = at[5].x() + self.rest_Q
        s = self.axis.evaluate(at[3].x() - at[0].x(), at[4].x() - at[1].x(), aP, aQ)
        return s, cos(aP), sin(aP), cos(aQ), sin(aQ)

    def inertia_force(self) -> None:
        v = self.velocity
        a = self.acceleration
        axis = self.axis
        s, cP, sP, cQ, sQ = self.evaluate()
        s1 = axis.x * (v[3] - v[0]) + axis.y * (v[4] - v[1]) + axis.by_P * v[2] + axis.by_Q * v[5]
        s2 = axis.x * (a[3] - a[0]) + axis.y * (a[4] - a[1]) + axis.by_P * a[2] + axis.by_Q * a[5]
        s2 += axis.bias(v[3] - v[0], v[4] - v[1], v[2], v[5])
        # second derivatives of s·tP and s·tQ along and across the ends
        tP = s2 - s * v[2] * v[2]
        nP = 2.0 * s1 * v[2] + s * a[2]
        tQ = s2 - s * v[5] * v[5]
        nQ = 2.0 * s1 * v[5] + s * a[5]
        k = self.mass / 420.0
        wPx = tP * cP - nP * sP
        wPy = tP * sP + nP * cP
        wQx = tQ * cQ - nQ * sQ
        wQy = tQ * sQ + nQ * cQ
        Px = k * (156.0 * a[0] + 22.0 * wPx + 54.0 * a[3] - 13.0 * wQx)
        Py = k * (156.0 * a[1] + 22.0 * wPy + 54.0 * a[4] - 13.0 * wQy)
        Qx = k * (54.0 * a[0] + 13.0 * wPx + 156.0 * a[3] - 22.0 * wQx)
        Qy = k * (54.0 * a[1] + 13.0 * wPy + 156.0 * a[4] - 22.0 * wQy)
        gPx = k * (22.0 * a[0] + 4.0 * wPx + 13.0 * a[3] - 3.0 * wQx)
        gPy = k * (22.0 * a[1] + 4.0 * wPy + 13.0 * a[4] - 3.0 * wQy)
        gQx = k * (-13.0 * a[0] - 3.0 * wPx - 22.0 * a[3] + 4.0 * wQx)
        gQy = k * (-13.0 * a[1] - 3.0 * wPy - 22.0 * a[4] + 4.0 * wQy)
        along = cP * gPx + sP * gPy + cQ * gQx + sQ * gQy  # against s
        f = self.force
        f[0] = Px - along * axis.x
        f[1] = Py - along * axis.y
        f[2] = s * (cP * gPy - sP * gPx) + along * axis.by_P
        f[3] = Qx + along * axis.x
        f[4] = Qy + along * axis.y
        f[5] = s * (cQ * gQy - sQ * gQx) + along * axis.by_Q

    def potential(self) -> float:
        """−m·g of the mean of the shape: (P + Q)/2 + s(tP − tQ)/12."""
        at = self.coordinates
        s, cP, sP, cQ, sQ = self.evaluate()
        x = 0.5 * (at[0].x() + at[3].x()) + s * (cP - cQ) / 12.0
        y = 0.5 * (at[1].x() + at[4].x()) + s * (sP - sQ) / 12.0
        return -self.mass * (self.field[0] * x + self.field[1] * y)
