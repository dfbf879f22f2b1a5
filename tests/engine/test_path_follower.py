"""Given motion: rows where they are asked, on the branch of the closed form, or an end with a reason."""

from __future__ import annotations

import math

import numpy as np
import pytest
from librt.vecs import vec

from runmec.engine.given_path import Curved, GivenPath, Straight
from runmec.engine.path_follower import DONE, RUNNING, STOPPED, PathFollower
from runmec.engine.status import FINE, NO_POSITION, TOO_MUCH_WORK, TOO_NEAR
from runmec.laws.cycloid import Cycloid
from runmec.laws.harmonic import Harmonic

from .machines import FourBar, Machine, double_pendulum, floats

BAR = FourBar(0.1, 0.3, 0.2, 0.25)
TRUE = FourBar(0.1, 0.3, 0.1, 0.3)


def swept(
    machine: Machine, course: GivenPath, places: list[float], bound: int = 100_000, most: int = 1_000_000
) -> tuple[PathFollower, int]:
    angles = [winder for form in (*machine.forms, *machine.mech.dependents) for winder in form.winders()]
    sweep = PathFollower(machine.mech, course, vec[float](places), angles, bound)
    assert sweep.begin(0.0) == FINE
    return sweep, sweep.advance(most)


def turned_by(machine: Machine, angle: float, places: list[float], bound: int = 100_000) -> tuple[PathFollower, int]:
    return swept(machine, Straight(machine.inputs, [angle], [1.0], [0.7]), places, bound)


def table(sweep: PathFollower, machine: Machine) -> np.ndarray:
    """(rows, co-ordinates and followed angles)"""
    return floats(sweep.rows.x).reshape(sweep.rows.count, -1)


@pytest.mark.parametrize("side", [1.0, -1.0])
@pytest.mark.parametrize(("rows", "way"), [(360, 2 * math.pi), (7, 4 * math.pi), (1, 5.0), (40, -9.0)])
def test_rows_lie_where_they_are_asked_on_the_branch_of_the_closed_form(side: float, rows: int, way: float) -> None:
    machine = BAR.made(0.4, side)
    places = [way * (k + 1) / rows for k in range(rows)]
    sweep, outcome = turned_by(machine, 0.4, places)
    assert (outcome, sweep.reason, sweep.rows.count) == (DONE, FINE, rows)
    found = table(sweep, machine)
    closed = np.array([BAR.pins(0.4 + s, side) for s in places])
    np.testing.assert_allclose(found[:, 2:6], closed, atol=1e-13)
    assert sweep.passed == []
    assert sweep.nodes < 20 + 20 * abs(way)


def test_followed_angles_keep_their_turns() -> None:
    """Of a parallelogram the rocker turns as the crank does, three times round; the crank's reference is prescribed."""
    machine = TRUE.made(1.0, at=TRUE.parallel(1.0))
    places = [6.0 * math.pi * (k + 1) / 50 for k in range(50)]
    sweep, outcome = turned_by(machine, 1.0, places)
    assert outcome == DONE
    found = table(sweep, machine)
    np.testing.assert_allclose(found[:, 8], 1.0 + np.array(places), atol=1e-12)  # the crank
    np.testing.assert_allclose(found[:, 9], 1.0 + np.array(places), atol=1e-7)  # the rocker
    np.testing.assert_allclose(found[:, 4] - found[:, 2], 0.3, atol=1e-8)
    assert [group for _, _, group in sweep.passed] == [1] * 6
    np.testing.assert_allclose([1.0 + s for _, s, _ in sweep.passed], math.pi * np.arange(1, 7), atol=0.35)
    rows = [row for row, _, _ in sweep.passed]
    for row, passed in zip(rows, math.pi * np.arange(1, 7), strict=True):
        assert 1.0 + (places[row - 1] if row else 0.0) <= passed + 0.35


def test_a_dwell_repeats_its_row() -> None:
    machine = BAR.made(0.4)
    sweep, outcome = turned_by(machine, 0.4, [0.0, 0.2, 0.2, 0.2, 0.5, 0.5])
    assert outcome == DONE
    found = table(sweep, machine)
    np.testing.assert_allclose(found[0, 2:6], BAR.pins(0.4, 1.0), atol=1e-14)
    assert (found[1] == found[2]).all()
    assert (found[2] == found[3]).all()
    assert (found[4] == found[5]).all()
    np.testing.assert_allclose(found[3, 2:6], BAR.pins(0.6, 1.0), atol=1e-14)


def test_a_reversal_comes_back_to_the_same_rows() -> None:
    machine = BAR.made(0.4)
    there = [0.1, 0.7, 1.9, 3.0]
    sweep, outcome = turned_by(machine, 0.4, [*there, *there[-2::-1], 0.0, -0.5])
    assert outcome == DONE
    found = table(sweep, machine)
    np.testing.assert_allclose(found[:3], found[6:3:-1], atol=1e-13)
    np.testing.assert_allclose(found[7, 2:6], BAR.pins(0.4, 1.0), atol=1e-13)
    np.testing.assert_allclose(found[8, 2:6], BAR.pins(-0.1, 1.0), atol=1e-13)


def test_a_dead_centre_stops_the_motion_where_it_is_and_names_its_group() -> None:
    """A triple rocker: coupler and rocker in line where the crank pin is coupler + rocker away."""
    bar = FourBar(0.1, 0.06, 0.08, 0.12)
    limit = math.acos((0.1**2 + 0.12**2 - 0.14**2) / (2 * 0.1 * 0.12))
    machine = bar.made(0.9)
    places = [0.02 * (k + 1) for k in range(100)]
    sweep, outcome = turned_by(machine, 0.9, places)
    assert outcome == STOPPED
    assert sweep.reason == NO_POSITION
    assert sweep.failed == 1
    assert sweep.rows.count == sum(0.9 + s < limit for s in places)
    assert 0.9 + machine.mech.s0 == pytest.approx(limit, abs=1e-7)
    assert 0.9 + machine.mech.s0 < limit
    closed = np.array([bar.pins(0.9 + s, 1.0) for s in places[: sweep.rows.count]])
    np.testing.assert_allclose(table(sweep, machine)[:, 2:6], closed, atol=1e-12)


@pytest.mark.parametrize("rows", [1, 2, 20])
def test_a_motion_may_end_exactly_in_a_flat_position(rows: int) -> None:
    machine = TRUE.made(-1.0, at=TRUE.parallel(-1.0))
    sweep, outcome = turned_by(machine, -1.0, [(k + 1) / rows for k in range(rows)])
    assert outcome == DONE
    assert sweep.ends_singular == 1
    found = table(sweep, machine)
    closed = np.array([TRUE.parallel(-1.0 + (k + 1) / rows) for k in range(rows)])
    np.testing.assert_allclose(found[:, 2:6], closed, atol=1e-7)
    assert machine.places[5].x() == pytest.approx(0.0, abs=1e-7)


def test_a_row_in_the_middle_of_a_motion_may_be_flat() -> None:
    machine = TRUE.made(-1.0, at=TRUE.parallel(-1.0))
    places = [0.25 * (k + 1) for k in range(12)]
    sweep, outcome = turned_by(machine, -1.0, places)
    assert outcome == DONE
    assert sweep.ends_singular == -1
    assert len(sweep.passed) == 1
    closed = np.array([TRUE.parallel(-1.0 + s) for s in places])
    np.testing.assert_allclose(table(sweep, machine)[:, 2:6], closed, atol=1e-7)


@pytest.mark.parametrize("more", [1e-3, 1e-5])
def test_nearly_a_parallelogram_turns_back_sharply(more: float) -> None:
    bar = FourBar(0.1, 0.3, 0.1 + more, 0.3)
    machine = bar.made(1.5)
    places = [0.1 * (k + 1) for k in range(63)]
    sweep, outcome = turned_by(machine, 1.5, places)
    assert outcome == DONE
    assert sweep.passed == []
    closed = np.array([bar.pins(1.5 + s, 1.0) for s in places])
    np.testing.assert_allclose(table(sweep, machine)[:, 2:6], closed, atol=1e-11)


def test_a_flat_start_is_told() -> None:
    machine = TRUE.made(0.0, at=TRUE.parallel(0.0))
    sweep = PathFollower(machine.mech, Straight(machine.inputs, [0.0], [1.0], [0.7]), vec[float]([1.0]), [], 100)
    assert sweep.begin(0.0) == TOO_NEAR
    assert sweep.failed == 1


def test_nodes_are_bounded() -> None:
    machine = BAR.made(0.4)
    sweep, outcome = turned_by(machine, 0.4, [1000.0], bound=25)
    assert (outcome, sweep.reason) == (STOPPED, TOO_MUCH_WORK)
    assert 25 < sweep.nodes <= 27
    assert sweep.rows.count == 0


def test_the_work_is_done_in_portions() -> None:
    """A node a time gives the same rows."""
    places = [0.3 * (k + 1) for k in range(30)]
    whole = BAR.made(0.4)
    sweep, _ = turned_by(whole, 0.4, places)
    machine = BAR.made(0.4)
    parts, outcome = swept(machine, Straight(machine.inputs, [0.4], [1.0], [0.7]), places, most=1)
    calls = 1
    while outcome == RUNNING:
        outcome = parts.advance(1)
        calls += 1
    assert outcome == DONE
    assert calls > 10
    assert (floats(parts.rows.x) == floats(sweep.rows.x)).all()


def test_two_inputs_by_laws_of_their_own() -> None:
    """A chain of two rods, angles by cycloid and half a cosine: x = Σ l cos φ."""
    lengths, starts = (0.5, 0.4), (0.3, -0.2)
    machine = double_pendulum(lengths, starts, (1.0, 1.0))
    laws = [Cycloid(5.0, 2.0), Harmonic(-3.0, 2.0)]
    course = Curved(machine.inputs, list(starts), list(laws), [0.7, 0.7], 2.0)
    times = [0.1 * (k + 1) for k in range(20)]
    sweep, outcome = swept(machine, course, times)
    assert outcome == DONE
    u = np.array(times) / 2.0
    one = starts[0] + 5.0 * (u - np.sin(2 * np.pi * u) / (2 * np.pi))
    two = starts[1] - 1.5 * (1 - np.cos(np.pi * u))
    found = table(sweep, machine)
    np.testing.assert_allclose(found[:, 4], 0.5 * np.cos(one) + 0.4 * np.cos(two), atol=1e-13)
    np.testing.assert_allclose(found[:, 5], 0.5 * np.sin(one) + 0.4 * np.sin(two), atol=1e-13)
    np.testing.assert_allclose(found[:, 6:], np.array([one, two]).T, atol=1e-13)


def test_rows_close_beside_a_flat_position_do_not_spoil_what_follows() -> None:
    """The mechanism is flat at 1: a row just before or behind it, and one further on."""
    for last in (0.999, 0.9999, 1.0001, 1.002, 1.01):
        machine = TRUE.made(-1.0, at=TRUE.parallel(-1.0))
        sweep, outcome = turned_by(machine, -1.0, [0.5, last, 1.8])
        assert outcome == DONE
        closed = np.array([TRUE.parallel(-1.0 + s) for s in (0.5, last, 1.8)])
        np.testing.assert_allclose(table(sweep, machine)[:, 2:6], closed, atol=1e-7)
        assert len(sweep.passed) == 1
