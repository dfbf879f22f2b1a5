"""A point of the drawing is dragged: which numbers of the text change, and by how much.

At any position of the cycle. What a number does to the point there is found by trying (the mechanism itself is asked),
so every element, gear, composed parameter and expression is treated alike. The start follows from it: the numbers of a
deck are those of the start, and the movement from there to the position is the deck's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..deck.model import Coordinate, Deck, Move, Para
from ..diagnostics import DeckError, Diagnostic, RunmecError
from .knobs import knobs_at, turned
from .numbers import Number
from .places import applied
from .reading import draft

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_TRIAL = 1e-5  # of the size of the mechanism, or of a radian
_PARALLEL = 0.1  # sine of the angle between what two numbers do, below which one of them is enough
_FELT = 1e-9  # effect on the point, beside that on everything, below which a number does not move it
_TRIES = 8
_PARTS = (1.0, 0.3, 0.05)  # of a way that is tried where it cannot be gone whole; a refusal takes long to find
_JUMP = 12.0  # a point that moves so much further than the one that is dragged has changed its branch


@dataclass(frozen=True)
class Dragged:
    text: str
    x: Floats | None = None  # co-ordinates at the position, as the new text gives them
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
    numbers: list[tuple[str, Number]]
    effects: Floats  # (2, numbers)
    own: list[int]  # indices of the point
    lengths: list[int]  # of all points
    size: float
    values: list[float]  # reached last
    reached: Floats  # where everything is then


def drag(
    text: str, point: tuple[int, int], target: tuple[float, float], change: Sequence[float] = (), finest: float = 0.0,
    only: str = "",
) -> Dragged:  # fmt: skip
    """The deck in which a point (deck numbers of x and y) is at `target` when the inputs have changed by `change`.

    `finest` is a length that is worth a digit; `only` the name of DEFINE to take where there are several, or
    any other word to take none of them.
    """
    import numpy as np

    grip = _grip(text, point, tuple(change), only)
    if isinstance(grip, tuple):
        return Dragged(text, choose=grip)
    wanted = np.array(target, dtype=float)
    limit = _follow(grip, change, wanted, max(finest, 1e-6 * grip.size) / 5)
    found = draft(text)
    edits = [turned(found, number, value, finest)
             for (_, number), value in zip(grip.numbers, grip.values, strict=True)
             if abs(value - number.value) > 1e-12 * max(1.0, abs(number.value))]  # fmt: skip
    new = applied(text, edits)
    return Dragged(new, grip.reached, limit, knobs=tuple((n.span.line, n.span.column) for _, n in grip.numbers),
                   deck=_varied(grip.deck, grip.numbers, grip.values))  # fmt: skip


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
    import numpy as np

    found = draft(text)
    if not found.is_sound:
        raise CannotDrag("the deck has faults: mend them first")
    deck = found.deck
    numbers, choose = _candidates(text, deck, point, only)
    if choose:
        return choose
    if not numbers:
        raise CannotDrag("nothing in the deck gives the place of this point: its element has no length of its own")
    x, index, size = position(deck, change)
    lengths = _lengths(deck, index)
    i, j = index[point[0]], index[point[1]]
    columns, felt = [], []
    for name, number in numbers:
        step = _TRIAL * max(size, abs(number.value))
        try:
            moved, _, _ = position(_varied(deck, [(name, number)], [number.value + step]), change)
        except RunmecError:
            moved = x
        effect = (moved - x) / step
        columns.append(effect[[i, j]])
        whole = float(np.linalg.norm(effect[lengths]))
        felt.append(float(np.linalg.norm(effect[[i, j]])) / whole if whole > _FELT else 0.0)
    chosen = _choice(columns, felt)
    if not chosen:
        raise CannotDrag("no number of the links at this point moves it here")
    effects = np.array([columns[k] for k in chosen]).T
    kept = [numbers[k] for k in chosen]
    return _Grip(deck, kept, effects, [i, j], lengths, size, [number.value for _, number in kept], x)


def _choice(columns: list[Floats], felt: list[float]) -> list[int]:
    """One number or two: those first that move little else, and no second one that does what the first does."""
    chosen: list[int] = []
    for k in sorted(range(len(felt)), key=lambda k: -round(felt[k], 6)):
        a = columns[k]
        if felt[k] < 1e-6 or len(chosen) == 2:
            break
        if chosen:
            b = columns[chosen[0]]
            across = abs(a[0] * b[1] - a[1] * b[0])
            if across < _PARALLEL * float((a @ a) ** 0.5 * (b @ b) ** 0.5):
                continue
        chosen.append(k)
    return chosen


def _candidates(
    text: str, deck: Deck, point: tuple[int, int], only: str
) -> tuple[list[tuple[str, Number]], tuple[str, ...]]:  # fmt: skip
    """Numbers that may place the point: of its own fixed co-ordinates; else of the links that it belongs to."""
    places = []
    held = [c for c in deck.fixed if c.number in point]
    free = [c for c in deck.moving if c.number in point]
    if free:
        places += _of_links(deck, point, free)
    places += [c.places[2] for c in held]
    found = draft(text)
    numbers: dict[tuple[int, int], tuple[str, Number]] = {}
    choose: dict[str, None] = {}
    for place in dict.fromkeys(places):
        behind = knobs_at(found, place)
        if len(behind) > 1:
            choose |= dict.fromkeys(behind)
            behind = {name: number for name, number in behind.items() if name == only}
        for name, number in behind.items():
            numbers[number.span.line, number.span.column] = (name, number)
    return list(numbers.values()), tuple(choose) if not only else ()


def _of_links(deck: Deck, point: tuple[int, int], free: list[Coordinate]) -> list[Any]:
    """Places of the values of what is prescribed in the elements at a point; of the estimate where they have none."""
    at_point = {e.number for e in deck.elements if set(point) & set(e.coordinates)}
    prescribed = {f.parameter for f in deck.forms if f.element in at_point and f.parameter > 0}
    given = {para.parameter: para for para in deck.paras}
    places = [given[p].places[2] for p in sorted(prescribed) if p in given]
    if prescribed - set(given):
        places += [c.places[2] for c in free]
    return places


def position(deck: Deck, change: Sequence[float]) -> tuple[Floats, dict[int, int], float]:
    """Where everything is when the inputs have changed so much since the start; raises RunmecError."""
    from ..calculate import CalculationError, moved
    from ..messages import diagnostic

    steps: tuple[Move, ...] = ()
    if any(change):
        steps = (Move("stepe", 1, 0.0, tuple(change)),)
    mech, positions, failure = moved(replace(deck, moves=steps))
    if failure is not None or len(positions) < 1 + len(steps):
        raise CalculationError(failure or diagnostic("R402", "the position is not reached", None))
    return positions.x[:, -1], mech.index, mech.size


def _lengths(deck: Deck, index: dict[int, int]) -> list[int]:
    """Indices of the co-ordinates of points."""
    found: dict[int, None] = {}
    for element in deck.elements:
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True):
            if name[0] in "xyz":
                found[index[number]] = None
    return list(found)


def _varied(deck: Deck, numbers: Sequence[tuple[str, Number]], values: Sequence[float]) -> Deck:
    """The deck with other values of these numbers; nothing is read anew."""
    named = {name: value for (name, _), value in zip(numbers, values, strict=True) if name}
    deck = deck.with_values(**named) if named else deck
    plain = {number.span: value for (name, number), value in zip(numbers, values, strict=True) if not name}
    if not plain:
        return deck
    return replace(deck, paras=tuple(_with(item, plain) for item in deck.paras),
                   fixed=tuple(_with(item, plain) for item in deck.fixed),
                   moving=tuple(_with(item, plain) for item in deck.moving))  # fmt: skip


def _with(item: Any, values: dict[Any, float]) -> Any:
    assert isinstance(item, Para | Coordinate)
    return replace(item, value=values[item.places[2]]) if item.places[2] in values else item


def _follow(grip: _Grip, change: Sequence[float], wanted: Floats, near: float) -> str:
    """Turns the numbers until the point is where it is wanted, or as far as it goes; says why it goes no further."""
    import numpy as np

    inverse = np.linalg.pinv(grip.effects)
    limit = ""
    for _ in range(_TRIES):
        missing = wanted - grip.reached[grip.own]
        turn = inverse @ missing
        if np.linalg.norm(grip.effects @ turn) <= near:
            break
        for part in _PARTS:
            values = [value + part * float(step) for value, step in zip(grip.values, turn, strict=True)]
            try:
                x, _, _ = position(_varied(grip.deck, grip.numbers, values), change)
            except RunmecError as fault:
                limit = _reason(fault)
                continue
            if _jumped(grip, x, part * float(np.linalg.norm(missing))):
                limit = "the mechanism would change to its other branch"
                continue
            way, seen = part * (grip.effects @ turn), x[grip.own] - grip.reached[grip.own]
            step = part * turn
            if step @ step > 0:  # what the numbers did teaches what they do
                grip.effects = grip.effects + np.outer(seen - way, step) / float(step @ step)
                inverse = np.linalg.pinv(grip.effects)
            grip.values, grip.reached = values, x
            break
        else:
            return limit
        if part < 1.0:
            return limit
        limit = ""
    return limit


def _jumped(grip: _Grip, x: Floats, way: float) -> bool:
    import numpy as np

    apart = np.abs(x[grip.lengths] - grip.reached[grip.lengths])
    return bool(np.max(apart) > _JUMP * way + 0.02 * grip.size)


def _reason(fault: RunmecError) -> str:
    """What stops it, in a line."""
    told: Diagnostic | None = getattr(fault, "diagnostic", None)
    if isinstance(fault, DeckError):
        told = next(one for one in fault.diagnostics if one.level == "error")
    if told is None:
        return str(fault)
    return f"{told.message}: {told.label}" if told.label else told.message
