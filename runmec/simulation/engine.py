"""The loop of a simulation: step sizes, singular positions, kinks, output rows.

A step is refused where its error is too large, where a position lies too near to a singular one (so that steps
straddle it), or where Newton finds none; it is cut where a piece of an expression or spring ends.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from . import dop853, heun, radau
from .inside import look_inside
from .kinks import attempt, cut, forget_gaps, least_gap, left_a_piece, note_crossings, note_kink, settle
from .motion import rate
from .nodes import a_row_is_due, go_back, row_time, save, write_rows
from .position import FINE, TOO_NEAR
from .steps import (
    ACCEPTED,
    BEGIN,
    DOP853,
    END,
    FINAL,
    HEUN,
    METHOD,
    MOST_PASSAGES,
    NEXT_ROW,
    NOW,
    PASSAGES,
    RADAU,
    REASON,
    REFUSED_ERROR,
    REFUSED_POSITION,
    REFUSED_SINGULAR,
    ROW,
    STEP,
    TOLERANCE,
    TRIES,
    WHICH,
)

RUNNING, DONE, LOST_GRIP, FAILED = range(4)
APPROACH = 0.3  # the part of a group's quality at the start of a step down to which it may fall, if that is small
NEAR = 0.015  # quality of a group at which a position is refused, at most
OUTSIDE = 5.0  # times the quality that is refused: where steps may end
BETWEEN_STAGES = 0.06  # of what a group's quality changes in a step: fits between the stages of DOP853
GRIP = 20.0  # how fast a co-ordinate may move relative to a free parameter
SMALLEST = 1e-13  # step, in units of the time at the end of the move
SAFETY = 0.8
LONGEST, ROWS = 0.05, 4.0  # step of a motion with kinks, as a part of the move, and in rows
# beside a singular position shorter steps are tried up to the first number, longer ones up to the second; then stages,
# and after the third number also ends of steps, may come nearer
SHORTER, LONGER, PATIENCE = 12, 34, 70
_SHORTEN = 0.9
CROSSING = 30.0  # times the tolerance: still far less than what positions close to a singular one would cost


def begin(S: Any, F: Any, I: Any) -> int:
    """Evaluates the start: pieces chosen by value, derivatives known, no memory of steps before."""
    F[S.memory], I[S.flags], I[S.flags + 1] = 0.0, 0, 0
    for g in range(S.groups):
        F[S.least + g] = 0.0
    I[S.refresh] = 1
    status = rate(S, F, I, F[S.clock + NOW], S.y, S.K)
    I[S.refresh] = 0
    if S.switches > 0 and status == FINE:
        status = settle(S, F, I, F[S.clock + NOW], S.y, S.K)
        if status == FINE:
            status = rate(S, F, I, F[S.clock + NOW], S.y, S.K)
    save(S, F, 0)
    return status


def advance(S: Any, F: Any, I: Any, most: int) -> int:
    """At most so many steps from where the clock stands; an outcome."""
    clock, counts = S.clock, S.counts
    for _ in range(most):
        t, left = F[clock + NOW], F[clock + FINAL] - F[clock + NOW]
        smallest = SMALLEST * abs(F[clock + FINAL])
        if left <= smallest:
            return DONE
        h = _length(S, F, I, t, left)
        if h < smallest:
            return FAILED
        _set_least(S, F, I[counts + TRIES])
        forget_gaps(S, F)
        asked = h
        status, error = attempt(S, F, I, t, h)
        if _crosses(I[counts + TRIES]):
            error /= CROSSING
        if status == FINE and error <= 1.0:
            look_inside(S, F, I, t, h)
            if left_a_piece(S, F):
                h, status, error = cut(S, F, I, t, h, smallest)
        if status == FINE and _ends_too_near(S, F):
            status = TOO_NEAR
        kink = status == FINE and error <= 1.0 and least_gap(S, F, S.gap) < 0.0
        lost, moved = -1, False
        if status == FINE and error <= 1.0:
            save(S, F, 1)
            lost = _lost_grip(S, F)
            moved = I[S.method] == DOP853 and a_row_is_due(S, F, I, t + h)
            if moved:
                status = dop853.prepare_rows(S, F, I, t, h)
        if status != FINE or not error <= 1.0:
            _refuse(S, F, I, status, error, h)
            go_back(S, F, I, 0)
            continue
        _note_passages(S, F, I, t + h)
        moved = write_rows(S, F, I, t, h) or moved
        _next_length(S, F, I, h, error)
        _accept(S, F, I, h)
        if moved and not kink:
            go_back(S, F, I, 0)
        F[clock + NOW] = F[clock + FINAL] if h == left else t + h
        if kink:
            note_crossings(S, F, I, t + h, 1e4 * smallest)
            F[clock + STEP] = max(F[clock + STEP], 0.1 * asked)
            I[counts + REASON] = note_kink(S, F, I, t + h)
            if I[counts + REASON] == FINE:
                I[counts + REASON] = begin(S, F, I)
            if I[counts + REASON] != FINE:
                return FAILED
        if lost >= 0:
            I[counts + WHICH] = lost
            return LOST_GRIP
    return RUNNING


def _length(S: Any, F: Any, I: Any, t: float, left: float) -> float:
    """The step to be tried: as long as the last one allows, to the end of the move, Heun's to the next row.

    Beside a singular position shorter ones are tried first, of which one may straddle it. Where the method's steps
    are too short for that, one of DOP853 is to cross it. If all fails, positions closer to it are allowed.
    """
    tries = I[S.counts + TRIES]
    I[S.method] = DOP853 if _crosses(tries) else I[S.counts + METHOD]
    h = F[S.clock + STEP]
    if tries > LONGER:
        h = F[S.wish] * _SHORTEN ** (tries % SHORTER)
    elif tries > SHORTER:
        lengthen = 1.15 if I[S.counts + METHOD] == DOP853 else 1.35
        h = 0.3 * F[S.usual] * lengthen ** (tries - SHORTER - 1)
    elif tries > 0:
        h = F[S.wish] * _SHORTEN**tries
    h = min(h, left)
    if S.switches > 0:  # what is looked at within a step must not be too far apart
        h = min(h, LONGEST * (F[S.clock + FINAL] - F[S.clock + BEGIN]), ROWS * F[S.clock + ROW])
    if I[S.method] == HEUN and I[S.counts + NEXT_ROW] < S.rows_wanted:
        row = row_time(S, F, I[S.counts + NEXT_ROW]) - t
        if row > 0.0:
            h = max(row, 2.0 * SMALLEST * abs(F[S.clock + FINAL])) if h >= row else min(h, 0.5 * row)
    return float(left if left - h < 1e-3 * h else h)


def _crosses(tries: int) -> bool:
    """Whether a longer step of DOP853 is to cross a singular position."""
    return SHORTER < tries <= LONGER


def _order(method: int) -> float:
    """Of the error of one step."""
    if method == DOP853:
        return 8.0
    return 3.0 if method == HEUN else 4.0


def _set_least(S: Any, F: Any, tries: int) -> None:
    """How near to a singular position the stages of this step may come, and where it may end, group by group.

    What is refused must fit between two stages, so that it is measured by how far the group goes in a step, but not
    below where rounding costs more than the tolerance. A step that begins near may come somewhat nearer.
    """
    relax = 1.0 if tries <= LONGER else 0.8 ** (tries - LONGER)
    relax_end = 1.0 if tries <= PATIENCE else 0.8 ** (tries - PATIENCE)
    step, quality = F[S.clock + STEP], S.node + S.quality - S.x
    rounding = (2e-15 * step / F[S.clock + TOLERANCE]) ** (1.0 / 3.0)
    for g in range(S.groups):
        near = min(NEAR, max(rounding, BETWEEN_STAGES * F[S.pace + g] * step))
        here = F[quality + g]
        F[S.least + g] = relax * (near if here > OUTSIDE * near else min(near, APPROACH * here))
        F[S.least_end + g] = relax_end * min(OUTSIDE * near, here)


def _ends_too_near(S: Any, F: Any) -> bool:
    """Steps end well outside what is refused, so that the next one can straddle it."""
    quality = S.node + S.quality - S.x
    for g in range(S.groups):
        if F[S.quality + g] < F[S.least_end + g] and F[S.quality + g] < F[quality + g]:
            return True
    return False


def _refuse(S: Any, F: Any, I: Any, status: int, error: float, h: float) -> None:
    counts, step = S.counts, S.clock + STEP
    I[counts + REASON] = status
    if status == TOO_NEAR or _crosses(I[counts + TRIES]):
        I[counts + REFUSED_SINGULAR] += 1
        if I[counts + TRIES] == 0:
            F[S.wish] = h
        I[counts + TRIES] += 1
        return
    I[counts + TRIES] = 0
    if status == FINE:
        I[counts + REFUSED_ERROR] += 1
        I[S.refused] = 1
        shorter = SAFETY * error ** (-1.0 / _order(I[S.method])) if error < 1e300 else 0.2
        F[step] = h * (0.5 if I[S.method] == HEUN else max(0.2, shorter))
    else:
        I[counts + REFUSED_POSITION] += 1
        F[step] = 0.5 * h


def _next_length(S: Any, F: Any, I: Any, h: float, error: float) -> None:
    """After an accepted step; not longer than the one before where that was refused at first."""
    method, step = I[S.method], S.clock + STEP
    if I[S.counts + TRIES] > 0:
        F[step] = max(F[S.wish], 0.3 * F[S.usual])  # nothing was said against it but the place
        return
    most = 1.0 if I[S.refused] == 1 else 2.5 if method == DOP853 else 2.0
    grow = most if error == 0.0 else min(most, max(0.2, SAFETY * error ** (-1.0 / _order(method))))
    # a step that was cut, at the end of the move or at a row, says nothing against the longer one
    F[step] = max(F[step], h * grow) if h < 0.9 * F[step] and grow >= 1.0 else h * grow
    I[S.refused] = 0


def _accept(S: Any, F: Any, I: Any, h: float) -> None:
    """The end of the step becomes the start of the next."""
    I[S.counts + ACCEPTED] += 1
    I[S.counts + TRIES] = 0
    F[S.usual] = max(h, 0.95 * F[S.usual])
    if I[S.method] == HEUN:
        heun.remember(S, F, h)
    elif I[S.method] == RADAU:
        radau.remember(S, F, I, h)
    else:
        F[S.memory], I[S.flags + 1] = 0.0, 0
    for i in range(S.n):
        F[S.y + i] = F[S.y1 + i]
        F[S.K + i] = F[S.K + END * S.n + i]
    sign, quality = S.node + S.sign - S.x, S.node + S.quality - S.x
    for g in range(S.groups):
        change = F[sign + S.kept + g] * F[quality + S.kept + g] - F[sign + g] * F[quality + g]
        F[S.pace + g] = abs(change) / h
    for i in range(S.kept):
        F[S.node + i] = F[S.node + S.kept + i]


def _note_passages(S: Any, F: Any, I: Any, t: float) -> None:
    """Determinants of groups that have changed their sign; one passage, however many groups."""
    start, noted = S.node + S.sign - S.x, I[S.counts + PASSAGES]
    for g in range(S.groups):
        if F[start + g] * F[start + S.kept + g] < 0.0:
            if noted < MOST_PASSAGES:
                F[S.passage + 2 * noted] = t
                F[S.passage + 2 * noted + 1] = float(g)
            I[S.counts + PASSAGES] = noted + 1
            break


def _lost_grip(S: Any, F: Any) -> int:
    """The first free parameter against which a co-ordinate moves too fast, or −1."""
    for k in range(S.free):
        for i in range(S.nx):
            if abs(F[S.x1 + k * S.nx + i]) * F[S.free_scale + k] > GRIP * F[S.scale + i]:
                return k
    return -1
