"""runmec page: the studio as a folder of files that needs no installation."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..diagnostics import RunmecError
from .progress import Progress
from .talk import FINE, WRONG_USE, fail, read_deck_text

_MEGA = 1e6


@click.command("page")
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option("-o", "--out", metavar="FOLDER", required=True, help="New, empty, or an earlier page.")
@click.option("--pyodide", metavar="FOLDER", help="With Pyodide's files, where npm has no network.")
@click.option("--title", metavar="TEXT", default="", help="Of the page [default: runmec studio].")
def page_command(decks: tuple[str, ...], out: str, pyodide: str | None, title: str) -> None:
    """Write the studio as a folder that any server of static files shows; decks that are named are offered first.

    Python runs in the reader's browser, and nothing is sent anywhere. Links end in #open=NAME. Building needs Node.js,
    and npm and pip to fetch the parts once.
    """
    from ..page.building import build

    try:
        named = [(_name(deck, decks), _carried(deck)) for deck in decks]
        with Progress() as progress:
            built = build(Path(out), named, title, pyodide, progress)
    except RunmecError as fault:
        fail(str(fault), WRONG_USE)
    said = ", ".join(f"{name} {version}" for name, version in built.versions.items())
    whole, gzipped = (sum(size[k] for size in built.sizes.values()) / _MEGA for k in (0, 1))
    click.echo(f"{out}: {len(built.sizes)} files, {whole:.1f} MB, {gzipped:.1f} MB gzipped; {said}")
    click.echo("show it by any server of static files: python -m http.server -d " + out)
    sys.exit(FINE)


def _carried(deck: str) -> str:
    """With the numbers of its data files in it."""
    from ..deck.carrying import inlined
    from ..deck.data_files import Files

    return inlined(read_deck_text(deck), Files(Path(deck).parent))


def _name(deck: str, decks: tuple[str, ...]) -> str:
    name = Path(deck).stem
    if [Path(other).stem for other in decks].count(name) > 1:
        fail(f"two decks are called {name}: a link could mean either", WRONG_USE)
    return name
