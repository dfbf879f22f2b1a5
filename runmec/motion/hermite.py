"""The cubic through two values with their slopes."""

from __future__ import annotations


def at_value(a: float, slope_a: float, b: float, slope_b: float, value: float) -> float:
    """The part u of the way from a to b, 0 … 1, at which the cubic has a value that lies between them; by halving."""
    low, high = 0.0, 1.0
    rises = b >= a
    for _ in range(60):
        u = 0.5 * (low + high)
        w = 1.0 - u
        here = w * w * (a * (1.0 + 2.0 * u) + slope_a * u) + u * u * (b * (1.0 + 2.0 * w) - slope_b * w)
        if (here < value) == rises:
            low = u
        else:
            high = u
    return 0.5 * (low + high)
