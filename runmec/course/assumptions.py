"""Wrong assumptions that every class makes: a deck under each of them, and what it says.

An assumption changes lines of DYNAMICS, lengths, the pace of the motion, or what is read off; what a question gives
under it is calculated, never looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import pi

from ..deck.expression import Expression
from ..deck.item import changed_item
from ..deck.model import Deck, Dynamic, Move
from ..dynamics import BODY, FORCE, GRAVITY, INERTIA, SOLID, UNIFORM
from ..dynamics.gravity import field
from ..elements import CHORD

Change = Callable[[Deck], Deck | None]
_SLOW = 1e5  # times as slow: forces of inertia are 1e10 times as small
_RPM = pi / 30.0
WEIGHT_ALONE = "weight, but no mass force"


@dataclass(frozen=True)
class Assumption:
    """`change` makes the deck of it; `factor` multiplies the answer."""

    text: str
    change: Change | None = None
    factor: float = 1.0


def assumptions(deck: Deck) -> Iterator[Assumption]:
    """All that can be made of a deck, but for its own mistakes."""
    yield from _of_weight(deck)
    yield from _of_masses(deck)
    yield from _of_lengths(deck)
    yield from _of_pace(deck)
    yield Assumption("wrong sign, or the reaction in place of the action", factor=-1.0)
    yield Assumption("a factor of 1000", factor=1000.0)
    yield Assumption("a factor of 1/1000", factor=1e-3)
    yield Assumption("g was multiplied by once more", factor=9.81)
    yield Assumption("g was divided by", factor=1 / 9.81)


# ---- weight


def _of_weight(deck: Deck) -> Iterator[Assumption]:
    if deck.of(GRAVITY):
        yield Assumption("no weight", lambda d: _without(d, d.of(GRAVITY)))
        yield Assumption("weight upwards", lambda d: _with_lines(d, d.of(GRAVITY), _upwards))


def _upwards(line: Dynamic) -> Dynamic:
    return changed_item(line, {"values": (-float(line.numbers[0]), *line.values[1:]), "open": ()})


# ---- masses


def _of_masses(deck: Deck) -> Iterator[Assumption]:
    masses = _masses(deck)
    if masses:
        yield Assumption("no inertia at all", partial(_slowed, _SLOW))
    for at, lines in enumerate(masses):
        name = _called(deck, lines)
        yield Assumption(f"{name} without mass", partial(_without_mass, at))
        if not deck.is_spatial and deck.of(GRAVITY) and lines[0].word != SOLID.word:
            yield Assumption(f"{name}: {WEIGHT_ALONE}", partial(_weight_alone, at))
        if lines[0].word == BODY.word:
            yield from _of_body(deck, lines[0], at, name)


def _masses(deck: Deck) -> list[list[Dynamic]]:
    """Lines with mass; those that one line of the deck made, of a point, are together."""
    found: dict[object, list[Dynamic]] = {}
    for line in deck.of_all(type(BODY)):
        place = line.at(0)
        found.setdefault((place.line, line.word) if place is not None else id(line), []).append(line)
    return list(found.values())


def _of_body(deck: Deck, line: Dynamic, at: int, name: str) -> Iterator[Assumption]:
    m, u, v, J = line.numbers
    length = _length(deck, line.subject)
    square = m * (u * u + v * v)
    others = [
        (f"{name}: J left out", (m, u, v, 0.0)), (f"{name}: mass centre at its first point", (m, 0.0, 0.0, J)),
        (f"{name}: v left out", (m, u, 0.0, J)), (f"{name}: v to the other side", (m, u, -v, J)),
        (f"{name}: J + mρ² in place of J", (m, u, v, J + square)), (f"{name}: J − mρ² in place of J", (m, u, v,
                                                                                                       J - square)),
    ]  # fmt: skip
    if length is not None:
        others += [
            (f"{name}: mass centre at its second point", (m, length, 0.0, J)),
            (f"{name}: mass centre in the middle", (m, 0.5 * length, 0.0, J)),
            (f"{name}: u counted from its second point", (m, length - u, v, J)),
        ]
    for text, values in others:
        if values != (m, u, v, J):
            yield Assumption(text, partial(_with_numbers, at, values))


def _called(deck: Deck, lines: list[Dynamic]) -> str:
    line = lines[0]
    if line.word == INERTIA.word:
        point = deck.names.point(*(one.subject for one in lines)) if len(lines) == 2 else ""
        return f"inertia at {point or deck.names.coordinate(line.subject)}"
    return deck.names.element(line.subject) if deck.names.has("element", line.subject) else f"element {line.subject}"


def _length(deck: Deck, element: int) -> float | None:
    parameter = next((form.parameter for form in deck.forms if form.element == element and form.form == CHORD), 0)
    return next((para.value for para in deck.paras if para.parameter == parameter), None)


def _without_mass(at: int, deck: Deck) -> Deck:
    return _without(deck, _masses(deck)[at])


def _with_numbers(at: int, values: tuple[float, ...], deck: Deck) -> Deck:
    return _with_lines(deck, _masses(deck)[at], lambda one: changed_item(one, {"values": values, "open": ()}))


def _weight_alone(at: int, deck: Deck) -> Deck | None:
    """The mass left out, its weight as forces at the points of its element: they are constant."""
    lines = _masses(deck)[at]
    line = lines[0]
    gx, gy, _ = field(deck.of(GRAVITY)[0].numbers)
    without = _without(deck, lines)
    if line.word == INERTIA.word:
        axes = {one.subject: _axis(deck, one.subject) for one in lines}
        forces = {number: line.numbers[0] * (gx, gy)[axis] for number, axis in axes.items() if axis is not None}
        return _with_forces(without, forces)
    element = next(element for element in deck.elements if element.number == line.subject)
    kind, length = deck.kinds[element.kind], _length(deck, line.subject)
    if length is None or kind.plane != ("xP", "yP", "xQ", "yQ"):
        return None
    at_kind = dict(zip(kind.coordinates, element.coordinates, strict=True))
    m, u, v = (line.numbers[0], 0.5 * length, 0.0) if line.word == UNIFORM.word else line.numbers[:3]
    Wx, Wy = m * gx, m * gy
    a, b = u / length, v / length
    Qx, Qy = a * Wx + b * Wy, a * Wy - b * Wx
    return _with_forces(without, {at_kind["xQ"]: Qx, at_kind["yQ"]: Qy, at_kind["xP"]: Wx - Qx, at_kind["yP"]: Wy - Qy})


def _axis(deck: Deck, number: int) -> int | None:
    """0 for an x, 1 for a y, by the elements that have it."""
    for element in deck.elements:
        for name, own in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True):
            if own == number and name[0] in "xy":
                return "xy".index(name[0])
    return None


def _with_forces(deck: Deck, forces: dict[int, float]) -> Deck:
    fixed = {c.number for c in deck.fixed}
    lines = [
        Dynamic(FORCE.word, number, (Expression((("number", force),)),))
        for number, force in forces.items()
        if number not in fixed
    ]
    return replace(deck, dynamics=(*deck.dynamics, *lines))


# ---- lengths


def _of_lengths(deck: Deck) -> Iterator[Assumption]:
    lengths = {form.parameter for form in deck.forms if form.form == CHORD and form.parameter > 0}
    for at, para in enumerate(deck.paras):
        if para.parameter not in lengths:
            continue
        name = deck.names.parameter(para.parameter)
        for word, factor in (("twice", 2.0), ("half", 0.5)):
            yield Assumption(f"{word} {name}", partial(_scaled, at, factor))


def _scaled(at: int, factor: float, deck: Deck) -> Deck:
    paras = list(deck.paras)
    paras[at] = changed_item(paras[at], {"value": factor * paras[at].value, "open": ()})
    return replace(deck, paras=tuple(paras))


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
    if move.word == "tmove" and all(law.name not in ("const", "points", "freepoints") for law in move.laws):
        return changed_item(move, {"time": factor * move.time, "open": ()})
    return move if not move.time else None


# ---- lines


def _without(deck: Deck, lines: list[Dynamic] | tuple[Dynamic, ...]) -> Deck:
    left_out = {id(line) for line in lines}
    return replace(deck, dynamics=tuple(line for line in deck.dynamics if id(line) not in left_out))


def _with_lines(deck: Deck, lines: list[Dynamic] | tuple[Dynamic, ...], change: Callable[[Dynamic], Dynamic]) -> Deck:
    meant = {id(line) for line in lines}
    return replace(deck, dynamics=tuple(change(line) if id(line) in meant else line for line in deck.dynamics))
