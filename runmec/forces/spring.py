"""A spring: σ = c·ε + s0, with other stiffnesses below e1 and above e2 (8.17, fig. 8.4.2)."""

from __future__ import annotations

from math import inf

from ..engine.form import Form
from ..engine.load import ParameterLoad
from ..engine.switch import Pieces, Switch


class Spring(ParameterLoad):
    """Mode −1 below e1, 0 between, 1 above e2."""

    __slots__ = ("above", "at_zero", "below", "high", "low", "pieces", "stiffness", "switch")

    def __init__(self, on: Form, stiffness: float, at_zero: float, ranges: tuple[float, ...], pieces: Pieces) -> None:
        super().__init__(on)
        self.stiffness: float = stiffness
        self.at_zero: float = at_zero
        self.low: float = -inf
        self.high: float = inf
        self.below: float = 0.0
        self.above: float = 0.0
        self.pieces: Pieces = pieces
        self.switch: Switch = Switch(False, True)
        if ranges:
            self.low, self.high, self.below, self.above = ranges
            pieces.add(self.switch)

    def apply(self) -> None:
        self.pull(self.tension(self.on.value))

    def measure(self) -> None:
        ahead = self.pieces.ahead
        self.tension(self.on.value + ahead * (self.on.rate + 0.5 * ahead * self.on.acceleration))

    def tension(self, e: float) -> float:
        k = self.switch
        if self.pieces.by_value or self.pieces.refresh:
            k.mode = -1 if e < self.low else 1 if e > self.high else 0
        if k.mode < 0:
            k.gap = self.low - e
            return self.at_zero + self.stiffness * self.low + self.below * (e - self.low)
        if k.mode > 0:
            k.gap = e - self.high
            return self.at_zero + self.stiffness * self.high + self.above * (e - self.high)
        left = e - self.low
        right = self.high - e
        k.gap = left if left < right else right
        return self.at_zero + self.stiffness * e

    def energy(self) -> float:
        """∫σ dε from ε = 0."""
        e = self.on.value
        inside = min(max(e, self.low), self.high)
        outside = e - inside
        c = self.below if outside < 0.0 else self.above
        return self.at_zero * e + self.stiffness * inside * (0.5 * inside + outside) + 0.5 * c * outside * outside
