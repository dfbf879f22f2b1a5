"""Decks as strangers write them from the language alone: lawful mixtures, and slips that have one cause."""

from __future__ import annotations

import numpy as np
import pytest

import runmec
from runmec.deck import UnknownName, check
from runmec.deck.numbering import number_text
from runmec.deck.units import FACTORS
from runmec.dynamics import FORCE

from .spatial_decks import rssr

#: a slider-crank of crank 1 and rod 3 on named points, its parameters by `form`
BY_FORM = """KIN ANA
TOPOLOGY
  elem crank BIN O A free
  elem rod BIN A B free
  form 1 lenl crank 1 1
  form 2 lenl rod 2 1
  form 3 angb crank 3 1
  nr dof 1
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 4 0 fixed y
  para 1 1
  para rod.lenl 3
STORAGE
  bufe0 rod.angb rod
  bufinp crank.angb turn
  bufe0 3 same
  bufx1 B.x speed crank.angb
  bufx0 B.x way
MOVEMENT
  stepe 12 6
END
"""


def test_a_name_means_the_parameter_that_its_form_line_prescribes() -> None:
    found = runmec.run(runmec.loads(BY_FORM))
    turn = np.linspace(0, 6, 13)
    root = np.sqrt(9 - np.sin(turn) ** 2)
    np.testing.assert_allclose(found["turn"], turn, atol=1e-12)
    np.testing.assert_allclose(found["same"], turn, atol=1e-12)
    np.testing.assert_allclose(found["way"], np.cos(turn) + root, atol=1e-12)
    np.testing.assert_allclose(found["speed"], -np.sin(turn) * (1 + np.cos(turn) / root), atol=1e-12)
    np.testing.assert_allclose(found["rod"], np.arctan2(-np.sin(turn), root), atol=1e-12)


def test_a_damaged_turning_node_is_the_only_fault() -> None:
    text = rssr("hinges", "DYN ANA", "")
    assert text.count("  turn lb\n") == 1
    _, told = check(text.replace("  turn lb\n", "  turn lb 0 0\n"), "deck", {})
    assert [one.code for one in told if one.level == "error"] == ["D110"]


#: a slider-crank: crank r and rod R
CASES = """DYN ANA
DEFINE
  r 1
  R 3
  Load (10*r)
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A (r) 0
  point B (r+R) 0 fixed y
  para crank.lenl (r)
  para rod.lenl (R)
DYNAMICS
  force B.x (-load)
STORAGE
  bufx0 B.x way
  bufsigma rod.lenl S
STUDY
  vary R 2 4 3
  tol r 0.01
  figure stroke (span(way)+0*r)
  figure press (first(S)+0*LOAD)
MOVEMENT
  tstepe 2 1 (pi) 0
END
"""


def test_names_of_define_may_differ_in_case_alone() -> None:
    deck = runmec.loads(CASES)
    for variant, r, R in ((deck, 1, 3), (runmec.loads(CASES, set={"R": 4}), 1, 4), (deck.with_values(r=0.5), 0.5, 3)):
        found = runmec.run(variant)
        np.testing.assert_allclose(found["way"], [R + r, (R * R - r * r) ** 0.5, R - r], atol=1e-12)
        assert found["S"][0] == pytest.approx(-10 * r, rel=1e-12)  # the rod lies along the force
    np.testing.assert_array_equal(runmec.run(runmec.loads(number_text(deck))).buffers[1], runmec.run(deck)["way"])
    swept = runmec.sweep(deck)
    assert swept.names == ("R",)
    np.testing.assert_allclose(swept["stroke"], [2, 2, 2], atol=1e-12)  # a turn by half moves it by 2r
    np.testing.assert_allclose(runmec.tolerance(deck, samples=0).worst[0], 0.02, rtol=1e-9)


def test_a_name_of_define_that_stands_alone_is_known_in_any_case() -> None:
    assert runmec.loads(CASES, set={"LOAD": 7}).of(FORCE)[0].values[0](lambda name, _: 0.0) == -7
    assert runmec.loads(CASES).with_values(lOAD=7) == runmec.loads(CASES, set={"Load": 7})
    with pytest.raises(UnknownName, match="it defines r, R, Load"):
        runmec.loads(CASES, set={"q": 1})
    twice = CASES.replace("  R 3\n", "  R 3\n  r 2\n")
    assert [one.code for one in check(twice, "deck", {})[1] if one.level == "error"] == ["D206"]


def test_words_of_the_plane_refuse_a_point_in_space() -> None:
    _, told = check(rssr("points", "KIN ANA", "STORAGE\n  bufrho A rho\n"), "deck", {})
    assert [one.message for one in told if one.level == "error"] == [
        "point `A` has three co-ordinates; `bufrho` is of motions in a plane"
    ]


def test_buffers_of_a_damaged_point_are_not_missed() -> None:
    text = CASES.replace("point A (r) 0", "point A (r) y(r)^2").replace("bufx0 B.x way", "bufx0 A ax ay")
    _, told = check(text, "deck", {})
    assert [one.code for one in told if one.span and one.span.line == 12] == ["D105", "D119"]
    assert not [one for one in told if one.span and one.span.line > 12]


@pytest.mark.parametrize("unit", sorted(unit for unit in FACTORS if len(unit) > 1))
def test_a_number_in_an_expression_may_carry_a_unit(unit: str) -> None:
    """As the language writes units behind numbers; one letter alone might be a name."""
    read = runmec.loads(CASES.replace("R 3", f"R (3 + 2{unit}/1{unit} - 2)").replace("r 1", f"r (4{unit}/(4*{unit}))"))
    assert [define.value for define in read.defines[:2]] == [1, pytest.approx(3, rel=1e-15)]


def test_a_turn_without_its_angle_is_told() -> None:
    text = rssr("hinges", "DYN ANA", "").replace("  turn f fixed\n", "  turn f 0 0 1 fixed\n")
    _, told = check(text, "deck", {})
    assert [one.message for one in told if one.level == "error"] == ["expected phi (a number), found `fixed`"]


def test_a_mark_at_the_head_of_the_text_is_no_word() -> None:
    assert runmec.loads("\ufeff" + CASES) == runmec.loads(CASES)


def test_numbers_that_are_too_long_are_told_shortly() -> None:
    for old, new, said in (
        ("tstepe 2", "tstepe 1000000000", "`1000000000` has too many digits"),
        ("r 1\n", f"r {'9' * 2000}\n", "is not a finite number"),
    ):
        _, told = check(CASES.replace(old, new), "deck", {})
        (fault,) = [one.message for one in told if one.level == "error"]
        assert fault.endswith(said)
        assert len(fault) < 100
