"""Which assumption gives a number: numbers under assumptions by Newton and Euler, apart from runmec."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import runmec

SLIDER = Path(__file__).parents[2] / "inputs/slider_cranks/exercise_slider_crank.mec"
#: assumption -> moment and pin force of the slider-crank
OF_SLIDER = {
    "no weight": (-25.252944, 426.593761), "weight upwards": (-25.551257, 428.750156),
    "no inertia at all": (-29.328435, 513.169833), "rod without mass": (-26.104868, 455.434723),
    "rod: weight, but no mass force": (-25.924274, None),
    "inertia at B without mass": (-28.358791, 483.332534), "rod: J left out": (-24.719945, 421.919193),
    "rod: mass centre at its first point": (-26.074683, 437.880847),
    "rod: mass centre at its second point": (-24.297056, 421.876735),
    "rod: mass centre in the middle": (-24.546939, 421.082824),
    "rod: u counted from its second point": (-24.308221, 419.885206),
    "rod: J + mρ² in place of J": (-25.213371, 427.517821), "twice crank.lenl": (-54.098391, 460.393079),
    "rpm taken as rad/s": (369.514753, 9103.09919), "rad/s taken as rpm": (-29.280471, 512.164709),
    "row before": (-23.591673, 406.441974), "row behind": (-26.255822, 442.600040),
    "power in place of moment or force": (-1045.29711, None), "crank without mass": (-25.072350, None),
    "wrong sign, or the reaction in place of the action": (24.954630, None),
    "degrees taken as radians": (8.237288, 702.473147), "the other branch": (-16.372343, 352.097243),
    "rod: J − mρ² in place of J": (-24.695890, 421.660752),
}  # fmt: skip
#: the same of a four-bar with a plate as its coupler: moment and pin force in B
OF_FOUR_BAR = {
    "no weight": (-0.714586, 48.807251), "weight upwards": (0.142814, 55.527183), "no inertia at all": (-0.857400,
                                                                                                        7.049880),
    "coupler without mass": (-0.717347, 7.536984), "coupler: weight, but no mass force": (-1.340663, None),
    "rocker without mass": (-0.972359, 40.185781),
    "coupler: J left out": (-1.780033, 51.306823), "coupler: mass centre at its first point": (-1.294101, 10.817634),
    "coupler: mass centre at its second point": (-2.976608, 50.886513),
    "coupler: mass centre in the middle": (-2.604153, 42.679778), "coupler: v left out": (-2.536667, 40.355481),
    "coupler: J + mρ² in place of J": (-1.128153, 23.072459), "half crank.lenl": (-0.257771, 10.429121),
    "rpm taken as rad/s": (-66.019840, 4444.01482), "rad/s taken as rpm": (-0.865236, 6.545507),
    "row before": (-1.152539, 40.961302), "row behind": (-1.976887, 43.195158),
    "power in place of moment or force": (-49.385396, None), "crank without mass": (-1.454266, None),
    "wrong sign, or the reaction in place of the action": (1.571986, None),
    "degrees taken as radians": (3.458533, 218.013656), "the other branch": (-2.769361, 23.260683),
    "rocker: J − mρ² in place of J": (-1.282545, 41.065095),
}  # fmt: skip
FOUR_BAR = """DYN ANA ; four-bar
UNITS SI
DEFINE
  n 300rpm
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 240mm 0 fixed
  point A 80mm 0
  point B 260mm 180mm
  para crank.lenl 80mm
  para coupler.lenl 260mm
  para rocker.lenl 180mm
DYNAMICS
  body crank 0.8kg 30mm 0 1.1e-3
  body coupler 2kg 120mm 40mm 1.5e-2
  body rocker 1.4kg 80mm 0 6e-3
  gravity 9.81 (-pi/2)
STORAGE
  bufdrive crank.angb moment
  bufpin rocker B fx fy pin
STUDY
  figure M (at(moment,41))
  figure F (at(pin,41))
MOVEMENT
  tstepe 120 (2*pi/n) (n) 0
END
"""


ARM = """DYN ANA ; an arm that is started
UNITS SI
TOPOLOGY
  elem arm BIN O P
  input arm.angb
GEOMETRY
  point O 0 0 fixed
  point P 0.5 0
DYNAMICS
  uniform arm 2kg
STORAGE
  bufdrive arm.angb moment
STUDY
  figure M (at(moment,1))
MOVEMENT
  tstepe 8 1 0 4
END
"""


@cache
def decks() -> dict[str, runmec.Deck]:
    """Without mistakes of their own."""
    slider = re.sub(r"\n  mistake.*", "", SLIDER.read_text(encoding="utf-8"))
    return {"slider": runmec.loads(slider), "four-bar": runmec.loads(FOUR_BAR)}


CASES = [(deck, name, text, value) for deck, known in (("slider", OF_SLIDER), ("four-bar", OF_FOUR_BAR))
         for text, values in known.items() for name, value in zip("MF", values,
                                                                  strict=True) if value is not None]  # fmt: skip


@pytest.mark.parametrize(("deck", "name", "text", "value"), CASES, ids=lambda part: str(part).replace(" ", "_"))
def test_the_assumption_that_gives_a_number_is_named(deck: str, name: str, text: str, value: float) -> None:
    reason = runmec.why(decks()[deck], name, f"{value:.6g}")
    assert reason.assumption == text


def test_velocities_without_their_relative_part_are_named() -> None:
    """v_B = v_A along the guide: -r ω sin 60°; of the rocker v_A / 180 mm; accelerations alike: -r ω² cos 60°."""
    slider = re.sub(r"\n  mistake.*", "", SLIDER.read_text(encoding="utf-8"))
    stored = "  bufdx1 B.x v\n  bufdx2 B.x a\nSTUDY\n  figure V (at(v,21))\n  figure A (at(a,21))\nSTORAGE\nBEGINPIC"
    deck = runmec.loads(slider.replace("BEGINPIC", stored, 1))
    assert runmec.why(deck, "V", "-2.4820047").right
    assert runmec.why(deck, "V", "-2.1765592").assumption == "velocity of B without its part relative to A"
    assert runmec.why(deck, "A", "-52.637890").assumption == "acceleration of B without its part relative to A"
    rate = "  bufde1 rocker.angb w\nSTUDY\n  figure W (at(w,41))"
    four_bar = runmec.loads(FOUR_BAR.replace("STUDY", rate))
    assert runmec.why(four_bar, "W", "14.11471").right
    assert runmec.why(four_bar, "W", "13.962634").assumption == "velocity of B without its part relative to A"


def test_a_uniform_bar_may_turn_otherwise_too() -> None:
    """2 kg, 0.5 m, 4 rad/s² about an end: m l²/3 α; without J about the centre m l²/4 α."""
    deck = runmec.loads(ARM)
    assert runmec.why(deck, "M", "0.66667").right
    assert runmec.why(deck, "M", "0.500").assumption == "arm: J left out"


def test_another_row_is_read_in_all_terms_alike() -> None:
    text = FOUR_BAR.replace("figure F (at(pin,41))", "figure F (sqrt(at(fx,41)^2+at(fy,41)^2))")
    assert runmec.why(runmec.loads(text), "F", "40.9613").assumption == "row before"


def test_right_numbers_are_right_however_many_digits_they_have() -> None:
    for answer in ("-24.954630", "-24.95", "-25.0 Nm", "-0.02495 kNm"):
        assert runmec.why(decks()["slider"], "M", answer).right, answer


def test_silent_where_nothing_or_more_than_one_gives_it() -> None:
    """26.1 may be the rod without mass, or with its centre at A."""
    for answer in ("-26.1", "-27.3", "3"):
        reason = runmec.why(decks()["slider"], "M", answer)
        assert not reason.right
        assert reason.assumption == ""
    assert str(runmec.why(decks()["slider"], "M", "-27.3 Nm")) == "M = -27.3 N·m: no single assumption gives it"


def test_mistakes_of_the_deck_go_before_those_of_every_class() -> None:
    assert str(runmec.why(SLIDER, "M", "-26.105 Nm")) == "M = -26.105 N·m: the rod has no mass"


def test_a_buffer_is_asked_for_its_largest_value() -> None:
    result = runmec.run(decks()["four-bar"])
    largest = max(result["moment"], key=abs)
    assert runmec.why(decks()["four-bar"], "moment", f"{largest:.5g}").right


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [
        ("wombat", "3", "no question, figure or buffer"),
        ("M", "3 kg", "not measured"),
        ("M", "many", "no number"),
    ],
)
def test_what_cannot_be_asked_is_told(name: str, answer: str, said: str) -> None:
    with pytest.raises(runmec.NotAsked, match=said):
        runmec.why(decks()["slider"], name, answer)
