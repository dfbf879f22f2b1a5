"""A rigid body of which an element with two points is a part: `body k m u v J`.

Its mass centre C lies at u along and v across PQ, seen from P; J is its polar inertia about C. C = P + u·t + v·n, t
along PQ and n across it; the body turns with PQ.
"""

from __future__ import annotations

from math import sqrt

from ..engine.coordinate import Coordinate, X, Y
from ..engine.mass import Mass


class Body(Mass):
    __slots__ = ("J", "mass", "u", "v")

    def __init__(self, ends: list[Coordinate], mass: float, u: float, v: float, J: float) -> None:
        super().__init__(ends, [X, Y, X, Y])
        self.mass: float = mass
        self.u: float = u
        self.v: float = v
        self.J: float = J

    def act(self) -> None:
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
