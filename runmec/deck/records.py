"""The words of one line -> the values that its record takes, judged by the vocabulary."""

from __future__ import annotations

from typing import Any

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .syntax import Line, Word
from .values import Refused, choice, value
from .vocabulary import CHOICES, Column, Record, columns, usage

#: records of things that are there, known by their number, even if a value of theirs is wrong
_KNOWN_BY_NUMBER = ("xfix", "xmov", "para", "form")


def record_values(
    record: Record, line: Line, words: tuple[Word, ...], told: list[Diagnostic]
) -> tuple[list[tuple[str, Any]], bool]:
    """(role, value) of every word, and whether the record is whole; what is wrong is added to `told`."""
    wanted, chosen = list(columns(record.signature)), ""
    found: list[tuple[str, Any]] = []
    whole = True
    for at, word in enumerate(words):
        if at >= len(wanted) and not (wanted and wanted[-1].many):
            break
        column = wanted[min(at, len(wanted) - 1)]
        try:
            if column.role.startswith("<"):
                chosen, more = _chosen(column, word, record)
                found.append((column.role, chosen))
                if chosen == "(expression)":
                    found.append(("law", value(Column("law", "M"), word, record.word)))
                wanted[at + 1 : at + 1] = more
            else:
                found.append((column.role, value(column, word, record.word)))
        except Refused as refused:
            told += [refused.diagnostic] if refused.diagnostic else []
            stands_in = 1.0 if column.role == "value" and record.word in _KNOWN_BY_NUMBER else None
            found.append((column.role, stands_in))
            whole = whole and stands_in is not None
            if column.role.startswith("<") and column.role != "<form>":
                return found, False  # what follows depends on the choice
    if whole:
        miscounted = _miscounted(record, chosen, wanted, words, line)
        told += [miscounted] if miscounted else []
        whole = miscounted is None
    return found, whole


def _chosen(column: Column, word: Word, record: Record) -> tuple[str, tuple[Column, ...]]:
    """The word of a choice and the columns that it asks for."""
    group = column.role.strip("<>")
    if group == "motor" and word.what == "EXPRESSION":
        return "(expression)", ()
    if group == "motor" and word.what == "NUMBER":
        remedy = f"write `motor i const {word.text}`"
        raise Refused(diagnostic("D119", "a motor needs its kind before the numbers", word.span, help=remedy))
    chosen = choice(group, word, record.word)
    return chosen, columns(CHOICES[group][chosen][0])


def _miscounted(
    record: Record, chosen: str, wanted: list[Column], words: tuple[Word, ...], line: Line
) -> Diagnostic | None:
    """Too few or too many words for the record."""
    required = sum(not column.optional for column in wanted)
    many = bool(wanted) and wanted[-1].many
    remedy = f"it takes `{usage(record.word, chosen)}`"
    if len(words) < required or (not many and required < len(words) < len(wanted)):
        missing = wanted[len(words)].name or wanted[len(words)].role.strip("<>")
        place = (words[-1] if words else line.words[-1]).span
        return diagnostic("D110", f"too few values for `{record.word}`: {missing} is missing", place, help=remedy)
    if len(words) > len(wanted) and not many:
        extra = words[len(wanted)]
        if extra.text.startswith(("#", "//", "!", "%")):
            remedy = "a comment begins with `;`"
        return diagnostic("D111", f"too many values for `{record.word}`", extra.span, help=remedy)
    return None
