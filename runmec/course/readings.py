"""What is read off otherwise: another row, least for most, power for moment, an angle in degrees as if in radians."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, copysign, degrees, pi

from ..deck.exercise import Judgement
from ..deck.expression import REDUCTIONS, Instruction
from ..deck.item import changed_item
from ..deck.model import Deck, Move, Store
from ..outputs import DRIVE, POWER
from ..results.result import Result
from .velocities import velocities

_SWAPPED = {"least": "most", "most": "least"}


@dataclass(frozen=True)
class Reading:
    """The question under it, of another deck where one is needed; `unsigned` has the sign of the right answer."""

    text: str
    judgement: Judgement
    deck: Deck | None = None
    unsigned: bool = False


def readings(result: Result, judgement: Judgement) -> Iterator[Reading]:
    deck, program = result.deck, judgement.program
    words = {name for name, _ in program}
    if "at" in words:
        yield Reading("row before", _at_rows(judgement, (("number", 1.0), ("subtract", 2))))
        yield Reading("row behind", _at_rows(judgement, (("number", 1.0), ("add", 2))))
        for text, row in (("first row", 1), ("last row", len(result))):
            yield Reading(text, _at_row(judgement, row))
        yield from _degrees_as_radians(result, judgement)
    for name in words & _SWAPPED.keys():
        swapped = tuple((_SWAPPED[one] if one == name else one, operand) for one, operand in program)
        yield Reading(f"{_SWAPPED[name]} in place of {name}", replace(judgement, program=swapped))
    asked = [operand for name, operand in program if name in REDUCTIONS or name == "largest"]
    if any(result.store(buffer).word == DRIVE.word for buffer in asked):
        stores = tuple(_power(store) if store.buffer in asked else store for store in deck.stores)
        yield Reading("power in place of moment or force", judgement, replace(deck, stores=stores))
    for text, stores, unsigned in velocities(deck):
        yield Reading(text, judgement, replace(deck, stores=stores), unsigned)


def _power(store: Store) -> Store:
    return changed_item(store, {"word": POWER.word}) if store.word == DRIVE.word else store


def _at_rows(judgement: Judgement, then: Sequence[Instruction]) -> Judgement:
    """Every position that is asked for, changed: in all terms alike, as a student would read them off one row."""
    found: list[Instruction] = []
    for name, operand in judgement.program:
        found += [*then, (name, operand)] if name == "at" else [(name, operand)]
    return replace(judgement, program=tuple(found))


def _at_row(judgement: Judgement, row: int) -> Judgement:
    return _at_rows(judgement, (("number", 0.0), ("multiply", 2), ("number", float(row)), ("add", 2)))


# ---- degrees as radians


def _degrees_as_radians(result: Result, judgement: Judgement) -> Iterator[Reading]:
    """60 degrees read as 60 rad: the same motion, at this angle of the only input."""
    deck = result.deck
    rows = {
        operand
        for (_, operand), (name, _) in zip(judgement.program, judgement.program[1:], strict=False)
        if name == "at"
    }
    row = rows.pop() if len(rows) == 1 else 0.0
    if deck.inputs != 1 or row != int(row) or not 1 <= row <= len(result) or not _is_direction(deck):
        return
    begin, here = float(result.positions.inputs[0][0]), float(result.positions.inputs[0][int(row) - 1])
    way = _steady_way(deck, (degrees(here) - begin) % (2.0 * pi))
    if way is None:
        return
    yield Reading("degrees taken as radians", _at_row(judgement, way.steps + 1), replace(deck, moves=(way,)))


def _is_direction(deck: Deck) -> bool:
    """Whether the input is the direction of a link, counted from the x-axis."""
    terms = [form for form in deck.forms if form.parameter == deck.prescribed]
    kinds = {element.number: deck.kinds[element.kind] for element in deck.elements}
    return len(terms) == 1 and terms[0].factor == 1.0 and not kinds[terms[0].element].is_length(terms[0].form)


def _steady_way(deck: Deck, upto: float) -> Move | None:
    """One move over this change of the input (a turn less it, backwards), as fast as those of the deck; None where
    its speed is not the same everywhere."""
    first = deck.moves[0]
    if any(move.word != first.word for move in deck.moves) or first.word not in ("tstepe", "stepe"):
        return None
    changes = [move.values[0] * (move.time if move.word == "tstepe" else 1.0) for move in deck.moves]
    total, steps = sum(changes), sum(move.steps for move in deck.moves)
    if not total or any(copysign(1.0, change) != copysign(1.0, total) for change in changes):
        return None
    change = upto if total > 0 else upto - 2.0 * pi
    rows = max(1, ceil(abs(change / total) * steps))
    if first.word == "stepe":
        return changed_item(first, {"steps": rows, "values": (change,), "open": ()})
    if any(move.values[0] != first.values[0] or move.values[1] for move in deck.moves):
        return None
    return changed_item(first, {"steps": rows, "time": change / first.values[0], "open": ()})
