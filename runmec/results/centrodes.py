"""Centrodes: the paths of a velocity pole in the two planes that roll on each other about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..outputs import POLE
from .quantities import INFLECTION
from .result import Result

Complexes = NDArray[Any]


@dataclass(frozen=True)
class Rolling:
    """Of every row: the pole, the end of the diameter of the inflection circle, and where both planes lie.

    A place z of the frame is (z − origin)/turn in a plane.
    """

    pole: Complexes
    inflection: Complexes
    origins: tuple[Complexes, Complexes]  # of the moving plane, and of the one it is seen from
    turns: tuple[Complexes, Complexes]

    def moving(self, row: int) -> Complexes:
        """The moving centrode as it lies in a row; it touches the fixed one at the pole."""
        return self._as_in(0, row)

    def fixed(self, row: int) -> Complexes:
        return self._as_in(1, row)

    def _as_in(self, plane: int, row: int) -> Complexes:
        origin, turn = self.origins[plane], self.turns[plane]
        return np.asarray(origin[row] + turn[row] * (self.pole - origin) / turn)


def rolling(result: Result, k: int, l: int) -> Rolling:
    asked = [(word, (k, l, axis), ()) for word in (POLE.word, INFLECTION) for axis in range(2)]
    px, py, wx, wy = result.quantities(asked)
    (origin, turn), (other, other_turn) = _plane(result, k), _plane(result, l)
    return Rolling(px + 1j * py, wx + 1j * wy, (origin, other), (turn, other_turn))


def _plane(result: Result, number: int) -> tuple[Complexes, Complexes]:
    """Origin and direction of an element in every row; 0 is the frame."""
    if not number:
        return np.zeros(len(result), complex), np.ones(len(result), complex)
    mech = result.mechanism
    x = [result.positions.x[mech.index[c]] for c in mech.plane_of(number)]
    origin = x[0] + 1j * x[1]
    if len(x) == 3:
        return origin, np.exp(1j * x[2])
    along = x[2] - x[0] + 1j * (x[3] - x[1])
    return origin, along / np.abs(along)
