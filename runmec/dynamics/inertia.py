"""`inertia`: a mass at a co-ordinate, or a polar inertia on an angle. It belongs to the joint, to no element."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.coordinate import ANGLE, Coordinate
from ..engine.mass import ConstantMass
from .kind import Fault, LineOfDynamics, MassKind, Site


class PointMass(ConstantMass):
    """It weighs along whatever the co-ordinate is to elements: an x, a y, a z."""

    __slots__ = ("along",)

    def __init__(self, at: Coordinate, along: list[int], mass: float) -> None:
        super().__init__([at], [ANGLE], mass, [(0, 0, mass)])
        self.along: list[int] = along

    def set_gravity(self, gravity: list[float]) -> None:
        self.field[0] = sum([gravity[axis] for axis in self.along if axis < ANGLE])


def _make(site: Site, line: LineOfDynamics) -> PointMass:
    return PointMass(site.coordinate(line.subject), site.axes(line.subject), line.values[0])


def on_length_faults(values: Sequence[Any]) -> Iterator[Fault]:
    """On an angle all are lawful: the book's diagonal mass matrix (8.3.2) needs a negative one."""
    if values[0] < 0:
        yield Fault(0, f"negative mass {values[0]:g}")


INERTIA = MassKind("inertia", "coordinate c, value m:inertia",
                   "mass (on an angle: polar inertia) added at co-ordinate c", "inertia 16 0.5", make=_make,
                   of_points=True, at_turns="give a body by `solid`, on a TR1S with this node")  # fmt: skip
