"""Position and velocity -> acceleration: the equation of motion (8.26) of the free parameters.

State y: the free parameters, their velocities, and the work done by all that is not conservative (motors,
applied forces, dampers), by which the energy is checked.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any

from .acceleration import accelerate
from .holding import hold
from .position import FINE, add, nearest, place, solve, solve_group, store_measure, subtract_curvatures
from .tables import WIDE

NOT_FINITE = 4


def rate(S: Any, F: Any, I: Any, t: float, y: int, out: int) -> int:
    """dy/dt of F[y:] into F[out:], its position left in the workspace; a status."""
    I[S.evaluations] += 1
    status = move_to(S, F, I, t, y)
    if status != FINE:
        return status
    _velocities(S, F, I, t, y)
    n = S.free
    status, power = hold(S, F, I, t, y, out) if I[S.stuck] > 0 else accelerate(S, F, I, t, y, out)
    if status != FINE:
        return status
    F[out + 2 * n] = power
    total = power
    for k in range(2 * n):
        total += F[out + k]
    return FINE if abs(total) < 1e300 else NOT_FINITE


def move_to(S: Any, F: Any, I: Any, t: float, y: int) -> int:
    """The position of F[y:], predicted from the one in the workspace by its first and second derivatives."""
    wanted, rates, accelerations = S.wanted, S.rates, S.accelerations
    moved = 0.0
    for row in range(S.prescribed):
        F[rates + row] = 0.0
        F[accelerations + row] = 0.0
    for k in range(S.free):
        row = I[S.free_row + k]
        F[rates + row] = F[y + k] - F[wanted + row]
        F[wanted + row] = F[y + k]
        moved += abs(F[rates + row])
    for k in range(S.given_count):
        row, target = I[S.given_row + k], given_value(S, F, k, t)
        F[rates + row] = target - F[wanted + row]
        F[wanted + row] = target
        moved += abs(F[rates + row])
    if not moved < 1e300:
        return NOT_FINITE
    if moved > 0.0:
        _follow_rates(S, F, I, S.step_x)
        subtract_curvatures(S, F, I, S.step_x, accelerations)
        solve(S, F, I, accelerations, S.bend_x)
        for k in range(S.prescribed):
            c = I[S.columns + k]
            add(S, F, c, F[S.step_x + c] + 0.5 * F[S.bend_x + c])
    return place(S, F, I)


def given_value(S: Any, F: Any, k: int, t: float) -> float:
    """The value of a parameter whose motion is given."""
    since, at = t - F[S.begin], S.given + 3 * k
    return float(F[at] + since * (F[at + 1] + 0.5 * since * F[at + 2]))


def _velocities(S: Any, F: Any, I: Any, t: float, y: int) -> None:
    """ẋ, and ẍ for free parameters without acceleration; values and velocities of all parameters."""
    rates, accelerations = S.rates, S.accelerations
    for row in range(S.prescribed):
        F[rates + row] = 0.0
        F[accelerations + row] = 0.0
    for k in range(S.free):
        F[rates + I[S.free_row + k]] = F[y + S.free + k]
    for k in range(S.given_count):
        at, row = S.given + 3 * k, I[S.given_row + k]
        F[rates + row] = F[at + 1] + (t - F[S.begin]) * F[at + 2]
        F[accelerations + row] = F[at + 2]
    _transfer_functions(S, F, I)
    _follow_rates(S, F, I, S.v)
    subtract_curvatures(S, F, I, S.v, accelerations)
    solve(S, F, I, accelerations, S.coasting)
    e, de, D = S.e, S.de, S.D
    for row in range(S.ne):
        F[e + row] = F[S.wanted + row] if row < S.prescribed else 0.0
        F[de + row] = F[rates + row] if row < S.prescribed else 0.0
    for use in range(S.uses, S.all_uses):  # dependent parameters
        k = WIDE * use
        row, factor, slot = I[S.row + use], F[S.factor + use], I[S.slot + use]
        value = store_measure(S, F, I, use, k, factor)
        if slot >= 0:
            value = nearest(value, F[S.angle + slot])
            F[S.angle + slot] = value
        F[e + row] += factor * value
        for j in range(k, k + I[S.count + use]):
            F[de + row] += F[D + j] * F[S.v + I[S.dof + j]]


def _transfer_functions(S: Any, F: Any, I: Any) -> None:
    """x' of every free parameter, at the position in the workspace."""
    D, right = S.D, S.right
    for k in range(S.free):
        own, x1 = I[S.free_row + k], S.x1 + k * S.nx
        for g in range(S.groups):
            if I[S.reach + k * S.groups + g] == 0:
                continue
            first = I[S.first + g]
            size = I[S.first + g + 1] - first
            for i in range(size):
                F[right + i] = 1.0 if I[S.rows + first + i] == own else 0.0
            for j in range(I[S.first_early + g], I[S.first_early + g + 1]):
                F[right + I[S.early_row + j]] -= F[D + I[S.early + j]] * F[x1 + I[S.early_dof + j]]
            solve_group(S, F, I, g)
            for i in range(size):
                F[x1 + I[S.columns + first + i]] = F[right + i]
    I[S.x1_known] = 1


def _follow_rates(S: Any, F: Any, I: Any, out: int) -> None:
    """Velocities F[out:] of all co-ordinates for the rates of the prescribed parameters."""
    if S.given_count > 0 or I[S.x1_known] == 0:
        solve(S, F, I, S.rates, out)
        return
    for i in range(S.nx):
        F[out + i] = 0.0
    for k in range(S.free):
        x1, speed = S.x1 + k * S.nx, F[S.rates + I[S.free_row + k]]
        for i in range(S.nx):
            F[out + i] += F[x1 + i] * speed
