"""BEAM: a bar with the angles of both ends, for bending.

  βP                βQ        lenl, angb  as in BIN
 /    ..-----..    \\         angp  βP − angle of PQ
P.--'           '--.Q         angq  angle of PQ − βQ
"""

from __future__ import annotations

from math import sqrt

from ..engine.coordinate import ANGLE as ANGULAR
from ..engine.coordinate import Coordinate, X, Y
from ..engine.form import Form
from ..engine.mass import Mass
from .bar import ANGLE, LENGTH
from .half_beam import ANGLE_AT_P, EndAngle, symbol
from .kind import Kind, Measure

_ALL = ("xP", "yP", "bP", "xQ", "yQ", "bQ")
_AT_Q = ("xP", "yP", "xQ", "yQ", "bQ")


def _at_Q(coordinates: list[Coordinate]) -> Form:
    return EndAngle(coordinates, -1.0)


class UniformBeam(Mass):
    """∫Bᵀ(Bẍ + Ḃẋ)dm, consistent with the cubic bending shape.

    Point velocity: ṙ = (1−ξ)ṙP + ξṙQ + n[(ξ−2ξ²+ξ³)ℓψ̇P + (ξ²−ξ³)ℓψ̇Q], n across the chord.
    """

    __slots__ = ("bent", "mass")

    def __init__(self, mass: float, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, [X, Y, ANGULAR, X, Y, ANGULAR])
        self.mass: float = mass
        self.bent: float = 0.0  # ψP + ψQ without bending

    def unbent(self, rest: float) -> None:
        self.bent = rest

    def act(self) -> None:
        at = self.coordinates
        a = self.acceleration
        v = self.velocity
        dx = at[3].x() - at[0].x()
        dy = at[4].x() - at[1].x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return
        c = dx / l
        s = dy / l
        # accelerations of the ends along (t) and across (n) the chord
        tP = c * a[0] + s * a[1]
        nP = c * a[1] - s * a[0]
        tQ = c * a[3] + s * a[4]
        nQ = c * a[4] - s * a[3]
        # Ḃẋ: the chord turns by b1 and grows by l1 while the shape moves by ℓψ̇
        vx = v[3] - v[0]
        vy = v[4] - v[1]
        l1 = c * vx + s * vy
        b1 = (c * vy - s * vx) / l
        wP = l * (v[2] - b1)
        wQ = l * (b1 - v[5])
        mP = l * (a[2] + l1 * (v[2] + b1) / l)
        mQ = l * (a[5] + l1 * (v[5] + b1) / l)
        # bar's matrix along, beam's matrix across the chord
        m = self.mass
        t_P = m * ((2.0 * tP + tQ) / 6.0 - b1 * (wP / 20.0 + wQ / 30.0))
        t_Q = m * ((tP + 2.0 * tQ) / 6.0 - b1 * (wP / 30.0 + wQ / 20.0))
        n_P = m / 420.0 * (156.0 * nP + 22.0 * mP + 54.0 * nQ - 13.0 * mQ)
        n_Q = m / 420.0 * (54.0 * nP + 13.0 * mP + 156.0 * nQ - 22.0 * mQ)
        f = self.force
        f[0] = c * t_P - s * n_P
        f[1] = s * t_P + c * n_P
        f[2] = m * l / 420.0 * (22.0 * nP + 4.0 * mP + 13.0 * nQ - 3.0 * mQ)
        f[3] = c * t_Q - s * n_Q
        f[4] = s * t_Q + c * n_Q
        f[5] = m * l / 420.0 * (-13.0 * nP - 3.0 * mP - 22.0 * nQ + 4.0 * mQ)

    def potential(self) -> float:
        """A bar's, and that of the mean deflection ℓ(ψP + ψQ)/12 across the chord; ψP + ψQ = βP − βQ."""
        xP, yP, bP, xQ, yQ, bQ = self.coordinates
        gx = self.field[0]
        gy = self.field[1]
        bend = (bP.x() - bQ.x() - self.bent) / 12.0
        across = (xQ.x() - xP.x()) * gy - (yQ.x() - yP.x()) * gx
        ends = gx * (xP.x() + xQ.x()) + gy * (yP.x() + yQ.x())
        return -self.mass * (0.5 * ends + bend * across)


BEAM = Kind(
    "BEAM", "beam", _ALL,
    {"lenl": LENGTH, "angb": ANGLE, "angp": ANGLE_AT_P, "angq": Measure("angle of PQ − βQ", _AT_Q, _at_Q, winds=True)},
    rigid=("lenl", "angp", "angq"), uniform=UniformBeam, elastic=True, directed=True, symbol=symbol,
    example="elem 2 BEAM 1 2 3 4 5 6",
)  # fmt: skip
