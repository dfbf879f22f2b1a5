"""Two goals against each other: the front of variants of which none is better in both.

The first goal is optimised while the second is held to one level after another between its two ends (ε-constraint).
With exact derivatives every point is a local optimum to many digits, from the solution of its neighbour; a population
that wanders over the front needs many times the runs for three digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .. import interrupts
from .general import GeneralSearch
from .objective import Objective
from .problem import Aim, Limit, Problem
from .search import Found
from .start import Start

if TYPE_CHECKING:
    from .optimise import Optimum, Run

LEVELS = 17
_STEPS = 60


def front(problem: Problem, run: Run) -> Optimum:
    """Of the first two goals; further ones are told with the figures."""
    from .optimise import NoSolution, distinct

    first, second = problem.aims[:2]
    total = run.total
    ends = []
    for aim in (first, second):
        found, _ = run.solve(replace(problem, aims=(aim,)))
        best = distinct(replace(problem, aims=(aim,)), found)
        if best:
            ends.append(best[0])
        elif not (total.interrupted and ends):
            raise NoSolution("no variant within the bounds of `vary` has a motion and both goals")
    points = [ends[0]]
    try:
        for one in () if total.interrupted else _between(problem, run, ends):
            points.append(one)
    except KeyboardInterrupt:
        total.interrupted = True
    points.append(ends[-1])
    kept = [one for one in points if not any(_is_beaten(problem, one, other) for other in points)]
    kept.sort(key=lambda one: first.sign * float(one.figures[first.figure]))
    return run.optimum(problem, run.solutions(replace(problem, aims=(first,)), kept))


def _between(problem: Problem, run: Run, ends: list[Found]) -> Iterator[Found]:
    """Points between the two ends, as they are found."""
    second, total, last = problem.aims[1], run.total, ends[0]
    levels = np.linspace(ends[0].figures[second.figure], ends[1].figures[second.figure], LEVELS)[1:-1]
    for at, level in enumerate(levels):
        held = _held(problem, second, float(level))
        search = GeneralSearch(Objective(held, interrupts.heed))
        for near in (last, ends[1]):
            begin = Start(near.x, np.zeros(0), held.goal(near.figures), held.violation(near.figures))
            refined = search.refine(begin, _STEPS)
            if refined is None:
                continue
            start, ended = refined
            trial = search.bench.trial(start.x)
            if trial.motion is not None and held.violation(trial.figures) <= 1e-6:
                last = Found(start.x, trial.figures, tuple(ended.sums))
                yield last
                break
        total.runs += search.bench.runs
        run.progress("front", (at + 1) / len(levels))
        if total.interrupted or run.stop():
            total.interrupted = True
            return


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
