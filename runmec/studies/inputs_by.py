"""How the motion of the inputs, row by row, changes with numbers of the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck, LawLine, Move
from ..engine.form import SHIFTS, SMALL_SHIFT, WEIGHTS
from ..laws import LAWS
from ..laws.constant import Constant
from .duals import Dual
from .names import Slopes, slopes

Floats = NDArray[Any]


def motion_by(deck: Deck, names: Mapping[str, Dual], start: Floats, rows: int) -> Floats:
    """(names, rows, 3m + 1): values, velocities and accelerations of the inputs, and time; `start` is (names, m)."""
    count, m = start.shape
    found = np.zeros((count, rows, 3 * m + 1))
    found[:, :, :m] = start[:, None, :]
    begin, clock, row = start.copy(), np.zeros(count), 0
    for move in deck.moves:
        own = _Moving(move, slopes(move, names, count), count)
        last = min(row + move.steps, rows - 1)
        times = np.arange(0, move.steps + 1) / move.steps
        for i in range(m):
            s, v, a = own.input(i, names, times)
            here = slice(row, last + 1) if row == 0 else slice(row + 1, last + 1)
            taken = slice(0, last - row + 1) if row == 0 else slice(1, last - row + 1)
            found[:, here, i] = begin[:, i, None] + s[:, taken]
            if move.time > 0:
                found[:, here, m + i] = v[:, taken]
                found[:, here, 2 * m + i] = a[:, taken]
            begin[:, i] += s[:, -1]
        found[:, row + 1 : last + 1, -1] = clock[:, None] + own.time_by[:, None] * times[1 : last - row + 1]
        clock = clock + own.time_by
        row = last
        if row == rows - 1:
            break
    return found


class _Moving:
    """One move: its values and how they change."""

    def __init__(self, move: Move, own: Slopes, count: int) -> None:
        self.move, self.own, self.count = move, own, count
        self.time_by = own.get(("time", -1), np.zeros(count))

    def value_by(self, at: int) -> Floats:
        return self.own.get(("values", at), np.zeros(self.count))

    def input(self, i: int, names: Mapping[str, Dual], u: Floats) -> tuple[Floats, Floats, Floats]:
        """Derivatives (names, rows) of change, velocity and acceleration at the parts u of the move."""
        move = self.move
        if move.word == "stepe":
            return self._steady(move.values[i], 0.0, self.value_by(i), np.zeros(self.count), 1.0, u)
        if move.word == "tstepe":
            v, a = move.values[2 * i], move.values[2 * i + 1]
            return self._steady(v, a, self.value_by(2 * i), self.value_by(2 * i + 1), move.time, u)
        law = next((law for law in move.laws if law.input == i + 1), None)
        if law is None:
            nothing = np.zeros((self.count, len(u)))
            return nothing, nothing, nothing
        own = slopes(law, names, self.count)
        by = [own.get(("values", at), np.zeros(self.count)) for at in range(len(law.values))]
        if isinstance(LAWS[law.name].make(law.values, move.time), Constant):
            return self._steady(law.values[0], law.values[1], by[0], by[1], move.time, u)
        return self._of_law(law, np.array(by), u)

    def _steady(
        self, v: float, a: float, v_by: Floats, a_by: Floats, T: float, u: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """s = v t + ½a t²; the times of rows stretch with T."""
        t, t_by = u * T, self.time_by[:, None] * u
        s = v_by[:, None] * t + 0.5 * a_by[:, None] * t * t + (v + a * t) * t_by
        speed = v_by[:, None] + a_by[:, None] * t + a * t_by
        return s, speed, np.repeat(a_by[:, None], len(u), axis=1)

    def _of_law(self, law: LawLine, by: Floats, u: Floats) -> tuple[Floats, Floats, Floats]:
        """At the same part of the move a rise is linear in h, and speed and acceleration go with 1/T and 1/T².

        What else a law takes (fractions, points) is differentiated by differences of fourth order of the law alone.
        """
        T = self.move.time
        _, v, a = _rows(law, law.values, T, u)
        if not LAWS[law.name].rises:
            found = [np.zeros((self.count, len(u))) for _ in range(3)]
            for name in range(self.count):
                parts = _differences(law, by[:, name], T, float(self.time_by[name]), u)
                for total, part in zip(found, parts, strict=True):
                    total[name] = part
            return found[0], found[1], found[2]
        h = law.values[0]
        unit = _rows(law, (1.0, *law.values[1:]), T, u)
        found = [by[0][:, None] * part for part in unit]
        stretch = self.time_by[:, None] / T
        found[1] = found[1] - v * stretch
        found[2] = found[2] - 2.0 * a * stretch
        for name in range(self.count):
            if np.any(by[1:, name]) and h:
                parts = _differences(law, np.concatenate([[0.0], by[1:, name]]), T, 0.0, u)
                found = [
                    total + (np.arange(self.count) == name)[:, None] * part
                    for total, part in zip(found, parts, strict=True)
                ]
        return found[0], found[1], found[2]


def _rows(law: LawLine, values: tuple[float, ...], T: float, u: Floats) -> tuple[Floats, Floats, Floats]:
    made = LAWS[law.name].make(values, T)
    found = np.empty((3, len(u)))
    pace = T / (len(u) - 1)
    for k in range(len(u)):
        made.at(k * pace)
        found[:, k] = made.s, made.v, made.a
    return found[0], found[1], found[2]


def _differences(law: LawLine, by: Floats, T: float, T_by: float, u: Floats) -> Floats:
    size = max(float(np.max(np.abs(by))) / max(map(abs, law.values)), abs(T_by) / T)
    total = np.zeros((3, len(u)))
    if size == 0:
        return total
    step = SMALL_SHIFT / size
    for k in range(4):
        h = SHIFTS[k] * step
        values = tuple(float(value + h * slope) for value, slope in zip(law.values, by, strict=True))
        total += WEIGHTS[k] / step * np.array(_rows(law, values, T + h * T_by, u))
    return total
