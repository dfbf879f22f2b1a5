"""Many starts, in this process or in others: screened first, the best of them sketched, the best of these finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import interrupts
from ..deck import loads
from ..deck.study import Figure
from ..studies.workers import GivenExecutor, Workers, carried_out, cores
from .general import GeneralSearch
from .least_squares import SquareSearch
from .objective import Objective
from .paths import PathSearch
from .problem import Aim, Problem, problem_of
from .sequence import Sequence as Even
from .start import Start
from .stretch import Stretch
from .sum_of_squares import sum_of_squares

Floats = NDArray[Any]
Progress = Callable[[str, float], None]
_TRIED_AT_MOST = 20  # samples for every start that is wanted
_MOVING_WITHIN = 400  # samples among which one must move
_WIDE = 8.0  # from this ratio of bounds on every second sample spreads over orders of magnitude
_PORTION = 16  # samples that another process tries at once
_SKETCH, _FINISH = 15, 150  # steps
_FINISHED = 1 / 3  # of the sketches, and these at least:
_FINISHED_AT_LEAST = 6
_WITH_SIBLINGS = 4  # sketches that others are derived from
_ALIKE = 0.05  # of the ranges: starts that are nearer to each other lead to the same end


class Found(NamedTuple):
    """Where a start has led."""

    x: Floats
    figures: Floats
    sums: tuple[float, ...]


class Tried(NamedTuple):
    """What was tried: runs of variants, and what those without a motion failed by."""

    runs: int
    failed: dict[str, int]


class Searcher:
    """Screens and refines starts of one problem; knows the sequence of its samples."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem, self.seed = problem, seed
        self.bench = Objective(problem, interrupts.heed)
        self._even = Even(len(problem.names), seed)
        self.around = self._moving()
        self.method = self._method()

    def _method(self) -> PathSearch | SquareSearch | GeneralSearch:
        """By the form of the goal."""
        problem = self.problem
        if self.around is not None and len(problem.aims) == 1 and problem.aims[0].sign > 0:
            figure = problem.deck.figures[problem.aims[0].figure]
            if not isinstance(figure, Figure):
                return PathSearch(self.bench, figure, self.around)
            form = sum_of_squares(figure.expression.open or figure.expression.program, problem.names)
            if form is not None:
                return SquareSearch(self.bench, form, self.around)
        return GeneralSearch(self.bench)

    def sample(self, number: int) -> Floats:
        """Number 0 is the deck as it is written; the others fill the bounds evenly."""
        problem = self.problem
        if number == 0:
            return problem.written
        part = self._even.point(number)
        even = problem.low + part * problem.span
        wide = (problem.low > 0) & (problem.high > _WIDE * problem.low)
        if number % 2 or not np.any(wide):
            return np.asarray(even)
        low = np.where(wide, problem.low, 1.0)
        return np.where(wide, low * (np.where(wide, problem.high, 1.0) / low) ** part, even)

    def _moving(self) -> Floats | None:
        for number in range(_MOVING_WITHIN):
            x = self.sample(number)
            if not isinstance(self.bench.motion(x), str):
                return x
        return None

    def screen(self, number: int) -> Start | None:
        """None also where a flat position leaves no derivatives."""
        try:
            found = self.method.screen(self.sample(number))
        except np.linalg.LinAlgError:
            return None
        return found if found is not None and np.isfinite(found.sum) else None

    def refine(self, start: Start, most: int) -> Start | None:
        """So many steps further; None where the start cannot be followed."""
        try:
            found = self.method.refine(start, most)
        except np.linalg.LinAlgError:
            return None
        if found is None:
            return None
        ended = tuple(map(self.method.figure, found[1].sums))
        return found[0]._replace(sums=(*start.sums, *ended))

    def siblings(self, start: Start) -> list[Start]:
        """Other starts that one suggests."""
        try:
            return self.method.siblings(start) if isinstance(self.method, PathSearch) else []
        except np.linalg.LinAlgError:
            return []

    def apart(self, starts: Sequence[Start], count: int) -> list[Start]:
        """The best ones that are not alike, best first; alike ones behind them."""
        stretch = Stretch(self.problem.low, self.problem.high, np.full(len(self.problem.names), True))
        outer = self.method.outer
        kept: list[Start] = []
        alike: list[Start] = []
        places: list[Floats] = []
        for start in _best(starts, len(starts)):
            here = (stretch.stretched(start.x) / stretch.span)[outer]
            is_new = all(np.max(np.abs(here - other), initial=0.0) > _ALIKE for other in places)
            (kept if is_new else alike).append(start)
            places += [here] if is_new else []
        return [*kept, *alike][:count]

    def found(self, start: Start) -> Found | None:
        """With all its figures, as `runmec run` gives them; None where it has no motion."""
        x = np.clip(self.method.wrapped(start.x), self.problem.low, self.problem.high)
        trial = self.bench.trial(x)
        return None if trial.motion is None else Found(x, trial.figures, start.sums)


Key = tuple[str, str, tuple[tuple[str, bytes], ...], tuple[tuple[str, float], ...], tuple[Aim, ...], int]
_KNOWN: dict[Key, Searcher] = {}


class SearchTask(NamedTuple):
    """Work of one process at a time: samples to screen, or a start to follow."""

    number: int
    first: int
    key: Key
    points: tuple[Any, ...]
    task: str  # screen samples, find siblings of starts, or follow them by so many steps
    steps: int = 0


class Answer(NamedTuple):
    starts: list[Start | None]
    counts: Tried


def searcher(key: Key) -> Searcher:
    """In another process: made once, from the text of the deck; of its goals only those that are sought now."""
    if key not in _KNOWN:
        source, name, files, settings, aims, seed = key
        _KNOWN.clear()
        deck = loads(source, name, dict(settings), dict(files))
        _KNOWN[key] = Searcher(replace(problem_of(deck), aims=aims), seed)
    return _KNOWN[key]


def carry_out(portion: SearchTask) -> Answer:
    own = searcher(portion.key)
    runs, failed = own.bench.runs, dict(own.bench.failed)
    found: list[Start | None]
    if portion.task == "screen":
        found = [own.screen(number) for number in portion.points]
    elif portion.task == "siblings":
        found = [other for start in portion.points for other in own.siblings(start)]
    else:
        found = [own.refine(start, portion.steps) for start in portion.points]
    more = {reason: count - failed.get(reason, 0) for reason, count in own.bench.failed.items()}
    return Answer(found, Tried(own.bench.runs - runs, {reason: count for reason, count in more.items() if count}))


class Tally:
    """All counts together, and whether somebody put an end to it."""

    def __init__(self) -> None:
        self.runs, self.failed, self.interrupted = 0, dict[str, int](), False

    def add(self, counts: Tried) -> None:
        self.runs += counts.runs
        for reason, count in counts.failed.items():
            self.failed[reason] = self.failed.get(reason, 0) + count


class _Stopped(Exception):
    """Somebody wants no more."""


def _go_on() -> None:
    """Whatever came."""


class Search:
    """The same starts and the same results in one process and in many.

    Ctrl-C, or `stop` that is true, ends it between two portions; what was found until then is kept.
    """

    def __init__(
        self, own: Searcher, workers: Workers | None, progress: Progress, stop: Callable[[], bool], total: Tally
    ) -> None:
        deck = own.problem.deck
        self.own, self.workers, self.progress, self.stop, self.total = own, workers, progress, stop, total
        settings = tuple((define.name, define.value) for define in deck.defines if not define.open)
        self.key: Key = (deck.source, deck.name, deck.files, settings, own.problem.aims, own.seed)
        if workers is None:
            _KNOWN.clear()
            _KNOWN[self.key] = own

    def found(self, starts: int, screened: int, deliver: Callable[[Found], None]) -> list[Found]:
        kept: list[Start] = []
        ended: list[Found] = []
        try:
            kept = self._screened(screened)
            chosen = _best(kept, starts, first=True)
            if not isinstance(self.own.method, GeneralSearch):
                kept = self._sketched(chosen) or kept
                others = self._siblings(self.own.apart(kept, _WITH_SIBLINGS))
                kept = [*kept, *self._sketched(others)]
                chosen = self.own.apart(kept, max(_FINISHED_AT_LEAST, round(_FINISHED * starts)))
            for _, start in self._followed(chosen, _FINISH, "optimisation"):
                one = self.own.found(start) if start is not None else None
                if one is not None:
                    ended.append(one)
                    deliver(one)
        except (KeyboardInterrupt, _Stopped) as stopped:
            self.total.interrupted = True
            if not ended:
                ended = self._ended(_best(kept, starts))
            if not ended and isinstance(stopped, KeyboardInterrupt):
                raise
        return ended

    def _ended(self, starts: Sequence[Start]) -> list[Found]:
        """What the best starts are, as they are; the first of them where somebody waits for an end."""
        self.own.bench.heed = _go_on
        found: list[Found] = []
        for start in starts:
            one = self.own.found(start)
            found += [one] if one is not None else []
            if found and interrupts.is_time_over():
                break
        return found

    def _screened(self, wanted: int) -> list[Start]:
        found: list[Start] = []
        number, most = 0, _TRIED_AT_MOST * wanted
        while len(found) < wanted and number < most and not self.total.interrupted:
            at_once = 1 if self.workers is None else min(8, 1 + (wanted - len(found)) // _PORTION)
            portions = [tuple(range(number + k * _PORTION, number + (k + 1) * _PORTION)) for k in range(at_once)]
            number += at_once * _PORTION
            answers: dict[int, Answer] = {}
            try:
                for at, answer in self._answers(portions, "screen"):
                    answers[at] = answer
                    self.progress("starts", min(1.0, max(len(found) / wanted, number / most)))
            except (KeyboardInterrupt, _Stopped):
                self.total.interrupted = True
                if not found and not answers:
                    raise
            found += [start for at in sorted(answers) for start in answers[at].starts if start is not None]
        return found[:wanted]

    def _sketched(self, starts: Sequence[Start]) -> list[Start]:
        return [start for _, start in self._followed(starts, _SKETCH, "sketches") if start is not None]

    def _siblings(self, starts: Sequence[Start]) -> list[Start]:
        answers = dict(self._answers([(start,) for start in starts], "siblings"))
        return [one for number in sorted(answers) for one in answers[number].starts if one is not None]

    def _followed(self, starts: Sequence[Start], steps: int, word: str) -> Iterator[tuple[int, Start | None]]:
        """In the order of the starts, as soon as all before are there."""
        waiting: dict[int, Start | None] = {}
        given = 0
        for done, (number, answer) in enumerate(
            self._answers([(start,) for start in starts], "follow", steps), start=1
        ):
            waiting[number] = answer.starts[0]
            self.progress(word, done / len(starts))
            while given in waiting:
                yield given, waiting.pop(given)
                given += 1

    def _answers(self, points: Sequence[tuple[Any, ...]], task: str, steps: int = 0) -> Iterator[tuple[int, Answer]]:
        if self.total.interrupted:
            raise _Stopped
        portions = (SearchTask(number, number, self.key, some, task, steps) for number, some in enumerate(points))
        for portion, answer in carried_out(portions, self.workers, carry_out):
            self.total.add(answer.counts)
            yield portion.number, answer
            if self.total.interrupted or self.stop():
                raise _Stopped


def workers_of(executor: Executor | Workers | None) -> Workers | None:
    """Of an executor of somebody else, or workers that can be renewed where they die."""
    if isinstance(executor, Executor):
        return GivenExecutor(executor, getattr(executor, "_max_workers", cores()))
    return executor


def _best(starts: Sequence[Start], count: int, first: bool = False) -> list[Start]:
    """Those that hold their limits before others, best first; the `first`, which is the deck itself, among them."""
    head = list(starts[:1]) if first else []
    ranked = sorted(starts[len(head) :], key=lambda start: (max(start.missed, 0.0) > 1e-9, start.sum))
    return [*head, *ranked][:count]
