"""Polynomials of the rise: 3-4-5, 4-5-6-7."""

from __future__ import annotations

from collections.abc import Sequence

from .kind import LawKind
from .rise import Rise


class Polynomial(Rise):
    """Σ c·u^k."""

    __slots__ = ("coefficients", "powers")

    def __init__(self, h: float, T: float, powers: list[int], coefficients: list[float]) -> None:
        super().__init__(h, T)
        self.powers: list[int] = powers
        self.coefficients: list[float] = coefficients

    def unit(self, u: float) -> None:
        self.s = 0.0
        self.v = 0.0
        self.a = 0.0
        for at in range(len(self.powers)):
            k = self.powers[at]
            c = self.coefficients[at]
            low = 1.0
            for _ in range(k - 2):
                low *= u
            self.s += c * low * u * u
            self.v += c * k * low * u
            self.a += c * k * (k - 1) * low


def _poly345(values: Sequence[float], T: float) -> Rise:
    return Polynomial(values[0], T, [3, 4, 5], [10.0, -15.0, 6.0])


def _poly4567(values: Sequence[float], T: float) -> Rise:
    return Polynomial(values[0], T, [4, 5, 6, 7], [35.0, -84.0, 70.0, -20.0])


def _poly3456(values: Sequence[float], T: float) -> Rise:
    return Polynomial(values[0], T, [3, 4, 5, 6], [64.0, -192.0, 192.0, -64.0])


POLY345 = LawKind("poly345", "value h:way", "rise h by the 3-4-5 polynomial", _poly345)
POLY4567 = LawKind("poly4567", "value h:way", "rise h by the 4-5-6-7 polynomial", _poly4567)
POLY3456 = LawKind("poly3456", "value h:way", "rise h and back again in one move, by the 3-4-5-6 polynomial", _poly3456)
