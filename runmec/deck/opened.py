"""What of a deck hangs on names of DEFINE: found once, so that a variant touches nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

from ..diagnostics import Diagnostic
from .expression import SUBJECTS, THROUGH_POINTS, Expression, Program
from .item import Item
from .model import Deck
from .ranges import RULES

Rule = Callable[[Deck], Iterator[Diagnostic]]
FIELDS = tuple(field.name for field in fields(Deck))
#: known of a deck whatever its values are
_OF_ALL_VARIANTS = ("structure", "prescribed", "is_spatial")


class Hanging(NamedTuple):
    """What changes with some names: lines of the deck by their fields, rules that read these, and whether numbers of
    things are calculated from the names (`x((n))`)."""

    lines: tuple[tuple[str, tuple[int, ...]], ...]
    rules: tuple[Rule, ...]
    numbers_things: bool


class OpenNumbers:
    """Of one deck."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._known: dict[frozenset[str], Hanging] = {}
        self._reads: dict[Rule, frozenset[str]] = {}
        self._users = [
            (field, at, frozenset(names_in(item)), _numbers_things(item))
            for field in FIELDS
            for at, item in enumerate(_items(deck, field))
            if names_in(item)
        ]

    def hanging_on(self, names: Iterable[str]) -> Hanging:
        """On these names, and on those that are calculated from them."""
        given = frozenset(names)
        if given not in self._known:
            self._known[given] = self._find(given)
        return self._known[given]

    def _find(self, given: frozenset[str]) -> Hanging:
        changed = set(given)
        for define in self._deck.defines:
            if define.name not in given and not changed.isdisjoint(names_in(define)):
                changed.add(define.name)
        lines: dict[str, list[int]] = {}
        numbers_things = False
        for field, at, used, numbers in self._users:
            if field != "defines" and not used.isdisjoint(changed):
                lines.setdefault(field, []).append(at)
                numbers_things |= numbers
        touched = {"defines", *lines} | ({"fixed", "moving"} if "turns" in lines else set())
        rules = tuple(rule for rule in RULES if not self._read_by(rule).isdisjoint(touched))
        return Hanging(tuple((field, tuple(at)) for field, at in lines.items()), rules, numbers_things)

    def _read_by(self, rule: Rule) -> frozenset[str]:
        """Fields of the deck that a rule looks at: while they stay, it has nothing new to say."""
        if rule not in self._reads:
            watched = copied(self._deck, {}, _Watched)
            seen: set[str] = set()
            object.__setattr__(watched, "seen", seen)
            for _ in rule(watched):
                pass
            self._reads[rule] = frozenset(seen)
        return self._reads[rule]


class _Watched(Deck):
    """A deck that notes which of its fields are asked for."""

    def __getattribute__(self, name: str) -> Any:
        if name in _FIELD_SET:
            object.__getattribute__(self, "seen").add(name)
        return object.__getattribute__(self, name)


_FIELD_SET = frozenset(FIELDS)


def copied(deck: Deck, changed: dict[str, Any], kind: type[Deck] = Deck) -> Deck:
    """The deck with other items; what it knows whatever its values are goes with it."""
    found = object.__new__(kind)
    own = vars(deck)
    known = vars(found)
    for name in FIELDS:
        known[name] = own[name]
    for name in _OF_ALL_VARIANTS:
        known[name] = getattr(deck, name)
    known.update(changed)
    return found


def _items(deck: Deck, field: str) -> tuple[Item, ...]:
    found = getattr(deck, field)
    return found if isinstance(found, tuple) and found and isinstance(found[0], Item) else ()


@cache
def nested(kind: Any) -> tuple[str, ...]:
    """Fields of an item that may hold other items."""
    plain = ("float", "int", "str", "float | Expression", "Span", "tuple[str")
    found = [(field.name, str(field.type)) for field in fields(kind) if str(field.type).startswith("tuple[")]
    return tuple(name for name, shape in found if shape.removeprefix("tuple[").split(",")[0] not in plain)


def within(item: Item) -> Iterator[Item]:
    kind: Any = type(item)
    for field in nested(kind):
        for part in getattr(item, field):
            if isinstance(part, Item):
                yield part


def names_in(item: Item) -> set[str]:
    """Names of DEFINE that the values of a line ask for, those of lines within it included."""
    found = {name for expression in _expressions(item) for name in _names(expression.open)}
    for part in within(item):
        found |= names_in(part)
    return found


def _expressions(item: Item) -> list[Expression]:
    return [expression for _, _, expression in item.open]


def _names(program: Program) -> Iterator[str]:
    for word, operand in program:
        if word == "define":
            yield operand
        elif word in THROUGH_POINTS and isinstance(operand, list):
            for point in operand:
                yield from _names(point)
        elif word in SUBJECTS and isinstance(operand, tuple):
            yield from _names(operand)


def _numbers_things(item: Item) -> bool:
    own = any(word in SUBJECTS and isinstance(operand, tuple) for e in _expressions(item) for word, operand in e.open)
    return own or any(_numbers_things(part) for part in within(item))
