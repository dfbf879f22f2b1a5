"""Elasticity that drives inputs: dynamic degrees of freedom (8.6.4), and small deformations of the others (8.6.3)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..engine.form import Form
from ..engine.load import Load


class Elasticity(Load):
    """σ = S(ε − ε₀) of inputs without a motor, S the inverse of their flexibility matrix (8.38)."""

    __slots__ = ("n", "on", "rest", "stiffness")

    def __init__(self, on: list[Form], rest: list[float], stiffness: list[float]) -> None:
        super().__init__()
        self.on: list[Form] = on
        self.rest: vec[float] = vec[float](rest)
        self.stiffness: vec[float] = vec[float](stiffness)
        self.n: i64 = len(on)
        for form in on:
            form.loaded = True

    def apply(self) -> None:
        n = self.n
        for i in range(n):
            sigma = 0.0
            for j in range(n):
                sigma += self.stiffness[i * n + j] * (self.on[j].value - self.rest[j])
            self.on[i].sigma += sigma
            self.on[i].push(sigma)

    def energy(self) -> float:
        n = self.n
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += (
                    0.5
                    * self.stiffness[i * n + j]
                    * (self.on[i].value - self.rest[i])
                    * (self.on[j].value - self.rest[j])
                )
        return total
