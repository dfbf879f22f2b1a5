"""Arrows of loads: which are drawn, and what dragging one writes."""

from __future__ import annotations

from math import pi

import pytest

from runmec.editing.building import CannotBuild
from runmec.editing.drawn_loads import dragged_load, drawn_loads
from runmec.editing.numbers import value_of

DECK = """DYN ANA ; a crank under loads
UNITS SI
DEFINE
  F 5
TOPOLOGY
  elem crank BIN A0 A
  elem rod   BIN A B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point A  0 0.1
  point B  0.3 0 fixed y
DYNAMICS
  gravity 9.81 -90deg ; down
  force A 3 -2.5   ; both
  force B.x  -1kN
  force A (F) 0
  force A0 1 1
END
"""


def test_forces_of_numbers_and_gravity_are_drawn() -> None:
    found = drawn_loads(DECK)
    assert [(one.word, one.point, one.axes, one.values) for one in found] == [
        ("gravity", "", "xy", (9.81, -pi / 2)),
        ("force", "A", "xy", (3.0, -2.5)),
        ("force", "B", "x", (-1000.0,)),
        ("force", "A0", "xy", (1.0, 1.0)),
    ]


def test_points_may_be_called_like_exponents() -> None:
    """`force D0 1 2`, and numbers by names such as `e1`, are no numbers without a mantissa."""
    found = drawn_loads(DECK.replace("A0", "D0").replace("force A (F) 0", "force A (F) 0\n  inertia D0 1"))
    assert found[-1].point == "D0"
    assert [value_of(text) for text in ("D0", "e1", "-d3", ".", "1d3", ".5")] == [None, None, None, None, 1000.0, 0.5]


def test_a_dragged_arrow_keeps_comment_and_unit() -> None:
    gravity, both, along, _ = drawn_loads(DECK)
    assert "force A 4.2 -2.5   ; both" in dragged_load(DECK, both.line, [4.2, -2.5], 0.1)
    assert "force B.x  1.25kN" in dragged_load(DECK, along.line, [1250.0], 10.0)
    assert "gravity 9.81 -45deg ; down" in dragged_load(DECK, gravity.line, [9.81, -pi / 4], 0.1)
    assert dragged_load(DECK, both.line, [3.0, -2.5], 0.1) == DECK


def test_a_line_that_is_no_arrow_is_refused() -> None:
    for line, values in ((6, [1.0, 2.0]), (15, [1.0])):
        with pytest.raises(CannotBuild):
            dragged_load(DECK, line, values, 0.1)
