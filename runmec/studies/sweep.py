"""A sweep: figures of every variant of a grid."""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import __version__
from ..deck import read
from ..deck.defining import defined_as
from ..deck.model import Deck
from ..folder import Folder, account_of
from .grid import Grid, grid_of, portion_size
from .journal import Journal
from .portion import Row, Task, calculate
from .workers import GivenExecutor, Workers, carried_out, cores

if TYPE_CHECKING:
    import pandas

Floats = NDArray[Any]
Settings = tuple[tuple[str, float], ...]


@dataclass
class Counts:
    """How far a study is."""

    total: int
    done: int = 0
    reused: int = 0
    failed: int = 0


Told = Callable[[Counts], None]


@dataclass(frozen=True)
class Sweep:
    """The table of a sweep: `table["a"]` are the values of a name, `table["stroke"]` those of a figure.

    Variants without figures have nan there, and `complete` False; `reasons` says why, by row.
    """

    deck: Deck
    grid: Grid
    figures: tuple[str, ...]
    values: Floats  # (figures, variants)
    complete: NDArray[np.bool_]
    reasons: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        return self.grid.names

    def __len__(self) -> int:
        return len(self.grid)

    def __getitem__(self, called: str) -> Floats:
        if called in self.figures:
            return np.asarray(self.values[self.figures.index(called)])
        name = defined_as(called, self.grid.names)
        if name is not None:
            at = self.grid.names.index(name)
            mesh = np.meshgrid(*self.grid.axes, indexing="ij")
            return mesh[at].ravel()
        raise KeyError(f"no name or figure {called!r}; there are {', '.join((*self.names, *self.figures))}")

    def to_pandas(self) -> pandas.DataFrame:
        """One row a variant; needs pandas."""
        import pandas

        columns = {name: self[name] for name in (*self.names, *self.figures)}
        return pandas.DataFrame({**columns, "complete": self.complete})

    def to_xarray(self) -> Any:
        """Every figure on the grid of the names; needs xarray."""
        import xarray  # type: ignore[import-not-found, unused-ignore]  # need not be there

        axes = dict(zip(self.names, self.grid.axes, strict=True))
        grids = {name: (self.names, self[name].reshape(self.grid.shape)) for name in self.figures}
        return xarray.Dataset(grids, coords={name: list(axis) for name, axis in axes.items()})

    def __repr__(self) -> str:
        failed = int(np.sum(~self.complete))
        return (
            f"<runmec sweep of {', '.join(self.names)}: {len(self)} variants, "
            f"{failed} failed; figures {', '.join(self.figures) or 'none'}>"
        )


def sweep(
    deck: Deck | str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    progress: Told = lambda _: None,
    **values: Sequence[float],
) -> Sweep:
    """Figures of all variants of a deck.

    Parameters
    ----------
    deck : Deck or str or os.PathLike
        The deck, or the file in which it stands.
    executor : concurrent.futures.Executor, optional
        Carries out portions of it; without one it is done here.
    progress : callable, optional
        Is told how many variants are done and failed.
    **values : sequence of float
        By names of DEFINE: all of these with all of each other. Without them the `vary` lines of the deck are taken.

    Returns
    -------
    Sweep
        ``sweep["a"]`` and ``sweep["stroke"]`` of every variant; ``.to_pandas()``, ``.to_xarray()``.

    Examples
    --------
    >>> found = runmec.sweep("inputs/slider_cranks/toleranced_slider_crank.mec", r=np.linspace(0.03, 0.05, 3))
    >>> found
    <runmec sweep of r: 3 variants, 0 failed; figures stroke, outer>
    """
    if not isinstance(deck, Deck):
        deck = read(deck)
    grid = grid_of(deck, values)
    workers = GivenExecutor(executor, getattr(executor, "_max_workers", cores())) if executor is not None else None
    table = np.full((len(deck.figures), len(grid)), nan)
    complete = np.zeros(len(grid), dtype=bool)
    reasons: dict[int, str] = {}
    notes: dict[int, str] = {}
    counts = Counts(len(grid))
    # a deck that was read may have other values than its text; what it defines says them all
    settings = tuple((define.name, define.value) for define in deck.defines if not define.open)
    work = _local(deck) if workers is None else calculate
    for task, rows in carried_out(tasks(deck, grid, settings, ()), workers, work):
        for at, row in enumerate(rows, start=task.first):
            table[:, at] = row.figures
            complete[at] = not row.reason
            if row.reason:
                reasons[at] = row.reason
            if row.note:
                notes[at] = row.note
        _count(counts, rows, progress)
    return Sweep(deck, grid, _heads(deck, grid), table, complete, reasons, notes)


def _heads(deck: Deck, grid: Grid) -> tuple[str, ...]:
    """Names of the figures; one that is called like a name that varies, `R (figure)`."""
    return tuple(f"{one.name} (figure)" if one.name in grid.names else one.name for one in deck.figures)


def _local(deck: Deck) -> Callable[[Task], list[Row]]:
    """The same without reading the text again."""
    from .portion import calculated

    return lambda task: calculated(deck, task)


def _count(counts: Counts, rows: Sequence[Row], progress: Told) -> None:
    counts.done += len(rows)
    counts.failed += sum(bool(row.reason) for row in rows)
    progress(counts)


def tasks(deck: Deck, grid: Grid, settings: Settings, done: Sequence[int]) -> Iterator[Task]:
    """Portions of the grid that are not done."""
    size, known = portion_size(deck, len(grid)), set(done)
    for number, first in enumerate(range(0, len(grid), size)):
        if number not in known:
            points = tuple(tuple(grid.point(row)) for row in range(first, min(first + size, len(grid))))
            yield Task(number, first, deck.source, deck.name, deck.files, settings, grid.names, points)


def fingerprint(deck: Deck, grid: Grid, settings: Mapping[str, float]) -> str:
    """Of the deck, the version and all names with their values."""
    said = repr((__version__, deck.source, sorted(settings.items()), grid.names, grid.axes, *sorted(deck.files)))
    return hashlib.sha256(said.encode()).hexdigest()


def sweep_to_folder(
    deck: Deck,
    grid: Grid,
    settings: Mapping[str, float],
    path: Path,
    workers: Workers | None,
    resume: bool,
    progress: Told,
) -> Counts:
    """Writes sweep.csv and failures.csv, in memory that does not grow with the number of variants."""
    with Folder(path) as folder:
        counts = sweep_into(folder, deck, grid, settings, workers, resume, progress)
        folder.exchange(account_of("sweep", deck.name, deck.source))
    return counts


def sweep_into(
    folder: Folder,
    deck: Deck,
    grid: Grid,
    settings: Mapping[str, float],
    workers: Workers | None,
    resume: bool,
    progress: Told,
) -> Counts:
    """The tables in a folder that is ours; what is found stands in its journal at once."""
    counts = Counts(len(grid))
    with Journal(folder.path, fingerprint(deck, grid, settings), resume) as journal:
        _count_reused(journal, counts)
        progress(counts)
        own = tuple(sorted(settings.items()))
        for task, rows in carried_out(tasks(deck, grid, own, list(journal.places)), workers, calculate):
            journal.add(task.number, [_line(task.first + k, grid, row) for k, row in enumerate(rows)])
            _count(counts, rows, progress)
        _write_tables(deck, grid, journal, folder)
    return counts


def _line(row: int, grid: Grid, found: Row) -> str:
    """row, names, figures, complete, then what failures.csv says."""
    figures = ["" if value != value else repr(value) for value in found.figures]
    said = found.reason or found.note
    cells = [str(row + 1), *map(repr, grid.point(row)), *figures, "0" if found.reason else "1"]
    return ",".join(cells) + f"\t{' '.join(said.split())}"


def _count_reused(journal: Journal, counts: Counts) -> None:
    for line in journal.lines() if journal.places else ():
        counts.reused += 1
        counts.done += 1
        counts.failed += line.partition("\t")[0].endswith(",0")


def _write_tables(deck: Deck, grid: Grid, journal: Journal, folder: Folder) -> None:
    figures = [figure.name for figure in deck.figures]
    with folder.growing("sweep.csv") as table, folder.growing("failures.csv") as failures:
        table.write(",".join(["row", *grid.names, *figures, "complete"]) + "\n")
        failures.write("row,reason\n")
        for line in journal.lines():
            row, _, said = line.partition("\t")
            table.write(f"{row}\n")
            if said:
                failures.write(f"{row.partition(',')[0]},{_quoted(said)}\n")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def table_of(path: Path, at_most: int) -> tuple[list[str], Floats]:
    """Head and numbers (rows, columns) of a sweep.csv, every k-th row where there are more than can be drawn."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        head = next(rows)
        count = sum(1 for _ in rows)
    every = -(-count // at_most)
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        kept = [[float(cell) if cell else nan for cell in row] for k, row in enumerate(rows) if k % every == 0]
    return head, np.array(kept).reshape(len(kept), len(head))
