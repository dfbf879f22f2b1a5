"""Poles, curvatures and the inflection circle against intersections of normals, Euler–Savary, Bresse and Kennedy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from runmec import loads, run
from runmec.deck.model import PolygonLine
from runmec.deck.numbering import number_text
from runmec.diagnostics import DeckError
from runmec.results.centrodes import rolling
from runmec.results.output import write_output
from runmec.results.polygons import images
from runmec.results.quantities import INFLECTION
from runmec.results.result import Result

Complexes = NDArray[np.complex128]

FOUR_BAR = """KIN ANA
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 {d} 0.03 fixed
  point A {r} 0.01
  point B {d} {s}
  point C {u} {v}
  para crank.lenl {r}
  para coupler.lenl {l}
  para coupler.lenu {u}
  para coupler.lenv {v}
  para rocker.lenl {s}
STORAGE
  bufpole coupler 0 px py
  bufpole crank rocker qx qy
  bufapole coupler 0 gx gy
  bufrho C rho
MOVEMENT
  {move}
END
"""
SIZES = {"r": 0.06, "l": 0.18, "s": 0.12, "d": 0.2, "u": 0.09, "v": 0.1}


def four_bar(move: str = "stepe 36 (2*pi)", **sizes: float) -> Result:
    return run(loads(FOUR_BAR.format(move=move, **{**SIZES, **sizes})))


def cross(a: Complexes, b: Complexes) -> NDArray[np.float64]:
    return (np.conj(a) * b).imag


def place(result: Result, point: str, word: str = "") -> Complexes:
    x, y = result[f"{word} {point}".strip()]
    return x + 1j * y


def pole(result: Result, k: str, l: str, word: str = "pole") -> Complexes:
    x, y = result[f"{word} {k} {l}"]
    return x + 1j * y


def test_the_pole_of_a_coupler_is_where_crank_and_rocker_meet() -> None:
    """Intersection of the normals of the paths of A and B."""
    result = four_bar()
    A, B, A0, B0 = (place(result, point) for point in ("A", "B", "A0", "B0"))
    expected = A0 + (A - A0) * cross(B0 - A0, B - B0) / cross(A - A0, B - B0)
    np.testing.assert_allclose(pole(result, "coupler", "0"), expected, rtol=1e-9)
    np.testing.assert_allclose(result["px"] + 1j * result["py"], expected, rtol=1e-9)


def test_it_does_not_depend_on_the_speed_nor_on_the_sense() -> None:
    slow, fast, back = four_bar(), four_bar("tstepe 36 0.5 (4*pi) 0"), four_bar("tstepe 36 1 (-2*pi) 0")
    np.testing.assert_allclose(fast["px"], slow["px"], rtol=1e-9)
    np.testing.assert_allclose(back["px"][::-1], slow["px"], rtol=1e-7)
    np.testing.assert_allclose(back["rho"][::-1], -slow["rho"], rtol=1e-7)  # the path is run the other way round


def test_three_planes_have_their_poles_in_line() -> None:
    """Aronhold and Kennedy, on random four-bars."""
    random = np.random.default_rng(8)
    for _ in range(6):
        sizes = dict(zip(("l", "s", "d"), (0.15 + 0.05 * random.random(3)).tolist(), strict=True))
        result = four_bar("stepe 9 2", **sizes)
        planes = ("crank", "coupler", "rocker", "0")
        for i, j, k in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)):
            p, q, r = (pole(result, planes[a], planes[b]) for a, b in ((i, j), (j, k), (i, k)))
            lever = cross(q - p, r - p) / (np.abs(q - p) * np.abs(r - p))
            assert np.max(np.abs(lever)) < 1e-9


def test_the_relative_pole_does_not_depend_on_who_looks() -> None:
    result = four_bar()
    np.testing.assert_allclose(pole(result, "crank", "rocker"), pole(result, "rocker", "crank"), atol=1e-12)
    np.testing.assert_allclose(result["qx"] + 1j * result["qy"], pole(result, "crank", "rocker"), atol=1e-12)


def test_the_acceleration_pole_has_no_acceleration() -> None:
    """Of a coupler that speeds up: a = a_A + (iα − ω²)(G − A) = 0, with ω and α from A and B."""
    result = four_bar("tstepe 36 0.5 3 8")
    A, B = place(result, "A"), place(result, "B")
    v, a = (place(result, "B", word) - place(result, "A", word) for word in ("dx", "ddx"))
    turning = v / (B - A)
    assert np.max(np.abs(turning.real)) < 1e-12  # a rigid body
    omega, alpha = turning.imag, (a / (B - A)).imag
    expected = A - place(result, "A", "ddx") / (1j * alpha - omega**2)
    np.testing.assert_allclose(result["gx"] + 1j * result["gy"], expected, rtol=1e-9)


def test_at_rest_it_is_that_of_an_input_that_moves_evenly() -> None:
    rest, even = four_bar(), four_bar("tstepe 36 1 (2*pi) 0")
    np.testing.assert_allclose(rest["gx"], even["gx"], rtol=1e-9)


def test_the_acceleration_pole_lies_on_both_circles_of_bresse() -> None:
    """At a constant speed: on the inflection circle, and on that of zero tangential acceleration through the pole."""
    result = four_bar("tstepe 36 1 (2*pi) 0")
    P, W = pole(result, "coupler", "0"), inflection(result, "coupler")
    G = result["gx"] + 1j * result["gy"]
    np.testing.assert_allclose(np.abs(G - 0.5 * (P + W)) / np.abs(0.5 * (W - P)), np.ones(37), rtol=1e-8)
    A, B = place(result, "A"), place(result, "B")
    v, a = (place(result, "B", word) - place(result, "A", word) for word in ("dx", "ddx"))
    omega, alpha = (v / (B - A)).imag, (a / (B - A)).imag
    other = P + 1j * (W - P) * omega**2 / alpha  # its diameter lies on the pole tangent
    np.testing.assert_allclose(np.abs(G - 0.5 * (P + other)) / np.abs(0.5 * (other - P)), np.ones(37), rtol=1e-7)


def inflection(result: Result, k: str) -> Complexes:
    number = result.deck.names.find("element", k)
    assert number is not None
    x, y = result.quantities([(INFLECTION, (number, 0, axis), ()) for axis in range(2)])
    return x + 1j * y


@pytest.mark.parametrize(("point", "centre"), [("A", "A0"), ("B", "B0")])
def test_the_inflection_circle_is_that_of_euler_and_savary(point: str, centre: str) -> None:
    """PX² = JX·OX, J where the ray PX meets the circle, O the known centre of the path: A and B run on circles."""
    result = four_bar()
    P, W = pole(result, "coupler", "0"), inflection(result, "coupler")
    X, O = place(result, point), place(result, centre)
    ray = (X - P) / np.abs(X - P)
    J = P + ray * (np.conj(ray) * (W - P)).real  # Thales: the angle at J is a right one
    size = np.abs(X - P) ** 2 + np.abs(X - J) * np.abs(X - O)
    np.testing.assert_allclose((np.conj(X - J) * (X - O)).real / size, np.abs(X - P) ** 2 / size, atol=1e-9)


def test_the_radius_of_curvature_is_that_of_euler_and_savary() -> None:
    """C by the inflection circle alone, no acceleration of its own; A by the length of its crank."""
    result = four_bar()
    P, W, C = pole(result, "coupler", "0"), inflection(result, "coupler"), place(result, "C")
    ray = (C - P) / np.abs(C - P)
    J = P + ray * (np.conj(ray) * (W - P)).real
    radius = np.abs(C - P) ** 2 / np.abs(C - J)
    np.testing.assert_allclose(np.abs(result["rho"]), radius, rtol=1e-7)
    np.testing.assert_allclose(result["rho A"], np.full(37, 0.06), rtol=1e-12)  # runs to the left


PARALLEL = FOUR_BAR.replace("0.03 fixed", "0 fixed")


def test_a_pole_at_infinity_is_no_number_and_is_told() -> None:
    """The coupler of a parallelogram does not turn; its points run on circles all the same."""
    sizes = {"r": 0.06, "l": 0.2, "s": 0.06, "d": 0.2, "u": 0.1, "v": 0.05}
    text = PARALLEL.format(move="stepe 8 1", **sizes).replace("point A 0.06 0.01", "point A 0.03 0.05")
    result = run(loads(text.replace("point B 0.2 0.06", "point B 0.23 0.05")))
    assert np.all(np.isnan(result["px"]))
    np.testing.assert_allclose(result["rho"], np.full(9, 0.06), rtol=1e-9)
    told = [w for w in result.warnings if w.code == "R474"]
    assert told
    assert "coupler" in told[0].message


def test_with_several_inputs_poles_are_those_of_the_motion_in_time() -> None:
    """A two-bar arm: v = iω1·r1 + i(ω1 + ω2)·r2; the outer link turns about where its normals meet."""
    text = """KIN ANA
TOPOLOGY
  elem upper BIN O A
  elem lower BIN A B
  input upper.angb lower.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 1 0.5
STORAGE
  bufpole lower 0 px py
  bufrho B rho
MOVEMENT
  tstepe 10 1 2 0 -3 0
END
"""
    result = run(loads(text))
    A, B = place(result, "A"), place(result, "B")
    velocity = 2j * A - 3j * (B - A)
    expected = A - 2j * A / (-3j)  # v_A = iω(A − P)
    np.testing.assert_allclose(result["px"] + 1j * result["py"], expected, atol=1e-12)
    acceleration = -4 * A - 9 * (B - A)
    np.testing.assert_allclose(result["rho"], np.abs(velocity) ** 3 / cross(velocity, acceleration), rtol=1e-9)


def test_elements_with_an_angle_and_stretching_ones_have_poles() -> None:
    """A block that turns with a guide: TR1 by its own angle, the free bar between the same points by their line."""
    text = """KIN ANA
TOPOLOGY
  elem crank BIN A0 A
  elem guide TR1 B0 b A lenv
  elem line BIN B0 A free
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 -0.2 0 fixed
  point A 0.08 0.01
  angle b 0
STORAGE
  bufpole guide 0 px py
  bufpole line crank qx qy
MOVEMENT
  tstepe 24 1 (2*pi) 0
END
"""
    result = run(loads(text))
    np.testing.assert_allclose(result["px"] + 1j * result["py"], np.full(25, -0.2 + 0j), atol=1e-12)
    A0, B0, A = 0.0, -0.2, place(result, "A")
    Q = result["qx"] + 1j * result["qy"]
    assert np.max(np.abs(cross(Q - B0, np.full(25, A0 - B0 + 0j)))) < 1e-12  # on the line of both fixed poles
    turning = pole(result, "line", "0")
    np.testing.assert_allclose(turning, np.full(25, B0 + 0j), atol=1e-12)
    assert np.all(np.isfinite(A))


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("bufpole coupler coupler ax ay", "D210", "itself"),
        ("bufpole coupler shaft ax ay", "D220", "shaft"),
        ("bufpole coupler 0 ax", "D110", "by"),
        ("bufrho C.x b1", "D110", "b"),
        ("bufpole coupler -1 ax ay", "D210", "cannot"),
    ],
)
def test_what_is_wrong_is_told(line: str, code: str, word: str) -> None:
    with pytest.raises(DeckError) as fault:
        loads(FOUR_BAR.format(move="stepe 3 1", **SIZES).replace("bufrho C rho", f"bufrho C rho\n  {line}"))
    found = [d for d in fault.value.diagnostics if d.level == "error"]
    assert [d.code for d in found] == [code]
    assert word in found[0].message


def test_numbers_and_names_store_the_same() -> None:
    named = loads(FOUR_BAR.format(move="stepe 6 (2*pi)", **SIZES))
    plain = loads(number_text(named))
    assert plain == named
    assert next(iter(run(plain).buffers.values())).tolist() == run(named)["px"].tolist()


# ---- pictures


def test_the_moving_centrode_rolls_on_the_fixed_one() -> None:
    """They meet in the pole with one tangent, and the same arc is rolled off on both: no slip."""
    result = four_bar("stepe 900 1")
    roll = rolling(result, *(result.deck.names.find("element", name) or 0 for name in ("coupler", "0")))
    for row in (100, 450, 800):
        fixed, moving = roll.fixed(row), roll.moving(row)
        assert fixed[row] == pytest.approx(roll.pole[row])
        assert moving[row] == pytest.approx(roll.pole[row])
        ahead = (fixed[row + 1] - fixed[row - 1]) / (moving[row + 1] - moving[row - 1])
        assert ahead == pytest.approx(1.0, abs=1e-5)
    lengths = [float(np.sum(np.abs(np.diff(curve)))) for curve in (roll.fixed(0), roll.moving(0))]
    assert lengths[0] == pytest.approx(lengths[1], rel=1e-5)


@pytest.mark.parametrize("word", ["drawvel", "drawacc"])
@pytest.mark.parametrize("move", ["tstepe 36 0.5 3 8", "stepe 36 2"])
def test_polygons_close(word: str, move: str) -> None:
    """Points of a link: v_Q − v_P is square to PQ; a_Q − a_P is −ω²·PQ and a part across, which meet to rounding."""
    result = four_bar(move)
    for position in (1, 12, 30):
        found = images(result, PolygonLine(word, position))
        assert {"A", "B", "C", "A0", "B0"} == set(found.points)
        assert found.points["A0"] == 0
        assert found.is_per_input == move.startswith("stepe")
        A, B = (complex(*(result[point][:, position - 1])) for point in "AB")
        side = next(s for s in found.sides if {s.begin, s.end} == {found.points["A"], found.points["B"]})
        if word == "drawvel":
            assert ((side.end - side.begin) / (B - A)).real == pytest.approx(0.0, abs=1e-12)
        else:
            assert side.corner is not None
            sense = 1 if side.begin == found.points["A"] else -1
            assert ((side.end - side.corner) / (B - A)).real == pytest.approx(0.0, abs=1e-10)
            assert (sense * (side.corner - side.begin) / (B - A)).imag == pytest.approx(0.0, abs=1e-12)
        triangle = [s for s in found.sides if {s.begin, s.end} <= {found.points[name] for name in "ABC"}]
        assert len(triangle) == 3


def test_legs_of_polygons_have_the_names_of_textbooks() -> None:
    """v_B = v_A + v_BA; a_B in its parts along and across the rocker, whose foot rests; a_A has one part alone."""
    velocities = images(four_bar("tstepe 36 0.5 3 0"), PolygonLine("drawvel", 12))
    legs = {side.name: side.end - side.begin for side in velocities.sides if not side.is_whole}
    sign, name = (1, "BA") if "BA" in legs else (-1, "AB")
    assert sign * legs[name] == pytest.approx(velocities.points["B"] - velocities.points["A"])
    assert not {"A", "B"} & set(legs)
    accelerations = images(four_bar("tstepe 36 0.5 3 0"), PolygonLine("drawacc", 12))
    shown = {side.name: side for side in accelerations.sides if not side.is_whole}
    assert "A" not in shown
    assert shown["B"].begin == 0
    assert shown["B"].end == accelerations.points["B"]


def test_pictures_are_drawn(tmp_path: Path) -> None:
    pictures = """BEGINPIC
  drawpole coupler 0
  drawpole crank rocker
  drawmech 1 4
ENDPIC
BEGINPIC
  drawvel 3
  drawacc 3
ENDPIC
BEGINPIC
  drawmech 2
  drawacc 2
ENDPIC
MOVEMENT"""
    text = FOUR_BAR.format(move="tstepe 8 1 3 0", **SIZES).replace("MOVEMENT", pictures)
    deck = loads(text)
    assert loads(number_text(deck)) == deck
    written = write_output(run(deck), tmp_path, ["svg"])
    for k in (1, 2, 3):
        assert (tmp_path / f"picture{k}.svg").stat().st_size > 5000
    assert "report.html" in {path.name for path in written}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("drawvel 99", "D210"),
        ("drawpole coupler shaft", "D220"),
        ("drawpole coupler coupler", "D210"),
        ("drawacc", "D110"),
    ],
)
def test_what_is_wrong_in_a_picture_is_told(line: str, code: str) -> None:
    text = FOUR_BAR.format(move="stepe 3 1", **SIZES).replace("MOVEMENT", f"BEGINPIC\n  {line}\nENDPIC\nMOVEMENT")
    with pytest.raises(DeckError) as fault:
        loads(text)
    assert [d.code for d in fault.value.diagnostics if d.level == "error"] == [code]


def test_the_pole_of_two_links_is_their_joint_also_where_they_do_not_turn_against_each_other() -> None:
    """The angle at B is largest and smallest where the crank lies along the frame: both links turn alike there."""
    text = FOUR_BAR.format(move="stepe 36 (2*pi)", **SIZES).replace("0.03 fixed", "0 fixed").replace("0.01\n", "0\n")
    stored = "  bufpole rocker coupler jx jy\n  bufe1 rocker.angb w4\n  bufe1 coupler.angb w3\nMOVEMENT"
    result = run(loads(text.replace("MOVEMENT", stored)))
    turned = np.abs(result["w4"] - result["w3"])
    assert np.sum(turned < 1e-12) == 3  # at the start, after half a turn, at the end
    found = np.array([result["jx"], result["jy"]])
    np.testing.assert_allclose(found, [result["x0 B.x"], result["x0 B.y"]], atol=1e-9)
