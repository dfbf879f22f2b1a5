"""Elimination: small full matrices, row after row in one vector, factored in place with pivots."""

from __future__ import annotations

from math import sqrt

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


def independent_columns(H: vec[float], n: i64, order: vec[i64], least: float) -> i64:
    """The rank of a symmetric matrix that is not negative, largest pivots first; pivots below `least` are nothing.

    H is factored in place: column i of L stands in column i, rows as they were, in the order of the pivots.
    """
    left = vec[float]([0.0] * n)
    for i in range(n):
        order[i] = i
        left[i] = H[i * n + i]
    L = vec[float]([0.0] * (n * n))
    rank: i64 = 0
    while rank < n:
        best = rank
        for k in range(rank + 1, n):
            if left[order[k]] > left[order[best]]:
                best = k
        if not left[order[best]] > least:
            break
        order[rank], order[best] = order[best], order[rank]
        row = order[rank]
        pivot = sqrt(left[row])
        L[row * n + rank] = pivot
        for k in range(rank + 1, n):
            other = order[k]
            total = H[other * n + row]
            for j in range(rank):
                total -= L[other * n + j] * L[row * n + j]
            total /= pivot
            L[other * n + rank] = total
            left[other] -= total * total
        rank += 1
    for k in range(n * n):
        H[k] = L[k]
    return rank
