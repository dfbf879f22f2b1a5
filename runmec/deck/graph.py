"""Matching, parts and blocks of a sparse pattern. Knows rows and columns, no mechanism.

Plain Python without recursion: it serves `runmec check`, which must start fast, and it stays
linear for the chains and trees that mechanisms are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

Pattern = Sequence[Sequence[int]]


def transpose(rows: Pattern, columns: int) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in range(columns)]
    for row, entries in enumerate(rows):
        for column in entries:
            found[column].append(row)
    return found


def matching(rows: Pattern, columns: int) -> tuple[list[int], list[int]]:
    """Largest matching: column of each row and row of each column, -1 where there is none."""
    row_of, column_of = _easy_matching(rows, columns)
    while _augment(rows, row_of, column_of):
        pass
    return column_of, row_of


def _easy_matching(rows: Pattern, columns: int) -> tuple[list[int], list[int]]:
    """Matches what has one choice left, again and again (Karp and Sipser); then greedily."""
    by_column = transpose(rows, columns)
    row_of, column_of = [-1] * columns, [-1] * len(rows)
    left = [len(entries) for entries in rows]
    single = deque(row for row, count in enumerate(left) if count == 1)

    def match(row: int) -> None:
        column = next((c for c in rows[row] if row_of[c] < 0), -1)
        if column < 0:
            return
        row_of[column], column_of[row] = row, column
        for other in by_column[column]:
            left[other] -= 1
            if left[other] == 1 and column_of[other] < 0:
                single.append(other)

    for row in range(len(rows)):
        while single:
            next_row = single.popleft()
            if column_of[next_row] < 0:
                match(next_row)
        if column_of[row] < 0:
            match(row)
    return row_of, column_of


def _augment(rows: Pattern, row_of: list[int], column_of: list[int]) -> bool:
    """One phase of Hopcroft and Karp: shortest augmenting paths, none crossing another."""
    level = {row: 0 for row, column in enumerate(column_of) if column < 0}
    queue = deque(level)
    reachable = False
    while queue:
        row = queue.popleft()
        for column in rows[row]:
            other = row_of[column]
            if other < 0:
                reachable = True
            elif other not in level:
                level[other] = level[row] + 1
                queue.append(other)
    if not reachable:
        return False
    place = [0] * len(rows)
    for root in [row for row, column in enumerate(column_of) if column < 0]:
        path = [root]
        while path:
            row = path[-1]
            if place[row] == len(rows[row]):
                path.pop()
                continue
            column = rows[row][place[row]]
            place[row] += 1
            other = row_of[column]
            if other < 0:
                # turn the path round: every row on it takes the column it stopped at
                for step in path:
                    taken = rows[step][place[step] - 1]
                    row_of[taken], column_of[step] = step, taken
                break
            if level.get(other) == level[row] + 1:
                path.append(other)
    return True


def over_and_under(rows: Pattern, columns: int) -> tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]:
    """(rows, columns) of the part with too many rows, and of that with too many columns.

    The coarse decomposition of Dulmage and Mendelsohn; all empty for a perfect matching.
    """
    column_of, row_of = matching(rows, columns)
    over_rows = _alternating(rows, [r for r, c in enumerate(column_of) if c < 0], row_of)
    over_columns = sorted({c for r in over_rows for c in rows[r]})
    by_column = transpose(rows, columns)
    under_columns = _alternating(by_column, [c for c, r in enumerate(row_of) if r < 0], column_of)
    under_rows = sorted({r for c in under_columns for r in by_column[c]})
    return (over_rows, over_columns), (under_rows, under_columns)


def _alternating(pattern: Pattern, start: list[int], partner_of: list[int]) -> list[int]:
    """All that alternating paths reach from the unmatched ones."""
    seen = set(start)
    pending = list(start)
    while pending:
        for entry in pattern[pending.pop()]:
            partner = partner_of[entry]
            if partner >= 0 and partner not in seen:
                seen.add(partner)
                pending.append(partner)
    return sorted(seen)


def blocks(rows: Pattern, column_of: Sequence[int]) -> list[list[int]]:
    """Rows of the diagonal blocks of a perfectly matched pattern, in the order of solving.

    Block after block, every row needs only columns of its own and of earlier blocks: the strongly
    connected components (Tarjan) of the graph row -> row that is matched to one of its columns.
    """
    row_of = {column: row for row, column in enumerate(column_of)}
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in range(len(rows)):
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            row, place = work.pop()
            if place == 0:
                index[row] = low[row] = len(index)
                stack.append(row)
                on_stack.add(row)
            descended = False
            for at in range(place, len(rows[row])):
                other = row_of[rows[row][at]]
                if other not in index:
                    work += [(row, at + 1), (other, 0)]
                    descended = True
                    break
                if other in on_stack:
                    low[row] = min(low[row], index[other])
            if descended:
                continue
            if low[row] == index[row]:
                component: list[int] = []
                while not component or component[-1] != row:
                    component.append(stack.pop())
                    on_stack.discard(component[-1])
                found.append(sorted(component))
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[row])
    return found
