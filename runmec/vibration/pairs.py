"""Pairs of complex eigenvalues: vibrations with damping, motors and states in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_NOISE = 1e-11  # of the largest entry of a balanced matrix: what differences leave in doubt
_UNSURE = 0.1  # part of an eigenvalue that this may change; a zero that rounding has split changes more
_REAL = 1e-5  # imaginary part, of its size, below which a pair is two real ones that meet
_SWEEPS = 12  # over all rows: more change little
_MASSLESS = 1e-12  # of the largest inertia, in units of each freedom


def pairs(M: Floats, C: Floats, K: Floats, slopes: Floats) -> Floats:
    """One of each pair, with its imaginary part above zero, ascending by size; none where nothing is known."""
    A = _matrix(M, C, K, slopes)
    if not len(A) or not np.all(np.isfinite(A)):
        return np.empty(0, dtype=complex)
    found = eigenvalues_of(A)
    return found[found.imag > _REAL * np.abs(found)]


def eigenvalues(M: Floats, C: Floats, K: Floats, slopes: Floats) -> Floats:
    """All of them, real ones too, ascending by size; no number where nothing is known."""
    A = _matrix(M, C, K, slopes)
    if not np.all(np.isfinite(A)):
        return np.full(len(M) + len(slopes), complex("nan"))
    return eigenvalues_of(A)


def eigenvalues_of(A: Floats) -> Floats:
    """All of a matrix of first order, ascending by size; those that cannot be told from zero are zero.

    A mechanism that turns freely has two of them, which rounding makes a pair, or two real ones.
    """
    if not len(A):
        return np.empty(0, dtype=complex)
    balanced = _balanced(A)
    found = np.linalg.eigvals(balanced)
    at = np.arange(len(A))
    irregular = np.cos((3.0 * at[:, None] + 1.0) * (at + 2.0))  # no symmetry of a mechanism makes it vanish
    doubt = _NOISE * float(np.max(np.abs(balanced), initial=0.0)) * irregular
    beside = [np.linalg.eigvals(balanced + sign * doubt) for sign in (1.0, -1.0)]
    is_sure = [all(np.min(np.abs(near - one)) <= _UNSURE * abs(one) for near in beside) for one in found]
    cleaned = np.where(is_sure, found, 0.0)
    return np.array(sorted(cleaned, key=lambda one: (abs(one), one.imag)), dtype=complex)


def _balanced(A: Floats) -> Floats:
    """The same eigenvalues, rows about as large as columns: so that metres and pascals may stand side by side."""
    found = A.copy()
    for _ in range(_SWEEPS):
        beside = np.abs(found) * (1.0 - np.eye(len(A)))
        for i in range(len(A)):
            row, column = np.sum(beside[i]), np.sum(beside[:, i])
            if row > 0.0 and column > 0.0:
                by = float(np.sqrt(row / column))
                found[i] /= by
                found[:, i] *= by
                beside[i] /= by
                beside[:, i] *= by
    return found


def _matrix(M: Floats, C: Floats, K: Floats, slopes: Floats) -> Floats:
    """Of first order. Freedoms p that move no mass are in equilibrium with the others, q, and the states."""
    n, s = len(M), len(slopes) - len(M)
    if not all(np.all(np.isfinite(part)) for part in (M, C, K)):
        return np.full((1, 1), np.nan)
    largest = np.max(np.abs(np.diag(M)), initial=0.0)
    heavy = np.diag(M) > _MASSLESS * largest
    unit = 1.0 / np.sqrt(np.where(heavy, np.diag(M), np.maximum(np.abs(np.diag(K)), 1e-300)))
    m, c, k = (unit[:, None] * part * unit for part in (M, C, K))
    inertia, axes = np.linalg.eigh(m)
    is_heavy = inertia > _MASSLESS * max(1, n)
    T, N = axes[:, is_heavy] / np.sqrt(inertia[is_heavy]), axes[:, ~is_heavy]
    Z, Fq, Fv = unit[:, None] * slopes[:n, 2 * n :], slopes[n:, :n] * unit, slopes[n:, n : 2 * n] * unit
    inverse = np.linalg.pinv(N.T @ k @ N) if N.shape[1] else np.zeros((0, 0))
    q = T - N @ inverse @ (N.T @ k @ T)  # all freedoms by q, by q̇ and by states
    v = -N @ inverse @ (N.T @ c @ q)
    z = N @ inverse @ (N.T @ Z)
    zero, one = np.zeros((T.shape[1], T.shape[1])), np.eye(T.shape[1])
    return np.block(
        [
            [zero, one, np.zeros((T.shape[1], s))],
            [-T.T @ k @ q, -T.T @ (k @ v + c @ q), T.T @ (Z - k @ z)],
            [Fq @ q, Fq @ v + Fv @ q, slopes[n:, 2 * n :] + Fq @ z],
        ]
    )
