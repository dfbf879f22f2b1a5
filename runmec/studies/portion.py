"""A portion of a study: what one process calculates at a time. It gets the deck as text, and reads it once."""

from __future__ import annotations

from functools import lru_cache
from math import nan
from typing import NamedTuple

from .. import interrupts
from ..calculate import CalculationError, session_of
from ..deck import loads
from ..deck.model import Deck
from ..motion.session import Session
from .figures import figures
from .variant import Failed, begin, histories, moved


class Task(NamedTuple):
    """Variants first, first + 1, … of a study: the values of its names, one list a variant.

    `parameters` are prescribed parameters, which change by the values that stand behind those of the names.
    """

    number: int
    first: int
    text: str
    deck: str
    files: tuple[tuple[str, bytes], ...]
    settings: tuple[tuple[str, float], ...]
    names: tuple[str, ...]
    points: tuple[tuple[float, ...], ...]
    parameters: tuple[int, ...] = ()


class Row(NamedTuple):
    """Figures of one variant; where it has none the reason is told. `note`: what else should be known."""

    figures: tuple[float, ...]
    reason: str = ""
    note: str = ""


@lru_cache(maxsize=4)
def deck_of(
    text: str, name: str, files: tuple[tuple[str, bytes], ...], settings: tuple[tuple[str, float], ...]
) -> Deck:
    return loads(text, name, dict(settings), dict(files))


def calculate(task: Task) -> list[Row]:
    """The rows of a portion, in order: the first variant begins at the deck itself, each other at the one before."""
    return calculated(deck_of(task.text, task.deck, task.files, task.settings), task)


def calculated(deck: Deck, task: Task) -> list[Row]:
    """The same of a deck that is read; between two variants a signal is heeded."""
    try:
        session = session_of(deck, keep_branch=True)
    except CalculationError as fault:
        return [Row((nan,) * len(deck.figures), fault.diagnostic.message) for _ in task.points]
    begin(session)
    rows = []
    for point in task.points:
        interrupts.heed()
        rows.append(_row(session, task, point))
    return rows


def _row(session: Session, task: Task, point: tuple[float, ...]) -> Row:
    named, asked = len(task.names), session.deck.figures
    values = dict(zip(task.names, point[:named], strict=True))
    offsets = dict(zip(task.parameters, point[named:], strict=True))
    try:
        made_of = histories(session, moved(session, values, offsets))
    except Failed as fault:
        return Row((nan,) * len(asked), str(fault))
    found = tuple(float(dual.value) for dual in figures(session.deck, made_of))
    told = ["the branch of its neighbour ends; the estimate decides"] if session.assemble().left_branch else []
    told += [f"figure {figure.name} has no value" for figure, value in zip(asked, found, strict=True) if value != value]
    return Row(found, note="; ".join(told))
