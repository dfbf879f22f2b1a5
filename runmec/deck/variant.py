"""A deck with other values of DEFINE: the same lines and structure, other numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any

from ..diagnostics import DeckError, Diagnostic, RunmecError, has_errors, in_order
from ..messages import diagnostic
from .damage import Damage
from .expression import Expression, NotClosed, constant, without_value
from .item import Item
from .known import Known
from .mobility import points_coincide
from .model import Deck, Define
from .nearest import nearest
from .ranges import RULES, check_ranges
from .references import expressions_name_what_exists
from .turning import coordinates, written


class UnknownName(RunmecError):
    """A name to be set that the deck does not define."""


def with_values(deck: Deck, values: Mapping[str, float], with_warnings: bool = True) -> Deck:
    """The variant; a name that was set keeps its value in variants of the variant. Studies take it without warnings."""
    given = {name.lower(): float(value) for name, value in values.items()}
    known = [define.name for define in deck.defines]
    refuse_unknown(given, known)
    told: list[Diagnostic] = []
    defined: dict[str, float] = {}
    defines: list[Define] = []
    for define in deck.defines:
        if define.name in given:
            define = replace(define, value=given[define.name], open=())
            if not math.isfinite(define.value):
                told.append(diagnostic("D117", f"`{define.name}` is not a finite number", define.at(1)))
        else:
            define = _revalued(define, defined, told)
        defined[define.name] = define.value
        defines.append(define)
    changed: dict[str, Any] = {"defines": tuple(defines)}
    for field in fields(deck):
        items = getattr(deck, field.name)
        if isinstance(items, tuple) and field.compare and field.name != "defines":
            changed[field.name] = tuple(_revalued(item, defined, told) for item in items)
    changed |= _turned(deck, changed)
    variant = _checked(deck, replace(deck, **changed), told, with_warnings)
    variant.__dict__["structure"] = deck.structure
    return variant


def _turned(deck: Deck, changed: dict[str, Any]) -> dict[str, Any]:
    """Co-ordinates of turning nodes by their values now."""
    if not deck.turns:
        return {}
    fixed, moving = coordinates(changed["turns"])
    return {"fixed": (*written(changed["fixed"], deck), *fixed), "moving": (*written(changed["moving"], deck), *moving)}


def refuse_unknown(given: Mapping[str, float], known: list[str]) -> None:
    for name in given:
        if name.lower() not in known:
            near = nearest(name, known)
            remedy = f"did you mean `{near}`?" if near else f"it defines {', '.join(known) or 'no names'}"
            raise UnknownName(f"the deck has no DEFINE of `{name}`; {remedy}")


def _checked(deck: Deck, variant: Deck, told: list[Diagnostic], with_warnings: bool) -> Deck:
    """With the warnings of its own values; raises DeckError."""
    if not with_warnings:
        told += [fault for rule in RULES for fault in rule(variant)]
        told += expressions_name_what_exists(Known(variant, Damage()))
        if has_errors(told):
            raise DeckError(in_order(told), deck.name, deck.source)
        return variant
    told += [*check_ranges(variant, Damage()), *expressions_name_what_exists(Known(variant, Damage()))]
    if not has_errors(told):
        told += points_coincide(variant)
    of_old_values = set(check_ranges(deck, Damage())) if deck.warnings else set()
    told += [warning for warning in deck.warnings if warning not in of_old_values]
    told = in_order(told)
    if has_errors(told):
        raise DeckError(told, deck.name, deck.source)
    return replace(variant, warnings=tuple(told))


@cache
def _nested(kind: Any) -> tuple[str, ...]:
    """Fields of an item that may hold other items."""
    plain = ("float", "int", "str", "float | Expression", "Span", "tuple[str")
    found = [(field.name, str(field.type)) for field in fields(kind) if str(field.type).startswith("tuple[")]
    return tuple(name for name, shape in found if shape.removeprefix("tuple[").split(",")[0] not in plain)


def _revalued(item: Any, defined: Mapping[str, float], told: list[Diagnostic]) -> Any:
    """The item with the values that its expressions have now, items within it included."""
    changed: dict[str, Any] = {}
    for name, at, expression in item.open:
        value = _value(getattr(item, name), at, expression, defined, item, told)
        if at < 0:
            changed[name] = value
        else:
            parts = list(changed.get(name, getattr(item, name)))
            parts[at] = value
            changed[name] = tuple(parts)
    kind: Any = type(item)
    for name in _nested(kind):
        parts = getattr(item, name)
        if any(isinstance(part, Item) for part in parts):
            changed[name] = tuple(_revalued(part, defined, told) for part in parts)
    return replace(item, **changed) if changed else item


def _value(
    old: Any, at: int, expression: Expression, defined: Mapping[str, float], item: Item, told: list[Diagnostic]
) -> Any:
    try:
        now = expression.with_values(defined)
    except NotClosed as fault:
        told.append(diagnostic("D109", str(fault), item.at(1)))
        return old if at < 0 else old[at]
    is_kept_open = isinstance(old if at < 0 else old[at], Expression)
    if is_kept_open and not now.is_constant:
        return now
    number = constant(now.program)
    if not math.isfinite(number):
        failing = without_value(now.program)
        told.append(diagnostic("D117", f"`{expression.text}` is not a finite number", item.at(1),
                               notes=(f"there is {failing} in it",) if failing else ()))  # fmt: skip
    return now if is_kept_open else number
