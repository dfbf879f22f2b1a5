"""Planar mechanisms as free bodies: what every pin carries, owing nothing to the program but places.

Every body has a place and an angle; pins, slots, teeth and drives are equations between them. Their second derivatives
along the motion give accelerations, Newton and Euler for every body the forces. Nothing of the engine is used.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin, tan

import numpy as np

Vector = tuple[float, float]


class Series:
    """A number along a path: value, first and second coefficient of its power series."""

    def __init__(self, a: float, b: float = 0.0, c: float = 0.0) -> None:
        self.a, self.b, self.c = a, b, c

    def __add__(self, other: Series) -> Series:
        return Series(self.a + other.a, self.b + other.b, self.c + other.c)

    def __sub__(self, other: Series) -> Series:
        return Series(self.a - other.a, self.b - other.b, self.c - other.c)

    def __mul__(self, other: Series) -> Series:
        both = self.a * other.c + self.b * other.b + self.c * other.a
        return Series(self.a * other.a, self.a * other.b + self.b * other.a, both)

    def times(self, factor: float) -> Series:
        return Series(factor * self.a, factor * self.b, factor * self.c)

    def through(self, value: float, first: float, second: float) -> Series:
        """A function of it, by its value and derivatives here."""
        return Series(value, first * self.b, first * self.c + 0.5 * second * self.b**2)

    def sin(self) -> Series:
        return self.through(sin(self.a), cos(self.a), -sin(self.a))

    def cos(self) -> Series:
        return self.through(cos(self.a), -sin(self.a), -cos(self.a))

    def root(self) -> Series:
        r = self.a**0.5
        return self.through(r, 0.5 / r, -0.25 / r**3)


def direction(x: Series, y: Series) -> Series:
    """The angle of (x, y): its change is (x dy − y dx)/r², integrated once."""
    r = x.a**2 + y.a**2
    first = (x.a * y.b - y.a * x.b) / r
    change = 2.0 * (x.a * x.b + y.a * y.b)
    second = 2.0 * (x.a * y.c - y.a * x.c) / r - first * change / r  # of the angle's derivative
    return Series(atan2(y.a, x.a), first, 0.5 * second)


@dataclass(eq=False)
class Body:
    """Origin at a point, axis towards another point or along an angle; mass centre and polar inertia in these axes."""

    at: str
    towards: str = ""
    angle: str = ""
    mass: float = 0.0
    centre: Vector = (0.0, 0.0)
    J: float = 0.0


GROUND = Body("")
Places = dict[str, Vector]  # of points at one instant
State = dict[Body, tuple[Series, Series, Series]]


@dataclass
class Situation:
    """Where all points and angles are at one instant."""

    points: Places
    angles: dict[str, float]
    time: float

    def place(self, body: Body) -> tuple[float, float, float]:
        if body is GROUND:
            return 0.0, 0.0, 0.0
        x, y = self.points[body.at]
        if not body.towards and not body.angle:  # a block that cannot turn
            return x, y, 0.0
        if body.angle:
            return x, y, self.angles[body.angle]
        to = self.points[body.towards]
        return x, y, atan2(to[1] - y, to[0] - x)

    def inside(self, body: Body, point: str) -> Vector:
        """A point in the axes of a body."""
        x, y, b = self.place(body)
        dx, dy = self.points[point][0] - x, self.points[point][1] - y
        return cos(b) * dx + sin(b) * dy, cos(b) * dy - sin(b) * dx


def _moved(state: State, body: Body, inside: Vector) -> tuple[Series, Series]:
    """Where a point of a body goes."""
    x, y, b = state[body]
    c, s = b.cos(), b.sin()
    return x + c.times(inside[0]) - s.times(inside[1]), y + s.times(inside[0]) + c.times(inside[1])


class Joint:
    """Equations between bodies, and the unknown forces that hold them."""

    #: what the equations are equal to: its rate at the start, and the constant acceleration
    rate: float = 0.0
    given: float = 0.0

    def equations(self, state: State, now: Situation) -> list[Series]:
        raise NotImplementedError

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        """Of every unknown: body, force, where it acts, moment."""
        raise NotImplementedError

    def beside(self, now: Situation) -> list[tuple[Body, Vector, Vector, float]]:
        """What the size of its first unknown does beside it."""
        return []

    def point(self) -> str:
        """At which joint the forces of its unknowns are felt."""
        return ""


@dataclass
class Pin(Joint):
    a: Body
    b: Body
    name: str

    def equations(self, state: State, now: Situation) -> list[Series]:
        ax, ay = _moved(state, self.a, now.inside(self.a, self.name))
        bx, by = _moved(state, self.b, now.inside(self.b, self.name))
        return [ax - bx, ay - by]

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        at = now.points[self.name]
        return [[(self.a, way, at, 0.0), (self.b, (-way[0], -way[1]), at, 0.0)] for way in ((1.0, 0.0), (0.0, 1.0))]

    def point(self) -> str:
        return self.name


@dataclass
class Slot(Joint):
    """A point of a body stays beside a line of another one, which goes through a point and turns with it."""

    slider: Body
    name: str
    rail: Body
    through: str
    along: float = 0.0  # direction in the axes of the rail
    is_felt: bool = True

    def equations(self, state: State, now: Situation) -> list[Series]:
        x, y = _moved(state, self.slider, now.inside(self.slider, self.name))
        px, py = _moved(state, self.rail, now.inside(self.rail, self.through))
        b = state[self.rail][2] + Series(self.along)
        return [b.cos() * (y - py) - b.sin() * (x - px)]

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        b = now.place(self.rail)[2] + self.along
        n, at = (-sin(b), cos(b)), now.points[self.name]
        return [[(self.slider, n, at, 0.0), (self.rail, (-n[0], -n[1]), at, 0.0)]]

    def point(self) -> str:
        return self.name if self.is_felt else ""


@dataclass
class Lock(Joint):
    """Both turn alike."""

    a: Body
    b: Body

    def equations(self, state: State, now: Situation) -> list[Series]:
        return [state[self.a][2] - state[self.b][2]]

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        nothing = (0.0, 0.0)
        return [[(self.a, nothing, nothing, 1.0), (self.b, nothing, nothing, -1.0)]]


@dataclass
class Drive(Lock):
    """One turns against the other as given."""

    rate: float
    given: float


@dataclass
class Cylinder(Joint):
    """The distance of two points is given; the force acts along it."""

    barrel: Body
    rod: Body
    foot: str
    head: str
    rate: float
    given: float

    def equations(self, state: State, now: Situation) -> list[Series]:
        px, py = _moved(state, self.barrel, now.inside(self.barrel, self.foot))
        qx, qy = _moved(state, self.rod, now.inside(self.rod, self.head))
        dx, dy = qx - px, qy - py
        return [(dx * dx + dy * dy).root()]

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        (px, py), (qx, qy) = now.points[self.foot], now.points[self.head]
        l = hypot(qx - px, qy - py)
        way = ((qx - px) / l, (qy - py) / l)
        return [[(self.rod, way, (qx, qy), 0.0), (self.barrel, (-way[0], -way[1]), (px, py), 0.0)]]


@dataclass
class Gears(Joint):
    """Pitch circles about the origins of two bodies roll on each other."""

    a: Body
    b: Body
    r1: float
    r2: float
    alpha: float

    def equations(self, state: State, now: Situation) -> list[Series]:
        (ax, ay, at), (bx, by, bt) = state[self.a], state[self.b]
        return [at.times(self.r1) + bt.times(self.r2) - direction(bx - ax, by - ay).times(self.r1 + self.r2)]

    def _contact(self, now: Situation) -> tuple[Vector, Vector]:
        """Unit vector from centre to centre; the pitch point."""
        (ax, ay, _), (bx, by, _) = now.place(self.a), now.place(self.b)
        share = self.r1 / (self.r1 + self.r2)
        l = hypot(bx - ax, by - ay)
        return ((bx - ax) / l, (by - ay) / l), (ax + share * (bx - ax), ay + share * (by - ay))

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        (ex, ey), at = self._contact(now)
        return [[(self.a, (-ey, ex), at, 0.0), (self.b, (ey, -ex), at, 0.0)]]

    def beside(self, now: Situation) -> list[tuple[Body, Vector, Vector, float]]:
        (ex, ey), at = self._contact(now)
        k = -tan(self.alpha) if self.r1 * self.r2 > 0.0 else tan(self.alpha)  # outer gears are pushed apart
        return [(self.a, (k * ex, k * ey), at, 0.0), (self.b, (-k * ex, -k * ey), at, 0.0)]


@dataclass
class Rack(Joint):
    """The pitch circle about the origin of a gear rolls on the line through the origin of a rack, along its axis."""

    gear: Body
    rack: Body
    r: float
    alpha: float

    def _seen(self, now: Situation) -> tuple[Vector, Vector, float]:
        """Axis of the rack, its normal, on which side of it the gear is."""
        (gx, gy, _), (rx, ry, b) = now.place(self.gear), now.place(self.rack)
        t, n = (cos(b), sin(b)), (-sin(b), cos(b))
        return t, n, 1.0 if n[0] * (gx - rx) + n[1] * (gy - ry) > 0.0 else -1.0

    def equations(self, state: State, now: Situation) -> list[Series]:
        """Without slip the gear goes back along the rack as far as it turns forward, seen from the left side."""
        (gx, gy, gt), (rx, ry, rt) = state[self.gear], state[self.rack]
        side = self._seen(now)[2]
        along = rt.cos() * (gx - rx) + rt.sin() * (gy - ry)
        return [(gt - rt).times(self.r) + along.times(side)]

    def _contact(self, now: Situation) -> Vector:
        gx, gy, _ = now.place(self.gear)
        _, n, side = self._seen(now)
        return gx - side * self.r * n[0], gy - side * self.r * n[1]

    def pushes(self, now: Situation) -> list[list[tuple[Body, Vector, Vector, float]]]:
        t, at = self._seen(now)[0], self._contact(now)
        return [[(self.gear, t, at, 0.0), (self.rack, (-t[0], -t[1]), at, 0.0)]]

    def beside(self, now: Situation) -> list[tuple[Body, Vector, Vector, float]]:
        _, n, side = self._seen(now)
        k, at = side * tan(self.alpha), self._contact(now)
        return [(self.gear, (k * n[0], k * n[1]), at, 0.0), (self.rack, (-k * n[0], -k * n[1]), at, 0.0)]


@dataclass
class Spring:
    a: Body
    b: Body
    ends: tuple[str, str]
    stiffness: float
    at_zero: float
    is_inner: bool = False  # to a link of several bodies

    def pulls(self, now: Situation) -> list[tuple[Body, str, Vector]]:
        (px, py), (qx, qy) = now.points[self.ends[0]], now.points[self.ends[1]]
        l = hypot(qx - px, qy - py)
        k = (self.stiffness * l + self.at_zero) / l
        force = (k * (qx - px), k * (qy - py))
        return [(self.a, self.ends[0], force), (self.b, self.ends[1], (-force[0], -force[1]))]


@dataclass
class Model:
    bodies: list[Body] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    springs: list[Spring] = field(default_factory=list)
    forces: list[tuple[Body, str, Vector]] = field(default_factory=list)
    moments: list[tuple[Body, float]] = field(default_factory=list)
    gravity: Vector = (0.0, 0.0)

    def motion(self, now: Situation) -> tuple[np.ndarray, np.ndarray]:
        """Velocities and accelerations of x, y and angle of every body."""
        columns = 3 * len(self.bodies)
        jacobian = np.column_stack([self._slopes(now, unit) for unit in np.eye(columns)])
        held = [joint for joint in self.joints for _ in joint.pushes(now)]  # one for every equation
        rates = np.array([joint.rate + joint.given * now.time for joint in held])
        given = np.array([joint.given for joint in held])
        v = _solved(jacobian, rates)
        bent = np.array([2.0 * equation.c for equation in self._equations(now, v)])
        return v, _solved(jacobian, given - bent)

    def pins(self, now: Situation) -> dict[tuple[Body, str], Vector]:
        """Force on every body at every joint by all that meets there."""
        rates, a = self.motion(now)
        wide = 3 * len(self.bodies)
        columns, owners = [], []
        for joint in self.joints:
            for push in joint.pushes(now):
                columns.append(self._wrenches(now, push))
                owners.append((joint, push))
        toothed = [k for k, (joint, _) in enumerate(owners) if joint.beside(now)]
        right = np.zeros(wide)
        for k, body in enumerate(self.bodies):
            _, _, b = now.place(body)
            rx = cos(b) * body.centre[0] - sin(b) * body.centre[1]
            ry = sin(b) * body.centre[0] + cos(b) * body.centre[1]
            ax, ay, turned = a[3 * k : 3 * k + 3]
            w = rates[3 * k + 2]
            fx = body.mass * (ax - turned * ry - w**2 * rx - self.gravity[0])
            fy = body.mass * (ay + turned * rx - w**2 * ry - self.gravity[1])
            right[3 * k : 3 * k + 3] = fx, fy, body.J * turned + rx * fy - ry * fx
        loads = [(body, force, now.points[at], 0.0) for body, at, force in self._applied(now)]
        right -= self._wrenches(now, loads + [(body, (0.0, 0.0), (0.0, 0.0), m) for body, m in self.moments])
        unknown = self._unknown(now, np.column_stack(columns), owners, toothed, right)
        found: dict[tuple[Body, str], np.ndarray] = {}
        for (joint, push), size in zip(owners, unknown, strict=True):
            for body, force, _, _ in push if joint.point() else ():
                key = body, joint.point()
                found[key] = found.get(key, np.zeros(2)) + size * np.array(force)
        for spring in self.springs:
            for body, at, force in [] if spring.is_inner else spring.pulls(now):
                found[body, at] = found.get((body, at), np.zeros(2)) + force
        return {key: (float(f[0]), float(f[1])) for key, f in found.items()}

    def _unknown(
        self,
        now: Situation,
        columns: np.ndarray,
        owners: Sequence[tuple[Joint, object]],
        toothed: list[int],
        right: np.ndarray,
    ) -> np.ndarray:
        """Teeth push across with the size of their force: the signs are tried."""
        for signs in itertools.product((1.0, -1.0), repeat=len(toothed)):
            matrix = columns.copy()
            for k, sign in zip(toothed, signs, strict=True):
                matrix[:, k] += sign * self._wrenches(now, owners[k][0].beside(now))
            found = _solved(matrix, right)
            if all(sign * found[k] >= 0.0 for k, sign in zip(toothed, signs, strict=True)):
                return found
        raise ArithmeticError("no signs of the tooth forces fit")

    def _applied(self, now: Situation) -> list[tuple[Body, str, Vector]]:
        return [*self.forces, *(pull for spring in self.springs for pull in spring.pulls(now))]

    def _wrenches(self, now: Situation, pushes: Sequence[tuple[Body, Vector, Vector, float]]) -> np.ndarray:
        """Force, and moment about the origin, on every body."""
        found = np.zeros(3 * len(self.bodies))
        for body, (fx, fy), (px, py), moment in pushes:
            if body is GROUND:
                continue
            k = 3 * self.bodies.index(body)
            x, y, _ = now.place(body)
            found[k : k + 3] += fx, fy, (px - x) * fy - (py - y) * fx + moment
        return found

    def _equations(self, now: Situation, change: np.ndarray) -> list[Series]:
        still = Series(0.0)
        state: State = {GROUND: (still, still, still)}
        for k, body in enumerate(self.bodies):
            x, y, b = now.place(body)
            dx, dy, db = change[3 * k : 3 * k + 3]
            state[body] = Series(x, dx), Series(y, dy), Series(b, db)
        return [equation for joint in self.joints for equation in joint.equations(state, now)]

    def _slopes(self, now: Situation, change: np.ndarray) -> list[float]:
        return [equation.b for equation in self._equations(now, change)]


def _solved(matrix: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Square systems: as many equations as unknowns, and forces as equations."""
    assert matrix.shape[0] == matrix.shape[1], matrix.shape
    return np.linalg.solve(matrix, right)
