"""Commands that calculate: run, draw, film."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from typing import Any

import click

from .. import interrupts
from ..deck import UnknownName, loads
from ..deck.data_files import folder_of
from ..deck.model import Deck
from ..deck.sizes import as_size
from ..diagnostics import DeckError
from ..memory import free
from .folders import copy_data, finished, place_of, taken
from .progress import Progress
from .talk import (
    DECK_WRONG,
    DOUBTFUL,
    FINE,
    NOT_COMPLETED,
    WRONG_USE,
    attempt,
    deck_argument,
    fail,
    print_diagnostics,
    read_deck_text,
    set_option,
)

_LEAST_MEMORY = 250e6  # bytes: as much as numpy with its threads asks for when it is loaded


def _formats(ctx: click.Context, param: click.Parameter, given: str) -> list[str]:
    found = [kind.strip().lower() for kind in given.split(",") if kind.strip()]
    for kind in found:
        if kind not in ("svg", "png", "pdf"):
            raise click.BadParameter(f"`{kind}` is not a kind of picture; known are svg, png, pdf")
    return found


def checked_deck(deck: str, settings: dict[str, float]) -> tuple[Deck, str]:
    """A deck that is in order and its text; faults are told and end the program."""
    text = read_deck_text(deck)
    _refuse_without_memory()
    try:
        return loads(text, deck, settings, folder_of(deck)), text
    except UnknownName as fault:
        raise click.UsageError(str(fault)) from None
    except DeckError as fault:
        print_diagnostics(fault.diagnostics, deck, text)
        sys.exit(DECK_WRONG)


def _refuse_without_memory() -> None:
    """Libraries of numbers end the process without a word where they find none."""
    there = free()
    if there < _LEAST_MEMORY:
        fail(f"{as_size(there)} of memory are free, a calculation takes {as_size(_LEAST_MEMORY)} at least", WRONG_USE)


def calculated(deck: str, settings: dict[str, float], progress: Progress) -> tuple[Any, str]:
    """The whole result of a deck and its text; faults are told and end the program."""
    checked, text = checked_deck(deck, settings)
    result = result_of(checked, deck, text, progress)
    if result.positions.interrupted:
        progress.stop()
        fail("interrupted; nothing is written", interrupts.exit_code())
    return result, text


def result_of(checked: Deck, deck: str, text: str, progress: Progress) -> Any:
    """What there is of a result, if there is any; faults are told and end the program."""
    from ..calculate import CalculationError, run

    try:
        return run(checked, progress)
    except CalculationError as fault:
        progress.stop()
        print_diagnostics([*checked.warnings, fault.diagnostic], deck, text)
        sys.exit(interrupts.exit_code() if interrupts.came() else NOT_COMPLETED)


@click.command("run")
@deck_argument
@set_option
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.out].")
@click.option("-q", "--quiet", is_flag=True, help="No tables and no account; faults and warnings only.")
@click.option("--strict", is_flag=True, help="Exit code 4 if there are warnings.")
@click.option("--no-pictures", is_flag=True, help="No pictures, no film, no report.")
@click.option(
    "--csv",
    type=click.Choice(["comma", "semicolon"]),
    default="comma",
    show_default=True,
    help="semicolon: for spreadsheets with decimal commas.",
)
@click.option(
    "--format",
    "formats",
    default="svg,png",
    show_default=True,
    callback=_formats,
    metavar="LIST",
    help="Kinds of picture files: svg, png, pdf.",
)
def run_command(
    deck: str,
    settings: dict[str, float],
    out: str | None,
    quiet: bool,
    strict: bool,
    no_pictures: bool,
    csv: str,
    formats: list[str],
) -> None:
    """Calculate DECK: positions, motions, forces; tables here, files in <deck>.out/.

    Exit code 0 if all is done, 1 if the deck is wrong, 3 if the calculation could not be completed; what was
    calculated until then is in the files. With --strict 4 if all is done, but there are warnings. 130 after Ctrl-C, 143
    after SIGTERM: numbers that are done, without pictures.
    """
    path = place_of(deck, out, "out")
    checked, text = checked_deck(deck, settings)
    from ..results.output import write_into
    from ..results.trust import link_findings

    with taken(path) as folder, Progress() as progress:
        result = result_of(checked, deck, text, progress)
        result.warnings += tuple(link_findings(result.deck, result.trust))
        stopped = result.positions.interrupted
        drawn = [] if no_pictures or stopped else formats
        files, left = finished(folder, lambda: write_into(folder, result, drawn, progress, csv))
    if not quiet:
        _print_summary(result)
    print_diagnostics([*result.warnings, *([result.failure] if result.failure else [])], deck, text)
    if not quiet:
        click.echo(f"files in {path}{os.sep}: {', '.join(files)}")
    if stopped or left:
        fail("interrupted; the numbers that are done are written, without pictures", interrupts.exit_code())
    done = DOUBTFUL if strict and result.warnings else FINE
    sys.exit(done if result.complete else NOT_COMPLETED)


@click.command("rest")
@deck_argument
@set_option
@click.option("-o", "--out", metavar="FILE", help="Write it to FILE instead of printing.")
def rest_command(deck: str, settings: dict[str, float], out: str | None) -> None:
    """Print DECK, of the job STA ANA, with the rest of its last row as start.

    Co-ordinates and inputs get their values there, and every parameter that had none its `para` without deformation, so
    that stress stays: a simulation can start from it.
    """
    checked, text = checked_deck(deck, settings)
    from ..editing.at_rest import at_rest, unwritable
    from ..files import rewrite

    refused = unwritable(checked)
    if refused is not None:
        print_diagnostics([refused], deck, text)
        sys.exit(DECK_WRONG)
    with Progress() as progress:
        result = result_of(checked, deck, text, progress)
    if not result.complete:
        print_diagnostics([*result.warnings, result.failure], deck, text)
        sys.exit(NOT_COMPLETED)
    found = at_rest(text, result)
    if out is None:
        click.echo(found.text, nl=False)
    else:
        place = place_of(deck, out, "mec")
        attempt(copy_data, dict(checked.files), place.parent)
        attempt(rewrite, place, found.text)
    print_diagnostics(list(found.warnings), deck, text)


@click.command("draw")
@deck_argument
@set_option
@click.option("--labels", is_flag=True, help="With the names or numbers of points, elements and parameters.")
@click.option("-o", "--out", metavar="FILE", help="A file ending in svg, png or pdf [default: <deck>.svg].")
def draw_command(deck: str, settings: dict[str, float], labels: bool, out: str | None) -> None:
    """Draw the start position of DECK, the estimate before assembly dashed."""
    checked, text = checked_deck(deck, settings)
    import numpy as np

    from ..calculate import start_position
    from ..drawing.mechanism_picture import mechanism_figure
    from ..drawing.style import image
    from ..files import make_folder, write_whole

    path = place_of(deck, out, "svg")
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("svg", "png", "pdf"):
        raise click.UsageError(f"`{path}` does not end in svg, png or pdf")
    session, x, failure = start_position(checked)
    mech = session.estimated
    figure = mechanism_figure(mech, np.array(x)[:, None], labels=labels, estimate=mech.x0)
    attempt(make_folder, path.parent)
    attempt(write_whole, path, image(figure, kind))
    if failure is not None:
        print_diagnostics([failure], deck, text)
    click.echo(str(path))
    sys.exit(NOT_COMPLETED if failure else FINE)


@click.command("film")
@deck_argument
@set_option
@click.option("--gif", "as_gif", is_flag=True, help="A GIF instead of a page.")
@click.option("--mp4", "as_mp4", is_flag=True, help="An MP4 instead of a page; needs the extra `video`.")
@click.option("-o", "--out", metavar="FILE", help="[default: <deck>.html, .gif or .mp4]")
def film_command(deck: str, settings: dict[str, float], as_gif: bool, as_mp4: bool, out: str | None) -> None:
    """Make a film of DECK: a page that plays in any browser, or a GIF or MP4 for slides."""
    from ..files import make_folder, write_whole

    asked = "mp4" if as_mp4 else "gif" if as_gif else None
    path = place_of(deck, out, asked or "html")
    ending = path.suffix.lower().removeprefix(".")
    if ending not in ("html", "gif", "mp4") or (asked or ending) != ending:
        raise click.UsageError(f"`{out}` does not end in {asked or 'html, gif or mp4'}")
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    attempt(make_folder, path.parent)
    if ending == "mp4":
        from ..drawing.frames import write_mp4

        attempt(write_mp4, result, path)
    elif ending == "gif":
        from ..drawing.frames import gif

        attempt(write_whole, path, gif(result))
    else:
        from ..drawing.film import film_html

        attempt(write_whole, path, film_html(result))
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    click.echo(str(path))
    sys.exit(FINE if result.complete else NOT_COMPLETED)


def _of_cams(result: Any) -> Iterable[str]:
    if not result.cams:
        return ()
    from ..results.cams import account

    return account(result)


def _print_summary(result: Any) -> None:
    from ..results import summary
    from ..results.causes import causes_line
    from ..results.joint_table import joint_lines

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
    lines = [*summary.account(result), *summary.inputs_line(result), "", *summary.printed_buffers(result, width)]
    lines += summary.mode_tables(result)
    lines += [*summary.extremes(result), *_of_cams(result), *joint_lines(result), *causes_line(result)]
    lines.append(summary.trust_line(result))
    click.echo("\n".join(lines))
