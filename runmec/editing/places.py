"""Places in a text and changes of it. Lines and columns count from 1, as in every message."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..diagnostics import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class Edit(NamedTuple):
    """What stands at a place becomes `text`; width 0 inserts."""

    span: Span
    text: str


def line_starts(text: str) -> list[int]:
    """Where every line begins, counted from 0."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits, none of which lies in another."""
    starts = line_starts(text)
    for edit in sorted(edits, reverse=True):
        at = starts[edit.span.line - 1] + edit.span.column - 1
        text = text[:at] + edit.text + text[at + edit.span.width :]
    return text


def in_utf16(line: str, column: int) -> int:
    """A column as editors count it: from 0, in units of UTF-16."""
    return len(line[: column - 1].encode("utf-16-le")) // 2


def from_utf16(line: str, units: int) -> int:
    return len(line.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")) + 1


def line_end(text: str) -> str:
    """How the lines of a text end."""
    found = _LINE_END.search(text)
    return found.group() if found else "\n"
