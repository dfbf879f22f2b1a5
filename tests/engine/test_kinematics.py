"""Newton at one position: how fast, how far, on which branch; derivatives along a path."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from runmec.elements.bar import Angle, Length
from runmec.engine.form import Form
from runmec.engine.kinematics import Kinematics
from runmec.engine.mass import Coupling
from runmec.engine.status import FINE, NO_POSITION, TOO_NEAR

from .machines import FourBar, Machine, assembled, points

BAR = FourBar()


def placed_beside(by: float, angle: float = 1.1) -> tuple[Machine, int]:
    """The dyad's pin put so far beside its place, and Newton's status."""
    machine = BAR.made(angle)
    machine.places[4].q += 0.6 * by
    machine.places[5].q -= 0.8 * by
    machine.mech.looks = 0
    return machine, machine.mech.place()


@pytest.mark.parametrize("by", [1e-2, 3e-3, 1e-3, 1e-5, 1e-9, 0.0])
def test_the_position_is_that_of_the_closed_form(by: float) -> None:
    machine, status = placed_beside(by)
    assert status == FINE
    np.testing.assert_allclose(machine.x(2, 3, 4, 5), BAR.pins(1.1, 1.0), rtol=0, atol=3e-16)


def test_convergence_is_quadratic() -> None:
    """The second correction is C·(first)²: half the distance, half the contraction; digits double with every look."""
    found = []
    for by in (8e-3, 4e-3, 2e-3):
        machine, status = placed_beside(by)
        assert status == FINE
        found.append((machine.mech.moved, machine.mech.contraction))
    for (moved, contraction), (half, halved) in pairwise(found):
        assert half == pytest.approx(0.5 * moved, rel=0.05)
        assert halved == pytest.approx(0.5 * contraction, rel=0.1)
    for by, looks in ((1e-2, 4), (1e-3, 3), (1e-5, 2), (1e-9, 2)):
        assert placed_beside(by)[0].mech.looks <= looks + 1
        assert placed_beside(by)[0].mech.looks >= looks - 1


def test_slack_saves_the_look_at_the_end() -> None:
    """Within the slack the matrix of the last correction is taken as that of the position."""
    looks = []
    for slack in (0.0, 1e-3):
        machine = BAR.made(1.1)
        machine.places[4].q += 1e-6
        machine.mech.slack = slack
        machine.mech.looks = 0
        assert machine.mech.place() == FINE
        looks.append(machine.mech.looks)
    assert looks[1] == 1 < looks[0]


def test_the_other_branch_is_refused_where_newton_does_not_contract() -> None:
    """Half way between both branches the corrections are long; a little on this side they are not."""
    a, b = BAR.pins(1.1, 1.0), BAR.pins(1.1, -1.0)
    refused = []
    for part in np.linspace(0.0, 0.5, 26):
        machine = BAR.made(1.1)
        for k, c in enumerate(machine.places[2:6]):
            c.q = float(part) * (b[k] - a[k])
        status = machine.mech.place()
        refused.append(status == NO_POSITION)
        if status == FINE:
            np.testing.assert_allclose(machine.x(4, 5), a[2:], atol=1e-14)
    assert not refused[0]
    assert refused[-1]
    assert refused == sorted(refused)


def test_what_is_too_near_to_a_singular_position_is_refused_with_its_group() -> None:
    machine = BAR.made(1.1)
    dyad = machine.mech.groups[1]
    assert machine.mech.place() == FINE
    quality = dyad.quality
    ax, ay, bx, by = BAR.pins(1.1, 1.0)
    between = (bx - ax) * by - (by - ay) * (bx - BAR.frame)
    assert quality == pytest.approx(abs(between) / (BAR.coupler * BAR.rocker), rel=1e-12)  # the sine
    for least, status in ((1.001 * quality, TOO_NEAR), (0.999 * quality, FINE)):
        dyad.least = least
        machine.mech.failed = 7
        assert machine.mech.place() == status
        assert machine.mech.evaluate() == status
        assert machine.mech.failed == (1 if status == TOO_NEAR else machine.mech.failed)


@pytest.mark.parametrize("q", [math.nan, math.inf, 50.0])
def test_no_position_from_nowhere(q: float) -> None:
    machine = BAR.made(1.1)
    machine.places[4].q = q
    assert machine.mech.place() in (NO_POSITION, TOO_NEAR)
    assert machine.mech.failed == 1


def test_lengths_that_do_not_meet_have_no_position() -> None:
    """Coupler and rocker too short for the distance of their other ends."""
    machine = BAR.made(1.1)
    machine.forms[1].wanted = 0.02
    machine.forms[2].wanted = 0.02
    assert machine.mech.place() == NO_POSITION


def test_a_dependent_angle_must_not_turn_too_far_in_one_step() -> None:
    machine = BAR.made(1.1)
    rocker = machine.extra["rocker"]
    assert machine.mech.winders == [rocker]
    assert machine.mech.watched == [rocker]
    rocker.reference = rocker.value - 2.4
    assert machine.mech.place() == FINE
    assert rocker.reference == pytest.approx(rocker.value)
    rocker.reference = rocker.value - 2.6
    assert machine.mech.place() == NO_POSITION


def test_a_group_by_itself_moves_its_own_coordinates_only() -> None:
    machine = BAR.made(1.1)
    crank, dyad = machine.mech.groups
    part = machine.mech.part(dyad)
    assert part.moving == dyad.columns
    assert part.forms == dyad.forms
    before = machine.x(2, 3)
    machine.inputs[0].set_target(1.2)
    machine.places[4].q += 1e-3
    assert part.place() == FINE
    assert machine.x(2, 3) == before
    np.testing.assert_allclose(machine.x(4, 5), BAR.pins(1.1, 1.0)[2:], atol=1e-15)
    assert machine.mech.part(crank).place() == FINE
    assert part.place() == FINE
    np.testing.assert_allclose(machine.x(2, 3, 4, 5), BAR.pins(1.2, 1.0), atol=1e-15)


@pytest.mark.parametrize("angle", [0.3, 1.1, 2.9, -1.4])
def test_derivatives_along_the_path_against_differences_of_the_closed_form(angle: float) -> None:
    """Input s ↦ angle + 2s + ½·0.7s²: du/ds and d²u/ds² by five-point differences."""
    machine = BAR.made(angle)
    (crank,) = machine.inputs
    assert machine.mech.place() == FINE
    crank.rate, crank.acceleration = 2.0, 0.7
    machine.mech.follow()
    assert crank.right == 0.0
    h = 1e-3
    s = h * np.arange(-2, 3)
    x = np.array([BAR.pins(angle + 2.0 * k + 0.35 * k * k, 1.0) for k in s])
    first = np.array([1, -8, 0, 8, -1]) @ x / (12 * h)
    second = np.array([-1, 16, -30, 16, -1]) @ x / (12 * h * h)
    np.testing.assert_allclose([c.u for c in machine.mech.moving], first, atol=1e-9)
    np.testing.assert_allclose([c.w for c in machine.mech.moving], second, atol=1e-8)


def test_small_groups_far_away_are_converged_to_their_own_size() -> None:
    """A triangle of micrometres at 1 km: the pin to rounding of its own size, since it counts from its start."""
    l = 2.0**-20
    places = points((1024.0, 0.0, False), (1024.0 + l, 0.0, True), (1024.0, -l, False))
    forms: list[Form] = [Length(places[0:4]), Length(places[4:6] + places[2:4])]
    machine = assembled(places, forms, 0, [(forms, places[2:4])], l)
    forms[1].wanted = 1.4 * l
    assert machine.mech.place() == FINE
    x, y = l + places[2].q, places[3].q
    # circles about (0, 0) and (0, −l): (y + l)² − y² = 1.96 l² − l²
    assert y == pytest.approx(-0.02 * l, rel=1e-13)
    assert x == pytest.approx(l * math.sqrt(1.0 - 0.02**2), rel=4e-16)


def test_what_is_fixed_and_what_is_coupled() -> None:
    places = points((0.0, 0.0, False), (1.0, 0.0, True), (2.0, 0.0, True))
    mech = Kinematics(places, [], [], 0)
    inner, outer = Coupling(places[2], places[4], 1.0), Coupling(places[0], places[2], 2.0)
    mech.set_couplings([inner, outer])
    assert (mech.couplings, mech.supported) == ([inner], [outer])
    assert (mech.moving, mech.fixed) == (places[2:], places[:2])
    assert mech.place() == FINE  # nothing prescribed, nothing to do
    assert mech.looks == 1


def test_an_angle_that_is_prescribed_alone_is_not_followed() -> None:
    places = points((0.0, 0.0, False), (1.0, 0.0, True))
    forms: list[Form] = [Length(places), Angle(places)]
    assert assembled(places, forms, 1, [(forms, places[2:])]).mech.winders == []
