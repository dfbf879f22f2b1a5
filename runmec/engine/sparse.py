"""Large groups: L·U that knows where its zeros are.

Every form parameter knows few co-ordinates. The order of elimination is chosen once, from the numbers as they are
then; from there on only numbers are calculated, along fixed lists. Where a pivot has become small beside its row, the
order is chosen anew.

The smallest pivot depends on the order, the distance from a singular position does not: it is measured by pivots of
full elimination, as in every other group, where an order is chosen and wherever it is small; between, it goes with
the smallest pivot.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .block import Eliminated, limited
from .coordinate import Coordinate
from .elimination_order import EliminationOrder, smallest_pivot
from .form import Form

TOO_SMALL: Final = 1e-3  # of the largest entry of its row, a pivot for which another order is chosen
POOR: Final = 0.1  # quality below which it is measured in every position


class Sparse(Eliminated):
    """Many parameters, of which every one knows few co-ordinates."""

    __slots__ = (
        "L", "L_at", "L_starts", "U", "U_at", "U_starts", "by_columns", "entry_at", "entry_starts", "inverse",
        "is_ordered", "known", "orders", "parity", "places_of", "smallest", "t", "values", "x",
    )  # fmt: skip

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        super().__init__(number, forms, side_by_side(forms, columns))
        n = len(forms)
        starts = [0]
        at: list[int] = []
        for places in self.places:
            at.extend(places)
            starts.append(len(at))
        self.entry_starts: vec[i64] = vec[i64](starts)
        self.entry_at: vec[i64] = vec[i64](at)  # columns of the entries, row after row
        self.values: vec[float] = vec[float]([0.0] * len(at))
        self.is_ordered: bool = False
        self.orders: int = 0  # how often an order was chosen
        self.by_columns: vec[i64] = vec[i64](range(n))  # columns in the order of elimination
        self.places_of: vec[i64] = vec[i64](range(n))  # and where they stand in it
        self.parity: float = 1.0
        self.L_starts: vec[i64] = vec[i64]([0] * (n + 1))
        self.L_at: vec[i64] = vec[i64]()
        self.L: vec[float] = vec[float]()
        self.U_starts: vec[i64] = vec[i64]([0] * (n + 1))
        self.U_at: vec[i64] = vec[i64]()
        self.U: vec[float] = vec[float]()
        self.inverse: vec[float] = vec[float]([1.0] * n)  # of the pivots
        self.x: vec[float] = vec[float]([0.0] * n)
        self.t: vec[float] = vec[float]([0.0] * n)
        self.smallest: float = 1.0  # pivot, where quality was measured
        self.known: float = 1.0  # and what it was

    def factor(self) -> None:
        if not self.collect():
            return
        smallest = self.eliminate() if self.is_ordered else 0.0
        is_new = not smallest > 0.0
        if is_new:
            self.choose_order()
            smallest = self.eliminate() if self.is_ordered else 0.0
            if not smallest > 0.0:
                self.is_ordered = False
                self.quality = 0.0
                return
        quality = self.known * smallest / self.smallest
        if is_new or not quality > POOR:
            self.known = quality = smallest_pivot(self.matrix())
            self.smallest = smallest
        self.quality = limited(quality)

    def measured(self) -> float:
        return limited(smallest_pivot(self.matrix())) if self.quality > 0.0 else 0.0

    def collect(self) -> bool:
        """Entries, rows divided by their sizes; False where one has none."""
        values = self.values
        k: i64 = 0
        for i in range(self.n):
            size = self.forms[i].size(self.scale)
            if not size > 0.0:
                self.quality = 0.0
                return False
            self.sizes[i] = size
            per = 1.0 / size
            for entry in self.own[i]:
                values[k] = entry.value * entry.of.scale * per
                k += 1
        return True

    def eliminate(self) -> float:
        """L·U in the order that was chosen; the smallest pivot, or 0 where one is too small beside its row."""
        x = self.x
        order = self.order
        place = self.places_of
        L_starts = self.L_starts
        L_at = self.L_at
        L = self.L
        U_starts = self.U_starts
        U_at = self.U_at
        U = self.U
        inverse = self.inverse
        starts = self.entry_starts
        at = self.entry_at
        values = self.values
        smallest = 1e300
        sign = self.parity
        for p in range(self.n):
            for k in range(L_starts[p], L_starts[p + 1]):
                x[L_at[k]] = 0.0
            x[p] = 0.0
            for k in range(U_starts[p], U_starts[p + 1]):
                x[U_at[k]] = 0.0
            row = order[p]
            for k in range(starts[row], starts[row + 1]):
                x[place[at[k]]] += values[k]
            for k in range(L_starts[p], L_starts[p + 1]):
                q = L_at[k]
                f = x[q] * inverse[q]
                L[k] = f
                if f != 0.0:
                    for j in range(U_starts[q], U_starts[q + 1]):
                        x[U_at[j]] -= f * U[j]
            pivot = x[p]
            size = abs(pivot)
            largest = size
            for k in range(U_starts[p], U_starts[p + 1]):
                part = x[U_at[k]]
                U[k] = part
                part = abs(part)
                if part > largest:
                    largest = part
            if not size > TOO_SMALL * largest:
                return 0.0
            if size < smallest:
                smallest = size
            if pivot < 0.0:
                sign = -sign
            inverse[p] = 1.0 / pivot
        self.sign = sign
        return smallest

    def divide(self) -> None:
        n = self.n
        t = self.t
        L_at = self.L_at
        L = self.L
        U_at = self.U_at
        U = self.U
        for p in range(n):
            total = self.b[self.order[p]]
            for k in range(self.L_starts[p], self.L_starts[p + 1]):
                total -= L[k] * t[L_at[k]]
            t[p] = total
        for p in range(n - 1, -1, -1):
            total = t[p]
            for k in range(self.U_starts[p], self.U_starts[p + 1]):
                total -= U[k] * t[U_at[k]]
            t[p] = total * self.inverse[p]
            self.y[self.by_columns[p]] = t[p]

    def divide_transposed(self) -> None:
        n = self.n
        t = self.t
        L_at = self.L_at
        L = self.L
        U_at = self.U_at
        U = self.U
        for p in range(n):
            t[p] = self.b[self.by_columns[p]]
        for p in range(n):
            part = t[p] * self.inverse[p]
            t[p] = part
            if part != 0.0:
                for k in range(self.U_starts[p], self.U_starts[p + 1]):
                    t[U_at[k]] -= U[k] * part
        for p in range(n - 1, -1, -1):
            part = t[p]
            self.b[self.order[p]] = part
            if part != 0.0:
                for k in range(self.L_starts[p], self.L_starts[p + 1]):
                    t[L_at[k]] -= L[k] * part

    def matrix(self) -> list[dict[int, float]]:
        """Entries of every row by their columns."""
        found: list[dict[int, float]] = []
        for i in range(self.n):
            row: dict[int, float] = {}
            for k in range(self.entry_starts[i], self.entry_starts[i + 1]):
                j = int(self.entry_at[k])
                row[j] = row.get(j, 0.0) + self.values[k]
            found.append(row)
        return found

    def choose_order(self) -> None:
        found = EliminationOrder(self.matrix())
        self.is_ordered = found.found
        if not found.found:
            return
        self.orders += 1
        self.parity = found.parity()
        self.order = vec[i64](found.rows)
        self.by_columns = vec[i64](found.columns)
        for p in range(len(found.columns)):
            self.places_of[found.columns[p]] = p
        self.L_starts, self.L_at, self.L = row_after_row(found.lower)
        self.U_starts, self.U_at, self.U = row_after_row(found.upper)


def row_after_row(places: list[list[int]]) -> tuple[vec[i64], vec[i64], vec[float]]:
    """Where rows begin, columns of their entries, and room for these."""
    starts = [0]
    at: list[int] = []
    for some in places:
        at.extend(some)
        starts.append(len(at))
    return vec[i64](starts), vec[i64](at), vec[float]([0.0] * len(at))


def side_by_side(forms: list[Form], columns: list[Coordinate]) -> list[Coordinate]:
    """Columns in the order of a walk along the chain, from one end: those of the same forms are near each other."""
    place = {c.at: j for j, c in enumerate(columns)}
    near: list[set[int]] = [set() for _ in columns]
    for form in forms:
        met = {place[entry.of.at] for entry in form.entries if entry.of.at in place}
        for j in met:
            near[j] |= met
    begin = walk(near, 0)[-1]  # far from the first column: an end
    return [columns[j] for j in walk(near, walk(near, begin)[-1])]


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
