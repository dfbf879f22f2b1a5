"""A rigid body of which an element with two points is a part: `body k m u v J`.

Its mass centre C lies at u along and v across PQ, seen from P; J is its polar inertia about C. C = P + u·t + v·n, t
along PQ and n across it; the body turns with PQ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, sin, sqrt
from typing import Any

from librt.vecs import vec

from ..engine.coordinate import ANGLE, Coordinate, X, Y
from ..engine.mass import Mass
from .kind import Fault, LineOfDynamics, MassKind, Site


class Body(Mass):
    __slots__ = ("J", "mass", "turns_by", "u", "v", "x_by", "y_by")

    def __init__(self, ends: list[Coordinate], mass: float, u: float, v: float, J: float) -> None:
        super().__init__(ends, [X, Y, X, Y], [mass, u, v, J])
        self.mass: float = mass
        self.u: float = u
        self.v: float = v
        self.J: float = J
        self.turns_by: vec[float] = vec[float]([0.0] * 4)  # PQ and the mass centre, with the co-ordinates
        self.x_by: vec[float] = vec[float]([0.0] * 4)
        self.y_by: vec[float] = vec[float]([0.0] * 4)

    def take(self) -> None:
        self.mass, self.u, self.v, self.J = self.numbers

    def inertia_force(self) -> None:
        at = self.coordinates
        a = self.acceleration
        v = self.velocity
        f = self.force
        dx = at[2].x() - at[0].x()
        dy = at[3].x() - at[1].x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return
        c = dx / l
        s = dy / l
        vx = v[2] - v[0]
        vy = v[3] - v[1]
        turning = (c * vy - s * vx) / l
        bending = -2.0 * (c * vx + s * vy) * turning / l
        turned = (c * (a[3] - a[1]) - s * (a[2] - a[0])) / l + bending  # β̈
        # C from P, and how C moves when PQ turns
        rx = self.u * c - self.v * s
        ry = self.u * s + self.v * c
        fx = self.mass * (a[0] - turned * ry - turning * turning * rx)
        fy = self.mass * (a[1] + turned * rx - turning * turning * ry)
        moment = (self.J * turned + rx * fy - ry * fx) / l
        f[0] = fx + moment * s
        f[1] = fy - moment * c
        f[2] = -moment * s
        f[3] = moment * c

    def find_matrix(self, M: vec[float]) -> None:
        """m·jjᵀ of the mass centre along x and y, and J·wwᵀ: w is how PQ turns with the co-ordinates."""
        at = self.coordinates
        dx = at[2].x() - at[0].x()
        dy = at[3].x() - at[1].x()
        ll = dx * dx + dy * dy
        if not ll > 0.0:
            for k in range(16):
                M[k] = 0.0
            return
        l = sqrt(ll)
        rx = (self.u * dx - self.v * dy) / l
        ry = (self.u * dy + self.v * dx) / l
        w = self.turns_by
        jx = self.x_by
        jy = self.y_by
        w[0] = dy / ll
        w[1] = -dx / ll
        w[2] = -w[0]
        w[3] = -w[1]
        for k in range(4):
            jx[k] = -ry * w[k]
            jy[k] = rx * w[k]
        jx[0] += 1.0
        jy[1] += 1.0
        m = self.mass
        for i in range(4):
            a = m * jx[i]
            b = m * jy[i]
            c = self.J * w[i]
            for j in range(4):
                M[4 * i + j] = a * jx[j] + b * jy[j] + c * w[j]

    def inertia_force_tangent(self) -> None:
        """`inertia_force` differentiated line by line."""
        at = self.coordinates
        a = self.acceleration
        v = self.velocity
        a_by = self.acceleration_by
        v_by = self.velocity_by
        f = self.force_by
        dx = at[2].x() - at[0].x()
        dy = at[3].x() - at[1].x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return
        c = dx / l
        s = dy / l
        px = at[2].x_by - at[0].x_by
        py = at[3].x_by - at[1].x_by
        turn = (c * py - s * px) / l  # of PQ along x_by, and by which part it grows
        grow = (c * px + s * py) / l
        vx = v[2] - v[0]
        vy = v[3] - v[1]
        along = c * vx + s * vy
        turning = (c * vy - s * vx) / l
        along_by = c * (v_by[2] - v_by[0]) + s * (v_by[3] - v_by[1]) + turn * turning * l
        turning_by = (c * (v_by[3] - v_by[1]) - s * (v_by[2] - v_by[0]) - turn * along) / l - turning * grow
        bending = -2.0 * along * turning / l
        bending_by = -2.0 * (along_by * turning + along * turning_by) / l - bending * grow
        ax = a[2] - a[0]
        ay = a[3] - a[1]
        across = (c * ay - s * ax) / l
        turned = across + bending
        across_by = (c * (a_by[3] - a_by[1]) - s * (a_by[2] - a_by[0]) - turn * (c * ax + s * ay)) / l - across * grow
        turned_by = across_by + bending_by
        u_by = self.rates[1]
        w_by = self.rates[2]
        rx = self.u * c - self.v * s
        ry = self.u * s + self.v * c
        rx_by = u_by * c - w_by * s - turn * ry
        ry_by = u_by * s + w_by * c + turn * rx
        m = self.mass
        squared = turning * turning
        squared_by = 2.0 * turning * turning_by
        gx = a[0] - turned * ry - squared * rx
        gy = a[1] + turned * rx - squared * ry
        fx = m * gx
        fy = m * gy
        fx_by = self.rates[0] * gx + m * (a_by[0] - turned_by * ry - turned * ry_by - squared_by * rx - squared * rx_by)
        fy_by = self.rates[0] * gy + m * (a_by[1] + turned_by * rx + turned * rx_by - squared_by * ry - squared * ry_by)
        moment = (self.J * turned + rx * fy - ry * fx) / l
        inner = self.rates[3] * turned + self.J * turned_by + rx_by * fy + rx * fy_by - ry_by * fx - ry * fx_by
        moment_by = inner / l - moment * grow
        side_x = moment_by * s + moment * turn * c
        side_y = moment_by * c - moment * turn * s
        f[0] = fx_by + side_x
        f[1] = fy_by - side_y
        f[2] = -side_x
        f[3] = side_y

    def potential_by(self) -> float:
        at = self.coordinates
        dx = at[2].x() - at[0].x()
        dy = at[3].x() - at[1].x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return 0.0
        c = dx / l
        s = dy / l
        turn = (c * (at[3].x_by - at[1].x_by) - s * (at[2].x_by - at[0].x_by)) / l
        rx = self.u * c - self.v * s
        ry = self.u * s + self.v * c
        x_by = at[0].x_by + self.rates[1] * c - self.rates[2] * s - turn * ry
        y_by = at[1].x_by + self.rates[1] * s + self.rates[2] * c + turn * rx
        g = self.field
        lifted = g[0] * (at[0].x() + rx) + g[1] * (at[1].x() + ry)
        lifted_by = self.field_by[0] * (at[0].x() + rx) + self.field_by[1] * (at[1].x() + ry)
        return -self.rates[0] * lifted - self.mass * (lifted_by + g[0] * x_by + g[1] * y_by)

    def potential(self) -> float:
        """−m·g·r of the mass centre."""
        at = self.coordinates
        dx = at[2].x() - at[0].x()
        dy = at[3].x() - at[1].x()
        l = sqrt(dx * dx + dy * dy)
        if not l > 0.0:
            return 0.0
        x = at[0].x() + (self.u * dx - self.v * dy) / l
        y = at[1].x() + (self.u * dy + self.v * dx) / l
        return -self.mass * (self.field[0] * x + self.field[1] * y)


class TurningBody(Mass):
    """Of an element whose two points are one, a wheel: u and v in axes that turn with its angle."""

    __slots__ = ("J", "mass", "u", "v")

    def __init__(self, at: list[Coordinate], mass: float, u: float, v: float, J: float) -> None:
        super().__init__(at, [X, Y, ANGLE], [mass, u, v, J])
        self.mass: float = mass
        self.u: float = u
        self.v: float = v
        self.J: float = J

    def take(self) -> None:
        self.mass, self.u, self.v, self.J = self.numbers

    def inertia_force(self) -> None:
        b = self.coordinates[2].x()
        c = cos(b)
        s = sin(b)
        rx = self.u * c - self.v * s
        ry = self.u * s + self.v * c
        a = self.acceleration
        squared = self.velocity[2] * self.velocity[2]
        fx = self.mass * (a[0] - a[2] * ry - squared * rx)
        fy = self.mass * (a[1] + a[2] * rx - squared * ry)
        f = self.force
        f[0] = fx
        f[1] = fy
        f[2] = self.J * a[2] + rx * fy - ry * fx

    def potential(self) -> float:
        at = self.coordinates
        b = at[2].x()
        x = at[0].x() + self.u * cos(b) - self.v * sin(b)
        y = at[1].x() + self.u * sin(b) + self.v * cos(b)
        return -self.mass * (self.field[0] * x + self.field[1] * y)


def _make(site: Site, line: LineOfDynamics) -> Mass:
    at = site.at(line.subject)
    mass, u, v, J = line.values
    if "bP" in at and at["xP"] is at["xQ"] and at["yP"] is at["yQ"]:
        return TurningBody([at["xP"], at["yP"], at["bP"]], mass, u, v, J)
    return Body([at["xP"], at["yP"], at["xQ"], at["yQ"]], mass, u, v, J)


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if values[0] < 0:
        yield Fault(0, f"negative mass {values[0]:g}")
    if values[3] < 0:
        yield Fault(3, f"negative polar inertia {values[3]:g}")


BODY = MassKind(
    "body", "element k, value m:mass, value u:length, value v:length, value J:moment of inertia",
    "element k is part of a rigid body of mass m, its mass centre u along and v across PQ (seen from P, left "
    "positive; on a TR1 whose two points are one in the axes turned by βP), polar inertia J about that centre",
    "body 4 2.6 0.3 0.05 0.08", make=_make, faults=_faults,
    once="the body of element {}", fits=lambda kind: bool(kind.plane) and not kind.is_spatial,
    takes="put a BIN that prescribes nothing on the same points, and the mass on it",
    weighs=lambda values: bool(values[0] or values[3]),
)  # fmt: skip
