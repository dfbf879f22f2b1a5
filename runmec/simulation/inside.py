"""Between the ends of a step: a piece may be left and entered again while no evaluation looks.

Expressions and springs are sampled along the step, with the state at its end carried back by velocities and
accelerations, and at the lowest points between samples. Jumps that are held have no argument to be sampled: what is
left of their range is found by whole evaluations.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from .holding import accelerations_of_parameters
from .loads import spring_gaps
from .motion import rate
from .nodes import go_back, save
from .position import FINE
from .program import value
from .steps import END, TOLERANCE, watch

_SAMPLES, _REFINED, _EVALUATED = 16, 4, 7
_SHALLOW = 1e-3  # of the tolerance: not seen as left


def look_inside(S: Any, F: Any, I: Any, t: float, h: float) -> None:
    """Notes pieces that were left within the step from t, whose end is in the workspace."""
    if S.switches == 0:
        return
    gaps, old, last = S.sampled, S.sampled + S.switches, S.sampled + 2 * S.switches
    missed, start = S.sampled + 4 * S.switches, S.node + S.gap - S.x
    for k in range(S.switches):
        F[gaps + k] = F[S.gap + k]
        F[missed + k] = 0.0
    accelerations_of_parameters(S, F, I, S.K + END * S.n)
    _sample(S, F, I, t, h, 0.0)
    for k in range(S.switches):
        F[missed + k] = F[start + k] - F[S.gap + k]
    for j in range(_SAMPLES + 1):
        at = h * j / _SAMPLES
        _sample(S, F, I, t, h, at)
        for k in range(S.switches):
            F[S.sampled + 3 * S.switches + k] = F[S.gap + k]
        for k in range(S.switches):
            now = F[S.sampled + 3 * S.switches + k]
            if j >= 2 and F[old + k] + now > 2.0 * F[last + k] and min(F[old + k], F[last + k], now) >= 0.0:
                _descend(S, F, I, t, h, at - h / _SAMPLES, k, F[old + k], F[last + k], now)
            F[old + k], F[last + k] = F[last + k], now
    for k in range(S.switches):
        F[S.gap + k] = F[gaps + k]
    if I[S.stuck] > 0:
        _evaluate(S, F, I, t, h)


def _sample(S: Any, F: Any, I: Any, t: float, h: float, at: float) -> None:
    """Gaps of all pieces so long after the start of the step."""
    F[S.shift] = at - h
    for which in range(S.programs):
        value(S, F, I, which, t + h)
    spring_gaps(S, F, I)
    F[S.shift] = 0.0
    back = (h - at) / h
    for k in range(S.switches):
        # what the extrapolation misses at the start is known: it grows with the square or cube of the time
        F[S.gap + k] += F[S.sampled + 4 * S.switches + k] * back * back * (1.0 if I[S.of_velocity + k] == 1 else back)
        if I[S.jumps + k] == 1 and abs(F[S.gap + k]) < _SHALLOW * F[S.clock + TOLERANCE]:
            F[S.gap + k] = 0.0
    if at > 0.0:
        watch(S, F, at)


def _descend(S: Any, F: Any, I: Any, t: float, h: float, at: float, k: int, a: float, b: float, c: float) -> None:
    """To the lowest gap of piece k about `at`, by parabolas through three points, until it is found to be left."""
    left, middle, right = at - h / _SAMPLES, at, at + h / _SAMPLES
    for _ in range(_REFINED):
        p, q = (middle - left) * (b - c), (middle - right) * (b - a)
        if p == q:
            return
        lowest = middle - 0.5 * ((middle - left) * p - (middle - right) * q) / (p - q)
        if not left < lowest < right or lowest == middle:
            return
        _sample(S, F, I, t, h, lowest)
        found = F[S.gap + k]
        if found < 0.0:
            return
        if lowest < middle:
            right, c = middle, b
        else:
            left, a = middle, b
        middle, b = lowest, found


def _evaluate(S: Any, F: Any, I: Any, t: float, h: float) -> None:
    """What is left of the ranges of held jumps, at some places of the step."""
    save(S, F, 1)
    n = S.n
    for j in range(1, _EVALUATED + 1):
        u = j / (_EVALUATED + 1.0)
        up, down = u * u * (3.0 - 2.0 * u), h * u * (1.0 - u)
        for i in range(n):  # the cubic through both ends
            slopes = (1.0 - u) * F[S.K + i] - u * F[S.K + END * n + i]
            F[S.trial + i] = F[S.y + i] + up * (F[S.y1 + i] - F[S.y + i]) + down * slopes
        if rate(S, F, I, t + u * h, S.trial, S.spare) == FINE:
            watch(S, F, u * h)
    go_back(S, F, I, 1)
