"""The drive of a motor, on an input or elsewhere: moment, power, inertia, flywheel, and what a motor must do."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.columns import column_of, finite, products
from ..outputs import DRIVE, FORM, FORM_ACCELERATION, FORM_RATE, KINETIC
from .extremes import Extreme, extreme
from .motor_sites import first_motor, inertia_at, motor_called, motor_title, parameter_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result

    Floats = NDArray[Any]

_ROUNDING = 1e-13  # of the largest value: a mean below this is zero
_SAME_SPEED = 0.01  # of the largest speed: a cycle ends as fast as it began
_SAID = ("mean power", "peak force", "peak moment", "coefficient of fluctuation")
_STEADY = 1e-9  # of the mean speed: what differs less does not fluctuate


@dataclass(frozen=True, eq=False)
class Drive:
    """Of one motor, in all positions: a moment and an angle, or a force and a length.

    Examples
    --------
    >>> drive = runmec.run("inputs/example8.mec").drive()
    >>> f"peak {drive.peak(drive.moment):.1f}, rms {drive.rms(drive.moment):.1f}"
    'peak -1230.7, rms 306.1'
    >>> f"{drive.flywheel(0.02):.1f}"
    '23.2'
    """

    number: int
    time: Floats
    place: Floats
    speed: Floats
    acceleration: Floats
    moment: Floats
    inertia: Floats
    kinetic: Floats
    is_simulated: bool
    name: str = "input 1"
    is_straight: bool = False  # a force and a length
    has_units: bool = False
    extremes: dict[str, Extreme] = field(default_factory=dict)  # of moment, power …, between rows too

    @property
    def power(self) -> Floats:
        """Moment times speed."""
        return self.moment * self.speed

    def mean(self, history: Floats) -> float:
        """The mean of a history: trapezoidal in time, over rows where time stands still.

        Parameters
        ----------
        history : numpy.ndarray
            One value a position; what is no number does not count.

        Returns
        -------
        float
            Zero where it is no more than rounding.

        Examples
        --------
        >>> drive = runmec.run("inputs/example8.mec").drive()
        >>> round(drive.mean(drive.speed), 9)
        30.0
        """
        good = np.isfinite(history)
        way = self.time[good] if self.time[-1] > self.time[0] else np.arange(float(np.sum(good)))
        if not np.any(good):
            return float("nan")
        if len(way) < 2:
            return float(history[good][0])
        found = float(np.trapezoid(history[good], way) / (way[-1] - way[0]))
        return found if abs(found) > _ROUNDING * np.max(np.abs(history[good])) else 0.0

    def rms(self, history: Floats) -> float:
        """The root of the mean square of a history.

        Parameters
        ----------
        history : numpy.ndarray
            One value a position.

        Returns
        -------
        float
            In the unit of the history.

        Examples
        --------
        >>> drive = runmec.run("inputs/example8.mec").drive()
        >>> drive.rms(drive.moment) > abs(drive.mean(drive.moment))
        True
        """
        with np.errstate(over="ignore"):
            return float(np.sqrt(self.mean(history**2)))

    @staticmethod
    def peak(history: Floats) -> float:
        """The largest size in a history.

        Parameters
        ----------
        history : numpy.ndarray
            One value a position.

        Returns
        -------
        float
            With its sign.

        Examples
        --------
        >>> runmec.run("inputs/example8.mec").drive().peak(np.array([1.0, -3.0, 2.0]))
        -3.0
        """
        return float(history[int(np.nanargmax(np.abs(history)))]) if np.any(np.isfinite(history)) else float("nan")

    def largest(self, name: str) -> float:
        """Of moment, power, speed, acceleration or inertia the largest size over the motion, with its sign."""
        found = self.extremes.get(name)
        if found is None:
            return float("nan")
        return found.most if abs(found.most) >= abs(found.least) else found.least

    @cached_property
    def mean_speed(self) -> float:
        """In time; over rows where time stands still."""
        return self.mean(self.speed)

    @cached_property
    def fluctuation(self) -> float:
        """By how much the speed fluctuates, (largest − least)/mean speed."""
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

        Parameters
        ----------
        fluctuation : float
            δ, (largest − least)/mean speed.

        Returns
        -------
        float
            The inertia, or the mass where the input is a length.

        Examples
        --------
        >>> drive = runmec.run("inputs/example8.mec").drive()
        >>> drive.flywheel(0.01) == 2 * drive.flywheel(0.02)
        True
        """
        energy = self.excess_energy
        return flywheel(
            max(energy, self.demanded_energy) if self.is_simulated else energy, self.mean_speed, fluctuation
        )

    @property
    def rows(self) -> dict[str, Floats]:
        """All histories by name, as drive.csv has them."""
        return {
            "time": self.time,
            "input": self.place,
            "speed": self.speed,
            "acceleration": self.acceleration,
            "moment": self.moment,
            "power": self.power,
            "reduced_inertia": self.inertia,
        }

    def __repr__(self) -> str:
        from .drive_account import figures

        known = [one for one in figures(self, None) if one.name in _SAID and one.value == one.value]
        said = ", ".join(f"{one.name} {one.value:.3g} {one.unit}".rstrip() for one in known)
        return f"<runmec drive of {self.name}: {said}>"

    def _repr_html_(self) -> str:
        from ..notebook import table
        from .drive_account import figures

        shown = ((one.name, f"{one.value:.5g}", one.unit) for one in figures(self, None) if one.value == one.value)
        return table((f"drive of {self.name}", "", ""), shown)


def excess(energy: Floats) -> float:
    """The largest difference of an energy that is summed up over the cycle."""
    return float(np.max(energy) - np.min(energy))


def flywheel(energy: float, speed: float, fluctuation: float) -> float:
    return energy / (fluctuation * speed**2)


def is_driven(result: Result) -> bool:
    """Whether inputs move in time, and with forces."""
    return bool(result.calculates_forces and result.deck.inputs and len(result) > 1 and np.any(result.positions.de1))


def drive_of(result: Result, motor: int | str | None = None) -> Drive:
    """Raises ValueError where there is no such motor, or nothing that drives it."""
    mech = result.mechanism
    number = first_motor(mech) if motor is None else motor_called(mech, str(motor))
    if not result.calculates_forces:
        raise ValueError(f"{result.deck.job} calculates no forces: begin the deck with `DYN ANA` or `DYN SIM`")
    p = parameter_of(mech, number)
    words = (FORM.word, FORM_RATE.word, FORM_ACCELERATION.word)
    place, speed, acceleration, moment, kinetic = result.quantities(
        [*((word, (p,), ()) for word in words), (DRIVE.word, (number,), ()), (KINETIC.word, (), ())]
    )
    inertia = inertia_at(result, number)
    return Drive(
        number,
        result.time,
        place,
        speed,
        acceleration,
        moment,
        inertia,
        kinetic,
        bool(result.positions.simulated),
        motor_title(mech, number),
        mech.forms[mech.row[p]].is_length,
        bool(result.deck.units),
        _extremes(result, number, inertia),
    )


def _extremes(result: Result, number: int, inertia: Floats) -> dict[str, Extreme]:
    """Of the motion; inertia that several motors share is known in its rows."""
    finer, p = result.finer, parameter_of(result.mechanism, number)
    words = ((FORM_RATE.word, p), (FORM_ACCELERATION.word, p), (DRIVE.word, number))
    speed, acceleration, moment = finer.columns([(word, (of,), ()) for word, of in words])
    found = {"moment": moment, "power": products(moment, speed), "speed": speed, "acceleration": acceleration}
    told = {name: extreme(one, finer.positions, finer.times) for name, one in found.items() if finite(one)}
    own = column_of(inertia.tolist())
    return told | ({"inertia": extreme(own, result.positions)} if finite(own) else {})


def drive_csv(drive: Drive) -> str:
    lines = [",".join(drive.rows)]
    lines += [",".join(repr(float(v)) for v in row) for row in zip(*drive.rows.values(), strict=True)]
    return "\n".join(lines) + "\n"
