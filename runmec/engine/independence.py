"""Gram–Schmidt: what of a row is not in those accepted so far; every row twice, so that the span stays orthonormal."""

from __future__ import annotations

from math import sqrt

from librt.vecs import append, vec
from mypy_extensions import i64


class Basis:
    """Orthonormal rows."""

    __slots__ = ("columns", "rows")

    def __init__(self, columns: int) -> None:
        self.columns: i64 = columns
        self.rows: list[vec[float]] = []

    def left(self, row: vec[float]) -> vec[float]:
        """What of a row is outside."""
        found = vec[float]()
        for k in range(self.columns):
            found = append(found, row[k])
        for _ in range(2):
            for own in self.rows:
                part = 0.0
                for k in range(self.columns):
                    part += own[k] * found[k]
                if part != 0.0:
                    for k in range(self.columns):
                        found[k] -= part * own[k]
        return found

    def add(self, left: vec[float], size: float) -> None:
        """What is left of a row, and its size."""
        found = vec[float]()
        for k in range(self.columns):
            found = append(found, left[k] / size)
        self.rows.append(found)


def size_of(row: vec[float]) -> float:
    total = 0.0
    for k in range(i64(len(row))):
        total += row[k] * row[k]
    return sqrt(total)
