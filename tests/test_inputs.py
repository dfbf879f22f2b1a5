"""Every deck of inputs/ is held to its numbers; their sources stand beside them."""

from __future__ import annotations

import pytest

import runmec
from docs.building.comparison import calculated, compared
from runmec.examples import Example, examples, folder

EXAMPLES = examples()


def test_there_are_enough_decks_and_all_have_numbers() -> None:
    assert len(EXAMPLES) >= 30
    assert sorted(path.stem for path in folder().glob("*.toml")) == sorted(example.name for example in EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_deck_meets_its_numbers(example: Example) -> None:
    numbers = compared(example)
    assert len(numbers) >= 2
    for number in numbers:
        assert number.source.strip(), "a number without a source"
        assert number.found == pytest.approx(number.reference, abs=number.within), number
    calculated.cache_clear()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_deck_has_a_picture_and_where_it_moves_a_film(example: Example) -> None:
    deck = runmec.read(example.path)
    assert deck.pictures
    assert deck.films or not deck.moves
