"""The memory of the engine: one array of floats, one of integers, and where everything lies in them.

Compiled functions then take three small arguments, whatever the mechanism: nothing is compiled anew because of a
deck's size, and little code is made. `S.x` is where the co-ordinates begin in F, `S.dof` where numbers of co-ordinates
begin in I; `S.nx` is a count. Uncompiled, F and I are lists: plain floats are several times faster there than numpy's.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np


class Memory:
    """S, F and I, filled in order; every name once."""

    def __init__(self) -> None:
        self.S = SimpleNamespace()
        self.places: Any = self.S  # the same, as compiled code reads it
        self.F: Any = []
        self.I: Any = []

    def count(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self._name(name, number)

    def floats(self, **columns: Iterable[float] | int) -> None:
        """Values, or how many zeros."""
        for name, values in columns.items():
            self._name(name, len(self.F))
            self.F += [0.0] * values if isinstance(values, int) else [float(value) for value in values]

    def ints(self, **columns: Iterable[int] | int) -> None:
        for name, values in columns.items():
            self._name(name, len(self.I))
            self.I += [0] * values if isinstance(values, int) else [int(value) for value in values]

    def _name(self, name: str, place: int) -> None:
        if hasattr(self.S, name):
            raise ValueError(f"{name} twice")
        setattr(self.S, name, place)

    def for_compiled_code(self) -> None:
        """The same contents in numpy's arrays; names and their order are those of every mechanism."""
        names = list(vars(self.S))
        self.places = np.array([tuple(vars(self.S).values())], dtype=[(name, np.int64) for name in names])[0]
        self.F = np.array(self.F, dtype=np.float64)
        self.I = np.array(self.I, dtype=np.int64)

    def read(self, place: int, count: int) -> list[float]:
        """Some floats, plain."""
        return [float(value) for value in self.F[place : place + count]]

    def write(self, place: int, values: Iterable[float]) -> None:
        for at, value in enumerate(values):
            self.F[place + at] = float(value)
