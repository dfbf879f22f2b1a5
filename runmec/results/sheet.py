"""The sheet of joints: how much each of them carries, where that is, and what a bearing is chosen by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, isfinite, nan
from typing import TYPE_CHECKING, Any

from ..engine.columns import (
    Column,
    Vectors,
    combined,
    constant,
    finite,
    largest,
    mean,
    power_mean,
    sizes,
    total,
    without_noise,
)
from .asking import Asked
from .bearings import Bearing, bearings_of, measured
from .joints import Component, Joint, joints
from .peaks import ForcePeak, peak
from .result import Result
from .turns import STILL, angles_asked, turned, widths

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEAD = "joint,kind,link,partner,largest,row,direction,mean,cubic,turn,pressure,pv,life_h"
_NOTHING = 1e-12  # part of the largest force or moment of all joints that is rounding


@dataclass(frozen=True)
class JointLine:
    """A joint of a link over the motion; numbers that it has not are nan."""

    joint: Joint
    components: Vectors  # of the force, a number a row
    largest: float
    row: float  # from 0, between rows too
    direction: float  # degrees
    mean: float
    cubic: float
    turn: float
    peak: ForcePeak | None  # none of a force that has no value
    bearing: Bearing | None = None

    @property
    def force(self) -> NDArray[Any]:
        """(components, rows)"""
        import numpy as np

        return np.array(list(map(list, self.components)))

    @property
    def sizes(self) -> Column:
        return sizes(self.components)


def sheet(result: Result) -> list[JointLine]:
    """A line for every joint of every link."""
    found = joints(result.mechanism)
    asked = list(dict.fromkeys(one for joint in found for component in joint.components for _, one in component))
    result.columns(asked + [one for joint in found for way in joint.turning for one in angles_asked(way)])
    forces = _forces(found, dict(zip(asked, result.columns(asked), strict=True)), len(result))
    finer = result.finer
    fine = forces
    if finer.times > 1:
        fine = _forces(found, dict(zip(asked, finer.columns(asked), strict=True)), len(finer.positions))
    sizes_of = {True: 1.0, False: result.mechanism.size}  # of forces, and of moments for the same rounding
    noise = {
        kind: _NOTHING
        * max(
            _largest(f for j, f in zip(found, forces, strict=True) if j.is_force == kind), size * result.trust.largest
        )
        for kind, size in sizes_of.items()
    }
    lines = [
        _line(
            result, joint, force, peak(finer.positions, many, noise[joint.is_force], finer.times), noise[joint.is_force]
        )
        for joint, force, many in zip(found, forces, fine, strict=True)
    ]
    bearings = bearings_of(result, found)
    if not bearings:
        return lines
    return [
        replace(line, bearing=measured(result, finer, line, bearings[line.joint], many))
        if line.joint in bearings
        else line
        for line, many in zip(lines, fine, strict=True)
    ]


def _forces(found: Sequence[Joint], histories: dict[Asked, Column], rows: int) -> list[Vectors]:
    """Of every joint its components."""
    return [[_sum(component, histories, rows) for component in joint.components] for joint in found]


def _sum(component: Component, histories: dict[Asked, Column], rows: int) -> Column:
    found = constant(0.0, rows)
    for sign, one in component:
        found = combined(found, sign, histories[one])
    return found


def _largest(forces: Iterator[Vectors]) -> float:
    return max((largest(sizes(force)) for force in forces), default=0.0)


def _line(result: Result, joint: Joint, force: Vectors, at: ForcePeak | None, noise: float) -> JointLine:
    size = without_noise(sizes(force), noise)
    if at is None or not finite(size):
        return JointLine(joint, force, nan, nan, nan, nan, nan, nan, None)
    by_time = widths(result.positions.clock)
    turns = turned(result, joint) if joint.kind == "pin" else None
    turn = total(turns) if turns is not None else nan
    cubic = power_mean(size, 3.0, turns if turns is not None and turn > STILL else by_time)
    return JointLine(joint, force, at.size, at.row, _direction(joint, at), mean(size, by_time), cubic, turn, at)


def _direction(joint: Joint, at: ForcePeak) -> float:
    if len(at.force) != 2 or not at.size > 0.0:
        return nan
    x, y = at.force
    found = degrees(atan2(0.0 if abs(y) < _NOTHING * at.size else y, 0.0 if abs(x) < _NOTHING * at.size else x))
    return 180.0 if found == -180.0 else found


# ---- as text


def joints_csv(lines: Sequence[JointLine]) -> list[str]:
    return [HEAD, *(",".join(map(_cell, cells(line))) for line in lines)]


def cells(line: JointLine) -> tuple[str | float, ...]:
    joint = line.joint
    of_bearing = (line.bearing.pressure, line.bearing.pv, line.bearing.life) if line.bearing else (nan, nan, nan)
    numbers = (line.largest, line.row, line.direction, line.mean, line.cubic, line.turn, *of_bearing)
    return joint.name, joint.kind, joint.link, joint.partner, *numbers


def _cell(value: str | float) -> str:
    return value if isinstance(value, str) else repr(value) if isfinite(value) else ""
