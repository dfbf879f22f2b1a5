"""The modified sine. Acceleration: a quarter sine over 1/8, half a sine over 3/4, a quarter sine over 1/8."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from .kind import LawKind
from .rise import Rise


class ModifiedSine(Rise):
    __slots__ = ()

    def unit(self, u: float) -> None:
        k = 1.0 / (pi + 4.0)
        if u < 0.125 or u > 0.875:
            fast = 4.0 * pi * u
            self.s = k * (pi * u + (4.0 if u > 0.5 else 0.0) - 0.25 * sin(fast))
            self.v = k * pi * (1.0 - cos(fast))
            self.a = k * 4.0 * pi * pi * sin(fast)
        else:
            slow = (pi + 4.0 * pi * u) / 3.0
            self.s = k * (pi * u + 2.0 - 2.25 * sin(slow))
            self.v = k * pi * (1.0 - 3.0 * cos(slow))
            self.a = k * 4.0 * pi * pi * sin(slow)


def _make(values: Sequence[float], T: float) -> Rise:
    return ModifiedSine(values[0], T)


MODSINE = LawKind("modsine", "value h:way", "rise h by the modified sine", _make)
