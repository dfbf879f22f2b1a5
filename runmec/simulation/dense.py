"""Small dense systems: L·U with pivots, in flat arrays.

Part of the compiled engine: see the package's own words.
"""

from __future__ import annotations

from typing import Any


def factor(F: Any, A: int, n: int, I: Any, order: int) -> tuple[float, float]:
    """L·U of F[A:] in place, rows in I[order:]; sign of the determinant and the smallest pivot, or zeros."""
    sign, smallest = 1.0, 1e300
    for i in range(n):
        I[order + i] = i
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(F[A + i * n + k]) > abs(F[A + best * n + k]):
                best = i
        if best != k:
            sign = -sign
            I[order + k], I[order + best] = I[order + best], I[order + k]
            for j in range(n):
                a, b = A + k * n + j, A + best * n + j
                F[a], F[b] = F[b], F[a]
        pivot = F[A + k * n + k]
        smallest = min(smallest, abs(pivot))
        if not abs(pivot) > 0.0:
            return 0.0, 0.0
        if pivot < 0.0:
            sign = -sign
        for i in range(k + 1, n):
            row = A + i * n
            f = F[row + k] / pivot
            F[row + k] = f
            if f != 0.0:
                for j in range(k + 1, n):
                    F[row + j] -= f * F[A + k * n + j]
    return sign, smallest


def solve(F: Any, A: int, n: int, I: Any, order: int, b: int) -> None:
    """F[b:b+n] in place; the n places after it are scratch."""
    for i in range(n):
        total = F[b + I[order + i]]
        for j in range(i):
            total -= F[A + i * n + j] * F[b + n + j]
        F[b + n + i] = total
    for i in range(n - 1, -1, -1):
        total = F[b + n + i]
        for j in range(i + 1, n):
            total -= F[A + i * n + j] * F[b + j]
        F[b + i] = total / F[A + i * n + i]


def solve_transposed(F: Any, A: int, n: int, I: Any, order: int, b: int) -> None:
    """F[b:b+n] in place for the transposed matrix; the n places after it are scratch."""
    for i in range(n):
        total = F[b + i]
        for j in range(i):
            total -= F[A + j * n + i] * F[b + n + j]
        F[b + n + i] = total / F[A + i * n + i]
    for i in range(n - 1, -1, -1):
        total = F[b + n + i]
        for j in range(i + 1, n):
            total -= F[A + j * n + i] * F[b + n + j]
        F[b + n + i] = total
    for i in range(n):
        F[b + I[order + i]] = F[b + n + i]
