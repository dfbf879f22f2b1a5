"""Elimination: small full matrices, row after row in one vector, factored in place with pivots."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64


def factor(A: vec[float], n: i64, order: vec[i64]) -> tuple[float, float]:
    """L·U of A in place, rows by `order`; sign of the determinant and the smallest pivot, or zeros."""
    sign = 1.0
    smallest = 1e300
    for i in range(n):
        order[i] = i
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i * n + k]) > abs(A[best * n + k]):
                best = i
        if best != k:
            sign = -sign
            order[k], order[best] = order[best], order[k]
            for j in range(n):
                A[k * n + j], A[best * n + j] = A[best * n + j], A[k * n + j]
        pivot = A[k * n + k]
        if not abs(pivot) > 0.0:
            return 1.0, 0.0
        if abs(pivot) < smallest:
            smallest = abs(pivot)
        if pivot < 0.0:
            sign = -sign
        for i in range(k + 1, n):
            f = A[i * n + k] / pivot
            A[i * n + k] = f
            if f != 0.0:
                for j in range(k + 1, n):
                    A[i * n + j] -= f * A[k * n + j]
    return sign, smallest


def substitute(A: vec[float], n: i64, order: vec[i64], b: vec[float], y: vec[float]) -> None:
    """y = A⁻¹b of a factored matrix."""
    for i in range(n):
        total = b[order[i]]
        for j in range(i):
            total -= A[i * n + j] * y[j]
        y[i] = total
    for i in range(n - 1, -1, -1):
        total = y[i]
        for j in range(i + 1, n):
            total -= A[i * n + j] * y[j]
        y[i] = total / A[i * n + i]


def substitute_transposed(A: vec[float], n: i64, order: vec[i64], b: vec[float], y: vec[float]) -> None:
    """b = A⁻ᵀb of a factored matrix; y is scratch."""
    for i in range(n):
        total = b[i]
        for j in range(i):
            total -= A[j * n + i] * y[j]
        y[i] = total / A[i * n + i]
    for i in range(n - 1, -1, -1):
        total = y[i]
        for j in range(i + 1, n):
            total -= A[j * n + i] * y[j]
        y[i] = total
    for i in range(n):
        b[order[i]] = y[i]
