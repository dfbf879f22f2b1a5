"""Small deformations of prescribed parameters by their forces (8.34, 8.37)."""

from __future__ import annotations

from math import sqrt

from .coordinate import Coordinate
from .form import Form


class Flexible:
    """Adds to the strains of parameters whose σ are known."""

    __slots__ = ()

    def deform(self) -> None:
        raise NotImplementedError  # pragma: no cover, every one has its own


class FlexibleParameter(Flexible):
    """`flex`: strain = σ·f."""

    __slots__ = ("flexibility", "form")

    def __init__(self, form: Form, flexibility: float) -> None:
        self.form: Form = form
        self.flexibility: float = flexibility

    def deform(self) -> None:
        self.form.strain += self.flexibility * self.form.sigma


class FlexibleBeam(Flexible):
    """`stiff`: the flexibility matrix of lenl, angp, angq (8.38); EA or EI zero: that mode is rigid."""

    __slots__ = ("EA", "EI", "ends", "factors", "forms", "modes")

    def __init__(
        self, ends: list[Coordinate], EA: float, EI: float, modes: list[int], forms: list[Form], factors: list[float]
    ) -> None:
        self.ends: list[Coordinate] = ends  # xP yP xQ yQ
        self.EA: float = EA
        self.EI: float = EI
        self.modes: list[int] = modes  # 0 lenl, 1 angp, 2 angq, of the parameters below
        self.forms: list[Form] = forms
        self.factors: list[float] = factors

    def deform(self) -> None:
        xP, yP, xQ, yQ = self.ends
        dx = xQ.x() - xP.x()
        dy = yQ.x() - yP.x()
        l = sqrt(dx * dx + dy * dy)
        for i in range(len(self.forms)):
            for j in range(len(self.forms)):
                F = flexibility(self.modes[i], self.modes[j], l, self.EA, self.EI)
                self.forms[i].strain += self.factors[i] * F * self.factors[j] * self.forms[j].sigma


def flexibility(i: int, j: int, l: float, EA: float, EI: float) -> float:
    """An entry of (8.38) between the modes lenl (0), angp (1), angq (2)."""
    if i == 0 or j == 0:
        return l / EA if i == j and EA != 0.0 else 0.0
    bend = l / (6.0 * EI) if EI != 0.0 else 0.0
    return 2.0 * bend if i == j else bend
