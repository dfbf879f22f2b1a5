"""Loads that are drawn as arrows, and other numbers where an arrow is dragged."""

from __future__ import annotations

from math import degrees
from typing import NamedTuple

from .building import CannotBuild
from .numbers import value_of, written
from .properties import with_number
from .reading import draft

_ANGLE = 0.05  # degrees: as fine as an arrow is turned by hand


class DrawnLoad(NamedTuple):
    """A `force` on a point, or along one axis of it, or `gravity`; whose numbers are no expressions."""

    word: str
    line: int
    point: str
    axes: str
    columns: tuple[int, ...]
    values: tuple[float, ...]


def drawn_loads(text: str) -> list[DrawnLoad]:
    found = draft(text)
    points = set(found.deck.names.points.values())
    drawn = []
    for entry in found.entries:
        word = entry.record.word
        if word not in ("force", "gravity"):
            continue
        subject = entry.words[0].text if word == "force" and entry.words else ""
        numbers = entry.words[1:] if word == "force" else entry.words
        values = [value_of(number.text) for number in numbers]
        point, _, axis = subject.partition(".")
        axes = axis or "xy"
        fits = word == "gravity" or (point in points and axes in ("x", "y", "xy"))
        if fits and len(values) == (2 if word == "gravity" else len(axes)) and None not in values:
            drawn.append(
                DrawnLoad(
                    word,
                    entry.line.number,
                    point,
                    axes,
                    tuple(n.span.column for n in numbers),
                    tuple(value for value in values if value is not None),
                )
            )
    return drawn


def dragged_load(text: str, line: int, values: list[float], finest: float) -> str:
    """The same load with other numbers, each written as it was."""
    load = next((one for one in drawn_loads(text) if one.line == line), None)
    if load is None or len(values) != len(load.values):
        raise CannotBuild("the line has changed: take the arrow once more")
    old = {(word.span.line, word.span.column): word.text for entry in draft(text).entries for word in entry.words}
    for k in reversed(range(len(values))):
        if values[k] != load.values[k]:
            before = old[line, load.columns[k]]
            text = with_number(text, line, load.columns[k], _written(load, k, before, values[k], finest))
    return text


def _written(load: DrawnLoad, number: int, before: str, value: float, finest: float) -> str:
    is_angle = load.word == "gravity" and number == 1
    if is_angle and before.endswith("deg"):
        return f"{round(degrees(value) / _ANGLE) * _ANGLE:.6g}deg"
    return written(before, value, 1e-4 if is_angle else finest)
