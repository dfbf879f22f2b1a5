"""The numbers of a thing, other ones in their place, names for them, and what can be added to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from runmec.deck import check, loads
from runmec.editing.additions import added, additions, with_job
from runmec.editing.building import HOLDS, CannotBuild, draw_link, held_as, hold, toggle_fixed
from runmec.editing.properties import properties, with_name, with_number

STARTERS = Path(__file__).parent.parent.parent / "runmec" / "starters"
SLIDER_CRANK = (STARTERS / "slider_crank.mec").read_text(encoding="utf-8")
FOUR_BAR = (STARTERS / "four_bar.mec").read_text(encoding="utf-8")


def numbers(text: str, kind: str, name: str) -> dict[str, list[tuple[str, str]]]:
    return {
        f"{row.word} {row.subject}".strip(): [(field.label, field.text) for field in row.fields]
        for row in properties(text, kind, name)
    }


def test_a_point_an_element_and_the_deck_have_their_numbers() -> None:
    assert numbers(SLIDER_CRANK, "place", "B") == {
        "point B": [("x", "(r + l)"), ("y", "(e)")],
        "inertia B": [("m", "0.8")],
        "force B.x": [("value", "(-200*step(dx(B.x)))")],
    }
    assert numbers(SLIDER_CRANK, "element", "rod") == {"para rod.lenl": [("e", "(l)")], "uniform rod": [("m", "0.5")]}
    assert numbers(SLIDER_CRANK, "", "") == {
        "gravity": [("g", "9.81"), ("angle", "-90deg")],
        "tstepe": [("n", "120"), ("T", "(2*pi/w)"), ("v", "(w)"), ("v", "0")],
    }


def place(text: str, what: str) -> tuple[int, int]:
    line = next(k for k, line in enumerate(text.split("\n"), 1) if what in line)
    return line, text.split("\n")[line - 1].index(what) + 1


def test_a_number_is_changed_in_its_place() -> None:
    line, column = place(SLIDER_CRANK, "0.8  ; mass")
    assert with_number(SLIDER_CRANK, line, column, "850g") == SLIDER_CRANK.replace("0.8  ; mass", "850g ; mass")
    assert "inertia B (2*r)" in with_number(SLIDER_CRANK, line, column, "2*r")


@pytest.mark.parametrize("new", ["", "1;2", "1\n2", "x" * 300, "()"])
def test_what_is_no_number_is_refused(new: str) -> None:
    with pytest.raises(CannotBuild):
        with_number(SLIDER_CRANK, *place(SLIDER_CRANK, "0.8  ; mass"), new)


def test_a_number_becomes_a_name_and_the_deck_means_the_same() -> None:
    text, name = with_name(SLIDER_CRANK, *place(SLIDER_CRANK, "0.8  ; mass"), "m B")
    assert name == "m_B"
    assert "inertia B (m_B)" in text
    assert loads(text).defines[-1].value == 0.8
    again, other = with_name(text, *place(text, "9.81"), "m_B")
    assert other == "m_B1"
    assert loads(again).defines[-1].value == 9.81


def test_only_what_leaves_the_deck_sound_is_offered() -> None:
    """A rod of fixed length has no damper along it, its angle may have a motor; gravity stands there already."""
    assert [one.what for one in additions(SLIDER_CRANK, "element", "rod")] == [
        "uniform",
        "body",
        "turning",
        "torsion",
        "moment",
        "friction",
        "motor",
    ]
    assert additions(SLIDER_CRANK, "", "") == []
    assert [one.what for one in additions(FOUR_BAR, "", "")] == []


@pytest.mark.parametrize("starter", sorted(path.stem for path in STARTERS.glob("*.mec")))
def test_every_addition_that_is_offered_can_be_calculated(starter: str) -> None:
    text = (STARTERS / f"{starter}.mec").read_text(encoding="utf-8")
    deck = loads(text)
    for kind, names in (("place", deck.names.points.values()), ("element", deck.names.elements.values())):
        for name in names:
            for one in additions(text, kind, name):
                told = check(added(text, kind, name, one.what), starter, {})[1]
                assert not [each for each in told if each.level == "error"], (name, one.what)


def test_a_force_acts_where_the_point_can_move() -> None:
    assert "force B.x -10" in added(SLIDER_CRANK, "place", "B", "force")
    assert "force A 0 -10" in added(SLIDER_CRANK, "place", "A", "force")


def test_a_motor_drives_in_a_simulation_and_back() -> None:
    text = added(SLIDER_CRANK, "element", "crank", "motor")
    deck = loads(text)
    assert text.startswith("DYN SIM")
    assert [move.word for move in deck.moves] == ["tstepf"]
    assert [move.word for move in loads(with_job(text, "KIN ANA")).moves] == ["tstepe"]


def test_how_a_point_is_held_leads_back_to_the_same_text() -> None:
    for how in HOLDS:
        text = hold(SLIDER_CRANK, "B", how)
        assert held_as(text, "B") == how
        assert hold(text, "B", "along x") == SLIDER_CRANK
    with pytest.raises(CannotBuild, match="moves along x"):
        toggle_fixed(SLIDER_CRANK, "B")
    assert toggle_fixed(toggle_fixed(SLIDER_CRANK, "A"), "A") == SLIDER_CRANK


def test_a_link_is_drawn_with_its_points() -> None:
    text, name = draw_link(SLIDER_CRANK, "bar", ["A", (0.1, 0.2, False)], 1e-3, 0.12)
    assert name == "bar1"
    assert "elem bar1 BIN A C" in text
    assert "point C 0.100 0.200" in text
    assert "para bar1.lenl 0.1200" in text
