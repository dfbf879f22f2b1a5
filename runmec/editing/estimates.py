"""Another branch of a mechanism: its estimates are changed, so that it is assembled there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from math import pi, remainder
from typing import TYPE_CHECKING

from ..deck.model import Deck
from ..diagnostics import RunmecError
from .knobs import knobs_at, turned
from .numbers import replaced as put
from .numbers import written
from .places import applied
from .reading import draft

if TYPE_CHECKING:
    from ..model.mechanism import Mechanism

_ALIKE = 1e-6  # of the size of the mechanism, or of a radian
_REACHED = 1e-3
_ROUNDED = 1e-5  # digits of an estimate that only tells the branch
_EXACT = 1e-11  # and of one from which a length follows


class CannotBranch(RunmecError):
    """The text says why."""


@dataclass(frozen=True)
class Branched:
    text: str
    replaced: tuple[str, ...] = ()  # co-ordinates whose estimate was an expression of names


def on_branch(text: str, wanted: Mapping[int, float], decisive: Collection[int] = ()) -> Branched:
    """The deck that is assembled where its moving co-ordinates, by their numbers, have these values.

    Those that decide are changed alone, where that is enough.
    """
    from ..calculate import start_position

    found = draft(text)
    if not found.is_sound:
        raise CannotBranch("the deck has faults: mend them first")
    session, x, _ = start_position(found.deck)
    mech = session.estimated
    now = {number: float(x[at]) for number, at in mech.index.items()}
    other = {
        number: value
        for number, value in wanted.items()
        if number in now and _apart(mech, number, now[number], value) > _ALIKE
    }
    first = {number: value for number, value in other.items() if number in decisive}
    reached: Branched | None = None
    for values in (first, other, dict(wanted)):
        new = _with_estimates(text, values, mech.size)
        told = _told_there(new.text, other)
        if told is None:
            continue
        reached = new
        if not told:
            break
    if reached is None:
        raise CannotBranch("this branch cannot be told by estimates alone: an angle or a length holds the other one")
    return reached


def _told_there(text: str, wanted: Mapping[int, float]) -> bool | None:
    """Whether the deck is told that its estimates are far away; None where it is not assembled as wanted."""
    from ..calculate import run

    found = draft(text)
    if not found.is_sound:
        return None
    try:
        result = run(replace(found.deck, moves=(), stores=(), pictures=()))
    except RunmecError:
        return None
    mech, x = result.mechanism, [history[0] for history in result.positions.places]
    if any(_apart(mech, number, x[mech.index[number]], value) > _REACHED for number, value in wanted.items()):
        return None
    return any(one.code == "R454" for one in result.warnings)


def _apart(mech: Mechanism, number: int, one: float, other: float) -> float:
    place = mech.coordinates[mech.index[number]]
    return abs(one - other) / mech.size if place.is_length else abs(remainder(one - other, 2.0 * pi))


def _with_estimates(text: str, values: Mapping[int, float], size: float) -> Branched:
    found = draft(text)
    finest = (_ROUNDED if _gives_all_lengths(found.deck) else _EXACT) * size
    edits, gone = [], []
    for item in found.deck.moving:
        if item.number not in values:
            continue
        span, value = item.places[2], values[item.number]
        own = knobs_at(found, span).get("")
        if own is not None:
            edits.append(turned(found, own, value, finest))
        else:
            edits.append(put(found.lines, span, written("0", value, finest)))
            gone.append(found.deck.names.coordinate(item.number))
    return Branched(applied(text, edits), tuple(gone))


def _gives_all_lengths(deck: Deck) -> bool:
    """Whether every prescribed parameter has its `para`, so that estimates tell the branch alone."""
    return {para.parameter for para in deck.paras} >= set(range(1, deck.prescribed + 1))
