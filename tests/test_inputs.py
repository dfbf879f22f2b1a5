"""Every deck of inputs/ is held to its numbers; their sources stand beside them."""

from __future__ import annotations

import numpy as np
import pytest

import runmec
from docs.building.comparison import calculated, compared
from runmec.deck.numbering import number_text
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


NAMED = [example for example in EXAMPLES if runmec.read(example.path).names]


def test_at_least_twenty_decks_are_in_names_and_the_books_are_not() -> None:
    assert len(NAMED) >= 20
    assert not [example.name for example in NAMED if example.topic == "the course book"]


@pytest.mark.parametrize("example", NAMED, ids=lambda example: example.name)
def test_names_change_no_number(example: Example) -> None:
    """The deck that `runmec number` writes gives the same, item by item."""
    named = calculated(example)
    numbered = runmec.run(runmec.loads(number_text(named.deck)))
    for store, other in zip(named.deck.stores, numbered.deck.stores, strict=True):
        ours, theirs = named.buffer(store.buffer), numbered.buffer(other.buffer)
        size = float(np.max(np.abs(ours[np.isfinite(ours)]), initial=0.0))
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12 * size)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_deck_has_a_picture_and_where_it_moves_a_film(example: Example) -> None:
    deck = runmec.read(example.path)
    assert deck.pictures
    assert deck.films or not deck.moves
