"""Polynomials of the rise: 3-4-5, 4-5-6-7."""

from __future__ import annotations

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
