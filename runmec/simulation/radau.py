"""Radau IIA of order 5, for stiff problems: three stages solved together by simplified Newton.

Unknown are the accelerations of the stages. With velocities and values integrated from them,
V = v + h·A·a and E = e + h·c·v + h²·A²·a, the systems are half as large as those of y.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from . import dense
from .motion import rate
from .position import FINE
from .steps import END, NOT_CORRECTED, RADAU_STAGES, allowed, watch

_CYCLES = 8
_UNKNOWN, _OLD = 0, 1  # states of the Jacobian
_ROOT = 6.0**0.5
_C = ((4.0 - _ROOT) / 10.0, (4.0 + _ROOT) / 10.0, 1.0)
_A = (
    ((88.0 - 7.0 * _ROOT) / 360.0, (296.0 - 169.0 * _ROOT) / 1800.0, (-2.0 + 3.0 * _ROOT) / 225.0),
    ((296.0 + 169.0 * _ROOT) / 1800.0, (88.0 + 7.0 * _ROOT) / 360.0, (-2.0 - 3.0 * _ROOT) / 225.0),
    ((16.0 - _ROOT) / 36.0, (16.0 + _ROOT) / 36.0, 1.0 / 9.0),
)
_MU = 3.0 + 3.0 ** (2.0 / 3.0) - 3.0 ** (1.0 / 3.0)  # the real eigenvalue of A⁻¹
_E = ((-13.0 - 7.0 * _ROOT) / 3.0, (-13.0 + 7.0 * _ROOT) / 3.0, -1.0 / 3.0)  # weights of the error


def _a(i: int, j: int) -> float:
    return _A[i][j]


def _a_squared(i: int, j: int) -> float:
    return _A[i][0] * _A[0][j] + _A[i][1] * _A[1][j] + _A[i][2] * _A[2][j]


def step(S: Any, F: Any, I: Any, t: float, h: float, tolerance: float) -> tuple[int, float]:
    """From y at t to y1 at t + h; status and error in units of the tolerance."""
    n, free = S.n, S.free
    status = NOT_CORRECTED
    if I[S.flags] == _OLD and _factor(S, F, I, free, h):
        _predict(S, F, I, free, h)
        status = _collocate(S, F, I, t, h, tolerance, free)
    if status == NOT_CORRECTED:
        status = _differentiate(S, F, I, t)
        if status != FINE:
            return status, 0.0
        if not _factor(S, F, I, free, h):
            return NOT_CORRECTED, 0.0
        _predict(S, F, I, free, h)
        status = _collocate(S, F, I, t, h, tolerance, free)
    if status != FINE:
        return status, 0.0
    for i in range(free):
        F[S.y1 + i], F[S.y1 + free + i] = _stage(S, F, i, 2, h, free)
    F[S.y1 + n - 1] = F[S.y + n - 1]
    for j in range(RADAU_STAGES):
        F[S.y1 + n - 1] += h * _a(2, j) * F[S.K + (1 + j) * n + n - 1]
    status = rate(S, F, I, t + h, S.y1, S.K + END * n)
    if status != FINE:
        return status, 0.0
    watch(S, F, h)
    return FINE, _error(S, F, I, h, tolerance, free)


def _stage(S: Any, F: Any, i: int, s: int, h: float, free: int) -> tuple[float, float]:
    """Value and velocity of free parameter i in stage s."""
    e = F[S.y + i] + h * _C[s] * F[S.y + free + i]
    v = F[S.y + free + i]
    for j in range(RADAU_STAGES):
        a = F[S.dense + j * free + i]
        e += h * h * _a_squared(s, j) * a
        v += h * _a(s, j) * a
    return e, v


def _predict(S: Any, F: Any, I: Any, free: int, h: float) -> None:
    """Accelerations of the stages, extrapolated from the last step or as at the start."""
    for i in range(free):
        for s in range(RADAU_STAGES):
            guess = F[S.K + free + i]
            if I[S.flags + 1] == 1:
                before = F[S.memory]
                guess = _through(F, S.memory + 1 + i, free, 1.0 + _C[s] * h / before)
            F[S.dense + s * free + i] = guess


def _through(F: Any, first: int, apart: int, u: float) -> float:
    """The parabola through the values of three stages, `apart` from each other, at the part u of their step."""
    total = 0.0
    for s in range(RADAU_STAGES):
        weight = 1.0
        for m in range(RADAU_STAGES):
            if m != s:
                weight *= (u - _C[m]) / (_C[s] - _C[m])
        total += weight * F[first + s * apart]
    return total


def _collocate(S: Any, F: Any, I: Any, t: float, h: float, tolerance: float, free: int) -> int:
    """Newton for the accelerations of the stages, in F; derivatives of the stages in K from place 1."""
    n = S.n
    wide = RADAU_STAGES * free
    before = -1.0
    for cycle in range(_CYCLES):
        for s in range(RADAU_STAGES):
            for i in range(free):
                F[S.trial + i], F[S.trial + free + i] = _stage(S, F, i, s, h, free)
            F[S.trial + n - 1] = F[S.y + n - 1]
            status = rate(S, F, I, t + _C[s] * h, S.trial, S.K + (1 + s) * n)
            if status != FINE:
                return status
            watch(S, F, _C[s] * h)
            for i in range(free):
                F[S.rhs + s * free + i] = F[S.K + (1 + s) * n + free + i] - F[S.dense + s * free + i]
        dense.solve(F, S.matrix, wide, I, S.pivots, S.rhs)
        size = 0.0
        for i in range(free):
            unit = allowed(F[S.y + free + i], F[S.y + free + i], tolerance)
            for s in range(RADAU_STAGES):
                F[S.dense + s * free + i] += F[S.rhs + s * free + i]
                change = abs(h * F[S.rhs + s * free + i]) / unit
                size = max(size, change)
                if not change < 1e300:
                    return NOT_CORRECTED
        if size < 1e-2 or (before > 0.0 and size * size / before < 1e-3 and size < before):
            I[S.flags] = _OLD if cycle < 4 else _UNKNOWN
            return FINE
        if before > 0.0 and size > 0.9 * before:
            break
        before = size
    return NOT_CORRECTED


def _differentiate(S: Any, F: Any, I: Any, t: float) -> int:
    """∂ε̈/∂ε and ∂ε̈/∂ε̇ by differences."""
    n, free = S.n, S.free
    for j in range(2 * free):
        for i in range(n):
            F[S.trial + i] = F[S.y + i]
        change = 1e-7 * max(1.0 if j >= free else 1e-2, abs(F[S.y + j]))
        F[S.trial + j] += change
        status = rate(S, F, I, t, S.trial, S.K + END * n)
        if status != FINE:
            return status
        for i in range(free):
            slope = (F[S.K + END * n + free + i] - F[S.K + free + i]) / change
            if j < free:
                F[S.jacobian + i * free + j] = slope
            else:
                F[S.jacobian + free * free + i * free + j - free] = slope
    return FINE


def _factor(S: Any, F: Any, I: Any, free: int, h: float) -> bool:
    """I − h·A⊗∂ε̈/∂ε̇ − h²·A²⊗∂ε̈/∂ε, and behind it the system of the error."""
    wide = RADAU_STAGES * free
    last = wide * wide
    for i in range(free):
        for j in range(free):
            e, v = F[S.jacobian + i * free + j], F[S.jacobian + free * free + i * free + j]
            same = 1.0 if i == j else 0.0
            for s in range(RADAU_STAGES):
                for m in range(RADAU_STAGES):
                    unit = same if s == m else 0.0
                    entry = unit - h * _a(s, m) * v - h * h * _a_squared(s, m) * e
                    F[S.matrix + (s * free + i) * wide + m * free + j] = entry
            F[S.matrix + last + i * free + j] = _MU / h * same - v - h / _MU * e
    sign, _ = dense.factor(F, S.matrix, wide, I, S.pivots)
    other, _ = dense.factor(F, S.matrix + last, free, I, S.pivots + wide)
    return bool(sign != 0.0 and other != 0.0)


def _error(S: Any, F: Any, I: Any, h: float, tolerance: float, free: int) -> float:
    """(μ/h − J)⁻¹(f + Σ Eᵢ Zᵢ/h), J that of y, eliminated to the velocities."""
    wide = RADAU_STAGES * free
    for i in range(free):
        right = F[S.K + free + i]
        left = F[S.y + free + i]
        for s in range(RADAU_STAGES):
            e, v = _stage(S, F, i, s, h, free)
            left += _E[s] * (e - F[S.y + i]) / h
            right += _E[s] * (v - F[S.y + free + i]) / h
        F[S.trial + i], F[S.rhs + i] = left, right
    for i in range(free):
        for j in range(free):
            F[S.rhs + i] += h / _MU * F[S.jacobian + i * free + j] * F[S.trial + j]
    dense.solve(F, S.matrix + wide * wide, free, I, S.pivots + wide, S.rhs)
    worst = 0.0
    for i in range(free):
        velocity = F[S.rhs + i]
        place = (F[S.trial + i] + velocity) * h / _MU
        worst = max(worst, abs(velocity) / allowed(F[S.y + free + i], F[S.y1 + free + i], tolerance))
        worst = max(worst, abs(place) / allowed(F[S.y + i], F[S.y1 + i], tolerance))
    return worst


def remember(S: Any, F: Any, I: Any, h: float) -> None:
    """After an accepted step: its length and the accelerations of its stages."""
    free = S.free
    F[S.memory] = h
    for i in range(RADAU_STAGES * free):
        F[S.memory + 1 + i] = F[S.dense + i]
    I[S.flags + 1] = 1


def row(S: Any, F: Any, h: float, u: float, out: int) -> None:
    """y at the part u of the step: the stages' parabola of acceleration, integrated exactly (Simpson)."""
    n, free = S.n, S.free
    for i in range(free):
        a0 = _through(F, S.dense + i, free, 0.0)
        a1 = _through(F, S.dense + i, free, 0.5 * u)
        a2 = _through(F, S.dense + i, free, u)
        d = u * h
        F[out + free + i] = F[S.y + free + i] + d / 6.0 * (a0 + 4.0 * a1 + a2)
        F[out + i] = F[S.y + i] + d * (F[S.y + free + i] + d / 6.0 * (a0 + 2.0 * a1))
    w0, w1, w2 = _power(S, F, 0.0), _power(S, F, 0.5 * u), _power(S, F, u)
    F[out + n - 1] = F[S.y + n - 1] + u * h / 6.0 * (w0 + 4.0 * w1 + w2)


def _power(S: Any, F: Any, u: float) -> float:
    """The cubic through the powers at the start and of the stages, at the part u of the step."""
    n = S.n
    at_start = F[S.K + n - 1] - _through(F, S.K + 2 * n - 1, n, 0.0)
    for c in _C:
        at_start *= (c - u) / c
    return _through(F, S.K + 2 * n - 1, n, u) + float(at_start)
