"""Every deck of inputs/ is held to its numbers; their sources stand beside them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import runmec
from docs.building.comparison import calculated, compared
from runmec.deck.numbering import number_text
from runmec.examples import Example, examples, folder

EXAMPLES = examples()


def test_there_are_enough_decks_and_all_have_numbers() -> None:
    assert len(EXAMPLES) >= 30
    assert sorted(path.stem for path in folder().rglob("*.toml")) == sorted(example.name for example in EXAMPLES)


@pytest.fixture(scope="module", params=EXAMPLES, ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Iterator[Example]:
    """Deck after deck: all that is asked of one is asked of the same run."""
    yield request.param
    calculated.cache_clear()


def test_deck_runs_and_can_be_trusted(example: Example) -> None:
    result = calculated(example)
    assert result.complete
    assert result.trust.worst < 1e-9


def test_deck_meets_its_numbers(example: Example) -> None:
    numbers = compared(example)
    assert len(numbers) >= 2
    for number in numbers:
        assert number.source.strip(), "a number without a source"
        assert number.found == pytest.approx(number.reference, abs=number.within), number


def test_names_change_no_number(example: Example) -> None:
    """The deck that `runmec number` writes is the same, and so is what a deck in names gives, item by item."""
    named = calculated(example)
    deck = runmec.loads(number_text(named.deck), data=dict(named.deck.files))
    assert deck == named.deck
    if not named.deck.names:
        return
    numbered = runmec.run(deck)
    for store, other in zip(named.deck.stores, numbered.deck.stores, strict=True):
        ours, theirs = named.buffer(store.buffer), numbered.buffer(other.buffer)
        size = float(np.max(np.abs(ours[np.isfinite(ours)]), initial=0.0))
        np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12 * size)


def test_deck_has_a_picture_and_where_it_moves_a_film(example: Example) -> None:
    deck = calculated(example).deck
    assert deck.pictures
    assert deck.films or not deck.moves


def test_at_least_twenty_decks_are_in_names_and_the_books_are_not() -> None:
    named = [example for example in EXAMPLES if runmec.read(example.path).names]
    assert len(named) >= 20
    assert not [example.name for example in named if example.topic == "the course book"]
