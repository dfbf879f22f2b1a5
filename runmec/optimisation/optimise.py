"""Deck -> distinct local optima, best first."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import interrupts
from ..deck import read
from ..deck.model import Deck
from ..diagnostics import RunmecError
from ..studies.workers import Workers
from .best_deck import with_values_written
from .general import GeneralSearch
from .linkage import Linkage, linkage_of
from .objective import Objective
from .paths import PathSearch
from .problem import Problem, problem_of
from .search import Found, Progress, Search, Searcher, Tally, Tried, workers_of

if TYPE_CHECKING:
    import pandas

Floats = NDArray[Any]
_DISTINCT = 5e-3  # of the ranges: solutions nearer to each other are one
_LISTED = 25
_SCREENED = 8  # samples that move, for every start that is followed
_HELD = 1e-6  # limits that are missed by less, relative to them, are held
_AT_BOUND = 1e-7  # of the range


class NoSolution(RunmecError):
    """No variant within the bounds has a motion and figures.

    Examples
    --------
    >>> issubclass(runmec.NoSolution, runmec.RunmecError)
    True
    """


@dataclass(frozen=True, eq=False)
class Solution:
    """A local optimum: values of the names, figures, and what a designer asks of the linkage."""

    values: dict[str, float]
    figures: dict[str, float]
    goal: float
    feasible: bool
    active: tuple[str, ...]  # bounds and limits that it lies on
    linkage: Linkage
    sums: tuple[float, ...]  # the goal after every step that led to it

    def as_data(self) -> dict[str, Any]:
        return {
            "values": self.values,
            "figures": self.figures,
            "goal": self.goal,
            "feasible": self.feasible,
            "active": list(self.active),
            "type": self.linkage.type or None,
            "branch": self.linkage.branch or None,
            "transmission_angle": self.linkage.transmission if np.isfinite(self.linkage.transmission) else None,
            "in_order": self.linkage.order,
        }


@dataclass(frozen=True, eq=False)
class Optimum:
    """What `runmec.optimise` found: `best`, all distinct `solutions`, the `front` of two goals, and what it took.

    Examples
    --------
    >>> found = runmec.optimise("inputs/synthesis/best_counterweight.mec", starts=2)
    >>> found.best.feasible, found.best is found.solutions[0]
    (True, True)
    """

    deck: Deck
    problem: Problem
    solutions: tuple[Solution, ...]
    runs: int
    failed: dict[str, int]
    linear: tuple[str, ...]  # names that were solved for inside
    seconds: float
    is_front: bool = False
    interrupted: bool = False

    @property
    def best(self) -> Solution:
        """The solution with the least goal of those that hold what is to be kept."""
        return self.solutions[0]

    @property
    def best_deck(self) -> Deck:
        """The deck with the values of the best solution."""
        return self.deck.with_values(**self.best.values)

    @property
    def best_text(self) -> str:
        """The text of the deck with the values of the best solution, everything else untouched."""
        return self.text(self.best)

    def text(self, solution: Solution) -> str:
        """The same with the values of any solution."""
        return with_values_written(self.deck, solution.values)

    def to_pandas(self) -> pandas.DataFrame:
        """The table solutions.csv; needs pandas.

        Returns
        -------
        pandas.DataFrame
            A row a solution, the best one first.

        Examples
        --------
        >>> found = runmec.optimise("inputs/synthesis/best_counterweight.mec", starts=2)
        >>> list(found.to_pandas().columns[-2:])
        ['goal', 'feasible']
        """
        import pandas

        rows = [{**one.values, **one.figures, "goal": one.goal, "feasible": one.feasible} for one in self.solutions]
        return pandas.DataFrame(rows, index=pandas.RangeIndex(1, len(rows) + 1, name="rank"))

    def __repr__(self) -> str:
        return f"<{len(self.solutions)} solutions, best goal {self.best.goal:.6g}, {self.runs} runs>"


def optimise(
    deck: Deck | str | os.PathLike[str],
    *,
    starts: int | None = None,
    seed: int = 0,
    set: Mapping[str, float] | None = None,
    executor: Executor | Workers | None = None,
    progress: Progress = lambda _, __: None,
    solved: Callable[[Solution], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> Optimum:
    """Looks for the best variants of a deck with `vary` and `goal` in its STUDY, from several starts.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        The deck, or the file in which it stands.
    starts : int, optional
        How many; without it as many as the kind of goal and the number of names ask for.
    seed : int, default 0
        The same seed gives the same solutions, in one process or through an executor.
    set : mapping of str to float, optional
        Other values for names of DEFINE, where the deck is a file.
    executor : concurrent.futures.Executor, optional
        Carries out portions of it; without one it is done here.
    progress : callable, optional
        Is told what is being done, and which part of it is.
    solved : callable, optional
        Is given every local optimum as it comes, not only distinct ones, in no order.
    stop : callable, optional
        Once it is true, as after Ctrl-C, what was found until then is returned.

    Returns
    -------
    Optimum
        The best variant, all distinct local optima, and the front of two goals.

    Raises
    ------
    NothingToOptimise
        Where the deck does not say what is wanted.
    NoSolution
        Where no variant has a motion.

    Examples
    --------
    >>> found = runmec.optimise("inputs/synthesis/best_counterweight.mec", starts=2)
    >>> {name: f"{value:.3g}" for name, value in found.best.values.items()}
    {'share': '0.5'}
    """
    if not isinstance(deck, Deck):
        deck = read(deck, set=set)
    problem = problem_of(deck)
    run = Run(starts, seed, workers_of(executor), progress, stop)
    if len(problem.aims) > 1:
        from .front import front

        return front(problem, run)
    found, searcher = run.solve(problem, lambda one: solved(solution(problem, one)))
    linear = tuple(problem.names[at] for at in searcher.method.inner)
    solutions = run.solutions(problem, distinct(problem, found))
    if not solutions:
        raise NoSolution(_why(run.total))
    return run.optimum(problem, solutions, linear)


class Run:
    """One call: how it is carried out, and what it took."""

    def __init__(
        self, starts: int | None, seed: int, workers: Workers | None, progress: Progress, stop: Callable[[], bool]
    ) -> None:
        self.starts, self.seed, self.workers, self.progress, self.stop = starts, seed, workers, progress, stop
        self.total, self.began = Tally(), perf_counter()

    def solve(
        self, problem: Problem, deliver: Callable[[Found], None] = lambda _: None
    ) -> tuple[list[Found], Searcher]:
        searcher = Searcher(problem, self.seed)
        self.total.add(Tried(searcher.bench.runs, searcher.bench.failed))
        if searcher.around is None:
            raise NoSolution(_why(self.total))
        count = self.starts if self.starts is not None else default_starts(searcher)
        search = Search(searcher, self.workers, self.progress, self.stop, self.total)
        return search.found(count, _SCREENED * count, deliver), searcher

    def solutions(self, problem: Problem, found: list[Found]) -> tuple[Solution, ...]:
        """In the same order; the first of them where somebody waits for an end."""
        solutions: list[Solution] = []
        for one in found:
            if solutions and interrupts.is_time_over():
                break
            solutions.append(solution(problem, one))
        return tuple(solutions)

    def optimum(self, problem: Problem, solutions: tuple[Solution, ...], linear: tuple[str, ...] = ()) -> Optimum:
        seconds = perf_counter() - self.began
        return Optimum(
            problem.deck,
            problem,
            solutions,
            self.total.runs,
            self.total.failed,
            linear,
            seconds,
            len(problem.aims) > 1,
            self.total.interrupted,
        )


def default_starts(searcher: Searcher) -> int:
    """By the number of names that the search goes over: sums of squares have many valleys, paths more still."""
    over = len(searcher.method.outer)
    if isinstance(searcher.method, GeneralSearch):
        return 4 + 2 * over
    return 24 + 12 * over if isinstance(searcher.method, PathSearch) else 8 + 4 * over


def _why(total: Tally) -> str:
    if total.interrupted:
        return "stopped before any variant was found"
    if not total.failed:
        return "no variant within the bounds of `vary` has the figures of the goal; look at its expression"
    reason = max(total.failed, key=lambda one: total.failed[one])
    return f"no variant within the bounds of `vary` has a motion ({reason}); start from bounds around a deck that runs"


def distinct(problem: Problem, found: list[Found]) -> list[Found]:
    """Feasible ones first, best first; of those that are alike the best."""
    span = np.where(problem.span > 0, problem.span, 1.0)
    ranked = sorted(found, key=lambda one: rank(problem, one.figures))
    kept: list[Found] = []
    for one in ranked:
        if not np.isfinite(problem.goal(one.figures)):
            continue
        if all(np.max(np.abs(one.x - other.x) / span) > _DISTINCT for other in kept):
            kept.append(one)
        if len(kept) == _LISTED:
            break
    return kept


def rank(problem: Problem, figures: Floats) -> tuple[float, float]:
    missed = problem.violation(figures)
    return (missed if not missed <= _HELD else 0.0, problem.goal(figures))


def solution(problem: Problem, found: Found) -> Solution:
    deck = problem.deck
    bench = Objective(problem)
    motion = bench.motion(found.x)
    assert not isinstance(motion, str)
    figures = {item.name: float(value) for item, value in zip(deck.figures, found.figures, strict=True)}
    missed = problem.violation(found.figures)
    path = problem.path
    return Solution(
        {name: float(value) for name, value in zip(problem.names, found.x, strict=True)},
        figures,
        float(found.figures[problem.aims[0].figure]),
        bool(missed <= _HELD),
        active_bounds(problem, found),
        linkage_of(bench.session.mechanism, motion, path),
        tuple(problem.aims[0].sign * value for value in found.sums),
    )


def active_bounds(problem: Problem, found: Found) -> tuple[str, ...]:
    told = []
    for at, name in enumerate(problem.names):
        near = _AT_BOUND * problem.span[at]
        if problem.span[at] == 0:
            continue
        if found.x[at] - problem.low[at] <= near:
            told.append(f"{name} lowest")
        elif problem.high[at] - found.x[at] <= near:
            told.append(f"{name} highest")
    for limit in problem.limits:
        value, name = float(found.figures[limit.figure]), problem.deck.figures[limit.figure].name
        for bound, word in ((limit.low, "lowest"), (limit.high, "highest")):
            if np.isfinite(bound) and abs(value - bound) <= 1e-5 * max(abs(bound), abs(value), 1e-300):
                told.append(f"{name} {word}")
    return tuple(told)
