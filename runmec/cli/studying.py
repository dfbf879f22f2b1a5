"""Commands that study many variants of a deck: sweep, tolerance."""

from __future__ import annotations

import contextlib
import csv
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import interrupts
from ..deck.model import Deck
from ..diagnostics import FileError, RunmecError
from .calculating import checked_deck
from .folders import finished, place_of, taken
from .talk import FINE, NOT_COMPLETED, WRONG_USE, deck_argument, fail, print_diagnostics, print_json, set_option

if TYPE_CHECKING:
    from ..studies.sweep import Counts

_out = click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.{sweep,tolerance}].")
_jobs = click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes [default: all cores].")
_cluster = click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler; needs the extra `cluster`.")
_json = click.option("--json", "as_json", is_flag=True, help="The account as JSON.")


class _Bar:
    """How many variants are done, taken over and failed; on a terminal, after a second."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Any = None

    def __call__(self, counts: Counts) -> None:
        interrupts.heed()
        if self._bar is None and time.monotonic() - self._began > 1.0 and sys.stderr.isatty():
            self._start(counts.total)
        if self._bar is not None:
            said = f"done, {counts.reused} reused, {counts.failed} failed"
            self._bar.update(self._task, completed=counts.done, said=said)

    def _start(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[said]}"), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=total, said="")
        self._bar.start()

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()


def _ranges(given: tuple[str, ...]) -> dict[str, list[float]]:
    """name=low:high:n, n values (11) from low to high; or name=value."""
    from ..deck.study import Vary
    from ..studies.grid import refuse_too_many
    from .talk import number_of_text

    found: dict[str, list[float]] = {}
    for text in given:
        name, equals, rest = text.partition("=")
        parts = rest.split(":")
        try:
            if not equals or not name.strip() or len(parts) > 3:
                raise ValueError
            low, high = number_of_text(parts[0]), number_of_text(parts[1] if len(parts) > 1 else parts[0])
            count = int(parts[2]) if len(parts) == 3 else 1 if len(parts) == 1 else 11
            if count < 1 or low > high:
                raise ValueError
        except ValueError:
            raise click.UsageError(f"`{text}` is not name=low:high:n, n values from low to high") from None
        if name.strip() in found:
            raise click.UsageError(f"`{name.strip()}` is given twice")
        refuse_too_many(name.strip(), count)
        found[name.strip()] = Vary(name, low, high, count).values()
    return found


@contextlib.contextmanager
def _guarded(deck: str, text: str, checked: Deck, kept: Callable[[], str]) -> Iterator[None]:
    """Faults of a study as a message; `kept` says what stays of one that is not completed."""
    from ..calculate import CalculationError
    from ..studies.workers import NoCluster, NoWorkers

    try:
        yield
    except CalculationError as fault:
        print_diagnostics([*checked.warnings, fault.diagnostic], deck, text)
        sys.exit(NOT_COMPLETED)
    except FileError as fault:
        fail(str(fault), WRONG_USE)
    except NoCluster as fault:
        fail(str(fault), NOT_COMPLETED)
    except NoWorkers as fault:
        fail(f"{fault}; {kept()}", NOT_COMPLETED)
    except RunmecError as fault:
        fail(str(fault), WRONG_USE)
    except KeyboardInterrupt:
        fail(f"interrupted; {kept()}", interrupts.exit_code())


@contextlib.contextmanager
def working(jobs: int | None, cluster: str | None) -> Iterator[Any]:
    """Processes, the workers of a Dask scheduler, or None: this process alone."""
    from ..studies.workers import Cluster, Processes, cores

    count = jobs or cores()
    if cluster is None and count == 1:
        yield None
        return
    workers = Cluster(cluster) if cluster is not None else Processes(count)
    with interrupts.cleaned_by(workers.close):
        try:
            yield workers
        finally:
            workers.close()


@click.command("sweep")
@deck_argument
@click.argument("ranges", nargs=-1, metavar="[NAME=LOW:HIGH:N]...")
@set_option
@_out
@_jobs
@_cluster
@click.option("--resume", is_flag=True, help="Go on with a sweep that was interrupted.")
@click.option("--no-pictures", is_flag=True, help="No pictures, no report.")
@_json
def sweep_command(
    deck: str,
    ranges: tuple[str, ...],
    settings: dict[str, float],
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
    no_pictures: bool,
    as_json: bool,
) -> None:
    """Calculate all variants of DECK: a grid of its `vary` lines, or of the ranges that are given instead.

    sweep.csv has a row for every variant with its figures; failures.csv says why a variant has none.
    """
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other")
    path = place_of(deck, out, "sweep")
    checked, text = checked_deck(deck, settings)
    from ..folder import account_of
    from ..studies.grid import grid_of
    from ..studies.pages import sweep_pages
    from ..studies.sweep import sweep_into

    def kept() -> str:
        is_begun = (path / "journal").exists()
        return "what is done is kept, --resume goes on from there" if is_begun else "nothing is written"

    with _guarded(deck, text, checked, kept):
        grid = grid_of(checked, _ranges(ranges))
        with taken(path) as folder:
            with working(jobs, cluster) as workers, _Bar() as bar:
                interrupts.say("interrupted; what is done is kept, --resume goes on from there")
                counts = sweep_into(folder, checked, grid, settings, workers, resume, bar)
            account = account_of("sweep", deck, text)
            draw = None if no_pictures else lambda: sweep_pages(checked, grid, folder)
            files, left = finished(folder, lambda: folder.finish(account, draw))
    names = list(grid.names)
    account = {
        "deck": deck,
        "names": names,
        "figures": [f.name for f in checked.figures],
        "variants": counts.total,
        "reused": counts.reused,
        "failed": counts.failed,
        "folder": str(path),
        "files": files,
    }
    if as_json:
        print_json(account)
    else:
        if not checked.figures:
            click.echo("runmec: the deck has no figures: write `figure F (peak(b))` in STUDY", err=True)
        said = " × ".join(f"{name} ({len(axis)})" for name, axis in zip(names, grid.axes, strict=True))
        click.echo(f"{counts.total} variants of {said}: {counts.reused} reused, {counts.failed} failed")
        for line in _why_failed(path):
            click.echo(line)
        click.echo(f"files in {path}/: {_listed(files)}")
    if left:
        fail("interrupted; the tables are written, without pictures", interrupts.exit_code())
    sys.exit(FINE if counts.failed < counts.total else NOT_COMPLETED)


_REASONS = 3


def _why_failed(folder: Path) -> Iterator[str]:
    """The first variants that failed, with their reasons."""
    file = folder / "failures.csv"
    if not file.exists():
        return
    with file.open(encoding="utf-8", newline="") as lines:
        for row in itertools.islice(csv.DictReader(lines), _REASONS):
            yield f"  row {row['row']} failed: {row['reason']}"


@click.command("tolerance")
@deck_argument
@set_option
@_out
@_jobs
@_cluster
@click.option(
    "--samples",
    type=click.IntRange(0),
    default=5000,
    show_default=True,
    metavar="N",
    help="Variants with random deviations.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="S",
    help="The same seed gives the same samples.",
)
@click.option("--no-pictures", is_flag=True, help="No pictures, no report.")
@_json
def tolerance_command(
    deck: str,
    settings: dict[str, float],
    out: str | None,
    jobs: int | None,
    cluster: str | None,
    samples: int,
    seed: int,
    no_pictures: bool,
    as_json: bool,
) -> None:
    """What the `tol` lines of DECK do to its figures and buffers: worst case, root of squares, scatter, bands."""
    if jobs is not None and cluster is not None:
        raise click.UsageError("--jobs and --cluster exclude each other")
    path = place_of(deck, out, "tolerance")
    checked, text = checked_deck(deck, settings)
    from ..folder import account_of
    from ..studies.pages import tolerance_pages
    from ..studies.tolerance import bands_csv, derivatives_csv, figures_csv, tolerances

    own = tuple(sorted(settings.items()))
    with _guarded(deck, text, checked, lambda: "nothing is written"), taken(path) as folder:
        alone = not (samples and checked.figures)
        with working(1, None) if alone else working(jobs, cluster) as workers, _Bar() as bar:
            found = tolerances(checked, own, samples, seed, workers, bar)
        for name, content in (
            ("figures.csv", figures_csv(found)),
            ("derivatives.csv", derivatives_csv(found)),
            ("bands.csv", bands_csv(found)),
        ):
            folder.write(name, content)
        account = account_of("tolerance", deck, text, status="interrupted" if found.interrupted else "complete")
        draw = None if no_pictures or found.interrupted else lambda: tolerance_pages(found)
        files, left = finished(folder, lambda: folder.finish(account, draw))
    if as_json:
        print_json(
            {
                "deck": deck,
                "names": list(found.names),
                "figures": list(found.figures),
                "samples": found.samples.shape[1],
                "failed": len(found.reasons),
                "doubt": found.doubt,
                "folder": str(path),
                "files": files,
            }
        )
    else:
        _print_figures(found)
        click.echo(f"{found.samples.shape[1]} samples, {len(found.reasons)} without figures")
        if found.doubt:
            click.echo(f"derivatives by differences, to {found.doubt:.1g} of the largest of every buffer")
        click.echo(f"files in {path}/: {_listed(files)}")
    if left or found.interrupted:
        fail("interrupted; the samples that are done are written, without pictures", interrupts.exit_code())
    sys.exit(FINE)


def _listed(files: list[str]) -> str:
    """Tables and pages by name, pictures by number."""
    named = [name for name in files if not name.endswith((".svg", ".png"))]
    pictures = sum(name.endswith(".svg") for name in files)
    return ", ".join([*named, *([f"{pictures} picture{'s' * (pictures > 1)}"] if pictures else [])])


def _print_figures(found: Any) -> None:
    if not found.figures:
        click.echo("runmec: the deck has no figures: bands only", err=True)
        return
    wide = max(6, *(len(name) for name in found.figures))
    heads = ("nominal", "worst ±", "rss ±", "mean", "std", "low", "high")
    click.echo(f"{'figure':<{wide}}" + "".join(f"{head:>13}" for head in heads))
    for k, name in enumerate(found.figures):
        s = found.scatter[k]
        row = (found.nominal[k], found.worst[k], found.rss[k], s.mean, s.std, s.low, s.high)
        click.echo(f"{name:<{wide}}" + "".join(f"{number:>13.6g}" for number in row))
