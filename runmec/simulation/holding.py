"""Jumps on which the motion rests: dry friction holds what it can, any value between its two sides.

While `sign` or `step` is held, its value is such that its argument does not change: the argument's rate depends on
it linearly, through the accelerations. What is left of its range is its *gap*, so that the integrator steps exactly to
where it is exhausted, as to any end of a piece. Whether a jump that is met will be held is decided by the rates of its
argument on either side (Filippov): both lead back to it, or one leads away.

An argument that knows positions only has a rate that does not depend on accelerations. Where such a jump is met again
and again in no time, the rate of its rate is taken instead.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from . import dense
from .acceleration import accelerate
from .position import FINE, curvature
from .program import IDLE, STUCK, value
from .tables import WIDE

_SMALL, _LARGER = 1e-5, 1e-3  # shifts of time for first and second differences
_NOISE, _ROUNDING = 1e-9, 1e-15  # of accelerations, and of what is differentiated
_CYCLES = 60  # of a held value that enters its force not linearly
_RESTS, _NEARLY = 1e-10, 1e-7  # the part of a rate that is rest; and where it does not become smaller
UNDECIDABLE = 6


def hold(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> tuple[int, float]:
    """Accelerations with the values of all held jumps that keep their arguments; status and power."""
    count = 0
    for k in range(S.switches):
        if I[S.mode + k] == STUCK:
            I[S.stuck_list + count] = k
            F[S.held + k] = 0.0
            count += 1
    status, power = accelerate(S, F, I, t, y, out)
    if status != FINE:
        return status, power
    A, b = S.stuck_matrix, S.stuck_right
    size = 0.0
    for i in range(count):
        F[b + i] = -change(S, F, I, t, out, I[S.stuck_list + i])
        size = max(size, abs(F[b + i]))
    for j in range(count):
        F[S.held + I[S.stuck_list + j]] = 1.0
        accelerate(S, F, I, t, y, out)
        F[S.held + I[S.stuck_list + j]] = 0.0
        for i in range(count):
            F[A + i * count + j] = change(S, F, I, t, out, I[S.stuck_list + i]) + F[b + i]
            size = max(size, abs(F[A + i * count + j]))
    sign, _ = dense.factor(F, A, count, I, S.stuck_order)
    if sign == 0.0:
        return UNDECIDABLE, power
    before = size
    for _ in range(_CYCLES):
        dense.solve(F, A, count, I, S.stuck_order, b)
        for j in range(count):
            F[S.held + I[S.stuck_list + j]] += F[b + j]
        status, power = accelerate(S, F, I, t, y, out)
        left = 0.0
        for i in range(count):
            F[b + i] = -change(S, F, I, t, out, I[S.stuck_list + i])
            left = max(left, abs(F[b + i]))
        if left <= _RESTS * size or (left <= _NEARLY * size and left > 0.5 * before):
            break
        before = left
    else:
        return UNDECIDABLE, power
    for j in range(count):
        held = F[S.held + I[S.stuck_list + j]]
        F[S.gap + I[S.stuck_list + j]] = min(held + 1.0, 1.0 - held)
    return status, power


def change(S: Any, F: Any, I: Any, t: float, out: int, k: int) -> float:
    """How the argument of jump k changes by the accelerations in the workspace: its rate, or the rate of its rate."""
    accelerations_of_parameters(S, F, I, out)
    shift = _SMALL if I[S.derivative + k] == 1 else _LARGER
    ahead, behind = _argument(S, F, I, t, k, shift), _argument(S, F, I, t, k, -shift)
    here = _argument(S, F, I, t, k, 0.0)
    if I[S.derivative + k] == 1:
        return (ahead - behind) / (2.0 * shift)
    return (ahead - 2.0 * here + behind) / (shift * shift)


def _argument(S: Any, F: Any, I: Any, t: float, k: int, shift: float) -> float:
    F[S.shift] = shift
    value(S, F, I, I[S.program_of + k], t)
    F[S.shift] = 0.0
    return float(F[S.argument + k])


def accelerations_of_parameters(S: Any, F: Any, I: Any, out: int) -> None:
    """d²ε/dt² of all parameters: those of the free ones from F[out:]."""
    for row in range(S.ne):
        F[S.dde + row] = 0.0
    for k in range(S.free):
        F[S.dde + I[S.free_row + k]] = F[out + S.free + k]
    for k in range(S.given_count):
        F[S.dde + I[S.given_row + k]] = F[S.given + 3 * k + 2]
    for use in range(S.uses, S.all_uses):  # dependent parameters
        j, row = WIDE * use, I[S.row + use]
        F[S.dde + row] += F[S.factor + use] * curvature(S, F, I, I[S.code + use], S.v, S.dof + j)
        for place in range(j, j + I[S.count + use]):
            F[S.dde + row] += F[S.D + place] * F[S.a + I[S.dof + place]]


def decide(S: Any, F: Any, I: Any, t: float, y: int, out: int, k: int) -> int:
    """Which piece a jump takes whose argument is zero, at the position in the workspace; a status."""
    before = I[S.mode + k]
    status, above, below, noise = _both_sides(S, F, I, t, y, out, k)
    at_rest = abs(above) <= noise and abs(below) <= noise
    if status == FINE and at_rest and I[S.of_velocity + k] == 0 and I[S.derivative + k] == 1 and I[S.stuck] == 0:
        I[S.derivative + k] = 2
        status, above, below, noise = _both_sides(S, F, I, t, y, out, k)
    if status != FINE:
        return status
    if I[S.feeds + k] == 1 and (I[S.of_velocity + k] == 1 or I[S.derivative + k] == 2):
        return UNDECIDABLE  # what follows on either side depends on other pieces
    if below > noise and above < -noise:
        I[S.mode + k] = STUCK
        I[S.stuck] += 1
    elif abs(above) <= noise and abs(below) <= noise and I[S.stuck] > 0:
        I[S.mode + k] = IDLE  # another jump holds it already
    elif above > 0.0 and below > 0.0:
        I[S.mode + k] = 1
    elif above <= 0.0 and below <= 0.0:
        I[S.mode + k] = -1
    else:
        I[S.mode + k] = before if before in (-1, 1) else 1
    return FINE


def _both_sides(S: Any, F: Any, I: Any, t: float, y: int, out: int, k: int) -> tuple[int, float, float, float]:
    """Status, how the argument of jump k changes with either piece, and how large a zero may be there."""
    I[S.mode + k] = 1
    status, above, noise = _change_now(S, F, I, t, y, out, k)
    if status != FINE:
        return status, above, above, noise
    I[S.mode + k] = -1
    status, below, _ = _change_now(S, F, I, t, y, out, k)
    return status, above, below, noise


def _change_now(S: Any, F: Any, I: Any, t: float, y: int, out: int, k: int) -> tuple[int, float, float]:
    """Status, change of the argument of jump k, and how large a zero may be there."""
    if I[S.stuck] > 0:
        status, _ = hold(S, F, I, t, y, out)
    else:
        status, _ = accelerate(S, F, I, t, y, out)
    noise = 0.0
    for i in range(S.nx):
        rounded = abs(F[S.v + i]) / _SMALL if I[S.derivative + k] == 1 else abs(F[S.x + i]) / (_LARGER * _LARGER)
        noise = max(noise, _NOISE * abs(F[S.a + i]), _ROUNDING * rounded)
    return status, change(S, F, I, t, out, k), noise
