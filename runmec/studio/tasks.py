"""What the page may ask for: a name -> a function of a text and the request's values, which gives plain data."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from ..deck.layout import format_text
from ..diagnostics import DeckError, Diagnostic, RunmecError, Span, split_lines
from ..editing import building, plotting, targets
from ..editing.completion import complete
from ..editing.drawn_loads import drawn_loads
from ..editing.fixes import fixes
from ..editing.hover import hover
from ..editing.names import CannotRename, definition, occurrence_at, rename
from ..editing.naming import name_element, name_point
from ..editing.places import applied, from_utf16, in_utf16
from ..editing.reading import TEXT_AT_MOST, draft
from .branching import branched, on_other_branch
from .calculation import Progress, calculated, dragged, exported, number, sliders
from .handling import HANDLING
from .studying import aim, optimised
from .values import joints_of, values_of

Values = dict[str, Any]
_NAME_AT_MOST = 100  # characters
_FIXED_AT_MOST = 12  # faults for which remedies are looked for


class BadRequest(RunmecError):
    """What the page asks for makes no sense; the text says why."""


def carried_out(request: Values, progress: Progress) -> Values:
    """The answer to a request; raises RunmecError."""
    task = TASKS.get(request.get("op", ""))
    if task is None:
        raise BadRequest("no such request")
    text = request.get("text")
    if not isinstance(text, str):
        raise BadRequest("a request needs the text of the deck")
    if len(text) > TEXT_AT_MOST:
        raise BadRequest(f"the deck has {len(text)} characters; the studio takes {TEXT_AT_MOST} at most")
    try:
        return task(text, request, progress)
    except (KeyError, TypeError, ValueError, IndexError) as fault:
        raise BadRequest(f"the request cannot be read ({type(fault).__name__})") from fault
    except (CannotRename, building.CannotBuild) as fault:
        raise BadRequest(str(fault)) from None


# ---- places, as the page counts them


def place(lines: list[str], span: Span) -> Values:
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    return {"line": span.line, "from": in_utf16(line, span.column), "to": in_utf16(line, span.column + span.width)}


def _caret(text: str, request: Values) -> tuple[int, int]:
    lines = split_lines(text)
    line = min(max(1, int(request["line"])), len(lines))
    return line, from_utf16(lines[line - 1], max(0, int(request["column"])))


def told(text: str, diagnostics: tuple[Diagnostic, ...], mended: int = _FIXED_AT_MOST) -> list[Values]:
    lines = split_lines(text)
    found = []
    for at, one in enumerate(diagnostics[:200]):
        remedies = fixes(text, one) if at < mended and one.code.startswith("D") else []
        shown = [
            {"title": fix.title, "edits": [{**place(lines, e.span), "text": e.text} for e in fix.edits]}
            for fix in remedies
        ]
        found.append(
            {
                "level": one.level,
                "code": one.code,
                "message": one.message,
                "label": one.label,
                "notes": list(one.notes),
                "help": one.help,
                "place": place(lines, one.span or Span(1, 1)),
                "fixes": shown,
            }
        )
    return found


# ---- tasks


def _check(text: str, request: Values, progress: Progress) -> Values:
    found = draft(text)
    return {
        "told": told(text, found.told),
        "sound": found.is_sound,
        "defines": sliders(found),
        "aim": aim(found.deck),
        "loads": [one._asdict() for one in drawn_loads(text)],
    }


def _hover(text: str, request: Values, progress: Progress) -> Values:
    found = hover(text, *_caret(text, request))
    return {"hover": {**place(split_lines(text), found.span), "text": found.text} if found else None}


def _complete(text: str, request: Values, progress: Progress) -> Values:
    line, column = _caret(text, request)
    start, choices = complete(text, line, column)
    return {"from": in_utf16(split_lines(text)[line - 1], start), "choices": [choice._asdict() for choice in choices]}


def _definition(text: str, request: Values, progress: Progress) -> Values:
    span = definition(text, *_caret(text, request))
    return {"place": place(split_lines(text), span) if span else None}


def _name(text: str, request: Values, progress: Progress) -> Values:
    one = occurrence_at(text, *_caret(text, request))
    return {"name": one.name if one else None, "kind": one.kind if one else None}


def _rename(text: str, request: Values, progress: Progress) -> Values:
    return {"text": applied(text, rename(text, *_caret(text, request), _new_name(request)))}


def _new_name(request: Values) -> str:
    new = str(request["new"])
    if len(new) > _NAME_AT_MOST:
        raise BadRequest(f"a name has {_NAME_AT_MOST} characters at most here")
    return new


def _call(text: str, request: Values, progress: Progress) -> Values:
    """A name for what has numbers."""
    numbers, new = _numbers(request), _new_name(request)
    if request["kind"] == "point":
        return {"text": name_point(text, numbers, new)}
    return {"text": name_element(text, numbers[0], new)}


def _format(text: str, request: Values, progress: Progress) -> Values:
    try:
        return {"text": format_text(text)}
    except DeckError:
        raise BadRequest("the deck has faults: mend them first") from None


def _define(text: str, request: Values, progress: Progress) -> Values:
    from ..editing.knobs import with_define

    return {"text": with_define(text, str(request["name"]), number(request["value"]), number(request["finest"]))}


def _move(text: str, request: Values, progress: Progress) -> Values:
    from ..editing.drag import placed

    x, y = request["target"]
    return {"text": placed(text, str(request["name"]), (number(x), number(y)), number(request["finest"]))}


def _aim(text: str, request: Values, progress: Progress) -> Values:
    x, y = request["target"]
    return {
        "text": targets.aimed(
            text, int(request["line"]), int(request["number"]), (number(x), number(y)), number(request["finest"])
        )
    }


def _target(text: str, request: Values, progress: Progress) -> Values:
    """One more point for a curve to meet, or without one that has a number."""
    if "number" in request:
        return {"text": targets.delete_target(text, int(request["line"]), int(request["number"]))}
    x, y = request["target"]
    return {
        "text": targets.add_target(text, (number(x), number(y)), number(request["change"]), number(request["finest"]))
    }


def _take(text: str, request: Values, progress: Progress) -> Values:
    return {"text": targets.taken_over(text, {str(name): number(v) for name, v in dict(request["values"]).items()})}


def _add(text: str, request: Values, progress: Progress) -> Values:
    what, points = str(request["what"]), [str(point) for point in request.get("points", ())]
    name = ""
    if what == "point":
        text, name = building.add_point(
            text, number(request["x"]), number(request["y"]), bool(request.get("fixed")), number(request["finest"])
        )
    elif what in building.LINKS:
        text, name = building.add_link(text, what, points)
    elif what == "mass":
        text = building.add_mass(text, points[0])
    elif what == "fixed":
        text = building.toggle_fixed(text, points[0])
    elif what == "input":
        text = building.add_input(text, str(request["element"]))
    else:
        raise BadRequest(f"nothing is called `{what}`")
    return {"text": text, "name": name}


def _plots(text: str, request: Values, progress: Progress) -> Values:
    return {"choices": [choice._asdict() for choice in plotting.choices(text, str(request["kind"]), _numbers(request))]}


def _plot(text: str, request: Values, progress: Progress) -> Values:
    return {"text": plotting.plotted(text, str(request["kind"]), _numbers(request), str(request["what"]))}


def _numbers(request: Values) -> list[int]:
    return [int(number) for number in request["numbers"]]


def _delete(text: str, request: Values, progress: Progress) -> Values:
    return {"text": building.delete(text, str(request["kind"]), str(request["name"]))}


def _calculate(text: str, request: Values, progress: Progress) -> Values:
    """The result, and with it the answer to `check`: the text is read once."""
    found, diagnostics = calculated(text, bool(request.get("arrows")), progress)
    return {**found, "told": told(text, diagnostics, mended=0), "check": _check(text, request, progress)}


def _export(text: str, request: Values, progress: Progress) -> Values:
    name, content = exported(text, str(request["what"]), str(request.get("name", "deck")), progress)
    return {"name": name, "content": base64.b64encode(content).decode("ascii")}


TASKS: dict[str, Callable[[str, Values, Progress], Values]] = {
    "check": _check, "hover": _hover, "complete": _complete, "definition": _definition, "name": _name,
    "rename": _rename, "call": _call, "format": _format, "define": _define, "move": _move, "aim": _aim,
    "target": _target, "take": _take, "add": _add, "delete": _delete, "plots": _plots, "plot": _plot,
    "calculate": _calculate, "drag": dragged, "export": _export, "optimise": optimised, "branches": branched,
    "branch": on_other_branch, "values": values_of, "joints": joints_of, **HANDLING,
}  # fmt: skip
#: what takes long, and what must answer while it does
LONG = frozenset({"calculate", "export", "branches", "values", "joints"})
#: what takes longer still, in a process of its own
SEARCHING = frozenset({"optimise"})
