"""The vibrations of a result: its positions, linearised one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..vibration.linearisation import Linearisation
from ..vibration.observer import Observer
from .reading import make_replay

if TYPE_CHECKING:
    from .result import Result


def linearise(result: Result, position: int) -> Linearisation:
    """Raises ValueError where there is no such position, or where the job calculates no forces."""
    if not 1 <= position <= len(result):
        raise ValueError(f"position {position} of {len(result)}")
    if not result.calculates_forces:
        raise ValueError(f"{result.deck.job} calculates no forces: begin the deck with `DYN ANA` or `DYN SIM`")
    replay = make_replay(result.mechanism, result.elasticity, True)
    observer = Observer(result.mechanism, replay)
    replay.begin()
    part = next(part for part in reversed(result.positions.parts) if part.offset < position)
    row = position - 1 - part.offset
    replay.stand(part.rows, row, part.times[row])
    observer.linear.find()
    return observer.now
