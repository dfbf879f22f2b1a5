"""What all moving mass does together: its mass centre, and what the frame feels of it; angles between lines."""

from __future__ import annotations

from math import atan2, nan, sqrt
from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import ANGLE, Coordinate, X, Z
from .mass import Mass
from .quantity import Quantity

if TYPE_CHECKING:
    from .turning import Turning  # space only: what is in a plane does not load it


class Arm:
    """The point that a co-ordinate belongs to: its x, y and z; the z of a point in a plane stands still."""

    __slots__ = ("axes", "still")

    def __init__(self, axes: list[Coordinate], still: float) -> None:
        self.axes: list[Coordinate] = axes
        self.still: float = still

    def at(self, axis: i64) -> float:
        return self.axes[axis].x() if axis < len(self.axes) else self.still

    def by(self, axis: i64) -> float:
        return self.axes[axis].x_by if axis < len(self.axes) else 0.0


class Moved:
    """A mass, and for each of its co-ordinates the axis along which it acts, the point at which it does (none of
    angles), and the turning node of the four that begin there.
    """

    __slots__ = ("arms", "axes", "mass", "nodes")

    def __init__(self, mass: Mass, axes: list[int], arms: list[Arm | None], nodes: list[Turning | None]) -> None:
        self.mass: Mass = mass
        self.axes: list[int] = axes
        self.arms: list[Arm | None] = arms
        self.nodes: list[Turning | None] = nodes

    def inertia_force(self) -> None:
        """`force` = M a, without weight."""
        mass = self.mass
        for k in range(mass.count):
            mass.velocity[k] = mass.coordinates[k].v
            mass.acceleration[k] = mass.coordinates[k].a
        mass.inertia_force()

    def inertia_force_tangent(self) -> None:
        mass = self.mass
        self.inertia_force()
        for k in range(mass.count):
            mass.velocity_by[k] = mass.coordinates[k].v_by
            mass.acceleration_by[k] = mass.coordinates[k].a_by
        mass.inertia_force_tangent()

    def along(self, force: vec[float], axis: i64) -> float:
        total = 0.0
        for k in range(self.mass.count):
            if self.axes[k] == axis:
                total += force[k]
        return total

    def about(self, force: vec[float], axis: i64, origin: vec[float]) -> float:
        """The moment of forces about an axis through a point."""
        total = 0.0
        for k in range(self.mass.count):
            arm = self.arms[k]
            if arm is not None:
                other = beside(axis, self.axes[k])
                if other >= 0:
                    total += sense(axis, other) * (arm.at(other) - origin[other]) * force[k]
            elif self.axes[k] == ANGLE and axis == Z:
                total += force[k]
            node = self.nodes[k]
            if node is not None:
                total += node.moment((force[k], force[k + 1], force[k + 2], force[k + 3]))[axis]
        return total

    def turned_by(self, force: vec[float], axis: i64) -> float:
        """How the same changes with the places at which the forces act."""
        total = 0.0
        for k in range(self.mass.count):
            arm = self.arms[k]
            if arm is not None:
                other = beside(axis, self.axes[k])
                if other >= 0:
                    total += sense(axis, other) * arm.by(other) * force[k]
            node = self.nodes[k]
            if node is not None:
                zero = (0.0, 0.0, 0.0, 0.0)
                f = (force[k], force[k + 1], force[k + 2], force[k + 3])
                total += node.paired_by(f, zero, 0.5)[axis]
        return total


def beside(axis: i64, along: i64) -> i64:
    """The axis of the lever of a force about another axis; below zero where it turns nothing."""
    return -1 if along == axis or along > Z else 3 - axis - along


def sense(axis: i64, lever: i64) -> float:
    """Of the moment about an axis: a lever along the next axis turns the force along the one after it forwards."""
    return 1.0 if (axis + 1) % 3 == lever else -1.0


class Shaking(Quantity):
    """Minus the rate of change of momentum along an axis (0, 1, 2), or of angular momentum about it (3, 4, 5)."""

    __slots__ = ("direction", "masses", "origin")

    def __init__(self, masses: list[Moved], direction: int, origin: list[float]) -> None:
        self.masses: list[Moved] = masses
        self.direction: i64 = direction
        self.origin: vec[float] = vec[float]([0.0, 0.0, 0.0])
        for k in range(len(origin)):
            self.origin[k] = origin[k]

    def value(self) -> float:
        total = 0.0
        for moved in self.masses:
            moved.inertia_force()
            if self.direction < 3:
                total -= moved.along(moved.mass.force, self.direction)
            else:
                total -= moved.about(moved.mass.force, self.direction - 3, self.origin)
        return total

    def by(self) -> float:
        total = 0.0
        for moved in self.masses:
            moved.inertia_force_tangent()
            mass = moved.mass
            if self.direction < 3:
                total -= moved.along(mass.force_by, self.direction)
            else:
                total -= moved.about(mass.force_by, self.direction - 3, self.origin)
                total -= moved.turned_by(mass.force, self.direction - 3)
        return total


class Centre(Quantity):
    """The mass centre along an axis: first moment by mass, found by a unit acceleration and in a unit field."""

    __slots__ = ("axis", "masses")

    def __init__(self, masses: list[Moved], axis: int) -> None:
        self.masses: list[Moved] = masses
        self.axis: i64 = axis

    def value(self) -> float:
        mass = 0.0
        moment = 0.0
        for moved in self.masses:
            mass += self.mass_of(moved)
            moment += self.moment_of(moved, False)
        return moment / mass if mass > 0.0 else nan

    def by(self) -> float:
        mass = 0.0
        mass_by = 0.0
        moment = 0.0
        moment_by = 0.0
        for moved in self.masses:
            mass += self.mass_of(moved)
            for k in range(moved.mass.count):
                moved.mass.velocity_by[k] = moved.mass.acceleration_by[k] = 0.0
            moved.mass.inertia_force_tangent()
            mass_by += moved.along(moved.mass.force_by, self.axis)
            moment += self.moment_of(moved, False)
            moment_by += self.moment_of(moved, True)
        return (moment_by - moment / mass * mass_by) / mass if mass > 0.0 else nan

    def mass_of(self, moved: Moved) -> float:
        mass = moved.mass
        for k in range(mass.count):
            mass.velocity[k] = 0.0
            mass.acceleration[k] = 1.0 if moved.axes[k] == self.axis else 0.0
        mass.inertia_force()
        return moved.along(mass.force, self.axis)

    def moment_of(self, moved: Moved, changing: bool) -> float:
        """By the potential in a field of one; with its derivative instead."""
        mass = moved.mass
        kept = vec[float](list(mass.field))
        kept_by = vec[float](list(mass.field_by))
        for k in range(mass.count):
            mass.field[k] = 1.0 if moved.axes[k] == self.axis else 0.0
            mass.field_by[k] = 0.0
        found = -(mass.potential_by() if changing else mass.potential())
        for k in range(mass.count):
            mass.field[k] = kept[k]
            mass.field_by[k] = kept_by[k]
        return found


class AngleBetween(Quantity):
    """The acute angle between two lines, each given by the co-ordinates of its points; none is the x-axis."""

    __slots__ = ("one", "other")

    def __init__(self, one: list[list[Coordinate]], other: list[list[Coordinate]]) -> None:
        self.one: list[list[Coordinate]] = one
        self.other: list[list[Coordinate]] = other

    def value(self) -> float:
        return self.found(False)

    def by(self) -> float:
        return self.found(True)

    def found(self, changing: bool) -> float:
        a = along(self.one, False)
        b = along(self.other, False)
        x = a[1] * b[2] - a[2] * b[1]
        y = a[2] * b[0] - a[0] * b[2]
        z = a[0] * b[1] - a[1] * b[0]
        across = sqrt(x * x + y * y + z * z)
        dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
        size = across * across + dot * dot
        if not size > 0.0:
            return nan
        if not changing:
            return atan2(across, abs(dot))
        p = along(self.one, True)
        q = along(self.other, True)
        x_by = p[1] * b[2] - p[2] * b[1] + a[1] * q[2] - a[2] * q[1]
        y_by = p[2] * b[0] - p[0] * b[2] + a[2] * q[0] - a[0] * q[2]
        z_by = p[0] * b[1] - p[1] * b[0] + a[0] * q[1] - a[1] * q[0]
        dot_by = p[0] * b[0] + p[1] * b[1] + p[2] * b[2] + a[0] * q[0] + a[1] * q[1] + a[2] * q[2]
        if not across > 0.0 or dot == 0.0:
            return nan  # it is bent there
        across_by = (x * x_by + y * y_by + z * z_by) / across
        return (abs(dot) * across_by - across * (dot_by if dot > 0.0 else -dot_by)) / size


def along(line: list[list[Coordinate]], changing: bool) -> vec[float]:
    """From P to Q, or how that changes."""
    found = vec[float]([0.0, 0.0, 0.0])
    if not line:
        found[X] = 0.0 if changing else 1.0
        return found
    P = line[0]
    Q = line[1]
    for k in range(len(P)):
        found[k] = Q[k].x_by - P[k].x_by if changing else (Q[k].start - P[k].start) + (Q[k].q - P[k].q)
    return found
