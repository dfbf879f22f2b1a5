"""One position: every group by Newton, its matrix kept factored (5.18, group by group).

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from math import pi
from typing import Any

from ..elements import bar, beam, ternary
from . import dense
from .tables import (
    ANGLE,
    ANGLE_AT_P,
    ANGLE_AT_Q,
    ANGLE_OF_1,
    LENGTH,
    U_OF_1,
    U_OF_2,
    V_OF_1,
    V_OF_2,
    WIDE,
)

FINE, TOO_NEAR, NO_POSITION = 0, 1, 2
NEWTON_AT_MOST = 12
CONTRACTION = 0.1  # Newton's second correction, at most this part of the first: the same branch
_SURE = 1e-7  # corrections below this need no watching
_CONVERGED = 1e-14
_ROUNDING = 4e-16


def nearest(angle: float, reference: float) -> float:
    """The angle with the winding nearest to a reference."""
    return reference + (angle - reference + pi) % (2.0 * pi) - pi


def between(S: Any, F: Any, p: int, q: int) -> float:
    """Co-ordinate q − co-ordinate p, with what rounding has cut off from each: a small link far from the origin
    is then as exact as one close to it."""
    return float((F[S.x + q] - F[S.x + p]) + (F[S.x_rest + q] - F[S.x_rest + p]))


def measure(S: Any, F: Any, I: Any, code: int, k: int) -> Any:
    """Value of a form parameter and its derivatives to its co-ordinates, six always.

    The numbers of its co-ordinates stand in I[k:]. Formulas see P at the origin.
    """
    if code <= ANGLE:
        dx, dy = between(S, F, I[k], I[k + 2]), between(S, F, I[k + 1], I[k + 3])
        e_b, D_b = bar.deform((0.0, 0.0, dx, dy))
        e_0, D_0 = (e_b[0], D_b[0]) if code == LENGTH else (e_b[1], D_b[1])
        return float(e_0), float(D_0[0]), float(D_0[1]), float(D_0[2]), float(D_0[3]), 0.0, 0.0
    if code in (U_OF_2, V_OF_2):
        dx, dy = between(S, F, I[k], I[k + 2]), between(S, F, I[k + 1], I[k + 3])
        ex, ey = between(S, F, I[k], I[k + 4]), between(S, F, I[k + 1], I[k + 5])
        e_2, D_2 = ternary.deform_2((0.0, 0.0, dx, dy, ex, ey))
        e_w, D_w = (e_2[2], D_2[2]) if code == U_OF_2 else (e_2[3], D_2[3])
        return float(e_w), float(D_w[0]), float(D_w[1]), float(D_w[2]), float(D_w[3]), float(D_w[4]), float(D_w[5])
    b = F[S.x + I[k + 2]]
    if code == ANGLE_OF_1:
        return float(b), 0.0, 0.0, 1.0, 0.0, 0.0, 0.0
    dx, dy = between(S, F, I[k], I[k + 3]), between(S, F, I[k + 1], I[k + 4])
    if code in (U_OF_1, V_OF_1):
        e_1, D_1 = ternary.deform_1((0.0, 0.0, b, dx, dy))
        e_u, D_u = (e_1[0], D_1[0]) if code == U_OF_1 else (e_1[1], D_1[1])
        return float(e_u), float(D_u[0]), float(D_u[1]), float(D_u[2]), float(D_u[3]), float(D_u[4]), 0.0
    e_h, D_h = beam.deform_half((0.0, 0.0, b, dx, dy))
    D_p, turn = D_h[2], 1.0 if code == ANGLE_AT_P else -1.0  # angq is the same, seen the other way round
    return (
        turn * float(e_h[2]), turn * float(D_p[0]), turn * float(D_p[1]), turn, turn * float(D_p[3]),
        turn * float(D_p[4]), 0.0,
    )  # fmt: skip


def curvature(S: Any, F: Any, I: Any, code: int, v: int, k: int) -> Any:
    """(∂D/∂x·v)·v of a form parameter, v in F[v:]."""
    p, q = v + I[k], v + I[k + 1]
    if code <= ANGLE:
        x = (0.0, 0.0, between(S, F, I[k], I[k + 2]), between(S, F, I[k + 1], I[k + 3]))
        w = (F[p], F[q], F[v + I[k + 2]], F[v + I[k + 3]])
        g_b = bar.second(x, w, w)
        return float(g_b[0]) if code == LENGTH else float(g_b[1])
    if code == ANGLE_OF_1:
        return 0.0
    if code in (U_OF_2, V_OF_2):
        dx, dy = between(S, F, I[k], I[k + 2]), between(S, F, I[k + 1], I[k + 3])
        ex, ey = between(S, F, I[k], I[k + 4]), between(S, F, I[k + 1], I[k + 5])
        w6 = (F[p], F[q], F[v + I[k + 2]], F[v + I[k + 3]], F[v + I[k + 4]], F[v + I[k + 5]])
        g_2 = ternary.second_2((0.0, 0.0, dx, dy, ex, ey), w6, w6)
        return float(g_2[2]) if code == U_OF_2 else float(g_2[3])
    dx, dy = between(S, F, I[k], I[k + 3]), between(S, F, I[k + 1], I[k + 4])
    x5, w5 = (0.0, 0.0, F[S.x + I[k + 2]], dx, dy), (F[p], F[q], F[v + I[k + 2]], F[v + I[k + 3]], F[v + I[k + 4]])
    if code in (U_OF_1, V_OF_1):
        g_1 = ternary.second_1(x5, w5, w5)
        return float(g_1[0]) if code == U_OF_1 else float(g_1[1])
    g_h = beam.second_half(x5, w5, w5)
    return -float(g_h[2]) if code == ANGLE_AT_Q else float(g_h[2])


def assemble(S: Any, F: Any, I: Any, g: int) -> None:
    """Of a group: what is missing in `right`, its matrix in `lu`, rows' sizes, entries of D.

    The size of a row counts all co-ordinates of its elements: a rod across its guide has a large row,
    of which little is the slider's own.
    """
    D, dof, place_, scale, right = S.D, S.dof, S.place, S.scale, S.right
    first, lu = I[S.first + g], S.lu + I[S.entry + g]
    size = S.size + first
    n = I[S.first + g + 1] - first
    for i in range(n):
        F[right + i] = F[S.wanted + I[S.rows + first + i]]
        F[size + i] = 0.0
    for i in range(n * n):
        F[lu + i] = 0.0
    for use in range(I[S.first_use + g], I[S.first_use + g + 1]):
        k, i, factor = WIDE * use, I[S.local + use], F[S.factor + use]
        value = store_measure(S, F, I, use, k, factor)
        slot = I[S.slot + use]
        if slot >= 0:
            value = nearest(value, F[S.angle + slot])
        F[right + i] -= factor * value
        largest = 0.0
        lever = k + 2 if I[S.code + use] in (U_OF_1, V_OF_1) else -1  # of the angle: as Mechanism.entry_weights
        for j in range(k, k + I[S.count + use]):
            d = F[D + j]
            if j != lever:
                largest = max(largest, abs(d) * F[scale + I[dof + j]])
            column = I[place_ + j]
            if column >= 0:
                F[lu + i * n + column] += d
        F[size + i] += largest


def store_measure(S: Any, F: Any, I: Any, use: int, k: int, factor: float) -> float:
    """Entries of D of a use, factor included; returns its value without the factor."""
    D, dof = S.D + k, S.dof + k
    if I[S.code + use] == LENGTH:  # by far the most common, and without an angle
        dx, dy = between(S, F, I[dof], I[dof + 2]), between(S, F, I[dof + 1], I[dof + 3])
        l, D_l = bar.length((0.0, 0.0, dx, dy))
        F[D], F[D + 1] = factor * float(D_l[0]), factor * float(D_l[1])
        F[D + 2], F[D + 3] = factor * float(D_l[2]), factor * float(D_l[3])
        return float(l)
    value, d0, d1, d2, d3, d4, d5 = measure(S, F, I, I[S.code + use], dof)
    F[D], F[D + 1], F[D + 2] = factor * d0, factor * d1, factor * d2
    F[D + 3], F[D + 4], F[D + 5] = factor * d3, factor * d4, factor * d5
    return float(value)


def factorise(S: Any, F: Any, I: Any, g: int) -> bool:
    """L·U of a group's matrix, rows divided by their sizes and columns multiplied by scales; a dyad's inverse."""
    first, lu = I[S.first + g], S.lu + I[S.entry + g]
    n = I[S.first + g + 1] - first
    if n == 2:
        return _invert_dyad(S, F, I, g, first, lu)
    for i in range(n):
        size = F[S.size + first + i]
        if not size > 0.0:
            return False
        for j in range(n):
            F[lu + i * n + j] *= F[S.scale + I[S.columns + first + j]] / size
    sign, smallest = dense.factor(F, lu, n, I, S.order + first)
    F[S.quality + g], F[S.sign + g] = min(smallest, 1.0), sign
    return bool(sign != 0.0)


def _invert_dyad(S: Any, F: Any, I: Any, g: int, first: int, A: int) -> bool:
    a, b, c, d = F[A], F[A + 1], F[A + 2], F[A + 3]
    determinant = a * d - b * c
    columns, size = S.columns + first, S.size + first
    scale = F[S.scale + I[columns]] * F[S.scale + I[columns + 1]]
    quality = abs(determinant) * scale / (F[size] * F[size + 1])
    if not quality > 0.0:
        return False
    F[A], F[A + 1], F[A + 2], F[A + 3] = d / determinant, -b / determinant, -c / determinant, a / determinant
    F[S.quality + g], F[S.sign + g] = min(quality, 1.0), 1.0 if determinant > 0.0 else -1.0
    return True


def solve_group(S: Any, F: Any, I: Any, g: int) -> None:
    """Solves `right` in place."""
    first, lu, right = I[S.first + g], S.lu + I[S.entry + g], S.right
    n = I[S.first + g + 1] - first
    if n == 2:
        p, q = F[right], F[right + 1]
        F[right], F[right + 1] = F[lu] * p + F[lu + 1] * q, F[lu + 2] * p + F[lu + 3] * q
        return
    for i in range(n):
        F[right + i] /= F[S.size + first + i]
    dense.solve(F, lu, n, I, S.order + first, right)
    for i in range(n):
        F[right + i] *= F[S.scale + I[S.columns + first + i]]


def solve_group_transposed(S: Any, F: Any, I: Any, g: int) -> None:
    """Solves `right`, forces at the columns, in place: σ of the rows."""
    first, lu, right = I[S.first + g], S.lu + I[S.entry + g], S.right
    n = I[S.first + g + 1] - first
    if n == 2:
        p, q = F[right], F[right + 1]
        F[right], F[right + 1] = F[lu] * p + F[lu + 2] * q, F[lu + 1] * p + F[lu + 3] * q
        return
    for i in range(n):
        F[right + i] *= F[S.scale + I[S.columns + first + i]]
    dense.solve_transposed(F, lu, n, I, S.order + first, right)
    for i in range(n):
        F[right + i] /= F[S.size + first + i]


def add(S: Any, F: Any, c: int, step: float) -> None:
    """Moves a co-ordinate, keeping what rounding cuts off."""
    old = F[S.x + c]
    step += F[S.x_rest + c]
    new = old + step
    F[S.x + c] = new
    F[S.x_rest + c] = step - (new - old)


def place(S: Any, F: Any, I: Any) -> int:
    """Newton from the x that is there to the parameters `wanted`, to rounding, groups left factored.

    NO_POSITION where Newton does not contract: there is none, or the prediction may belong to another
    branch. TOO_NEAR where a group is closer to a singular position than `least` allows.
    """
    I[S.x1_known] = 0
    for g in range(S.groups):
        if not _place_group(S, F, I, g):
            return NO_POSITION
        if F[S.quality + g] < F[S.least + g]:
            return TOO_NEAR
        for use in range(I[S.first_use + g], I[S.first_use + g + 1]):
            slot = I[S.slot + use]
            if slot >= 0:
                value = measure(S, F, I, I[S.code + use], S.dof + WIDE * use)[0]
                F[S.angle + slot] = nearest(value, F[S.angle + slot])
    return FINE


def _place_group(S: Any, F: Any, I: Any, g: int) -> bool:
    columns, right = S.columns + I[S.first + g], S.right
    n = I[S.first + g + 1] - I[S.first + g]
    before = 0.0
    for _ in range(NEWTON_AT_MOST):
        assemble(S, F, I, g)
        if not factorise(S, F, I, g):
            return False
        solve_group(S, F, I, g)
        size = 0.0
        for i in range(n):
            part = abs(F[right + i]) / F[S.scale + I[columns + i]]
            if not part <= size:  # also where it is not a number
                size = part
        if not size < 1e3 or (before > _SURE and size > CONTRACTION * before):
            return False
        for i in range(n):
            add(S, F, I[columns + i], F[right + i])
        if size <= F[S.unit + g] * max(_CONVERGED, _ROUNDING / F[S.quality + g]) or (
            0.0 < before < 1e-9 and size >= before
        ):
            return True
        before = size
    return False


def solve(S: Any, F: Any, I: Any, given: int, out: int) -> None:
    """D^pc x^c = the right-hand side in F[given:], x into F[out:]; fixed co-ordinates stay zero there."""
    D, right, early, early_dof, early_row = S.D, S.right, S.early, S.early_dof, S.early_row
    for g in range(S.groups):
        first = I[S.first + g]
        n = I[S.first + g + 1] - first
        for i in range(n):
            F[right + i] = F[given + I[S.rows + first + i]]
        for j in range(I[S.first_early + g], I[S.first_early + g + 1]):
            F[right + I[early_row + j]] -= F[D + I[early + j]] * F[out + I[early_dof + j]]
        solve_group(S, F, I, g)
        for i in range(n):
            F[out + I[S.columns + first + i]] = F[right + i]


def solve_transposed(S: Any, F: Any, I: Any, f: int, sigma: int) -> None:
    """(D^pc)ᵀ σ^p = the forces in F[f:], which it changes; σ into F[sigma:]."""
    D, right, early, early_dof, early_row = S.D, S.right, S.early, S.early_dof, S.early_row
    for g in range(S.groups - 1, -1, -1):
        first = I[S.first + g]
        n = I[S.first + g + 1] - first
        for i in range(n):
            F[right + i] = F[f + I[S.columns + first + i]]
        solve_group_transposed(S, F, I, g)
        for i in range(n):
            F[sigma + I[S.rows + first + i]] = F[right + i]
        for j in range(I[S.first_early + g], I[S.first_early + g + 1]):
            F[f + I[early_dof + j]] -= F[D + I[early + j]] * F[right + I[early_row + j]]


def subtract_curvatures(S: Any, F: Any, I: Any, v: int, out: int) -> None:
    """F[out:] −= (∂D/∂x·v)·v of the prescribed parameters."""
    for use in range(S.uses):
        bend = curvature(S, F, I, I[S.code + use], v, S.dof + WIDE * use)
        F[out + I[S.row + use]] -= F[S.factor + use] * bend
