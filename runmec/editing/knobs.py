"""Which numbers of the text stand behind a value: the number itself, or those of the DEFINE names in its expression."""

from __future__ import annotations

from ..deck.defining import defined_as
from ..deck.expression import constant
from ..diagnostics import Span
from .numbers import WrittenNumber, replaced, value_of, written
from .places import Edit, applied
from .reading import Draft, draft

_DEEP = 20  # names that stand for names


def knobs_at(found: Draft, span: Span) -> dict[str, WrittenNumber]:
    """By name ("" where it is the number itself) the numbers behind the value at a place."""
    text = _written(found, span)
    if not text.startswith("("):
        value = value_of(text)
        return {} if value is None else {"": WrittenNumber(span, text, value)}
    names = _names_in(found, span)
    if not names:  # an expression of numbers alone becomes a number
        value = _value_at(found, span)
        return {} if value is None else {"": WrittenNumber(span, text, value)}
    return {name: number for name in names if (number := define_number(found, name)) is not None}


def define_number(found: Draft, name: str) -> WrittenNumber | None:
    """The number of a name of DEFINE; None where it is an expression of other names."""
    known = defined_as(name, found.defines)
    define = next((d for d in found.deck.defines if d.name == known), None)
    if define is None or define.open:
        return None
    span = define.places[1]
    return WrittenNumber(span, _written(found, span), define.value)


def _names_in(found: Draft, span: Span, deep: int = 0) -> list[str]:
    """The DEFINE names that a value depends on and that are numbers themselves."""
    from .names import occurrences

    names: dict[str, None] = {}
    for one in occurrences(found.text):
        inside = one.span.line == span.line and span.column <= one.span.column < span.column + span.width
        if one.kind != "define" or not inside or one.gives:
            continue
        define = next(d for d in found.deck.defines if d.name == one.name)
        if define.open and deep < _DEEP:
            names |= dict.fromkeys(_names_in(found, define.places[1], deep + 1))
        else:
            names[one.name] = None
    return list(names)


def _value_at(found: Draft, span: Span) -> float | None:
    for entry in found.entries:
        for word in entry.words:
            if word.span == span and word.expression is not None and word.expression.is_constant:
                return constant(word.expression.program)
    return None


def _written(found: Draft, span: Span) -> str:
    return found.lines[span.line - 1][span.column - 1 :][: span.width]


def turned(found: Draft, number: WrittenNumber, value: float, finest: float = 0.0) -> Edit:
    """The change that gives a number another value."""
    return replaced(found.lines, number.span, written(number.text, value, finest))


def with_define(text: str, name: str, value: float, finest: float = 0.0) -> str:
    """The deck with another value of a DEFINE name; the same text where that name is an expression."""
    found = draft(text)
    number = define_number(found, name)
    return text if number is None else applied(text, [turned(found, number, value, finest)])
