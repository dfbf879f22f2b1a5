"""What a Result is asked for in terms of STUDY."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deck.model import Deck
from ..deck.study import Path
from .figures import Histories, ends_of, figures

if TYPE_CHECKING:
    from ..results.result import Result


def buffers_needed(deck: Deck) -> list[int]:
    """The buffers that figures are made of."""
    found: dict[int, None] = {}
    for figure in deck.figures:
        numbers = (
            (figure.x, figure.y) if isinstance(figure, Path) else [number for _, number in figure.expression.uses()]
        )
        found.update(dict.fromkeys(numbers))
    return list(found)


def histories_of(result: Result) -> Histories:
    import numpy as np

    deck = result.deck
    inputs = result.positions.inputs
    first = inputs[0] if len(inputs) else np.zeros(len(result))
    needed = {number: result.buffer(number) for number in buffers_needed(deck)}
    return Histories(result.time, first, needed, ends_of(deck, len(result)))


def figures_of(result: Result) -> dict[str, float]:
    found = figures(result.deck, histories_of(result))
    return {item.name: float(dual.value) for item, dual in zip(result.deck.figures, found, strict=True)}
