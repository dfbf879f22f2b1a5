"""How much memory a run will take, before it is taken."""

from __future__ import annotations

import os

from ..deck.model import Deck
from ..diagnostics import Diagnostic
from ..messages import diagnostic

NUMBER = 8  # bytes
COPIES = 3  # of a row: as calculated, as arrays, as written
SHARE = 0.7  # of what the machine has


def refuse_too_much(deck: Deck) -> Diagnostic | None:
    """A diagnostic where the rows would not fit into the memory of the machine."""
    a_row = len(deck.fixed) + len(deck.moving) + len(deck.forms) + 3 * deck.inputs + len(deck.stores)
    needed = COPIES * NUMBER * a_row * deck.positions
    there = available()
    if needed <= SHARE * there:
        return None
    move = max(deck.moves, key=lambda move: move.steps)
    return diagnostic("R412", f"{deck.positions} positions would take {_size(needed)} of memory, the machine has "
                      f"{_size(there)}", move.at(1), label=f"{_size(COPIES * NUMBER * a_row)} a position",
                      help="ask for fewer steps: pictures and tables need some hundreds")  # fmt: skip


def available() -> float:
    """Bytes of the machine; a guess where it does not tell."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return 4e9


def _size(count: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000.0:
            return f"{count:.3g} {unit}"
        count /= 1000.0
    return f"{count:.3g} TB"
