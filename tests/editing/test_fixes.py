"""Remedies that are offered: each leaves a deck with one fault less."""

from __future__ import annotations

from pathlib import Path

import pytest

from runmec.deck import check
from runmec.diagnostics import has_errors
from runmec.editing.fixes import fixes
from runmec.editing.places import applied
from runmec.editing.reading import draft

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = (ROOT / "inputs" / "example8.mec").read_text(encoding="utf-8")
#: decks of tests/bad whose remedy is mechanical
MENDED = [
    "D101_other_comment", "D101_section_after_define", "D101_unknown_section", "D101_unknown_word",
    "D102_define_missing", "D102_header_missing", "D103_comma_between", "D103_decimal_comma", "D104_letter_o",
    "D105_bare_expression", "D105_typographic_minus", "D106_not_closed", "D107_multiplication", "D107_power",
    "D108_unknown_function", "D111_comment", "D111_equals", "D114_job", "D114_no_job", "D115_not_ended", "D119_fixed",
    "D119_type", "D151_no_end", "D217_job", "D220_case", "D220_element", "D220_point", "D253_degrees",
]  # fmt: skip


@pytest.mark.parametrize("name", MENDED)
def test_a_remedy_is_offered_and_mends(name: str) -> None:
    text = (ROOT / "tests" / "bad" / f"{name}.mec").read_bytes().decode("utf-8")
    fault = draft(text).told[0]
    best = fixes(text, fault)[0]
    assert not [left for left in check(applied(text, best.edits), "deck", {})[1] if left.code == fault.code]


def test_a_misspelt_word_becomes_the_word() -> None:
    text = EXAMPLE.replace("gravity", "gravitty")
    (fix,) = fixes(text, draft(text).told[0])
    assert applied(text, fix.edits) == EXAMPLE


def test_a_form_line_that_is_missing_is_written() -> None:
    """Without the line of parameter 5 there is a gap: element 4 does not prescribe its lenu any more."""
    text = EXAMPLE.replace("        5 lenu 4 5 1\n", "")
    fault = next(one for one in draft(text).told if one.code == "D214")
    offered = {fix.title: fix for fix in fixes(text, fault)}
    mended = applied(text, offered["prescribe lenu of element 4"].edits)
    assert not has_errors(check(mended, "deck", {})[1])


def test_what_only_its_writer_knows_is_not_guessed() -> None:
    text = EXAMPLE.replace("para 4 0.6", "para 4")
    assert fixes(text, draft(text).told[0]) == []


def test_a_remedy_keeps_the_ends_of_lines() -> None:
    text = EXAMPLE.replace("\n", "\r\n").replace("END\r\n", "")
    assert text.endswith("\r\n")
    fault = next(one for one in draft(text).told if one.code == "D151")
    assert applied(text, fixes(text, fault)[0].edits).endswith("\r\nEND\r\n")
