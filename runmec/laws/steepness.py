"""Whether a spline through points can be calculated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

_STEEPEST = 1e200  # slope between two points: twice differentiated, it is still a number


def too_steep(values: Sequence[float]) -> int | None:
    """Which of the values u1 y1 u2 y2 …, whose u rise, is the first y that cannot be reached from the one before."""
    points = list(zip(values[::2], values[1::2], strict=False))
    for number, ((u, y), (next_u, next_y)) in enumerate(pairwise(points), start=1):
        if not abs(next_y - y) < _STEEPEST * (next_u - u):
            return 2 * number + 1
    return None
