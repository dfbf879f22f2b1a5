"""Numbers of the mechanism that change with a number of the deck."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64


class Seed:
    """One of them, and how fast; taken while the derivatives to that number are looked for."""

    __slots__ = ("at", "rate", "rates")

    def __init__(self, rates: vec[float], at: int, rate: float) -> None:
        self.rates: vec[float] = rates  # those of the object that has it
        self.at: i64 = at
        self.rate: float = rate

    def set(self) -> None:
        self.rates[self.at] += self.rate

    def clear(self) -> None:
        self.rates[self.at] = 0.0
