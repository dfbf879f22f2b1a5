"""Geometry of motion: planes that move with elements, their poles, curvatures of paths.

A plane has the velocity V + ω×r and the acceleration A + α×r − ω²r at the place r. Where there is one input all of it
is taken to that input, so that it has a meaning at rest too.
"""

from __future__ import annotations

from math import nan, sqrt
from typing import Final

from .coordinate import Coordinate
from .form import Form
from .quantity import Quantity
from .replay import Second

AT_INFINITY: Final = 1e-10  # what turns slower than this part of what moves, turns about no point


class Pace:
    """Velocities and accelerations of co-ordinates: in time, or by the only input."""

    __slots__ = ("acceleration", "input", "rate", "second")

    def __init__(self, input: Form | None, second: Second | None) -> None:
        self.input: Form | None = input  # None: there are several, or none
        self.second: Second | None = second
        self.rate: float = 1.0
        self.acceleration: float = 0.0

    def geometric(self) -> None:
        """As if the only input moved with the velocity 1, in its own sense."""
        by = self.input
        if by is not None:
            self.rate = -1.0 if by.rate < 0.0 else 1.0
            self.acceleration = 0.0

    def in_time(self) -> None:
        """As it moves; where it rests as if it moved evenly."""
        by = self.input
        if by is not None:
            self.rate = by.rate
            self.acceleration = by.acceleration
            if self.rate == 0.0 and self.acceleration == 0.0:
                self.rate = 1.0

    def v(self, c: Coordinate) -> float:
        return c.v if self.input is None else c.transfer[0] * self.rate

    def a(self, c: Coordinate) -> float:
        second = self.second
        if second is None:
            return c.a
        return second.x[c.at] * self.rate * self.rate + c.transfer[0] * self.acceleration


class Plane:
    """Fixed to an element: at its P, along PQ or with the angle at P. Without co-ordinates: the frame."""

    __slots__ = ("Ax", "Ay", "Vx", "Vy", "alpha", "omega", "on")

    def __init__(self, on: list[Coordinate]) -> None:
        self.on: list[Coordinate] = on  # xP yP and xQ yQ, or the angle
        self.Vx: float = 0.0
        self.Vy: float = 0.0
        self.omega: float = 0.0
        self.Ax: float = 0.0
        self.Ay: float = 0.0
        self.alpha: float = 0.0

    def evaluate(self, pace: Pace) -> None:
        on = self.on
        if not on:
            return
        x = on[0].x()
        y = on[1].x()
        vx = pace.v(on[0])
        vy = pace.v(on[1])
        ax = pace.a(on[0])
        ay = pace.a(on[1])
        if len(on) == 3:
            w = pace.v(on[2])
            alpha = pace.a(on[2])
        else:
            dx = on[2].x() - x
            dy = on[3].x() - y
            ux = pace.v(on[2]) - vx
            uy = pace.v(on[3]) - vy
            square = dx * dx + dy * dy
            per = 1.0 / square if square > 0.0 else nan
            w = (dx * uy - dy * ux) * per
            stretch = (dx * ux + dy * uy) * per
            alpha = (dx * (pace.a(on[3]) - ay) - dy * (pace.a(on[2]) - ax)) * per - 2.0 * w * stretch
        self.omega = w
        self.alpha = alpha
        self.Vx = vx + w * y
        self.Vy = vy - w * x
        self.Ax = ax + alpha * y + w * w * x
        self.Ay = ay - alpha * x + w * w * y

    def speed(self, x: float, y: float) -> float:
        """Of its point at (x, y)."""
        vx = self.Vx - self.omega * y
        vy = self.Vy + self.omega * x
        return sqrt(vx * vx + vy * vy)


class Relative:
    """The motion of one plane seen from another one."""

    __slots__ = ("Ax", "Ay", "Vx", "Vy", "alpha", "k", "l", "omega", "pace", "size")

    def __init__(self, k: Plane, l: Plane, pace: Pace, size: float) -> None:
        self.k: Plane = k
        self.l: Plane = l
        self.pace: Pace = pace
        self.size: float = size  # of the mechanism
        self.Vx: float = 0.0
        self.Vy: float = 0.0
        self.omega: float = 0.0
        self.Ax: float = 0.0
        self.Ay: float = 0.0
        self.alpha: float = 0.0

    def evaluate(self) -> None:
        k = self.k
        l = self.l
        k.evaluate(self.pace)
        l.evaluate(self.pace)
        self.Vx = k.Vx - l.Vx
        self.Vy = k.Vy - l.Vy
        self.omega = k.omega - l.omega
        # less Coriolis' part 2ω×v, since the observer turns
        self.Ax = k.Ax - l.Ax + 2.0 * l.omega * self.Vy
        self.Ay = k.Ay - l.Ay - 2.0 * l.omega * self.Vx
        self.alpha = k.alpha - l.alpha

    def turns(self) -> bool:
        """Whether there is a pole at a finite distance."""
        return abs(self.omega) * self.size > AT_INFINITY * self.moved()

    def reverses(self) -> bool:
        """Whether the one plane rests on the other for an instant, about to turn the other way."""
        on = self.k.on if self.k.on else self.l.on
        x = on[0].x()
        y = on[1].x()
        vx = self.Vx - self.omega * y
        vy = self.Vy + self.omega * x
        if not sqrt(vx * vx + vy * vy) <= AT_INFINITY * self.moved():
            return False
        ax = self.Ax - self.alpha * y
        ay = self.Ay + self.alpha * x
        return abs(self.alpha) * self.size > AT_INFINITY * sqrt(ax * ax + ay * ay)

    def moved(self) -> float:
        """How fast both planes move, where one of them has its origin and at its ends."""
        on = self.k.on if self.k.on else self.l.on
        x = on[0].x() if on else 0.0
        y = on[1].x() if on else 0.0
        return self.k.speed(x, y) + self.l.speed(x, y) + self.size * (abs(self.k.omega) + abs(self.l.omega))


class PlaceOf(Quantity):
    """A point that belongs to a relative motion, its x or its y."""

    __slots__ = ("axis", "of")

    def __init__(self, of: Relative, axis: int) -> None:
        self.of: Relative = of
        self.axis: int = axis


class Pole(PlaceOf):
    """Velocity pole; at an instant of rest what it tends to: the point without relative acceleration."""

    __slots__ = ()

    def value(self) -> float:
        of = self.of
        of.pace.geometric()
        of.evaluate()
        if of.turns():
            return -of.Vy / of.omega if self.axis == 0 else of.Vx / of.omega
        if of.reverses():
            return -of.Ay / of.alpha if self.axis == 0 else of.Ax / of.alpha
        return nan


class AccelerationPole(PlaceOf):
    """The point without acceleration."""

    __slots__ = ()

    def value(self) -> float:
        of = self.of
        of.pace.in_time()
        of.evaluate()
        square = of.omega * of.omega
        below = square * square + of.alpha * of.alpha
        accelerated = sqrt(of.Ax * of.Ax + of.Ay * of.Ay)
        if not sqrt(below) * of.size > AT_INFINITY * accelerated:
            return nan
        if self.axis == 0:
            return (square * of.Ax - of.alpha * of.Ay) / below
        return (square * of.Ay + of.alpha * of.Ax) / below


class InflectionPole(PlaceOf):
    """Where the diameter of the inflection circle ends that begins at the pole: the pole's acceleration / ω²."""

    __slots__ = ()

    def value(self) -> float:
        of = self.of
        of.pace.geometric()
        of.evaluate()
        if not of.turns():
            return nan
        w = of.omega
        x = -of.Vy / w
        y = of.Vx / w
        if self.axis == 0:
            return x + (of.Ax - of.alpha * y - w * w * x) / (w * w)
        return y + (of.Ay + of.alpha * x - w * w * y) / (w * w)


class Curvature(Quantity):
    """Signed radius of curvature of the path of a point, positive where it turns left; none of a straight path."""

    __slots__ = ("pace", "size", "x", "y")

    def __init__(self, x: Coordinate, y: Coordinate, pace: Pace, size: float) -> None:
        self.x: Coordinate = x
        self.y: Coordinate = y
        self.pace: Pace = pace
        self.size: float = size

    def value(self) -> float:
        pace = self.pace
        pace.geometric()
        vx = pace.v(self.x)
        vy = pace.v(self.y)
        ax = pace.a(self.x)
        ay = pace.a(self.y)
        square = vx * vx + vy * vy
        speed = sqrt(square)
        left = vx * ay - vy * ax
        straight = AT_INFINITY * speed * (sqrt(ax * ax + ay * ay) + square / self.size)
        return square * speed / left if abs(left) > straight else nan
