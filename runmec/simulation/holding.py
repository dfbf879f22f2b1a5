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
from .steps import TOLERANCE
from .tables import WIDE

_SMALL, _LARGER = 1e-5, 1e-3  # shifts of time for first and second differences
_NOISE, _ROUNDING = 1e-9, 1e-15  # of accelerations, and of what is differentiated
_CYCLES = 60  # of a held value that enters its force not linearly
_RESTS, _NEARLY = 1e-10, 1e-7  # the part of a rate that is rest; and where it does not become smaller
_WEAK = 1e-11  # of the largest influence: none
_PARALLEL = 1e-9
_NEAR = 1e-3  # of the tolerance: an argument of zero
UNDECIDABLE = 6


def hold(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> tuple[int, float]:
    """Accelerations with the values of all held jumps that keep their arguments; status and power."""
    A, b = S.stuck_matrix, S.stuck_right
    while True:
        count = 0
        for k in range(S.switches):
            if I[S.mode + k] == STUCK:
                I[S.stuck_list + count] = k
                F[S.held + k] = 0.0
                count += 1
        status, power = accelerate(S, F, I, t, y, out)
        F[S.unheld] = _largest(F, S.a, S.nx)
        if status != FINE or count == 0:
            return status, power
        size = _influences(S, F, I, t, y, out, count)
        if count == 1 and abs(F[A]) <= _WEAK * max(F[S.unheld], abs(F[b])):
            return _exhausted(S, F, I, t, y, out)
        sign, smallest = dense.factor(F, A, count, I, S.stuck_order)
        if sign != 0.0 and smallest > _WEAK * size:
            break
        if count == 1:
            return _exhausted(S, F, I, t, y, out)
        I[S.mode + I[S.stuck_list + count - 1]] = IDLE  # the others hold it already
        I[S.leader + I[S.stuck_list + count - 1]] = -1
        I[S.stuck] -= 1
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


def _influences(S: Any, F: Any, I: Any, t: float, y: int, out: int, count: int) -> float:
    """What every held value changes in the rates of all held arguments, and what must be changed; how large it is."""
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
    return size


def _exhausted(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> tuple[int, float]:
    """The only held jump has no influence any more, as of a brake that opens: its range ends here."""
    F[S.gap + I[S.stuck_list]] = -1.0
    return accelerate(S, F, I, t, y, out)


def _largest(F: Any, first: int, count: int) -> float:
    largest = 0.0
    for i in range(count):
        largest = max(largest, abs(F[first + i]))
    return largest


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
        take(S, I, k, STUCK)
        I[S.stuck] += 1
    elif abs(above) <= noise and abs(below) <= noise and I[S.stuck] > 0:
        take(S, I, k, IDLE)  # others hold it already
    elif above > 0.0 and below > 0.0:
        take(S, I, k, 1)
    elif above <= 0.0 and below <= 0.0:
        take(S, I, k, -1)
    else:
        take(S, I, k, before if before in (-1, 1) else 1)
    return FINE


def _both_sides(S: Any, F: Any, I: Any, t: float, y: int, out: int, k: int) -> tuple[int, float, float, float]:
    """Status, how the argument of jump k changes with either piece, and how large a zero may be there."""
    take(S, I, k, 1)
    status, above, noise = _change_now(S, F, I, t, y, out, k)
    if status != FINE:
        return status, above, above, noise
    take(S, I, k, -1)
    status, below, _ = _change_now(S, F, I, t, y, out, k)
    return status, above, below, noise


def take(S: Any, I: Any, k: int, mode: int) -> None:
    """A piece for jump k, and for those that follow it: the same, the opposite, or held as it is."""
    I[S.mode + k] = mode
    for j in range(S.switches):
        if I[S.leader + j] == k:
            I[S.mode + j] = IDLE if mode >= IDLE else mode * I[S.sense + j]


def _change_now(S: Any, F: Any, I: Any, t: float, y: int, out: int, k: int) -> tuple[int, float, float]:
    """Status, change of the argument of jump k, and how large a zero may be there."""
    F[S.unheld] = 0.0
    if I[S.stuck] > 0:
        status, _ = hold(S, F, I, t, y, out)
    else:
        status, _ = accelerate(S, F, I, t, y, out)
    noise = _NOISE * F[S.unheld]
    for i in range(S.nx):
        rounded = abs(F[S.v + i]) / _SMALL if I[S.derivative + k] == 1 else abs(F[S.x + i]) / (_LARGER * _LARGER)
        noise = max(noise, _NOISE * abs(F[S.a + i]), _ROUNDING * rounded)
    return status, change(S, F, I, t, out, k), noise


def find_leaders(S: Any, F: Any, I: Any, t: float) -> None:
    """Of the jumps that are held or about to be decided: those whose arguments always change together.

    How the rate of an argument follows from the accelerations of the free parameters, and what it is without them, are
    proportional then. The first of them leads, the others take its value or the opposite one.
    """
    n, wide = S.free, S.free + 1
    for k in range(S.switches):
        I[S.leader + k] = -1
        if not _at_stake(S, F, I, k):
            continue
        _respond(S, F, I, t, k)
        for j in range(k):
            if not _at_stake(S, F, I, j) or I[S.leader + j] >= 0 or I[S.of_velocity + j] != I[S.of_velocity + k]:
                continue
            dot, own, other = 0.0, 0.0, 0.0
            p, q = S.response + k * wide, S.response + j * wide
            for i in range(n):
                dot += F[p + i] * F[q + i]
                own += F[p + i] * F[p + i]
                other += F[q + i] * F[q + i]
            if not own * other > 0.0 or dot * dot < (1.0 - _PARALLEL) * own * other:
                continue
            ratio = dot / other
            drift = abs(F[p + n] - ratio * F[q + n])
            if drift <= _NEARLY * (abs(F[p + n]) + abs(ratio * F[q + n]) + own**0.5):
                I[S.leader + k] = j
                I[S.sense + k] = 1 if ratio > 0.0 else -1
                break


def _at_stake(S: Any, F: Any, I: Any, k: int) -> bool:
    """Whether jump k is held, was met, or has an argument of zero."""
    if I[S.jumps + k] == 0:
        return False
    near = abs(F[S.argument + k]) <= _NEAR * F[S.clock + TOLERANCE]
    return bool(I[S.mode + k] >= IDLE or I[S.crossed + k] > 0 or near)


def _respond(S: Any, F: Any, I: Any, t: float, k: int) -> None:
    """How the rate of argument k follows from every free acceleration, and what it is without any."""
    n, nx, at = S.free, S.nx, S.response + k * (S.free + 1)
    derivative = I[S.derivative + k]
    I[S.derivative + k] = 1 if I[S.of_velocity + k] == 1 else 2
    for j in range(n + 1):
        for i in range(2 * n + 1):
            F[S.spare + i] = 0.0
        for i in range(nx):
            F[S.a + i] = F[S.coasting + i]
        if j < n:
            F[S.spare + n + j] = 1.0
            for i in range(nx):
                F[S.a + i] += F[S.x1 + j * nx + i]
        F[at + j] = change(S, F, I, t, S.spare, k)
    for j in range(n):
        F[at + j] -= F[at + n]
    I[S.derivative + k] = derivative
