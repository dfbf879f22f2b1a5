"""What all commands share: reading a deck's text, its options, telling faults, exit codes.

Exit codes: 0 fine, 1 deck wrong, 2 wrong use of the command, 3 the calculation could not be completed, 4 (with
`--strict`) it could, but there are warnings; 130 after Ctrl-C, 143 after SIGTERM.
"""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

import click

from ..deck.source import NotADeck, read_text
from ..diagnostics import Diagnostic, FileError, render

FINE, DECK_WRONG, WRONG_USE, NOT_COMPLETED, DOUBTFUL = 0, 1, 2, 3, 4


def _settings(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, float]:
    """`--set name=value`; the value is a number or an expression in parentheses."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"`{text}` is not name=value")
        try:
            found[name.strip()] = number_of_text(value, name.strip())
        except ValueError as fault:
            raise click.BadParameter(f"`{text}`: {fault}" if str(fault) else f"`{text}` is not name=value") from None
    return found


def number_of_text(text: str, name: str = "") -> float:
    """A number with or without a unit, or an expression in parentheses; raises ValueError."""
    from ..deck.syntax import Lines
    from ..deck.values import Refused
    from ..deck.values import value as read_value
    from ..words import Column

    line = next(iter(Lines(text)), None)
    if line is None or len(line.words) != 1:
        raise ValueError
    try:
        return float(read_value(Column("value", name), line.words[0], "--set"))
    except Refused as refused:
        told = refused.diagnostic.message if refused.diagnostic else "an expression that cannot be read"
        raise ValueError(told) from None


set_option = click.option(
    "--set", "settings", metavar="NAME=VALUE", multiple=True, callback=_settings,
    help="Replace the value of a DEFINE (again for another one).",
)  # fmt: skip
deck_argument = click.argument("deck", metavar="DECK")


def read_deck_text(deck: str) -> str:
    try:
        return read_text(deck)
    except NotADeck as fault:
        fail(str(fault), DECK_WRONG)
    except FileError as fault:
        fail(str(fault), WRONG_USE)


def attempt(action: Any, *arguments: Any) -> Any:
    try:
        return action(*arguments)
    except FileError as fault:
        fail(str(fault), WRONG_USE)


def fail(message: str, code: int) -> NoReturn:
    click.echo(f"runmec: {message}", err=True)
    sys.exit(code)


def print_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_diagnostics(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic], deck: str, text: str) -> None:
    if diagnostics:
        colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        click.echo(render(diagnostics, deck, text, colour=colour), err=True, color=colour)
