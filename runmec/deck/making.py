"""The values of one line, all in numbers -> the item of the deck that it describes."""

from __future__ import annotations

from typing import Any

from ..dynamics import DynamicsKind
from ..outputs import OutputKind
from ..words import Record
from . import exercise, model, study
from .expression import Expression
from .from_file import FromFile
from .opening import AnyItem, Opened, settled
from .records import Values
from .values import NAMED_ROLES
from .vocabulary import ItemRecord


def make(record: Record, values: Values, **line: Any) -> tuple[str, Any]:
    """Under which word the item is kept, and the item."""
    what, item = _made(record, [value for _, value in values], values, line)
    return what, closed(item, [value for _, value in values])


def closed(item: AnyItem, values: list[Any]) -> AnyItem:
    """With plain numbers; most items have no other."""
    is_open = any(isinstance(v, Opened) or (not isinstance(v, int | float | str) and v is not None) for v in values)
    return settled(item) if is_open else item


def _made(record: Record, plain: list[Any], values: Values, line: dict[str, Any]) -> tuple[str, Any]:
    word = record.word
    if isinstance(record, DynamicsKind):
        return "dynamics", _dynamic(word, values, line)
    if isinstance(record, OutputKind):
        return "store", _store(word, values, line)
    assert isinstance(record, ItemRecord)
    if word == "law":
        if isinstance(plain[-1], FromFile):
            return "move", model.LawLine(plain[0], plain[1], plain[-1].points.from_first, plain[-1].written, **line)
        return "move", record.make(plain[0], plain[1], tuple(plain[2:]), **line)
    if word == "program":
        return word, model.ProgramLine(plain[0], _segments(values[1:], line["places"]), **line)
    if word in ("drawvel", "drawacc"):
        return word, model.PolygonLine(word, plain[0], **line)
    if word in ("stepe", "load"):
        return "move", model.Move(word, plain[0], 0.0, tuple(plain[1:]), **line)
    if word == "follow":
        of, subject = plain[1] if isinstance(plain[1], tuple) else ("e", plain[1])
        lead = plain[3] if len(plain) > 3 else 0
        return "move", model.Move(word, plain[0], 0.0, (plain[2],), of=of, subject=subject, lead=lead, **line)
    if word == "tcycle":
        return "move", model.Move(word, plain[0], 0.0, (plain[1], plain[2]), **line)
    if word in ("tstepe", "tstepf", "tmove"):
        return "move", model.Move(word, plain[0], plain[1], tuple(plain[2:]), **line)
    if word == "integr":
        return "move", model.IntegratorLine(plain[0], *plain[1:], **line)
    if record.make is model.ElementData:
        return "data", model.ElementData(word, plain[0], tuple(plain[1:]), **line)
    if word == "tol":
        name = plain[0] if isinstance(plain[0], str) else ""
        spread = {} if len(plain) < 3 else {"spread": plain[2]}
        return word, study.Deviation(name, 0 if name else plain[0], plain[1], **spread, **line)
    if word in ("path", "timed"):
        return "figure", study.Path(plain[0], plain[1], plain[2], tuple(plain[3:]), word == "timed", **line)
    if word == "turn":
        return word, _turn(plain, line)
    if record.section == "EXERCISE":
        return "exercise", _of_exercise(word, values, line)
    if word in ("PRINTBUF", "drawmech"):
        return "print" if word == "PRINTBUF" else word, record.make(tuple(plain), **line)
    return word, record.make(*plain, **line)


def _dynamic(word: str, values: Values, line: dict[str, Any]) -> model.Dynamic:
    """What its columns name comes first, but for its values and its choice."""
    named = [int(value) for role, value in values if role in NAMED_ROLES or role == "along"]
    numbers = tuple(value for role, value in values if role in ("value", "law"))
    choice = next((value for role, value in values if role.startswith("<")), "")
    return model.Dynamic(word, named[0] if named else 0, numbers, tuple(named[1:]), choice, **line)


def _store(word: str, values: Values, line: dict[str, Any]) -> model.Store:
    """Its own numbers first, the buffer, then the inputs of derivatives."""
    roles = [role for role, _ in values]
    split = roles.index("buffer")
    subject = tuple(value for role, value in values[:split] if role != "law")
    expression = next((value for role, value in values if role == "law"), None)
    axis = next((value for role, value in values if role == "axis"), -1)
    inputs = tuple(value for role, value in values[split + 1 :] if role not in ("axis", "value"))
    numbers = tuple(value for role, value in values if role == "value")
    return model.Store(word, subject, values[split][1], inputs, expression, axis, numbers, **line)


def _segments(values: Values, places: tuple[Any, ...]) -> tuple[model.SegmentLine, ...]:
    """One after the other, each with the places of its own words; `places` begin with the item word and the name."""
    found: list[tuple[int, str, list[Any]]] = []
    for at, (role, value) in enumerate(values, start=2):
        if role == "<segment>":
            found.append((at, value, []))
        else:
            found[-1][2].append(value)
    return tuple(closed(_segment(law, own, places[at : at + 1 + len(own)]), own) for at, law, own in found)


def _segment(law: str, own: list[Any], places: tuple[Any, ...]) -> model.SegmentLine:
    if own and isinstance(own[0], FromFile):
        return model.SegmentLine(law, own[0].points.values, own[0].written, places=places)
    return model.SegmentLine(law, tuple(own), places=places)


def _of_exercise(word: str, values: Values, line: dict[str, Any]) -> AnyItem | Any:
    given = dict(values)
    judgement = _judgement(given["judgement"]) if "judgement" in given else None
    if word == "choose":
        return exercise.Choose(given["define"], *given["values"], **line)
    if judgement is not None and word == "fair":
        return exercise.Fair(judgement, **line)
    if judgement is not None:
        after = tuple(value.text for role, value in values if role == "after")
        size, is_relative = given["tolerance"]
        return exercise.Ask(
            given["figure"], judgement, size, is_relative, given["unit"], given["points"], after, given["text"], **line
        )
    if word == "mistake":
        names = [value for role, value in values if role == "define"]
        changes = [_judgement(value) for role, value in values if role == "change"]
        figures = tuple(value for role, value in values if role == "judged")
        return exercise.Mistake(
            figures, given["text"], tuple(zip(names, changes, strict=True)), given.get("drop", ()), **line
        )
    return exercise.Statement(word, given["text"], **line)


def _judgement(value: Expression | float) -> exercise.Judgement:
    if isinstance(value, Expression):
        return exercise.Judgement(value.open or value.program, value.text)
    return exercise.Judgement((("number", float(value)),), f"{float(value):.17g}")


def _turn(plain: list[Any], line: dict[str, Any]) -> model.TurnLine:
    fixed = plain[-1] == "fixed"
    node, *turned = plain[: len(plain) - fixed]
    return (
        model.TurnLine(node, tuple(turned[:3]), turned[3], fixed, **line)
        if turned
        else model.TurnLine(node, fixed=fixed, **line)
    )
