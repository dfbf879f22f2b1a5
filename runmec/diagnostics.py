"""What is told about a deck: places, diagnostics and how they are shown. Knows no deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

SHOWN_AT_MOST = 200
LINE_SHOWN_AT_MOST = 160


class Span(NamedTuple):
    """A place in a deck: line and column count from 1."""

    line: int
    column: int
    width: int = 1


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fact about a deck; `message` stands alone, `help` says what to do.

    Examples
    --------
    >>> try:
    ...     runmec.loads("KIN ANA\\nTOPOLOGY\\nelem 1 BIM 1 2 3 4\\nnr dof 0\\nEND")
    ... except runmec.DeckError as fault:
    ...     one = fault.diagnostics[0]
    >>> one.code, one.span.line, one.help
    ('D119', 3, 'did you mean `BIN`?')
    """

    level: str  # "error" or "warning"
    code: str
    message: str
    span: Span | None = None
    label: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""

    def __str__(self) -> str:
        """One line; `render` shows the place too."""
        return f"{self.level}[{self.code}]: {self.message}" + (f" ({self.label})" if self.label else "")

    def as_data(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "code": self.code,
            "message": self.message,
            "line": self.span.line if self.span else None,
            "column": self.span.column if self.span else None,
            "width": self.span.width if self.span else None,
            "label": self.label,
            "notes": list(self.notes),
            "help": self.help,
        }


class RunmecError(Exception):
    """Anything that runmec has to say to its user instead of a result.

    Examples
    --------
    >>> issubclass(runmec.DeckError, runmec.RunmecError)
    True
    """


class FileError(RunmecError):
    """A file that cannot be read or written; the text is the one line for the user.

    Examples
    --------
    >>> try:
    ...     runmec.read("nowhere.mec")
    ... except runmec.FileError as fault:
    ...     print(fault)
    nowhere.mec does not exist
    """


class DeckError(RunmecError):
    """A deck that is wrong; carries all ``.diagnostics``, sorted by line, warnings included.

    Examples
    --------
    >>> try:
    ...     runmec.loads("KIN ANA\\nTOPOLOGY\\nelem 1 BIM 1 2 3 4\\nnr dof 0\\nEND")
    ... except runmec.DeckError as fault:
    ...     print(fault)
    error[D119]: `BIM` is not a type of element that `elem` knows
     --> deck:3:8
      |
    3 | elem 1 BIM 1 2 3 4
      |        ^^^
      = help: did you mean `BIN`?
    <BLANKLINE>
    1 error in deck
    """

    def __init__(self, diagnostics: Sequence[Diagnostic], name: str = "deck", text: str = "") -> None:
        self.diagnostics = tuple(diagnostics)
        self.name = name
        self.text = text
        super().__init__(render(self.diagnostics, name, text))


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by line and column, without repetitions and without doubts about what is a fault."""
    unique = list(dict.fromkeys(diagnostics))
    faults = {(d.span.line, d.span.column) for d in unique if d.level == "error" and d.span}
    told = [d for d in unique if d.level == "error" or not d.span or (d.span.line, d.span.column) not in faults]
    return sorted(told, key=lambda d: (d.span or Span(0, 0), d.level, d.code))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.level == "error" for d in diagnostics)


_COLOURS = {"error": "1;31", "warning": "1;33", "mark": "1;34", "bold": "1"}


def _paint(text: str, how: str, colour: bool) -> str:
    return f"\x1b[{_COLOURS[how]}m{text}\x1b[0m" if colour and text else text


def render(diagnostics: Sequence[Diagnostic], name: str, text: str, *, colour: bool = False) -> str:
    """All diagnostics with the lines they speak of, and a closing count."""
    lines = split_lines(text)
    parts = [_render_one(d, name, lines, colour) for d in diagnostics[:SHOWN_AT_MOST]]
    if len(diagnostics) > SHOWN_AT_MOST:
        parts.append(f"… and {len(diagnostics) - SHOWN_AT_MOST} more; `--json` gives them all\n")
    parts.append(_count(diagnostics, name))
    return "\n".join(parts)


def split_lines(text: str) -> list[str]:
    """The lines of a deck as an editor counts them: only CR, LF and CRLF end a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _count(diagnostics: Sequence[Diagnostic], name: str) -> str:
    errors = sum(d.level == "error" for d in diagnostics)
    warnings = len(diagnostics) - errors
    counts = [f"{n} {word}{'s' * (n != 1)}" for n, word in ((errors, "error"), (warnings, "warning")) if n]
    return f"{', '.join(counts) or 'no faults'} in {name}"


def _render_one(d: Diagnostic, name: str, lines: list[str], colour: bool) -> str:
    head = _paint(f"{d.level}[{d.code}]", d.level, colour) + _paint(f": {d.message}", "bold", colour)
    bar = _paint("|", "mark", colour)
    rows = [head]
    gutter = 1
    if d.span is None:
        rows.append(f" --> {name}")
    else:
        gutter = len(str(d.span.line))
        rows.append(f"{' ' * gutter}--> {name}:{d.span.line}:{d.span.column}")
        if d.span.line <= len(lines):
            shown, marks = _excerpt(lines[d.span.line - 1], d.span)
            rows.append(f"{' ' * gutter} {bar}")
            rows.append(f"{_paint(str(d.span.line), 'mark', colour)} {bar} {shown}")
            marked = _paint(f"{marks} {d.label}".rstrip(), d.level, colour)
            rows.append(f"{' ' * gutter} {bar} {_leading_blank(shown, marks)}{marked.lstrip()}")
    for kind, said in [("note", note) for note in d.notes] + [("help", d.help)]:
        if said:
            rows.append(f"{' ' * gutter} {_paint('=', 'mark', colour)} {kind}: {said}")
    return "\n".join(rows) + "\n"


def _excerpt(line: str, span: Span) -> tuple[str, str]:
    """The part of a line to show, and the marks under the place (blanks, then carets)."""
    line = "".join(c if c.isprintable() or c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in line)
    start = span.column - 1
    if len(line) > LINE_SHOWN_AT_MOST:
        first = max(0, min(start - LINE_SHOWN_AT_MOST // 2, len(line) - LINE_SHOWN_AT_MOST))
        line = ("…" if first else "") + line[first : first + LINE_SHOWN_AT_MOST] + "…"
        start -= first - (1 if first else 0)
    width = max(1, min(span.width, len(line) - start))
    return line, " " * start + "^" * width


def _leading_blank(shown: str, marks: str) -> str:
    """Blanks up to the marks, with the tabs of the line above, so that they stand under it."""
    blank = len(marks) - len(marks.lstrip())
    return "".join("\t" if c == "\t" else " " for c in shown[:blank]).ljust(blank)
