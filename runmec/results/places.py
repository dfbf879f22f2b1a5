"""Rows of a run in words: `positions 12 … 15 (cam.angb 30° … 40°)`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .findings import input_text
from .result import Result

_SHOWN = 3


def runs(chosen: NDArray[Any]) -> list[tuple[int, int]]:
    """First and last row of every run of rows that are chosen."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], chosen.astype(int), [0]])))
    return [(int(first), int(last) - 1) for first, last in zip(edges[::2], edges[1::2], strict=True)]


def told(result: Result, chosen: NDArray[Any]) -> str:
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
        value = input_text(result.mechanism, 1, float(result.positions.inputs[0, row]), 4)
        return f"{result.deck.names.inputs.get(1) or 'input'} {value}" if name else value
    return f"t = {result.time[row]:.4g}" if result.time[-1] > 0 else ""
