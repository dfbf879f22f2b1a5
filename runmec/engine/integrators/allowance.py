"""The error that one step may make in every value of the state.

A tolerance that the deck writes is absolute, in inputs and their velocities. One that it does not write is in units of
the mechanism, so that a watch and a crane are equally exact: tol·U for the value of a free parameter, tol·U·ν for its
velocity. U is what counts as 1 for it, ν how fast things have gone since the start of the move: the largest of
|v|/2πU and √(|a|/U)/2π. For a state of the deck it is in either case tol times the largest of |z|, its beginning and
|dz/dt|·(time of a row) so far.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

TURN: Final = 2.0 * pi
NONE: Final = 1e-300  # of a state that has been zero so far


class Allowance:
    """`errors` are allowed in values and velocities of the free parameters and in states; `pace` is 2πν."""

    __slots__ = ("errors", "free", "in_units", "largest", "pace", "row_time", "tolerance", "units")

    def __init__(
        self,
        tolerance: float,
        in_units: bool,
        units: list[float],
        pace: float,
        largest: list[float] | None = None,
        row_time: float = 0.0,
    ) -> None:
        free = len(units)
        known: list[float] = [] if largest is None else largest
        self.tolerance: float = tolerance
        self.in_units: bool = in_units
        self.free: i64 = free
        self.units: vec[float] = vec[float](units if in_units else [1.0] * free)
        self.pace: float = pace if in_units else 1.0
        self.errors: vec[float] = vec[float]([tolerance] * (2 * free + len(known)))
        self.largest: vec[float] = vec[float](known)  # of every state, so far
        self.row_time: float = row_time
        for j in range(len(known)):
            self.errors[2 * free + j] = tolerance * max(known[j], NONE)
        if in_units:
            self.allow()

    def note(self, y: vec[float], dy: vec[float]) -> None:
        """How fast things go in a state that was reached, with its derivatives."""
        free = self.free
        for j in range(len(self.largest)):
            at = 2 * free + j
            size = max(abs(y[at]), abs(dy[at]) * self.row_time)
            if size > self.largest[j]:
                self.largest[j] = size
                self.errors[at] = self.tolerance * size
        if not self.in_units:
            return
        pace = self.pace
        for i in range(free):
            unit = self.units[i]
            speed = abs(y[free + i]) / unit
            change = sqrt(abs(dy[free + i]) / unit)
            if speed > pace:
                pace = speed
            if change > pace:
                pace = change
        if pace > self.pace:
            self.pace = pace
            self.allow()

    def unit(self, i: i64) -> float:
        """What counts as 1 for a value of the state."""
        free = self.free
        if i < free:
            return self.units[i]
        if i < 2 * free:
            return self.units[i - free] * self.pace
        largest = self.largest[i - 2 * free]
        return largest if largest > 0.0 else 1.0

    def allow(self) -> None:
        free = self.free
        for i in range(free):
            self.errors[i] = self.tolerance * self.units[i]
            self.errors[free + i] = self.tolerance * self.units[i] * self.pace / TURN
