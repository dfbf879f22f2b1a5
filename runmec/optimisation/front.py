"""Two goals against each other: the front of variants of which none is better in both.

The first goal is optimised while the second is held to one level after another between its two ends (ε-constraint).
With exact derivatives every point is a local optimum to many digits, from the solution of its neighbour; a population
that wanders over the front needs many times the runs for three digits.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .bench import Bench
from .general import GeneralSearch
from .problem import Aim, Limit, Problem
from .search import Found
from .start import Start

if TYPE_CHECKING:
    from .optimise import Optimum, Run

LEVELS = 17
_STEPS = 60


def front(problem: Problem, run: Run) -> Optimum:
    """Of the first two goals; further ones are told with the figures."""
    from .optimise import NoSolution, distinct, solution

    first, second = problem.aims[:2]
    total = run.total
    ends = []
    for aim in (first, second):
        found, _ = run.solve(replace(problem, aims=(aim,)))
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
            refined = search.refine(begin, _STEPS)
            if refined is None:
                continue
            start, ended = refined
            trial = search.bench.trial(start.x)
            if trial.motion is not None and held.violation(trial.figures) <= 1e-6:
                last = Found(start.x, trial.figures, tuple(ended.sums))
                points.append(last)
                break
        total.runs += search.bench.runs
        run.progress("front", (at + 1) / len(levels))
        if total.interrupted or run.stop():
            total.interrupted = True
            break
    points.append(ends[1])
    kept = [one for one in points if not any(_is_beaten(problem, one, other) for other in points)]
    kept.sort(key=lambda one: first.sign * float(one.figures[first.figure]))
    single = replace(problem, aims=(first,))
    solutions = tuple(solution(single, one) for one in kept)
    return run.optimum(problem, solutions)


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
