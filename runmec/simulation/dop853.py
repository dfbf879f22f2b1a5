"""DOP853: explicit Runge–Kutta of order 8 with error control and interpolation of order 7.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from .motion import rate
from .position import FINE
from .steps import END, allowed, watch

STAGES = 16


def step(S: Any, F: Any, I: Any, t: float, h: float, tolerance: float) -> tuple[int, float]:
    """From y at t to y1 at t + h; status and error in units of the tolerance."""
    n = S.n
    for s in range(1, END + 1):
        _combine(S, F, I, s, h, S.y1)
        status = rate(S, F, I, t + F[S.stage_time + s] * h, S.y1, S.K + s * n)
        if status != FINE:
            return status, 0.0
        watch(S, F, F[S.stage_time + s] * h)
    fifth, third = 0.0, 0.0
    for i in range(n - 1):
        e5, e3 = 0.0, 0.0
        for k in range(I[S.sum_first + STAGES], I[S.sum_first + STAGES + 1]):
            e5 += F[S.sum_weight + k] * F[S.K + I[S.sum_stage + k] * n + i]
        for k in range(I[S.sum_first + STAGES + 1], I[S.sum_first + STAGES + 2]):
            e3 += F[S.sum_weight + k] * F[S.K + I[S.sum_stage + k] * n + i]
        unit = allowed(F[S.y + i], F[S.y1 + i], tolerance)
        fifth, third = max(fifth, abs(e5) / unit), max(third, abs(e3) / unit)
    if fifth == 0.0:
        return FINE, 0.0
    ratio = third / fifth
    return FINE, h * fifth / (1.0 + 0.01 * ratio * ratio) ** 0.5


def prepare_rows(S: Any, F: Any, I: Any, t: float, h: float) -> int:
    """What `row` needs: three stages more, whose positions may be refused like any other."""
    n = S.n
    for s in range(END + 1, STAGES):
        _combine(S, F, I, s, h, S.trial)
        status = rate(S, F, I, t + F[S.stage_time + s] * h, S.trial, S.K + s * n)
        if status != FINE:
            return status
    for i in range(n):
        F0 = F[S.y1 + i] - F[S.y + i]
        F[S.dense + i] = F0
        F[S.dense + n + i] = h * F[S.K + i] - F0
        F[S.dense + 2 * n + i] = 2.0 * F0 - h * (F[S.K + END * n + i] + F[S.K + i])
        for m in range(4):
            total = 0.0
            for k in range(I[S.sum_first + STAGES + 2 + m], I[S.sum_first + STAGES + 3 + m]):
                total += F[S.sum_weight + k] * F[S.K + I[S.sum_stage + k] * n + i]
            F[S.dense + (3 + m) * n + i] = h * total
    return FINE


def row(S: Any, F: Any, u: float, out: int) -> None:
    """y at the part u of the step."""
    n = S.n
    for i in range(n):
        total = 0.0
        for m in range(6, -1, -1):
            total = (total + F[S.dense + m * n + i]) * (u if m % 2 == 0 else 1.0 - u)
        F[out + i] = F[S.y + i] + total


def _combine(S: Any, F: Any, I: Any, s: int, h: float, out: int) -> None:
    """y + h·Σ a_sj K_j."""
    n = S.n
    for i in range(n):
        F[out + i] = 0.0
    for k in range(I[S.sum_first + s], I[S.sum_first + s + 1]):
        weight, at = h * F[S.sum_weight + k], I[S.sum_stage + k] * n
        for i in range(n):
            F[out + i] += weight * F[S.K + at + i]
    for i in range(n):
        F[out + i] += F[S.y + i]
