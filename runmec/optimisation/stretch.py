"""Names as a search moves them: by ratios where bounds are positive and far apart, else by differences."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
_WIDE = 8.0  # ratio of bounds from which on a name is moved by ratios


class Stretch:
    """x to s and back: s is ln x for the wide names, x for the others."""

    def __init__(self, low: Floats, high: Floats, bounded: Floats) -> None:
        """Names that are not `bounded` have no ends at all."""
        self.wide = (low > 0) & (high > _WIDE * low) & bounded
        self.span = self.stretched(high) - self.stretched(low)
        self.span[self.span == 0] = 1.0
        self.names_low, self.names_high = np.where(bounded, low, -np.inf), np.where(bounded, high, np.inf)
        self.low, self.high = self.stretched(self.names_low), self.stretched(self.names_high)

    def stretched(self, x: Floats) -> Floats:
        return np.where(self.wide, np.log(np.where(self.wide, x, 1.0)), x)

    def names(self, s: Floats) -> Floats:
        x = np.where(self.wide, np.exp(np.where(self.wide, s, 0.0)), s)
        return np.asarray(np.clip(x, self.names_low, self.names_high))

    def slopes(self, x: Floats) -> Floats:
        """dx/ds"""
        return np.where(self.wide, x, 1.0)
