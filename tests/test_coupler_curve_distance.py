"""The judge of path generation in the benchmarks: distances from coupler curves that are circles."""

from __future__ import annotations

import pytest

from benchmarks.path_peer import FourBar, miss

LENGTHS = (1.0, 4.0, 3.0)  # crank, coupler, rocker, with a frame of 4: a crank-rocker


def test_the_crank_pin_moves_on_a_circle() -> None:
    pin = FourBar(2 + 1j, 6 + 1j, *LENGTHS, point=0j)
    # (5, 5) is 5 away from the centre, thus 4 from the circle; (2, 1.5) is 0.5 away from both; (2, 2) is on it
    assert miss(pin, [(5.0, 5.0), (2.0, 1.5), (2.0, 2.0)]) == pytest.approx(16.0 + 0.25, rel=1e-12)


def test_the_end_of_the_coupler_moves_on_the_arc_of_the_rocker() -> None:
    end = FourBar(0j, 4 + 0j, *LENGTHS, point=4 + 0j)
    # cosine rule with A0 B = 4 + 1 and 4 − 1 at the dead centres: the rocker stands at cos β = 0 and 2/3 there
    assert miss(end, [(4.0, 3.0)]) == pytest.approx(0.0, abs=1e-20)
    assert miss(end, [(4.0 + 3.0, 0.0)]) == pytest.approx(18.0, rel=1e-9)  # nearest: the dead centre at (4, 3)
