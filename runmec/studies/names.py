"""What something is differentiated to: names of DEFINE and prescribed parameters, and how numbers of a deck follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.defining import defined_as
from ..deck.item import Item
from ..deck.model import Deck
from ..deck.nearest import nearest
from ..diagnostics import RunmecError
from .duals import Dual, evaluate

Floats = NDArray[Any]
Slopes = dict[tuple[str, int], Floats]  # (field, place in it or -1) -> derivatives, one a name


class NoSuchNumber(RunmecError):
    """Something that the deck neither defines nor prescribes."""


class Number(NamedTuple):
    """A name of DEFINE, or else a prescribed parameter."""

    name: str
    parameter: int = 0

    @property
    def is_parameter(self) -> bool:
        return self.parameter > 0


def number_of(deck: Deck, called: str | int) -> Number:
    """By the name of DEFINE, or by the number or name of a prescribed parameter."""
    text = str(called)
    define = defined_as(text, [define.name for define in deck.defines])
    if define is not None:
        return Number(define)
    found = deck.names.find("parameter", text)
    if found is None and text.isdigit():
        found = int(text)
    if found is None or not 1 <= found <= deck.prescribed:
        known = [*(d.name for d in deck.defines), *map(deck.names.parameter, range(1, deck.prescribed + 1))]
        near = nearest(text, known)
        remedy = f"did you mean `{near}`?" if near else f"known are {', '.join(known[:20])}"
        raise NoSuchNumber(f"`{text}` is neither a name of DEFINE nor a prescribed parameter; {remedy}")
    return Number("", found)


def spelt(deck: Deck, number: Number) -> str:
    return deck.names.parameter(number.parameter) if number.is_parameter else number.name


def defined(deck: Deck, numbers: Sequence[Number]) -> dict[str, Dual]:
    """Names of DEFINE with their derivatives; one that is calculated from others follows them."""
    found: dict[str, Dual] = {}
    for define in deck.defines:
        own = np.array([float(number.name == define.name) for number in numbers])
        source = next((expression for field, _, expression in define.open if field == "value"), None)
        if source is not None:
            own = own + evaluate(source.open, None, found, len(numbers)).by
        found[define.name] = Dual(define.value, own)
    return found


def slopes(item: Item, names: Mapping[str, Dual], count: int) -> Slopes:
    """How the values of a line change; only those that do."""
    found: Slopes = {}
    for field, at, expression in item.open:
        if expression.is_constant:
            by = evaluate(expression.open, None, names, count).by
            if np.any(by):
                found[field, at] = by
    return found
