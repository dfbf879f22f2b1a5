"""BEAM: a bar with the angles of both ends, for bending.

  βP                βQ        lenl, angb  as in BIN
 /    ..-----..    \\         angp  βP − angle of PQ
P.--'           '--.Q         angq  angle of PQ − βQ
                              lens  length along the bent axis (bent_axis.py)
"""

from __future__ import annotations

from math import sqrt

from librt.vecs import vec

from ..engine.coordinate import ANGLE as ANGULAR
from ..engine.coordinate import Coordinate, X, Y
from ..engine.form import Form
from ..engine.mass import Mass
from .bar import ANGLE, LENGTH
from .bent_axis import bent_axis
from .bent_mass import BentBeam
from .half_beam import ANGLE_AT_P, EndAngle, symbol
from .kind import JOINED, Kind, Measure

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
        super().__init__(coordinates, [X, Y, ANGULAR, X, Y, ANGULAR], [mass])
        self.mass: float = mass
        self.bent: float = 0.0  # ψP + ψQ without bending
        self.bends = True
        self.rates = vec[float]([0.0, 0.0])  # of mass and of `bent`

    def take(self) -> None:
        self.mass = self.numbers[0]

    def unbent(self, rest: float) -> None:
        self.bent = rest

    def inertia_force(self) -> None:
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

    def inertia_force_tangent(self) -> None:
        """`inertia_force` differentiated line by line."""
        at = self.coordinates
        a = self.acceleration
        v = self.velocity
        da = self.acceleration_by
        dv = self.velocity_by
        dx = at[3].x() - at[0].x()
        dy = at[4].x() - at[1].x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return
        c = dx / l
        s = dy / l
        px = at[3].x_by - at[0].x_by
        py = at[4].x_by - at[1].x_by
        turn = (c * py - s * px) / l  # of the chord along x_by
        l_by = c * px + s * py
        grow = l_by / l
        tP = c * a[0] + s * a[1]
        nP = c * a[1] - s * a[0]
        tQ = c * a[3] + s * a[4]
        nQ = c * a[4] - s * a[3]
        tP_by = c * da[0] + s * da[1] + turn * nP
        nP_by = c * da[1] - s * da[0] - turn * tP
        tQ_by = c * da[3] + s * da[4] + turn * nQ
        nQ_by = c * da[4] - s * da[3] - turn * tQ
        vx = v[3] - v[0]
        vy = v[4] - v[1]
        l1 = c * vx + s * vy
        b1 = (c * vy - s * vx) / l
        l1_by = c * (dv[3] - dv[0]) + s * (dv[4] - dv[1]) + turn * b1 * l
        b1_by = (c * (dv[4] - dv[1]) - s * (dv[3] - dv[0]) - turn * l1) / l - b1 * grow
        wP = l * (v[2] - b1)
        wQ = l * (b1 - v[5])
        wP_by = l_by * (v[2] - b1) + l * (dv[2] - b1_by)
        wQ_by = l_by * (b1 - v[5]) + l * (b1_by - dv[5])
        mP = l * a[2] + l1 * (v[2] + b1)
        mQ = l * a[5] + l1 * (v[5] + b1)
        mP_by = l_by * a[2] + l * da[2] + l1_by * (v[2] + b1) + l1 * (dv[2] + b1_by)
        mQ_by = l_by * a[5] + l * da[5] + l1_by * (v[5] + b1) + l1 * (dv[5] + b1_by)
        m = self.mass
        m_by = self.rates[0]
        t_P = (2.0 * tP + tQ) / 6.0 - b1 * (wP / 20.0 + wQ / 30.0)
        t_Q = (tP + 2.0 * tQ) / 6.0 - b1 * (wP / 30.0 + wQ / 20.0)
        n_P = (156.0 * nP + 22.0 * mP + 54.0 * nQ - 13.0 * mQ) / 420.0
        n_Q = (54.0 * nP + 13.0 * mP + 156.0 * nQ - 22.0 * mQ) / 420.0
        e_P = (22.0 * nP + 4.0 * mP + 13.0 * nQ - 3.0 * mQ) / 420.0
        e_Q = (-13.0 * nP - 3.0 * mP - 22.0 * nQ + 4.0 * mQ) / 420.0
        t_P_by = (2.0 * tP_by + tQ_by) / 6.0 - b1_by * (wP / 20.0 + wQ / 30.0) - b1 * (wP_by / 20.0 + wQ_by / 30.0)
        t_Q_by = (tP_by + 2.0 * tQ_by) / 6.0 - b1_by * (wP / 30.0 + wQ / 20.0) - b1 * (wP_by / 30.0 + wQ_by / 20.0)
        n_P_by = (156.0 * nP_by + 22.0 * mP_by + 54.0 * nQ_by - 13.0 * mQ_by) / 420.0
        n_Q_by = (54.0 * nP_by + 13.0 * mP_by + 156.0 * nQ_by - 22.0 * mQ_by) / 420.0
        e_P_by = (22.0 * nP_by + 4.0 * mP_by + 13.0 * nQ_by - 3.0 * mQ_by) / 420.0
        e_Q_by = (-13.0 * nP_by - 3.0 * mP_by - 22.0 * nQ_by + 4.0 * mQ_by) / 420.0
        # with the mass, turned back from the chord
        t_P_by = m_by * t_P + m * (t_P_by - turn * n_P)
        n_P_by = m_by * n_P + m * (n_P_by + turn * t_P)
        t_Q_by = m_by * t_Q + m * (t_Q_by - turn * n_Q)
        n_Q_by = m_by * n_Q + m * (n_Q_by + turn * t_Q)
        f = self.force_by
        f[0] = c * t_P_by - s * n_P_by
        f[1] = s * t_P_by + c * n_P_by
        f[2] = (m_by * l + m * l_by) * e_P + m * l * e_P_by
        f[3] = c * t_Q_by - s * n_Q_by
        f[4] = s * t_Q_by + c * n_Q_by
        f[5] = (m_by * l + m * l_by) * e_Q + m * l * e_Q_by

    def potential_by(self) -> float:
        xP, yP, bP, xQ, yQ, bQ = self.coordinates
        gx = self.field[0]
        gy = self.field[1]
        gx_by = self.field_by[0]
        gy_by = self.field_by[1]
        dx = xQ.x() - xP.x()
        dy = yQ.x() - yP.x()
        bend = (bP.x() - bQ.x() - self.bent) / 12.0
        bend_by = (bP.x_by - bQ.x_by - self.rates[1]) / 12.0
        across = dx * gy - dy * gx
        across_by = (xQ.x_by - xP.x_by) * gy - (yQ.x_by - yP.x_by) * gx + dx * gy_by - dy * gx_by
        x = xP.x() + xQ.x()
        y = yP.x() + yQ.x()
        ends_by = gx_by * x + gy_by * y + gx * (xP.x_by + xQ.x_by) + gy * (yP.x_by + yQ.x_by)
        held = 0.5 * (gx * x + gy * y) + bend * across
        return -self.rates[0] * held - self.mass * (0.5 * ends_by + bend_by * across + bend * across_by)

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
    {"lenl": LENGTH, "angb": ANGLE, "angp": ANGLE_AT_P, "angq": Measure("angle of PQ − βQ", _AT_Q, _at_Q, winds=True),
     "lens": Measure("length along the bent axis", _ALL, bent_axis)},
    rigid=("lenl", "angp", "angq"), uniform=UniformBeam, bent=BentBeam, elastic=("lenl", "angp", "angq"), axis="lens",
    joined={**JOINED, ("lens", "angp", "angq"): (("P", "Q"),)},
    directed=True, symbol=symbol, example="elem 2 BEAM 1 2 3 4 5 6",
)  # fmt: skip
