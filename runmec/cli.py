"""The command line: arguments, exit codes and printing. The only file that prints or exits.

Exit codes: 0 fine, 1 deck wrong, 2 wrong use of the command, 3 the calculation could not be completed.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import time
from typing import Any, Literal, NoReturn

import click

from . import __version__
from .deck import UnknownName, check, loads
from .deck.model import Deck
from .deck.nearest import nearest
from .deck.source import NotADeck, read_text
from .diagnostics import DeckError, Diagnostic, FileError, has_errors, render

FINE, DECK_WRONG, WRONG_USE, NOT_COMPLETED = 0, 1, 2, 3
Engine = Literal["auto", "plain", "compiled"]


class Commands(click.Group):
    """`runmec deck.mec` is `runmec run deck.mec`; a misspelt command is suggested."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        names = [arg for arg in args if not arg.startswith("-")]
        if names and not any(name in self.commands for name in names) and any(map(_looks_like_deck, names)):
            near = nearest(names[0], self.commands)
            if _looks_like_deck(names[0]) or near is None:
                args = ["run", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            near = nearest(args[0], self.commands)
            remedy = f"did you mean `runmec {near}`?" if near else f"commands are {', '.join(self.commands)}"
            ctx.fail(f"no command or deck `{args[0]}`; {remedy}")
        return super().resolve_command(ctx, args)


def _looks_like_deck(argument: str) -> bool:
    return argument == "-" or argument.lower().endswith(".mec") or os.path.exists(argument) or os.sep in argument


@click.group(
    cls=Commands,
    epilog="""\b
Examples:
  runmec inputs/example8.mec            calculate: tables, files in example8.out/
  runmec check press.mec                everything that is wrong, or an account
  runmec check press.mec --set r=0.12   with another value of a DEFINE
  runmec fmt press.mec                  the deck in aligned columns
  runmec explain D301                   what a message means
  runmec explain spring                 what a word takes""",
)
@click.version_option(__version__, prog_name="runmec")
def cli() -> None:
    """Planar mechanisms from a text deck: motions, forces, pictures."""


def _settings(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, float]:
    """`--set name=value`; the value is a number or an expression in parentheses."""
    from .deck.syntax import Lines

    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        line = next(iter(Lines(value)), None)
        word = line.words[0] if line is not None and len(line.words) == 1 else None
        if not equals or not name.strip() or word is None:
            raise click.BadParameter(f"`{text}` is not name=value")
        from .deck.values import Refused
        from .deck.values import value as read_value
        from .deck.vocabulary import Column

        try:
            found[name.strip()] = float(read_value(Column("value", name.strip()), word, "--set"))
        except Refused as refused:
            reason = refused.diagnostic.message if refused.diagnostic else "an expression that cannot be read"
            raise click.BadParameter(f"`{text}`: {reason}") from None
    return found


set_option = click.option(
    "--set", "settings", metavar="NAME=VALUE", multiple=True, callback=_settings,
    help="Replace the value of a DEFINE (again for another one).",
)  # fmt: skip
deck_argument = click.argument("deck", metavar="DECK")


@cli.command("check")
@deck_argument
@set_option
@click.option("--json", "as_json", is_flag=True, help="Everything as data, on standard output.")
def check_command(deck: str, settings: dict[str, float], as_json: bool) -> None:
    """Read DECK and say everything that is wrong with it, or what it describes.

    Exit code 0 if the deck is in order (warnings allowed), 1 if not.
    """
    text = _read_text(deck)
    try:
        found, diagnostics = check(text, deck, settings)
    except UnknownName as fault:
        raise click.UsageError(str(fault)) from None
    wrong = has_errors(diagnostics)
    from .deck.account import account, as_text

    told = None if wrong else account(found)
    if as_json:
        _print_json({"deck": deck, "ok": not wrong, "diagnostics": [d.as_data() for d in diagnostics], "account": told})
    else:
        _print_diagnostics(diagnostics, deck, text)
        if told is not None:
            click.echo(as_text(told))
    sys.exit(DECK_WRONG if wrong else FINE)


def _formats(ctx: click.Context, param: click.Parameter, given: str) -> list[str]:
    found = [kind.strip().lower() for kind in given.split(",") if kind.strip()]
    for kind in found:
        if kind not in ("svg", "png", "pdf"):
            raise click.BadParameter(f"`{kind}` is not a kind of picture; known are svg, png, pdf")
    return found


def _checked(deck: str, settings: dict[str, float]) -> tuple[Deck, str]:
    """A deck that is in order and its text; faults are told and end the program."""
    text = _read_text(deck)
    try:
        return loads(text, deck, settings), text
    except UnknownName as fault:
        raise click.UsageError(str(fault)) from None
    except DeckError as fault:
        _print_diagnostics(fault.diagnostics, deck, text)
        sys.exit(DECK_WRONG)


def _calculated(deck: str, settings: dict[str, float], engine: Engine = "auto") -> tuple[Any, str]:
    """The result of a deck and its text; faults are told and end the program."""
    checked, text = _checked(deck, settings)
    from .calculate import CalculationError, run

    try:
        with _Progress(checked) as progress:
            return run(checked, progress, engine=engine, tell=progress.tell), text
    except CalculationError as fault:
        _print_diagnostics([*checked.warnings, fault.diagnostic], deck, text)
        sys.exit(NOT_COMPLETED)


@cli.command("run")
@deck_argument
@set_option
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.out].")
@click.option("-q", "--quiet", is_flag=True, help="No tables and no account; faults and warnings only.")
@click.option("--no-pictures", is_flag=True, help="No pictures, no film, no report.")
@click.option("--format", "formats", default="svg,png", show_default=True, callback=_formats, metavar="LIST",
              help="Kinds of picture files: svg, png, pdf.")  # fmt: skip
@click.option("--engine", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True,
              help="Code that integrates free motion (DYN SIM); compiled needs the extra `fast`.")  # fmt: skip
def run_command(
    deck: str,
    settings: dict[str, float],
    out: str | None,
    quiet: bool,
    no_pictures: bool,
    formats: list[str],
    engine: Engine,
) -> None:
    """Calculate DECK: positions, motions, forces; tables here, files in <deck>.out/.

    Exit code 0 if all is done, 1 if the deck is wrong, 3 if the calculation could not be completed; what was
    calculated until then is in the files.
    """
    if engine == "compiled":
        from .simulation.compiled import available

        if not available():
            raise click.UsageError("--engine compiled needs numba: install runmec with the extra `fast`")
    result, text = _calculated(deck, settings, engine)
    from .output import output_folder, write_output

    files = _attempt(write_output, result, output_folder(deck, out), [] if no_pictures else formats)
    if not quiet:
        _print_summary(result)
    _print_diagnostics([*result.warnings, *([result.failure] if result.failure else [])], deck, text)
    if not quiet:
        click.echo("files: " + ", ".join(map(str, files)))
    sys.exit(FINE if result.complete else NOT_COMPLETED)


@cli.command("draw")
@deck_argument
@set_option
@click.option("--labels", is_flag=True, help="With the numbers of elements, co-ordinates and parameters.")
@click.option("-o", "--out", metavar="FILE", help="A file ending in svg, png or pdf [default: <deck>.svg].")
def draw_command(deck: str, settings: dict[str, float], labels: bool, out: str | None) -> None:
    """Draw the start position of DECK, the estimate before assembly dashed."""
    checked, text = _checked(deck, settings)
    from .calculate import start_position
    from .drawing.mechanism_picture import mechanism_figure
    from .drawing.style import image
    from .files import write_whole

    path = out or f"{'deck' if deck == '-' else os.path.splitext(os.path.basename(deck))[0]}.svg"
    kind = path.rpartition(".")[2].lower()
    if kind not in ("svg", "png", "pdf"):
        raise click.UsageError(f"`{path}` does not end in svg, png or pdf")
    mech, x, failure = start_position(checked)
    figure = mechanism_figure(mech, x[:, None], labels=labels, estimate=mech.x0)
    _attempt(write_whole, path, image(figure, kind))
    if failure is not None:
        _print_diagnostics([failure], deck, text)
    click.echo(path)
    sys.exit(NOT_COMPLETED if failure else FINE)


@cli.command("film")
@deck_argument
@set_option
@click.option("--gif", "as_gif", is_flag=True, help="A GIF instead of a page.")
@click.option("--mp4", "as_mp4", is_flag=True, help="An MP4 instead of a page; needs the extra `video`.")
@click.option("-o", "--out", metavar="FILE", help="[default: <deck>.html, .gif or .mp4]")
def film_command(deck: str, settings: dict[str, float], as_gif: bool, as_mp4: bool, out: str | None) -> None:
    """Make a film of DECK: a page that plays in any browser, or a GIF or MP4 for slides."""
    from pathlib import Path

    from .files import write_whole

    result, text = _calculated(deck, settings)
    kind = "mp4" if as_mp4 else "gif" if as_gif else "html"
    path = Path(out or f"{'deck' if deck == '-' else Path(deck).stem}.{kind}")
    if as_mp4:
        from .drawing.frames import write_mp4

        _attempt(write_mp4, result, path)
    elif as_gif:
        from .drawing.frames import gif

        _attempt(write_whole, path, gif(result))
    else:
        from .drawing.film import film_html

        _attempt(write_whole, path, film_html(result))
    _print_diagnostics([result.failure] if result.failure else [], deck, text)
    click.echo(str(path))
    sys.exit(FINE if result.complete else NOT_COMPLETED)


def _print_summary(result: Any) -> None:
    from . import summary

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 200
    lines = [*summary.account(result), *summary.inputs_line(result), "", *summary.printed_buffers(result, width)]
    lines += [*summary.extremes(result), summary.trust_line(result)]
    click.echo("\n".join(lines))


class _Progress:
    """A bar on standard error once the work takes longer than a second, with the time of the mechanism."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._began = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: float) -> None:
        if self._bar is None and time.monotonic() - self._began > 1.0 and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
            self._bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("", total=self._deck.positions)
            self._bar.start()
        if self._bar is not None:
            position, time_now = min(int(done) + 1, self._deck.positions), self._deck.time_at(done)
            self._bar.update(self._task, completed=done, description=f"position {position}, t = {time_now:.4g}")

    def tell(self, what: str) -> None:
        """One line about what takes long."""
        if self._bar is not None:
            self._bar.console.print(f"runmec: {what}", highlight=False)
        else:
            click.echo(f"runmec: {what}", err=True)


@cli.command("fmt")
@deck_argument
@click.option("-w", "--write", is_flag=True, help="Replace the file instead of printing.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit code 1 if it would change.")
def fmt_command(deck: str, write: bool, only_check: bool) -> None:
    """Print DECK in aligned columns, comments kept."""
    from .deck.layout import format_text
    from .files import write_whole

    text = _read_text(deck)
    try:
        formatted = format_text(text, deck)
    except DeckError as fault:
        _print_diagnostics(fault.diagnostics, deck, text)
        sys.exit(DECK_WRONG)
    if only_check:
        if formatted != text:
            click.echo(f"runmec: {deck} is not in the form that `runmec fmt` writes", err=True)
        sys.exit(FINE if formatted == text else DECK_WRONG)
    if write and deck != "-":
        if formatted != text:
            _attempt(write_whole, deck, formatted)
    else:
        click.echo(formatted, nl=False)


@cli.command("explain")
@click.argument("subject", nargs=-1, required=True, metavar="CODE|WORD")
def explain_command(subject: tuple[str, ...]) -> None:
    """Show what a message CODE or a WORD of the language means."""
    from .manual import explain, suggestion

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


def _read_text(deck: str) -> str:
    try:
        return read_text(deck)
    except NotADeck as fault:
        _fail(str(fault), DECK_WRONG)
    except FileError as fault:
        _fail(str(fault), WRONG_USE)


def _attempt(action: Any, *arguments: Any) -> Any:
    try:
        return action(*arguments)
    except FileError as fault:
        _fail(str(fault), WRONG_USE)


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"runmec: {message}", err=True)
    sys.exit(code)


def _print_json(data: Any) -> None:
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def _print_diagnostics(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic], deck: str, text: str) -> None:
    if diagnostics:
        colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
        click.echo(render(diagnostics, deck, text, colour=colour), err=True, color=colour)


def main() -> None:
    """Entry point: whatever happens, no traceback for a broken pipe or an interrupt."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        cli(standalone_mode=True, prog_name="runmec")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(FINE)
