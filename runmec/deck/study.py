"""The items of STUDY: what is varied, what may deviate, what is judged and what is wanted."""

from __future__ import annotations

from dataclasses import dataclass

from .expression import Expression
from .item import Item


@dataclass(frozen=True, eq=False, repr=False)
class Vary(Item):
    """A name of DEFINE may take values from low to high; `count` of them in a sweep."""

    name: str
    low: float
    high: float
    count: int = 11

    def values(self) -> list[float]:
        """Evenly from low to high, both included."""
        if self.count == 1:
            return [self.low]
        step = (self.high - self.low) / (self.count - 1)
        return [*(self.low + k * step for k in range(self.count - 1)), self.high]


@dataclass(frozen=True, eq=False, repr=False)
class Deviation(Item):
    """A name of DEFINE, or else a prescribed parameter, deviates by ±size."""

    name: str
    parameter: int
    size: float
    spread: str = "normal"  # with the standard deviation size/3; or uniform


@dataclass(frozen=True, eq=False, repr=False)
class Figure(Item):
    """A number that judges a whole motion."""

    name: str
    expression: Expression


@dataclass(frozen=True, eq=False, repr=False)
class Path(Item):
    """Sum of squared distances of points from the curve of two buffers.

    `points` are x1 y1 x2 y2 …; where it is timed d1 x1 y1 d2 x2 y2 …, d the change of input 1 at which it is met.
    """

    name: str
    x: int
    y: int
    points: tuple[float, ...]
    is_timed: bool = False

    @property
    def targets(self) -> list[tuple[float, ...]]:
        """(x, y) or (d, x, y) of every point."""
        wide = 3 if self.is_timed else 2
        return [self.points[at : at + wide] for at in range(0, len(self.points), wide)]


@dataclass(frozen=True, eq=False, repr=False)
class Goal(Item):
    """What an optimisation wants: `sense` is min or max."""

    sense: str
    figure: str


@dataclass(frozen=True, eq=False, repr=False)
class Keep(Item):
    """What it must hold; None where there is no bound."""

    figure: str
    low: float | None
    high: float | None
