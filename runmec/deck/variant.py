"""A deck with other values of DEFINE: the same lines and structure, other numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..diagnostics import DeckError, Diagnostic, RunmecError, has_errors, in_order
from ..messages import diagnostic
from .damage import Damage
from .defining import defined_as
from .expression import Expression, NotClosed, constant
from .item import Item, changed_item
from .known import Known
from .mobility import points_coincide
from .model import Deck, Define
from .nearest import nearest
from .opened import Hanging, copied, nested
from .ranges import check_ranges
from .references import expressions_name_what_exists
from .turning import coordinates, written
from .usable import unusable


class UnknownName(RunmecError):
    """A name to be set that the deck does not define.

    Examples
    --------
    >>> try:
    ...     runmec.read("inputs/six_bars/watt_2.mec", set={"lenght": 0.2})
    ... except runmec.UnknownName as fault:
    ...     print(fault)
    the deck has no DEFINE of `lenght`; it defines r, l, s, d, d2, rod, lever, w, out, in
    """


def with_values(deck: Deck, values: Mapping[str, float], with_warnings: bool = True) -> Deck:
    """The variant; a name that was set keeps its value in variants of the variant. Studies take it without warnings."""
    known = [define.name for define in deck.defines]
    refuse_unknown(values, known)
    given = {defined_as(name, known) or name: float(value) for name, value in values.items()}
    told: list[Diagnostic] = []
    hanging = deck.opened.hanging_on(given)
    defined: dict[str, float] = {}
    defines: list[Define] = []
    for define in deck.defines:
        if define.name in given:
            define = changed_item(define, {"value": given[define.name], "open": ()})
            told += filter(None, [unusable(define.value, define.name, define.at(1))])
        elif define.open:
            define = _revalued(define, defined, told)
        defined[define.name] = define.value
        defines.append(define)
    changed: dict[str, Any] = {"defines": tuple(defines)}
    for field, lines in hanging.lines:
        items = list(getattr(deck, field))
        for at in lines:
            items[at] = _revalued(items[at], defined, told)
        changed[field] = tuple(items)
    if "turns" in changed:
        changed |= _turned(deck, changed)
    variant = copied(deck, changed)
    return _checked(deck, variant, told) if with_warnings else _possible(deck, variant, told, hanging)


def _turned(deck: Deck, changed: dict[str, Any]) -> dict[str, Any]:
    """Co-ordinates of turning nodes by their values now."""
    fixed, moving = coordinates(changed["turns"])
    own = {"fixed": deck.fixed, "moving": deck.moving} | changed
    return {"fixed": (*written(own["fixed"], deck), *fixed), "moving": (*written(own["moving"], deck), *moving)}


def refuse_unknown(given: Mapping[str, float], known: list[str]) -> None:
    for name in given:
        if defined_as(name, known) is None:
            near = nearest(name, known)
            remedy = f"did you mean `{near}`?" if near else f"it defines {', '.join(known) or 'no names'}"
            raise UnknownName(f"the deck has no DEFINE of `{name}`; {remedy}")


def _possible(deck: Deck, variant: Deck, told: list[Diagnostic], hanging: Hanging) -> Deck:
    """Of the rules only those are asked that look at what has changed."""
    told += [fault for rule in hanging.rules for fault in rule(variant)]
    if hanging.numbers_things:
        told += expressions_name_what_exists(Known(variant, Damage()))
    if has_errors(told):
        raise DeckError(in_order(told), deck.name, deck.source)
    return variant


def _checked(deck: Deck, variant: Deck, told: list[Diagnostic]) -> Deck:
    """With the warnings of its own values; raises DeckError."""
    told += [*check_ranges(variant, Damage()), *expressions_name_what_exists(Known(variant, Damage()))]
    if not has_errors(told):
        told += points_coincide(variant)
    of_old_values = set(check_ranges(deck, Damage())) if deck.warnings else set()
    told += [warning for warning in deck.warnings if warning not in of_old_values]
    told = in_order(told)
    if has_errors(told):
        raise DeckError(told, deck.name, deck.source)
    return copied(variant, {"warnings": tuple(told)})


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
    for name in nested(kind):
        parts = getattr(item, name)
        if any(isinstance(part, Item) for part in parts):
            changed[name] = tuple(_revalued(part, defined, told) for part in parts)
    return changed_item(item, changed) if changed else item


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
    told += filter(None, [unusable(number, expression.text, item.at(1), now)])
    return now if is_kept_open else number
