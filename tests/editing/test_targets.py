"""Points of a study, pointed at; values taken over from it."""

from __future__ import annotations

import pytest

from runmec.deck import check, loads
from runmec.deck.study import Path
from runmec.diagnostics import has_errors
from runmec.editing.building import CannotBuild
from runmec.editing.targets import add_target, aimed, delete_target, taken_over

CRANK = """KIN ANA  ; a crank of unknown length
DEFINE
  r 15mm   ; crank
  Half (r/2)
TOPOLOGY
  elem crank BIN O A
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  para crank.lenl (r)
STORAGE
  bufx0 A ax ay
MOVEMENT
  stepe 24 (2*pi)
END
"""
STUDIED = CRANK.replace("END\n", "STUDY\n  vary r 1mm 3\n  path miss ax ay 2 0 0 2 ; aims\n  goal min miss\nEND\n")
TIMED = STUDIED.replace("path miss ax ay 2 0 0 2", "timed miss ax ay 0 2 0  1.5708 0 2")


def path_of(text: str) -> Path:
    return next(figure for figure in loads(text).figures if isinstance(figure, Path))


def test_a_study_is_begun_for_the_path_that_is_stored() -> None:
    text = add_target(CRANK, (0.5, 0.25), finest=0.01)
    assert not has_errors(check(text, "deck", {})[1])
    deck = loads(text)
    assert path_of(text).targets == [(0.5, 0.25)]
    assert [(one.sense, one.figure) for one in deck.goals] == [("min", "miss")]
    assert [(one.name, one.low, one.high) for one in deck.varied] == [("r", 0.0075, 0.03)]
    assert path_of(add_target(text, (0.1, 0.2), finest=0.01)).targets == [(0.5, 0.25), (0.1, 0.2)]


def test_without_a_path_it_says_what_to_do() -> None:
    with pytest.raises(CannotBuild, match="Plot its path"):
        add_target(CRANK.replace("  bufx0 A ax ay\n", ""), (0, 0))


def test_a_point_is_added_moved_and_removed_and_the_comment_stays() -> None:
    text = add_target(STUDIED, (-2.0, 0.004), finest=0.001)
    assert "path miss ax ay 2 0 0 2  -2.000 0.004 ; aims" in text
    line = path_of(text).places[0].line
    assert path_of(aimed(text, line, 1, (0.5, 0.5), 0.1)).targets == [(2, 0), (0.5, 0.5), (-2, 0.004)]
    assert "path miss ax ay 2 0  -2.000 0.004 ; aims" in delete_target(text, line, 1)
    assert delete_target(text, line, 2) == STUDIED
    with pytest.raises(CannotBuild, match="only point"):
        delete_target(delete_target(STUDIED, line, 0), line, 0)


def test_a_timed_point_belongs_to_the_position_that_is_shown() -> None:
    text = add_target(TIMED, (-2.0, 0.0), change=3.14159265, finest=0.1)
    assert path_of(text).targets[-1] == pytest.approx((3.14159, -2, 0))
    with pytest.raises(CannotBuild, match="already"):
        add_target(TIMED, (1.0, 1.0), change=0.0)


def test_values_are_written_as_the_old_ones_were() -> None:
    text = taken_over(STUDIED, {"r": 0.0123456789, "Half": 0.25})
    assert "  r 12.34568mm ; crank" in text
    assert "  Half 0.25" in text
    with pytest.raises(CannotBuild, match="`q`"):
        taken_over(STUDIED, {"q": 1.0})
