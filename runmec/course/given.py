"""What is given on a sheet: names of DEFINE, masses, weight and forces in words, the rest as the report has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from math import degrees, isclose, pi, remainder

from ..deck.expression import Expression
from ..deck.model import Deck, Dynamic
from ..dynamics import BODY, FORCE, GRAVITY, INERTIA, UNIFORM
from ..results.result import Result
from .masses import called, masses
from .texts import RAISED, TEXTS

#: words that are told in sentences of the language
TOLD = frozenset((BODY.word, UNIFORM.word, INERTIA.word, GRAVITY.word, FORCE.word))
_SI = {"mass": "kg", "length": "m", "inertia": "kg·m²", "force": "N", "moment": "N·m", "acceleration": "m/s²"}
_DOWN = -0.5 * pi
Row = tuple[str, str, str]  # what, which number of it, value; as html


def rows_of(result: Result, language: str) -> Iterator[Row]:
    deck, words = result.deck, TEXTS[language]
    for lines in masses(deck):
        line, name = lines[0], escape(called(deck, lines).removeprefix("inertia at "))
        if line.word == INERTIA.word:
            of_angle = deck.axes.get(line.subject) == "b"
            yield (
                name,
                words["inertia" if of_angle else "mass"],
                _value(deck, line, 0, "inertia" if of_angle else "mass"),
            )
        elif line.word == UNIFORM.word:
            yield name, words["uniform"], _value(deck, line, 0, "mass")
        elif line.word == BODY.word:
            yield from _of_body(deck, line, name, language)
    for line in deck.of(FORCE):
        point = next((name for numbers, name in deck.names.points.items() if line.subject in numbers), "")
        axis = deck.axes.get(line.subject, "")
        along = words["along"].format(axis) if axis in "xyz" and point else ""
        where = point or deck.names.coordinate(line.subject)
        yield (
            escape(where),
            f"{words['moment' if axis == 'b' else 'force']} {along}".strip(),
            _value(deck, line, 0, "force"),
        )
    for line in deck.of(GRAVITY):
        angle = float(line.numbers[1])
        way = (
            words["down"] if isclose(remainder(angle - _DOWN, 2 * pi), 0.0, abs_tol=1e-3) else f"{degrees(angle):.4g}°"
        )
        yield words["gravity"], way, _value(deck, line, 0, "acceleration")


def _of_body(deck: Deck, line: Dynamic, name: str, language: str) -> Iterator[Row]:
    words = TEXTS[language]
    P, Q = _ends(deck, line.subject)
    yield name, words["mass"], _value(deck, line, 0, "mass")
    yield "", words["centre"].format(P, Q), _value(deck, line, 1, "length")
    if line.numbers[2]:
        yield "", words["aside"], _value(deck, line, 2, "length")
    yield "", words["J"], _value(deck, line, 3, "inertia")


def _ends(deck: Deck, number: int) -> tuple[str, str]:
    element = next(element for element in deck.elements if element.number == number)
    kind = deck.kinds[element.kind]
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    found = [deck.names.point(*(at[name] for name in kind.axes_of(point))) or point for point in "PQ"]
    return found[0], found[1]


def _value(deck: Deck, line: Dynamic, k: int, quantity: str) -> str:
    """As it stands in the deck; of names of DEFINE what they come to."""
    written = as_it_stands(deck.source, line, k)
    if written:
        unit = "" if re.search(r"[^\W\d_]", re.sub(r"[eEdD][+-]?\d", "", written)) else _SI[quantity]
        return f"{shown(written)} {unit if deck.units else ''}".strip()
    value = line.values[k]
    if isinstance(value, Expression) and not value.is_constant:
        return escape(re.sub(r"^\((.*)\)$", r"\1", value.text))
    number = value if isinstance(value, float | int) else value.program[0][1]
    return f"{shown(f'{number:.5g}')} {_SI[quantity] if deck.units else ''}".strip()


def as_it_stands(source: str, line: Dynamic, k: int) -> str:
    """The number in the text of the deck; "" where it is an expression, or does not stand there."""
    place = line.value_at(k)
    lines = source.splitlines()
    if place is None or any(name == "values" and at == k for name, at, _ in line.open) or place.line > len(lines):
        return ""
    text = lines[place.line - 1][place.column - 1 :][: place.width]
    return text if re.match(r"[+-]?[\d.]", text) and "(" not in text else ""


def shown(written: str) -> str:
    """A number with its unit as it is printed: `9e-4kg*m^2` is 9·10⁻⁴ kg·m²."""
    text = re.sub(r"(?<=[\d.])(?=[^\W\d_]|°)(?![eEdD][+-]?\d)", " ", escape(written)).replace("*", "·")
    text = re.sub(r"\^([234])", lambda power: power[1].translate(RAISED), text)
    text = re.sub(r"(?<=\d)[eEdD]\+?(-?)0*(\d+)", r"·10<sup>\1\2</sup>", text)
    return text.replace("-", "−")
