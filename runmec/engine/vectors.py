"""Vectors at turning nodes that can be read off a row, one component each."""

from __future__ import annotations

from math import sqrt

from .coordinate import Partial
from .form import Form
from .quantities import Connection
from .quantity import Quantity
from .space import dot
from .turning import Point, Turning


class Spin(Quantity):
    """Of the angular velocity."""

    __slots__ = ("axis", "node")

    def __init__(self, node: Turning, axis: int) -> None:
        self.node: Turning = node
        self.axis: int = axis

    def value(self) -> float:
        return component(self.node.spin(), self.axis)

    def by(self) -> float:
        return component(self.node.spin_by(), self.axis)


class SpinChange(Quantity):
    """Of the angular acceleration."""

    __slots__ = ("axis", "node")

    def __init__(self, node: Turning, axis: int) -> None:
        self.node: Turning = node
        self.axis: int = axis

    def value(self) -> float:
        return component(self.node.spin_change(), self.axis)

    def by(self) -> float:
        return component(self.node.spin_change_by(), self.axis)


class FrameMoment(Quantity):
    """Of the moment of the frame on a fixed node (8.8); it does not act on moving ones."""

    __slots__ = ("axis", "node")

    def __init__(self, node: Turning, axis: int) -> None:
        self.node: Turning = node
        self.axis: int = axis

    def value(self) -> float:
        return 0.0 if self.node.a.moving else -component(self.node.moment(self.node.carried()), self.axis)

    def by(self) -> float:
        if self.node.a.moving:
            return 0.0
        return -component(self.node.paired_by(self.node.carried(), self.node.carried_by(), 0.5), self.axis)


class ConnectionMoment(Quantity):
    """Of the moment on an element, or on the elements of a link, by forces on the four parameters."""

    __slots__ = ("axis", "node", "on")

    def __init__(self, node: Turning, axis: int, on: list[Connection]) -> None:
        self.node: Turning = node
        self.axis: int = axis
        self.on: list[Connection] = on

    def value(self) -> float:
        f = (self.on[0].value(), self.on[1].value(), self.on[2].value(), self.on[3].value())
        return component(self.node.moment(f), self.axis)

    def by(self) -> float:
        f = (self.on[0].value(), self.on[1].value(), self.on[2].value(), self.on[3].value())
        f_by = (self.on[0].by(), self.on[1].by(), self.on[2].by(), self.on[3].by())
        return component(self.node.paired_by(f, f_by, 0.5), self.axis)


class OnAxis(Quantity):
    """What a moment about an axis PQ does at P, Q or R beside the forces of its angle, which is counted from R.

    The force that the angle has at R is carried over to the axis, as near to Q as R stands: at R nothing is left.
    """

    __slots__ = ("P", "Q", "R", "end", "entry", "factor", "parameter")

    def __init__(self, points: list[Point], end: int, entry: Partial, factor: float, parameter: Form) -> None:
        self.P: Point = points[0]
        self.Q: Point = points[1]
        self.R: Point = points[2]
        self.end: int = end
        self.entry: Partial = entry
        self.factor: float = factor
        self.parameter: Form = parameter

    def share(self) -> float:
        """How far along PQ the foot of R lies."""
        axis = self.P.to(self.Q)
        return dot(self.P.to(self.R), axis) / dot(axis, axis)

    def share_by(self) -> float:
        axis = self.P.to(self.Q)
        axis_by = self.P.grown(self.Q)
        squared = dot(axis, axis)
        change = dot(self.P.grown(self.R), axis) + dot(self.P.to(self.R), axis_by)
        return (change - 2.0 * self.share() * dot(axis, axis_by)) / squared

    def part(self) -> float:
        return -1.0 if self.end == 2 else self.share() if self.end == 1 else 1.0 - self.share()

    def part_by(self) -> float:
        return 0.0 if self.end == 2 else self.share_by() if self.end == 1 else -self.share_by()

    def value(self) -> float:
        return self.factor * self.part() * self.entry.value * self.parameter.sigma

    def by(self) -> float:
        sigma = self.parameter.sigma
        changed = self.entry.by * sigma + self.entry.value * self.parameter.sigma_by
        return self.factor * (self.part_by() * self.entry.value * sigma + self.part() * changed)


class AxisMoment(Quantity):
    """Of the moment about an axis PQ that an angle about it has."""

    __slots__ = ("P", "Q", "axis", "factor", "parameter")

    def __init__(self, P: Point, Q: Point, axis: int, factor: float, parameter: Form) -> None:
        self.P: Point = P
        self.Q: Point = Q
        self.axis: int = axis
        self.factor: float = factor
        self.parameter: Form = parameter

    def value(self) -> float:
        way = self.P.to(self.Q)
        return self.factor * self.parameter.sigma * component(way, self.axis) / sqrt(dot(way, way))


def component(v: tuple[float, float, float], axis: int) -> float:
    return v[0] if axis == 0 else v[1] if axis == 1 else v[2]
