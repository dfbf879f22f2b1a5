"""Commands for writing decks: lsp, for editors."""

from __future__ import annotations

import click

from .talk import WRONG_USE, fail


@click.command("lsp")
def lsp_command() -> None:
    """Serve an editor: messages, hover, completion, names, format. It speaks on standard input and output."""
    try:
        from ..lsp.server import server
    except ImportError:
        fail("the language server needs two more packages: pip install 'runmec[lsp]'", WRONG_USE)
    server.start_io()
