"""Limits of figures as numbers that must not be below zero."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .problem import Problem, scale

Floats = NDArray[Any]


def limits_of(problem: Problem, figures: Floats, derived: bool = False) -> Floats:
    """(value − low)/scale and (high − value)/scale of every bound that there is; `derived`: of their derivatives."""
    found = []
    for limit in problem.limits:
        value = figures[limit.figure]
        if np.isfinite(limit.low):
            found.append((value - (0.0 if derived else limit.low)) / scale(limit.low))
        if np.isfinite(limit.high):
            found.append(((0.0 if derived else limit.high) - value) / scale(limit.high))
    return np.array(found)
