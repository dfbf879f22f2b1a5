"""The numbers of a thing: the lines that speak of it, with meaning and place of each number; and a name for one."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from ..deck.expression import RESERVED_NAMES
from ..deck.quotes import comment_of, unclosed
from ..deck.records import RecordLine
from ..deck.syntax import Word
from ..deck.vocabulary import CHOICES
from ..diagnostics import Span
from ..words import Record, columns, subject_of
from .building import CannotBuild, insert_line
from .names import occurrences
from .numbers import replaced, value_of
from .places import applied
from .reading import draft

_SECTIONS = ("TOPOLOGY", "GEOMETRY", "DYNAMICS")
_AXES = "xyz"
_NUMBERS = ("value", "law", "count")  # roles
_OF_THE_DECK = ("gravity", "tstepe", "stepe", "tmove", "tstepf", "tcycle", "motor")  # words that belong to no thing


class Field(NamedTuple):
    label: str
    text: str
    span: Span
    is_number: bool  # which a name of DEFINE can stand for


class PropertyRow(NamedTuple):
    """A line."""

    line: int
    word: str
    subject: str
    about: str
    fields: tuple[Field, ...]


def properties(text: str, kind: str, name: str) -> list[PropertyRow]:
    """Lines with numbers of a point (`place`) or an element; of the deck itself where the kind is empty."""
    if not kind:
        return [_row(entry) for entry in draft(text).entries if entry.record.word in _OF_THE_DECK]
    lines = {one.span.line for one in occurrences(text) if (one.kind, one.name) == (kind, name)}
    found = [
        _row(entry) for entry in draft(text).entries if entry.line.number in lines and entry.record.section in _SECTIONS
    ]
    return [row for row in found if row.fields]


def _row(entry: RecordLine) -> PropertyRow:
    behind = entry.first("behind")
    if behind is not None:
        values = {asked.of_value: asked.form for asked in behind.forms if asked.of_value is not None}
        fields = tuple(_field(values[word.span], word) for word in entry.words if word.span in values)
        return PropertyRow(entry.line.number, entry.record.word, entry.words[0].text, entry.record.sentence, fields)
    numbers = [word for word in entry.words if _is_number(word)]
    if entry.words and _is_number(entry.words[0]) and not _begins_with_number(entry.record):
        numbers = numbers[1:]  # the number of the thing itself
    labels = _named(entry, numbers) or _labels(entry.record, len(numbers))
    subject = entry.words[0].text if entry.words and entry.words[0] not in numbers else ""
    return PropertyRow(
        entry.line.number,
        entry.record.word,
        subject,
        entry.record.sentence,
        tuple(_field(label, word) for label, word in zip(labels, numbers, strict=False)),
    )


def _named(entry: RecordLine, numbers: list[Word]) -> Iterator[str] | None:
    """Of a line whose numbers have names before them: these, and before them the sizes of what is chosen."""
    keyed = {column.name.split()[0].lower() for column in columns(entry.record.signature) if column.role == "keyed"}
    if not keyed or len(entry.words) < 2:
        return None
    chosen = CHOICES[entry.record.word].get(entry.words[1].text.lower(), ("", ""))[0]
    sizes = iter([column.name for column in columns(chosen)])
    before = {word.span: previous.text for previous, word in itertools.pairwise(entry.words)}
    return iter([before[w.span] if before[w.span].lower() in keyed else next(sizes, "number") for w in numbers])


def _is_number(word: Word) -> bool:
    return word.expression is not None or value_of(word.text) is not None


def _begins_with_number(record: Record) -> bool:
    return subject_of(record.signature) in _NUMBERS


def _labels(record: Record, count: int) -> Iterator[str]:
    names = [column.name for column in columns(record.signature) if column.role in _NUMBERS]
    if record.of_points and count > len(names):
        names = [f"{name} {axis}" for axis in _AXES[:count] for name in names]
    return itertools.chain(names, itertools.repeat(names[-1] if names else "number"))


def _field(label: str, word: Word) -> Field:
    return Field(label, word.text, word.span, value_of(word.text) is not None)


def _number_at(text: str, line: int, column: int) -> Word:
    for entry in draft(text).entries:
        for word in entry.words:
            if (word.span.line, word.span.column) == (line, column) and _is_number(word):
                return word
    raise CannotBuild("the line has changed: choose the thing once more")


def with_number(text: str, line: int, column: int, new: str) -> str:
    """Another number, or an expression, in its place; its column stays."""
    word = _number_at(text, line, column)
    new = new.strip()
    if value_of(new) is None and not (new.startswith("(") and new.endswith(")")):
        new = f"({new})"
    if len(new) > 200 or not new.isprintable() or comment_of(new) or unclosed(new) >= 0 or new == "()":
        raise CannotBuild("a number, with a unit or without, or an expression is wanted")
    return applied(text, [replaced(draft(text).lines, word.span, new)])


def with_name(text: str, line: int, column: int, stem: str) -> tuple[str, str]:
    """A number becomes a name of DEFINE, and so a slider; the name is told."""
    word = _number_at(text, line, column)
    if value_of(word.text) is None:
        raise CannotBuild("an expression has names already: change them under Sliders")
    known = {name.lower() for name in draft(text).defines} | set(RESERVED_NAMES)
    known |= {one.name.lower() for one in occurrences(text)}
    stem = re.sub(r"\W+", "_", stem).strip("_") or "value"
    stem = stem if stem[0].isalpha() else f"v{stem}"
    name = next(name for n in itertools.count() if (name := f"{stem}{n or ''}").lower() not in known)
    text = applied(text, [replaced(draft(text).lines, word.span, f"({name})")])
    return insert_line(text, "DEFINE", f"{name} {word.text}", ()), name
