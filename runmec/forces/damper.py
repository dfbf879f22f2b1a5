"""A damper: σ = k·dε/dt (8.19)."""

from __future__ import annotations

from ..engine.form import Form
from ..engine.load import ParameterLoad


class Damper(ParameterLoad):
    __slots__ = ("constant",)

    def __init__(self, on: Form, constant: float) -> None:
        super().__init__(on)
        self.constant: float = constant

    def apply(self) -> None:
        sigma = self.constant * self.on.rate
        self.pull(sigma)
        self.power = -sigma * self.on.rate
