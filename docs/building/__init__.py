"""The part of Sphinx that is ours: pages whose decks, commands, snippets and numbers are real.

Everything a page shows is done while it is read, in a folder of its own in which inputs/ is the folder of decks:

    {deck}     a deck, checked; or one section of it
    {command}  a command line of runmec, carried out, with what it printed
    {picture}  a file that a command has written
    {exercise} what a deck with a section EXERCISE asks, as on a sheet; its answers
    {film}     a film that a command has written, to be played in the page
    {try}      a link that opens a deck of inputs/ in the studio, where that could be built beside the pages
    {python}   a snippet, carried out, with what it printed and the figure it made
    {n}        a number quoted in the text, held to a variable of the snippets

Words of the language and codes of messages become links; misspelt ones are warnings, and warnings are errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    from . import (
        cases,
        commands,
        equations,
        exercise,
        formulas,
        gallery,
        honesty,
        lexer,
        measured,
        snippets,
        trying,
        words,
    )

    app.add_config_value("runmec_fingerprint", "", "env")
    for part in (
        snippets,
        commands,
        exercise,
        gallery,
        cases,
        equations,
        words,
        honesty,
        formulas,
        lexer,
        measured,
        trying,
    ):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
