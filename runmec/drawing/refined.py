"""The same motion with positions in between: force peaks would have corners at the rows that a deck asks for."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import ceil

from ..results.result import Result

SMOOTH = 360  # positions


@lru_cache(maxsize=4)
def refined(result: Result) -> Result:
    """With rows in between; the result itself where it is smooth, simulated, costly or cut."""
    deck = result.deck
    if any(store.kind.of_vibrations for store in deck.stores):
        return result
    if not deck.moves or not result.complete or result.positions.simulated or len(result) >= SMOOTH:
        return result
    times = ceil(SMOOTH / (len(result) - 1))
    finer = result.session.between(result.positions, times)
    return result if finer is None else replace(result, positions=finer, _columns={})
