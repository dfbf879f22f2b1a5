"""The drive of an input: its moment, power and inertia over the motion, the flywheel, and what a motor must do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result

    Floats = NDArray[Any]

_ROUNDING = 1e-13  # of the largest value: a mean below this is zero
_SAME_SPEED = 0.01  # of the largest speed: a cycle ends as fast as it began
_STEADY = 1e-9  # of the mean speed: what differs less does not fluctuate


@dataclass(frozen=True, eq=False)
class Drive:
    """Of one input, in all positions: a moment and an angle, or a force and a length."""

    number: int
    time: Floats
    place: Floats
    speed: Floats
    acceleration: Floats
    moment: Floats
    inertia: Floats
    kinetic: Floats
    is_simulated: bool

    @property
    def power(self) -> Floats:
        return self.moment * self.speed

    def mean(self, history: Floats) -> float:
        """Trapezoidal in time; over rows where time stands still."""
        good = np.isfinite(history)
        way = self.time[good] if self.time[-1] > self.time[0] else np.arange(float(np.sum(good)))
        if not np.any(good):
            return float("nan")
        if len(way) < 2:
            return float(history[good][0])
        found = float(np.trapezoid(history[good], way) / (way[-1] - way[0]))
        return found if abs(found) > _ROUNDING * np.max(np.abs(history[good])) else 0.0

    def rms(self, history: Floats) -> float:
        return float(np.sqrt(self.mean(history**2)))

    @staticmethod
    def peak(history: Floats) -> float:
        """The largest size, with its sign."""
        return float(history[int(np.nanargmax(np.abs(history)))]) if np.any(np.isfinite(history)) else float("nan")

    @cached_property
    def mean_speed(self) -> float:
        return self.mean(self.speed)

    @cached_property
    def fluctuation(self) -> float:
        """(largest − least)/mean speed."""
        if not abs(self.mean_speed) > 0.0:
            return float("nan")
        found = float(np.ptp(self.speed) / abs(self.mean_speed))
        return found if found > _STEADY else 0.0

    @cached_property
    def excess_energy(self) -> float:
        """What a flywheel has to take up and give back.

        Where the motion is given: the largest difference of ∫(M − mean M)dφ, as a motor of constant moment would leave
        it. Where it is simulated: that of the kinetic energy.
        """
        if self.is_simulated:
            return float(np.nanmax(self.kinetic) - np.nanmin(self.kinetic))
        return self._stored(self.moment)

    def _stored(self, moment: Floats) -> float:
        """What a moment and its mean over the way differ in work, at most."""
        steps = np.diff(self.place)
        work = np.concatenate([[0.0], np.cumsum(0.5 * (moment[1:] + moment[:-1]) * steps)])
        way = self.place - self.place[0]
        mean = work[-1] / way[-1] if way[-1] else 0.0
        return excess(work - mean * way)

    @cached_property
    def demanded_energy(self) -> float:
        """The largest difference of ∫(L − mean L)dφ, L = M − J dω/dt being the moment at an even speed.

        A motor that yields, as one with slip does, carries part of this; the heavier the flywheel, the less it yields.
        """
        load = self.moment - self.inertia * self.acceleration
        return self._stored(load) if np.all(np.isfinite(load)) else float("nan")

    @property
    def is_cycle(self) -> bool:
        """Whether the speed at the end is that at the start."""
        return bool(abs(self.speed[-1] - self.speed[0]) <= _SAME_SPEED * np.max(np.abs(self.speed)))

    def flywheel(self, fluctuation: float) -> float:
        """Inertia on the input that brings the speed to a coefficient of fluctuation: ΔE/(δ ω²), all of it.

        Of a simulated motion with the larger of both energies: that of the cycle as it runs, and that for a motor of
        constant moment.
        """
        energy = self.excess_energy
        return flywheel(
            max(energy, self.demanded_energy) if self.is_simulated else energy, self.mean_speed, fluctuation
        )

    @property
    def rows(self) -> dict[str, Floats]:
        return {"time": self.time, "input": self.place, "speed": self.speed, "acceleration": self.acceleration,
                "moment": self.moment, "power": self.power, "reduced_inertia": self.inertia}  # fmt: skip


def excess(energy: Floats) -> float:
    """The largest difference of an energy that is summed up over the cycle."""
    return float(np.max(energy) - np.min(energy))


def flywheel(energy: float, speed: float, fluctuation: float) -> float:
    return energy / (fluctuation * speed**2)


def is_driven(result: Result) -> bool:
    """Whether inputs move in time, and with forces."""
    return bool(result.calculates_forces and result.deck.inputs and len(result) > 1
                and np.any(result.positions.de1))  # fmt: skip


def drive_of(result: Result, number: int = 1) -> Drive:
    """Raises ValueError where there is no such input, or nothing that drives it."""
    if not 1 <= number <= result.deck.inputs:
        has = f"{result.deck.inputs} input{'s' * (result.deck.inputs != 1)}"
        raise ValueError(f"there is no input {number}: the deck has {has}")
    if not result.calculates_forces:
        raise ValueError(f"{result.deck.job} calculates no forces: begin the deck with `DYN ANA` or `DYN SIM`")
    asked = [("bufdrive", (number,), ()), ("bufjred", (), (number, number)), ("bufekin", (), ())]
    moment, inertia, kinetic = result.quantities(asked)
    positions, at = result.positions, number - 1
    return Drive(number, result.time, positions.inputs[at], positions.de1[at], positions.de2[at], moment, inertia,
                 kinetic, bool(positions.simulated))  # fmt: skip


def drive_csv(drive: Drive) -> str:
    lines = [",".join(drive.rows)]
    lines += [",".join(repr(float(v)) for v in row) for row in zip(*drive.rows.values(), strict=True)]
    return "\n".join(lines) + "\n"
