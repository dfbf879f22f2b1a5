"""Decks under another assumption: lines of DYNAMICS left out or changed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from ..deck.model import Deck, Dynamic

Change = Callable[[Deck], Deck | None]


@dataclass(frozen=True)
class Assumption:
    """`change` makes the deck of it; `factor` multiplies the answer."""

    text: str
    change: Change | None = None
    factor: float = 1.0


def without(deck: Deck, lines: Collection[Dynamic]) -> Deck:
    left_out = {id(line) for line in lines}
    return replace(deck, dynamics=tuple(line for line in deck.dynamics if id(line) not in left_out))


def with_lines(deck: Deck, lines: Collection[Dynamic], change: Callable[[Dynamic], Dynamic]) -> Deck:
    meant = {id(line) for line in lines}
    return replace(deck, dynamics=tuple(change(line) if id(line) in meant else line for line in deck.dynamics))
