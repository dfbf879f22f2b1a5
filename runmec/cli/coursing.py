"""Commands for courses: numbers of his own for every student, marks with the reason, derivations."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click

from ..deck.model import Deck
from ..diagnostics import RunmecError
from .calculating import calculated, checked_deck
from .folders import place_of, taken
from .progress import Progress
from .talk import (
    NOT_COMPLETED,
    WRONG_USE,
    attempt,
    deck_argument,
    fail,
    print_diagnostics,
    print_json,
    set_option,
)

_seed = click.option("--seed", type=int, default=0, show_default=True, help="Other numbers for everybody.")
_language = click.option("--language", type=click.Choice(["en", "de", "nl"]), default="en", show_default=True,
                         help="Of the frame texts; yours stay as they are.")  # fmt: skip


@click.command("exercise")
@deck_argument
@set_option
@click.option("--students", metavar="LIST.CSV", help="A table with the head `student`.")
@click.option("--count", type=click.IntRange(1, 10_000), metavar="N", help="So many students, called 1, 2, …")
@_seed
@_language
@click.option(
    "--format", "kind", type=click.Choice(["html", "moodle", "qti", "prairielearn"]), default="html", show_default=True
)
@click.option("--preview", is_flag=True, help="One page with all variants as well.")
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.exercise].")
def exercise_command(
    deck: str,
    settings: dict[str, float],
    students: str | None,
    count: int | None,
    seed: int,
    language: str,
    kind: str,
    preview: bool,
    out: str | None,
) -> None:
    """Sheets with numbers of his own for every student, and their solutions.

    The section EXERCISE of the deck says what is chosen, told and asked.
    """
    if students is not None and count is not None:
        raise click.UsageError("--students names them, --count counts them: give one of both")
    found, _ = checked_deck(deck, settings)
    from ..course.classes import Sheets, exercise
    from ..course.lists import students_in

    try:
        listed = students_in(_text_of(students), students) if students is not None else None
        names = list(listed) if listed is not None else [str(k) for k in range(1, (count or 1) + 1)]
        with Progress() as bar:
            sheets = exercise(found, names, seed=seed, told=lambda done: bar("students", done / len(names)))
        sheets = Sheets(sheets.questions, sheets.variants, seed, listed or {})
        files = sheets.files(kind, language, preview)
    except RunmecError as fault:
        _refuse(fault)
    _write(place_of(deck, out, "exercise"), "exercise", found, files)
    for line in sheets.account():
        click.echo(f"  {line}")


@click.command("grade")
@deck_argument
@click.argument("answers", metavar="ANSWERS.CSV")
@set_option
@_seed
@_language
@click.option("-o", "--out", metavar="DIR", help="Folder for the files [default: <deck>.marks].")
def grade_command(
    deck: str, answers: str, settings: dict[str, float], seed: int, language: str, out: str | None
) -> None:
    """Marks answers, and says which assumption gives a wrong number.

    ANSWERS.CSV has the head `student,F1,F2,…` or `student,question,answer`; units and decimal commas are read. The seed
    is that with which the sheets were made.
    """
    found, _ = checked_deck(deck, settings)
    from ..course.lists import answers_in
    from ..course.marking import grade
    from ..course.marks_files import files
    from ..course.questions import Questions

    try:
        given = answers_in(_text_of(answers), answers, Questions(found))
        with Progress() as bar:
            marks = grade(found, given, seed=seed, told=lambda done: bar("students", done / len(given)))
    except RunmecError as fault:
        _refuse(fault)
    _write(place_of(deck, out, "marks"), "grade", found, files(marks, language))
    for ask in marks.questions.asks:
        own = [mark for mark in marks.rows if mark.question == ask.name]
        right = sum(mark.reason == "right" for mark in own)
        blank = sum(mark.reason == "blank" for mark in own)
        click.echo(f"  {ask.name}: {right} of {len(own)} right, {blank} without an answer")


@click.command("why")
@deck_argument
@click.argument("stated", metavar="F=NUMBER")
@set_option
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
def why_command(deck: str, stated: str, settings: dict[str, float], as_json: bool) -> None:
    """Says which assumption gives a number of a question, a figure or a buffer: `M=27.4Nm`."""
    name, equals, number = stated.partition("=")
    if not equals or not number.strip():
        raise click.UsageError("write what you have found as `F=27.4Nm`")
    found, _ = checked_deck(deck, settings)
    from ..course.reasons import why

    try:
        reason = why(found, name.strip(), number.strip())
    except RunmecError as fault:
        _refuse(fault)
    if as_json:
        print_json(
            {"name": reason.name, "number": reason.number, "right": reason.right, "assumption": reason.assumption}
        )
    else:
        click.echo(str(reason))


@click.command("derive")
@deck_argument
@set_option
@click.option("--at", "position", type=int, default=1, show_default=True, metavar="N", help="Position; 1 is the start.")
@click.option("--format", "kind", type=click.Choice(["html", "latex"]), default="html", show_default=True)
@_language
@click.option("-o", "--out", metavar="FILE", help="The file [default: <deck>.derivation.html, or .tex].")
def derive_command(
    deck: str, settings: dict[str, float], position: int, kind: str, language: str, out: str | None
) -> None:
    """Writes the derivation of a position as a student would: symbols first, then its numbers.

    Form parameters, D and its inverse, transfer functions, loads, internal forces, drive, frame, links as free bodies,
    the equation of motion in DYN SIM, and the check by virtual power.
    """
    path = place_of(deck, out, "derivation.html" if kind == "html" else "derivation.tex")
    with Progress() as progress:
        result, text = calculated(deck, settings, progress)
    from ..course.derivation.derive import derive
    from ..files import make_folder, write_whole

    try:
        found = derive(result, position, language=language)
    except RunmecError as fault:
        fail(str(fault), WRONG_USE)
    attempt(make_folder, path.parent)
    attempt(write_whole, path, found.html() if kind == "html" else found.latex())
    print_diagnostics([result.failure] if result.failure else [], deck, text)
    click.echo(f"derivation of position {position} of {len(result)} in {path}")


def _text_of(path: str) -> str:
    from ..texts import decoded

    try:
        text = decoded(Path(path).read_bytes())
    except OSError as fault:
        fail(f"{path} cannot be read: {fault.strerror}", WRONG_USE)
    if text is None:
        fail(f"{path} is no text", WRONG_USE)
    return text


def _refuse(fault: RunmecError) -> None:
    diagnostic = getattr(fault, "diagnostic", None)
    if diagnostic is not None:
        click.echo(str(diagnostic), err=True)
        raise SystemExit(NOT_COMPLETED)
    fail(str(fault), WRONG_USE)


def _write(path: Path, command: str, deck: Deck, files: Mapping[str, str | bytes]) -> None:
    from ..folder import account_of

    with taken(path) as folder:
        for name, content in files.items():
            folder.write(name, content)
        folder.exchange(account_of(command, deck.name, deck.source))
    tables = [name for name in files if "/" not in name]
    rooms = sorted({name.partition("/")[0] for name in files if "/" in name})
    shown = [
        *tables,
        *(f"{room}{os.sep} ({sum(name.startswith(room + '/') for name in files)} files)" for room in rooms),
    ]
    click.echo(f"files in {path}{os.sep}: {', '.join(shown)}")
