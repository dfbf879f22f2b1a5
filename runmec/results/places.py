"""Rows of a run in words: `positions 12 … 15 (cam.angb 30° … 40°)`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isfinite, isinf

from ..deck.model import Store
from ..engine.columns import Column
from .findings import input_text
from .result import Result

_SHOWN = 3


def runs(chosen: Sequence[bool]) -> list[tuple[int, int]]:
    """First and last row of every run of rows that are chosen."""
    alike = [list(rows) for _, rows in groupby(range(len(chosen)), key=lambda row: bool(chosen[row]))]
    return [(rows[0], rows[-1]) for rows in alike if chosen[rows[0]]]


def without_number(store: Store, history: Column) -> list[bool]:
    """In which rows a buffer holds nan or inf; of quantities that need not have a value everywhere inf alone."""
    return [isinf(value) if store.kind.missing else not isfinite(value) for value in history]


def told(result: Result, chosen: Sequence[bool]) -> str:
    """The rows that are chosen, the first few runs of them."""
    found = runs(chosen)
    shown = ", ".join(_run(result, first, last) for first, last in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} ranges more" if len(found) > _SHOWN else ""
    single = len(found) == 1 and found[0][0] == found[0][1]
    return f"position{'s' * (not single)} {shown}{more}"


def _run(result: Result, first: int, last: int) -> str:
    positions = f"{first + 1}" if first == last else f"{first + 1} … {last + 1}"
    ends = [at_input(result, row) for row in ((first,) if first == last else (first, last))]
    return f"{positions} ({' … '.join(ends)})" if ends[0] else positions


def at_input(result: Result, row: int, name: bool = False) -> str:
    """The only input at a row, or the time."""
    if result.deck.inputs == 1:
        value = input_text(result.mechanism, 1, result.positions.input(0)[row], 4)
        return f"{result.deck.names.inputs.get(1) or 'input'} {value}" if name else value
    clock = result.positions.clock
    return f"t = {clock[row]:.4g}" if clock[-1] > 0 else ""
