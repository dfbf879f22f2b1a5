"""Which force belongs to which bearing: machines that users built, with numbers from free bodies written out here."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, radians, sin
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.engine.columns import column_of, power_mean
from runmec.results.sheet import JointLine, joints_csv

DECKS = Path(__file__).parent / "references" / "bearings"


@cache
def run(name: str) -> runmec.Result:
    return runmec.run(DECKS / f"{name}.mec")


def text(name: str) -> str:
    return (DECKS / f"{name}.mec").read_text(encoding="utf-8")


def size(result: runmec.Result, *buffers: str) -> np.ndarray:
    return np.hypot.reduce([result[buffer] for buffer in buffers])


# ---- wheels and racks


def test_the_pin_of_a_planet_carries_what_the_carrier_gives() -> None:
    """40 Nm at 80 mm. The sun feels one tooth force: 500 N and the sun's share by the lever of the carrier.

    The planet is in balance under the pin and two teeth at equal levers: each has half of the pin force along the pitch
    circles, and 1/cos 20° of that along its line of action.
    """
    result = run("planet_pin")
    np.testing.assert_allclose(size(result, "fx", "fy"), 40.0 / 0.08, rtol=1e-12)
    np.testing.assert_allclose(size(result, "sx", "sy"), 250.0 / cos(radians(20.0)), rtol=1e-12)


def test_shafts_of_wheels_carry_the_tooth_force() -> None:
    """12 Nm at 60 mm, by 1/cos 20°."""
    result = run("gear_shafts")
    for x, y in (("px", "py"), ("qx", "qy"), ("rx", "ry"), ("ux", "uy")):
        np.testing.assert_allclose(size(result, x, y), 200.0 / cos(radians(20.0)), rtol=1e-12)


def test_the_pin_of_a_pinion_on_its_rack() -> None:
    """It lifts 60 kg up a rack of 60°: the weight along it, by 1/cos 20° of the teeth."""
    found = size(run("rack_jack_pin"), "fx", "fy")
    np.testing.assert_allclose(found, 60.0 * 9.81 * sin(radians(60.0)) / cos(radians(20.0)), rtol=1e-12)


def test_a_massless_arm_that_nothing_drives_carries_no_force_across_itself() -> None:
    result = run("planet_in_simulation")
    along = np.stack([result["P.x"], result["P.y"]]) / 0.1
    across = along[0] * result["fy"] - along[1] * result["fx"]
    assert np.max(np.abs(result["fx"])) > 1.0
    np.testing.assert_allclose(across, 0.0, atol=1e-9)


# ---- space


@pytest.mark.parametrize("X", ["0.2 0 0", "0.05 0 0", "0.2 0 0.5", "0.1 0.1 -0.3"])
def test_bearings_of_a_crank_in_space_do_not_depend_on_where_its_angle_begins(X: str) -> None:
    """100 N along y at 0.1 m from the axis, in the plane of A0: that bearing carries all of it."""
    result = runmec.run(runmec.loads(text("reference_point").replace("point X 0.2 0 0", f"point X {X}")))
    for prefix in ("a", "p"):
        np.testing.assert_allclose(result[f"{prefix}x"], 0.0, atol=1e-12)
        np.testing.assert_allclose(result[f"{prefix}y"], -100.0, rtol=1e-12)
        np.testing.assert_allclose(result[f"{prefix}z"], 0.0, atol=1e-12)
    for buffer in ("zx", "zy", "zz", "xx", "xy", "xz", "qx", "qy", "qz"):
        np.testing.assert_allclose(result[buffer], 0.0, atol=1e-12)


# ---- links of several elements


def test_a_telescope_is_carried_by_its_two_points() -> None:
    """Lever and frame hold barrel and rod together: what the frame gives at C is all there is, row by row."""
    result = run("telescope")
    for axis in "xy":
        np.testing.assert_allclose(result[f"c{axis}"], result[f"r{axis}"], rtol=1e-12, atol=1e-9)
        np.testing.assert_allclose(result[f"l{axis}"], -result[f"e{axis}"], rtol=1e-12, atol=1e-9)
        np.testing.assert_allclose(result[f"d{axis}"], result[f"e{axis}"], rtol=1e-12, atol=1e-9)
    assert (result["cx"][0], result["cy"][0]) == pytest.approx((-0.40, 175.43), abs=5e-3)


def test_a_lug_is_a_part_of_the_barrel() -> None:
    """Moments about D (0, 1) of the barrel with its lug at E (0.8, 0.4): the frame at C (1, 0) gives -100 N along x."""
    result = run("lug_on_a_cylinder")
    for axis in "xy":
        np.testing.assert_allclose(result[f"c{axis}"], result[f"r{axis}"], rtol=1e-12)
        np.testing.assert_allclose(result[f"l{axis}"], result[f"r{axis}"], rtol=1e-12)
    # the lever stands upright, so that it gives nothing along x; about C: 100 N at 0.4 m, its force at 1 m
    assert (result["cx"][0], result["cy"][0]) == pytest.approx((-100.0, 100.0 * 0.4 / 1.0), rel=1e-12)


def test_three_bars_in_a_triangle_are_one_link() -> None:
    """Crank and rocker stand upright: only the crank's drive gives a force along x. 100 N along x act at C (0.2, 0.5).

    Moments about B (0.4, 0.35) and A (0, 0.12), the rocker pulls along itself: Bx = 0, By 0.4 = 100 (0.5 - 0.12).
    """
    result = run("triangle_of_bars")
    assert (result["ax"][0], result["ay"][0]) == pytest.approx((-100.0, -100.0 * 0.38 / 0.4), rel=1e-12)
    assert hypot(result["ax"][0], result["ay"][0]) == pytest.approx(137.9, abs=0.05)
    for axis in "xy":
        np.testing.assert_allclose(result[f"c{axis}"], result[f"a{axis}"], rtol=1e-12)
        np.testing.assert_allclose(result[f"d{axis}"], -result[f"a{axis}"], rtol=1e-12)


def test_a_slot_on_plate_points_belongs_to_the_plate() -> None:
    result = run("slot_on_plate_points")
    assert [len(link.elements) for link in result.mechanism.links] == [1, 4, 1, 1]
    np.testing.assert_allclose(size(result, "gx", "gy"), 0.0, atol=1e-12)  # no pin is there


# ---- the sheet of joints


def sheet(result: runmec.Result) -> dict[tuple[str, str, str], JointLine]:
    return {(line.joint.name, line.joint.kind, line.joint.link): line for line in result.joints}


def rows(result: runmec.Result) -> list[list[str]]:
    return [line.split(",") for line in joints_csv(result.joints)]


def test_every_wheel_and_every_mesh_has_its_line() -> None:
    result = run("planet_pin")
    tooth = 250.0 / cos(radians(20.0))
    expected = {
        ("O", "pin", "sun"): ("frame", tooth),
        ("O", "pin", "carrier"): ("frame", 500.0),
        ("P", "pin", "carrier"): ("bp", 500.0),
        ("P", "pin", "bp"): ("carrier", 500.0),
        ("inner", "mesh", "sun"): ("bp", tooth),
        ("inner", "mesh", "bp"): ("sun", tooth),
        ("outer", "mesh", "bp"): ("frame", tooth),
    }
    found = sheet(result)
    assert {key: line.joint.partner for key, line in found.items()} == {key: by for key, (by, _) in expected.items()}
    for key, (_, size) in expected.items():
        assert (found[key].largest, found[key].mean, found[key].cubic) == pytest.approx((size,) * 3, rel=1e-12)
    carrier = 2.0 * pi * 30.0 / 160.0  # by Willis: sun 30, ring 130
    assert found["O", "pin", "carrier"].turn == pytest.approx(carrier)
    planet = -2.0 * pi * (130.0 - 50.0) / 50.0 * 30.0 / 160.0
    assert found["P", "pin", "bp"].turn == pytest.approx(abs(planet - carrier))


def test_heads_and_cells_of_the_file() -> None:
    head, first, *_ = rows(run("slider_pin"))
    assert ",".join(head) == "joint,kind,link,partner,largest,row,direction,mean,cubic,turn,pressure,pv,life_h"
    assert first[:4] == ["O", "pin", "crank", "frame"]
    assert first[10:] == ["", "", ""]


@pytest.mark.parametrize(("sizes", "exponent"), [([1e150, 2e150, 1e150], 3.0), ([2.0, 3.0, 2.0], 9e5)])
def test_means_of_powers_that_would_be_too_large(sizes: list[float], exponent: float) -> None:
    """Of 1, 2, 1 over equal widths the cubes 1, 8, 1 have the mean 4.5; a large exponent leaves the largest."""
    found = power_mean(column_of(sizes), exponent, column_of([0.5, 0.5]))
    assert found == pytest.approx(1e150 * 4.5 ** (1 / 3) if exponent == 3.0 else 3.0, rel=1e-5)


def test_a_slider_that_the_frame_guides_is_a_link_of_its_own() -> None:
    """1000 N on the piston, the rod at 14.48° when the crank stands upright: 1000 N by the cosine in its pin."""
    found = sheet(run("slider_pin"))
    lean = cos(np.arcsin(0.25))
    assert found["B", "pin", "rod"].force[0, 0] == pytest.approx(-1000.0, rel=1e-12)
    assert np.hypot(*found["B", "pin", "rod"].force[:, 0]) == pytest.approx(1000.0 / lean, rel=1e-12)
    assert found["B", "pin", "B"].joint.partner == "rod"
    guide = found["B", "guide", "B"]
    assert guide.force[:, 0] == pytest.approx([0.0, 1000.0 * np.tan(np.arcsin(0.25))], rel=1e-12)


def test_a_guide_loads_its_slider_and_not_the_hinge_that_it_is_measured_from() -> None:
    found = sheet(run("guide_at_hinge"))
    assert set(found) == {
        ("O", "pin", "crank"),
        ("A", "pin", "crank"),
        ("A", "pin", "rod"),
        ("B", "pin", "rod"),
        ("B", "pin", "guide"),
        ("B", "guide", "guide"),
    }
    assert found["O", "pin", "crank"].largest == pytest.approx(1000.0 / cos(np.arcsin(0.25)), rel=1e-12)
    assert found["B", "guide", "guide"].largest == pytest.approx(1000.0 * np.tan(np.arcsin(0.25)), rel=1e-12)


def test_a_fixed_point_has_a_line_for_every_link() -> None:
    """Row 1: the spring pulls along A0 B with 1000 times its length."""
    found = sheet(run("shared_bearing"))
    spring = found["A0", "pin", "s"]
    assert spring.force[:, 0] == pytest.approx([-400.0, -350.0], rel=1e-12)
    crank, result = found["A0", "pin", "crank"], run("shared_bearing")
    np.testing.assert_allclose(crank.force, [result["cx"], result["cy"]], rtol=1e-12)
    assert np.max(crank.sizes) == pytest.approx(659.2, abs=0.05)  # of the rows
    assert crank.joint.partner == "frame"
    assert found["B", "pin", "coupler"].joint.partner == "rocker+s"


def test_a_yoke_shows_its_own_guide() -> None:
    """4 kg at 50 mm and 300 rpm, 0.1 m + 0.05 m sin φ below the pin: the moment is largest between rows."""
    found = sheet(run("yoke"))
    phi = np.linspace(0.0, 2.0 * np.pi, 100_001)
    force = 4.0 * 0.05 * (10.0 * np.pi) ** 2 * np.cos(phi)
    assert found["A", "guide", "yoke"].largest == pytest.approx(force.max(), rel=1e-12)
    assert found["up", "clamp", "yoke"].joint.partner == "frame"
    assert found["up", "clamp", "yoke"].largest == pytest.approx(np.max(force * (0.1 + 0.05 * np.sin(phi))), rel=1e-6)
    assert found["Y", "guide", "Y"].largest == 0.0
    assert ("A", "guide", "frame") not in found


def test_a_clamp_has_its_moment() -> None:
    found = sheet(run("clamp"))
    assert found["A", "pin", "arm"].largest == pytest.approx(100.0, rel=1e-12)
    assert found["bA", "clamp", "arm"].largest == pytest.approx(100.0, rel=1e-12)


def test_joints_in_space_have_all_components_and_moments() -> None:
    """100 N at 0.5 m; 50 N down and 10 N along y at 0.5 m along x and 0.2 m along z: 25, 5 and 2 Nm."""
    found = sheet(run("sheet_in_space"))
    assert found["A", "ball", "arm1"].largest == pytest.approx(100.0, rel=1e-12)
    assert found["B", "ball", "arm2"].largest == pytest.approx(hypot(50.0, 10.0), rel=1e-12)
    assert found["a", "hinge", "arm1"].force[:, 0] == pytest.approx([0.0, -50.0, 0.0], abs=1e-10)
    assert found["b", "hinge", "arm2"].force[:, 0] == pytest.approx([2.0, -25.0, -5.0], abs=1e-10)
    assert found["b", "hinge", "arm2"].joint.partner == "frame"


def test_joints_of_the_plane_stand_beside_those_in_space() -> None:
    found = sheet(run("plane_beside_space"))
    for key in (("O", "pin", "crank"), ("A", "pin", "crank"), ("A", "pin", "rod"), ("B", "pin", "rod")):
        assert found[key].largest == pytest.approx(1000.0 / cos(np.arcsin(0.25)), rel=1e-3)  # with 36 rows


def test_the_pin_of_three_elements_is_that_of_their_link() -> None:
    found, result = sheet(run("studio_point")), run("studio_point")
    assert found["A", "pin", "rod"].sizes[0] == pytest.approx(880.2, abs=0.05)
    np.testing.assert_allclose(found["A", "pin", "rod"].force, [result["px"], result["py"]], rtol=1e-12)


def test_the_studio_tells_the_pin_and_no_parts_of_it() -> None:
    from runmec.studio.values import _of_point

    result = run("studio_point")
    told = _of_point(result, [3, 4], 0)
    assert result.deck.names.point(3, 4) == "A"
    assert any(line.startswith("pin: crank on rod 880.2 N") for line in told)
    assert not any("shell" in line or "plate" in line for line in told)


def test_largest_forces_are_those_of_the_motion() -> None:
    """36 rows against 3600."""
    coarse = run("extremes_of_rows")
    fine = runmec.run(runmec.loads(text("extremes_of_rows").replace("tstepe 36", "tstepe 3600")))
    for few, many in zip(coarse.joints, fine.joints, strict=True):
        assert few.largest == pytest.approx(many.largest, rel=1e-4)
        assert few.row == pytest.approx(many.row / 100.0, abs=0.05)
    assert sheet(coarse)["B", "pin", "coupler"].largest == pytest.approx(181.04, abs=0.02)
    assert np.max(size(coarse, "bx", "by")) == pytest.approx(180.83, abs=0.01)


def test_a_cubic_mean_of_a_sine() -> None:
    """A pin whose force is |sin φ| while it turns evenly: (4/(3π))^⅓ of the largest."""
    deck = text("load_at_a_point").replace("inertia E 3kg\n", "")
    deck = deck.replace("force E 0 -100N", "force E 0 (100*sin(inp(lever.angb)))")
    result = runmec.run(runmec.loads(deck.replace("tstepe 4 1s 1 0", "tstepe 3600 1s (2*pi) 0")))
    line = sheet(result)["O", "pin", "lever"]
    assert line.cubic / line.largest == pytest.approx((4.0 / (3.0 * pi)) ** (1.0 / 3.0), rel=1e-6)
    assert line.turn == pytest.approx(2.0 * pi)


def test_a_slider_that_the_frame_guides_has_a_transmission_angle() -> None:
    """Rod 52, crank 50 mm: the sine of the angle against the guide's normal is (B.x − A.x)/52; as with a TR1."""
    (told,) = [w for w in run("no_transmission_angle").warnings if w.code == "R452"]
    phi = np.radians(90.0 + 10.0 * np.arange(37))
    along = np.abs(run("no_transmission_angle")["B.x"] - 0.05 * np.cos(phi)) / 0.052
    assert f"{np.degrees(np.arcsin(along.min())):.1f}°" in told.message
    assert "15.9°" in told.message


# ---- what has no teeth, and what is checked


@pytest.mark.parametrize("name", ["gears_by_factor_report", "equal_gears"])
def test_shafts_of_gears_by_factor_are_told_whatever_is_stored(name: str) -> None:
    assert [w.code for w in run(name).warnings] == ["R459"]


@pytest.mark.parametrize("name", sorted(path.stem for path in DECKS.glob("*.mec")))
def test_every_link_is_in_equilibrium(name: str) -> None:
    trust = run(name).trust
    assert trust.links is None or trust.links < 1e-12, str(trust)
    assert trust.is_sure


@pytest.mark.parametrize(
    ("deck", "link"), [("planet_pin", "sun"), ("rack_jack_pin", "pinion"), ("gear_shafts", "pinion")]
)
def test_a_tooth_force_on_the_wrong_link_is_seen(deck: str, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was when teeth joined links: what stands at the pins lacks them."""
    monkeypatch.setattr("runmec.model.acting._teeth", lambda mech, half: iter(()))
    found = runmec.run(DECKS / f"{deck}.mec").trust
    assert found.links is not None
    assert found.links > 0.1
    assert not found.is_sure
    assert f"({found.link})" in str(found)


def test_a_drive_in_space_that_acts_as_a_force_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runmec.results.on_links._couples", lambda mech, element, number: [])
    assert not runmec.run(DECKS / "reference_point.mec").trust.is_sure


def test_rounding_divided_by_rounding_is_no_alarm() -> None:
    """Loads along the axles do no work."""
    trust = run("sheet_in_space").trust
    assert trust.power is not None
    assert trust.power < 1e-12


def test_nothing_that_was_checked_is_told_as_that() -> None:
    still = text("reference_point").replace("force A 0 100 0", "force A 0 0 0")
    trust = runmec.run(runmec.loads(still)).trust
    assert trust.links is None
    assert "links –" in str(trust)


@pytest.mark.parametrize("name", ["cam_report", "equal_gears"])
def test_rounding_is_no_force(name: str) -> None:
    """Pins that carry nothing beside forces elsewhere: 1e-14 N was told as the largest force, with its causes."""
    result = run(name)
    assert all(line.largest == 0.0 for line in result.joints)
    assert not result.causes


def test_a_cam_without_a_profile_is_told() -> None:
    """Its guide would give 10.4 N and its bearing 101 N, by a pressure angle that nobody has written."""
    assert [w.code for w in run("cam_report").warnings] == ["R476"]


def test_a_load_where_no_other_link_is() -> None:
    """By its definition the force of all other links and the frame is zero there; the pin of the frame has it all."""
    result = run("load_at_a_point")
    np.testing.assert_array_equal(size(result, "ex", "ey"), 0.0)
    turn = np.linspace(0.0, 1.0, 5)
    np.testing.assert_allclose(result["ox"], -3.0 * np.cos(turn), rtol=1e-12)
    np.testing.assert_allclose(result["oy"], 100.0 - 3.0 * np.sin(turn), rtol=1e-12)


def test_the_least_of_a_force_that_changes_its_sign() -> None:
    """The massless coupler pulls and pushes: in between its pins carry nothing, within 1e-4 of the largest force."""
    found = run("extremes_of_rows").extremes["pin"]
    assert 0.0 <= found.least < 1e-4 * found.most
