"""The values of one line, all in numbers -> the item of the deck that it describes."""

from __future__ import annotations

from typing import Any

from . import model, study
from .opening import AnyItem, Opened, settled
from .records import Values
from .vocabulary import Record


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
    if word.startswith("buf"):
        return "store", record.make(word, values, **line)
    if word in ("law", "motor"):
        name = "expression" if plain[1] == "(expression)" else plain[1]
        return "move" if word == "law" else word, record.make(plain[0], name, tuple(plain[2:]), **line)
    if word == "program":
        return word, model.Program(plain[0], _segments(values[1:], line["places"]), **line)
    if word in ("drawvel", "drawacc"):
        return word, model.Polygon(word, plain[0], **line)
    if word == "stepe":
        return "move", model.Move(word, plain[0], 0.0, tuple(plain[1:]), **line)
    if word == "tcycle":
        return "move", model.Move(word, plain[0], 0.0, (plain[1], plain[2]), **line)
    if word in ("tstepe", "tstepf", "tmove"):
        return "move", model.Move(word, plain[0], plain[1], tuple(plain[2:]), **line)
    if word == "integr":
        return "move", model.Integrator(plain[0], *plain[1:], **line)
    if record.make is model.ElementData:
        return "data", model.ElementData(word, plain[0], tuple(plain[1:]), **line)
    if word == "tol":
        name = plain[0] if isinstance(plain[0], str) else ""
        spread = {} if len(plain) < 3 else {"spread": plain[2]}
        return word, study.Deviation(name, 0 if name else plain[0], plain[1], **spread, **line)
    if word in ("path", "timed"):
        return "figure", study.Path(plain[0], plain[1], plain[2], tuple(plain[3:]), word == "timed", **line)
    if word == "moment":
        return word, model.Moment(plain[0], plain[1], plain[2], **line)
    if word == "turn":
        return word, _turn(plain, line)
    if word == "solid":
        return word, model.Solid(plain[0], plain[1], tuple(plain[2:5]), tuple(plain[5:]), **line)
    if word == "gravity":
        return word, model.Gravity(plain[0], tuple(plain[1:]), **line)
    if word == "friction":
        return word, model.Friction(plain[0], plain[1], tuple(plain[2:]), **line)
    if word == "stiff":
        return word, model.Stiff(plain[0], plain[1], plain[2], tuple(plain[3:]), **line)
    if word == "spring":
        p, c, s0, *ranges = plain
        return word, model.Spring(p, c, s0, tuple(ranges), **line)
    if word in ("PRINTBUF", "drawmech"):
        return "print" if word == "PRINTBUF" else word, record.make(tuple(plain), **line)
    return word, record.make(*plain, **line)


def _segments(values: Values, places: tuple[Any, ...]) -> tuple[model.Segment, ...]:
    """One after the other, each with the places of its own words; `places` begin with the item word and the name."""
    found: list[tuple[int, str, list[Any]]] = []
    for at, (role, value) in enumerate(values, start=2):
        if role == "<segment>":
            found.append((at, value, []))
        else:
            found[-1][2].append(value)
    return tuple(
        closed(model.Segment(law, tuple(own), places=places[at : at + 1 + len(own)]), own) for at, law, own in found
    )


def _turn(plain: list[Any], line: dict[str, Any]) -> model.Turn:
    fixed = plain[-1] == "fixed"
    node, *turned = plain[: len(plain) - fixed]
    return model.Turn(node, tuple(turned[:3]), turned[3], fixed, **line) if turned else model.Turn(
        node, fixed=fixed, **line)  # fmt: skip
