"""Derivatives of what flows into the states of a deck, and of what acts against the freedoms by them.

Differences like those of M, C and K (linear.py), extrapolated entry by entry: pressures, currents and angles have no
common measure.
"""

from __future__ import annotations

from math import nan
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .bent import BentMass
from .bow import Bow
from .form import Form
from .linear import LEVELS, SOURCES, Linear
from .load import Load
from .replay import Replay
from .thresholds import FIRST_SHIFT, SHIFTS
from .variable import Variable

SURE: Final = 1e-9  # of an entry: a shorter step is not tried


class StateSlopes:
    """Rows are the freedoms (what acts against them) and the states; columns values, velocities and states."""

    __slots__ = ("best", "by", "found", "linear", "misses", "n", "rows", "s", "states", "table")

    def __init__(self, linear: Linear, states: list[Variable]) -> None:
        n = int(linear.n)
        s = len(states)
        self.linear: Linear = linear
        self.states: list[Variable] = states
        self.n: i64 = n
        self.s: i64 = s
        self.rows: i64 = n + s
        self.by: vec[float] = vec[float]([0.0] * ((n + s) * (2 * n + s)))
        self.found: vec[float] = vec[float]([0.0] * (SOURCES * n))
        self.table: vec[float] = vec[float]([0.0] * (LEVELS * (n + s)))
        self.misses: vec[float] = vec[float]([0.0] * (n + s))
        self.best: vec[float] = vec[float]([0.0] * (n + s))

    def find(self) -> None:
        """At the row in which the mechanism stands; pieces are chosen already."""
        n = self.n
        for j in range(2 * n + self.s):
            self.derive(j)

    def lose(self) -> None:
        for k in range(len(self.by)):
            self.by[k] = nan

    def derive(self, j: i64) -> None:
        n = self.n
        linear = self.linear
        step = FIRST_SHIFT
        if j < n:
            step *= linear.units[j]
        elif j < 2 * n:
            step *= max(linear.units[j - n], abs(linear.rates[j - n]))
        else:
            state = self.states[j - 2 * n]
            size = max(abs(state.now), abs(state.begin))
            step *= size if size > 0.0 else 1.0
        for i in range(self.rows):
            self.misses[i] = -1.0
        for _ in range(SHIFTS):
            if self.differ(j, step) and self.extrapolate():
                break
            step *= 0.25
        wide = 2 * n + self.s
        for i in range(self.rows):
            self.by[i * wide + j] = self.best[i] if self.misses[i] >= 0.0 else nan

    def differ(self, j: i64, step: float) -> bool:
        """Central differences by a column; whether all positions were found."""
        h = step
        for level in range(LEVELS):
            for i in range(self.rows):
                self.table[level * self.rows + i] = 0.0
            if not self.add(j, h, level, 0.5 / h) or not self.add(j, -h, level, -0.5 / h):
                return False
            h *= 0.5
        return True

    def add(self, j: i64, h: float, level: int, weight: float) -> bool:
        n = self.n
        linear = self.linear
        if j >= 2 * n:
            state = self.states[j - 2 * n]
            kept = state.now
            linear.stand_still()
            state.now = kept + h
            linear.force_of_sources(self.found, False)
            state.now = kept
        elif not linear.shift(j % n, h, j >= n, self.found):
            return False
        at = level * self.rows
        for i in range(n):
            for source in range(SOURCES):
                if linear.acts[source]:
                    self.table[at + i] += weight * self.found[source * n + i]
        for i in range(self.s):
            self.table[at + n + i] += weight * linear.flows[i]
        return True

    def extrapolate(self) -> bool:
        """The table to step zero; whether every entry is sure."""
        rows = self.rows
        table = self.table
        are_sure = True
        for i in range(rows):
            before = table[(LEVELS - 2) * rows + i]
            factor = 1.0
            for order in range(1, LEVELS):
                factor *= 4.0
                if order == LEVELS - 1:
                    before = table[(LEVELS - 1) * rows + i]
                for level in range(LEVELS - 1, order - 1, -1):
                    here = table[level * rows + i]
                    table[level * rows + i] = here + (here - table[(level - 1) * rows + i]) / (factor - 1.0)
            last = table[(LEVELS - 1) * rows + i]
            miss = abs(last - before)
            if not miss < 1e300:
                return False
            if self.misses[i] < 0.0 or miss < self.misses[i]:
                self.misses[i] = miss
                self.best[i] = last
            if self.misses[i] > SURE * abs(last):
                are_sure = False
        return are_sure


class LinearWithStates(Linear):
    """M, C and K with what belongs to the states."""

    __slots__ = ("slopes",)

    def __init__(
        self,
        replay: Replay,
        freedoms: list[Form],
        units: list[float],
        motors: list[Load],
        bows: list[Bow],
        bent: list[BentMass],
    ) -> None:
        super().__init__(replay, freedoms, units, motors, bows, bent)
        self.slopes: StateSlopes = StateSlopes(self, replay.variables.states)

    def after(self) -> None:
        self.slopes.find()

    def lose(self) -> None:
        super().lose()
        self.slopes.lose()
