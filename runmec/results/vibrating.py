"""The vibrations of a result: its positions, linearised one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..motion.positions import Part
from ..vibration.linearisation import Linearisation
from ..vibration.observer import Observer
from .reading import make_replay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result


class Mode(NamedTuple):
    """One way of vibrating about a position: x(t) = x + Re(shape·e^iωt).

    The shape (nx,) has 1 for the length that moves most, or for the angle where no length moves.
    """

    position: int
    number: int
    frequency: float
    shape: NDArray[Any]
    most: int  # the co-ordinate that has 1


def linearise(result: Result, position: int) -> Linearisation:
    """Raises ValueError where there is no such position, or where the job calculates no forces."""
    part, row = part_of(result, position)
    if not result.calculates_forces:
        raise ValueError(f"{result.deck.job} calculates no forces: begin the deck with `DYN ANA` or `DYN SIM`")
    replay = make_replay(result.mechanism, result.elasticity, True)
    observer = Observer(result.mechanism, replay)
    replay.begin()
    replay.stand(part.rows, row, part.times[row])
    observer.linear.find()
    return observer.read(True)


def part_of(result: Result, position: int) -> tuple[Part, int]:
    """The move in which a position lies, and its row there."""
    if not 1 <= position <= len(result):
        raise ValueError(f"position {position} of {len(result)}")
    part = next(part for part in reversed(result.positions.parts) if part.offset < position)
    return part, position - 1 - part.offset


def modes(result: Result, position: int, count: int) -> list[Mode]:
    """The first modes in a position; those of freedoms that move no mass are none."""
    linear = result.linearise(position)
    lengths = np.array([place.is_length for place in result.mechanism.places])
    found = []
    for number, frequency in enumerate(linear.frequencies[:count]):
        if np.isfinite(frequency):
            shape = linear.transfer @ linear.modes.shapes[:, number]
            most = _most(shape, lengths)
            size = shape[most] if shape[most] != 0.0 else 1.0
            found.append(Mode(position, number + 1, float(frequency), shape / size, most))
    return found


def _most(shape: NDArray[Any], lengths: NDArray[Any]) -> int:
    """The length that moves most, the first of several; an angle where no length moves."""
    counted = np.where(lengths, np.abs(shape), 0.0)
    if not np.max(counted, initial=0.0) > 1e-9 * np.max(np.abs(shape), initial=0.0):
        counted = np.abs(shape)
    return int(np.argmax(counted > 0.999 * np.max(counted, initial=0.0)))


def asked_modes(result: Result) -> Iterator[Mode]:
    """Of all `MODES` lines whose positions were reached."""
    if result.calculates_forces:
        for line in result.deck.modes:
            if line.position <= len(result):
                yield from modes(result, line.position, line.count)
