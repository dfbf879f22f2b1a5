"""No input whatever gives a traceback; a wrong deck is told with a line inside the file.

`python -m tests.fuzz` runs as many as there is time for, and carries out commands with them.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from runmec import loads, run

from .fuzz.judging import judge
from .machine_decks import planar, spatial
from .random_decks import mutated, valid

BATCHES, A_BATCH = 8, 250
KINDS = (valid, planar, spatial)


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
