"""The cycloid: u − sin(2πu)/2π."""

from __future__ import annotations

from math import cos, pi, sin

from .rise import Rise


class Cycloid(Rise):
    __slots__ = ()

    def unit(self, u: float) -> None:
        turn = 2.0 * pi * u
        self.s = u - sin(turn) / (2.0 * pi)
        self.v = 1.0 - cos(turn)
        self.a = 2.0 * pi * sin(turn)
