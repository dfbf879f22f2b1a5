"""Small deformations of prescribed parameters by their forces (8.34, 8.37)."""

from __future__ import annotations

from math import sqrt

from librt.vecs import vec

from .coordinate import Coordinate
from .form import Form


class Flexible:
    """Adds to the strains of parameters whose σ are known; `numbers` are its own, of the deck."""

    __slots__ = ("numbers", "rates")

    def __init__(self, numbers: list[float]) -> None:
        self.numbers: vec[float] = vec[float](numbers)
        self.rates: vec[float] = vec[float]([0.0] * len(numbers))

    def set_numbers(self, numbers: list[float]) -> None:
        self.numbers = vec[float](numbers)

    def deform(self) -> None:
        raise NotImplementedError  # pragma: no cover, every one has its own

    def deform_by(self) -> None:
        """Adds to the derivatives of the strains (tangent.py)."""
        raise NotImplementedError  # pragma: no cover, every one has its own


class FlexibleParameter(Flexible):
    """`flex`: strain = σ·f."""

    __slots__ = ("form",)

    def __init__(self, form: Form, flexibility: float) -> None:
        super().__init__([flexibility])
        self.form: Form = form

    def deform(self) -> None:
        self.form.strain += self.numbers[0] * self.form.sigma

    def deform_by(self) -> None:
        self.form.strain_by += self.rates[0] * self.form.sigma + self.numbers[0] * self.form.sigma_by


class FlexibleBeam(Flexible):
    """`stiff`: the flexibility matrix of a beam's own parameters (8.38); a stiffness of zero: that mode is rigid."""

    __slots__ = ("ends", "factors", "forms", "is_free", "length", "modes", "undeformed")

    def __init__(
        self, ends: list[Coordinate], stiffness: list[float], modes: list[int], forms: list[Form], factors: list[float]
    ) -> None:
        """`stiffness` is EA of a bar, EA EI, or EA EIy EIz GJ."""
        super().__init__(stiffness)
        self.ends: list[Coordinate] = ends  # xP yP xQ yQ, or with z in space
        self.modes: list[int] = modes  # of the parameters below
        self.forms: list[Form] = forms
        self.factors: list[float] = factors
        self.length: float = 0.0  # without deformation; zero: as it lies
        self.is_free: list[bool] = [False] * len(forms)  # parameters whose deformation the motion knows
        self.undeformed: list[float] = [0.0] * len(forms)  # and their values without it

    def know(self, length: float, free: list[Form], rest: list[float]) -> None:
        """The length without deformation, and the parameters that are dynamic degrees of freedom."""
        self.length = length
        for i in range(len(self.forms)):
            self.is_free[i] = False
            for k in range(len(free)):
                if free[k] is self.forms[i]:
                    self.is_free[i] = True
                    self.undeformed[i] = rest[k]

    def size(self) -> float:
        if self.length > 0.0:
            return self.length
        half = len(self.ends) // 2
        squares = 0.0
        for k in range(half):
            d = self.ends[half + k].x() - self.ends[k].x()
            squares += d * d
        return sqrt(squares)

    def deform(self) -> None:
        """What is free has its deformation; where one end of a bending pair is, the other one's is less flexible."""
        for i in range(len(self.forms)):
            if self.is_free[i]:
                continue
            for j in range(len(self.forms)):
                F = self.entry(i, j)
                if self.is_free[j] and F != 0.0:
                    known = self.forms[j].value - self.undeformed[j]
                    part = F / self.entry(j, j)
                    self.forms[i].strain += part * (known - F * self.forms[i].sigma)
                else:
                    self.forms[i].strain += F * self.forms[j].sigma

    def entry(self, i: int, j: int) -> float:
        """Of the flexibility matrix of the parameters."""
        F = compliance(self.modes[i], self.modes[j], self.size(), self.numbers)
        return self.factors[i] * F * self.factors[j]

    def deform_by(self) -> None:
        """F = ℓ/EA or, in the plane, ℓ/EI times a number: its part grows by ℓ_by/ℓ − EA_by/EA."""
        half = len(self.ends) // 2
        squares = 0.0
        product = 0.0
        for k in range(half):
            d = self.ends[half + k].x() - self.ends[k].x()
            squares += d * d
            product += d * (self.ends[half + k].x_by - self.ends[k].x_by)
        l = sqrt(squares)
        grow = product / squares
        for i in range(len(self.forms)):
            for j in range(len(self.forms)):
                F = compliance(self.modes[i], self.modes[j], l, self.numbers)
                k = 0 if self.modes[i] == 0 or self.modes[j] == 0 else 1
                part = grow - (self.rates[k] / self.numbers[k] if self.numbers[k] != 0.0 else 0.0)
                both = self.forms[j].sigma_by + part * self.forms[j].sigma
                self.forms[i].strain_by += self.factors[i] * F * self.factors[j] * both


def stiffness_of(mode: int) -> int:
    """Which stiffness a mode of a beam has: EA EI, in space EA EIy EIz GJ."""
    return 0 if mode == 0 else 1 + (mode - 1) // 2


def compliance(i: int, j: int, l: float, stiffness: vec[float]) -> float:
    """An entry of the flexibility of a bar or beam between two of its modes.

    In the plane its length, angp, angq; in space its length, angpy, angqy, angpz, angqz, angt.
    """
    if len(stiffness) == 1:
        return l / stiffness[0] if stiffness[0] != 0.0 else 0.0
    if len(stiffness) == 2:
        return flexibility(i, j, l, stiffness[0], stiffness[1])
    if i == 5 or j == 5:
        return l / stiffness[3] if i == j and stiffness[3] != 0.0 else 0.0
    if i == 0 or j == 0 or (i - 1) // 2 == (j - 1) // 2:
        plane = (i - 1) // 2 if i > 0 else 0
        return flexibility(bending_end(i), bending_end(j), l, stiffness[0], stiffness[1 + plane])
    return 0.0


def bending_end(mode: int) -> int:
    """0 of a length, 1 at P, 2 at Q."""
    return 0 if mode == 0 else 1 + (mode - 1) % 2


def flexibility(i: int, j: int, l: float, EA: float, EI: float) -> float:
    """An entry of (8.38) between the modes lenl (0), angp (1), angq (2)."""
    if i == 0 or j == 0:
        return l / EA if i == j and EA != 0.0 else 0.0
    bend = l / (6.0 * EI) if EI != 0.0 else 0.0
    return 2.0 * bend if i == j else bend
