"""Heun's method as in 8.5.4: predict, correct until nothing changes, halve the step where that takes long.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from .motion import rate
from .position import FINE
from .steps import END, NOT_CORRECTED, allowed, watch

_CYCLES = 10


def step(S: Any, F: Any, I: Any, t: float, h: float, tolerance: float) -> tuple[int, float]:
    """From y at t to y1 at t + h; status and error in units of the tolerance."""
    n, free = S.n, S.free
    end = END * n
    for i in range(free):  # (8.30)
        a = F[S.K + free + i]
        F[S.y1 + free + i] = F[S.y + free + i] + h * a
        F[S.y1 + i] = F[S.y + i] + h * (F[S.y + free + i] + 0.5 * h * a)
    F[S.y1 + n - 1] = F[S.y + n - 1]
    for _ in range(_CYCLES):
        status = rate(S, F, I, t + h, S.y1, S.K + end)
        if status != FINE:
            return status, 0.0
        change = 0.0
        for i in range(free):  # (8.32)
            v = F[S.y + free + i] + 0.5 * h * (F[S.K + free + i] + F[S.K + end + free + i])
            e = F[S.y + i] + 0.5 * h * (F[S.y + free + i] + v)
            change = max(change, abs(v - F[S.y1 + free + i]) / allowed(v, v, tolerance))
            change = max(change, abs(e - F[S.y1 + i]) / allowed(e, e, tolerance))
            F[S.y1 + free + i], F[S.y1 + i] = v, e
        if change < 0.1:
            break
    else:
        return NOT_CORRECTED, 0.0
    status = rate(S, F, I, t + h, S.y1, S.K + end)
    if status != FINE:
        return status, 0.0
    watch(S, F, h)
    F[S.y1 + n - 1] = F[S.y + n - 1] + 0.5 * h * (F[S.K + n - 1] + F[S.K + end + n - 1])
    return FINE, _error(S, F, h, tolerance, free)


def _error(S: Any, F: Any, h: float, tolerance: float, free: int) -> float:
    """h³/12 of the third derivatives, from the accelerations of the last three positions.

    Where there is none before the start (memory[0] = 0), from the first differences: too large.
    """
    n, before = S.n, F[S.memory]
    end = END * n
    worst = 0.0
    for i in range(free):
        slope = (F[S.K + end + free + i] - F[S.K + free + i]) / h
        if before > 0.0:
            earlier = (F[S.K + free + i] - F[S.memory + 1 + i]) / before
            bend = 2.0 * (slope - earlier) / (h + before)
            velocity = abs(bend) * h * h * h / 12.0
        else:
            velocity = abs(slope) * h * h / 4.0
        worst = max(worst, velocity / allowed(F[S.y + free + i], F[S.y1 + free + i], tolerance))
        worst = max(worst, abs(slope) * h * h * h / 12.0 / allowed(F[S.y + i], F[S.y1 + i], tolerance))
    return worst


def remember(S: Any, F: Any, h: float) -> None:
    """After an accepted step: its length and the accelerations at its start."""
    F[S.memory] = h
    for i in range(S.free):
        F[S.memory + 1 + i] = F[S.K + S.free + i]
