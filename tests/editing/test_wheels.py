"""Wheels, gears, racks and cams that are drawn, and what one click adds: they move and push as mechanics has it."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import runmec
from runmec.deck import check, loads
from runmec.editing.additions import added, additions, with_job
from runmec.editing.building import BLANK, CannotBuild, add_input, draw_link, hold
from runmec.editing.wheels import add_cam, draw_wheel

EMPTY = BLANK.format(title="drawn")
FINE = 1e-4


def turned(text: str, element: str) -> runmec.Result:
    """Once round, without a fault or a warning."""
    text = add_input(text, element)
    assert [str(one) for one in check(text, "drawn.mec", {})[1]] == []
    result = runmec.run(loads(text))
    assert result.complete
    return result


def test_two_gears_turn_against_each_other() -> None:
    text, name = draw_wheel(EMPTY, "gear", [(0.0, 0.0, True), (0.09, 0.0, False)], FINE)
    assert text.count(" fixed") == 2
    text = text.replace(f"gear {name} 0.045 0.045", f"gear {name} 0.03 0.06")
    result = turned(text, "wheel1")
    np.testing.assert_allclose(np.ptp(result["bB0"]), pi, rtol=1e-9)  # half a turn, the other way
    assert np.sign(result["bB0"][-1] - result["bB0"][0]) == -np.sign(result["bA0"][-1] - result["bA0"][0])


def test_a_gear_on_a_bar_turns_with_it_and_on_a_carrier_by_itself() -> None:
    """The crank's gear takes the crank's angle; the one at the crank's end, in mesh with it, turns on the carrier."""
    text, bar = draw_link(EMPTY, "bar", [(0.0, 0.0, True), (0.0, 0.1, False)], FINE)
    text, _ = draw_wheel(text, "gear", ["A0", (0.08, 0.0, False)], FINE)
    result = turned(text, bar)
    np.testing.assert_allclose(result["bA0"] - result["bA0"][0], np.linspace(0.0, 2 * pi, len(result)), atol=1e-9)
    np.testing.assert_allclose(result["bB0"] - result["bB0"][0], -np.linspace(0.0, 2 * pi, len(result)), atol=1e-9)


def test_gears_at_one_axle_share_its_angle() -> None:
    text, _ = draw_wheel(EMPTY, "gear", [(0.0, 0.0, True), (0.09, 0.0, False)], FINE)
    text, _ = draw_wheel(text, "gear", ["B0", (0.09, 0.06, False)], FINE)
    assert text.count(" TR1 ") == 3
    result = turned(text, "wheel1")
    np.testing.assert_allclose(result["bC0"] - result["bC0"][0], result["bA0"] - result["bA0"][0], atol=1e-9)


@pytest.mark.parametrize(("pitch", "along", "sense"), [((0.01, -0.03), "x", 1.0), ((0.03, 0.0), "y", 1.0)])
def test_a_rack_goes_the_radius_times_the_angle(pitch: tuple[float, float], along: str, sense: float) -> None:
    text, _ = draw_wheel(EMPTY, "rack", [(0.0, 0.0, True), (*pitch, False)], FINE)
    result = turned(text, "wheel1")
    way = result[f"A.{along}"]
    np.testing.assert_allclose(way - way[0], sense * 0.03 * (result["bA0"] - result["bA0"][0]), atol=1e-9)


def test_a_wheel_has_an_angle_and_a_mark() -> None:
    text, name = draw_wheel(EMPTY, "wheel", [(0.0, 0.0, True), (0.03, 0.04, False)], FINE)
    result = turned(text, name)
    np.testing.assert_allclose(np.hypot(result["A.x"], result["A.y"]), 0.05, rtol=1e-12)


def cam_and_follower(held: str) -> str:
    text, cam = draw_link(EMPTY, "bar", [(0.0, 0.0, True), (0.02, 0.0, False)], FINE)
    start: object = "A0" if held else (0.1, 0.0, True)
    text, follower = draw_link(text, "bar", [start, (0.0, 0.05, False)], FINE)  # type: ignore[list-item]
    text = hold(text, "B", held) if held else text
    return add_cam(text, cam, follower)[0]


def test_a_cam_lifts_a_follower_that_slides() -> None:
    text = cam_and_follower("along y")
    result = turned(text, "bar1")
    assert "program lift1 cycloid 0.01 120deg" in text
    assert np.ptp(result["B.y"]) == pytest.approx(0.01, rel=1e-9)
    assert result["B.y"][50] == pytest.approx(0.06, abs=1e-12)  # at 150 degrees, in the dwell


def test_a_cam_swings_a_lever() -> None:
    result = turned(cam_and_follower(""), "bar1")
    angle = np.unwrap(np.arctan2(result["B.y"], result["B.x"] - 0.1))
    assert angle[50] - angle[0] == pytest.approx(20 * pi / 180, rel=1e-9)


def test_what_cannot_be_is_refused() -> None:
    text, bar = draw_link(EMPTY, "bar", [(0.0, 0.0, True), (0.02, 0.0, False)], FINE)
    for follower in (bar, "nobody"):
        with pytest.raises(CannotBuild):
            add_cam(text, bar, follower)
    for what, ends in (("gear", ["A", "A"]), ("rack", ["A"])):
        with pytest.raises(CannotBuild):
            draw_wheel(text, what, list(ends), FINE)


def test_in_a_deck_of_numbers_too() -> None:
    text = EMPTY.replace("GEOMETRY\n", "GEOMETRY\n  xfix 1 0.0\n  2 0.0\n  3 0.08\n  4 0.0\n")
    text, _ = draw_wheel(text, "gear", ["1, 2", "3, 4"], FINE)
    result = turned(text, "wheel1")
    assert np.ptp(result["b3__4"]) == pytest.approx(2 * pi, rel=1e-9)


# ---- added by one click


def crank() -> str:
    text, bar = draw_link(EMPTY, "bar", [(0.0, 0.0, True), (0.0, 0.1, False)], FINE)
    return add_input(text, bar)


def parallelogram() -> tuple[str, str]:
    """And its rocker."""
    text, rocker = draw_link(crank(), "bar", [(0.2, 0.0, True), (0.2, 0.1, False)], FINE)
    return draw_link(text, "bar", ["A", "B"], FINE)[0], rocker


def test_a_moment_on_a_bar_is_carried_by_the_drive() -> None:
    """Of a parallelogram, whose crank and rocker turn alike."""
    text, rocker = parallelogram()
    text = added(text, "element", rocker, "moment").replace("  tstepe 120 1 (2*pi) 0\n", "")
    result = runmec.run(loads(text.replace("MOVEMENT", "STORAGE\n  bufdrive bar1.angb M\nMOVEMENT")))
    np.testing.assert_allclose(result["M"], -1.0, rtol=1e-12)


def test_a_moment_on_a_wheel_is_a_force_on_its_angle() -> None:
    text, name = draw_wheel(EMPTY, "wheel", [(0.0, 0.0, True), (0.1, 0.0, False)], FINE)
    text = added(add_input(text, name), "element", name, "moment")
    result = runmec.run(loads(text.replace("MOVEMENT", f"STORAGE\n  bufdrive {name}.angb M\nMOVEMENT")))
    np.testing.assert_allclose(result["M"], -1.0, rtol=1e-12)


def test_a_wheel_is_offered_inertia_and_a_bar_is_not() -> None:
    wheel, name = draw_wheel(EMPTY, "wheel", [(0.0, 0.0, True), (0.1, 0.0, False)], FINE)
    assert "inertia bA0 0.01" in added(wheel, "element", name, "polar")
    assert "polar" in [one.what for one in additions(add_input(wheel, name), "element", name)]
    assert "polar" not in [one.what for one in additions(crank(), "element", "bar1")]


def test_friction_of_a_pin_pays_its_coefficient_times_the_pin_force() -> None:
    """The crank of a parallelogram turns slowly; its rocker carries a weight, and rubs on its pin."""
    text, rocker = parallelogram()
    text = text.replace("tstepe 120 1 (2*pi)", "tstepe 10 1 0.1")
    assert "friction" in [one.what for one in additions(text, "element", rocker)]
    text = added(added(text, "element", rocker, "friction"), "place", "B", "force")
    assert "force B 0 -10" in text
    stored = f"STORAGE\n  bufdrive bar1.angb M\n  bufpin {rocker} B0 fx fy f\n  bufe0 {rocker}.angb phi\nMOVEMENT"
    result = runmec.run(loads(text.replace("MOVEMENT", stored)))
    weight = 10.0 * 0.1 * np.cos(result["phi"])  # moment of the weight about the pin
    np.testing.assert_allclose(result["M"], weight + 0.0005 * result["f"], atol=1e-9)


def test_the_job_of_rest_under_load_has_steps_of_load_and_leads_back() -> None:
    text = crank().replace("KIN ANA", "DYN ANA")
    resting = with_job(text, "STA ANA")
    assert "load 20 1" in resting
    assert "tstepe" not in resting
    assert "tstepf 20 1 0" in with_job(resting, "DYN SIM")
    assert "tstepe 20 1 (2*pi/1) 0" in with_job(resting, "DYN ANA")
