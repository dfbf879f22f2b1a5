"""In which order a sparse matrix is eliminated, so that few entries are added (Markowitz) and no pivot is small.

A matrix is a list of rows, each with its entries by columns.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Final

AS_LARGE: Final = 0.1  # of the largest entry of its row, a pivot when it is chosen
CANDIDATES: Final = 4  # rows that are looked at for every pivot


class EliminationOrder:
    """Rows and columns one after the other; for each row of L and U where its entries stand, in that order."""

    __slots__ = ("columns", "found", "lower", "rows", "upper")

    def __init__(self, matrix: list[dict[int, float]]) -> None:
        """`matrix` is used up."""
        self.rows: list[int] = []
        self.columns: list[int] = []
        self.lower: list[list[int]] = []
        self.upper: list[list[int]] = []
        self.found: bool = self.find(matrix)

    def find(self, matrix: list[dict[int, float]]) -> bool:
        """Of the rows with fewest entries, and of their entries that are not small, always that which adds least."""
        n = len(matrix)
        met: list[set[int]] = [set() for _ in range(n)]  # rows of a column
        for i in range(n):
            for j in matrix[i]:
                met[j].add(i)
        left: list[tuple[int, int]] = [(len(matrix[i]), i) for i in range(n)]
        heapify(left)
        is_done = [False] * n
        below: list[list[int]] = [[] for _ in range(n)]
        beside: list[list[int]] = []
        while len(self.rows) < n:
            tried: list[int] = []
            best = -1
            column = -1
            adds = 0
            while left and len(tried) < CANDIDATES:
                count, i = heappop(left)
                row = matrix[i]
                if is_done[i] or count != len(row):
                    continue  # it stands there again with another count
                tried.append(i)
                largest = 0.0
                for part in row.values():
                    largest = max(largest, abs(part))
                for j, part in row.items():
                    if abs(part) >= AS_LARGE * largest > 0.0:
                        more = (count - 1) * (len(met[j]) - 1)
                        if best < 0 or more < adds:
                            best = i
                            column = j
                            adds = more
            if best < 0:
                return False
            for i in tried:
                if i != best:
                    heappush(left, (len(matrix[i]), i))
            is_done[best] = True
            own = matrix[best]
            others = [j for j in own if j != column]
            for j in own:
                met[j].discard(best)
            for i in met[column]:
                row = matrix[i]
                f = row.pop(column) / own[column]
                below[i].append(len(self.rows))
                for j in others:
                    row[j] = row.get(j, 0.0) - f * own[j]
                    met[j].add(i)
                heappush(left, (len(row), i))
            self.rows.append(best)
            self.columns.append(column)
            beside.append(others)
        place = [0] * n
        for p in range(n):
            place[self.columns[p]] = p
        self.lower = [below[i] for i in self.rows]
        self.upper = [sorted([place[j] for j in others]) for others in beside]
        return True

    def parity(self) -> float:
        """By which the sign of a determinant changes."""
        return parity(self.rows) * parity(self.columns)


def smallest_pivot(matrix: list[dict[int, float]]) -> float:
    """Of elimination column after column, each by its largest entry, as of a full matrix; `matrix` is used up.

    Of entries that are equally large the first one counts, rows exchanged as there.
    """
    n = len(matrix)
    at = list(range(n))  # rows in the order of elimination
    place = list(range(n))
    met: list[set[int]] = [set() for _ in range(n)]
    for i in range(n):
        for j in matrix[i]:
            met[j].add(i)
    smallest = 1e300
    for k in range(n):
        best = -1
        largest = 0.0
        for i in met[k]:
            part = abs(matrix[i][k])
            if part > largest or (part == largest and best >= 0 and place[i] < place[best]):
                best = i
                largest = part
        if best < 0:
            return 0.0
        other = at[k]
        at[place[best]] = other
        place[other] = place[best]
        place[best] = k
        smallest = min(smallest, largest)
        own = matrix[best]
        for j in own:
            met[j].discard(best)
        pivot = own.pop(k)
        for i in met[k]:
            row = matrix[i]
            f = row.pop(k) / pivot
            if f != 0.0:
                for j, part in own.items():
                    row[j] = row.get(j, 0.0) - f * part
                    met[j].add(i)
    return smallest


def parity(order: list[int]) -> float:
    """Of a permutation."""
    is_seen = [False] * len(order)
    sign = 1.0
    for k in range(len(order)):
        at = k
        length = 0
        while not is_seen[at]:
            is_seen[at] = True
            at = order[at]
            length += 1
        if length > 0 and length % 2 == 0:
            sign = -sign
    return sign
