"""Sums in space: three of forces, three of moments about the origin. Couples of planar angles turn about z."""

from __future__ import annotations

from librt.vecs import vec

from .balance import Balance, Follower
from .coordinate import Coordinate
from .form import Form
from .kinematics import Kinematics
from .space import Vector, cross
from .turning import Turning


class Spot:
    """A point with the co-ordinates that it has; where one is missing its value stands still."""

    __slots__ = ("axes", "still")

    def __init__(self, axes: list[Coordinate], still: float) -> None:
        self.axes: list[Coordinate] = axes  # x, y and, in space, z
        self.still: float = still  # the z of a point in a plane

    def now(self) -> Vector:
        return self.axes[0].x(), self.axes[1].x(), self.axes[2].x() if len(self.axes) > 2 else self.still


class SpatialBalance(Balance):
    __slots__ = ("angles", "levers", "nodes", "places")

    def __init__(
        self,
        mech: Kinematics,
        inputs: list[Form],
        scales: list[float],
        couples: list[float],
        followers: list[Follower],
        places: list[Spot],
        angles: list[Coordinate],
        nodes: list[Turning],
    ) -> None:
        super().__init__(mech, inputs, scales, couples, [-1] * len(mech.coordinates), followers)
        self.places: list[Spot] = places
        self.angles: list[Coordinate] = angles
        self.nodes: list[Turning] = nodes
        self.levers: vec[float] = vec[float]([0.0] * len(mech.coordinates))  # how far from the origin

    def balance(self) -> None:
        force = [0.0, 0.0, 0.0]
        moment = [0.0, 0.0, 0.0]
        force_size = 0.0
        moment_size = 0.0
        for place in self.places:
            r = place.now()
            axes = place.axes
            f = (outside(axes[0]), outside(axes[1]), outside(axes[2]) if len(axes) > 2 else 0.0)
            m = cross(r, f)
            for k in range(len(axes)):
                force[k] += f[k]
                part = parts(axes[k])
                force_size += part
                far = abs(r[0]) + abs(r[1]) + abs(r[2])
                moment_size += part * far
                self.levers[axes[k].at] = far
            for k in range(3):
                moment[k] += m[k]
        for c in self.angles:
            moment[2] += outside(c)
            moment_size += parts(c)
        for node in self.nodes:
            turned = node.moment((outside(node.a), outside(node.b), outside(node.c), outside(node.d)))
            for k in range(3):
                moment[k] += turned[k]
            moment_size += parts(node.a) + parts(node.b) + parts(node.c) + parts(node.d)
        self.turn_followers()
        for k in range(len(self.forms)):
            form = self.forms[k]
            couple = self.turning[k] * form.sigma
            moment[2] -= couple
            moment_size += abs(couple)
            for entry in form.entries:
                if entry.of.is_length:
                    force_size += abs(entry.value * form.sigma)
                    moment_size += self.levers[entry.of.at] * abs(entry.value * form.sigma)
                else:
                    moment_size += 0.5 * abs(entry.value * form.sigma)
        for k in range(3):
            self.forces.add(force[k], force_size)
            self.moments.add(moment[k], moment_size)
        self.add_power()


def outside(c: Coordinate) -> float:
    """All that acts from outside, the frame included."""
    return c.h if c.moving else c.h - c.f


def parts(c: Coordinate) -> float:
    return abs(c.h) + abs(c.weight) + abs(c.m * c.a) + (0.0 if c.moving else abs(c.f))
