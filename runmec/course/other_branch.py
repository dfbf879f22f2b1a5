"""The mechanism of a deck assembled otherwise: a rod to the other side, a slider at the other end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..calculate import start_position
from ..deck.item import changed_item
from ..deck.model import Deck
from ..diagnostics import RunmecError
from ..model.mechanism import Mechanism
from ..motion.branches import branches

_ALIKE = 1e-6  # of the size of the mechanism
_MOST = 8


def other_branches(deck: Deck) -> Iterator[tuple[str, Deck]]:
    """What to call each, and the deck whose estimates lie on it."""
    if deck.is_spatial:
        return
    try:
        session, _, failure = start_position(deck)
    except RunmecError:
        return
    if failure is not None:
        return
    mech = session.mechanism
    own, *others = branches(mech).positions[: 1 + _MOST] or [[]]
    for x in others:
        values = {number: x[at] for number, at in mech.index.items()}
        moving = tuple(changed_item(line, {"value": values[line.number], "open": ()}) for line in deck.moving)
        text = "the other branch" if len(others) == 1 else f"another branch, at {_moved(mech, own, x)}"
        yield text, replace(deck, moving=moving)


def _moved(mech: Mechanism, own: list[float], x: list[float]) -> str:
    """The points that are elsewhere, with their places."""
    found = [
        f"{name} ({', '.join(f'{x[mech.index[number]]:.4g}' for number in numbers)})"
        for numbers, name in mech.names.points.items()
        if any(abs(x[mech.index[n]] - own[mech.index[n]]) > _ALIKE * mech.size for n in numbers if n in mech.index)
    ]
    return ", ".join(found) or ", ".join(
        f"{number} ({x[at]:.4g})" for number, at in mech.index.items() if abs(x[at] - own[at]) > _ALIKE * mech.size
    )
