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

from ..calculate import session_of
from ..deck import read
from ..deck.model import Deck
from ..deck.study import Deviation
from ..diagnostics import RunmecError
from ..motion.positions import Positions
from ..motion.session import Session
from ..results.quantities import read_quantities
from ..results.result import asked
from ..results.units import ShownUnit, unit_of
from .grid import portion_size
from .names import Number, spelt
from .portion import Row, Task, calculate, calculated
from .sensitivity import derivatives
from .sweep import Counts, Settings, Told
from .variant import DoesNotFit, Failed, figures_by, moved
from .workers import GivenExecutor, Workers, carried_out, cores

Floats = NDArray[Any]
SAMPLES = 5000
LOW, HIGH = 0.135, 99.865  # percentiles: ±3 standard deviations of a normal distribution


class NoTolerance(RunmecError):
    """A deck of which tolerances cannot be studied.

    Examples
    --------
    >>> try:
    ...     runmec.tolerance("inputs/six_bars/watt_2.mec")
    ... except runmec.NoTolerance as fault:
    ...     print(fault)
    the deck has no tolerances: write `tol a 0.1mm` in STUDY
    """


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
    units: tuple[ShownUnit, ...]  # of the buffers
    histories: Floats  # (buffers, rows)
    bands: Floats  # worst-case half widths (buffers, rows)
    doubt: float  # what derivatives may be wrong by, as a part of the largest of each buffer; 0 where all are exact
    interrupted: bool = False  # by the user; the samples are those that were done

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
        return (
            f"<runmec tolerances of {', '.join(self.names)}: figures {', '.join(self.figures) or 'none'}, "
            f"{self.samples.shape[1]} samples>"
        )


def tolerance(
    deck: Deck | str | os.PathLike[str],
    *,
    samples: int = SAMPLES,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Told = lambda _: None,
) -> Tolerance:
    """What the `tol` lines of a deck do to its figures and buffers.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        The deck, or the file in which it stands.
    samples : int, default 5000
        How many variants are drawn for the scatter.
    seed : int, default 1
        The same seed draws the same samples.
    executor : concurrent.futures.Executor, optional
        Carries out portions of them; without one it is done here.
    progress : callable, optional
        Is told how many samples are done and failed.

    Returns
    -------
    Tolerance
        Of every figure nominal value, worst case, root of squares and scatter; bands of the buffers.

    Raises
    ------
    NoTolerance
        Where the deck has no `tol` lines, or does not run.

    Examples
    --------
    >>> found = runmec.tolerance("inputs/slider_cranks/toleranced_slider_crank.mec", samples=100)
    >>> found
    <runmec tolerances of r, l, e: figures stroke, outer, 100 samples>
    >>> bool(np.all(found.rss <= found.worst))
    True
    """
    if not isinstance(deck, Deck):
        deck = read(deck)
    workers = GivenExecutor(executor, getattr(executor, "_max_workers", cores())) if executor is not None else None
    settings = tuple((define.name, define.value) for define in deck.defines if not define.open)
    return tolerances(deck, settings, samples, seed, workers, progress)


def tolerances(
    deck: Deck, settings: Settings, samples: int, seed: int, workers: Workers | None, progress: Told
) -> Tolerance:
    if not deck.deviations:
        raise NoTolerance("the deck has no tolerances: write `tol a 0.1mm` in STUDY")
    numbers = [Number(one.name, one.parameter) for one in deck.deviations]
    try:
        session = session_of(deck)
        positions = moved(session, {})
    except Failed as fault:
        raise NoTolerance(f"the deck itself does not run: {fault}") from None
    _refuse_misfits(deck, numbers)
    duals = figures_by(session, positions, numbers) if deck.figures else []
    points = _points(deck, samples if deck.figures else 0, seed)
    histories, bands, doubt = _bands(session, positions, numbers)
    found, reasons = _sampled(deck, settings, points, workers, progress)
    return Tolerance(
        deck=deck,
        names=tuple(spelt(deck, number) for number in numbers),
        sizes=np.array([one.size for one in deck.deviations]),
        figures=tuple(figure.name for figure in deck.figures),
        nominal=np.array([float(dual.value) for dual in duals]),
        derivatives=np.array([dual.by for dual in duals]).reshape(len(duals), len(numbers)),
        scatter=tuple(_scatter(row) for row in found),
        samples=found,
        reasons=reasons,
        time=positions.time,
        buffers=tuple(deck.names.buffer(store.buffer) for store in deck.stores),
        units=tuple(unit_of(session.mechanism, store) for store in deck.stores),
        histories=histories,
        bands=bands,
        doubt=doubt,
        interrupted=found.shape[1] < len(points),
    )


def _refuse_misfits(deck: Deck, numbers: Sequence[Number]) -> None:
    """Raises NoTolerance where a deviation keeps rigid parameters that are more than needed from fitting."""
    if not deck.structure.surplus:
        return
    for one, number in zip(deck.deviations, numbers, strict=True):
        beside = session_of(deck)
        now = next((define.value for define in deck.defines if define.name == number.name), 0.0)
        try:
            moved(
                beside,
                {} if number.is_parameter else {number.name: now + one.size},
                {number.parameter: one.size} if number.is_parameter else None,
            )
        except DoesNotFit as fault:
            raise NoTolerance(
                f"`tol` of {spelt(deck, number)}: {fault}; what is rigid and more than needed has to "
                "fit: give it elasticity (`flex`), or let it go"
            ) from None
        except Failed:
            continue


def _bands(session: Session, positions: Positions, numbers: Sequence[Number]) -> tuple[Floats, Floats, float]:
    """Histories of the buffers, half widths of their bands, and what derivatives may be wrong by."""
    deck = session.deck
    wanted = [asked(store) for store in deck.stores]
    if not wanted:
        nothing = np.zeros((0, len(positions)))
        return nothing, nothing, 0.0
    by, error = derivatives(session, positions, wanted, numbers)
    largest = np.nanmax(np.abs(by), axis=2, initial=0.0)
    doubt = np.divide(error, largest, out=np.zeros_like(error), where=largest > 0.0)
    sizes = np.array([one.size for one in deck.deviations])
    found = np.array(read_quantities(session, positions, wanted))
    return found, np.einsum("nqr,n->qr", np.abs(by), sizes), float(np.max(doubt))


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
    """Figures (figures, samples) and why some have none; of samples that are done, where it is interrupted."""
    found = np.full((len(deck.figures), len(points)), nan)
    done = np.zeros(len(points), dtype=bool)
    reasons: dict[int, str] = {}
    counts = Counts(len(points))
    work: Callable[[Task], list[Row]] = calculate if workers is not None else lambda task: calculated(deck, task)
    try:
        for task, rows in carried_out(_tasks(deck, settings, points), workers, work):
            for at, row in enumerate(rows, start=task.first):
                found[:, at], done[at] = row.figures, True
                if row.reason:
                    reasons[at] = row.reason
            counts.done += len(rows)
            counts.failed += sum(bool(row.reason) for row in rows)
            progress(counts)
    except KeyboardInterrupt:
        if not np.any(done):
            raise
    kept = np.cumsum(done) - 1
    return found[:, done], {int(kept[at]): reason for at, reason in reasons.items()}


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
        yield Task(number, first, deck.source, deck.name, deck.files, settings, names, some, parameters)


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
