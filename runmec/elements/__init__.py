"""The elements' formulas, each written once.

A formula is plain arithmetic on co-ordinates that it unpacks in its first line. Called with floats
it serves one element at one position, called with arrays all elements of a kind and all positions.
It knows no numbers of elements, no loops and no time.

    deform(x)        -> e, D    form parameters and their derivatives to the co-ordinates
    second(x, v, w)  -> g       second derivatives in directions v and w: (∂D/∂x·v)·w

Forms stand in the order of deck/kinds.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from . import bar, beam, ternary


class Formulas(NamedTuple):
    deform: Callable[[Any], tuple[Any, Any]]
    second: Callable[[Any, Any, Any], Any]


FORMULAS: dict[str, Formulas] = {
    "BIN": Formulas(bar.deform, bar.second),
    "TR1": Formulas(ternary.deform_1, ternary.second_1),
    "TR2": Formulas(ternary.deform_2, ternary.second_2),
    "HBEAM": Formulas(beam.deform_half, beam.second_half),
    "BEAM": Formulas(beam.deform, beam.second),
}
