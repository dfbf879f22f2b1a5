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


@pytest.mark.parametrize("page", ["README.md", "docs/running.md"])
def test_python_of_the_pages_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every python block of a page, line after line, as a reader would type it."""
    import runpy

    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    monkeypatch.chdir(ROOT)
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks))
    found = runpy.run_path(str(script))
    assert found["result"].complete


def test_links_of_the_pages_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / link).exists(), (page.name, link)
