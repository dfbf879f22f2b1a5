"""Form parameters: angles over many turns, compositions, co-ordinates that are held."""

from __future__ import annotations

import math

import numpy as np
import pytest

from runmec.elements.bar import Angle, Length
from runmec.elements.ternary1 import Turn
from runmec.engine.coordinate import ANGLE, Coordinate, X
from runmec.engine.form import Form, Held, LinearCombination, turned

from .machines import assembled, linear, points


@pytest.mark.parametrize("turns", [0, 1, -1, 7, -40])
def test_an_angle_is_told_in_the_turn_of_its_reference(turns: int) -> None:
    """Within half a turn of the reference, wherever that is: the angle the point was made with."""
    for reference in np.linspace(-3.0, 3.0, 13) + 2.0 * math.pi * turns:
        for by in (-3.1, -1.6, -0.5, -0.021, -0.019, -1e-3, -1e-9, 0.0, 1e-12, 0.0199, 0.0201, 0.8, 1.6, 3.1):
            angle = float(reference) + by
            found = turned(float(reference), 2.7 * math.cos(angle), 2.7 * math.sin(angle))
            assert found == pytest.approx(angle, rel=0, abs=4e-15 + 4e-16 * abs(angle))


@pytest.mark.parametrize("tangent", [0.0199999, 0.01, 1e-3, 1e-6, -0.0199999])
def test_small_turns_are_exact_to_rounding(tangent: float) -> None:
    """Below a tangent of 0.02 a series stands for the arc tangent."""
    assert turned(0.0, 1.0, tangent) == pytest.approx(math.atan(tangent), rel=3e-16)


def test_an_angle_without_a_point_keeps_its_reference() -> None:
    assert turned(5.0, 0.0, 0.0) == 5.0


def two_wheels() -> tuple[LinearCombination, Form, Form, list[Coordinate]]:
    """A gear pair: 3·(angle of PQ) − 2·(angle of PR); P is shared."""
    places = points((0.0, 0.0, True), (1.0, 0.0, True), (0.0, 2.0, True))
    one: Form = Angle(places[0:4])
    two: Form = Angle(places[0:2] + places[4:6])
    return LinearCombination([3.0, -2.0], [one, two]), one, two, places


def test_entries_of_shared_coordinates_are_added() -> None:
    pair, one, two, places = two_wheels()
    assert [entry.of for entry in pair.entries] == places
    two.reference = 1.5
    pair.evaluate()
    assert pair.value == pytest.approx(3.0 * 0.0 - 2.0 * 0.5 * math.pi)
    D = {entry.of.at: entry.value for entry in pair.entries}
    # angle of PQ: (0, −1, 0, 1); of PR, 2 m upwards: (½, 0, −½, 0)
    assert [D[k] for k in range(6)] == pytest.approx([-1.0, -3.0, 0.0, 3.0, 1.0, 0.0])
    for k, c in enumerate(places):
        c.u = 0.3 * k - 0.7
    one.evaluate()
    two.evaluate()
    assert pair.bias() == pytest.approx(3.0 * one.bias() - 2.0 * two.bias())
    assert pair.bias() != 0.0
    assert pair.size(0.5) == pytest.approx(3.0 * one.size(0.5) + 2.0 * two.size(0.5))


def test_a_composition_does_not_wind_but_its_angles_do() -> None:
    pair, one, two, _ = two_wheels()
    assert pair.winders() == [one, two]
    assert not pair.winds
    one.reference, two.reference = 4.0 * math.pi, 2.0 * math.pi
    pair.set_target(1.25)
    assert (pair.wanted, one.reference, two.reference) == (1.25, 4.0 * math.pi, 2.0 * math.pi)
    pair.evaluate()
    assert pair.value == pytest.approx(3.0 * 4.0 * math.pi - 2.0 * 2.5 * math.pi)


@pytest.mark.parametrize("lengths", [(True, False), (False, False)])
def test_a_composition_with_a_length_is_one(lengths: tuple[bool, bool]) -> None:
    """A rack: a way less radius times angle."""
    places = [Coordinate(0, 0.0, True, X), Coordinate(1, 0.0, True, ANGLE)]
    terms: list[Form] = [linear(places[:1], np.ones(1), lengths[0]), linear(places[1:], np.ones(1), lengths[1])]
    assert LinearCombination([1.0, -0.2], terms).is_length == lengths[0]


def test_counting_from_another_start_reaches_the_terms() -> None:
    pair, _, _, places = two_wheels()
    for c in places:
        c.q = 0.1 * c.at
    pair.evaluate()
    before = pair.value
    for c in places:
        c.start, c.q = c.start + c.q, 0.0
    pair.rebase()
    pair.evaluate()
    assert pair.value == pytest.approx(before, abs=1e-15)


@pytest.mark.parametrize(("turn", "followed"), [(0.1, True), (-2.49, True), (2.51, False), (-3.0, False)])
def test_an_angle_that_turns_far_between_two_looks_is_not_followed(turn: float, followed: bool) -> None:
    places = points((0.0, 0.0, False), (math.cos(1.0 + turn), math.sin(1.0 + turn), True))
    angle = Angle(places)
    angle.reference = 1.0
    angle.evaluate()
    assert angle.track_turns() == followed
    assert angle.reference == pytest.approx(1.0 + turn if followed else 1.0)


def test_an_angle_that_is_no_number_is_not_followed() -> None:
    places = points((0.0, 0.0, False), (1.0, 0.0, True))
    places[2].q = math.nan
    angle = Angle(places)
    angle.evaluate()
    assert not angle.track_turns()
    assert angle.reference == 0.0


def test_aiming_an_angle_names_its_turn() -> None:
    places = points((0.0, 0.0, False), (1.0, 0.0, True))
    angle = Angle(places)
    angle.set_target(6.3)
    angle.evaluate()
    assert (angle.wanted, angle.value) == pytest.approx((6.3, 2.0 * math.pi))
    assert angle.winders() == [angle]
    assert Length(places).winders() == []


def test_a_held_coordinate_is_itself() -> None:
    for axis, is_length in ((X, True), (ANGLE, False)):
        c = Coordinate(0, 2.0, True, axis)
        held = Held(c)
        c.q = -0.5
        held.evaluate()
        assert (held.value, held.is_length, held.winds) == (1.5, is_length, False)
        c.u, c.v = 3.0, 4.0
        assert (held.along(), held.speed(), held.bias()) == (3.0, 4.0, 0.0)


def test_directions_and_forces_by_the_entries() -> None:
    """D = (2, −3): D·u, D·v, and −Dᵀσ added to f."""
    places = [Coordinate(0, 0.0, True, X), Coordinate(1, 0.0, True, X)]
    form = linear(places, np.array([2.0, -3.0]))
    form.evaluate()
    for k, c in enumerate(places):
        c.u, c.v, c.f = 1.0 + k, 5.0 * k, 10.0
    assert form.along() == 2.0 - 6.0
    assert form.speed() == -15.0
    form.add_generalized_force(0.5)
    assert [c.f for c in places] == [9.0, 11.5]


def test_the_size_of_a_row_leaves_out_levers() -> None:
    """Lengths are measured by the scale; an angle in the row of a length is a lever, in that of an angle it counts."""
    places = [Coordinate(0, 0.0, True, X), Coordinate(1, 0.0, True, ANGLE)]
    a = np.array([2.0, -30.0])
    for is_length, size in ((True, 0.2), (False, 30.0)):
        form = linear(places, a, is_length)
        form.evaluate()
        assert form.size(0.1) == pytest.approx(size)
    spoilt = linear(places, np.array([math.nan, 1.0]))
    spoilt.evaluate()
    assert math.isnan(spoilt.size(0.1))


def test_a_mechanism_counts_from_where_it_is_and_stays_there() -> None:
    """1 mm at 10⁶ m from the origin: after `rebase` nothing has moved and D is the same."""
    places = points((1e6, 0.0, False), (1e6 + 1e-3, 0.0, True))
    turn: Form = Turn([Coordinate(4, 0.0, False, ANGLE)])
    forms: list[Form] = [Length(places), Angle(places)]
    machine = assembled([*places, turn.entries[0].of], forms, 1, [(forms, places[2:])], 1e-3, [turn])
    places[3].q = 1e-3
    places[2].q = -1e-3 + 1e-7
    for form in forms:
        form.evaluate()
    before = [form.value for form in forms], [[e.value for e in form.entries] for form in forms], machine.x()
    machine.mech.known = 3
    machine.mech.rebase()
    for form in forms:
        form.evaluate()
    assert machine.x() == before[2]
    assert all(c.q == 0.0 for c in machine.places)
    assert machine.mech.known == 0
    np.testing.assert_allclose([form.value for form in forms], before[0], atol=2e-7)
