"""Commands that calculate: run, draw, film."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

import click

from ..deck import UnknownName, loads
from ..deck.model import Deck
from ..diagnostics import DeckError
from .progress import Progress
from .talk import DECK_WRONG, FINE, NOT_COMPLETED, attempt, deck_argument, print_diagnostics, read_deck_text, set_option


def _formats(ctx: click.Context, param: click.Parameter, given: str) -> list[str]:
    found = [kind.strip().lower() for kind in given.split(",") if kind.strip()]
    for kind in found:
        if kind not in ("svg", "png", "pdf"):
            raise click.BadParameter(f"`{kind}` is not a kind of picture; known are svg, png, pdf")
    return found


def checked_deck(deck: str, settings: dict[str, float]) -> tuple[Deck, str]:
    """A deck that is in order and its text; faults are told and end the program."""
    text = read_deck_text(deck)
    try:
        return loads(text, deck, settings), text
    except UnknownName as fault:
        raise click.UsageError(str(fault)) from None
    except DeckError as fault:
        print_diagnostics(fault.diagnostics, deck, text)
        sys.exit(DECK_WRONG)


def calculated(deck: str, settings: dict[str, float], progress: Progress) -> tuple[Any, str]:
    """The result of a deck and its text; faults are told and end the program."""
    checked, text = checked_deck(deck, settings)
    from ..calculate import CalculationError, run

    try:
        return run(checked, progress), text
    except CalculationError as fault:
        progress.stop()
        print_diagnostics([*checked.warnings, fault.diagnostic], deck, text)
        sys.exit(NOT_COMPLETED)


@click.command("run")
@deck_argument
@set_option
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.out].")
@click.option("-q", "--quiet", is_flag=True, help="No tables and no account; faults and warnings only.")
@click.option("--no-pictures", is_flag=True, help="No pictures, no film, no report.")
@click.option(
    "--csv",
    type=click.Choice(["comma", "semicolon"]),
    default="comma",
    show_default=True,
    help="semicolon: for spreadsheets with decimal commas.",
)
@click.option("--format", "formats", default="svg,png", show_default=True, callback=_formats, metavar="LIST",
              help="Kinds of picture files: svg, png, pdf.")  # fmt: skip
def run_command(
    deck: str,
    settings: dict[str, float],
    out: str | None,
    quiet: bool,
    no_pictures: bool,
    csv: str,
    formats: list[str],
) -> None:
    """Calculate DECK: positions, motions, forces; tables here, files in <deck>.out/.

    Exit code 0 if all is done, 1 if the deck is wrong, 3 if the calculation could not be completed; what was
    calculated until then is in the files.
    """
    from ..results.output import output_folder, write_output

    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
        if result.positions.interrupted:
            progress.tell("interrupted; writing what is done (Ctrl-C again stops that)")
        folder = output_folder(deck, out)
        files = attempt(write_output, result, folder, [] if no_pictures else formats, progress, csv)
    if not quiet:
        _print_summary(result)
    print_diagnostics([*result.warnings, *([result.failure] if result.failure else [])], deck, text)
    if not quiet:
        click.echo(f"files in {folder}{os.sep}: {', '.join(path.name for path in files)}")
    sys.exit(FINE if result.complete else NOT_COMPLETED)


@click.command("draw")
@deck_argument
@set_option
@click.option("--labels", is_flag=True, help="With the names or numbers of points, elements and parameters.")
@click.option("-o", "--out", metavar="FILE", help="A file ending in svg, png or pdf [default: <deck>.svg].")
def draw_command(deck: str, settings: dict[str, float], labels: bool, out: str | None) -> None:
    """Draw the start position of DECK, the estimate before assembly dashed."""
    checked, text = checked_deck(deck, settings)
    from ..calculate import start_position
    from ..drawing.mechanism_picture import mechanism_figure
    from ..drawing.style import image
    from ..files import write_whole

    path = out or f"{'deck' if deck == '-' else os.path.splitext(os.path.basename(deck))[0]}.svg"
    kind = path.rpartition(".")[2].lower()
    if kind not in ("svg", "png", "pdf"):
        raise click.UsageError(f"`{path}` does not end in svg, png or pdf")
    mech, x, failure = start_position(checked)
    figure = mechanism_figure(mech, x[:, None], labels=labels, estimate=mech.x0)
    attempt(write_whole, path, image(figure, kind))
    if failure is not None:
        print_diagnostics([failure], deck, text)
    click.echo(path)
    sys.exit(NOT_COMPLETED if failure else FINE)


@click.command("film")
@deck_argument
@set_option
@click.option("--gif", "as_gif", is_flag=True, help="A GIF instead of a page.")
@click.option("--mp4", "as_mp4", is_flag=True, help="An MP4 instead of a page; needs the extra `video`.")
@click.option("-o", "--out", metavar="FILE", help="[default: <deck>.html, .gif or .mp4]")
def film_command(deck: str, settings: dict[str, float], as_gif: bool, as_mp4: bool, out: str | None) -> None:
    """Make a film of DECK: a page that plays in any browser, or a GIF or MP4 for slides."""
    from pathlib import Path

    from ..files import make_folder, write_whole

    asked = "mp4" if as_mp4 else "gif" if as_gif else None
    ending = Path(out).suffix.lower().removeprefix(".") if out else asked or "html"
    if ending not in ("html", "gif", "mp4") or (asked or ending) != ending:
        raise click.UsageError(f"`{out}` does not end in {asked or 'html, gif or mp4'}")
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    path = Path(out or f"{'deck' if deck == '-' else Path(deck).stem}.{ending}")
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


def _print_summary(result: Any) -> None:
    from ..results import summary
    from ..results.cams import account as cam_account

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
    lines = [*summary.account(result), *summary.inputs_line(result), "", *summary.printed_buffers(result, width)]
    lines += summary.mode_tables(result)
    lines += [*summary.extremes(result), *cam_account(result), summary.trust_line(result)]
    click.echo("\n".join(lines))
