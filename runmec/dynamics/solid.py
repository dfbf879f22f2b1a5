"""A rigid body on a point P and a turning node: `solid k m u v w Ixx …`.

Its points are r = P + R(λ)X, so that ∫(B)ᵀ(Bẍ + Ḃẋ)dm needs the mass, its first moments m·c and its second moments
∫XXᵀdm = ½tr(I)·1 − I + m·c·cᵀ about P, with c the mass centre and I the inertia tensor about it, in the node's axes.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..engine.coordinate import EULER, Coordinate, X, Y, Z
from ..engine.mass import Mass
from ..engine.space import Vector, dot, leaning, plus, scaled, swung, turned
from ..engine.turning import Turning
from .kind import LineOfDynamics, Site

#: ∂R/∂λ_k, row after row, of one k after the other: twice this Euler parameter, counted from 1, with this sign
TURNS: Final = vec[i64]([
    1, -4, 3, 4, 1, -2, -3, 2, 1,
    2, 3, 4, 3, -2, -1, 4, 1, -2,
    -3, 2, 1, 2, 3, 4, -1, 4, -3,
    -4, -1, 2, 1, -4, 3, 2, 3, 4,
])  # fmt: skip


class Solid(Mass):
    __slots__ = ("V", "W", "centre", "mass", "node", "second")

    def __init__(self, coordinates: list[Coordinate], mass: float, centre: list[float], inertia: list[float]) -> None:
        """`coordinates` are those of P and of the node; `inertia` Ixx Iyy Izz Ixy Ixz Iyz."""
        super().__init__(coordinates, [X, Y, Z, EULER, EULER, EULER, EULER], [mass, *centre, *inertia])
        self.node: Turning = Turning(coordinates[3:7])
        self.mass: float = mass
        self.centre: Vector = (0.0, 0.0, 0.0)
        self.second: list[Vector] = []
        self.V: vec[float] = vec[float]([0.0] * 36)  # ∂R/∂λ, and the same times the second moments
        self.W: vec[float] = vec[float]([0.0] * 36)
        self.take()

    def take(self) -> None:
        """Mass, centre and second moments."""
        own = self.numbers
        self.mass = own[0]
        self.centre = (own[1], own[2], own[3])
        half = 0.5 * (own[4] + own[5] + own[6])
        columns: list[Vector] = [
            (half - own[4], -own[7], -own[8]),
            (-own[7], half - own[5], -own[9]),
            (-own[8], -own[9], half - own[6]),
        ]
        self.second = [plus(columns[k], self.centre, self.mass * self.centre[k]) for k in range(3)]

    def inertia_force(self) -> None:
        v = self.velocity
        a = self.acceleration
        l = self.node.now()
        l1 = (v[3], v[4], v[5], v[6])
        l2 = (a[3], a[4], a[5], a[6])
        at_P = (a[0], a[1], a[2])
        c = scaled(self.centre, self.mass)
        rests = l1 == (0.0, 0.0, 0.0, 0.0)
        turning = swung(l, l2, c) if rests else plus(swung(l, l2, c), swung(l1, l1, c), 1.0)
        push = plus(scaled(at_P, self.mass), turning, 2.0)
        f = self.force
        f[0] = push[0]
        f[1] = push[1]
        f[2] = push[2]
        f[3] = f[4] = f[5] = f[6] = 0.0
        for k in range(3):
            axis = (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)
            G = self.second[k]
            # the axis of the node feels ∫r̈·X_k dm
            turning = swung(l, l2, G) if rests else plus(swung(l, l2, G), swung(l1, l1, G), 1.0)
            h = plus(scaled(at_P, dot(c, axis)), turning, 2.0)
            part = leaning(l, axis, h)
            f[3] += part[0]
            f[4] += part[1]
            f[5] += part[2]
            f[6] += part[3]

    def find_matrix(self, M: vec[float]) -> None:
        """m·1, ∫V_k X dm and ∫V_k X·V_j X dm, with V_k = ∂R/∂λ_k."""
        m = self.mass
        cx, cy, cz = self.centre
        l = self.node.now()
        twice = vec[float]([2.0 * l[0], 2.0 * l[1], 2.0 * l[2], 2.0 * l[3]])
        V = self.V
        W = self.W
        for k in range(36):
            at = TURNS[k]
            V[k] = twice[at - 1] if at > 0 else -twice[-at - 1]
        for k in range(49):
            M[k] = 0.0
        M[0] = M[8] = M[16] = m
        ax, ay, az = self.second[0]
        bx, by, bz = self.second[1]
        dx, dy, dz = self.second[2]
        for row in range(12):
            x = V[3 * row]
            y = V[3 * row + 1]
            z = V[3 * row + 2]
            W[3 * row] = x * ax + y * ay + z * az
            W[3 * row + 1] = x * bx + y * by + z * bz
            W[3 * row + 2] = x * dx + y * dy + z * dz
            push = m * (x * cx + y * cy + z * cz)
            i = row % 3
            k = 3 + row // 3
            M[7 * i + k] = push
            M[7 * k + i] = push
        for k in range(4):
            for j in range(k + 1):
                total = 0.0
                for i in range(9):
                    total += V[9 * j + i] * W[9 * k + i]
                M[7 * (3 + k) + 3 + j] = total
                M[7 * (3 + j) + 3 + k] = total

    def potential(self) -> float:
        """−m·g·r of the mass centre."""
        c = turned(self.node.now(), self.centre)
        at = self.coordinates
        total = 0.0
        for k in range(3):
            total -= self.mass * self.field[k] * (at[k].x() + c[k])
        return total


def make(site: Site, line: LineOfDynamics) -> Solid:
    mass, u, v, w, *inertia = line.values
    at = [c for name, c in site.at(line.subject).items() if name[-1] == "P"]
    return Solid(at, mass, [u, v, w], [*inertia, 0.0, 0.0, 0.0][:6])
