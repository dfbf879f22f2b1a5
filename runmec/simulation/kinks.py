"""Ends of pieces: a step is cut where the first one is left; jumps on which the motion rests are held.

Dry friction is the example of the latter: `sign` of a velocity that is zero may take any value between −1 and 1,
and takes the one that keeps the velocity zero.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from . import dense, dop853, heun, radau
from .motion import rate
from .nodes import go_back
from .position import FINE
from .program import STUCK
from .steps import DOP853, HOLDS, NOT_CORRECTED, RADAU, TOLERANCE

RELEASED = 6
HELD = 1e-2  # of the tolerance: how far the argument of a held jump may be from zero
_CORRECTIONS = 8


def forget_gaps(S: Any, F: Any) -> None:
    for k in range(S.switches):
        F[S.low + k] = 0.0


def left_a_piece(S: Any, F: Any) -> bool:
    """At any time within the step."""
    for k in range(S.switches):
        if F[S.low + k] < 0.0:
            return True
    return False


def least_gap(S: Any, F: Any, I: Any, gaps: int) -> float:
    """Below zero where a piece was left, F[gaps:] being those of some position."""
    least = 1e300
    for k in range(S.switches):
        if I[S.mode + k] != STUCK:
            least = min(least, F[gaps + k])
    return least


def cut(S: Any, F: Any, I: Any, t: float, h: float, smallest: float) -> tuple[float, int, float]:
    """The step cut to where the first piece ends, just beyond it: its length, status and error.

    The end is found by trying shorter steps (regula falsi, Illinois): no interpolation comes in.
    """
    low, high = 0.0, h
    gap_low, gap_high = max(0.0, least_gap(S, F, I, S.node + S.gap - S.x)), least_gap(S, F, I, S.gap)
    halvings = 0
    while gap_high >= 0.0:  # left and entered again within the step
        go_back(S, F, I, 0)
        forget_gaps(S, F)
        high *= 0.5
        status, error = attempt(S, F, I, t, high)
        halvings += 1
        gap_high = least_gap(S, F, I, S.gap)
        if status != FINE or (gap_high >= 0.0 and (halvings > 4 or not left_a_piece(S, F))):
            return high, status, error
    for tries in range(80):
        if high - low <= smallest:
            break
        share = gap_low / (gap_low - gap_high) if tries % 3 < 2 else 0.5
        length = low + min(max(share, 1e-3), 1.0 - 1e-3) * (high - low)
        go_back(S, F, I, 0)
        status, error = attempt(S, F, I, t, length)
        if status != FINE:
            return length, status, error
        gap = least_gap(S, F, I, S.gap)
        if gap < 0.0:
            high, gap_high = length, gap
            gap_low *= 0.5
        else:
            low, gap_low = length, gap
            gap_high *= 0.5
    go_back(S, F, I, 0)
    status, error = attempt(S, F, I, t, high)
    return high, status, error


def hold_if_it_flips(S: Any, F: Any, I: Any, t: float, soon: float) -> None:
    """After a step that ended at a kink: a jump that is met twice within `soon` is one on which the motion rests."""
    which, least, gaps = -1, 0.0, S.node + S.gap - S.x
    for k in range(S.switches):
        if I[S.mode + k] != STUCK and F[gaps + k] < least:
            which, least = k, F[gaps + k]
    if which >= 0 and I[S.jumps + which] != 0 and I[S.flipped] == which and t - F[S.flipped_at] <= soon:
        I[S.mode + which] = STUCK
        F[S.held + which] = 0.0 if I[S.jumps + which] == 1 else 0.5
        if I[S.stuck] == 0:
            F[S.held_since] = t
        I[S.stuck] += 1
        I[S.counts + HOLDS] += 1
    I[S.flipped], F[S.flipped_at] = which, t


def attempt(S: Any, F: Any, I: Any, t: float, h: float) -> tuple[int, float]:
    """A step of length h by the method of the move; status and error in units of the tolerance."""
    if I[S.stuck] == 0:
        return _once(S, F, I, t, h)
    return _with_held_jumps(S, F, I, t, h)


def _once(S: Any, F: Any, I: Any, t: float, h: float) -> tuple[int, float]:
    tolerance, method = F[S.clock + TOLERANCE], I[S.method]
    if method == DOP853:
        return dop853.step(S, F, I, t, h, tolerance)
    if method == RADAU:
        return radau.step(S, F, I, t, h, tolerance)
    return heun.step(S, F, I, t, h, tolerance)


def _again(S: Any, F: Any, I: Any, t: float, h: float) -> tuple[int, float]:
    """The step with other values of held jumps, which the derivatives at its start know of too."""
    go_back(S, F, I, 0)
    status = rate(S, F, I, t, S.y, S.K)
    if status != FINE:
        return status, 0.0
    return _once(S, F, I, t, h)


def _with_held_jumps(S: Any, F: Any, I: Any, t: float, h: float) -> tuple[int, float]:
    """Values of the held jumps such that their arguments are zero at the end of the step: Newton by differences."""
    count = 0
    for k in range(S.switches):
        if I[S.mode + k] == STUCK:
            I[S.stuck_list + count] = k
            count += 1
    A, b = S.stuck_matrix, S.stuck_right
    change, before = 1e-3, 1e300
    for _ in range(_CORRECTIONS):
        status, error = _again(S, F, I, t, h)
        if status != FINE:
            return status, error
        missing = 0.0
        for i in range(count):
            F[b + i] = -F[S.gap + I[S.stuck_list + i]]
            missing = max(missing, abs(F[b + i]))
        if missing == 0.0 or missing > 0.3 * before:
            break  # rounding is all that is left, or nothing is gained
        before = missing
        for j in range(count):
            k = I[S.stuck_list + j]
            F[S.held + k] += change
            status, error = _again(S, F, I, t, h)
            F[S.held + k] -= change
            if status != FINE:
                return status, error
            for i in range(count):
                F[A + i * count + j] = (F[S.gap + I[S.stuck_list + i]] + F[b + i]) / change
        sign, _ = dense.factor(F, A, count, I, S.stuck_order)
        if sign == 0.0:
            return _released(S, F, I, I[S.stuck_list])
        dense.solve(F, A, count, I, S.stuck_order, b)
        for j in range(count):
            F[S.held + I[S.stuck_list + j]] += F[b + j]
    for j in range(count):
        k = I[S.stuck_list + j]
        lowest = -1.0 if I[S.jumps + k] == 1 else 0.0
        if not lowest <= F[S.held + k] <= 1.0:
            return _released(S, F, I, k)
    status, error = _again(S, F, I, t, h)
    if status == FINE:
        for j in range(count):
            if abs(F[S.gap + I[S.stuck_list + j]]) > HELD * F[S.clock + TOLERANCE]:
                return NOT_CORRECTED, error
    return status, error


def _released(S: Any, F: Any, I: Any, k: int) -> tuple[int, float]:
    """What held a jump is exhausted: it takes the side on which it was."""
    middle = 0.0 if I[S.jumps + k] == 1 else 0.5
    I[S.mode + k] = 1 if F[S.held + k] > middle else -1
    I[S.stuck] -= 1
    I[S.flipped] = -1
    return RELEASED, 0.0
