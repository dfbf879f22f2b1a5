"""What tolerances do: worst case and root of squares by exact derivatives, scatter by samples, bands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck import read
from ..deck.model import Deck
from ..deck.study import Deviation
from ..diagnostics import RunmecError
from ..results.result import asked
from ..results.units import Unit, unit_of
from .grid import portion_size
from .names import Number, spelt
from .portion import Row, Task, calculate, calculated
from .sensitivity import derivatives
from .sweep import Counts, Settings, Told
from .variant import Failed, Moved, Variants
from .workers import Given, Workers, carried_out, cores

Floats = NDArray[Any]
SAMPLES = 5000
LOW, HIGH = 0.135, 99.865  # percentiles: ±3 standard deviations of a normal distribution


class NoTolerance(RunmecError):
    """A deck of which tolerances cannot be studied."""


@dataclass(frozen=True)
class Scatter:
    """Of one figure over all samples that have it."""

    mean: float
    std: float
    low: float
    high: float


@dataclass(frozen=True)
class Tolerance:
    """`table.figures` by name, each `nominal`, `worst`, `rss` and its scatter; derivatives (figures, names)."""

    deck: Deck
    names: tuple[str, ...]
    sizes: Floats  # ±t of every name
    figures: tuple[str, ...]
    nominal: Floats
    derivatives: Floats
    scatter: tuple[Scatter, ...]
    samples: Floats  # (figures, samples)
    reasons: dict[int, str]  # of samples that have no figures
    time: Floats
    buffers: tuple[str, ...]
    units: tuple[Unit, ...]  # of the buffers
    histories: Floats  # (buffers, rows)
    bands: Floats  # worst-case half widths (buffers, rows)
    doubt: float  # what derivatives may be wrong by, as a part of the largest of each buffer; 0 where all are exact

    @property
    def contributions(self) -> Floats:
        """|derivative·t|: what every name adds to the worst case."""
        return np.asarray(np.abs(self.derivatives * self.sizes))

    @property
    def worst(self) -> Floats:
        return np.asarray(np.sum(self.contributions, axis=1))

    @property
    def rss(self) -> Floats:
        return np.asarray(np.sqrt(np.sum(self.contributions**2, axis=1)))

    def __repr__(self) -> str:
        return (f"<runmec tolerances of {', '.join(self.names)}: figures {', '.join(self.figures) or 'none'}, "
                f"{self.samples.shape[1]} samples>")  # fmt: skip


def tolerance(
    deck: Deck | str | os.PathLike[str], *, samples: int = SAMPLES, seed: int = 1, executor: Executor | None = None,
    progress: Told = lambda _: None,
) -> Tolerance:  # fmt: skip
    """What the `tol` lines of a deck do to its figures and buffers. `executor` is any concurrent.futures.Executor."""
    if not isinstance(deck, Deck):
        deck = read(deck)
    workers = Given(executor, getattr(executor, "_max_workers", cores())) if executor is not None else None
    settings = tuple((define.name, define.value) for define in deck.defines if not define.open)
    return tolerances(deck, settings, samples, seed, workers, progress)


def tolerances(
    deck: Deck, settings: Settings, samples: int, seed: int, workers: Workers | None, progress: Told
) -> Tolerance:
    if not deck.deviations:
        raise NoTolerance("the deck has no tolerances: write `tol a 0.1mm` in STUDY")
    numbers = [Number(one.name, one.parameter) for one in deck.deviations]
    try:
        nominal = Variants(deck).moved({})
    except Failed as fault:
        raise NoTolerance(f"the deck itself does not run: {fault}") from None
    duals = nominal.figures_by(numbers) if deck.figures else []
    points = _points(deck, samples if deck.figures else 0, seed)
    found, reasons = _sampled(deck, settings, points, workers, progress)
    histories, bands, doubt = _bands(nominal, numbers)
    return Tolerance(
        deck=deck, names=tuple(spelt(deck, number) for number in numbers),
        sizes=np.array([one.size for one in deck.deviations]), figures=tuple(figure.name for figure in deck.figures),
        nominal=np.array([float(dual.value) for dual in duals]),
        derivatives=np.array([dual.by for dual in duals]).reshape(len(duals), len(numbers)),
        scatter=tuple(_scatter(row) for row in found), samples=found, reasons=reasons, time=nominal.positions.time,
        buffers=tuple(deck.names.buffer(store.buffer) for store in deck.stores),
        units=tuple(unit_of(nominal.mechanism, store) for store in deck.stores), histories=histories, bands=bands,
        doubt=doubt,
    )  # fmt: skip


def _bands(nominal: Moved, numbers: Sequence[Number]) -> tuple[Floats, Floats, float]:
    """Histories of the buffers, half widths of their bands, and what derivatives may be wrong by."""
    deck = nominal.deck
    wanted = [asked(store) for store in deck.stores]
    if not wanted:
        nothing = np.zeros((0, len(nominal)))
        return nothing, nothing, 0.0
    by, error = derivatives(nominal, wanted, numbers)
    largest = np.nanmax(np.abs(by), axis=2, initial=0.0)
    doubt = np.divide(error, largest, out=np.zeros_like(error), where=largest > 0.0)
    sizes = np.array([one.size for one in deck.deviations])
    return np.array(nominal.quantities(wanted)), np.einsum("nqr,n->qr", np.abs(by), sizes), float(np.max(doubt))


# ---- samples


def _points(deck: Deck, samples: int, seed: int) -> Floats:
    """Deviations (samples, names); the same seed gives the same samples."""
    rng = np.random.default_rng(seed)
    found = np.empty((samples, len(deck.deviations)))
    for k, one in enumerate(deck.deviations):
        found[:, k] = _spread(one, rng, samples)
    return found


def _spread(one: Deviation, rng: np.random.Generator, samples: int) -> Floats:
    if one.spread == "uniform":
        return rng.uniform(-one.size, one.size, samples)
    return rng.normal(0.0, one.size / 3.0, samples)


def _sampled(
    deck: Deck, settings: Settings, points: Floats, workers: Workers | None, progress: Told
) -> tuple[Floats, dict[int, str]]:
    found = np.full((len(deck.figures), len(points)), nan)
    reasons: dict[int, str] = {}
    counts = Counts(len(points))
    work: Callable[[Task], list[Row]] = calculate if workers is not None else lambda task: calculated(deck, task)
    for task, rows in carried_out(_tasks(deck, settings, points), workers, work):
        for at, row in enumerate(rows, start=task.first):
            found[:, at] = row.figures
            if row.reason:
                reasons[at] = row.reason
        counts.done += len(rows)
        counts.failed += sum(bool(row.reason) for row in rows)
        progress(counts)
    return found, reasons


def _tasks(deck: Deck, settings: Settings, points: Floats) -> Iterator[Task]:
    """Names of DEFINE take values, parameters change by them."""
    named = [k for k, one in enumerate(deck.deviations) if one.name]
    others = [k for k, one in enumerate(deck.deviations) if not one.name]
    names = tuple(deck.deviations[k].name for k in named)
    parameters = tuple(deck.deviations[k].parameter for k in others)
    values = {define.name: define.value for define in deck.defines}
    nominal = np.array([values[name] for name in names] + [0.0] * len(others))
    shifted = points[:, [*named, *others]] + nominal
    size = portion_size(deck, len(points))
    for number, first in enumerate(range(0, len(points), size)):
        some = tuple(tuple(map(float, row)) for row in shifted[first : first + size])
        yield Task(number, first, deck.source, deck.name, settings, names, some, parameters)


def _scatter(values: Floats) -> Scatter:
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return Scatter(nan, nan, nan, nan)
    low, high = np.percentile(known, [LOW, HIGH])
    return Scatter(float(np.mean(known)), float(np.std(known, ddof=1)), float(low), float(high))


# ---- tables


def figures_csv(found: Tolerance) -> str:
    lines = ["figure,nominal,worst,rss,mc_mean,mc_std,mc_low,mc_high"]
    for k, name in enumerate(found.figures):
        s = found.scatter[k]
        numbers = (found.nominal[k], found.worst[k], found.rss[k], s.mean, s.std, s.low, s.high)
        lines.append(",".join([name, *(_cell(number) for number in numbers)]))
    return "\n".join(lines) + "\n"


def derivatives_csv(found: Tolerance) -> str:
    lines = ["figure,name,derivative,contribution"]
    for k, figure in enumerate(found.figures):
        for j, name in enumerate(found.names):
            lines.append(f"{figure},{name},{_cell(found.derivatives[k, j])},{_cell(found.contributions[k, j])}")
    return "\n".join(lines) + "\n"


def bands_csv(found: Tolerance) -> str:
    lines = [",".join(["step", "time", *found.buffers])]
    for step, (time, row) in enumerate(zip(found.time, found.bands.T, strict=True)):
        lines.append(",".join([str(step), repr(float(time)), *map(_cell, row)]))
    return "\n".join(lines) + "\n"


def _cell(number: float) -> str:
    return "" if number != number else repr(float(number))
