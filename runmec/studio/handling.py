"""Requests of the panel of properties: the numbers of what is chosen, other ones, and what can be added to it."""

from __future__ import annotations

from typing import Any

from ..diagnostics import split_lines
from ..editing.additions import JOBS, added, additions, with_job
from ..editing.building import HOLDS, draw_link, held_as, hold
from ..editing.places import in_utf16
from ..editing.properties import properties, with_name, with_number
from .calculation import Progress, number

Values = dict[str, Any]


def shown(text: str, request: Values, progress: Progress) -> Values:
    kind, name = str(request["kind"]), str(request["name"])
    lines = split_lines(text)
    rows = [
        {
            "line": row.line, "word": row.word, "subject": row.subject, "about": row.about,
            "fields": [{"label": one.label, "text": one.text, "column": one.span.column, "is_number": one.is_number,
                        "from": in_utf16(lines[row.line - 1], one.span.column)} for one in row.fields],
        }
        for row in properties(text, kind, name)
    ]  # fmt: skip
    held = held_as(text, name) if kind == "place" else ""
    words = " ".join(next((line.upper().split()[:2] for line in lines if line.strip()), []))
    return {
        "rows": rows, "additions": [{"what": one.what, "title": one.title} for one in additions(text, kind, name)],
        "held": held, "holds": list(HOLDS) if held else [],
        "job": words if words in JOBS and not kind else "", "jobs": list(JOBS) if not kind else [],
    }  # fmt: skip


def write(text: str, request: Values, progress: Progress) -> Values:
    return {"text": with_number(text, int(request["line"]), int(request["column"]), str(request["new"]))}


def entitle(text: str, request: Values, progress: Progress) -> Values:
    text, name = with_name(text, int(request["line"]), int(request["column"]), str(request["stem"])[:40])
    return {"text": text, "name": name}


def enrich(text: str, request: Values, progress: Progress) -> Values:
    return {"text": added(text, str(request["kind"]), str(request["name"]), str(request["what"]))}


def held(text: str, request: Values, progress: Progress) -> Values:
    return {"text": hold(text, str(request["name"]), str(request["how"]))}


def job(text: str, request: Values, progress: Progress) -> Values:
    return {"text": with_job(text, str(request["wanted"]))}


def draw(text: str, request: Values, progress: Progress) -> Values:
    """A link from one end to the other, each a point or a place."""
    ends: list[str | tuple[float, float, bool]] = []
    for end in request["ends"]:
        ends.append(str(end["name"]) if "name" in end else (number(end["x"]), number(end["y"]), bool(end["fixed"])))
    length = request.get("length")
    text, name = draw_link(text, str(request["what"]), ends, number(request["finest"]),
                           None if length is None else number(length))  # fmt: skip
    return {"text": text, "name": name}


HANDLING = {
    "properties": shown, "write": write, "entitle": entitle, "enrich": enrich, "hold": held, "job": job, "draw": draw,
}  # fmt: skip
