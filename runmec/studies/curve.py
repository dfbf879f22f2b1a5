"""A curve through the rows of a motion: polynomials of degree 7 between them, never across the end of a move.

A place on it is a row number with decimals, τ: 0 is the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
_WIDE = 8  # rows that a polynomial goes through, if the move has as many


class Stencil:
    """Which rows a place is calculated from, and with which weights: value and derivative to τ are sums."""

    def __init__(self, places: Floats, ends: Sequence[int]) -> None:
        """`ends` are the last rows of the moves, the start row first."""
        marks = np.asarray(ends)
        move = np.clip(np.searchsorted(marks, np.floor(places), side="right"), 1, len(marks) - 1)
        begin, end = marks[move - 1], marks[move]
        wide = int(min(_WIDE, np.min(end - begin) + 1))
        first = np.clip(np.floor(places).astype(int) - (wide - 1) // 2, begin, end - wide + 1)
        self.rows = first[:, None] + np.arange(wide)
        self.weights, self.slopes = _lagrange(places - first, wide)

    def value(self, history: Floats) -> Floats:
        """(…, rows) -> (…, places)."""
        return np.asarray(np.sum(history[..., self.rows] * self.weights, axis=-1))

    def slope(self, history: Floats) -> Floats:
        return np.asarray(np.sum(history[..., self.rows] * self.slopes, axis=-1))


def _lagrange(z: Floats, wide: int) -> tuple[Floats, Floats]:
    """Weights (places, wide) of nodes 0 … wide − 1 at z, and their derivatives."""
    value, slope = np.ones((len(z), wide)), np.zeros((len(z), wide))
    for j in range(wide):
        for k in range(wide):
            if k != j:
                slope[:, j] = (slope[:, j] * (z - k) + value[:, j]) / (j - k)
                value[:, j] *= (z - k) / (j - k)
    return value, slope


def is_closed(x: Floats, y: Floats) -> bool:
    """Whether the curve ends where it begins."""
    size = max(float(np.ptp(x)), float(np.ptp(y)))
    return bool(np.hypot(x[-1] - x[0], y[-1] - y[0]) <= 1e-6 * size)
