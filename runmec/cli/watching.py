"""watch: calculates at every save, and shows the report on a page of this machine that loads itself anew."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator

import click

from .. import interrupts
from ..deck.data_files import folder_of, stamps
from ..deck.source import read_text
from ..diagnostics import FileError
from .calculating import run_command
from .folders import place_of
from .talk import attempt, deck_argument, set_option

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
    from ..files import make_folder
    from .serving import served

    if deck == "-":
        raise click.UsageError("a deck from standard input cannot be watched")
    folder = place_of(deck, out, "out")
    attempt(make_folder, folder)
    with served(folder) as address:
        click.echo(f"watching {deck}; {address} shows the report; Ctrl-C ends", err=True)
        with contextlib.suppress(KeyboardInterrupt):
            for _ in _saves(deck):
                with contextlib.suppress(SystemExit):  # a fault is told; the next save may mend it
                    ctx.invoke(
                        run_command,
                        deck=deck,
                        settings=settings,
                        out=out,
                        quiet=True,
                        no_pictures=False,
                        csv="comma",
                        formats=["svg"],
                    )
                if interrupts.came():  # a calculation keeps its rows and ends as if nothing had happened
                    break
                click.echo(f"{time.strftime('%H:%M:%S')} calculated", err=True)
    click.echo("ended", err=True)
    sys.exit(interrupts.end_of_service())


def _saves(deck: str) -> Iterator[None]:
    """At the start, and whenever the file or its data change; while it is away, which editors make it, nothing."""
    seen, text = None, ""
    while True:
        found = _state(deck)
        if found is not None and (seen is None or found != seen[0]):
            with contextlib.suppress(FileError):
                text = read_text(deck)
        now = (found, stamps(text, folder_of(deck))) if found is not None else None
        if now is not None and now != seen:
            seen = now
            yield
        time.sleep(_LOOK)
        interrupts.heed()


def _state(deck: str) -> tuple[int, int] | None:
    with contextlib.suppress(OSError):
        stat = os.stat(deck)
        return stat.st_mtime_ns, stat.st_size
    return None
