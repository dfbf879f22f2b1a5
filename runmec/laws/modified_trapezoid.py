"""The modified trapezoid. Acceleration: quarter sine, constant, quarter sine, by eighths; then the same below zero."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from .kind import LawKind
from .rise import Rise


class ModifiedTrapezoid(Rise):
    __slots__ = ()

    def unit(self, u: float) -> None:
        second_half = u > 0.5
        self.rise(1.0 - u if second_half else u)
        if second_half:  # the first half, turned round
            self.s = 1.0 - self.s
            self.a = -self.a

    def rise(self, w: float) -> None:
        k = 8.0 * pi / (2.0 + pi)  # largest acceleration
        p = 4.0 * pi
        # velocity and rise at the ends of the pieces
        v1 = k / p
        s1 = k / p * 0.125 - k / (p * p)
        v2 = v1 + k * 0.25
        s2 = s1 + v1 * 0.25 + k * 0.03125
        if w < 0.125:
            self.s = k / p * w - k / (p * p) * sin(p * w)
            self.v = k / p * (1.0 - cos(p * w))
            self.a = k * sin(p * w)
        elif w < 0.375:
            z = w - 0.125
            self.s = s1 + v1 * z + 0.5 * k * z * z
            self.v = v1 + k * z
            self.a = k
        else:
            y = w - 0.375
            self.s = s2 + v2 * y + k / (p * p) * (1.0 - cos(p * y))
            self.v = v2 + k / p * sin(p * y)
            self.a = k * cos(p * y)


def _make(values: Sequence[float], T: float) -> Rise:
    return ModifiedTrapezoid(values[0], T)


MODTRAP = LawKind("modtrap", "value h:way", "rise h by the modified trapezoid", _make)
