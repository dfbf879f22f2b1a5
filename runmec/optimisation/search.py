"""Many starts, in this process or in others: screened first, the best of them refined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck import loads
from .bench import Bench
from .general import GeneralSearch
from .paths import PathSearch, Start
from .problem import Problem, problem_of

Floats = NDArray[Any]
Progress = Callable[[str, float], None]
_TRIED_AT_MOST = 20  # samples for every start that is wanted
_WIDE = 8.0  # from this ratio of bounds on every second sample spreads over orders of magnitude
_PORTION = 16  # samples that another process tries at once


class Found(NamedTuple):
    """Where a start has led."""

    x: Floats
    figures: Floats
    sums: list[float]
    steps: int


class Counts(NamedTuple):
    """What was tried: runs of variants, and what those without a motion failed by."""

    runs: int
    failed: dict[str, int]


class Searcher:
    """Screens and refines starts of one problem; knows the sequence of its samples."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem, self.seed = problem, seed
        self.bench = Bench(problem)
        self.around = around = self._moving()
        path = problem.path
        self.method: PathSearch | GeneralSearch
        if path is not None and around is not None:
            self.method = PathSearch(self.bench, path, around)
        else:
            self.method = GeneralSearch(self.bench)

    def sample(self, number: int) -> Floats:
        """Number 0 is the deck as it is written; the others fill the bounds evenly."""
        problem = self.problem
        if number == 0:
            return problem.written
        from scipy.stats import qmc

        if not hasattr(self, "_sequence"):
            self._sequence: list[Floats] = []
            self._sobol = qmc.Sobol(len(problem.names), rng=np.random.default_rng(self.seed))
        while len(self._sequence) < number:
            self._sequence += list(self._sobol.random(max(64, len(self._sequence))))
        part = self._sequence[number - 1]
        even = problem.low + part * problem.span
        wide = (problem.low > 0) & (problem.high > _WIDE * problem.low)
        if number % 2 or not np.any(wide):
            return np.asarray(even)
        low = np.where(wide, problem.low, 1.0)
        return np.where(wide, low * (np.where(wide, problem.high, 1.0) / low) ** part, even)

    def _moving(self) -> Floats | None:
        for number in range(200):
            x = self.sample(number)
            if not isinstance(self.bench.motion(x), str):
                return x
        return None

    def screen(self, numbers: Sequence[int]) -> list[Start | None]:
        return [self._screened(number) for number in numbers]

    def _screened(self, number: int) -> Start | None:
        """None also where a flat position leaves no derivatives."""
        try:
            return self.method.screen(self.sample(number))
        except np.linalg.LinAlgError:
            return None

    def refine(self, start: Start) -> Found | None:
        try:
            ended = self.method.refine(start)
        except np.linalg.LinAlgError:
            ended = None
        if ended is None:
            return None
        x = np.clip(self.method.wrapped(ended.state.x), self.problem.low, self.problem.high)
        trial = self.bench.trial(x)
        if trial.motion is None:
            return None
        return Found(x, trial.figures, ended.sums, ended.steps)


_KNOWN: dict[tuple[str, str, tuple[tuple[str, float], ...], int], Searcher] = {}


def searcher(source: str, name: str, settings: tuple[tuple[str, float], ...], seed: int) -> Searcher:
    """In another process: made once, from the text of the deck."""
    key = (source, name, settings, seed)
    if key not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[key] = Searcher(problem_of(loads(source, name, dict(settings))), seed)
    return _KNOWN[key]


def screen_portion(key: Any, numbers: Sequence[int]) -> tuple[list[Start | None], Counts]:
    own = searcher(*key)
    before = _counted(own)
    return own.screen(numbers), _counted(own, before)


def refine_one(key: Any, start: Start) -> tuple[Found | None, Counts]:
    own = searcher(*key)
    before = _counted(own)
    return own.refine(start), _counted(own, before)


def _counted(own: Searcher, before: Counts | None = None) -> Counts:
    bench = own.bench
    if before is None:
        return Counts(bench.runs, dict(bench.failed))
    failed = {reason: count - before.failed.get(reason, 0) for reason, count in bench.failed.items()}
    return Counts(bench.runs - before.runs, {reason: count for reason, count in failed.items() if count})


class Sum:
    """All counts together."""

    def __init__(self) -> None:
        self.runs, self.failed = 0, dict[str, int]()

    def add(self, counts: Counts) -> None:
        self.runs += counts.runs
        for reason, count in counts.failed.items():
            self.failed[reason] = self.failed.get(reason, 0) + count


def search(
    own: Searcher, starts: int, screened: int, executor: Executor | None, progress: Progress, total: Sum
) -> list[Found]:
    """The same starts and the same results in one process and in many."""
    deck = own.problem.deck
    key = (
        deck.source,
        deck.name,
        tuple((define.name, define.value) for define in deck.defines if not define.open),
        own.seed,
    )
    if executor is None:
        _KNOWN.clear()
        _KNOWN[key] = own
    found: list[Start] = []
    number, most = 0, _TRIED_AT_MOST * screened
    try:
        while len(found) < screened and number < most:
            at_once = 8 if executor is not None else 1
            portions = [range(number + k * _PORTION, number + (k + 1) * _PORTION) for k in range(at_once)]
            number += at_once * _PORTION
            for some, counts in _mapped(executor, screen_portion, key, portions):
                found += [start for start in some if start is not None]
                total.add(counts)
                progress("starts", min(1.0, max(len(found) / screened, number / most)))
    except KeyboardInterrupt:
        if not found:
            raise
    chosen = _apart(found[:screened], starts)
    ended: list[Found] = []
    try:
        for at, (one, counts) in enumerate(_mapped(executor, refine_one, key, chosen)):
            total.add(counts)
            ended += [one] if one is not None else []
            progress("optimisation", (at + 1) / len(chosen))
    except KeyboardInterrupt:
        if not ended:
            raise
    return ended


def _mapped(executor: Executor | None, work: Any, key: Any, portions: Sequence[Any]) -> Any:
    if executor is None:
        return (work(key, portion) for portion in portions)
    return executor.map(work, [key] * len(portions), portions)


def _apart(starts: list[Start], count: int) -> list[Start]:
    """The best ones; the first, which is the deck itself, among them."""
    ranked = sorted(starts[1:], key=lambda start: (max(start.missed, 0.0) > 1e-9, start.sum))
    return [*starts[:1], *ranked][:count]
