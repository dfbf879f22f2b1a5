"""Derivatives of a result to numbers of its deck: exact where the motion is given, else by differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..deck.defining import defined_as
from ..deck.model import Deck
from ..engine.tangent import Tangent
from ..results.asking import Asked, quantities_of
from ..results.quantities import Probe
from ..results.reading import make_replay
from .directions import Directions, NotExact
from .moved import Motion
from .names import Number, number_of, spelt

if TYPE_CHECKING:
    from ..results.result import Result

Floats = NDArray[Any]

#: words whose derivatives are written down
_KNOWN = frozenset(
    {"buftime", "bufinp", "bufdinp1", "bufdinp2", "bufx0", "bufx1", "bufx2", "bufdx1", "bufdx2", "bufe0", "bufe1",
     "bufe2", "bufde1", "bufde2", "bufsigma", "bufreac", "bufconn", "bufpin", "bufdrive", "bufjred", "bufekin",
     "bufepot", "bufpower", "bufdef", "bufdisp", "bufmom", "bufomega", "bufalpha"}
)  # fmt: skip


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
    values, error = derivatives(result, [wanted], numbers)
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


def derivatives(result: Motion, wanted: Sequence[Asked], numbers: Sequence[Number]) -> tuple[Floats, Floats]:
    """(numbers, quantities, rows) and what they may be wrong by (numbers, quantities)."""
    values = np.zeros((len(numbers), len(wanted), len(result)))
    error = np.zeros((len(numbers), len(wanted)))
    known = [k for k, one in enumerate(wanted) if is_known(result.deck, one)]
    rest = [k for k in range(len(wanted)) if k not in known]
    exact, others = exact_numbers(result, numbers)
    if exact and known:
        found = exact_derivatives(result, [wanted[k] for k in known], [numbers[k] for k in exact])
        values[np.ix_(exact, known)] = found
    for row, which in ((exact, rest), (others, list(range(len(wanted))))):
        if row and which:
            from .differences import by_differences

            some, wrong = by_differences(result, [wanted[k] for k in which], [numbers[k] for k in row])
            values[np.ix_(row, which)] = some
            error[np.ix_(row, which)] = wrong
    return values, error


def is_known(deck: Deck, wanted: Asked) -> bool:
    """Whether the derivatives of a quantity are written down; of an expression, those of all that is in it."""
    word, subject, _ = wanted
    if word != "bufcalc":
        return word in _KNOWN
    from ..results.result import asked as asked_by

    store = next(store for store in deck.stores if store.buffer == subject[0])
    assert store.expression is not None
    opened = store.expression.open
    if any(name == "table" and isinstance(operand, list) for name, operand in opened):
        return False
    inside = {number for name, number in store.expression.uses() if name == "buf"}
    return all(is_known(deck, asked_by(other)) for other in deck.stores if other.buffer in inside)


def exact_numbers(result: Motion, numbers: Sequence[Number]) -> tuple[list[int], list[int]]:
    """Which numbers are followed exactly, and which are not."""
    try:
        Directions(result.mechanism, numbers, len(result))
        return list(range(len(numbers))), []
    except NotExact:
        exact, others = [], []
        for k, number in enumerate(numbers):
            try:
                Directions(result.mechanism, [number], len(result))
                exact.append(k)
            except NotExact:
                others.append(k)
        return exact, others


def exact_derivatives(result: Motion, wanted: Sequence[Asked], numbers: Sequence[Number]) -> Floats:
    """(numbers, quantities, rows) of a given motion."""
    mech = result.mechanism
    replay = make_replay(mech, result.elasticity, result.calculates_forces)
    probe = Probe(mech, replay)
    for one in wanted:
        probe.add(*one)
    directions = Directions(mech, numbers, len(result))
    made = directions.made(probe._calculator)
    tangent = Tangent(replay, made, probe.quantities, directions.constants())
    replay.begin()
    for part in result.positions.parts:
        for row in range(0, part.rows.count, _AT_ONCE):
            tangent.read(part.rows, row, min(row + _AT_ONCE, part.rows.count), part.times)
    found = np.frombuffer(memoryview(tangent.found)).reshape(len(result), len(numbers), len(wanted))
    return np.asarray(np.moveaxis(found, 0, -1))


_AT_ONCE = 200  # rows between two chances for Ctrl-C
