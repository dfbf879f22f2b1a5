"""The words of `section`: an element, a shape with its sizes, and values that have a name before them."""

from __future__ import annotations

from typing import Any

from ..diagnostics import Diagnostic, Span
from ..messages import diagnostic
from ..words import Column, Record, columns
from .syntax import TextLine, Word
from .values import Refused, WithUnit, choice, value, with_unit
from .vocabulary import CHOICES, usage


def cross_section(
    record: Record, line: TextLine, words: tuple[Word, ...], with_units: list[WithUnit]
) -> tuple[list[tuple[str, Any]], tuple[Span, ...]]:
    """Values by their roles, and the place of each: sizes, then what is named in the order of the table, 0 where it is
    left out."""
    remedy = f"it takes `{usage(record.word)}`"
    if len(words) < 2:
        raise _too_few(record, "a shape" if words else "k", (words or line.words)[-1], remedy)
    k = value(Column("element", "k"), words[0], record.word)
    shape = choice("section", words[1], record.word)
    remedy = f"it takes `{usage(record.word, shape)}`"
    found: list[tuple[str, Any]] = [("element", k), ("<section>", shape)]
    spans = [words[0].span, words[1].span]
    sizes = columns(CHOICES["section"][shape][0])
    for at, column in enumerate(sizes, start=2):
        if at >= len(words):
            raise _too_few(record, column.name, words[-1], remedy)
        found.append(("value", _measured(record, column, words[at], with_units)))
        spans.append(words[at].span)
    given = _named(record, words[2 + len(sizes) :], remedy, with_units)
    for name, column in _keyed(record).items():
        if name not in given and not column.optional:
            raise _too_few(record, name, words[-1], remedy)
        number, span = given.get(name, (0.0, words[-1].span))
        found.append(("value", number))
        spans.append(span)
    return found, tuple(spans)


def _keyed(record: Record) -> dict[str, Column]:
    return {c.name.split()[0]: c for c in columns(record.signature) if c.role == "keyed"}


def _named(
    record: Record, words: tuple[Word, ...], remedy: str, with_units: list[WithUnit]
) -> dict[str, tuple[Any, Span]]:
    found: dict[str, tuple[Any, Span]] = {}
    for at in range(0, len(words), 2):
        word = words[at]
        name = next((name for name in _keyed(record) if name.lower() == word.text.lower()), None)
        if word.what == "BROKEN":
            raise Refused(None)
        if name is None:
            told = f"`{record.word}` knows no `{word.text[:40]}` here"
            raise Refused(diagnostic("D119", told, word.span, help=remedy))
        if name in found:
            raise Refused(diagnostic("D206", f"`{name}` is given twice", word.span, help="keep one of them"))
        if at + 1 >= len(words):
            raise _too_few(record, f"the value of {name}", word, remedy)
        column = _keyed(record)[name]._replace(name=name)
        found[name] = _measured(record, column, words[at + 1], with_units), words[at + 1].span
    return found


def _measured(record: Record, column: Column, word: Word, with_units: list[WithUnit]) -> Any:
    """A value, whose unit is looked at later."""
    with_units += with_unit(column, 0, word)
    return value(column, word, record.word)


def _too_few(record: Record, missing: str, place: Word, remedy: str) -> Refused:
    told: Diagnostic = diagnostic(
        "D110", f"too few values for `{record.word}`: {missing} is missing", place.span, help=remedy
    )
    return Refused(told)
