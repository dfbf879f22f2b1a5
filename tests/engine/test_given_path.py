"""Courses of prescribed parameters, and what is missing elsewhere of the laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from runmec.engine.coordinate import Coordinate, X
from runmec.engine.form import Form, Held
from runmec.engine.given_path import Curved, Straight, steps_of, way_of, write_motion
from runmec.engine.law import Law
from runmec.engine.trajectory import Trajectory
from runmec.laws import LAWS
from runmec.laws.constant import Constant
from runmec.laws.cycloid import Cycloid
from runmec.laws.points import PointsLaw

from .machines import floats

RISES = ["poly345", "poly4567", "cycloid", "harmonic", "modsine", "modtrap"]


def held(count: int) -> list[Form]:
    return [Held(Coordinate(k, 0.0, True, X)) for k in range(count)]


def test_a_straight_course_goes_in_proportion() -> None:
    forms = held(3)
    course = Straight(forms, [1.0, 2.0, 3.0], [2.0, -0.5, 0.0], [0.7, 0.1, 1e-9])
    course.set_target(0.4)
    assert [form.wanted for form in forms] == pytest.approx([1.8, 1.8, 3.0])
    assert [form.reference for form in forms] == pytest.approx([1.8, 1.8, 3.0])
    forms[1].acceleration = 9.0
    course.derive(0.4)
    assert [(form.rate, form.acceleration) for form in forms] == [(2.0, 0.0), (-0.5, 0.0), (0.0, 0.0)]
    assert course.stride(0.0) == pytest.approx(min(0.7 / 2.0, 0.1 / 0.5))
    assert Straight(forms, [0.0] * 3, [0.0] * 3, [1.0] * 3).stride(0.0) == math.inf


def test_a_curved_course_follows_its_laws() -> None:
    forms = held(2)
    laws: list[Law] = [Constant(2.0, -1.0), Cycloid(3.0, 4.0)]
    course = Curved(forms, [0.5, 0.25], laws, [1.0, 1.0], 4.0)
    course.set_target(1.0)
    assert [form.wanted for form in forms] == pytest.approx([0.5 + 1.5, 0.25 + 3.0 * (0.25 - 1 / (2 * math.pi))])
    course.derive(1.0)
    assert [form.rate for form in forms] == pytest.approx([1.0, 0.75])
    assert [form.acceleration for form in forms] == pytest.approx([-1.0, 3.0 / 16.0 * 2.0 * math.pi])


@pytest.mark.parametrize("s", [0.0, 0.3, 1.9, 3.8])
def test_no_input_goes_further_than_its_unit_in_a_stride(s: float) -> None:
    """Nor is the stride shorter than a quarter of the longest that is allowed."""
    laws: list[Law] = [Cycloid(6.0, 4.0), Constant(-1.0, 0.0)]
    units = [0.7, 0.5]
    course = Curved(held(2), [0.0, 0.0], laws, units, 4.0)
    stride = course.stride(s)

    def way(step: float) -> float:
        total = 0.0
        for law, unit in zip(laws, units, strict=True):
            ends = []
            for t in np.linspace(s, min(s + step, 4.0), 200):
                law.at(float(t))
                ends.append(law.s)
            total += float(np.sum(np.abs(np.diff(ends)))) / unit
        return total

    assert way(stride) <= 1.0 + 1e-6
    assert stride == 4.0 or way(2.0 * stride) > 0.95


def test_a_law_that_rests_strides_over_the_whole_move_and_a_fast_one_not_below_the_least() -> None:
    assert Curved(held(1), [0.0], [Constant(0.0, 0.0)], [1.0], 4.0).stride(0.0) == 4.0
    fast = Curved(held(1), [0.0], [Constant(1e12, 0.0)], [1.0], 4.0)
    assert 0.0 < fast.stride(0.0) <= 4e-4


@pytest.mark.parametrize("moves", [True, False])
def test_motion_of_the_inputs_in_rows(moves: bool) -> None:
    rows = Trajectory()
    write_motion(rows, [Constant(2.0, 1.0), Constant(-1.0, 0.0)], [10.0, 20.0], 0.5, 1, 2, moves)
    first = [10.0 + 1.125, 20.0 - 0.5, 2.5, -1.0, 1.0, 0.0]
    second = [10.0 + 2.5, 19.0, 3.0, -1.0, 1.0, 0.0]
    if not moves:
        first[2:] = second[2:] = [0.0] * 4
    assert floats(rows.motion).tolist() == pytest.approx(first + second)


def test_ways_and_times_of_steps() -> None:
    assert floats(way_of(Constant(2.0, 1.0), 0.5, 3)).tolist() == pytest.approx([1.125, 2.5, 4.125])
    assert floats(steps_of(1.0, 0.25, 4)).tolist() == [1.25, 1.5, 1.75, 2.0]


# ---- laws


def values(law: Law, t: float) -> tuple[float, float, float]:
    law.at(t)
    return law.s, law.v, law.a


@pytest.mark.parametrize("name", RISES)
def test_a_rise_is_the_same_backwards(name: str) -> None:
    """s(T − t) = h − s(t), the velocity even, the acceleration odd about the middle."""
    h, T = -0.4, 1.7
    law = LAWS[name].make((h,), T)
    for t in np.linspace(0.0, T, 41):
        s, v, a = values(law, float(t))
        s1, v1, a1 = values(law, float(T - t))
        assert (s + s1, v - v1, a + a1) == pytest.approx((h, 0.0, 0.0), abs=1e-12)


@pytest.mark.parametrize(("name", "joints"), [("modsine", [1, 7]), ("modtrap", [1, 3, 4, 5, 7])])
def test_modified_laws_are_smooth_where_their_pieces_meet(name: str, joints: list[int]) -> None:
    """Change, velocity and acceleration are continuous at the eighths."""
    law = LAWS[name].make((1.0,), 8.0)
    for joint in joints:
        before, behind = values(law, joint - 1e-9), values(law, joint + 1e-9)
        assert before == pytest.approx(behind, abs=1e-8)


def test_points_are_the_spline_of_scipy() -> None:
    times, changes = [0.0, 0.3, 1.0, 1.2, 2.0], [0.0, 0.5, -0.2, 0.1, 0.7]
    law = LAWS["points"].make([v for pair in zip(times, changes, strict=True) for v in pair], 2.5)
    spline = CubicSpline(times, changes, bc_type="clamped")
    for t in np.linspace(0.0, 2.0, 81):
        expected = [float(spline(t, k)) for k in range(3)]
        assert values(law, float(t)) == pytest.approx(expected, abs=1e-11)
    assert values(law, 2.2) == (0.7, 0.0, 0.0)


def test_points_begin_at_nothing_where_they_do_not_say() -> None:
    law = LAWS["points"].make((1.0, 0.5, 2.0, 1.5), 2.0)
    spline = CubicSpline([0.0, 1.0, 2.0], [0.0, 0.5, 1.5], bc_type="clamped")
    assert values(law, 0.5)[0] == pytest.approx(float(spline(0.5)))
    assert isinstance(law, PointsLaw)
    assert law.count == 2


def test_the_trapezoid_is_continuous_and_reaches_its_rise() -> None:
    law = LAWS["trapezoid"].make((0.6, 0.2), 3.0)
    assert values(law, 3.0)[:2] == pytest.approx((0.6, 0.0), abs=1e-15)
    for joint in (0.6, 2.4):
        assert values(law, joint - 1e-10)[:2] == pytest.approx(values(law, joint + 1e-10)[:2], abs=1e-9)
    half = LAWS["trapezoid"].make((0.6, 0.5), 3.0)  # two ramps and nothing between: a triangle of twice the mean
    assert values(half, 1.5) == pytest.approx((0.3, 0.4, 0.4 / 1.5))
