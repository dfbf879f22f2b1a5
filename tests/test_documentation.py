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


def test_first_deck_runs_and_agrees_with_a_hand_calculation() -> None:
    """Start: crank at 0, piston acceleration −rω²(1 + r/l); its weight and half the rod's are on the guide."""
    import numpy as np

    import runmec

    text = re.search(r"```\n(.*?)```", (ROOT / "docs/first_deck.md").read_text(), re.DOTALL)
    assert text
    result = runmec.run(runmec.loads(text[1]))
    assert result.complete
    assert not [w for w in result.warnings if w.code.startswith("D")]
    assert result.buffer(102)[0] == pytest.approx(-0.05 * 100**2 * (1 + 0.05 / 0.2))
    crank = result.buffer(100)
    np.testing.assert_allclose(result.buffer(101), 0.05 * np.cos(crank) + np.sqrt(0.04 - (0.05 * np.sin(crank)) ** 2))
    # crank and rod are in line: no end of the rod accelerates across it
    assert result.buffer(202)[0] == pytest.approx((0.8 + 0.25) * 9.81)
