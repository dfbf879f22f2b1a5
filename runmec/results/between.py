"""The motion between the rows that a deck asks for: what is largest is seldom largest in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, radians

from ..engine.columns import Column, sizes, steps, total
from ..motion.positions import Positions
from ..motion.session import Session
from .asking import Asked
from .quantities import read_columns
from .result import Result

ENOUGH = 720  # rows,
_STEP = radians(2.0)  # and of an angle as an input at most
_WORK = 100_000  # rows times parameters that are worth it


@dataclass(frozen=True)
class RowsBetween:
    """The same motion with `times` as many rows."""

    session: Session
    positions: Positions
    times: int
    known: dict[Asked, Column] = field(default_factory=dict)

    def columns(self, wanted: Sequence[Asked]) -> list[Column]:
        missing = [one for one in dict.fromkeys(wanted) if one not in self.known]
        if missing:
            self.known.update(zip(missing, read_columns(self.session, self.positions, missing), strict=True))
        return [self.known[one] for one in wanted]


def between(result: Result) -> RowsBetween:
    """The rows themselves where they are many, simulated, or cut short."""
    session, count = result.session, len(result) - 1
    own = RowsBetween(session, result.positions, 1)
    enough = min(max(ENOUGH, ceil(_turned(result) / _STEP)), _WORK // max(1, len(result.mechanism.forms)))
    if not count or count >= enough or not result.complete or result.positions.simulated:
        return own
    times = ceil(enough / count)
    finer = session.between(result.positions, times)
    return own if finer is None else RowsBetween(session, finer, times)


def _turned(result: Result) -> float:
    """How far inputs that are angles go in all, the one that goes farthest."""
    ways = [result.positions.input(at) for at, form in enumerate(result.mechanism.input_forms) if not form.is_length]
    return max((total(sizes([steps(way)])) for way in ways if len(way) > 1), default=0.0)
