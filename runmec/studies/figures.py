"""Figures of merit of a motion, and their derivatives to whatever its histories are differentiated to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck
from ..deck.study import Figure, Path
from .curve import Stencil
from .duals import Dual, evaluate
from .places import nearest_places, places_of_changes

Floats = NDArray[Any]


@dataclass(frozen=True)
class Histories:
    """What figures are made of: time, input 1 and buffers (rows,), and the derivatives (names, rows) of all of them.

    `ends` are the rows at which moves end, the start row first.
    """

    time: Floats
    input: Floats
    buffers: Mapping[int, Floats]
    ends: Sequence[int]
    names: int = 0
    time_by: Floats | None = None
    input_by: Floats | None = None
    buffers_by: Mapping[int, Floats] | None = None

    def buffer(self, number: int) -> Dual:
        return Dual(self.buffers[number], self._by(None if self.buffers_by is None else self.buffers_by[number]))

    def clock(self) -> Dual:
        return Dual(self.time, self._by(self.time_by))

    def first_input(self) -> Dual:
        return Dual(self.input, self._by(self.input_by))

    def _by(self, found: Floats | None) -> Floats:
        return np.zeros((self.names, len(self.time))) if found is None else found


def ends_of(deck: Deck, rows: int) -> list[int]:
    """The rows at which moves end, as far as they were reached."""
    found = [0]
    for move in deck.moves:
        found.append(min(found[-1] + move.steps, rows - 1))
    return sorted(set(found)) if len(found) > 1 else [0, max(rows - 1, 0)]


def figures(deck: Deck, motion: Histories, defined: Mapping[str, Dual] | None = None) -> list[Dual]:
    """All figures of the deck in its order; `defined` are the derivatives of the names of DEFINE."""
    if defined is None:
        defined = {d.name: Dual(d.value, np.zeros(motion.names)) for d in deck.defines}
    return [figure(one, motion, defined) for one in deck.figures]


def figure(item: Figure | Path, motion: Histories, defined: Mapping[str, Dual]) -> Dual:
    with np.errstate(all="ignore"):
        if isinstance(item, Path):
            return _path(item, motion)
        program = item.expression.open or item.expression.program
        return evaluate(program, lambda name, buffer, at: reduced(name, buffer, at, motion), defined, motion.names)


def reduced(name: str, buffer: int, at: Dual | None, motion: Histories) -> Dual:
    history = motion.buffer(buffer)
    if at is not None:
        position = at.value
        if not (position == int(position) and 1 <= position <= len(motion.time)):
            return Dual(np.nan, np.full(motion.names, np.nan))
        return history.row(int(position) - 1)
    return REDUCTIONS[name](history, motion)


def _least(b: Dual, motion: Histories) -> Dual:
    return b.row(int(np.argmin(b.value)))


def _most(b: Dual, motion: Histories) -> Dual:
    return b.row(int(np.argmax(b.value)))


def _peak(b: Dual, motion: Histories) -> Dual:
    top = b.row(int(np.argmax(np.abs(b.value))))
    return Dual(abs(top.value), -top.by if top.value < 0 else top.by)


def _mean(b: Dual, motion: Histories) -> Dual:
    """∫b dt / T by the trapezoidal rule; over rows where time stands still."""
    rows = len(b.value)
    if rows == 1:
        return b.row(0)
    t = motion.clock()
    if not t.value[-1] > t.value[0]:
        t = Dual(np.arange(float(rows)), np.zeros_like(b.by))
    step, rise = np.diff(t.value), np.diff(t.by, axis=-1)
    middle = 0.5 * (b.value[1:] + b.value[:-1])
    middle_by = 0.5 * (b.by[:, 1:] + b.by[:, :-1])
    T, T_by = t.value[-1] - t.value[0], t.by[:, -1] - t.by[:, 0]
    mean = float(np.sum(step * middle) / T)
    return Dual(mean, (np.sum(rise * middle + step * middle_by, axis=-1) - mean * T_by) / T)


def _rms(b: Dual, motion: Histories) -> Dual:
    square = _mean(Dual(b.value * b.value, 2.0 * b.value * b.by), motion)
    root = float(np.sqrt(square.value))
    return Dual(root, square.by / (2.0 * root) if root else np.zeros(motion.names))


REDUCTIONS: dict[str, Callable[[Dual, Histories], Dual]] = {
    "least": _least,
    "most": _most,
    "peak": _peak,
    "span": lambda b, motion: _most(b, motion) - _least(b, motion),
    "mean": _mean,
    "rms": _rms,
    "first": lambda b, motion: b.row(0),
    "last": lambda b, motion: b.row(-1),
}


def _path(item: Path, motion: Histories) -> Dual:
    """Σ|curve − point|². Nearest places do not move the sum to first order; timed ones follow the input."""
    x, y = motion.buffer(item.x), motion.buffer(item.y)
    targets = np.array(item.targets)
    points = targets[:, -2:]
    if item.is_timed:
        clock = motion.first_input()
        places = places_of_changes(clock.value, targets[:, 0], motion.ends)
    else:
        places = nearest_places(x.value, y.value, points, motion.ends)
    if not np.all(np.isfinite(places)):
        return Dual(np.nan, np.full(motion.names, np.nan))
    stencil = Stencil(places, motion.ends)
    both, both_by = np.stack([x.value, y.value]), np.stack([x.by, y.by])  # (2, rows), (2, names, rows)
    away = stencil.value(both) - points.T
    by = stencil.value(both_by)
    if item.is_timed:
        late = stencil.value(clock.by) - clock.by[:, :1]
        rate = stencil.slope(clock.value)
        moved = -late / np.where(rate != 0, rate, 1.0)  # of the place, in rows
        by = by + stencil.slope(both)[:, None, :] * moved
    return Dual(float(np.sum(away * away)), 2.0 * np.sum(away[:, None, :] * by, axis=(0, 2)))
