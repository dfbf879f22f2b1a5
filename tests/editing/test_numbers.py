"""Numbers changed in place."""

from __future__ import annotations

import pytest

from runmec.diagnostics import Span
from runmec.editing.knobs import define_number, knobs_at, with_define
from runmec.editing.numbers import replaced, value_of, written
from runmec.editing.places import applied
from runmec.editing.reading import draft

DECK = """\
KIN ANA
DEFINE
  a  30mm  ; crank
  c  0.05
  b  (2*a + c)
TOPOLOGY
  elem crank BIN A0 A
  input crank.angb
GEOMETRY
  point A0      0       0 fixed  ; hinge
  point A  0.0300  (1*mm)
  para crank.lenl (3*a)
  para crank.angb (40*pi/180) ; start
END
"""


@pytest.mark.parametrize(
    ("old", "value", "finest", "new"),
    [
        ("0.300", 0.25, 0, "0.250"),
        ("30mm", 0.0316, 0, "32mm"),
        ("30mm", 0.0316, 1e-4, "31.6mm"),
        ("12", 13.4, 0, "13"),
        ("0", 0.1234, 1e-3, "0.123"),
        ("-.5", -0.25, 1e-2, "-.25"),
        ("1.5D-3", 0.002, 0, "2.0D-3"),
        ("+2.0", 3, 0, "+3.0"),
        ("1.50e3", -250, 0, "-0.25e3"),
        ("40deg", 0.5235987755982988, 0, "30deg"),
        ("0.10", -1e-9, 0, "0.00"),
    ],
)
def test_written_as_before(old: str, value: float, finest: float, new: str) -> None:
    assert written(old, value, finest) == new


def test_what_was_written_is_read_again_as_the_nearest_value() -> None:
    for old in ("0.300", "30.00mm", "1.50e-1", ".300", "17.189deg", "300.00D-3"):
        before = value_of(old)
        assert before is not None
        after = value_of(written(old, before * 1.1, 0.0))
        assert after == pytest.approx(before * 1.1, abs=0.02 * before)


def line_after(line: str, old: str, new: str) -> str:
    span = Span(1, line.index(old) + 1, len(old))
    return applied(line, [replaced([line], span, new)])


def test_columns_stay_where_there_are_blanks() -> None:
    assert line_after("  a  30mm  ; crank", "30mm", "42.1mm") == "  a  42.1mm ; crank"
    assert line_after("  xfix 1     0.0  ; left", "0.0", "-0.125") == "  xfix 1  -0.125  ; left"
    assert line_after("  xfix 1 -0.125  ; left", "-0.125", "0.0") == "  xfix 1 0.0     ; left"
    assert line_after("  xfix 1 0.0 ; left", "0.0", "-0.125") == "  xfix 1 -0.125 ; left"
    assert line_after("  para 4    0.6", "0.6", "0.25") == "  para 4   0.25"
    assert line_after("  para 4    0.25", "0.25", "0.6") == "  para 4     0.6"


def test_numbers_behind_a_value() -> None:
    found = draft(DECK)
    assert [(n, k.text) for n, k in knobs_at(found, Span(12, 19, 5)).items()] == [("a", "30mm")]
    assert [(n, k.text) for n, k in knobs_at(found, Span(11, 12, 6)).items()] == [("", "0.0300")]
    (number,) = knobs_at(found, Span(13, 19, 11)).values()
    assert number.value == pytest.approx(0.6981317)
    assert define_number(found, "b") is None  # an expression: its names are turned
    (via_b,) = [one for one in found.deck.defines if one.name == "b"]
    assert list(knobs_at(found, via_b.places[1])) == ["a", "c"]


def test_a_define_is_changed_in_its_line_only() -> None:
    changed = with_define(DECK, "a", 0.0421, 1e-4)
    assert changed == DECK.replace("a  30mm  ;", "a  42.1mm ;")
    assert with_define(DECK, "b", 1.0) == DECK
