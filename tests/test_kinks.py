"""Pieces that end: none is stepped across, what is held is held by the right force."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq

from runmec.model.jumps import prepared

from .free_motion import resting_slider_crank, simulated, slider, two_blocks

METHODS = ["heun 1e-7", "dop853 1e-9", "radau 1e-8"]
#: the same friction between two blocks, written in ways that a user may choose
PAIRS = [
    ("3*sign(dx(6) - dx(4))", "-3*sign(dx(6) - dx(4))"),
    ("3*sign(dx(6) - dx(4))", "3*sign(dx(4) - dx(6))"),
    ("-3*sign(dinp(1) - dinp(2))", "-3*sign(de(4) - de(3))"),
    ("6*step(2*dx(6) - 2*dx(4)) - 3", "3 - 6*step((dx(6) - dx(4))/4)"),
    ("3*sign(dinp(2) - dinp(1))", "-3*sign(dx(6) - dx(4))"),
    ("3*sign(cos(x(5))*(dx(6) - dx(4)))", "3*sign(cos(x(5))*(dx(4) - dx(6)))"),
    ("3*sign(sin(dx(6) - dx(4)))", "3*sign(-sin(dx(6) - dx(4)))"),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("on_a", "on_b"), PAIRS)
@pytest.mark.parametrize("pull", [2.0, -2.0])
def test_friction_between_two_bodies_is_action_and_reaction(on_a: str, on_b: str, pull: float, method: str) -> None:
    """Two blocks of 1 kg that stick to each other, one pulled by 2 N: x = pull/2 · t²/2."""
    result = simulated(two_blocks(f"  force 4 ({on_a})\n  force 6 ({pull} + ({on_b}))", method))
    for block in ("inp 1", "inp 2"):
        np.testing.assert_allclose(result[block], pull / 4 * result.time**2, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_two_blocks_slide_together_on_the_ground_and_apart_where_the_pull_is_large(method: str) -> None:
    """Friction 3 N between them, 2 N below: 2.5 N move both by 0.25 m/s²; 11 N pull the upper one away."""
    loads = "  force 4 (3*sign(dx(6) - dx(4)) - 2*sign(dx(4)))\n  force 6 ({} - 3*sign(dx(6) - dx(4)))"
    slow = simulated(two_blocks(loads.format(2.5), method))
    np.testing.assert_allclose(slow["inp 1"], 0.25 / 2 * slow.time**2, atol=1e-9)
    np.testing.assert_allclose(slow["inp 2"], slow["inp 1"], atol=1e-9)
    fast = simulated(two_blocks(loads.format(11), method))
    np.testing.assert_allclose(fast["inp 1"], 1 / 2 * fast.time**2, atol=1e-9)
    np.testing.assert_allclose(fast["inp 2"], 8 / 2 * fast.time**2, atol=1e-9)


@cache
def way_of_one_pulse() -> float:
    """From sin 3t = 0.9 on, speed (10/3)(cos 3t0 − cos 3t) − 9(t − t0) while the pulse lasts, then −4 m/s²."""
    loose, ends = np.arcsin(0.9) / 3, 5 * np.pi / 18

    def speed(t: float) -> float:
        return 10 / 3 * (np.cos(3 * loose) - np.cos(3 * t)) - 9 * (t - loose)

    stops = brentq(speed, np.pi / 6, 2.0)
    if stops > ends:
        stops = ends
    grown = 10 / 3 * np.cos(3 * loose) * (stops - loose) - 10 / 9 * (np.sin(3 * stops) - np.sin(3 * loose))
    return float(grown - 4.5 * (stops - loose) ** 2 + speed(stops) ** 2 / 8)


@pytest.mark.parametrize(("method", "within"), [("heun 1e-8", 1e-4), ("dop853 1e-9", 1e-7), ("radau 1e-8", 1e-7)])
@pytest.mark.parametrize("rows", [1, 20])
def test_a_load_that_comes_and_goes_sets_the_block_loose_every_time(method: str, within: float, rows: int) -> None:
    """1 kg, friction 4 N, pulses 10·max(0, sin 3t − ½): loose where they exceed 4 N, until the impulse is used up."""
    result = simulated(slider("  motor 1 (10*max(0, sin(3*t) - 0.5) - 4*sign(dinp(1)))", method, 10.0, rows, 0.0, 0.0))
    assert result["inp 1"][-1] == pytest.approx(5 * way_of_one_pulse(), abs=within)
    assert result.positions.simulated[0].account.holds == 6


@pytest.mark.parametrize("method", METHODS)
def test_the_first_end_of_a_piece_counts_not_the_last(method: str) -> None:
    """ẍ = 10 sin 20t − 4 sign ẋ from rest: loose first where sin 20t = 0.4, in the positive direction."""
    result = simulated(slider("  motor 1 (10*sin(20*t) - 4*sign(dinp(1)))", method, 0.2, 200, 0.0, 0.0))
    loose = np.arcsin(0.4) / 20
    speed = (np.cos(20 * loose) - np.cos(20 * result.time)) / 2 - 4 * (result.time - loose)
    first = (result.time > loose) & (result.time < 0.1)
    np.testing.assert_allclose(result["dinp1 1"][first], speed[first], atol=1e-5)
    assert np.max(np.abs(result["dinp1 1"][result.time <= loose])) < 1e-12


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "pulse", ["step((t - 0.5)*(0.501 - t))", "step(t - 0.5) - step(t - 0.501)", "step(0.0005 - abs(t - 0.5005))"]
)
def test_a_pulse_that_is_shorter_than_a_step_is_not_missed(pulse: str, method: str) -> None:
    """1000 N for 1 ms on 1 kg: 1 m/s from then on."""
    result = simulated(slider(f"  motor 1 (1000*({pulse}))", method, 2.0, 20, 0.0, 0.0))
    assert result["dinp1 1"][-1] == pytest.approx(1.0, abs=1e-6)
    assert result["inp 1"][-1] == pytest.approx(1.4995, abs=1e-5)


@pytest.mark.parametrize("method", METHODS)
def test_many_changes_of_direction_are_all_met(method: str) -> None:
    """ẍ = sign(sin 200t): velocity is a triangle of period π/100, the mean of it π/400."""
    result = simulated(slider("  motor 1 (sign(sin(200*t)))", method, 64 * np.pi / 100, 64, 0.0, 0.0))
    np.testing.assert_allclose(result["dinp1 1"], 0.0, atol=1e-9)
    np.testing.assert_allclose(result["inp 1"], np.pi / 400 * result.time, atol=1e-9)
    account = result.positions.simulated[0].account
    assert account.evaluations < 250 * account.kinks


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("argument", ["dinp(1)", "1e-12*dinp(1)", "dinp(1)^3", "dinp(1)*abs(dinp(1))", "-4*dinp(1)/-7"])
def test_friction_holds_whatever_its_argument_looks_like(argument: str, method: str) -> None:
    """1 kg with 2 m/s, friction 3 N, pull 1 N: stops after 1 s and 1 m, and stays."""
    result = simulated(slider(f"  motor 1 (1 - 3*sign({argument}))", method, 2.0, 20, 0.0, 2.0))
    t = np.minimum(result.time, 1.0)
    np.testing.assert_allclose(result["inp 1"], 2 * t - t**2, atol=1e-6)
    np.testing.assert_allclose(result["dinp1 1"][result.time > 1.01], 0.0, atol=1e-9)


def test_small_units_stick_as_large_ones_do() -> None:
    """The same with forces of 1e-10 N on 1e-10 kg … and with 1e-10 N on 1 kg, where everything is slow."""
    result = simulated(slider("  motor 1 (1e-10*(1 - 3*sign(dinp(1))))", "dop853 1e-16", 2.0e5, 20, 0.0, 2.0e-5))
    t = np.minimum(result.time, 1.0e5)
    np.testing.assert_allclose(result["inp 1"], 2e-5 * t - 1e-10 * t**2, rtol=1e-6, atol=1e-9)


def test_a_held_value_that_enters_not_linearly_is_found() -> None:
    """Friction −3·sign³: as −3·sign while it slides; at rest it takes the cube root that carries the pull."""
    result = simulated(slider("  motor 1 (1 - 3*sign(dinp(1))^3)", "dop853 1e-9", 2.0, 20, 0.0, 0.0))
    assert np.max(np.abs(result["inp 1"])) < 1e-8


@pytest.mark.parametrize(
    ("motor", "said"),
    [
        ("1 - 3*sign(sign(dinp(1)))", "what holds the motion cannot be found"),
        ("1 - 3*sign(dinp(1))*abs(sign(dinp(1)))", "what holds the motion cannot be found"),
        ("-2*dinp(1)/abs(dinp(1))", "the motion chatters"),
    ],
)
def test_what_cannot_be_decided_is_told_with_its_line(motor: str, said: str) -> None:
    result = simulated(slider(f"  motor 1 ({motor})", "heun 1e-6", 2.0, 20, 0.0, 1.0))
    assert result.failure is not None
    assert result.failure.code == "R410"
    assert said in result.failure.message
    text = slider(f"  motor 1 ({motor})", "heun 1e-6", 2.0, 20, 0.0, 1.0).splitlines()
    assert result.failure.span is not None
    assert "motor 1" in text[result.failure.span.line - 1]


@pytest.mark.parametrize("method", METHODS)
def test_rest_in_the_middle_of_a_relay_that_pulls_back(method: str) -> None:
    result = simulated(slider("  motor 1 (-sign(inp(1)))", method, 2.0, 20, 0.0, 0.0))
    assert result.complete
    assert np.max(np.abs(result["inp 1"])) < 1e-9


def test_regularised_friction_comes_to_rest_exponentially() -> None:
    """−2 v/max(10⁻³, |v|) from 1 m/s: 2 m/s² down to 1 mm/s, then v falls as exp(−2000 t): way ¼ + 1e-6/4."""
    result = simulated(slider("  motor 1 (-2*dinp(1)/max(1e-3, abs(dinp(1))))", "radau 1e-8", 2.0, 20, 0.0, 1.0))
    assert result["inp 1"][-1] == pytest.approx(0.25 + 0.25e-6, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_two_frictions_of_one_mechanism_hold_it_together(method: str) -> None:
    """A slider-crank at rest, friction at slider and crank: what 1 Nm at the crank alone would hold moves nothing."""
    for angle in (0.5, 1.0, 1.06):
        loads = "  force 5 (-1*sign(dx(5)))\n  motor 1 ({} - 1*sign(dinp(1)))"
        for moment in ("0.1", "0.1*sin(3*t)", "0.9"):
            result = simulated(resting_slider_crank(angle, loads.format(moment), method))
            assert result.complete, (angle, moment)
            np.testing.assert_allclose(result["inp 1"], angle, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_a_brake_that_opens_at_rest_lets_nothing_move(method: str) -> None:
    result = simulated(slider("  force 4 (-4*max(0, cos(2*t))*sign(dx(4)))", method, 2.0, 20, 0.0, 0.0))
    assert result.complete
    assert np.max(np.abs(result["inp 1"])) < 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_a_kink_that_falls_on_a_row(method: str) -> None:
    """Carried by a belt, −½ m/s, to the stop at −1 m at t = 1 s, a row; loose at −7/6 m, where the stop gives 4 N.

    From then on it swings about that place with √6 rad/s.
    """
    loads = "  spring -1 3 0 -1 0 6 6\n  force 4 (-4*sign(dx(4) + 0.5))"
    result = simulated(slider(loads, method, 2.0, 20, -0.5, -0.5))
    assert result.complete
    assert result["inp 1"][10] == pytest.approx(-1.0, abs=1e-6)
    assert result["inp 1"][-1] == pytest.approx(-7 / 6 - 0.5 / 6**0.5 * np.sin(6**0.5 * 2 / 3), abs=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_two_blocks_on_a_table_that_shakes_follow_it(method: str) -> None:
    """Frictions 1 and 3 N to the table, 4 N between the blocks; the table's 1 m/s² need 1 N each: all move as one."""
    belt = "0.5*sin(2*t)"
    loads = f"  force 4 (-1*sign(dx(4) - {belt}) + 4*sign(dx(6) - dx(4)))\n"
    loads += f"  force 6 (-3*sign(dx(6) - {belt}) - 4*sign(dx(6) - dx(4)))"
    result = simulated(two_blocks(loads, method))
    for block in ("inp 1", "inp 2"):
        np.testing.assert_allclose(result[block], 0.25 * (1 - np.cos(2 * result.time)), atol=1e-4)
    assert result.positions.simulated[0].account.steps < 2000


def test_arguments_are_named_by_their_linear_form() -> None:
    x, y, two = ("dx", 3), ("dx", 5), ("number", 2.0)
    _, one = prepared([x, y, ("subtract", 2), ("sign", 1)])
    _, other = prepared([two, y, ("multiply", 2), x, two, ("multiply", 2), ("subtract", 2), ("step", 1)])
    assert one[3].key == other[7].key
    assert (one[3].factor, other[7].factor) == (1.0, -2.0)
    cubed, jumps = prepared([x, ("number", 3.0), ("power", 2), ("sign", 1)])
    assert cubed == [x, ("sign", 1)]
    assert jumps[1].key == prepared([x, ("sign", 1)])[1][1].key
    squared, _ = prepared([x, two, ("power", 2), ("sign", 1)])
    assert len(squared) == 4
