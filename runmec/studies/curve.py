"""A curve through the rows of a motion: polynomials of degree 7 between them, never across the end of a move.

A place on it is a row number with decimals, τ: 0 is the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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
        self._polynomials, self._away = _lagrange(wide), places - first - 0.5 * (wide - 1)
        self.weights, self.slopes = self._derived(0), self._derived(1)

    def value(self, history: Floats) -> Floats:
        """(…, rows) -> (…, places)."""
        return np.asarray(np.sum(history[..., self.rows] * self.weights, axis=-1))

    def slope(self, history: Floats) -> Floats:
        return np.asarray(np.sum(history[..., self.rows] * self.slopes, axis=-1))

    def bend(self, history: Floats) -> Floats:
        """Second derivatives."""
        return np.asarray(np.sum(history[..., self.rows] * self._derived(2), axis=-1))

    def _derived(self, order: int) -> Floats:
        """Weights (places, wide) of a derivative."""
        return np.asarray(
            self._away[:, None] ** np.arange(len(self._polynomials) - order) @ self._polynomials.of(order)
        )


class _Polynomials:
    """Lagrange's polynomials through `wide` rows, about their middle: coefficients (power, row)."""

    def __init__(self, wide: int) -> None:
        self._of = [np.linalg.inv(np.vander(np.arange(wide) - 0.5 * (wide - 1), increasing=True))]
        for _ in range(2):
            last = self._of[-1]
            self._of.append(last[1:] * np.arange(1, len(last))[:, None])

    def __len__(self) -> int:
        return len(self._of[0])

    def of(self, derivative: int) -> Floats:
        return self._of[derivative]


@cache
def _lagrange(wide: int) -> _Polynomials:
    return _Polynomials(wide)


def is_closed(x: Floats, y: Floats) -> bool:
    """Whether the curve ends where it begins."""
    size = max(float(np.ptp(x)), float(np.ptp(y)))
    return bool(np.hypot(x[-1] - x[0], y[-1] - y[0]) <= 1e-6 * size)
