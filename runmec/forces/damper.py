"""A damper: σ = k·dε/dt (8.19)."""

from __future__ import annotations

from librt.vecs import vec

from ..engine.form import Form
from ..engine.load import ParameterLoad


class Damper(ParameterLoad):
    __slots__ = ("constant",)

    def __init__(self, on: Form, constant: float) -> None:
        super().__init__(on)
        self.constant: float = constant
        self.has_derivative = True
        self.rates = vec[float]([0.0])

    def apply(self) -> None:
        sigma = self.constant * self.on.rate
        self.pull(sigma)
        self.power = -sigma * self.on.rate

    def sway(self) -> None:
        self.pull_by(self.constant * self.on.rate, self.rates[0] * self.on.rate + self.constant * self.on.rate_by)
