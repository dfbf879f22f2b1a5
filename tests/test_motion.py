"""Moves, laws, windings, several inputs, branches, singular positions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from runmec.calculate import CalculationError, run
from runmec.deck import loads
from runmec.laws import LAWS
from runmec.results.result import Result

from .linkages import fourbar


def motion_by(name: str, values: Sequence[float], T: float) -> Callable[[Any], np.ndarray]:
    """A law as a function of times: change, velocity, acceleration."""
    law = LAWS[name].make(values, T)

    def at(t: float) -> tuple[float, float, float]:
        law.at(t)
        return law.s, law.v, law.a

    return lambda times: np.array([at(float(t)) for t in np.atleast_1d(times)]).T


#: two cranks of their own; input i is the angle of crank i
TWO_CRANKS = """\
DYN ANA
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 3 4 5 6
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 angb 1 3 1
       4 angb 2 4 1
       5 angb 1 4 -1
  nr dof 2
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 0.5
       4 0
       5 0.9
       6 0
DYNAMICS
  uniform 1 1
          2 1
STORAGE
  bufinp 1 1
         2 2
  bufx2 5 3 1 2
MOVEMENT
{moves}
END
"""


def two_cranks(moves: str) -> Result:
    return run(loads(TWO_CRANKS.format(moves=moves)))


# laws: v = C_v h/T, a = C_a h/T² (validation.md, textbook)


@pytest.mark.parametrize(
    ("name", "velocity", "acceleration"),
    [
        ("poly345", 1.875, 5.7735),
        ("poly4567", 2.1875, 7.5132),
        ("cycloid", 2, 6.2832),
        ("modsine", 1.7596, 5.528),
        ("modtrap", 2, 4.888),
        ("harmonic", 1.5708, 4.9348),
    ],
)
def test_law_has_its_published_constants(name: str, velocity: float, acceleration: float) -> None:
    h, T = 0.3, 2.0
    t = np.linspace(0, T, 20001)
    s, v, a = motion_by(name, (h,), T)(t)
    assert np.max(np.abs(v)) * T / h == pytest.approx(velocity, abs=1e-4)
    assert np.max(np.abs(a)) * T**2 / h == pytest.approx(acceleration, abs=1e-3)
    assert (s[0], s[-1]) == pytest.approx((0, h), abs=1e-14)
    assert (v[0], v[-1]) == pytest.approx((0, 0), abs=1e-13)


@pytest.mark.parametrize(
    ("name", "values"),
    [(name, (0.3,)) for name in ("poly345", "poly4567", "cycloid", "harmonic", "modsine", "modtrap")]
    + [("trapezoid", (0.3, 0.25)), ("const", (0.2, -0.4))]
    + [(name, (0, 0, 0.5, 0.1, 1.1, 0.0, 1.6, 0.2, 2.0, 0.3)) for name in ("points", "freepoints")],
)
def test_velocity_and_acceleration_are_the_derivatives(name: str, values: tuple[float, ...]) -> None:
    motion = motion_by(name, values, 2.0)
    t = np.linspace(0.013, 1.987, 397)
    h = 1e-6
    later, earlier = motion(t + h), motion(t - h)
    np.testing.assert_allclose((later[0] - earlier[0]) / (2 * h), motion(t)[1], atol=1e-8)
    kinks = np.abs(later[2] - earlier[2]) < 1e-3  # not where the acceleration jumps
    np.testing.assert_allclose(((later[1] - earlier[1]) / (2 * h))[kinks], motion(t)[2][kinks], atol=1e-6)


def test_trapezoid_is_exact() -> None:
    """Rise h with ramps of T/4: top velocity h/(T·¾)."""
    _, v, a = motion_by("trapezoid", (0.3, 0.25), 2.0)(np.array([0.25, 1.0, 1.75]))
    assert v == pytest.approx([0.1, 0.2, 0.1])
    assert a == pytest.approx([0.4, 0, -0.4])


def test_points_go_through_the_points_and_rest_after_the_last() -> None:
    motion = motion_by("points", (0.2, 0.1, 0.5, -0.1, 0.9, 0.4), 1.2)
    s, v, _ = motion(np.array([0.0, 0.2, 0.5, 0.9, 1.1]))
    assert s == pytest.approx([0, 0.1, -0.1, 0.4, 0.4])
    assert v[-1] == 0


@pytest.mark.parametrize(("name", "ends"), [("points", "clamped"), ("freepoints", "not-a-knot")])
def test_splines_are_those_of_scipy(name: str, ends: Any) -> None:
    from scipy.interpolate import CubicSpline

    times, changes = (0.0, 0.2, 0.5, 0.9, 1.2), (0.0, 0.1, -0.1, 0.4, 0.5)
    t = np.linspace(0, 1.2, 49)
    found = motion_by(name, [v for pair in zip(times, changes, strict=True) for v in pair], 1.2)(t)
    spline = CubicSpline(times, changes, bc_type=ends)
    for k, one in enumerate(found):
        np.testing.assert_allclose(one, spline(t, k), atol=1e-12)
    assert (found[1][0] == 0 and abs(found[1][-1]) < 1e-14) == (name == "points")


# moves


def test_moves_follow_each_other() -> None:
    result = two_cranks("tstepe 10 0.5 2 0 0 1\n stepe 5 0.1 -0.2\n law 2 cycloid 0.7\n tmove 4 0.4\n tmove 2 0.1")
    assert len(result) == 22
    t, first, second = result.time, result.buffer(1), result.buffer(2)
    np.testing.assert_allclose(first[:11], 2 * t[:11], atol=1e-15)
    np.testing.assert_allclose(second[:11], 0.5 * t[:11] ** 2, atol=1e-15)
    assert t[15] == t[10] == 0.5  # time stands still in stepe
    np.testing.assert_allclose(first[10:16], np.linspace(1, 1.1, 6), atol=1e-14)
    assert np.all(result["dinp 1"][11:16] == 0)
    assert first[-1] == pytest.approx(1.1)
    assert second[-1] == pytest.approx(0.125 - 0.2 + 0.7)
    assert t[-1] == pytest.approx(1.0)
    assert result["dinp 1"][0] == 2  # the start row moves as the first move begins
    assert result["ddinp 2"][0] == 1


def test_second_order_transfer_function_of_two_inputs() -> None:
    """x = a cos p + b cos(p + q): ∂²x/∂p∂q = −b cos(p + q)."""
    result = two_cranks("stepe 7 0.6 0.9")
    p, q = result.buffer(1), result.buffer(2)
    np.testing.assert_allclose(result["x5"], 0.5 * np.cos(p) + 0.4 * np.cos(p + q), atol=1e-15)
    np.testing.assert_allclose(result.buffer(3), -0.4 * np.cos(p + q), atol=1e-14)
    np.testing.assert_allclose(result["x1 5 1"], -0.5 * np.sin(p) - 0.4 * np.sin(p + q), atol=1e-14)
    np.testing.assert_allclose(result["jred 1 2"], result["jred 2 1"], atol=1e-15)


def test_large_steps_keep_the_branch_and_the_winding() -> None:
    fine = run(loads(fourbar(moves="stepe 720 (8*pi)")))
    coarse = run(loads(fourbar(moves="stepe 6 (8*pi)")))  # 240 degrees a step
    np.testing.assert_allclose(coarse.positions.x, fine.positions.x[:, ::120], atol=1e-13)
    for name in ("e-1", "e-2", "e4"):
        np.testing.assert_allclose(coarse[name], fine[name][::120], atol=1e-12)
    assert coarse["e4"][-1] - coarse["e4"][0] == pytest.approx(8 * math.pi)


def test_angle_takes_the_winding_of_its_para() -> None:
    text = fourbar(start=0.7, moves="").replace("       4 0.7\nDYN", f"       4 {0.7 + 6 * math.pi!r}\nDYN")
    result = run(loads(text))
    assert result["inp 1"][0] == pytest.approx(0.7 + 6 * math.pi)
    assert result["x5"][0] == pytest.approx(0.04 * math.cos(0.7))


def test_rest_between_two_halves_of_a_turn_with_a_law() -> None:
    result = run(loads(fourbar(moves="law 1 cycloid (2*pi)\n tmove 50 1\n law 1 modsine (-2*pi)\n tmove 50 1")))
    np.testing.assert_allclose(result.positions.x[:, 0], result.positions.x[:, -1], atol=1e-13)
    np.testing.assert_allclose(result.positions.x[:, 50], result.positions.x[:, -1], atol=1e-13)


# branches and singular positions


def test_both_branches_from_rough_estimates() -> None:
    for side in (1, -1):
        exact = run(loads(fourbar(side=side, moves="")))
        rng = np.random.default_rng(1)
        for _ in range(20):
            text = fourbar(side=side, moves="")
            for c in (5, 6, 7, 8):
                value = exact[f"x{c}"][0]
                line = f" {c} {float(mech_value(text, c))!r}\n"
                text = text.replace(line, f" {c} {float(value + rng.uniform(-0.02, 0.02))!r}\n")
            found = run(loads(text))
            np.testing.assert_allclose(found.positions.x, exact.positions.x, atol=1e-13)


def mech_value(text: str, c: int) -> str:
    return next(line.split()[-1] for line in text.splitlines() if line.split()[-2:-1] == [str(c)] and "." in line)


def test_start_with_all_points_in_line_assembles_and_says_so() -> None:
    text = fourbar(moves="stepe 12 (2*pi)")
    for c, value in ((5, 0.03), (6, 0.0), (7, 0.13), (8, 0.0)):
        text = text.replace(f" {c} {mech_value(text, c)}\n", f" {c} {value}\n")
    result = run(loads(text))
    assert result.complete
    assert result.trust.closure < 1e-12
    assert any(w.code == "R454" for w in result.warnings)


def test_loop_that_cannot_close_is_told_with_its_group() -> None:
    with pytest.raises(CalculationError) as caught:
        run(loads(fourbar(coupler=0.02, rocker=0.02)))
    told = caught.value.diagnostic
    assert told.code == "R401"
    assert "elements 2 and 3, co-ordinates 7 and 8" in told.notes[0]
    reach = math.hypot(0.1 - 0.04 * math.cos(0.7), 0.04 * math.sin(0.7))  # from the crank pin to the other pivot
    assert f"misses {reach - 0.04:.4g} at best" in told.label  # the whole gap, not the share of one link


def test_dead_centre_ends_with_the_range_reached() -> None:
    """A triple rocker: coupler and rocker in line where the crank pin is coupler + rocker away."""
    lengths = {"crank": 0.1, "coupler": 0.06, "rocker": 0.08, "frame": 0.12}
    result = run(loads(fourbar(**lengths, start=0.9, moves="tstepe 100 1 2 0")))
    assert not result.complete
    told = result.failure
    assert told is not None
    assert told.code == "R402"
    limit = math.acos((0.1**2 + 0.12**2 - (0.06 + 0.08) ** 2) / (2 * 0.1 * 0.12))
    assert f"angb of element 1 = {limit:.6g}" in told.label
    assert "elements 2 and 3" in told.notes[0]
    assert len(result) == 1 + int((limit - 0.9) / 0.02)
    assert result.trust.closure < 1e-9


@pytest.mark.parametrize("offset", [0.0, 0.013, 0.2])
def test_parallelogram_passes_its_flat_positions(offset: float) -> None:
    """Crank and rocker stay parallel through both flat positions, also where a step lands on them."""
    start = 0.5 * math.pi + offset
    result = run(loads(fourbar(0.1, 0.3, 0.1, 0.3, start=start, job="KIN ANA", moves="stepe 72 (4*pi)")))
    assert result.complete
    crank, rocker, coupler = result["inp 1"], result["e-2"], result["e-1"]
    np.testing.assert_allclose(rocker - rocker[0], crank - crank[0], atol=1e-7)
    np.testing.assert_allclose(coupler, 0, atol=1e-7)
    assert sum(w.code == "R453" for w in result.warnings) == 4


@pytest.mark.parametrize("more", [1e-2, 1e-4, 1e-6, 1e-8, -1e-8, -1e-6, -1e-4])
def test_almost_a_parallelogram_does_not_jump(more: float) -> None:
    """A rocker a little longer turns round sharply near the flat position and stays on its side; a little
    shorter it stops before. Closed form of the same side at every position, however small the difference."""
    crank, coupler, rocker, frame = 0.1, 0.3, 0.1 + more, 0.3
    moves = "stepe 72 (4*pi)"
    result = run(loads(fourbar(crank, coupler, rocker, frame, start=1.5, job="KIN ANA", moves=moves)))
    assert result.complete == (more > 0)
    angle = result["inp 1"]
    x, y = crank * np.cos(angle), crank * np.sin(angle)
    reach = np.hypot(frame - x, y)
    along = (coupler**2 - rocker**2 + reach**2) / (2 * reach)
    across = np.sqrt(coupler**2 - along**2)
    np.testing.assert_allclose(result["x7"], x + (along * (frame - x) + across * y) / reach, atol=1e-11)
    np.testing.assert_allclose(result["x8"], y + (across * (frame - x) - along * y) / reach, atol=1e-11)


def test_singular_start_is_told() -> None:
    result = run(loads(fourbar(0.1, 0.3, 0.1, 0.3, start=0.0, moves="stepe 10 1")))
    assert result.failure is not None
    assert result.failure.code == "R403"
    assert len(result) == 1


def test_force_without_a_value_keeps_what_was_calculated() -> None:
    result = run(loads(fourbar(extra="force 7 (1/(t - 0.5))\nuniform 2 1", moves="tstepe 10 1 0.1 0")))
    assert result.failure is not None
    assert result.failure.code == "R404"
    assert len(result) == 5
    assert "position 6" in result.failure.message


# a slider-crank with equal crank and rod: at 90° the rod lies across the guide and two motions meet

EQUAL_SLIDER_CRANK = """\
DYN ANA
TOPOLOGY
  elem 1 BIN 1 2 3 4
       2 BIN 3 4 5 2
  form 1 lenl 1 1 1
       2 lenl 2 2 1
       3 angb 1 3 1
  nr dof 1
GEOMETRY
  xfix 1 0
       2 0
  xmov 3 .8
       4 .6
       5 1.5
  para 1 1
       2 1
       3 {start}
DYNAMICS
  inertia 5 2
          2 2
MOVEMENT
  {moves}
END
"""


@pytest.mark.parametrize("moves", ["tstepe 30 1 7 0", "stepe 4 5", "stepe 30 2", "stepe 1 2", "stepe 60 (4*pi)"])
@pytest.mark.parametrize("start", [0.3, 0.5, 0.65, 0.71, 1.0])
def test_single_group_passes_its_singular_position(start: float, moves: str) -> None:
    """x = 2 cos θ straight through 90°, never the branch x = 0: a group of one equation can be singular too."""
    result = run(loads(EQUAL_SLIDER_CRANK.format(start=start, moves=moves)))
    assert result.complete
    np.testing.assert_allclose(result["x5"], 2 * np.cos(result["inp 1"]), atol=1e-7)
    assert any(w.code == "R453" for w in result.warnings)


@pytest.mark.parametrize("law", ["harmonic", "cycloid", "poly345", "modsine"])
def test_no_move_begins_where_the_last_one_ended_in_line(law: str) -> None:
    """A parallelogram driven to its flat position and back: which way is not defined, so it is refused."""
    moves = f"law 1 {law} (pi/2)\n tmove 10 1\n law 1 {law} (-pi/2)\n tmove 10 1"
    result = run(loads(fourbar(0.1, 0.3, 0.1, 0.3, start=math.pi / 2, job="KIN ANA", moves=moves)))
    assert result.failure is not None
    assert result.failure.code == "R403"
    assert len(result) == 11
    np.testing.assert_allclose(result["e-2"], result["inp 1"], atol=1e-7)


@pytest.mark.parametrize("estimate", [(0.05, 0.08, 0.35, 0.08), (0.1, 0.001, 0.4, 0.001), (0.11, 0.01, 0.4, 0.01)])
def test_flat_start_is_refused_from_any_estimate(estimate: tuple[float, ...]) -> None:
    text = fourbar(0.1, 0.3, 0.1, 0.3, start=0.0, moves="stepe 10 1")
    for c, value in zip((5, 6, 7, 8), estimate, strict=True):
        text = text.replace(f" {c} {mech_value(text, c)}\n", f" {c} {value}\n")
    result = run(loads(text))
    assert result.failure is not None
    assert result.failure.code == "R403"


def test_spring_whose_ends_meet_has_no_direction() -> None:
    """A slider on the x-axis is pushed through the fixed end of its spring."""
    text = (
        "DYN ANA\nTOPOLOGY\nelem 1 TR1 1 2 3 4 5\n2 BIN 6 2 4 5\nform 1 lenu 1 2 1\n2 lenv 1 1 1\n3 lenl 2 -1 1\n"
        "nr dof 1\nGEOMETRY\nxfix 1 0\n2 0\n3 0\n6 1\nxmov 4 .5\n5 0\nDYNAMICS\nspring -1 100 0\n"
        "MOVEMENT\nstepe 4 1\nEND\n"
    )
    result = run(loads(text))
    assert result["x4"].tolist() == [0.5, 0.75, 1.0, 1.25, 1.5]
    (warning,) = [w for w in result.warnings if w.code == "R455"]
    assert "position 3" in warning.message
    np.testing.assert_allclose(result["sigma 2"], [50, 25, np.nan, -25, -50])


def test_nothing_moves_and_nothing_is_prescribed() -> None:
    text = (
        "DYN ANA\nTOPOLOGY\nelem 1 BIN 1 2 3 4\nform 1 lenl 1 -1 1\nnr dof 0\nGEOMETRY\nxfix 1 0\n2 0\n3 3\n4 4\n"
        "DYNAMICS\nspring -1 2 1\nSTORAGE\nbufreac 3 1\nbufepot 2\nEND\n"
    )
    result = run(loads(text))
    assert result.buffer(1)[0] == pytest.approx(0.6 * 11)  # the frame holds the spring: 2·5 + 1
    assert result.buffer(2)[0] == pytest.approx(0.5 * 2 * 25 + 5)


def test_elastic_energy_is_half_force_times_deformation() -> None:
    result = run(loads(fourbar(extra="force 7 500\nflex 2 1e-6", moves="", stores="bufepot 1")))
    assert result.buffer(1)[0] == pytest.approx(0.5 * 1e-6 * result["sigma 2"][0] ** 2)


@pytest.mark.parametrize("law", ["poly345", "poly4567", "cycloid", "harmonic", "modsine", "trapezoid"])
@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e6])
def test_coming_to_rest_in_a_flat_position(law: str, scale: float) -> None:
    """A parallelogram that stops exactly in line: the position exists and is reached, however slowly."""
    values = "1 0.3" if law == "trapezoid" else "1"
    text = fourbar(
        0.04 * scale,
        0.1 * scale,
        0.04 * scale,
        0.1 * scale,
        start=-1.0,
        side=-1,
        job="KIN ANA",
        moves=f"law 1 {law} {values}\n tmove 20 1",
    )
    result = run(loads(text))
    assert result.complete
    assert len(result) == 21
    np.testing.assert_allclose(result["e-2"], result["inp 1"], atol=1e-6)
    assert not [w for w in result.warnings if w.code == "R453"]


@pytest.mark.parametrize("seed", range(60))
def test_nearly_flat_positions_keep_every_row_on_its_branch(seed: int) -> None:
    """Slider-cranks whose rod is longer than the crank by 1e-8 … 3e-3: sharp turns at ±90°, closed form."""
    rng = np.random.default_rng(seed)
    rod = 1 + 10 ** rng.uniform(-8, -2.5)
    side, start = float(rng.choice([1, -1])), float(rng.uniform(-1.2, 1.2))
    steps, way = int(rng.choice([50, 100, 360])), float(rng.choice([2, 4, -2])) * math.pi
    x = math.cos(start) + side * math.sqrt(rod**2 - math.sin(start) ** 2)
    text = EQUAL_SLIDER_CRANK.replace("DYN ANA", "KIN ANA").replace("5 1.5", f"5 {x!r}")
    text = text.replace("para 1 1\n       2 1\n", f"para 1 1\n       2 {rod!r}\n")
    text = text.replace("3 .8\n       4 .6", f"3 {math.cos(start)!r}\n       4 {math.sin(start)!r}")
    result = run(loads(text.format(start=start, moves=f"stepe {steps} {way!r}")))
    assert result.complete
    angle = result["inp 1"]
    closed = np.cos(angle) + side * np.sqrt(rod**2 - np.sin(angle) ** 2)
    np.testing.assert_allclose(result["x5"], closed, atol=1e-9)
