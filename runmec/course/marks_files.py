"""What `runmec grade` writes: marks.csv, summary.csv, and a page for every student."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from ..folder import Folder, account_of
from .classes import file_names
from .sheets import page
from .texts import TEXTS

if TYPE_CHECKING:
    from .marking import Mark, Marks


def write(marks: Marks, folder: str | os.PathLike[str], language: str = "en") -> list[str]:
    deck = marks.questions.deck
    with Folder(Path(folder)) as own:
        for name, content in files(marks, language).items():
            own.write(name, content)
        return own.exchange(account_of("grade", deck.name, deck.source))


def files(marks: Marks, language: str = "en") -> dict[str, str | bytes]:
    students = list(dict.fromkeys(mark.student for mark in marks.rows))
    found: dict[str, str | bytes] = {"marks.csv": marks_csv(marks), "summary.csv": summary_csv(marks)}
    for name, student in zip(file_names(students), students, strict=True):
        found[f"feedback/{name}.html"] = feedback(marks, student, language)
    return found


def marks_csv(marks: Marks) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["student", "question", "answer", "expected", "points", "mark", "reason"])
    for mark in marks.rows:
        of = (mark.student, mark.question, mark.answer, repr(mark.expected))
        rows.writerow([*of, f"{mark.points:g}", f"{mark.mark:g}", mark.reason])
    return text.getvalue()


def summary_csv(marks: Marks) -> str:
    """How many answered a question, how many rightly, and which mistakes were made how often."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["question", "answered", "right", "mistake", "count"])
    for ask in marks.questions.asks:
        own = [mark for mark in marks.rows if mark.question == ask.name]
        answered = sum(mark.reason != "blank" for mark in own)
        right = sum(mark.reason == "right" for mark in own)
        made = Counter(mark.reason.removeprefix("mistake: ") for mark in own if mark.reason not in ("right", "blank"))
        for reason, count in sorted(made.items(), key=lambda one: (-one[1], one[0])) or [("", 0)]:
            rows.writerow([ask.name, answered, right, reason, count])
    return text.getvalue()


def feedback(marks: Marks, student: str, language: str) -> str:
    words = TEXTS[language]
    own = marks.of(student)
    rows = "".join(_row(marks, mark, language) for mark in own)
    total = f"{sum(mark.mark for mark in own):g} / {sum(mark.points for mark in own):g}"
    hints = "".join(f"<p>{words['hint']}: {escape(text)}</p>\n" for text in marks.questions.told("hint"))
    some_wrong = any(mark.reason != "right" for mark in own)
    return page(
        f"{words['marks']}: {marks.questions.title}",
        language,
        f"""<h1>{words["marks"]}: {escape(marks.questions.title)}</h1>
<p>{words["student"]}: <b>{escape(student)}</b></p>
<table>
{rows}<tr><th colspan=3>{words["total"]}</th><td class=number>{total}</td></tr>
</table>
{hints if some_wrong else ""}""",
    )


def _row(marks: Marks, mark: Mark, language: str) -> str:
    ask = next(ask for ask in marks.questions.asks if ask.name == mark.question)
    told = f"<td>{escape(mark.answer)}</td><td>{escape(said(mark.reason, language))}</td>"
    return f"<tr><td>{escape(ask.text)}</td>{told}<td class=number>{mark.mark:g} / {mark.points:g}</td></tr>\n"


def said(reason: str, language: str) -> str:
    """A reason in words: marks.csv has it in English."""
    words = TEXTS[language]
    if reason.startswith("carried from "):
        return f"{words['carried']} {reason.removeprefix('carried from ')}"
    if reason.startswith("mistake: "):
        return f"{words['mistake']}: {reason.removeprefix('mistake: ')}"
    return words[reason]
