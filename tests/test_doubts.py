"""What is doubtful is told with the results: numbers that are none, sums that are not zero, what is too soft."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import runmec
from runmec.deck import check, loads
from runmec.results.trust import Trust

from .test_command import call

CRANK = """KIN ANA ; a crank
TOPOLOGY
  elem crank BIN O A
  input crank.angb
GEOMETRY
  point O 0 0 fixed
  point A 3 0
STORAGE
  bufx0 A ax ay
{}
MOVEMENT
  stepe 4 1
END
"""

CANTILEVER = """DYN ANA ; a load at the end of a beam of 2 m
TOPOLOGY
  elem a BEAM A ba B bb
  nr dof 0
GEOMETRY
  point A 0 0 fixed
  angle ba 0 fixed
  point B 2 0
  angle bb 0
DYNAMICS
  stiff a {EA} {EI}
  force B {along} {across}
STORAGE
  bufdisp B ux uy
END
"""


def told(text: str) -> list[tuple[str, str, str]]:
    return [(one.code, one.message, one.label) for one in runmec.run(loads(text)).warnings]


@pytest.mark.parametrize(
    ("expression", "cause"),
    [
        ("exp(1000*buf(ax))", "at position 1: exp(3000) is no number"),
        ("1/(buf(ax)-3)", "at position 1: 1 / 0 is no number"),
        ("sqrt(buf(ax)-3.5)", "at position 1: sqrt(-0.5) is no number"),
        ("log(x(A.y))", "at position 1: log(0) is no number"),
        ("2*buf(c)", "at position 1: `buf(c)` is inf there"),
        ("2+log(own)", "at position 1: log(-1) is no number"),
    ],
)
def test_a_buffer_without_a_number_names_its_first_row_and_cause(expression: str, cause: str) -> None:
    stored = f"  bufcalc (1/(buf(ax)-buf(ax))) c\n  bufcalc ({expression}) found"
    found = told(CRANK.format(stored).replace("STORAGE", "DYNAMICS\n  where low (-1)\n  where own (low)\nSTORAGE", 1))
    (label,) = (label for code, message, label in found if code == "R483" and "buffer found " in message)
    assert label == cause


def test_a_buffer_that_has_numbers_again_is_told_with_its_rows() -> None:
    """A.x = 3 cos φ, φ = 0, ¼, … 1: 3 cos ¼ = 2.907, 3 cos ½ = 2.633, so that √(2.9 − A.x) is real from φ = ½ on."""
    ((code, message, _),) = told(CRANK.format("  bufcalc (sqrt(2.9-buf(ax))) root"))
    assert code == "R483"
    assert message == "buffer root holds no number in positions 1 … 2 (0 … 0.25)"


def test_other_warnings_do_not_stand_for_a_missing_number() -> None:
    far = CRANK.format("  bufcalc (log(-1-buf(ax)^2)) none").replace("point A 3 0", "point A 3 0\n  para crank.lenl 9")
    assert [code for code, *_ in told(far)] == ["R454", "R483"]


# ---- elasticity


def test_a_beam_that_is_drawn_out_is_told() -> None:
    """N l / EA = 30·2/100 = 0.6 m, more than a tenth of 2 m; half a per cent of that load is nothing to tell."""
    assert told(CANTILEVER.format(EA=100, EI=1e9, along=30, across=0)) == [
        ("R485", "a.lenl deforms by 0.6 at position 1", "too soft for small deformations")
    ]
    assert told(CANTILEVER.format(EA=100, EI=1e9, along=9, across=0)) == []  # 0.18 m


def test_a_beam_that_is_bent_is_told() -> None:
    """F l²/3EI of the chord's angle at the clamp: 0.75·4/(3·4) = 0.25 rad; with 0.5 N it is 0.17 rad."""
    ((code, message, _),) = told(CANTILEVER.format(EA=1e9, EI=4, along=0, across=0.75))
    assert (code, message) == ("R485", "a.angp deforms by 0.25 rad at position 1")
    assert told(CANTILEVER.format(EA=1e9, EI=4, along=0, across=0.5)) == []


def test_a_beam_without_stiffness_is_told_with_its_displacements() -> None:
    codes = [code for code, *_ in told(CANTILEVER.format(EA="1e-310", EI=1, along=1, across=0))]
    assert codes == ["R485", "R483", "R483"]


# ---- trust


def test_an_origin_far_away_is_told_with_its_cause(tmp_path: Path) -> None:
    """A rocker between two cranks, a billion sizes from the origin: closure is 1e-16·1e9 and not below 1e-9."""
    text = """KIN ANA
DEFINE
  far 999999999
TOPOLOGY
  elem crank BIN O A
  elem rod BIN A B
  elem rocker BIN C B
  input crank.angb
GEOMETRY
  point O (far) 0 fixed
  point C (far+1) 0 fixed
  point A (far+0.3) 0
  point B (far+0.77) 0.77
MOVEMENT
  stepe 30 360deg
END
"""
    path = tmp_path / "far.mec"
    path.write_text(text)
    done = call("run", str(path), "-q", "--no-pictures", "-o", str(tmp_path / "out"))
    assert done.exit_code == 0
    assert "warning[R484]: do not rely on these results: closure" in done.stderr
    assert "sizes of the mechanism away: digits are lost" in done.stderr
    said = json.loads((tmp_path / "out" / "run.json").read_text())
    assert "R484" in [one["code"] for one in said["warnings"]]
    strict = call("run", str(path), "-q", "--strict", "--no-pictures", "-o", str(tmp_path / "out"))
    assert strict.exit_code == 4


def test_strict_is_content_with_a_deck_without_warnings(tmp_path: Path) -> None:
    path = tmp_path / "crank.mec"
    path.write_text(CRANK.format(""))
    assert call("run", str(path), "--strict", "--no-pictures", "-o", str(tmp_path / "out")).exit_code == 0


def test_what_is_no_number_is_not_sure() -> None:
    """Whichever part of the line it is."""
    nan = float("nan")
    assert Trust(1e-15, 1e-15, None, 1e-12).is_sure
    assert not Trust(nan, 1e-15).is_sure
    assert not Trust(1e-15, nan, 1e-15, 1e-15).is_sure
    assert not Trust(1e-15, 2e-9).is_sure


# ---- studies


@pytest.mark.parametrize(("steps", "points", "told"), [(22, 2, True), (23, 2, False), (23, 25, True), (24, 25, False)])
def test_a_path_asks_for_positions(steps: int, points: int, told: bool) -> None:
    """24 positions, or as many as points."""
    text = CRANK.format("STUDY\n  path near ax ay" + " 1 1" * points).replace("stepe 4 1", f"stepe {steps} 1")
    assert [one.code for one in check(text, "deck", {})[1]] == ["D268"] * told
