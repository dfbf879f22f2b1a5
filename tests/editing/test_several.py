"""Several things moved, copied and mirrored: what comes out moves as a congruent mechanism does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import check, loads
from runmec.editing.building import CannotBuild
from runmec.editing.several import copied, mirrored, shifted

STARTER = (Path(__file__).parent.parent.parent / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")
LINKS = ("crank", "coupler", "rocker")
BOTH = "  input crank.angb"
FINE = 1e-4


def driven(text: str, second: str) -> runmec.Result:
    """The copy is driven too; both are run."""
    text = text.replace(BOTH, f"{BOTH} {second}").replace("(w) 0", "(w) 0 (w) 0")
    assert [one for one in check(text, "two.mec", {})[1] if one.level == "error"] == []
    result = runmec.run(loads(text))
    assert result.complete
    return result


def test_a_copy_moves_as_its_original_does() -> None:
    result = driven(copied(STARTER, (), LINKS, (0.25, 0.05), FINE), "crank_2.angb")
    for point in ("A", "B", "C"):
        np.testing.assert_allclose(result[f"{point}_2.x"], result[f"{point}.x"] + 0.25, atol=1e-9)
        np.testing.assert_allclose(result[f"{point}_2.y"], result[f"{point}.y"] + 0.05, atol=1e-9)


def test_a_mirror_image_lies_on_the_other_side() -> None:
    """At its start: its crank turns the same way."""
    driven_by = "para crank_2.angb (pi)\n  para crank.angb"
    text = mirrored(STARTER, (), LINKS, 0.2, FINE).replace("para crank.angb", driven_by)
    result = driven(text, "crank_2.angb")
    for point in ("A0", "A", "B", "C"):
        assert result[f"{point}_2.x"][0] == pytest.approx(0.4 - result[f"{point}.x"][0], abs=1e-9)
        assert result[f"{point}_2.y"][0] == pytest.approx(result[f"{point}.y"][0], abs=1e-9)


def test_a_part_is_copied_with_its_points_and_its_mass() -> None:
    text = copied(STARTER.replace("DYNAMICS\n", "DYNAMICS\n  inertia C 2kg\n"), (), ["coupler"], (0.1, 0.0), FINE)
    for line in ("elem coupler_2 TR2 A_2  B_2 C_2", "para coupler_2.lenl", "inertia C_2 2kg"):
        assert line in text
    assert "crank_2" not in text
    assert copied(text, (), ["coupler"], (0.2, 0.0), FINE).count("elem coupler_3 TR2") == 1


def test_everything_moved_moves_alike() -> None:
    moved = shifted(STARTER, ["A0", "B0", "A", "B", "C"], (0.03, -0.02), FINE)
    before, after = runmec.run(loads(STARTER)), runmec.run(loads(moved))
    np.testing.assert_allclose(after["C.x"], before["C.x"] + 0.03, atol=1e-9)
    np.testing.assert_allclose(after["C.y"], before["C.y"] - 0.02, atol=1e-9)


def test_numbers_keep_their_unit_when_they_are_moved() -> None:
    deck = "KIN ANA\nTOPOLOGY\n  elem b BIN A B\nGEOMETRY\n  point A 10mm 0 fixed ; here\n  point B 40mm 0\nEND\n"
    assert "point A 35.0mm 0 fixed ; here" in shifted(deck, ["A"], (0.025, 0.0), FINE)


def test_what_has_no_names_is_refused() -> None:
    with pytest.raises(CannotBuild):
        shifted(STARTER, ["nobody"], (1.0, 0.0), FINE)
    with pytest.raises(CannotBuild):
        copied(STARTER, (), ["7"], (1.0, 0.0), FINE)
    with pytest.raises(CannotBuild):
        mirrored(STARTER, (), (), 0.0, FINE)
