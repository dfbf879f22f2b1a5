"""What every run says of itself: closure, sums of forces and moments, power; the energy of a simulation."""

from __future__ import annotations

import pytest

from .decks import CASES, SIM, Case
from .known import marked


@marked("trust", CASES)
def test_trust(case: Case) -> None:
    assert case.result().trust.worst < 1e-9


@marked("energy", [case for case in CASES if case.job == SIM])
def test_energy(case: Case) -> None:
    drifts = case.result().energy_drifts
    assert drifts
    for drift, exchanged in drifts:
        assert drift == pytest.approx(0.0, abs=1e-6 * exchanged)
