"""Wrong assumptions that every class makes: a deck under each of them, and what it says.

An assumption changes lines of DYNAMICS, lengths, the branch or the pace of the motion; what a question gives under it
is calculated, never looked up. What is read off otherwise stands in `readings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import pi

from ..deck.item import changed_item
from ..deck.model import Deck, Dynamic, FormLine, LawLine, Move
from ..dynamics import BODY, GRAVITY
from ..laws import LAWS
from .changes import Assumption, with_lines, without
from .lengths import prescribed_lengths, value_of, with_length
from .masses import of_masses
from .other_branch import other_branches

_SLOW = 1e5  # times as slow: forces of inertia are 1e10 times as small
_RPM = pi / 30.0


def assumptions(deck: Deck) -> Iterator[Assumption]:
    """All that can be made of a deck, but for its own mistakes."""
    yield from _of_weight(deck)
    if deck.of_all(type(BODY)):
        yield Assumption("no inertia at all", partial(_slowed, _SLOW))
    yield from of_masses(deck)
    yield from _of_lengths(deck)
    yield from _of_pace(deck)
    for text, other in other_branches(deck):
        yield Assumption(text, partial(_taken, other))
    yield Assumption("wrong sign, or the reaction in place of the action", factor=-1.0)
    yield Assumption("a factor of 1000", factor=1000.0)
    yield Assumption("a factor of 1/1000", factor=1e-3)
    yield Assumption("g was multiplied by once more", factor=9.81)
    yield Assumption("g was divided by", factor=1 / 9.81)


def _taken(other: Deck, _: Deck) -> Deck:
    return other


# ---- weight


def _of_weight(deck: Deck) -> Iterator[Assumption]:
    if deck.of(GRAVITY):
        yield Assumption("no weight", lambda d: without(d, d.of(GRAVITY)))
        yield Assumption("weight upwards", lambda d: with_lines(d, d.of(GRAVITY), _upwards))


def _upwards(line: Dynamic) -> Dynamic:
    return changed_item(line, {"values": (-float(line.numbers[0]), *line.values[1:]), "open": ()})


# ---- lengths


def _of_lengths(deck: Deck) -> Iterator[Assumption]:
    for form in prescribed_lengths(deck):
        name = deck.names.parameter(form.parameter)
        for word, factor in (("twice", 2.0), ("half", 0.5)):
            yield Assumption(f"{word} {name}", partial(_scaled, form, factor))


def _scaled(form: FormLine, factor: float, deck: Deck) -> Deck:
    value = value_of(deck, form)
    assert value is not None
    return with_length(deck, form, factor * value)


# ---- pace


def _of_pace(deck: Deck) -> Iterator[Assumption]:
    if any(move.time for move in deck.moves):
        yield Assumption("rpm taken as rad/s", partial(_slowed, _RPM))
        yield Assumption("rad/s taken as rpm", partial(_slowed, 1 / _RPM))


def _slowed(factor: float, deck: Deck) -> Deck | None:
    """The same way in another time: velocities and accelerations follow."""
    moves = [_slowed_move(move, factor) for move in deck.moves]
    return None if None in moves else replace(deck, moves=tuple(move for move in moves if move is not None))


def _slowed_move(move: Move, factor: float) -> Move | None:
    if move.word == "tstepe":
        powers = [value / factor ** (1 + at % 2) for at, value in enumerate(move.values)]
        return changed_item(move, {"time": factor * move.time, "values": tuple(powers), "open": ()})
    if move.word == "tmove" and not any(LAWS[law.name].is_spline for law in move.laws):
        laws = tuple(_slowed_law(law, factor) for law in move.laws)
        return changed_item(move, {"time": factor * move.time, "laws": laws, "open": ()})
    return move if not move.time else None


def _slowed_law(law: LawLine, factor: float) -> LawLine:
    """Laws that rise do so in the time of their move; `const` has velocity and acceleration."""
    if LAWS[law.name].rises:
        return law
    values = tuple(value / factor ** (1 + at) for at, value in enumerate(law.values))
    return changed_item(law, {"values": values, "open": ()})
