"""The vibrations of a result: its positions, linearised one by one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..engine.replay import Replay
from ..vibration.linearisation import Linearisation
from ..vibration.observer import Observer

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
    """Raises ValueError where there is no such position, or where nothing can vibrate."""
    row = result.positions.at(position)
    with observed(result) as (observer, replay):
        replay.stand(*row)
        observer.linear.find()
        return observer.read(True)


@contextmanager
def observed(result: Result) -> Iterator[tuple[Observer, Replay]]:
    """What reads vibrations at any row; raises ValueError without forces, or without freedoms."""
    if not result.calculates_forces:
        raise ValueError(f"{result.deck.job} calculates no forces: begin the deck with `DYN ANA` or `DYN SIM`")
    with result.session.replaying() as replay:
        observer = Observer(result.mechanism, replay)
        if not observer.rows:
            raise ValueError("no freedom can vibrate: give `stiff` or `flex`, or let an input be free in DYN SIM")
        replay.begin()
        yield observer, replay


def modes(result: Result, position: int, count: int) -> list[Mode]:
    """The first modes in a position; those of freedoms that move no mass are none."""
    linear = result.linearise(position)
    lengths = np.array([place.is_length for place in result.mechanism.coordinates])
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
