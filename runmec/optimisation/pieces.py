"""Figures that are the largest (or least) of many rows: a search must know several of these pieces at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.study import Figure
from ..studies.duals import Dual, evaluate
from ..studies.figures import REDUCTIONS, Histories

Floats = NDArray[Any]
_EXTREMES = ("least", "most", "peak")
MOST = 24  # pieces at most: the largest ones


def pieces(figure: object, motion: Histories, defined: dict[str, Dual], sign: float) -> list[Dual]:
    """sign·figure as the largest of these; only itself where it is no such figure."""
    if not isinstance(figure, Figure):
        return []
    program = figure.expression.open or figure.expression.program
    extremes = [(at, name, buffer) for at, (name, buffer) in enumerate(program) if name in _EXTREMES]
    if len(extremes) != 1 or any(name == "span" for name, _ in program):
        return []
    _, extreme, buffer = extremes[0]
    history = motion.buffer(buffer)
    found = []
    with np.errstate(all="ignore"):
        for row, side in _turns(history.value, extreme):
            taken = history.row(row) if side > 0 else -history.row(row)

            def reduce(name: str, number: int, at: Dual | None, taken: Dual = taken) -> Dual:
                if name in _EXTREMES:
                    return taken
                here = motion.buffer(number)
                return here.row(int(at.value) - 1) if at is not None else REDUCTIONS[name](here, motion)

            value = evaluate(program, reduce, defined, motion.names)
            found.append(value if sign > 0 else -value)
    found.sort(key=lambda piece: -float(piece.value))
    return found[:MOST]


def _turns(history: Floats, extreme: str) -> list[tuple[int, int]]:
    """Rows at which a history turns, with its ends, upwards or downwards as the extreme asks."""
    found = []
    for side in {"least": (1,), "most": (1,), "peak": (1, -1)}[extreme]:
        upper = history * (-1.0 if extreme == "least" else side)
        beside = np.concatenate([[-np.inf], upper, [-np.inf]])
        rows = np.flatnonzero((upper >= beside[:-2]) & (upper >= beside[2:]))
        near = np.unique(np.clip(np.concatenate([rows - 1, rows, rows + 1]), 0, len(upper) - 1))
        found += [(int(row), side) for row in near]
    return found
