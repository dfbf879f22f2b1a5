"""Derivatives of a result to numbers of its deck: exact where the motion is given, else by motions beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..deck.defining import defined_as
from ..deck.expression import THROUGH_POINTS
from ..deck.model import Deck
from ..deck.needs import needed
from ..engine.tangent import Tangent
from ..motion.positions import Positions
from ..motion.session import Session
from ..outputs import CALCULATED
from ..results.asking import Asked, quantities_of
from ..results.quantities import OutputSet
from .directions import Directions, NotExact
from .names import Number, number_of, spelt

if TYPE_CHECKING:
    from ..results.result import Result

Floats = NDArray[Any]


@dataclass(frozen=True)
class Sensitivity:
    """Derivatives of one quantity along the motion: `s["a"]`, or `s.values` (numbers, positions).

    `error` is what the derivatives may be wrong by, (numbers,); zero where they were differentiated exactly.
    """

    quantity: str
    names: tuple[str, ...]
    values: Floats
    error: Floats

    @property
    def is_exact(self) -> bool:
        return not np.any(self.error)

    def __getitem__(self, name: str) -> Floats:
        known = defined_as(name, self.names)
        if known is not None:
            return np.asarray(self.values[self.names.index(known)])
        raise KeyError(f"no derivative to {name!r}; there are {', '.join(self.names)}")

    def __repr__(self) -> str:
        kind = "exact" if self.is_exact else "by differences"
        return f"<derivatives of {self.quantity} to {', '.join(self.names)}: {kind}>"


def sensitivity(result: Result, asked: str | int, to: Sequence[str | int] | str | int | None) -> Sensitivity:
    """Of a buffer by its number or name, or of any quantity as `result[…]` takes it."""
    deck = result.deck
    numbers = numbers_asked(deck, to)
    wanted = _wanted(result, asked)
    values, error = derivatives(result.session, result.positions, [wanted], numbers)
    return Sensitivity(str(asked), tuple(spelt(deck, n) for n in numbers), values[:, 0], error[:, 0])


def numbers_asked(deck: Deck, to: Sequence[str | int] | str | int | None) -> list[Number]:
    """Names of DEFINE where nothing is said."""
    if to is None:
        return [Number(define.name) for define in deck.defines]
    return [number_of(deck, one) for one in ([to] if isinstance(to, str | int) else to)]


def _wanted(result: Result, asked: str | int) -> Asked:
    from ..results.result import asked as asked_by

    if isinstance(asked, int) or result.deck.names.find("buffer", asked) is not None:
        return asked_by(result.store(result.number(asked)))
    found = quantities_of(result.mechanism, asked)
    if len(found) > 1:
        raise KeyError(f"`{asked}` is a point: ask for one of its co-ordinates, `{asked}.x`")
    return found[0]


def derivatives(
    session: Session, positions: Positions, wanted: Sequence[Asked], numbers: Sequence[Number]
) -> tuple[Floats, Floats]:
    """(numbers, quantities, rows) and what they may be wrong by (numbers, quantities)."""
    values = np.zeros((len(numbers), len(wanted), len(positions)))
    error = np.zeros((len(numbers), len(wanted)))
    exact, others = exact_numbers(session, positions, numbers)
    rest: list[int] = []
    if exact:
        found = exact_derivatives(session, positions, wanted, [numbers[k] for k in exact])
        rest = [
            k for k, one in enumerate(wanted) if np.all(np.isnan(found[:, k])) or has_open_points(session.deck, one)
        ]
        values[exact] = found
    for row, which in ((exact, rest), (others, list(range(len(wanted))))):
        if row and which:
            from .differences import by_differences

            some, wrong = by_differences(session, positions, [wanted[k] for k in which], [numbers[k] for k in row])
            values[np.ix_(row, which)] = some
            error[np.ix_(row, which)] = wrong
    return values, error


def has_open_points(deck: Deck, wanted: Asked) -> bool:
    """Whether names stand in points of `table` or `curve`, which are not followed, here or in what this uses."""
    word, subject, _ = wanted
    if word != CALCULATED.word:
        return False
    expressions = [store.expression for store in needed(deck.stores, subject) if store.expression is not None]
    return any(
        name in THROUGH_POINTS and isinstance(operand, list) for one in expressions for name, operand in one.open
    )


def exact_numbers(session: Session, positions: Positions, numbers: Sequence[Number]) -> tuple[list[int], list[int]]:
    """Which numbers are followed exactly, and which are not."""
    try:
        Directions(session.deck, session.mechanism, numbers, len(positions))
        return list(range(len(numbers))), []
    except NotExact:
        exact, others = [], []
        for k, number in enumerate(numbers):
            try:
                Directions(session.deck, session.mechanism, [number], len(positions))
                exact.append(k)
            except NotExact:
                others.append(k)
        return exact, others


def exact_derivatives(
    session: Session, positions: Positions, wanted: Sequence[Asked], numbers: Sequence[Number]
) -> Floats:
    """(numbers, quantities, rows) of a given motion."""
    with session.replaying() as replay:
        probe = OutputSet(session.mechanism, replay, wanted)
        directions = Directions(session.deck, session.mechanism, numbers, len(positions))
        made = directions.made(probe._calculator)
        tangent = Tangent(replay, made, probe.quantities, directions.constants())
        replay.begin()
        for part in positions.parts:
            for row in range(0, part.rows.count, _AT_ONCE):
                tangent.read(part.rows, row, min(row + _AT_ONCE, part.rows.count), part.times)
    found = np.frombuffer(memoryview(tangent.found)).reshape(len(positions), len(numbers), len(wanted))
    return np.asarray(np.moveaxis(found, 0, -1))


_AT_ONCE = 200  # rows between two chances for Ctrl-C
