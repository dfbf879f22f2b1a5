"""Natural frequencies and the least stiffness over positions, or over the speed of an input; orders that meet them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .vibrating import observed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result

    Floats = NDArray[Any]


class Crossing(NamedTuple):
    """Where an order of the speed is a natural frequency: mode and order count from 1."""

    mode: int
    order: int
    at: float  # position (parts of rows), or speed
    frequency: float


@dataclass(frozen=True, eq=False)
class Frequencies:
    """`at`: positions (1 is the start), or speeds of input 1; frequencies (modes, at) in Hz; least stiffness (at,)."""

    at: Floats
    is_over_speed: bool
    frequencies: Floats
    least_stiffness: Floats
    speeds: Floats  # of input 1, rad/s
    eigenvalues: tuple[Floats, ...] = ()  # everywhere all λ, with damping, motors and states

    def crossings(self, orders: Sequence[int]) -> list[Crossing]:
        """Between neighbours, by straight lines."""
        found = []
        for order in orders:
            line = order * np.abs(self.speeds) / (2.0 * pi)
            for mode, history in enumerate(self.frequencies, start=1):
                gap = history - line
                for k in np.flatnonzero((gap[:-1] * gap[1:] < 0.0) | (gap[:-1] == 0.0)):
                    if line[k] == line[k + 1] == 0.0 or not history[k] > 0.0:
                        continue
                    part = gap[k] / (gap[k] - gap[k + 1]) if gap[k] != gap[k + 1] else 0.0
                    at = self.at[k] + part * (self.at[k + 1] - self.at[k])
                    found.append(Crossing(mode, order, float(at), float(line[k] + part * (line[k + 1] - line[k]))))
        return sorted(found, key=lambda one: (one.at, one.order, one.mode))

    def unstable(self) -> list[tuple[int, int]]:
        """Runs of places (first, last) in which the least stiffness is below zero."""
        runs: list[list[int]] = []
        for k in np.flatnonzero(self.least_stiffness < 0.0):
            if runs and runs[-1][1] == k - 1:
                runs[-1][1] = int(k)
            else:
                runs.append([int(k), int(k)])
        return [(first, last) for first, last in runs]


def over_positions(result: Result, modes: int) -> Frequencies:
    """Of all rows; raises ValueError where nothing can vibrate."""
    frequencies, least, found = [], [], []
    with observed(result) as (observer, replay):
        for position in range(1, len(result) + 1):
            replay.stand(*result.positions.at(position))
            observer.linear.find()
            frequencies.append(observer.now.frequencies[:modes])
            least.append(observer.now.least_stiffness)
            found.append(observer.now.eigenvalues)
    inputs = result.positions.de1
    speeds = inputs[0] if len(inputs) else np.zeros(len(result))
    return Frequencies(
        np.arange(1.0, len(result) + 1.0), False, np.array(frequencies).T, np.array(least), speeds, tuple(found)
    )


def between(low: float, high: float, count: int) -> Floats:
    """Speeds at equal distances."""
    return np.linspace(low, high, count)


def over_speed(result: Result, position: int, speeds: Floats, modes: int) -> Frequencies:
    """In one position, input 1 turning with other speeds without acceleration; other inputs as they move there."""
    frequencies, least, found = [], [], []
    with observed(result) as (observer, replay):
        if not result.deck.inputs:
            raise ValueError("there is no input whose speed could change")
        first = result.mechanism.input_forms[0]
        for speed in speeds:
            replay.stand(*result.positions.at(position))
            first.rate, first.acceleration = float(speed), 0.0
            replay.move()
            observer.linear.find()
            frequencies.append(observer.now.frequencies[:modes])
            least.append(observer.now.least_stiffness)
            found.append(observer.now.eigenvalues)
    return Frequencies(
        np.asarray(speeds), True, np.array(frequencies).T, np.array(least), np.asarray(speeds), tuple(found)
    )


def frequencies_csv(spectrum: Frequencies) -> str:
    head = ["speed" if spectrum.is_over_speed else "position", "input_speed", "least_stiffness"]
    head += [f"hertz{k}" for k in range(1, len(spectrum.frequencies) + 1)]
    rows: Iterator[Any] = zip(
        spectrum.at, spectrum.speeds, spectrum.least_stiffness, *spectrum.frequencies, strict=True
    )
    lines = [",".join(head), *(",".join(repr(float(v)) for v in row) for row in rows)]
    return "\n".join(lines) + "\n"


def eigenvalues_csv(spectrum: Frequencies) -> str:
    """All λ of every place, with damping, motors and states."""
    count = max(map(len, spectrum.eigenvalues), default=0)
    head = ["speed" if spectrum.is_over_speed else "position"]
    head += [f"{part}{k}" for k in range(1, count + 1) for part in ("real", "imaginary")]
    lines = [",".join(head)]
    for at, found in zip(spectrum.at, spectrum.eigenvalues, strict=True):
        parts = [part for value in found for part in (value.real, value.imag)]
        lines.append(",".join(repr(float(value)) for value in (at, *parts)))
    return "\n".join(lines) + "\n"
