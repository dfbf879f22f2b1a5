"""A point of the drawing is dragged: which numbers of the text change, and by how much.

At any position of the cycle. What a number does to the point there is found by trying (the mechanism itself is asked),
so every element, gear, composed parameter and expression is treated alike. The start follows from it: the numbers of a
deck are those of the start, and the movement from there to the position is the deck's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, Any, TypeAlias

from ..deck.model import CoordinateLine, Deck, Move, Para
from ..deck.opened import copied
from ..diagnostics import DeckError, Diagnostic, RunmecError
from .knobs import knobs_at, turned
from .numbers import WrittenNumber
from .places import applied
from .reading import draft

if TYPE_CHECKING:
    from ..motion.session import Session

#: of the point that is dragged: along x and y
Way: TypeAlias = tuple[float, float]

_TRIAL = 1e-5  # of the size of the mechanism, or of a radian
_PARALLEL = 0.1  # sine of the angle between what two numbers do, below which one of them is enough
_FELT = 1e-9  # effect on the point, beside that on everything, below which a number does not move it
_SINGULAR = 1e-9  # sine of the same angle, below which there is one direction only
_TRIES = 8
_PARTS = (1.0, 0.3, 0.05)  # of a way that is tried where it cannot be gone whole; a refusal takes long to find
_JUMP = 12.0  # a point that moves so much further than the one that is dragged has changed its branch


@dataclass(frozen=True)
class Dragged:
    text: str
    x: list[float] | None = None  # co-ordinates at the position, as the new text gives them
    limit: str = ""  # why the point did not follow all the way
    choose: tuple[str, ...] = ()  # names of which the user must take one
    knobs: tuple[tuple[int, int], ...] = ()  # lines and columns of the numbers that were changed
    deck: Deck | None = None  # with these numbers, before they were rounded for the text


class CannotDrag(RunmecError):
    """The text says why."""


@dataclass
class _Grip:
    """One gesture: the numbers that it turns, and what they do. Kept between the moves of the pointer."""

    deck: Deck
    session: Session  # in which its variants move
    numbers: list[tuple[str, WrittenNumber]]
    effects: list[Way]  # of every number
    own: list[int]  # indices of the point
    lengths: list[int]  # of all points
    size: float
    values: list[float]  # reached last
    reached: list[float]  # where everything is then

    def missing(self, wanted: Way) -> Way:
        x, y = (self.reached[at] for at in self.own)
        return wanted[0] - x, wanted[1] - y


def drag(
    text: str,
    point: tuple[int, int],
    target: tuple[float, float],
    change: Sequence[float] = (),
    finest: float = 0.0,
    only: str = "",
) -> Dragged:
    """The deck in which a point (deck numbers of x and y) is at `target` when the inputs have changed by `change`.

    `finest` is a length that is worth a digit; `only` the name of DEFINE to take where there are several, or
    any other word to take none of them.
    """
    grip = _grip(text, point, tuple(change), only)
    if isinstance(grip, tuple):
        return Dragged(text, choose=grip)
    limit = _follow(grip, change, target, max(finest, 1e-6 * grip.size) / 5)
    found = draft(text)
    edits = [
        turned(found, number, value, finest)
        for (_, number), value in zip(grip.numbers, grip.values, strict=True)
        if abs(value - number.value) > 1e-12 * max(1.0, abs(number.value))
    ]
    new = applied(text, edits)
    return Dragged(
        new,
        grip.reached,
        limit,
        knobs=tuple((n.span.line, n.span.column) for _, n in grip.numbers),
        deck=_varied(grip.deck, grip.numbers, grip.values),
    )


def placed(text: str, point: str, target: tuple[float, float], finest: float = 0.0) -> str:
    """The deck with other co-ordinates of a point: for a sketch, which cannot be calculated yet."""
    found = draft(text)
    numbers = found.deck.names.coordinates_of(point)
    edits = []
    for number, value in zip(numbers or (), target, strict=False):
        item = next(c for c in (*found.deck.fixed, *found.deck.moving) if c.number == number)
        own = knobs_at(found, item.places[2]).get("")  # not a name, which others may use
        if own is not None:
            edits.append(turned(found, own, value, finest))
    return applied(text, edits)


@lru_cache(maxsize=4)
def _grip(text: str, point: tuple[int, int], change: tuple[float, ...], only: str) -> _Grip | tuple[str, ...]:
    from ..motion.session import Session

    found = draft(text)
    if not found.is_sound:
        raise CannotDrag("the deck has faults: mend them first")
    deck = found.deck
    numbers, choose = _candidates(text, deck, point, only)
    if choose:
        return choose
    if not numbers:
        raise CannotDrag("nothing in the deck gives the place of this point: its element has no length of its own")
    session = Session(deck)
    x = _position(session, deck, change)
    index, size = session.mechanism.index, session.mechanism.size
    lengths = _lengths(deck, index)
    i, j = index[point[0]], index[point[1]]
    columns, felt = [], []
    for name, number in numbers:
        step = _TRIAL * max(size, abs(number.value))
        try:
            moved = _position(session, _varied(deck, [(name, number)], [number.value + step]), change)
        except RunmecError:
            moved = x
        effect = [(there - here) / step for there, here in zip(moved, x, strict=True)]
        columns.append((effect[i], effect[j]))
        whole = hypot(*(effect[at] for at in lengths))
        felt.append(hypot(effect[i], effect[j]) / whole if whole > _FELT else 0.0)
    chosen = _choice(columns, felt)
    if not chosen:
        raise CannotDrag("no number of the links at this point moves it here")
    effects = [columns[k] for k in chosen]
    kept = [numbers[k] for k in chosen]
    return _Grip(deck, session, kept, effects, [i, j], lengths, size, [number.value for _, number in kept], x)


def _choice(columns: list[Way], felt: list[float]) -> list[int]:
    """One number or two: those first that move little else, and no second one that does what the first does."""
    chosen: list[int] = []
    for k in sorted(range(len(felt)), key=lambda k: -round(felt[k], 6)):
        a = columns[k]
        if felt[k] < 1e-6 or len(chosen) == 2:
            break
        if chosen:
            b = columns[chosen[0]]
            if abs(_across(a, b)) < _PARALLEL * hypot(*a) * hypot(*b):
                continue
        chosen.append(k)
    return chosen


def _candidates(
    text: str, deck: Deck, point: tuple[int, int], only: str
) -> tuple[list[tuple[str, WrittenNumber]], tuple[str, ...]]:
    """Numbers that may place the point: of its own fixed co-ordinates; else of the links that it belongs to."""
    places = []
    held = [c for c in deck.fixed if c.number in point]
    free = [c for c in deck.moving if c.number in point]
    if free:
        places += _of_links(deck, point, free)
    places += [c.places[2] for c in held]
    found = draft(text)
    numbers: dict[tuple[int, int], tuple[str, WrittenNumber]] = {}
    choose: dict[str, None] = {}
    for place in dict.fromkeys(places):
        behind = knobs_at(found, place)
        if len(behind) > 1:
            choose |= dict.fromkeys(behind)
            behind = {name: number for name, number in behind.items() if name == only}
        for name, number in behind.items():
            numbers[number.span.line, number.span.column] = (name, number)
    return list(numbers.values()), tuple(choose) if not only else ()


def _of_links(deck: Deck, point: tuple[int, int], free: list[CoordinateLine]) -> list[Any]:
    """Places of the values of what is prescribed in the elements at a point; of the estimate where they have none."""
    at_point = {e.number for e in deck.elements if set(point) & set(e.coordinates)}
    prescribed = {f.parameter for f in deck.forms if f.element in at_point and f.parameter > 0}
    given = {para.parameter: para for para in deck.paras}
    places = [given[p].places[2] for p in sorted(prescribed) if p in given]
    if prescribed - set(given):
        places += [c.places[2] for c in free]
    return places


def _position(session: Session, deck: Deck, change: Sequence[float]) -> list[float]:
    """Where everything is in a variant when the inputs have changed so much since the start; raises RunmecError."""
    from ..calculate import CalculationError, moved
    from ..messages import diagnostic

    steps: tuple[Move, ...] = ()
    if any(change):
        steps = (Move("stepe", 1, 0.0, tuple(change)),)
    session.take(copied(deck, {"moves": steps}))
    positions, failure = moved(session)
    if failure is not None or len(positions) < 1 + len(steps):
        raise CalculationError(failure or diagnostic("R402", "the position is not reached", None))
    return [history[-1] for history in positions.places]


def _lengths(deck: Deck, index: dict[int, int]) -> list[int]:
    """Indices of the co-ordinates of points."""
    found: dict[int, None] = {}
    for element in deck.elements:
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True):
            if name[0] in "xyz":
                found[index[number]] = None
    return list(found)


def _varied(deck: Deck, numbers: Sequence[tuple[str, WrittenNumber]], values: Sequence[float]) -> Deck:
    """The deck with other values of these numbers; nothing is read anew."""
    named = {name: value for (name, _), value in zip(numbers, values, strict=True) if name}
    deck = deck.with_values(**named) if named else deck
    plain = {number.span: value for (name, number), value in zip(numbers, values, strict=True) if not name}
    if not plain:
        return deck
    lists = {"paras": deck.paras, "fixed": deck.fixed, "moving": deck.moving}
    return copied(deck, {name: tuple(_with(item, plain) for item in items) for name, items in lists.items()})


def _with(item: Any, values: dict[Any, float]) -> Any:
    assert isinstance(item, Para | CoordinateLine)
    return replace(item, value=values[item.places[2]]) if item.places[2] in values else item


def _follow(grip: _Grip, change: Sequence[float], wanted: Way, near: float) -> str:
    """Turns the numbers until the point is where it is wanted, or as far as it goes; says why it goes no further."""
    limit = ""
    for _ in range(_TRIES):
        missing = grip.missing(wanted)
        turn = _turn(grip.effects, missing)
        if hypot(*_moved(grip.effects, turn)) <= near:
            break
        for part in _PARTS:
            step = [part * one for one in turn]
            values = [value + one for value, one in zip(grip.values, step, strict=True)]
            try:
                x = _position(grip.session, _varied(grip.deck, grip.numbers, values), change)
            except RunmecError as fault:
                limit = _reason(fault)
                continue
            if _jumped(grip, x, part * hypot(*missing)):
                limit = "the mechanism would change to its other branch"
                continue
            _learn(grip, step, x)
            grip.values, grip.reached = values, x
            break
        else:
            return limit
        if part < 1.0:
            return limit
        limit = ""
    return limit


def _across(a: Way, b: Way) -> float:
    return a[0] * b[1] - a[1] * b[0]


def _moved(effects: Sequence[Way], turn: Sequence[float]) -> Way:
    """What a change of the numbers does."""
    x, y = (sum(effect[axis] * one for effect, one in zip(effects, turn, strict=True)) for axis in (0, 1))
    return x, y


def _turn(effects: Sequence[Way], missing: Way) -> list[float]:
    """The change of the numbers that brings the point there, or next to it; of two that do the same the stronger."""
    squares = [x * x + y * y for x, y in effects]
    if len(effects) == 2:
        a, b = effects
        across = _across(a, b)
        if abs(across) > _SINGULAR * (squares[0] * squares[1]) ** 0.5:
            return [_across(missing, b) / across, _across(a, missing) / across]
    k = squares.index(max(squares))
    found = [0.0] * len(effects)
    if squares[k] > 0.0:
        found[k] = (effects[k][0] * missing[0] + effects[k][1] * missing[1]) / squares[k]
    return found


def _learn(grip: _Grip, step: Sequence[float], x: Sequence[float]) -> None:
    """What the numbers did teaches what they do."""
    size = sum(one * one for one in step)
    if not size > 0.0:
        return
    way = _moved(grip.effects, step)
    more = [x[at] - grip.reached[at] - expected for at, expected in zip(grip.own, way, strict=True)]
    grip.effects = [
        (a + more[0] * one / size, b + more[1] * one / size) for (a, b), one in zip(grip.effects, step, strict=True)
    ]


def _jumped(grip: _Grip, x: Sequence[float], way: float) -> bool:
    apart = max(abs(x[at] - grip.reached[at]) for at in grip.lengths)
    return apart > _JUMP * way + 0.02 * grip.size


def _reason(fault: RunmecError) -> str:
    """What stops it, in a line."""
    told: Diagnostic | None = getattr(fault, "diagnostic", None)
    if isinstance(fault, DeckError):
        told = next(one for one in fault.diagnostics if one.level == "error")
    if told is None:
        return str(fault)
    return f"{told.message}: {told.label}" if told.label else told.message
