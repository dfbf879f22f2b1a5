"""Elasticity that drives inputs: dynamic degrees of freedom (8.6.4), and small deformations of the others (8.6.3)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ..engine.form import Form
from ..engine.load import Load


class Elasticity(Load):
    """σ = S(ε − ε₀) + C·dε/dt of what is elastic and has no motor, S the inverse of its flexibility matrix (8.38)."""

    __slots__ = ("damping", "n", "on", "stiffness", "undeformed")

    def __init__(self, on: list[Form], rest: list[float], stiffness: list[float], damping: list[float]) -> None:
        super().__init__([], [])
        self.is_outside = False
        self.on: list[Form] = on
        self.undeformed: vec[float] = vec[float](rest)
        self.stiffness: vec[float] = vec[float](stiffness)
        self.damping: vec[float] = vec[float](damping)
        self.n: i64 = len(on)
        for form in on:
            form.loaded = True

    def apply(self) -> None:
        self.power = 0.0
        for i in range(self.n):
            self.add_tension(i)

    def apply_to_surplus(self) -> None:
        for i in range(self.n):
            if self.on[i].is_surplus:
                self.add_tension(i)

    def add_tension(self, i: i64) -> None:
        n = self.n
        sigma = 0.0
        lost = 0.0
        for j in range(n):
            sigma += self.stiffness[i * n + j] * (self.on[j].value - self.undeformed[j])
            lost += self.damping[i * n + j] * self.on[j].rate
        sigma += lost
        self.power -= lost * self.on[i].rate
        self.on[i].sigma += sigma
        self.on[i].add_generalized_force(sigma)

    def force_tangent(self) -> None:
        n = self.n
        for i in range(n):
            sigma = 0.0
            sigma_by = 0.0
            for j in range(n):
                S = self.stiffness[i * n + j]
                sigma += S * (self.on[j].value - self.undeformed[j])
                sigma_by += S * self.on[j].value_by
            self.on[i].sigma_by += sigma_by
            self.on[i].force_tangent(sigma, sigma_by)

    def energy(self) -> float:
        n = self.n
        total = 0.0
        for i in range(n):
            for j in range(n):
                total += (
                    0.5
                    * self.stiffness[i * n + j]
                    * (self.on[i].value - self.undeformed[i])
                    * (self.on[j].value - self.undeformed[j])
                )
        return total
