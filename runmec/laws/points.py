"""Points: a cubic spline of the change, at rest after the last point or going on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from ..engine.law import Law
from ..words import Fault
from .kind import LawKind
from .steepness import too_steep


class PointsLaw(Law):
    """Pieces c0·x³ + c1·x² + c2·x + c3, x from the point before."""

    __slots__ = ("coefficients", "count", "end", "rests", "times")

    def __init__(self, times: list[float], coefficients: list[float], end: float, rests: bool) -> None:
        super().__init__()
        self.times: vec[float] = vec[float](times)
        self.coefficients: vec[float] = vec[float](coefficients)
        self.count: i64 = len(times) - 1
        self.end: float = end
        self.rests: bool = rests

    def at(self, t: float) -> None:
        if self.rests and t > self.times[self.count] * (1.0 + 1e-12):
            self.s = self.end
            self.v = 0.0
            self.a = 0.0
            return
        low: i64 = 0
        high = self.count - 1
        while low < high:
            middle = (low + high + 1) // 2
            if t >= self.times[middle]:
                low = middle
            else:
                high = middle - 1
        x = t - self.times[low]
        c0 = self.coefficients[4 * low]
        c1 = self.coefficients[4 * low + 1]
        c2 = self.coefficients[4 * low + 2]
        self.s = ((c0 * x + c1) * x + c2) * x + self.coefficients[4 * low + 3]
        self.v = (3.0 * c0 * x + 2.0 * c1) * x + c2
        self.a = 6.0 * c0 * x + 2.0 * c1


def _points(values: Sequence[float], T: float) -> Law:
    """From rest to rest."""
    return _spline(values, "clamped")


def _free_points(values: Sequence[float], T: float) -> Law:
    return _spline(values, "not-a-knot")


def _spline(values: Sequence[float], ends: Any) -> Law:
    from scipy.interpolate import CubicSpline

    times, changes = list(values[::2]), list(values[1::2])
    if times[0] > 0:
        times, changes = [0.0, *times], [0.0, *changes]
    spline: Any = CubicSpline(times, changes, bc_type=ends)
    return PointsLaw(times, [float(c) for piece in spline.c.T for c in piece], changes[-1], True)


def _faults(values: Sequence[float], T: float) -> Iterator[Fault]:
    times, last = values[::2], len(values) - 1
    if len(values) % 2:
        yield Fault(last, "points are pairs of time and change", code="D110")
    elif times[0] < 0 or any(b <= a for a, b in pairwise(times)):
        yield Fault(0, "the times of points must begin at 0 or later and increase")
    elif times[0] == 0 and values[1] != 0:
        yield Fault(1, "the change at time 0 must be 0", help="points give the change since the start of the move")
    elif len(times) < 2 and times[0] == 0:
        yield Fault(last, "a spline takes a second point", code="D110")
    elif (steep := too_steep(values if times[0] == 0 else (0.0, 0.0, *values))) is not None:
        at = steep if times[0] == 0 else steep - 2
        yield Fault(at, f"no spline can rise to {values[at]:g} in so short a time")
    elif times[-1] < T * (1 - 1e-9):
        yield Fault(-1, f"the points end at {times[-1]:g}, the move at {T:g}", code="D254")


POINTS = LawKind(
    "points", "value t1:time, value e1:way, [value :time/way …]",
    "cubic spline of the change through points t e, at rest at both ends; times from the start of the move. Or "
    '`"path.csv" [t e]`: those of a file, counted from its first row',
    _points, _faults, rises=False, is_spline=True,
)  # fmt: skip
FREEPOINTS = LawKind(
    "freepoints", "value t1:time, value e1:way, [value :time/way …]",
    "the same with free ends: it may begin and end with a velocity (not-a-knot)",
    _free_points, _faults, rises=False, ends_as_written=True, is_spline=True,
)  # fmt: skip
