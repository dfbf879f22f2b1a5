"""A line of a deck: frozen, and it remembers its place."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TypeVar

from ..diagnostics import Span
from .expression import Expression


@dataclass(frozen=True, eq=False, repr=False)
class Item:
    """`places` are those of the words of the line, the item word (or its repetition) first; `remark` its comment.

    `open` holds the values that names of DEFINE give: field, place in it (-1: the field itself), expression.
    """

    places: tuple[Span, ...] = field(default=(), compare=False, kw_only=True)
    remark: str = field(default="", compare=False, kw_only=True)
    open: tuple[tuple[str, int, Expression], ...] = field(default=(), compare=False, kw_only=True)

    # equality and repr are written once here: made by `dataclass` for every class they would cost a
    # tenth of the start of the program
    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, f.name) for f in fields(self) if f.compare)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._values()!r}"

    def at(self, word: int) -> Span | None:
        """Place of a word: 0 is the item word (or where it was left out), 1 the first value."""
        return self.places[min(word, len(self.places) - 1)] if self.places else None


Line = TypeVar("Line", bound=Item)


def changed_item(item: Line, changed: dict[str, object]) -> Line:
    """The same line with other values; quicker than to make it by its fields."""
    found = object.__new__(type(item))
    vars(found).update(vars(item))
    vars(found).update(changed)
    return found
