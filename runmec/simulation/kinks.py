"""Ends of pieces: a step is cut where the first one is left; then the next pieces are chosen.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from . import dop853, heun, radau
from .holding import decide, find_leaders, take
from .nodes import go_back
from .position import FINE
from .program import IDLE, STUCK
from .steps import BEGIN, CHATTERS, DOP853, FINAL, HOLDS, KINKS, RADAU, RECENT, TOLERANCE

# of `crossed`: a jump was met; met for the second time in no time, knowing positions only; was held until now
MET, MET_AGAIN, RELEASED = 1, 2, 3
_PASSES = 4
_SHORTER = 30  # shorter steps towards the first end of a piece that was seen
_MOST, _SOON = 500, 1e-3  # so many kinks in this part of a move are chatter


def forget_gaps(S: Any, F: Any) -> None:
    F[S.left_at] = 1e300
    for k in range(S.switches):
        F[S.low + k] = 0.0


def left_a_piece(S: Any, F: Any) -> bool:
    """At any time within the step."""
    for k in range(S.switches):
        if F[S.low + k] < 0.0:
            return True
    return False


def least_gap(S: Any, F: Any, gaps: int) -> float:
    """Below zero where a piece was left, F[gaps:] being those of some position."""
    least = 1e300
    for k in range(S.switches):
        least = min(least, F[gaps + k])
    return least


def cut(S: Any, F: Any, I: Any, t: float, h: float, smallest: float) -> tuple[float, int, float]:
    """The step cut to where the first piece ends, just beyond it: its length, status and error.

    The end is found by trying shorter steps (regula falsi, Illinois): no interpolation comes in. First to where a piece
    was seen to be left, which may have been entered again since.
    """
    low, high = 0.0, h
    gap_low, gap_high = max(0.0, least_gap(S, F, S.node + S.gap - S.x)), least_gap(S, F, S.gap)
    status, error = FINE, 0.0
    for _ in range(_SHORTER):
        seen = F[S.left_at]
        if gap_high < 0.0 and seen > high * (1.0 - 1e-9):
            break
        high = max(seen if seen < high * (1.0 - 1e-9) else 0.5 * high, 4.0 * smallest)
        go_back(S, F, I, 0)
        forget_gaps(S, F)
        status, error = attempt(S, F, I, t, high)
        gap_high = least_gap(S, F, S.gap)
        if status != FINE or (gap_high >= 0.0 and not left_a_piece(S, F)):
            return high, status, error
    if gap_high >= 0.0:
        return high, status, error
    went = 0
    for tries in range(80):
        if high - low <= smallest:
            break
        # just beyond the root and just before it in turn, so that the end closes in from both sides
        aim = low + gap_low / (gap_low - gap_high) * (high - low) + (0.4 if tries % 2 == 0 else -0.4) * smallest
        if tries % 4 == 3:
            aim = 0.5 * (low + high)
        length = min(max(aim, low + 0.3 * smallest), high - 0.3 * smallest)
        go_back(S, F, I, 0)
        status, error = attempt(S, F, I, t, length)
        if status != FINE:
            return length, status, error
        gap = least_gap(S, F, S.gap)
        if gap < 0.0:
            high, gap_high = length, gap
            gap_low *= 0.5 if went == 1 else 1.0
            went = 1
        else:
            low, gap_low = length, gap
            gap_high *= 0.5 if went == -1 else 1.0
            went = -1
    go_back(S, F, I, 0)
    status, error = attempt(S, F, I, t, high)
    return high, status, error


def note_kink(S: Any, F: Any, I: Any, t: float) -> int:
    """Counts a kink; CHATTERS where they come so fast that the motion would never end."""
    I[S.counts + KINKS] += 1
    if t - F[S.quiet_since] > _SOON * (F[S.clock + FINAL] - F[S.clock + BEGIN]):
        F[S.quiet_since] = t
        I[S.counts + RECENT] = 0
    I[S.counts + RECENT] += 1
    return CHATTERS if I[S.counts + RECENT] > _MOST else FINE


def note_crossings(S: Any, F: Any, I: Any, t: float, soon: float) -> None:
    """After a step that ended at a kink: which jumps were met there, and which are exhausted."""
    gaps = S.node + S.gap - S.x
    for k in range(S.switches):
        if I[S.jumps + k] == 0 or F[gaps + k] >= 0.0:
            continue
        if I[S.mode + k] == STUCK:
            _release(S, F, I, k)
        else:
            again = I[S.of_velocity + k] == 0 and t - F[S.met_at + k] <= soon
            I[S.crossed + k] = MET_AGAIN if again else MET
            F[S.met_at + k] = t


def _release(S: Any, F: Any, I: Any, k: int) -> None:
    """What held a jump is exhausted: it takes the side on which it was, and others may hold in its place."""
    I[S.stuck] -= 1
    for j in range(S.switches):
        if I[S.mode + j] == IDLE and I[S.leader + j] == k:
            F[S.held + j] = I[S.sense + j] * F[S.held + k]
            I[S.crossed + j] = RELEASED
        elif I[S.mode + j] == IDLE:
            I[S.mode + j] = 1
            I[S.crossed + j] = MET
    take(S, I, k, _side(S, F, k))
    I[S.crossed + k] = RELEASED


def _side(S: Any, F: Any, k: int) -> int:
    """The piece at which the held value of a jump is exhausted."""
    return 1 if F[S.held + k] > 0.0 else -1


def settle(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> int:
    """After pieces were chosen by value: jumps that were met, or whose arguments are zero, choose by what follows.

    Where one begins to hold, the others choose again: it may hold them too.
    """
    find_leaders(S, F, I, t)
    for _ in range(_PASSES):
        held = I[S.stuck]
        status = _choose(S, F, I, t, y, out)
        if status != FINE:
            return status
        if I[S.stuck] == held:
            break
    for k in range(S.switches):
        I[S.crossed + k] = 0
    return FINE


def _choose(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> int:
    """Every jump once; a piece that begins a rounding beyond its end is given as much slack."""
    for k in range(S.switches):
        leader = I[S.leader + k]
        if I[S.jumps + k] == 0 or I[S.mode + k] >= IDLE:
            continue
        if I[S.crossed + k] == RELEASED:
            I[S.mode + k] = _side(S, F, k)
        elif leader >= 0:
            I[S.mode + k] = IDLE if I[S.mode + leader] >= IDLE else I[S.mode + leader] * I[S.sense + k]
        elif I[S.crossed + k] > 0 or F[S.argument + k] == 0.0:
            held = I[S.stuck]
            I[S.derivative + k] = 2 if I[S.crossed + k] == MET_AGAIN else 1
            status = decide(S, F, I, t, y, out, k)
            if status != FINE:
                return status
            if I[S.stuck] > held:
                if held == 0:
                    F[S.held_since] = t
                I[S.counts + HOLDS] += 1
        else:
            continue
        if I[S.mode + k] < IDLE:
            _give_slack(S, F, I, k)
    return FINE


def _give_slack(S: Any, F: Any, I: Any, k: int) -> None:
    beyond = -I[S.mode + k] * F[S.argument + k]
    F[S.slack + k] = 2.0 * max(0.0, beyond) + 1e-6 * F[S.clock + TOLERANCE]


def attempt(S: Any, F: Any, I: Any, t: float, h: float) -> tuple[int, float]:
    """A step of length h by the method of the move; status and error in units of the tolerance."""
    tolerance, method = F[S.clock + TOLERANCE], I[S.method]
    if method == DOP853:
        return dop853.step(S, F, I, t, h, tolerance)
    if method == RADAU:
        return radau.step(S, F, I, t, h, tolerance)
    return heun.step(S, F, I, t, h, tolerance)
