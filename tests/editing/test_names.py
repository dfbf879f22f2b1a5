"""Names: where they stand, what they are, what may stand at a caret."""

from __future__ import annotations

from pathlib import Path

import pytest

from runmec.deck.vocabulary import RECORDS, SECTIONS
from runmec.editing.completion import complete
from runmec.editing.hover import hover
from runmec.editing.names import CannotRename, definition, occurrences, rename
from runmec.editing.places import applied
from runmec.editing.reading import draft

ROOT = Path(__file__).parent.parent.parent
STARTER = (ROOT / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")


def place(text: str, marked: str) -> tuple[int, int]:
    """Line and column of the `|` in a piece of a line."""
    before, _, after = marked.partition("|")
    at = text.index(before + after) + len(before)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def test_definition_of_every_kind_of_name() -> None:
    for used, given in (
        ("(a + 0.6*|b)", "  |b 90mm"),
        ("rocker  BIN B0 |B", "point |B "),
        ("input cr|ank", "elem |crank"),
        ("plotcurv |phi", "crank.angb |phi"),
        ("para coupler.l|enu", "elem |coupler"),
    ):
        span = definition(STARTER, *place(STARTER, used))
        assert span is not None
        assert (span.line, span.column) == place(STARTER, given), used


def test_rename_changes_all_and_nothing_else() -> None:
    renamed = applied(STARTER, rename(STARTER, *place(STARTER, "elem crank   BIN A0 |A"), "P1"))
    assert draft(renamed).is_sound
    assert {one.name for one in occurrences(renamed) if one.kind == "place"} == {"A0", "B0", "P1", "B", "C"}
    assert renamed.count("P1") == sum(one.name == "A" for one in occurrences(STARTER)) == 3
    assert applied(renamed, rename(renamed, *place(renamed, "point |P1"), "A")) == STARTER


def test_rename_of_a_define_reaches_expressions_but_not_units() -> None:
    text = STARTER.replace("  w 25 ", "  rpm 25 ").replace("(2*pi/w) (w)", "(2*pi/rpm) (rpm)")
    renamed = applied(text, rename(text, *place(text, "  |rpm 25"), "speed"))
    assert "(2*pi/speed) (speed)" in renamed
    assert draft(renamed).is_sound


def test_names_in_a_study_are_renamed_too() -> None:
    study = (
        "STUDY\n  vary a 20mm 40mm\n  tol b 0.1mm\n  figure F (most(drive)*a)\n  path G cx cy 0.01 0.05\n"
        "  goal min F\nMOVEMENT"
    )
    text = STARTER.replace("MOVEMENT", study)
    for marked, new in (("  |a 30mm", "r"), ("crank.angb |drive", "torque"), ("figure |F", "best"), ("  |b 90mm", "l")):
        text = applied(text, rename(text, *place(text, marked), new))
        assert draft(text).is_sound
    for line in ("vary r 20mm", "tol l 0.1mm", "figure best (most(torque)*r)", "goal min best"):
        assert line in text


@pytest.mark.parametrize("new", ["B", "elem", "1st", "", "a b", "fixed", "<b>"])
def test_names_that_do_not_fit_are_refused(new: str) -> None:
    with pytest.raises(CannotRename):
        rename(STARTER, *place(STARTER, "point |A "), new)


def test_hover_speaks_of_things_and_words() -> None:
    for marked, said in (
        ("  |a 30mm", "= 30mm = 0.03"),
        ("elem |crank", "BIN, bar"),
        ("|gravity 9.81", "gravity"),
        ("para coupler.len|v", "across PQ"),
        ("point |B0", "fixed at 0.1"),
        ("|TOPOLOGY", "elements"),
        ("DYN |ANA", "forces wanted"),
    ):
        found = hover(STARTER, *place(STARTER, marked))
        assert found is not None, marked
        assert said in found.text, marked
    assert hover(STARTER, *place(STARTER, "; |crank\n")) is None


def labels(text: str, marked: str) -> set[str]:
    return {choice.label for choice in complete(text, *place(text, marked))[1]}


def test_completion_by_place() -> None:
    text = STARTER.replace("  uniform crank ", "  \n  uniform crank ", 1).replace("input crank.angb", "input crank.")
    line = text[: text.index("  uniform")].count("\n")
    offered = {choice.label for choice in complete(text, line, 3)[1]}
    assert {word for word, record in RECORDS.items() if record.section == "DYNAMICS"} <= offered
    assert set(SECTIONS) <= offered
    assert labels(text, "input crank.|") == {"crank.lenl", "crank.angb"}
    assert {"crank", "coupler", "rocker"} == labels(text, "uniform |rocker")
    assert {"BIN", "TR2"} <= labels(text, "elem crank   |BIN")
    assert {"A0", "B", "free", "lenl"} <= labels(text, "elem rocker  BIN B0 |B")
    assert {"a", "sin", "deg", "pi"} <= labels(text, "(2*pi/|w)")
    assert {"cx", "cy", "phi"} <= labels(text, "plotcurv |phi")
    assert labels(text, "; kg, spread |evenly") == set()


def test_every_record_has_something_to_say() -> None:
    for word, record in RECORDS.items():
        deck = f"KIN ANA\n{record.section if record.section in SECTIONS else 'STORAGE'}\n{record.example}\nEND\n"
        found = hover(deck, 3, 1)
        assert found is not None
        assert word.split()[0].lower() in found.text.lower()


def test_questions_anywhere_in_any_deck_end_without_a_fault() -> None:
    for path in [*sorted((ROOT / "tests" / "bad").glob("*.mec"))[::9], *sorted((ROOT / "inputs").rglob("*.mec"))[::12]]:
        text = path.read_bytes().decode("utf-8", "replace")
        for line, written in list(enumerate(draft(text).lines, 1))[:80:3]:
            for column in (1, 4, len(written) + 1):
                hover(text, line, column)
                complete(text, line, column)
                definition(text, line, column)
