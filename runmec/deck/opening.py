"""Values that names of DEFINE give: numbers while a deck is read, open again for a variant of it."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from .expression import Expression
from .item import Item

AnyItem = TypeVar("AnyItem", bound=Item)


class Opened(float):
    """A number on its way into an item, with the expression it comes from."""

    expression: Expression

    @classmethod
    def of(cls, number: float, expression: Expression) -> Opened:
        found = cls(number)
        found.expression = expression
        return found


def settled(item: AnyItem) -> AnyItem:
    """The item with plain numbers; where they come from is kept in `open`."""
    changed: dict[str, Any] = {}
    opened: list[tuple[str, int, Expression]] = []
    for field in fields(item):
        value = getattr(item, field.name)
        if isinstance(value, tuple) and field.compare:
            found = [(field.name, at, _source(part)) for at, part in enumerate(value)]
            changed[field.name] = tuple(float(part) if isinstance(part, Opened) else part for part in value)
        else:
            found = [(field.name, -1, _source(value))]
            if isinstance(value, Opened):
                changed[field.name] = float(value)
        opened += [(name, at, source) for name, at, source in found if source is not None]
    return replace(item, **changed, open=tuple(opened)) if opened else item


def _source(value: Any) -> Expression | None:
    if isinstance(value, Opened):
        return value.expression
    return value if isinstance(value, Expression) and value.open else None
