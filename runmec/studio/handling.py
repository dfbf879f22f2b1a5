"""Requests of the panel of properties: the numbers of what is chosen, other ones, and what can be added to it."""

from __future__ import annotations

from typing import Any

from ..diagnostics import split_lines
from ..editing.additions import JOBS, added, additions, with_job
from ..editing.building import HOLDS, End, draw_link, held_as, hold
from ..editing.drawn_loads import dragged_load
from ..editing.places import in_utf16
from ..editing.properties import properties, with_name, with_number
from ..editing.several import all_points, copied, mirrored, shifted
from ..editing.wheels import WHEELS, add_cam, draw_wheel
from .calculation import Progress, number

Values = dict[str, Any]


def shown(text: str, request: Values, progress: Progress) -> Values:
    kind, name = str(request["kind"]), str(request["name"])
    lines = split_lines(text)
    rows = [
        {
            "line": row.line,
            "word": row.word,
            "subject": row.subject,
            "about": row.about,
            "fields": [
                {
                    "label": one.label,
                    "text": one.text,
                    "column": one.span.column,
                    "is_number": one.is_number,
                    "from": in_utf16(lines[row.line - 1], one.span.column),
                }
                for one in row.fields
            ],
        }
        for row in properties(text, kind, name)
    ]
    held = held_as(text, name) if kind == "place" else ""
    words = " ".join(next((line.upper().split()[:2] for line in lines if line.strip()), []))
    return {
        "rows": rows,
        "additions": [{"what": one.what, "title": one.title} for one in additions(text, kind, name)],
        "held": held,
        "holds": list(HOLDS) if held else [],
        "job": words if words in JOBS and not kind else "",
        "jobs": list(JOBS) if not kind else [],
    }


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
    ends: list[End] = []
    for end in request["ends"]:
        ends.append(str(end["name"]) if "name" in end else (number(end["x"]), number(end["y"]), bool(end["fixed"])))
    what, finest, length = str(request["what"]), number(request["finest"]), request.get("length")
    if what in WHEELS:
        text, name = draw_wheel(text, what, ends, finest)
    else:
        text, name = draw_link(text, what, ends, finest, None if length is None else number(length))
    return {"text": text, "name": name}


def load(text: str, request: Values, progress: Progress) -> Values:
    """Other numbers of a load whose arrow is dragged."""
    values = [number(value) for value in request["values"]]
    return {"text": dragged_load(text, int(request["line"]), values, number(request["finest"]))}


def shift(text: str, request: Values, progress: Progress) -> Values:
    """Everything that is chosen, by a way on the drawing."""
    points, elements = _chosen(request)
    by = [number(value) for value in request["by"]]
    return {"text": shifted(text, all_points(text, points, elements), by, number(request["finest"]))}


def copy(text: str, request: Values, progress: Progress) -> Values:
    """Everything that is chosen once more: `by` a way, or mirrored at an upright line."""
    chosen, finest = _chosen(request), number(request["finest"])
    if "axis" in request:
        return {"text": mirrored(text, *chosen, number(request["axis"]), finest)}
    return {"text": copied(text, *chosen, [number(value) for value in request["by"]], finest)}


def _chosen(request: Values) -> tuple[list[str], list[str]]:
    return [str(name) for name in request["points"]], [str(name) for name in request["elements"]]


def cam(text: str, request: Values, progress: Progress) -> Values:
    """The first link lifts the second one."""
    text, name = add_cam(text, *map(str, request["links"]))
    return {"text": text, "name": name}


HANDLING = {
    "properties": shown, "write": write, "entitle": entitle, "enrich": enrich, "hold": held, "job": job, "draw": draw,
    "cam": cam, "load": load, "shift": shift, "copy": copy,
}  # fmt: skip
