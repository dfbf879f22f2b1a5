"""docs/ and README say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from runmec.deck.vocabulary import RECORDS, columns
from runmec.manual import explain, language_page, messages_page

ROOT = Path(__file__).parent.parent


def test_generated_pages_are_up_to_date() -> None:
    assert (ROOT / "docs/language.md").read_text(encoding="utf-8") == language_page()
    assert (ROOT / "docs/messages.md").read_text(encoding="utf-8") == messages_page()


@pytest.mark.parametrize("word", RECORDS)
def test_every_word_has_a_paragraph_whose_example_can_be_read(word: str) -> None:
    record = RECORDS[word]
    assert record.example in (explain(word) or "")
    values = record.example.removeprefix(record.word).split()
    required = sum(not column.optional for column in columns(record.signature))
    assert len(values) >= required


def test_readme_has_the_two_commands_and_ci_takes_its_test_command() -> None:
    readme = (ROOT / "README.md").read_text()
    assert "runmec inputs/example8.mec" in readme
    assert re.search(r"^python3 -m venv .* pytest|^python3 -m venv .*/pytest", readme, re.MULTILINE)
    assert "README.md" in (ROOT / ".ci/run").read_text()
