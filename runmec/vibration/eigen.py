"""Small vibrations without damping: M q̈ + G q̇ + K q = 0."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_MASSLESS = 1e-12  # of the largest inertia, in units of each freedom
_ALIKE = 1e-10  # K that differs from its transpose by less is symmetric; G below is zero
GROWS = 1e-6  # real part of an eigenvalue, of its size, above which a vibration grows


class Modes(NamedTuple):
    """Frequencies (n,) in Hz, ascending, and shapes (n, n), one a column; massless freedoms have no number."""

    frequencies: Floats
    shapes: Floats


class _Reduced(NamedTuple):
    """The same without massless freedoms, with the unit matrix for M; `back` leads to the freedoms."""

    G: Floats
    K: Floats
    noise: Floats
    back: Floats


def vibrations(M: Floats, G: Floats, K: Floats, error: Floats) -> Modes:
    """All n of them. What lies within `error` of zero stiffness is zero, an unstable one is −|λ|/2π."""
    n = len(M)
    if not np.all(np.isfinite(M)) or not np.all(np.isfinite(K)):
        return Modes(np.full(n, np.nan), np.full((n, n), np.nan))
    reduced = _without_massless(M, G, K, error)
    squares, shapes = _conservative(reduced) if _is_zero(reduced.G, reduced.K) else _gyroscopic(reduced)
    order = np.argsort(squares, kind="stable")
    frequencies = np.full(n, np.nan)
    found = np.full((n, n), np.nan, dtype=shapes.dtype)
    frequencies[: len(order)] = (np.sign(squares) * np.sqrt(np.abs(squares)) / (2.0 * pi))[order]
    found[:, : len(order)] = (reduced.back @ shapes)[:, order]
    return Modes(frequencies, found)


def _is_zero(G: Floats, K: Floats) -> bool:
    return float(np.max(np.abs(G), initial=0.0)) ** 2 <= _ALIKE**2 * float(np.max(np.abs(K), initial=0.0))


def _without_massless(M: Floats, G: Floats, K: Floats, error: Floats) -> _Reduced:
    """Freedoms that move no mass follow the others: their forces are in equilibrium."""
    largest = np.max(np.abs(np.diag(M)), initial=0.0)
    light = np.diag(M) <= _MASSLESS * largest
    unit = 1.0 / np.sqrt(np.where(light, np.maximum(np.abs(np.diag(K)), 1e-300), np.diag(M)))
    if not largest > 0.0:
        return _Reduced(np.empty((0, 0)), np.empty((0, 0)), np.empty((0, 0)), np.empty((len(M), 0)))
    m, g, k = (unit[:, None] * A * unit for A in (M, G, K))
    inertia, axes = np.linalg.eigh(np.where(light[:, None] | light, 0.0, m))
    heavy = inertia > _MASSLESS * len(M)
    T, N = axes[:, heavy] / np.sqrt(inertia[heavy]), axes[:, ~heavy]
    back = T
    if N.shape[1]:
        back = T - N @ np.linalg.pinv(N.T @ k @ N) @ (N.T @ k @ T)
    noise = np.abs(back).T @ (unit[:, None] * error * unit) @ np.abs(back)
    return _Reduced(T.T @ g @ back, T.T @ k @ back, noise, unit[:, None] * back)


def _conservative(reduced: _Reduced) -> tuple[Floats, Floats]:
    """ω² with its sign; a pair of complex ones is a flutter, which grows."""
    K = reduced.K
    size = float(np.max(np.abs(K), initial=0.0))
    if np.max(np.abs(K - K.T), initial=0.0) <= _ALIKE * size:
        squares, shapes = np.linalg.eigh(0.5 * (K + K.T))
        return _cleaned(squares, shapes, reduced), shapes
    complex_squares, shapes = np.linalg.eig(K)
    flutters = np.abs(complex_squares.imag) > GROWS * np.abs(complex_squares)
    squares = np.where(flutters, -np.abs(complex_squares), complex_squares.real)
    return _cleaned(squares, shapes, reduced), shapes


def _cleaned(squares: Floats, shapes: Floats, reduced: _Reduced) -> Floats:
    """Zero where no stiffness is sure."""
    rounding = 1e-14 * float(np.max(np.abs(squares), initial=0.0))
    size = np.abs(shapes)
    unsure = np.einsum("ik,ij,jk->k", size, reduced.noise, size) + rounding
    return np.where(np.abs(squares) <= 2.0 * unsure, 0.0, squares)


def _gyroscopic(reduced: _Reduced) -> tuple[Floats, Floats]:
    """|λ|² with a sign: eigenvalues of first order come in pairs of one size, ±iω, or ±a, or four ±a ± iω."""
    n = len(reduced.K)
    A = np.block([[np.zeros((n, n)), np.eye(n)], [-reduced.K, -reduced.G]])
    values, vectors = np.linalg.eig(A)
    order = sorted(range(2 * n), key=lambda k: (abs(values[k]), values[k].imag))
    squares, shapes = np.empty(n), np.empty((n, n), dtype=complex)
    for k in range(n):
        pair = order[2 * k : 2 * k + 2]
        one = max(pair, key=lambda at: (values[at].real, values[at].imag))
        size = abs(values[one])
        grows = max(values[at].real for at in pair) > GROWS * size
        squares[k] = -(size**2) if grows else size**2
        shapes[:, k] = vectors[:n, max(pair, key=lambda at: values[at].imag)]
    unsure = float(np.max(reduced.noise, initial=0.0)) + 1e-14 * float(np.max(np.abs(reduced.K), initial=0.0))
    return np.where(np.abs(squares) <= 4.0 * unsure, 0.0, squares), shapes
