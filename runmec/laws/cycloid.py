"""The cycloid: u − sin(2πu)/2π."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from .kind import LawKind
from .rise import Rise


class Cycloid(Rise):
    __slots__ = ()

    def unit(self, u: float) -> None:
        turn = 2.0 * pi * u
        self.s = u - sin(turn) / (2.0 * pi)
        self.v = 1.0 - cos(turn)
        self.a = 2.0 * pi * sin(turn)


def _make(values: Sequence[float], T: float) -> Rise:
    return Cycloid(values[0], T)


CYCLOID = LawKind("cycloid", "value h:way", "rise h by the cycloid", _make)
