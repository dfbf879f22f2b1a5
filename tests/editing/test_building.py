"""Lines written by pointing, and removed."""

from __future__ import annotations

from math import atan2, degrees
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import check, loads
from runmec.diagnostics import has_errors
from runmec.editing.building import (
    BLANK,
    LINKS,
    CannotBuild,
    add_input,
    add_link,
    add_mass,
    add_point,
    delete,
    toggle_fixed,
)

STARTER = (Path(__file__).parent.parent.parent / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")
EXAMPLE = (Path(__file__).parent.parent.parent / "inputs" / "example8.mec").read_text(encoding="utf-8")
TEXTBOOK = ((0.0, 0.0, True), (0.1, 0.0, True), (0.0306, 0.0257, False), (0.1432, 0.0673, False))


def four_bar() -> str:
    """Frame 100, crank 40, coupler 120, rocker 80 mm, the crank at 40 degrees, as a textbook has it."""
    text = BLANK.format(title="built")
    for x, y, fixed in TEXTBOOK:
        text, _ = add_point(text, x, y, fixed, 1e-4)
    for pair in (("A0", "A"), ("A", "B"), ("B0", "B")):
        text, _ = add_link(text, "bar", list(pair))
    return add_input(text, "bar1")


def test_a_four_bar_from_nothing() -> None:
    """The rocker is at 57.325 degrees then, by the same textbook; the points were placed to a tenth of a millimetre."""
    result = runmec.run(loads(four_bar()))
    assert result.complete
    rocker = atan2(result["B.y"][0], result["B.x"][0] - 0.1)
    assert degrees(rocker) == pytest.approx(57.325, abs=0.1)


@pytest.mark.parametrize("what", LINKS)
def test_every_link_is_written_so_that_it_can_be_read(what: str) -> None:
    text = BLANK.format(title="built")
    for x, y, fixed in (*TEXTBOOK, (0.05, 0.05, False)):
        text, _ = add_point(text, x, y, fixed, 1e-4)
    text, name = add_link(text, what, ["A", "B", "C"][: LINKS[what][1]])
    assert f"elem {name} {LINKS[what][0]} " in text
    assert not [one for one in check(text, "deck", {})[1] if one.code.startswith("D1") or one.code == "D220"]


def test_a_spring_a_mass_and_a_second_input_make_a_deck_that_runs() -> None:
    text, _ = add_link(four_bar(), "spring", ["B", "A0"])
    text = add_mass(text, "B")
    assert not has_errors(check(text, "deck", {})[1])
    assert text.startswith("DYN ANA")
    spring = next(line for line in text.split("\n") if "spring" in line).split()
    length = (0.1432**2 + 0.0673**2) ** 0.5
    assert float(spring[3]) == pytest.approx(-100 * length, rel=1e-3)  # no force at the length it was drawn with


def test_fixed_and_free() -> None:
    fixed = toggle_fixed(STARTER, "C")
    assert "point C  (a + 0.2*b)     (c) fixed" in fixed
    assert toggle_fixed(fixed, "C") == STARTER


def test_delete_takes_all_lines_that_speak_of_it() -> None:
    text = delete(STARTER, "element", "rocker")
    assert "rocker" not in "".join(line.partition(";")[0] for line in text.split("\n"))
    text = delete(STARTER, "buffer", "phi")
    assert "PRINTBUF drive" in text
    assert "plotcurv phi" not in text
    assert not has_errors(check(text, "deck", {})[1])


def test_what_cannot_be_built_is_told() -> None:
    for act in (
        lambda: add_link(STARTER, "bar", ["A", "A"]),
        lambda: add_link(STARTER, "bar", ["A", "nobody"]),
        lambda: add_input(STARTER, "nobody"),
        lambda: add_input(STARTER, "crank"),
        lambda: delete(STARTER, "place", "nobody"),
        lambda: add_mass(STARTER, "nobody"),
        lambda: toggle_fixed(STARTER, "nobody"),
    ):
        with pytest.raises(CannotBuild):
            act()


def test_ends_of_lines_and_names_that_are_taken() -> None:
    text, name = add_point(STARTER.replace("\n", "\r\n"), 0.1, 0.1, False, 1e-3)
    assert name == "D"
    assert "\n" not in text.replace("\r\n", "")


def test_a_deck_of_numbers_is_built_on() -> None:
    """Table 8.1 with a point on two bars: next free numbers; what it gave before, it gives still."""
    text = EXAMPLE
    text, hinge = add_point(text, 1.5, 0.0, True, 1e-3)
    text, tip = add_point(text, 1.2, 1.2, False, 1e-3)
    assert (hinge, tip) == ("20, 21", "22, 23")
    for pair in (("12, 13", tip), (hinge, tip)):
        text, _ = add_link(text, "bar", list(pair))
    text = add_mass(text, tip)
    result, before = runmec.run(loads(text)), runmec.run(loads(EXAMPLE))
    assert result.complete
    assert result[101] == pytest.approx(before[101], abs=1e-12)
    bar = np.hypot(result["x22"] - result["x20"], result["x23"] - result["x21"])
    assert bar == pytest.approx(np.hypot(0.3, 1.2), abs=1e-9)
    assert "  xfix 20 1.500\n  xfix 21 0.000\n  xmov 10 -0.1" in text
    with pytest.raises(CannotBuild, match="Rename"):
        add_input(text, "3")
    with pytest.raises(CannotBuild, match="numbers"):
        delete(text, "place", "12, 13")
