"""What a STUDY asks of an optimisation: which names, within which bounds, for which goals, holding what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck
from ..deck.study import Path
from ..diagnostics import Diagnostic, RunmecError
from ..messages import diagnostic

Floats = NDArray[Any]


class NothingToOptimise(RunmecError):
    """A deck that does not say what may vary, or what is wanted.

    Examples
    --------
    >>> try:
    ...     runmec.optimise("inputs/example8.mec")
    ... except runmec.NothingToOptimise as fault:
    ...     print(fault)
    the deck does not say what may vary; the deck has no goal
    """

    def __init__(self, told: list[Diagnostic]) -> None:
        super().__init__("; ".join(one.message for one in told))
        self.diagnostics = told


class Aim(NamedTuple):
    """A goal: the place of its figure among the figures of the deck; sign is +1 for min, −1 for max."""

    figure: int
    sign: float


class Limit(NamedTuple):
    """A figure must stay between low and high (±inf where there is no bound)."""

    figure: int
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Problem:
    deck: Deck
    names: tuple[str, ...]
    low: Floats
    high: Floats
    aims: tuple[Aim, ...]
    limits: tuple[Limit, ...]

    @cached_property
    def span(self) -> Floats:
        return self.high - self.low

    @cached_property
    def written(self) -> Floats:
        """The values that the deck has, within bounds."""
        values = {define.name: define.value for define in self.deck.defines}
        return np.clip([values[name] for name in self.names], self.low, self.high)

    @property
    def path(self) -> Path | None:
        """The points that are to be met, where that is the only goal."""
        figure = self.deck.figures[self.aims[0].figure]
        return figure if len(self.aims) == 1 and self.aims[0].sign > 0 and isinstance(figure, Path) else None

    def named(self, x: Floats) -> dict[str, float]:
        return dict(zip(self.names, map(float, x), strict=True))

    def violation(self, figures: Floats) -> float:
        """By how much a figure is outside its limits at most, relative to them; nan where one has no value."""
        worst = 0.0
        for limit in self.limits:
            value = float(figures[limit.figure])
            if np.isnan(value):
                return float("nan")
            worst = max(worst, (limit.low - value) / scale(limit.low), (value - limit.high) / scale(limit.high))
        return worst

    def goal(self, figures: Floats) -> float:
        """Of a single goal, in the sense that less is better."""
        aim = self.aims[0]
        return aim.sign * float(figures[aim.figure])


def scale(bound: float) -> float:
    """What counts as 1 beside a bound."""
    return abs(bound) if bound and np.isfinite(bound) else 1.0


def problem_of(deck: Deck) -> Problem:
    """Raises NothingToOptimise, with all that is missing."""
    told = []
    if not deck.varied:
        remedy = "give free names of DEFINE bounds in STUDY, for example `vary a 0.02 0.08`"
        told.append(diagnostic("R420", "the deck does not say what may vary", help=remedy))
    if not deck.goals:
        remedy = "say in STUDY which figure is to be least or most, for example `goal min F`"
        told.append(diagnostic("R420", "the deck has no goal", help=remedy))
    first: dict[str, str] = {}
    for goal in deck.goals:
        if goal.figure in first:
            message = f"figure {goal.figure} is to be {first[goal.figure]} and {goal.sense}"
            remedy = "two goals are two figures that stand against each other; leave one `goal` line out"
            told.append(diagnostic("R420", message, goal.at(1), help=remedy))
        first.setdefault(goal.figure, goal.sense)
    if told:
        raise NothingToOptimise(told)
    place = {figure.name: at for at, figure in enumerate(deck.figures)}
    return Problem(
        deck,
        tuple(vary.name for vary in deck.varied),
        np.array([vary.low for vary in deck.varied], dtype=float),
        np.array([vary.high for vary in deck.varied], dtype=float),
        tuple(Aim(place[goal.figure], 1.0 if goal.sense == "min" else -1.0) for goal in deck.goals),
        tuple(
            Limit(
                place[keep.figure],
                -np.inf if keep.low is None else keep.low,
                np.inf if keep.high is None else keep.high,
            )
            for keep in deck.keeps
        ),
    )
