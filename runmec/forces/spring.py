"""A spring: σ = c·ε + s0, with other stiffnesses below e1 and above e2 (8.17, fig. 8.4.2)."""

from __future__ import annotations

from math import inf

from librt.vecs import vec

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
        self.has_derivative = True
        self.rates = vec[float]([0.0] * 6)  # of stiffness, at_zero, low, high, below, above
        self.take(stiffness, at_zero, ranges)
        if ranges:
            pieces.add(self.switch)

    def take(self, stiffness: float, at_zero: float, ranges: tuple[float, ...]) -> None:
        """Other numbers, of as many ranges."""
        self.stiffness = stiffness
        self.at_zero = at_zero
        if ranges:
            self.low, self.high, self.below, self.above = ranges

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

    def sway(self) -> None:
        e = self.on.value
        by = self.on.value_by
        r = self.rates
        if e < self.low or e > self.high:
            edge = self.low if e < self.low else self.high
            edge_by = r[2] if e < self.low else r[3]
            c = self.below if e < self.low else self.above
            c_by = r[4] if e < self.low else r[5]
            sigma_by = r[1] + r[0] * edge + self.stiffness * edge_by + c_by * (e - edge) + c * (by - edge_by)
        else:
            sigma_by = r[1] + r[0] * e + self.stiffness * by
        self.pull_by(self.tension(e), sigma_by)

    def energy_by(self) -> float:
        e = self.on.value
        r = self.rates
        inside = min(max(e, self.low), self.high)
        outside = e - inside
        c_by = r[4] if outside < 0.0 else r[5]
        edge_by = 0.0 if outside == 0.0 else r[2] if outside < 0.0 else r[3]
        c = self.below if outside < 0.0 else self.above
        own = r[1] * e + r[0] * inside * (0.5 * inside + outside) + 0.5 * c_by * outside * outside
        return own + (self.stiffness - c) * outside * edge_by + self.tension(e) * self.on.value_by

    def energy(self) -> float:
        """∫σ dε from ε = 0."""
        e = self.on.value
        inside = min(max(e, self.low), self.high)
        outside = e - inside
        c = self.below if outside < 0.0 else self.above
        return self.at_zero * e + self.stiffness * inside * (0.5 * inside + outside) + 0.5 * c * outside * outside
