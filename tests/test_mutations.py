"""No input whatever gives a traceback; a wrong deck is told with a line inside the file.

python -m tests.test_mutations 1000000      runs a million and reports
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import pytest

from runmec import loads, run
from runmec.deck import check
from runmec.deck.layout import format_text
from runmec.deck.source import NotADeck, decode
from runmec.diagnostics import has_errors, render, split_lines

from .machine_decks import planar, spatial
from .random_decks import mutated, valid

BATCHES, A_BATCH = 8, 500
KINDS = (valid, planar, spatial)


def judge(data: bytes) -> int:
    """The exit code that `runmec check` would give."""
    try:
        text = decode(data, "deck")
    except NotADeck:
        return 1
    deck, diagnostics = check(text, "deck", {})
    render(diagnostics, "deck", text)
    lines = split_lines(text)
    for told in diagnostics:
        assert told.span is not None
        assert 1 <= told.span.line <= len(lines), told
        assert 1 <= told.span.column <= len(lines[told.span.line - 1]) + 1, told
    if has_errors(diagnostics):
        return 1
    written = format_text(text)
    assert check(written, "deck", {})[0] == deck
    assert format_text(written) == written
    return 0


@pytest.mark.parametrize("batch", range(BATCHES))
def test_mutations_never_give_a_traceback(batch: int) -> None:
    rng = random.Random(batch)
    codes = {0: 0, 1: 0}
    for number in range(A_BATCH):
        codes[judge(mutated(KINDS[number % 3](number % 50), rng))] += 1
    assert codes[1] > A_BATCH // 3  # most mutations matter
    assert codes[0] > 0


@pytest.mark.parametrize("seed", range(200))
def test_random_valid_decks_are_valid_and_round_trip(seed: int) -> None:
    assert judge(KINDS[seed % 3](seed).encode()) == 0


@pytest.mark.parametrize("kind", KINDS[1:])
def test_random_machines_calculate_and_balance(kind: Callable[[int], str]) -> None:
    """The sums of all forces and moments are zero whatever the lines that were drawn; friction may stop one early."""
    for seed in range(6):
        result = run(loads(kind(seed)))
        trust = result.trust
        assert result.complete or result.failure is not None
        for share in (trust.closure, trust.forces, trust.moments):
            assert share is None or share < 1e-9, seed


def main(count: int, seed: int) -> None:
    rng = random.Random(seed)
    codes = {0: 0, 1: 0}
    for number in range(count):
        data = mutated(KINDS[number % 3](number % 500), rng)
        try:
            codes[judge(data)] += 1
        except BaseException:
            print(f"mutation {number} of seed {seed}: {data!r}")
            raise
    print(f"{count} mutations with seed {seed}: exit codes {codes}, no traceback")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
