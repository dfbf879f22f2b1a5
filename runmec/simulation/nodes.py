"""The mechanism at both ends of a step, and the output rows between them.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from ..sweep import hermite_weights
from . import dop853, radau
from .motion import given_value, rate
from .position import FINE, place
from .steps import BEGIN, DOP853, END, FINAL, HEUN, NEXT_ROW, ROW

POOR = 3e-4  # quality of a group at which an acceleration between the ends of a step is better than its own


def save(S: Any, F: Any, end: int) -> None:
    """Keeps the position in the workspace as the start (0) or the end (1) of a step."""
    for i in range(S.kept):
        F[S.node + end * S.kept + i] = F[S.x + i]


def go_back(S: Any, F: Any, I: Any, end: int) -> None:
    """The position at the start or the end of the step into the workspace again, its groups factored."""
    for i in range(S.kept):
        F[S.x + i] = F[S.node + end * S.kept + i]
    for g in range(S.groups):
        F[S.least + g] = 0.0
    place(S, F, I)


def row_time(S: Any, F: Any, row: int) -> float:
    """When an output row is due; rows are counted from 1."""
    return float(F[S.clock + BEGIN] + row * F[S.clock + ROW])


def a_row_is_due(S: Any, F: Any, I: Any, t: float) -> bool:
    """Whether a row lies at or before t; the last one when the move ends, whatever rounding says."""
    row = I[S.counts + NEXT_ROW]
    return bool(row <= S.rows_wanted and (row_time(S, F, row) <= t or t >= F[S.clock + FINAL]))


def write_rows(S: Any, F: Any, I: Any, t: float, h: float) -> bool:
    """Output rows within the step from t; whether the workspace was moved."""
    moved = False
    while a_row_is_due(S, F, I, t + h):
        row = I[S.counts + NEXT_ROW]
        u = (row_time(S, F, row) - t) / h
        if u > 1.0 - 1e-12 or I[S.method] == HEUN:  # whose steps end at rows
            _write(S, F, row - 1, S.node + S.kept, S.y1, S.K + END * S.n + S.free)
        else:
            moved = True
            _interpolate(S, F, I, t, h, u)
            _write(S, F, row - 1, S.x, S.trial, S.spare + S.free)
        I[S.counts + NEXT_ROW] += 1
    return moved


def _write(S: Any, F: Any, row: int, kept: int, y: int, acceleration: int) -> None:
    for i in range(S.nx):
        F[S.row_x + row * S.nx + i] = F[kept + i]
    for i in range(S.na):
        F[S.row_angle + row * S.na + i] = F[kept + S.angle - S.x + i]
    for i in range(S.n):
        F[S.row_y + row * S.n + i] = F[y + i]
    for i in range(S.free):
        F[S.row_acceleration + row * S.free + i] = F[acceleration + i]
    for i in range(S.forces):
        F[S.row_force + row * S.forces + i] = F[kept + S.force_value - S.x + i]


def _interpolate(S: Any, F: Any, I: Any, t: float, h: float, u: float) -> None:
    """A row inside the step: y from the integrator, its position from both ends, its acceleration evaluated.

    Where the position is so near to a singular one that it cannot be corrected, the interpolated one stays,
    and so does the acceleration between the ends.
    """
    if I[S.method] == DOP853:
        dop853.row(S, F, u, S.trial)
    else:
        radau.row(S, F, h, u, S.trial)
    _hermite(S, F, h, u)
    angle = S.node + S.angle - S.x
    for i in range(S.na):
        F[S.angle + i] = F[angle + i] + u * (F[angle + S.kept + i] - F[angle + i])
    for g in range(S.groups):
        F[S.least + g] = 0.0
    # the position is there already, nothing is left to predict
    for k in range(S.free):
        F[S.wanted + I[S.free_row + k]] = F[S.trial + k]
    for k in range(S.given_count):
        F[S.wanted + I[S.given_row + k]] = given_value(S, F, k, t + u * h)
    status = rate(S, F, I, t + u * h, S.trial, S.spare)
    worst = 1.0
    for g in range(S.groups):
        worst = min(worst, F[S.quality + g])
    if status != FINE:
        _hermite(S, F, h, u)
    if status != FINE or worst < POOR:
        start, end = S.K + S.free, S.K + END * S.n + S.free
        for i in range(S.free):
            F[S.spare + S.free + i] = (1.0 - u) * F[start + i] + u * F[end + i]


def _hermite(S: Any, F: Any, h: float, u: float) -> None:
    """Co-ordinates inside the step, from positions, velocities and accelerations at its ends."""
    c0, c1, c2, c3, c4 = hermite_weights(u)
    for i in range(S.nx):
        x0, x1 = S.node + i, S.node + S.kept + i
        v, a = S.v - S.x, S.a - S.x
        slopes = c0 * F[x0 + v] + c3 * F[x1 + v]
        bends = c1 * F[x0 + a] + c4 * F[x1 + a]
        F[S.x + i] = F[x0] + c2 * (F[x1] - F[x0]) + h * (slopes + h * bends)
        F[S.x_rest + i] = 0.0
