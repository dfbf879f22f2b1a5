"""Two goals against each other: the front of variants of which none is better in both.

The first goal is optimised while the second is held to one level after another between its two ends (ε-constraint).
With exact derivatives every point is a local optimum to many digits, from the solution of its neighbour; a population
that wanders over the front needs many times the runs for three digits.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from .bench import Bench
from .general import GeneralSearch
from .paths import Start
from .problem import Aim, Limit, Problem
from .search import Found, Progress, Sum

if TYPE_CHECKING:
    from .optimise import Optimum

LEVELS = 17


def front(problem: Problem, starts: int | None, seed: int, executor: Executor | None, progress: Progress) -> Optimum:
    """Of the first two goals; further ones are told with the figures."""
    from .optimise import NoSolution, Optimum, distinct, solution, solve

    began = perf_counter()
    first, second = problem.aims[:2]
    total = Sum()
    ends = []
    for aim in (first, second):
        found, some, _ = solve(replace(problem, aims=(aim,)), starts, seed, executor, progress)
        total.runs += some.runs
        total.failed.update(some.failed)
        best = distinct(replace(problem, aims=(aim,)), found)
        if not best:
            raise NoSolution("no variant within the bounds of `vary` has a motion and both goals")
        ends.append(best[0])
    levels = np.linspace(ends[0].figures[second.figure], ends[1].figures[second.figure], LEVELS)[1:-1]
    points, last = [ends[0]], ends[0]
    for at, level in enumerate(levels):
        held = _held(problem, second, float(level))
        search = GeneralSearch(Bench(held))
        for near in (last, ends[1]):
            begin = Start(near.x, np.zeros(0), held.goal(near.figures), held.violation(near.figures))
            ended = search.refine(begin)
            if ended is None:
                continue
            trial = search.bench.trial(ended.state.x)
            if trial.motion is not None and held.violation(trial.figures) <= 1e-6:
                last = Found(ended.state.x, trial.figures, ended.sums, ended.steps)
                points.append(last)
                break
        total.runs += search.bench.runs
        progress("front", (at + 1) / len(levels))
    points.append(ends[1])
    kept = [one for one in points if not any(_is_beaten(problem, one, other) for other in points)]
    kept.sort(key=lambda one: first.sign * float(one.figures[first.figure]))
    single = replace(problem, aims=(first,))
    solutions = tuple(solution(single, one) for one in kept)
    return Optimum(problem.deck, problem, solutions, total.runs, total.failed, (), perf_counter() - began, True)


def _held(problem: Problem, second: Aim, level: float) -> Problem:
    bound = (-np.inf, level) if second.sign > 0 else (level, np.inf)
    return replace(problem, aims=problem.aims[:1], limits=(*problem.limits, Limit(second.figure, *bound)))


def _is_beaten(problem: Problem, one: Found, other: Found) -> bool:
    """Whether the other one is better in one goal and not worse in any."""
    mine, its = ([aim.sign * float(found.figures[aim.figure]) for aim in problem.aims[:2]] for found in (one, other))
    slack = [1e-9 * abs(value) for value in mine]
    return all(b <= a + s for a, b, s in zip(mine, its, slack, strict=True)) and any(
        b < a - s for a, b, s in zip(mine, its, slack, strict=True)
    )
