"""Half a cosine: (1 − cos πu)/2."""

from __future__ import annotations

from math import cos, pi, sin

from .rise import Rise


class Harmonic(Rise):
    __slots__ = ()

    def unit(self, u: float) -> None:
        half = pi * u
        self.s = 0.5 * (1.0 - cos(half))
        self.v = 0.5 * pi * sin(half)
        self.a = 0.5 * pi * pi * cos(half)
