"""Matching, parts and blocks against scipy's and brute force."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from runmec.deck.graph import blocks, matching, over_and_under


@st.composite
def patterns(draw: st.DrawFn, square: bool = False) -> tuple[list[list[int]], int]:
    rows = draw(st.integers(1, 8))
    columns = rows if square else draw(st.integers(1, 8))
    entries = st.lists(st.integers(0, columns - 1), unique=True, max_size=4)
    return [sorted(draw(entries)) for _ in range(rows)], columns


def dense(rows: list[list[int]], columns: int) -> np.ndarray:
    found = np.zeros((len(rows), columns), dtype=int)
    for row, entries in enumerate(rows):
        found[row, entries] = 1
    return found


@given(patterns())
def test_matching_is_as_large_as_scipys(pattern: tuple[list[list[int]], int]) -> None:
    rows, columns = pattern
    column_of, row_of = matching(rows, columns)
    matched = [(r, c) for r, c in enumerate(column_of) if c >= 0]
    assert all(c in rows[r] and row_of[c] == r for r, c in matched)
    assert len({c for _, c in matched}) == len(matched)
    assert len(matched) == np.count_nonzero(maximum_bipartite_matching(csr_array(dense(rows, columns))) >= 0)


@given(patterns())
def test_parts_have_too_many_rows_and_too_many_columns(pattern: tuple[list[list[int]], int]) -> None:
    rows, columns = pattern
    (over_rows, over_columns), (under_rows, under_columns) = over_and_under(rows, columns)
    column_of, row_of = matching(rows, columns)
    assert len(over_rows) - len(over_columns) == column_of.count(-1)
    assert len(under_columns) - len(under_rows) == row_of.count(-1)


@given(patterns(square=True))
def test_blocks_are_triangular_and_as_small_as_possible(pattern: tuple[list[list[int]], int]) -> None:
    rows, columns = pattern
    column_of, _ = matching(rows, columns)
    if -1 in column_of:
        return
    found = blocks(rows, column_of)
    assert sorted(r for block in found for r in block) == list(range(len(rows)))
    known: set[int] = set()
    for block in found:
        own = {column_of[r] for r in block}
        assert all(set(rows[r]) <= known | own for r in block)
        known |= own
    assert len(found) == _blocks_by_reachability(rows, column_of)


def _blocks_by_reachability(rows: list[list[int]], column_of: list[int]) -> int:
    """Number of classes of rows that reach each other, by powers of the matrix."""
    n = len(rows)
    reach = np.eye(n, dtype=int)
    for row, entries in enumerate(rows):
        for column in entries:
            reach[row, column_of.index(column)] = 1
    for _ in range(n):
        reach = np.minimum(reach @ reach, 1)
    both = reach * reach.T
    return len({tuple(row) for row in both})


def test_long_chain_needs_no_recursion() -> None:
    n = 20_000
    rows = [[max(0, i - 1), i] if i else [0] for i in range(n)]
    column_of, _ = matching(rows, n)
    assert len(blocks(rows, column_of)) == n
    ring = [[i, (i + 1) % n] for i in range(n)]
    column_of, _ = matching(ring, n)
    assert len(blocks(ring, column_of)) == 1


def test_matching_of_small_squares_by_brute_force() -> None:
    for code in range(2**9):
        pattern = [[c for c in range(3) if code >> (3 * r + c) & 1] for r in range(3)]
        possible = any(all(p[r] in pattern[r] for r in range(3)) for p in permutations(range(3)))
        assert (-1 not in matching(pattern, 3)[0]) == possible
