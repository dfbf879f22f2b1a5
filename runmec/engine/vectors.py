"""Vectors at turning nodes that can be read off a row, one component each."""

from __future__ import annotations

from .quantities import Connection
from .replay import Quantity
from .turning import Turning


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


def component(v: tuple[float, float, float], axis: int) -> float:
    return v[0] if axis == 0 else v[1] if axis == 1 else v[2]
