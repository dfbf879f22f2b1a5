"""The functions of expressions on plain numbers; what has no number raises NoNumber."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from ..laws.free_spline import free_spline


class NoNumber(ArithmeticError):
    """1/0, the root of a negative number, an overflow."""


def _sign(u: float) -> float:
    return math.copysign(1.0, u) if u else 0.0


_FUNCTIONS: dict[str, Callable[..., float]] = {
    "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b, "power": math.pow, "negate": lambda a: -a,
    "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin, "acos": math.acos, "atan": math.atan,
    "atan2": math.atan2, "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "abs": abs, "sign": _sign,
    "step": lambda u: float(u >= 0), "min": min, "max": max,
}  # fmt: skip


def apply(name: str, arguments: Sequence[float]) -> float:
    """A function of its arguments; infinite only where an argument is."""
    try:
        value = _FUNCTIONS[name](*arguments)
    except (ValueError, ArithmeticError):
        raise NoNumber(name) from None
    if math.isnan(value) or (math.isinf(value) and not any(map(math.isinf, arguments))):
        raise NoNumber(name)
    return value


def interpolated(u: float, us: Sequence[float], ys: Sequence[float]) -> float:
    """Linear between the points, constant outside."""
    at = bisect_right(us, u)
    if at == 0:
        return ys[0]
    if at == len(us):
        return ys[-1]
    slope = (ys[at] - ys[at - 1]) / (us[at] - us[at - 1])
    return slope * (u - us[at - 1]) + ys[at - 1]


@lru_cache(maxsize=32)
def cubic(us: tuple[float, ...], ys: tuple[float, ...]) -> Any:
    """The smooth curve through points."""
    return free_spline(us, ys)


def smooth(u: Any, us: tuple[float, ...], ys: tuple[float, ...]) -> Any:
    """The same, constant outside the points; of a number or an array."""
    import numpy as np

    return cubic(us, ys)(np.clip(u, us[0], us[-1]))


#: functions through points, of a number
THROUGH: dict[str, Callable[..., float]] = {
    "table": interpolated,
    "curve": lambda u, us, ys: float(smooth(u, us, ys)),
}
