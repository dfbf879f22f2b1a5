"""One bad deck for each message, the whole rendered message beside it in tests/bad/."""

from __future__ import annotations

import pytest

from runmec.messages import MESSAGES

from .make_bad_decks import BAD, decks, message

DECKS = decks()


@pytest.mark.parametrize("name", DECKS)
def test_message(name: str) -> None:
    assert (BAD / f"{name}.mec").read_text() == DECKS[name]
    assert message(name, DECKS[name]) == (BAD / f"{name}.txt").read_text()


@pytest.mark.parametrize("name", DECKS)
def test_one_mistake_gives_the_message_it_is_named_after(name: str) -> None:
    text = (BAD / f"{name}.txt").read_text()
    assert f"[{name[:4]}]" in text
    errors = [line for line in text.splitlines() if line.startswith("error[")]
    assert len(errors) <= 1


def test_every_message_of_a_deck_has_a_bad_deck() -> None:
    shown = {name[:4] for name in DECKS}
    assert shown == {code for code in MESSAGES if code.startswith("D")}
