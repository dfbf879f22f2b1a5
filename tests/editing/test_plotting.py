"""Curves that are asked for by pointing."""

from __future__ import annotations

from pathlib import Path

import pytest

import runmec
from runmec.deck import loads
from runmec.editing.building import CannotBuild
from runmec.editing.plotting import choices, plotted

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = (ROOT / "inputs" / "example8.mec").read_text(encoding="utf-8")
BARE = """KIN ANA  ; four-bar
UNITS SI
TOPOLOGY
  elem crank BIN A0 A
  elem coupler BIN A B
  elem rocker BIN B0 B
  input crank.angb
GEOMETRY
  point A0 0 0 fixed
  point B0 0.1 0 fixed
  point A 0.03 0.01
  point B 0.1 0.08
MOVEMENT
  tstepe 24 1 (2*pi) 0
END
"""


def of(text: str, kind: str, name: str) -> list[int]:
    deck = loads(text)
    if kind == "point":
        return list(deck.names.coordinates_of(name) or ())
    return [next(e.number for e in deck.elements if deck.names.element(e.number) == name)]


@pytest.mark.parametrize(
    ("kind", "name"), [("point", "B"), ("point", "B0"), ("element", "crank"), ("element", "rocker")]
)
def test_every_choice_makes_a_deck_that_runs(kind: str, name: str) -> None:
    offered = choices(BARE, kind, of(BARE, kind, name))
    assert offered
    text = BARE
    for choice in offered:
        text = plotted(text, kind, of(text, kind, name), choice.what)
    result = runmec.run(loads(text))
    assert result.complete
    assert len(result.deck.pictures) == len(offered)


def test_a_path_and_a_driving_moment() -> None:
    """The weightless four-bar needs no moment; the path is that of the point."""
    text = plotted(BARE, "point", of(BARE, "point", "B"), "path")
    text = plotted(text, "element", of(BARE, "element", "crank"), "drive")
    result = runmec.run(loads(text))
    assert result["Bx"] == pytest.approx(result["B.x"])
    assert result["crank_drive"] == pytest.approx(0.0, abs=1e-12)
    assert loads(text).job == "DYN ANA"


def test_numbers_are_plotted_too_and_nothing_else_changes() -> None:
    text = plotted(EXAMPLE, "point", [12, 13], "path")
    text = plotted(text, "element", [3], "drive")
    assert "bufx0 12 p12_x" in text
    found, before = runmec.run(loads(text)), runmec.run(loads(EXAMPLE))
    assert found[210] == pytest.approx(before[210], abs=0.0)
    assert found["link3_drive"] == pytest.approx(-before[210], abs=1e-12)


def test_what_has_no_meaning_is_refused() -> None:
    with pytest.raises(CannotBuild):
        plotted(BARE, "point", of(BARE, "point", "B"), "reaction")
    with pytest.raises(CannotBuild, match="Input"):
        plotted(BARE.replace("  input crank.angb\n", ""), "point", of(BARE, "point", "B"), "velocity")
