"""A turning node: four Euler parameters whose squares add up to 1, and points in space.

ω = 2 G λ̇    angular velocity along the axes of space, G the last three rows of right multiplication by conj(λ)
f = 2 Gᵀ m    a moment as forces on the parameters;  m = ½ G f  the other way
"""

from __future__ import annotations

from .coordinate import Coordinate
from .form import Form
from .space import Quaternion, Vector, conjugate, product


class Point:
    """Three co-ordinates of a point."""

    __slots__ = ("x", "y", "z")

    def __init__(self, of: list[Coordinate]) -> None:
        self.x: Coordinate = of[0]
        self.y: Coordinate = of[1]
        self.z: Coordinate = of[2]

    def to(self, other: Point) -> Vector:
        """From here to another point; counted from the starts, so that no digits are lost."""
        return (
            (other.x.start - self.x.start) + (other.x.q - self.x.q),
            (other.y.start - self.y.start) + (other.y.q - self.y.q),
            (other.z.start - self.z.start) + (other.z.q - self.z.q),
        )

    def drift(self, other: Point) -> Vector:
        """The same of the direction u."""
        return other.x.u - self.x.u, other.y.u - self.y.u, other.z.u - self.z.u

    def grown(self, other: Point) -> Vector:
        """The same of x_by."""
        return other.x.x_by - self.x.x_by, other.y.x_by - self.y.x_by, other.z.x_by - self.z.x_by


class Turning:
    """Four Euler parameters."""

    __slots__ = ("a", "b", "c", "d")

    def __init__(self, of: list[Coordinate]) -> None:
        self.a: Coordinate = of[0]
        self.b: Coordinate = of[1]
        self.c: Coordinate = of[2]
        self.d: Coordinate = of[3]

    def now(self) -> Quaternion:
        return (
            self.a.start + self.a.q,
            self.b.start + self.b.q,
            self.c.start + self.c.q,
            self.d.start + self.d.q,
        )

    def u(self) -> Quaternion:
        return self.a.u, self.b.u, self.c.u, self.d.u

    def x_by(self) -> Quaternion:
        return self.a.x_by, self.b.x_by, self.c.x_by, self.d.x_by

    def paired_by(self, p: Quaternion, p_by: Quaternion, k: float) -> Vector:
        """How the vector k·p∘conj(λ) changes."""
        one = product(p_by, conjugate(self.now()))
        two = product(p, conjugate(self.x_by()))
        return k * (one[1] + two[1]), k * (one[2] + two[2]), k * (one[3] + two[3])

    def spin_by(self) -> Vector:
        v = (self.a.v, self.b.v, self.c.v, self.d.v)
        return self.paired_by(v, (self.a.v_by, self.b.v_by, self.c.v_by, self.d.v_by), 2.0)

    def spin_change_by(self) -> Vector:
        a = (self.a.a, self.b.a, self.c.a, self.d.a)
        return self.paired_by(a, (self.a.a_by, self.b.a_by, self.c.a_by, self.d.a_by), 2.0)

    def spin(self) -> Vector:
        """Angular velocity."""
        return doubled(product((self.a.v, self.b.v, self.c.v, self.d.v), conjugate(self.now())), 2.0)

    def spin_change(self) -> Vector:
        """Angular acceleration."""
        return doubled(product((self.a.a, self.b.a, self.c.a, self.d.a), conjugate(self.now())), 2.0)

    def moment(self, f: Quaternion) -> Vector:
        """Of forces on the parameters."""
        return doubled(product(f, conjugate(self.now())), 0.5)

    def forces(self, m: Vector) -> Quaternion:
        """On the parameters, of a moment."""
        p = product((0.0, m[0], m[1], m[2]), self.now())
        return 2.0 * p[0], 2.0 * p[1], 2.0 * p[2], 2.0 * p[3]

    def carried_by(self) -> Quaternion:
        return self.a.f_by, self.b.f_by, self.c.f_by, self.d.f_by

    def carried(self) -> Quaternion:
        """Forces f of the four co-ordinates."""
        return self.a.f, self.b.f, self.c.f, self.d.f


def doubled(q: Quaternion, k: float) -> Vector:
    return k * q[1], k * q[2], k * q[3]


class Norm(Form):
    """λ·λ, held at 1 by the program: nobody's parameter."""

    __slots__ = ()

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, False, False)
        self.wanted = 1.0

    def evaluate(self) -> None:
        total = 0.0
        for entry in self.entries:
            x = entry.of.start + entry.of.q
            total += x * x
            entry.value = 2.0 * x
        self.value = total

    def bias(self) -> float:
        total = 0.0
        for entry in self.entries:
            total += entry.of.u * entry.of.u
        return 2.0 * total

    def jacobian_tangent(self) -> None:
        for entry in self.entries:
            entry.by = 2.0 * entry.of.x_by

    def bias_tangent(self) -> float:
        return 0.0

    def size(self, scale: float) -> float:
        return 2.0
