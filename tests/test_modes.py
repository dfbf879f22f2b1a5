"""MODES: shapes against closed forms, tables, files, and the film."""

from __future__ import annotations

import csv
from math import cos, cosh, pi, sin, sinh, sqrt
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec import DeckError
from runmec.deck.numbering import number_text
from runmec.results.output import write_output
from runmec.results.summary import mode_tables

from .elastic_decks import column
from .test_pages import Browser, browser, opened, pixels

__all__ = ["browser"]  # a fixture

RULER = column(4, mass=1.0, store="MODES 1 2\nANIMATE film\n")


def cantilever(x: float, b: float) -> float:
    """The shape of a uniform cantilever with cos b cosh b = −1."""
    k = (cosh(b) + cos(b)) / (sinh(b) + sin(b))
    return cosh(b * x) - cos(b * x) - k * (sinh(b * x) - sin(b * x))


def test_shapes_of_a_cantilever() -> None:
    result = runmec.run(runmec.loads(RULER))
    assert len(result.modes) == 2
    for mode, b in zip(result.modes, (1.875104069, 4.694091133), strict=True):
        assert 2 * pi * mode.frequency == pytest.approx(b * b, rel=2e-3)
        found = [mode.shape[result.mechanism.index[result.deck.names.find("coordinate", f"P{k}.y")]] for k in range(5)]
        assert np.real(found) == pytest.approx([cantilever(k / 4, b) / cantilever(1, b) for k in range(5)], abs=3e-4)


def test_a_mass_on_a_turning_table_goes_round_in_its_modes() -> None:
    """Springs c = m ω0² along and across: seen from the table ω0 ± Ω, one quarter of a swing out of step."""
    deck = """DYN SIM
TOPOLOGY
elem table TR1 O turn C lenu lenv angb
input table.angb table.lenu table.lenv
GEOMETRY
point O 0 0 fixed
angle turn 0
point C 0 0
para table.lenu 0
para table.lenv 0
para table.angb 0
DYNAMICS
inertia C 1
motor table.angb given 2 0
motor table.lenu spring 25 0
motor table.lenv spring 25 0
STORAGE
bufeig 1 slow
bufeig 2 fast
MODES 1 2
MOVEMENT
tstepf 1 0.1 2 0 0
END
"""
    result = runmec.run(runmec.loads(deck))
    assert 2 * pi * result["slow"] == pytest.approx([3.0, 3.0], rel=1e-9)
    assert 2 * pi * result["fast"] == pytest.approx([7.0, 7.0], rel=1e-9)
    for mode in result.modes:
        x, y = (mode.shape[result.mechanism.index[result.deck.names.find("coordinate", c)]] for c in ("C.x", "C.y"))
        assert abs(x) == pytest.approx(1.0, rel=1e-9)
        assert abs((y / x).real) < 1e-9
        assert abs((y / x).imag) == pytest.approx(1.0, rel=1e-9)


def test_table_says_what_is_unstable_or_without_stiffness() -> None:
    deck = column(1, mass=1.0, load=3.0, store="MODES 1 1\n")
    said = "\n".join(mode_tables(runmec.run(runmec.loads(deck))))
    assert "modes in position 1" in said
    assert "UNSTABLE" in said
    assert "P1.y" in said


def test_files_and_film(browser: Browser, tmp_path: Path) -> None:
    result = runmec.run(runmec.loads(RULER))
    write_output(result, tmp_path, ["svg"])
    assert {"modes1.svg", "modes2.svg", "modes.csv", "film.html", "report.html"} <= {p.name for p in tmp_path.iterdir()}
    with (tmp_path / "modes.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["mode"] for row in rows] == ["1", "2"]
    assert float(rows[0]["hertz"]) == result.modes[0].frequency
    assert float(rows[0]["P4.y"]) == pytest.approx(1.0)
    page, heard = opened(browser, tmp_path / "film.html")
    before = pixels(page)
    page.select_option("#mode", "1")
    page.wait_for_timeout(120)
    assert pixels(page) != before
    assert page.is_disabled("#slider")
    page.select_option("#mode", "")
    assert not page.is_disabled("#slider")
    page.wait_for_timeout(50)
    assert not heard
    without = runmec.run(runmec.loads(RULER.replace("MODES 1 2\n", "")))
    write_output(without, tmp_path, ["svg"])
    assert not list(tmp_path.glob("modes*.svg"))


def test_modes_survive_numbering_and_are_checked() -> None:
    deck = runmec.loads(RULER)
    again = runmec.loads(number_text(deck))
    assert again.modes == deck.modes
    with pytest.raises(DeckError, match="position 2 of 1"):
        runmec.loads(RULER.replace("MODES 1 2", "MODES 2 2"))
    with pytest.raises(DeckError, match="number 9 of 8 freedoms"):
        runmec.loads(RULER.replace("MODES 1 2", "MODES 1 9"))


def test_load_lowers_the_frequency_as_theory_says() -> None:
    """A mass on a massless strut of one turning spring: ω² = (c − P l)/m l²."""
    deck = """DYN ANA
TOPOLOGY
elem strut BIN A B
nr dof 0
param foot strut.angb 1 fixed
GEOMETRY
point A 0 0 fixed
point B 0 0.5
DYNAMICS
flex foot 0.01
inertia B 2
force B.y -120
STORAGE
bufeig 1 f
bufbuck 1 factor
END
"""
    result = runmec.run(runmec.loads(deck))
    assert 2 * pi * result["f"][0] == pytest.approx(sqrt((100 - 60) / (2 * 0.25)), rel=1e-10)
    assert result["factor"][0] == pytest.approx(100 / 60, rel=1e-10)
