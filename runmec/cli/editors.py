"""Commands for writing decks: studio, a page with the moving mechanism; lsp, for editors."""

from __future__ import annotations

import contextlib
import sys

import click

from .. import interrupts
from ..diagnostics import RunmecError
from .talk import WRONG_USE, fail


@click.command("studio")
@click.argument("deck", metavar="[DECK]", required=False)
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Port [default: the folder's].")
@click.option("--no-browser", is_flag=True, help="Print the address, open no page.")
@click.option("--folder", metavar="DIR", help="Folder of the decks [default: that of DECK, or this one].")
def studio_command(deck: str | None, port: int, no_browser: bool, folder: str | None) -> None:
    """Open DECK in a page: text and moving mechanism side by side; drag, type, slide.

    It serves this machine alone, until Ctrl-C.
    """
    try:
        from ..studio.app import folder_and_deck
        from ..studio.serving import serve
    except ImportError:
        fail("the studio needs a few more packages: pip install 'runmec[studio]'", WRONG_USE)

    def ready(address: str) -> None:
        click.echo(address)
        if not no_browser:
            import webbrowser

            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(address)

    try:
        where, name = folder_and_deck(deck, folder)
        if not where.path.is_dir():
            fail(f"{where.path} is not a folder", WRONG_USE)
        if name:
            where.read(name)  # what cannot be opened is told here
        serve(where, name, port, ready)
    except RunmecError as fault:
        fail(str(fault), WRONG_USE)
    except KeyboardInterrupt:
        pass
    sys.exit(interrupts.end_of_service())


@click.command("lsp")
def lsp_command() -> None:
    """Serve an editor: messages, hover, completion, names, format. It speaks on standard input and output."""
    try:
        from ..lsp.server import serve
    except ImportError:
        fail("the language server needs two more packages: pip install 'runmec[lsp]'", WRONG_USE)
    serve()
