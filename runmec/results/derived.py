"""What follows from a result: vibrations, drives, cams, figures of merit, derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .absent import has_numpy
from .quantities import LEAST_STIFFNESS

if TYPE_CHECKING:
    from ..studies.sensitivity import Sensitivity
    from ..vibration.linearisation import Linearisation
    from .between import RowsBetween
    from .causes import Contribution
    from .drive import Drive
    from .frequencies import Frequencies
    from .profiles import Cam
    from .result import Result
    from .sheet import JointLine
    from .spectrum import Spectrum
    from .trust import Trust
    from .vibrating import Mode


def linearise(result: Result, position: int = 1) -> Linearisation:
    """The equation of motion about a position.

    Parameters
    ----------
    position : int, default 1
        1 is the start.

    Returns
    -------
    Linearisation
        M, C, K with their parts, frequencies, modes, state space.

    Raises
    ------
    ValueError
        Where there is no such position, or where nothing can vibrate.

    Examples
    --------
    >>> linear = runmec.run("inputs/beams/elastic_slider_crank.mec").linearise(1)
    >>> linear.K.shape == linear.M.shape == (len(linear), len(linear))
    True
    """
    from .vibrating import linearise

    return linearise(result, position)


def trust(result: Result) -> Trust:
    """What the sums of the mechanism miss, and those of its links, each taken by itself."""
    if not result.calculates_forces:
        return result.sums
    from .equilibrium import equilibrium

    found = equilibrium(result)
    return replace(result.sums, links=found.worst, link=found.link, largest=found.largest)


def joints(result: Result) -> list[JointLine]:
    """The sheet of joints, a line for each joint of each link; empty where the job calculates no forces."""
    from .sheet import sheet

    return sheet(result) if result.calculates_forces else []


def finer(result: Result) -> RowsBetween:
    """The same motion in more rows, for what is largest between those of the deck."""
    from .between import between

    return between(result)


def causes(result: Result) -> list[Contribution]:
    """What weight, inertia, springs and forces contribute to the largest force of every pin."""
    from .causes import contributions

    return contributions(result) if result.calculates_forces else []


def stability(result: Result) -> Frequencies | None:
    """The least stiffness in all positions, where the deck stores frequencies or load factors.

    With states it says nothing of stability: their eigenvalues do.
    """
    if LEAST_STIFFNESS not in result._columns or result.mechanism.variables.states:
        return None
    import numpy as np

    from .frequencies import Frequencies

    least = result.quantity(*LEAST_STIFFNESS)
    at = np.arange(1.0, len(result) + 1.0)
    return Frequencies(at, False, np.empty((0, len(result))), least, np.zeros(len(result)))


def drive(result: Result, motor: int | str | None = None) -> Drive:
    """What a motor does: moment, power, reduced inertia, fluctuation, flywheel.

    Parameters
    ----------
    motor : int or str, optional
        Number or name of an input, or of the parameter on which it sits; else the first that `carry` or `motor` puts
        on a dependent parameter, or input 1.

    Returns
    -------
    Drive
        Its histories, and what a motor must do.

    Raises
    ------
    ValueError
        Where there is no such motor, or where the job calculates no forces.

    Examples
    --------
    >>> runmec.run("inputs/machines/servo_table.mec").drive()
    <runmec drive of input table.angb: peak moment 61.7 N·m, mean power 0 W>
    """
    from .drive import drive_of

    return drive_of(result, motor)


def frequencies(result: Result, modes: int = 3) -> Frequencies:
    """Natural frequencies and the least stiffness in all positions.

    Parameters
    ----------
    modes : int, default 3
        How many frequencies.

    Returns
    -------
    Frequencies
        ``.frequencies`` (modes, positions) in Hz; ``.crossings([1])`` tells where orders of input 1 meet them.

    Raises
    ------
    ValueError
        Where nothing can vibrate.

    Examples
    --------
    >>> found = runmec.run("inputs/beams/elastic_slider_crank.mec").frequencies(modes=2)
    >>> found.frequencies.shape[0]
    2
    """
    from .frequencies import over_positions

    return over_positions(result, modes)


def spectrum(result: Result, asked: int | str, cycle: float | None = None) -> Spectrum:
    """Harmonics of a buffer over the last full period of input 1.

    Parameters
    ----------
    asked : int or str
        A buffer, or a quantity as in ``result[...]``.
    cycle : float, optional
        The period as a change of input 1; a turn without it.

    Returns
    -------
    Spectrum
        ``.cosine``, ``.sine``, ``.amplitude``, ``.phase`` by order, from 0.

    Raises
    ------
    ValueError
        Where input 1 passes through less than a period, or does not turn.

    Examples
    --------
    >>> spectrum = runmec.run("inputs/six_bars/watt_2.mec").spectrum("psi")
    >>> len(spectrum.amplitude)
    91
    """
    from .spectrum import spectrum_of

    return spectrum_of(result, result[asked], cycle)


def modes(result: Result) -> tuple[Mode, ...]:
    """The modes of vibration that the deck asks for by `MODES`."""
    if not result.deck.modes or not has_numpy():
        return ()
    from .vibrating import asked_modes

    return tuple(asked_modes(result))


def cams(result: Result) -> list[Cam]:
    """The profiles that the deck asks for, in its order."""
    if not result.deck.profiles or not has_numpy():
        return []
    from .profiles import cam_of

    return [cam_of(result, item) for item in result.deck.profiles]


def figures(result: Result) -> dict[str, float]:
    """The figures of merit of STUDY, by name.

    Examples
    --------
    >>> figures = runmec.run("inputs/four_bars/clearance_four_bar.mec").figures
    >>> {name: round(value, 3) for name, value in figures.items()}
    {'rest': 57.325, 'swing': 73.768}
    """
    from ..studies.asking import figures_of

    return figures_of(result)


def sensitivity(result: Result, asked: str | int, to: Sequence[str | int] | str | int | None = None) -> Sensitivity:
    """Derivatives of a quantity along the motion to numbers of the deck.

    Exact where the motion is given; where it is simulated, of motions that are carried along beside it, or of whole
    runs where something jumps, with an error estimate.

    Parameters
    ----------
    asked : str or int
        A quantity as in ``result[...]``.
    to : str or int, or a sequence of them, optional
        Names of DEFINE and prescribed parameters, ``["a", "rod.lenl"]``; all of DEFINE without it.

    Returns
    -------
    Sensitivity
        ``s["a"]`` along the motion, ``s.error``, ``s.is_exact``.

    Examples
    --------
    >>> result = runmec.run("inputs/six_bars/watt_2.mec")
    >>> result.sensitivity("psi", to=["r", "crank.lenl"])
    <derivatives of psi to r, crank.lenl: exact>
    """
    from ..studies.sensitivity import sensitivity

    return sensitivity(result, asked, to)
