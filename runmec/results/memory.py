"""A run that would not fit into the memory is refused before it begins."""

from __future__ import annotations

from ..deck.model import Deck
from ..deck.sizes import SHARE, as_size, bytes_needed
from ..diagnostics import Diagnostic
from ..memory import free
from ..messages import diagnostic

_NOT_ASKED = 5e6  # bytes: less than what has been loaded to calculate at all


def refuse_too_much(deck: Deck) -> Diagnostic | None:
    """A diagnostic where the rows would not fit into the memory that is free now."""
    needed = bytes_needed(deck)
    if needed <= _NOT_ASKED:
        return None
    there = free()
    if needed <= SHARE * there:
        return None
    place = max(deck.moves, key=lambda move: move.steps).at(1) if deck.moves else deck.job_place
    return diagnostic(
        "R412",
        f"{deck.positions} positions would take {as_size(needed)} of memory, {as_size(there)} are free",
        place,
        label=f"{as_size(needed / deck.positions)} a position",
        help="ask for fewer steps: pictures and tables need some hundreds",
    )
