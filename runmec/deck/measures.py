"""The rule of dimensions: a number with a unit stands where its column wants that. Names and expressions are free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic
from ..dimensions import ANGLE, FREQUENCY, LENGTH, QUANTITIES, TURNING_SPEED, Dimension, called
from ..messages import diagnostic
from ..words import Column, kind_of
from .model import Deck
from .ranges import angular_coordinates

if TYPE_CHECKING:
    from .records import RecordLine


def check_measures(deck: Deck, entries: Iterable[RecordLine]) -> Iterator[Diagnostic]:
    ways = _Ways(deck)
    for entry in entries:
        for column, again, word, shown, found in entry.with_units:
            wanted = _wanted(ways, entry, column, again)
            if wanted is None or is_alike(found, wanted):
                continue
            remedy = f"write {called(wanted)} with a unit of its own, or a plain number, which is SI"
            if found == FREQUENCY and wanted == TURNING_SPEED:
                remedy += "; for turns per second write rpm: 1 Hz is 60rpm"
            yield diagnostic("D123", f"`{shown}` is {called(found)}, not {called(wanted)}", word.span, help=remedy)


def is_alike(found: Dimension, wanted: Dimension) -> bool:
    """Angles are numbers, so that N·m and J are the same; but Hz is no angular velocity, which is told in rpm."""
    if found == FREQUENCY and wanted == TURNING_SPEED:
        return False
    return found._replace(rad=0) == wanted._replace(rad=0)


def _wanted(ways: _Ways, entry: RecordLine, column: Column, again: int) -> Dimension | None:
    """What a column measures; None where the deck leaves it open. `again` counts the values of one that repeats."""
    in_turn = column.quantity.split("/")
    if not column.quantity:
        return None
    measure = QUANTITIES[in_turn[again % len(in_turn)]]
    if measure(LENGTH) == measure(ANGLE):
        return measure(LENGTH)
    way = ways.of_input(1 + again // len(in_turn)) if entry.record.section == "MOVEMENT" else None
    way = ways.of_subject(entry) or way
    return measure(way) if way is not None else None


class _Ways:
    """Whether what a line is about is a length or an angle."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._angular = angular_coordinates(deck)
        kinds = {element.number: deck.kinds[element.kind] for element in deck.elements}
        self._found: dict[int, set[Dimension | None]] = {}
        for form in deck.forms:
            kind = kinds.get(form.element)
            is_known = kind is not None and form.form in kind.forms and abs(form.factor) == 1
            way = (LENGTH if kind.is_length(form.form) else ANGLE) if kind is not None and is_known else None
            self._found.setdefault(form.parameter, set()).add(way)

    def of_subject(self, entry: RecordLine) -> Dimension | None:
        for role, number in entry.numbers:
            if role == "followed" and not isinstance(number, int):
                return ANGLE if number[1] in self._angular else LENGTH
            kind = "parameter" if role == "toleranced" else kind_of(role, number)
            if kind == "coordinate":
                return ANGLE if number in self._angular else LENGTH
            if kind == "parameter" and isinstance(number, int):
                return self._of_parameter(number)
            if kind == "input":
                return self.of_input(number)
        return None

    def of_input(self, number: int) -> Dimension | None:
        return self._of_parameter(self._deck.input_parameter(number))

    def _of_parameter(self, number: int) -> Dimension | None:
        found = self._found.get(number, set())
        return next(iter(found)) if len(found) == 1 else None
