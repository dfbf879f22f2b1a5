"""`drawbody`: what is shown at a link by itself adds up to nothing, force and moment."""

from __future__ import annotations

from math import hypot
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck.numbering import number_text
from runmec.drawing.curves import picture
from runmec.results.alone import alone

FOUR_BAR = """DYN ANA ; a four-bar with a shaft
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler TR2 A B C
  elem rocker TR1 B0 b B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.4 0.02 fixed
  angle b 0.2
  point A 0.1 0.02
  point B 0.41 0.25
  point C 0.2 0.3
DYNAMICS
  uniform crank 0.5
  body coupler 1.3 0.15 0.04 0.02
  inertia b 0.03
  force b 3
  gravity 9.81 -1.5708
BEGINPIC
  drawbody coupler 3
  drawbody rocker 3
ENDPIC
MOVEMENT
  tstepe 12 1 6.28 0
END
"""


def missing(result: runmec.Result, element: str, position: int) -> float:
    """The sum of forces, and of moments about the origin, as part of the largest."""
    number = result.deck.names.find("element", element)
    assert number is not None
    force, moment, largest = np.zeros(3), np.zeros(3), 0.0
    for one in alone(result, number, position).acting:
        if one.at:
            push = np.array([*one.force, 0.0][:3])
            force += push
            moment += np.cross(np.array([*one.at, 0.0][:3]), push)
            largest = max(largest, float(np.linalg.norm(push)))
        else:
            moment += np.array([0.0, 0.0, *one.force][-3:])
    assert largest > 0
    return max(float(np.linalg.norm(force)), float(np.linalg.norm(moment)) / result.mechanism.size) / largest


@pytest.mark.parametrize("element", ["crank", "coupler", "rocker"])
@pytest.mark.parametrize("position", [1, 3, 9])
def test_a_link_by_itself_is_in_equilibrium(element: str, position: int) -> None:
    assert missing(runmec.run(runmec.loads(FOUR_BAR)), element, position) < 1e-12


@pytest.mark.parametrize(("deck", "element"), [("planetary_gears", "carrier"), ("planetary_gears", "sun")])
def test_wheels_and_carriers(deck: str, element: str) -> None:
    assert missing(runmec.run(next(Path("inputs").rglob(f"{deck}.mec"))), element, 3) < 1e-9


def test_loads_and_masses_where_no_other_link_is() -> None:
    """They act on the link, and are nothing that others do to it."""
    deck = FOUR_BAR.replace("DYNAMICS", "DYNAMICS\n  force C 30 -20\n  inertia C 0.4")
    deck = deck.replace("BEGINPIC", "STORAGE\n  bufpin coupler C cx cy c\n  bufpin rocker b bm\nBEGINPIC", 1)
    result = runmec.run(runmec.loads(deck))
    assert missing(result, "coupler", 3) < 1e-12
    assert all(np.all(np.asarray(result[name]) == 0.0) for name in ("cx", "cy", "c", "bm"))
    number = result.deck.names.find("element", "coupler")
    assert number is not None
    assert "force C, inertia C" in {one.name for one in alone(result, number, 3).acting}


@pytest.mark.parametrize(
    ("deck", "element"),
    [
        ("governor", "disc"),
        ("friction_crank", "bearing"),
        ("friction_crank", "crank"),
        ("belt_block", "table"),
        ("bricard", "rod2"),
        ("rssr", "crank"),
        ("rack_jack", "pinion"),
        ("rack_jack", "guide"),
    ],
)
def test_guides_springs_along_them_racks_and_links_in_space(deck: str, element: str) -> None:
    assert missing(runmec.run(next(Path("inputs").rglob(f"{deck}.mec"))), element, 3) < 1e-9


def test_the_picture_has_names_values_and_links_side_by_side() -> None:
    deck = runmec.loads(FOUR_BAR)
    result = runmec.run(deck)
    figure = picture(result, deck.pictures[0])
    assert len(figure.axes) == 2
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    number = deck.names.find("element", "coupler")
    assert number is not None
    pin = next(one for one in alone(result, number, 3).acting if one.name.startswith("B,"))
    assert any(text.startswith(f"{hypot(*pin.force):.4g} N (B") for text in texts)
    assert runmec.loads(number_text(deck)) == deck


def test_a_position_that_is_not_there() -> None:
    with pytest.raises(runmec.DeckError, match="position 99 of 13"):
        runmec.loads(FOUR_BAR.replace("drawbody coupler 3", "drawbody coupler 99"))
