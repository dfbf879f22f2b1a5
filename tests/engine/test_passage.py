"""Whether a flat position between two others exists."""

from __future__ import annotations

import math

import numpy as np
import pytest

from runmec.engine.given_path import Straight
from runmec.engine.passage import KnownPosition, Passage

from .machines import FourBar, Machine

TRUE = FourBar(0.1, 0.3, 0.1, 0.3)


def passage(bar: FourBar, first: tuple[float, ...], last: tuple[float, ...], a: float, b: float) -> bool:
    """From pins `first` at the crank angle a to pins `last` at b, by the change of sign of the dyad."""
    machine = bar.made(a, at=first)  # type: ignore[arg-type]
    course = Straight(machine.inputs, [a], [1.0], [1.0])
    found = Passage(machine.mech, course)
    dyad = machine.mech.groups[1]
    stand(machine, first)
    found.begin(0.0)
    sign = dyad.sign
    stand(machine, last)
    found.end(b - a)
    assert dyad.sign == -sign
    return found.exists([dyad])


def stand(machine: Machine, pins: tuple[float, ...]) -> None:
    for c, x in zip(machine.places[2:6], pins, strict=True):
        c.q = x - c.start


@pytest.mark.parametrize(("a", "b"), [(-0.05, 0.04), (-0.2, 0.3), (math.pi - 0.1, math.pi + 0.03)])
def test_a_true_parallelogram_passes(a: float, b: float) -> None:
    assert passage(TRUE, TRUE.parallel(a), TRUE.parallel(b), a, b)


@pytest.mark.parametrize("more", [1e-2, 1e-3, 1e-4, 1e-5, 1e-6])
def test_one_that_is_nearly_so_does_not(more: float) -> None:
    """A rocker a little longer turns back before it is flat: what lies beyond is the other branch."""
    bar = FourBar(0.1, 0.3, 0.1 + more, 0.3)
    a, b = -0.1, 0.1
    for side in (1.0, -1.0):
        assert not passage(bar, bar.pins(a, side), bar.pins(b, -side), a, b)


def test_an_end_without_inverse_proves_nothing() -> None:
    machine = TRUE.made(-0.1, at=TRUE.parallel(-0.1))
    for group in machine.mech.groups:
        group.least = 1e-7
    found = Passage(machine.mech, Straight(machine.inputs, [-0.1], [1.0], [1.0]))
    found.begin(0.0)
    assert found.a is not None
    assert not found.exists([machine.mech.groups[1]])
    stand(machine, TRUE.parallel(0.0))
    found.end(0.1)
    assert found.b is None
    assert not found.exists([machine.mech.groups[1]])


def test_the_polynomial_between_both_ends_is_the_quintic() -> None:
    """Values, slopes and curvatures at both ends: a polynomial of degree 5 is reproduced, of degree 6 missed."""
    machine = TRUE.made(0.5, at=TRUE.parallel(0.5))
    found = Passage(machine.mech, Straight(machine.inputs, [0.0], [1.0], [1.0]))
    rng = np.random.default_rng(0)
    quintic = np.polynomial.Polynomial(rng.uniform(-1, 1, 6))
    ends = []
    for s in (0.3, 1.1):
        for c in machine.mech.moving:
            c.q, c.u, c.w = float(quintic(s)), float(quintic.deriv()(s)), float(quintic.deriv(2)(s))
        ends.append(KnownPosition(machine.mech, s))
    for share in (0.0, 0.2, 0.77, 1.0):
        found.interpolate(ends[0], ends[1], share)
        for c in machine.mech.moving:
            assert c.q == pytest.approx(quintic(0.3 + 0.8 * share), abs=1e-13)
