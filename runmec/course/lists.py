"""Lists of students and of their answers, as csv files."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from .classes import NoList
from .questions import Questions

_AT_MOST = 100_000  # rows
Row = dict[str, str]


def students_in(text: str, name: str) -> dict[str, Row]:
    """Every student with the other columns of the list; head `student`."""
    found: dict[str, Row] = {}
    for line, row in _rows(text, name, ("student",)):
        student = row.pop("student").strip()
        if not student:
            continue
        if student in found:
            raise NoList(f"{name}, line {line}: `{student}` stands there twice; give every student a name of his own")
        found[student] = row
    if not found:
        raise NoList(f"{name} lists nobody; write a student a line below the head `student`")
    return found


def answers_in(text: str, name: str, questions: Questions) -> dict[str, dict[str, str]]:
    """Answers by student and question: a column a question, or head `student,question,answer`."""
    asked = [ask.name for ask in questions.asks]
    rows = _rows(text, name, ("student",))
    heads = list(rows[0][1]) if rows else []
    found: dict[str, dict[str, str]] = {}
    if {"question", "answer"} <= set(heads) and not {"question", "answer"} & set(asked):
        for line, row in rows:
            if row["question"].strip() not in asked:
                raise NoList(f"{name}, line {line}: the deck asks no `{row['question']}`; it asks {', '.join(asked)}")
            found.setdefault(row["student"].strip(), {})[row["question"].strip()] = row["answer"]
    else:
        if heads and not set(asked) & set(heads):
            raise NoList(f"{name} has columns {', '.join(heads)}; the deck asks {', '.join(asked)}")
        for line, row in rows:
            student = row["student"].strip()
            if student in found:
                raise NoList(f"{name}, line {line}: `{student}` stands there twice")
            found[student] = {question: row.get(question, "") for question in asked}
    found.pop("", None)
    return found


def _rows(text: str, name: str, wanted: Sequence[str]) -> list[tuple[int, Row]]:
    """Rows with their lines; separated as the head is: by tabs, semicolons or commas."""
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    separator = next((mark for mark in "\t;" if mark in first), ",")
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as fault:
        raise NoList(f"{name} is no table: {fault}") from None
    if len(table) > _AT_MOST:
        raise NoList(f"{name} has {len(table)} rows; {_AT_MOST} are the most")
    heads = [head.strip() for head in table[0]] if table else []
    missing = [head for head in wanted if head not in heads]
    if missing:
        raise NoList(f"{name}, line 1: the head has no `{missing[0]}`; it is `{separator.join(heads)}`")
    return [
        (line, dict(zip(heads, [*row, *[""] * (len(heads) - len(row))], strict=False)))
        for line, row in enumerate(table[1:], start=2)
        if any(field.strip() for field in row)
    ]
