"""Half a cosine: (1 − cos πu)/2."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from .kind import LawKind
from .rise import Rise


class Harmonic(Rise):
    __slots__ = ()

    def unit(self, u: float) -> None:
        half = pi * u
        self.s = 0.5 * (1.0 - cos(half))
        self.v = 0.5 * pi * sin(half)
        self.a = 0.5 * pi * pi * cos(half)


def _make(values: Sequence[float], T: float) -> Rise:
    return Harmonic(values[0], T)


HARMONIC = LawKind("harmonic", "value h:way", "rise h by half a cosine", _make)
