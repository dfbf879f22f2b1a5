"""`number` and `fmt` write a deck that reads to the same items, with names of DEFINE in the place of numbers too."""

from __future__ import annotations

from runmec.deck import loads
from runmec.deck.layout import format_text
from runmec.deck.numbering import number_text

from .decks import CASES, KIN, LAW, Case, opened
from .known import marked

#: in plane and space; whether forces are calculated, and how the inputs move, changes nothing of what is written
SEEN = [case for case in CASES if case.job not in (KIN, LAW)]


@marked("number", SEEN)
def test_numbers(case: Case) -> None:
    deck = loads(opened(case).text)
    assert loads(number_text(deck)) == deck


@marked("fmt", SEEN)
def test_layout(case: Case) -> None:
    text = opened(case).text
    written = format_text(text)
    assert loads(written) == loads(text)
    assert format_text(written) == written
