"""The same motion with positions in between: force peaks would have corners at the rows that a deck asks for."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil

from ..results.result import Result

SMOOTH = 360  # positions
_COSTLY = ("bufeig", "bufbuck")  # a position costs as much as a hundred without them


@lru_cache(maxsize=4)
def refined(result: Result) -> Result:
    """Calculated anew with a multiple of the steps; the result itself where it is smooth, simulated, costly or cut."""
    deck = result.deck
    if any(store.word in _COSTLY for store in deck.stores):
        return result
    if not deck.moves or not result.complete or result.positions.simulated or len(result) >= SMOOTH:
        return result
    from ..calculate import run

    times = ceil(SMOOTH / (len(result) - 1))
    finer = replace(deck, moves=tuple(replace(move, steps=times * move.steps) for move in deck.moves))
    finer.__dict__["structure"] = deck.structure
    found = run(finer)
    return found if found.complete else result
