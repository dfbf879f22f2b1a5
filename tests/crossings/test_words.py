"""No word without a sample, no sample without a word."""

from __future__ import annotations

import pytest

from .decks import CASES, Case, line_of
from .samples import PLANE, SPACE
from .words import WORDS


@pytest.mark.parametrize("word", WORDS)
def test_every_word_has_a_sample(word: str) -> None:
    assert word in PLANE or word in SPACE, f"write the smallest deck for `{word}` in tests/crossings/samples.py"


def test_every_sample_has_a_word() -> None:
    assert not (PLANE.keys() | SPACE.keys()) - set(WORDS)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_sample_has_its_word_and_is_in_order(case: Case) -> None:
    text = case.text()
    assert line_of(case, text) < len(text.splitlines())
    assert case.result().complete
