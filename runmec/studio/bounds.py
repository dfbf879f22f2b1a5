"""What a page cannot show is told before it is calculated, at the line that asks for it."""

from __future__ import annotations

from ..deck.model import Deck
from ..diagnostics import Diagnostic
from ..messages import diagnostic

NUMBERS_AT_MOST = 4_000_000  # of co-ordinates at positions that a page is sent


def too_many_positions(deck: Deck) -> Diagnostic | None:
    coordinates = len(deck.fixed) + len(deck.moving)
    if deck.positions * coordinates <= NUMBERS_AT_MOST:
        return None
    move = max(deck.moves, key=lambda move: move.steps)
    return diagnostic(
        "R489",
        f"{deck.positions} positions of {coordinates} co-ordinates are too many for the studio",
        move.at(1),
        label=f"{NUMBERS_AT_MOST // max(1, coordinates)} positions at most",
        help="ask for fewer steps here, or calculate the deck with `runmec run`",
    )
