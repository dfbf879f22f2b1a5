"""watch: calculates at every save, and shows the report on a page of this machine that loads itself anew."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from types import FrameType

import click

from .calculating import run_command
from .talk import deck_argument, set_option

_LOOK = 0.3  # seconds between two looks at the file


@click.command("watch")
@deck_argument
@set_option
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.out].")
@click.pass_context
def watch_command(ctx: click.Context, deck: str, settings: dict[str, float], out: str | None) -> None:
    """Calculate DECK at every save; the report and the film on a page that follows. Ctrl-C ends it.

    The page is served to this machine only (127.0.0.1).
    """
    from ..results.output import output_folder
    from .serving import served

    if deck == "-":
        raise click.UsageError("a deck from standard input cannot be watched")
    folder = output_folder(deck, out)
    folder.mkdir(parents=True, exist_ok=True)
    with served(folder) as address:
        click.echo(f"watching {deck}; {address} shows the report; Ctrl-C ends", err=True)
        with contextlib.suppress(KeyboardInterrupt), _interruptions() as interrupted:
            for _ in _saves(deck):
                with contextlib.suppress(SystemExit):  # a fault is told; the next save may mend it
                    ctx.invoke(run_command, deck=deck, settings=settings, out=out, quiet=True, no_pictures=False,
                               csv="comma", formats=["svg"])  # fmt: skip
                if interrupted:  # a calculation keeps its rows and ends as if nothing had happened
                    break
                click.echo(f"{time.strftime('%H:%M:%S')} calculated", err=True)
    click.echo("ended", err=True)


@contextlib.contextmanager
def _interruptions() -> Iterator[list[int]]:
    """Every Ctrl-C, also one that somebody else has dealt with."""
    found: list[int] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        found.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)


def _saves(deck: str) -> Iterator[None]:
    """At the start, and whenever the file has changed; while it is away, which editors make it, nothing."""
    seen = None
    while True:
        found = _state(deck)
        if found is not None and found != seen:
            seen = found
            yield
        time.sleep(_LOOK)


def _state(deck: str) -> tuple[int, int] | None:
    with contextlib.suppress(OSError):
        stat = os.stat(deck)
        return stat.st_mtime_ns, stat.st_size
    return None
