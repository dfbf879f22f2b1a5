"""Motors for a drive: which gear ratios make one fit, and why another does not."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .drive import Drive

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

INERTIA_RATIO = 3.0  # of the load, seen by the motor, to its rotor
HEAD = ("name", "rated", "peak", "speed", "inertia")


@dataclass(frozen=True)
class Motor:
    """Rated and peak moment, largest speed, inertia of the rotor."""

    name: str
    rated: float
    peak: float
    speed: float
    inertia: float


class Range(NamedTuple):
    """Gear ratios (motor to input) that one condition allows."""

    condition: str
    low: float
    high: float


class Fit(NamedTuple):
    motor: Motor
    ranges: tuple[Range, ...]

    @property
    def low(self) -> float:
        return max(one.low for one in self.ranges)

    @property
    def high(self) -> float:
        return min(one.high for one in self.ranges)

    @property
    def fits(self) -> bool:
        return self.low <= self.high

    @property
    def reason(self) -> str:
        """Why it does not fit: the two conditions that exclude each other, or one that nothing meets."""
        if self.fits:
            return ""
        for one in self.ranges:
            if one.low > one.high:
                return f"no ratio keeps the {one.condition}"
        low = max(self.ranges, key=lambda one: one.low)
        high = min(self.ranges, key=lambda one: one.high)
        asks = f"the {low.condition} asks for a ratio above {low.low:.4g}"
        return f"{asks}, the {high.condition} for one below {high.high:.4g}"


def fit(drive: Drive, motor: Motor, ratio: float = INERTIA_RATIO, efficiency: float = 1.0) -> Fit:
    """Ratios R for which speed, inertia, rms and peak moment of the motor M/(ηR) + J_M R α are allowed."""
    load = np.where(drive.power > 0.0, drive.moment / efficiency, drive.moment * efficiency)
    fastest = float(np.max(np.abs(drive.speed)))
    heaviest = float(np.nanmax(drive.inertia))
    return Fit(
        motor,
        (
            Range("speed", 0.0, motor.speed / fastest if fastest else inf),
            Range("inertia ratio", sqrt(max(0.0, heaviest) / (ratio * motor.inertia)), inf),
            Range("rated moment", *_rms(drive, load, motor)),
            Range("peak moment", *_peak(load, motor.inertia * drive.acceleration, motor.peak)),
        ),
    )


def _rms(drive: Drive, load: Floats, motor: Motor) -> tuple[float, float]:
    """a/R² + 2b + c R² ≤ M²: a quadratic of R²."""
    own = motor.inertia * drive.acceleration
    a, b, c = drive.mean(load**2), drive.mean(load * own), drive.mean(own**2)
    room = motor.rated**2 - 2.0 * b
    if c <= 1e-18 * max(a, room, 0.0):
        return (sqrt(a / room) if room > 0.0 else inf), inf
    root = room**2 - 4.0 * a * c
    if room <= 0.0 or root < 0.0:
        return inf, 0.0
    return sqrt((room - sqrt(root)) / (2.0 * c)), sqrt((room + sqrt(root)) / (2.0 * c))


def _peak(load: Floats, own: Floats, most: float) -> tuple[float, float]:
    """|A/R + B R| ≤ M for all rows: an interval for each of them."""
    low, high = 0.0, inf
    for a, b in zip(np.abs(load), own * np.where(load < 0.0, -1.0, 1.0), strict=True):
        if not a <= inf:
            continue
        if b == 0.0:
            low = max(low, a / most)
        elif b > 0.0:
            root = most**2 - 4.0 * a * b
            if root < 0.0:
                return inf, 0.0
            low, high = max(low, (most - sqrt(root)) / (2.0 * b)), min(high, (most + sqrt(root)) / (2.0 * b))
        else:
            root = sqrt(most**2 - 4.0 * a * b)
            low, high = max(low, (most - root) / (2.0 * b)), min(high, -(most + root) / (2.0 * b))
    return low, high


class BadMotors(ValueError):
    """What is wrong with a list of motors, all of it."""


def read_motors(text: str, number: Any) -> list[Motor]:
    """From csv with the head name,rated,peak,speed,inertia; `number` reads a cell, with its unit. Raises BadMotors."""
    rows = csv.reader(line for line in text.splitlines() if line.strip())
    head = [cell.strip().lower() for cell in next(rows, [])]
    if missing := [name for name in HEAD if name not in head]:
        raise BadMotors(f"its head has no {', '.join(missing)}; it is {','.join(HEAD)}")
    faults: list[str] = []
    found = [motor for line, row in enumerate(rows, start=2) for motor in _motor(head, row, line, number, faults)]
    if faults or not found:
        raise BadMotors("; ".join(faults[:12]) or "it lists no motor")
    return found


def _motor(head: list[str], row: list[str], line: int, number: Any, faults: list[str]) -> Iterator[Motor]:
    cells = dict(zip(head, row, strict=False))
    values = []
    for name in HEAD[1:]:
        value = number(cells.get(name, "").strip())
        if value is None or not 0.0 < value < inf:
            faults.append(f"line {line}: {name} `{cells.get(name, '').strip()[:20]}` is not a number above zero")
        else:
            values.append(value)
    if len(values) == len(HEAD) - 1:
        yield Motor(cells["name"].strip() or f"line {line}", *values)
