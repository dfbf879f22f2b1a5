"""Commands that read: check, fmt, number, explain."""

from __future__ import annotations

import sys
import textwrap

import click

from ..deck import UnknownName, check
from ..deck.data_files import folder_of
from ..diagnostics import DeckError, has_errors
from ..texts import unix
from .folders import copy_data, place_of
from .talk import (
    DECK_WRONG,
    FINE,
    attempt,
    deck_argument,
    print_diagnostics,
    print_json,
    read_deck_text,
    set_option,
)


@click.command("check")
@deck_argument
@set_option
@click.option("--json", "as_json", is_flag=True, help="Everything as data, on standard output.")
def check_command(deck: str, settings: dict[str, float], as_json: bool) -> None:
    """Read DECK and say everything that is wrong with it, or what it describes.

    Exit code 0 if the deck is in order (warnings allowed), 1 if not.
    """
    text = read_deck_text(deck)
    try:
        found, diagnostics = check(text, deck, settings, folder_of(deck))
    except UnknownName as fault:
        raise click.UsageError(str(fault)) from None
    wrong = has_errors(diagnostics)
    from ..deck.account import account, as_text

    told = None if wrong else account(found)
    if as_json:
        print_json({"deck": deck, "ok": not wrong, "diagnostics": [d.as_data() for d in diagnostics], "account": told})
    else:
        print_diagnostics(diagnostics, deck, text)
        if told is not None:
            click.echo(as_text(told))
    sys.exit(DECK_WRONG if wrong else FINE)


@click.command("fmt")
@click.argument("decks", metavar="DECK...", nargs=-1, required=True)
@click.option("-w", "--write", is_flag=True, help="Replace the files instead of printing.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit code 1 if one would change.")
def fmt_command(decks: tuple[str, ...], write: bool, only_check: bool) -> None:
    """Print DECK in aligned columns, comments kept."""
    if len(decks) > 1 and not (write or only_check):
        raise click.UsageError("several decks are formatted in place: with --write, or looked at with --check")
    sys.exit(max(_format(deck, write, only_check) for deck in decks))


def _format(deck: str, write: bool, only_check: bool) -> int:
    """Formats or looks at one deck; an exit code."""
    from ..deck.layout import format_text
    from ..files import rewrite

    text = unix(read_deck_text(deck))
    try:
        formatted = format_text(text, deck)
    except DeckError as fault:
        print_diagnostics(fault.diagnostics, deck, text)
        return DECK_WRONG
    if only_check:
        if formatted != text:
            click.echo(f"runmec: {deck} is not in the form that `runmec fmt` writes", err=True)
        return FINE if formatted == text else DECK_WRONG
    if not write or deck == "-":
        click.echo(formatted, nl=False)
    elif formatted != text:
        attempt(rewrite, deck, formatted)
    return FINE


@click.command("number")
@deck_argument
@click.option("-o", "--out", metavar="FILE", help="Write it to FILE instead of printing.")
def number_command(deck: str, out: str | None) -> None:
    """Print DECK in plain numbers, its names as comments; the results are the same."""
    from ..deck.numbering import number_text
    from ..files import rewrite

    text = read_deck_text(deck)
    found, diagnostics = check(text, deck, {}, folder_of(deck))
    if has_errors(diagnostics):
        print_diagnostics(diagnostics, deck, text)
        sys.exit(DECK_WRONG)
    written = number_text(found)
    if out is None:
        click.echo(written, nl=False)
    else:
        place = place_of(deck, out, "mec")
        attempt(copy_data, dict(found.files), place.parent)
        attempt(rewrite, place, written)


@click.command("explain")
@click.argument("subject", nargs=-1, required=True, metavar="CODE|WORD")
def explain_command(subject: tuple[str, ...]) -> None:
    """Show what a message CODE or a WORD of the language means."""
    from ..manual import explain, suggestion

    asked = " ".join(subject)
    found = explain(asked)
    if found is None:
        near = suggestion(asked)
        raise click.UsageError(f"nothing is known about `{asked}`" + (f"; did you mean `{near}`?" if near else ""))
    click.echo("\n".join(_wrapped(line) for line in found.split("\n")))


def _wrapped(line: str) -> str:
    """Prose at most 90 wide; indented examples as they are."""
    if line.startswith(" ") or len(line) <= 90:
        return line
    return textwrap.fill(line, 90, subsequent_indent="  " if line.startswith("- ") else "")
