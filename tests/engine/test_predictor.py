"""Predictions from known positions: polynomials through values, first and second derivatives."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from runmec.engine.coordinate import Coordinate, X
from runmec.engine.kinematics import Kinematics
from runmec.engine.thresholds import DISTINCT


def followed(count: int) -> Kinematics:
    return Kinematics([Coordinate(k, 0.0, True, X) for k in range(count)], [], [], 0)


def stand(mech: Kinematics, polynomials: list[Polynomial], s: float) -> None:
    mech.s = s
    for c, p in zip(mech.moving, polynomials, strict=True):
        c.q, c.u, c.w = float(p(s)), float(p.deriv()(s)), float(p.deriv(2)(s))


def randoms(degree: int, count: int, seed: int) -> list[Polynomial]:
    rng = np.random.default_rng(seed)
    return [Polynomial(rng.uniform(-1, 1, degree + 1)) for _ in range(count)]


def with_known(places: list[float], polynomials: list[Polynomial]) -> Kinematics:
    mech = followed(len(polynomials))
    for slot, s in enumerate(places):
        stand(mech, polynomials, s)
        mech.keep(slot)
    assert mech.known == len(places)
    return mech


KNOWN = [[0.4], [0.4, -0.3], [0.4, -0.3, 0.15], [0.4, 1.1, 0.7]]


@pytest.mark.parametrize("places", KNOWN)
@pytest.mark.parametrize("seed", range(3))
def test_a_polynomial_is_reproduced(places: list[float], seed: int) -> None:
    """Degree 2, 5, 8 from one, two, three positions: three conditions each."""
    polynomials = randoms(3 * len(places) - 1, 4, seed)
    mech = with_known(places, polynomials)
    for s in (0.0, 0.41, 0.8, 1.3, -0.6):
        mech.predict(s)
        np.testing.assert_allclose([c.q for c in mech.moving], [p(s) for p in polynomials], rtol=1e-9, atol=1e-9)
        assert mech.s == s


@pytest.mark.parametrize("places", KNOWN)
def test_the_next_degree_is_missed_by_what_the_remainder_says(places: list[float]) -> None:
    """Of a monic polynomial of degree 3m the interpolation misses Π(s − sₖ)³, Hermite's remainder."""
    rng = np.random.default_rng(5)
    monic = Polynomial([*rng.uniform(-1, 1, 3 * len(places)), 1.0])
    mech = with_known(places, [monic])
    for s in (0.55, 0.9, -0.5):
        mech.predict(s)
        remainder = np.prod([(s - k) ** 3 for k in places])
        assert monic(s) - mech.moving[0].q == pytest.approx(remainder, rel=1e-6, abs=1e-12)


def test_positions_that_are_nearly_one_are_not_used_together() -> None:
    """Two that are closer than a fiftieth of the way: only the first; the third near the second: the first two."""
    cubic, sixth = Polynomial([0.0, 0.0, 0.0, 1.0]), Polynomial([0.0] * 6 + [1.0])
    for apart, used in ((0.9 * DISTINCT * 2.0, 1), (1.1 * DISTINCT * 2.0, 2)):
        mech = with_known([0.0, -apart], [cubic])
        assert mech.usable(1.0) == used
        mech.predict(1.0)
        assert mech.moving[0].q == pytest.approx(0.0 if used == 1 else 1.0, abs=1e-9)
    for places in ([0.0, -1.0, -1.01], [0.0, -1.0, 0.01]):
        mech = with_known(places, [sixth])
        assert mech.usable(1.0) == 2
        mech.predict(1.0)
        assert mech.moving[0].q == pytest.approx(1.0 - 1.0**3 * 2.0**3, rel=1e-9)
    assert with_known([0.0, -1.0, -0.5], [sixth]).usable(1.0) == 3
    assert with_known([0.0, 0.0], [cubic]).usable(1.0) == 1


def test_the_end_of_a_step_becomes_the_first_of_the_known() -> None:
    polynomials = randoms(8, 3, 1)
    mech = followed(3)
    stand(mech, polynomials, 0.0)
    mech.keep(0)
    for count, s in ((2, 0.3), (3, 0.5), (3, 0.9)):
        stand(mech, polynomials, s)
        mech.keep_end()
        mech.shift()
        assert mech.known == count
    assert (mech.s0, mech.s1, mech.s2) == (0.9, 0.5, 0.3)
    mech.predict(1.2)
    np.testing.assert_allclose([c.q for c in mech.moving], [p(1.2) for p in polynomials], rtol=1e-8)


def test_a_shift_can_be_taken_back() -> None:
    """The third is lost by it: two remain, and a quintic is still reproduced."""
    polynomials = randoms(5, 2, 2)
    mech = with_known([0.0, -0.2, -0.5], polynomials)
    stand(mech, randoms(5, 2, 9), 0.4)
    mech.keep_end()
    mech.shift()
    mech.unshift()
    assert (mech.known, mech.s0, mech.s1) == (2, 0.0, -0.2)
    mech.predict(0.3)
    np.testing.assert_allclose([c.q for c in mech.moving], [p(0.3) for p in polynomials], rtol=1e-9)
    mech.known = 1
    mech.keep_end()
    mech.shift()
    mech.unshift()
    assert mech.known == 1


def test_keeping_again_changes_a_slot_only() -> None:
    mech = with_known([0.0, 0.5, 1.0], randoms(8, 1, 3))
    other = randoms(8, 1, 4)
    stand(mech, other, 0.7)
    mech.keep(1)
    assert (mech.known, mech.s0, mech.s1, mech.s2) == (3, 0.0, 0.7, 1.0)
    mech.predict(0.7)
    assert mech.moving[0].q == pytest.approx(other[0](0.7))
