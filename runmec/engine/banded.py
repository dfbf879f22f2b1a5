"""Groups in space: many co-ordinates, of which every form parameter knows few.

A chain of bodies gives a matrix that is zero far from its diagonal, if its columns follow the chain. L·U with pivots
then leaves the zeros out: before the first entry of a row of L, behind the last one of a row of U.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate
from .form import Form
from .group import Dense, limited


class Banded(Dense):
    """Any number of parameters, columns that depend on each other side by side."""

    __slots__ = ("ends", "starts", "widths")

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        super().__init__(number, forms, side_by_side(forms, columns))
        n = len(forms)
        self.widths: vec[i64] = vec[i64]([1 + max(places, default=-1) for places in self.places])
        self.ends: vec[i64] = vec[i64]([0] * n)  # of the rows of U: behind their last entries
        self.starts: vec[i64] = vec[i64]([0] * n)  # of the rows of L: their first entries

    def factor(self) -> None:
        if self.gather():
            n = self.n
            for i in range(n):
                self.ends[i] = self.widths[i]
                self.starts[i] = n
            self.sign, smallest = factor_banded(self.A, n, self.order, self.starts, self.ends)
            self.quality = limited(smallest)

    def divide(self) -> None:
        n = self.n
        A = self.A
        b = self.b
        y = self.y
        for i in range(n):
            row = i * n
            total = b[self.order[i]]
            for j in range(self.starts[i], i):
                total -= A[row + j] * y[j]
            y[i] = total
        for i in range(n - 1, -1, -1):
            row = i * n
            total = y[i]
            for j in range(i + 1, self.ends[i]):
                total -= A[row + j] * y[j]
            y[i] = total / A[row + i]


def factor_banded(A: vec[float], n: i64, order: vec[i64], starts: vec[i64], ends: vec[i64]) -> tuple[float, float]:
    """As `factor` of a full matrix, with the same numbers."""
    sign = 1.0
    smallest = 1e300
    for i in range(n):
        order[i] = i
    for k in range(n):
        best = k
        largest = abs(A[k * n + k])
        for i in range(k + 1, n):
            part = abs(A[i * n + k])
            if part > largest:
                best = i
                largest = part
        if best != k:
            sign = -sign
            order[k], order[best] = order[best], order[k]
            starts[k], starts[best] = starts[best], starts[k]
            ends[k], ends[best] = ends[best], ends[k]
            for j in range(n):
                A[k * n + j], A[best * n + j] = A[best * n + j], A[k * n + j]
        pivot = A[k * n + k]
        if not abs(pivot) > 0.0:
            return 1.0, 0.0
        if abs(pivot) < smallest:
            smallest = abs(pivot)
        if pivot < 0.0:
            sign = -sign
        end = ends[k]
        for i in range(k + 1, n):
            if A[i * n + k] == 0.0:
                continue
            f = A[i * n + k] / pivot
            A[i * n + k] = f
            if starts[i] > k:
                starts[i] = k
            if ends[i] < end:
                ends[i] = end
            for j in range(k + 1, end):
                A[i * n + j] -= f * A[k * n + j]
    return sign, smallest


def side_by_side(forms: list[Form], columns: list[Coordinate]) -> list[Coordinate]:
    """Columns in the order of a walk along the chain, from one end: those of the same forms are near each other."""
    place = {c.at: j for j, c in enumerate(columns)}
    near: list[set[int]] = [set() for _ in columns]
    for form in forms:
        met = {place[entry.of.at] for entry in form.entries if entry.of.at in place}
        for j in met:
            near[j] |= met
    begin = last_met(near, 0)  # far from the first column: an end
    return [columns[j] for j in walk(near, last_met(near, begin))]


def last_met(near: list[set[int]], begin: int) -> int:
    return walk(near, begin)[-1]


def walk(near: list[set[int]], begin: int) -> list[int]:
    """All columns, by their distance from the first; of several, those with few neighbours first."""
    found = [begin]
    seen = {begin}
    k = 0
    while k < len(found):
        ways = sorted([(len(near[j]), j) for j in near[found[k]] if j not in seen])
        for _, j in ways:
            found.append(j)
            seen.add(j)
        k += 1
    found.extend([j for j in range(len(near)) if j not in seen])
    return found
