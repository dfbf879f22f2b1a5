"""Courses: values of prescribed parameters along a path parameter s."""

from __future__ import annotations

from math import inf

from librt.vecs import append, vec

from .form import Form
from .law import Law
from .trajectory import Trajectory


class GivenPath:
    """Aims the parameters at s, and tells their derivatives to s."""

    __slots__ = ("forms",)

    def __init__(self, forms: list[Form]) -> None:
        self.forms: list[Form] = forms

    def set_target(self, s: float) -> None:
        raise NotImplementedError  # pragma: no cover, every course has its own

    def derive(self, s: float) -> None:
        """Rates and accelerations of the parameters, by s."""
        raise NotImplementedError  # pragma: no cover, every course has its own

    def stride(self, s: float) -> float:
        """How far the next known position may lie."""
        raise NotImplementedError  # pragma: no cover, every course has its own


class Straight(GivenPath):
    """All parameters in proportion: e = origin + s·direction."""

    __slots__ = ("direction", "longest", "origin")

    def __init__(self, forms: list[Form], origin: list[float], direction: list[float], units: list[float]) -> None:
        super().__init__(forms)
        self.origin: list[float] = origin
        self.direction: list[float] = direction
        self.longest: float = inf
        for k in range(len(forms)):
            if direction[k] != 0.0:
                self.longest = min(self.longest, units[k] / abs(direction[k]))

    def set_target(self, s: float) -> None:
        for k in range(len(self.forms)):
            self.forms[k].set_target(self.origin[k] + s * self.direction[k])

    def derive(self, s: float) -> None:
        for k in range(len(self.forms)):
            self.forms[k].rate = self.direction[k]
            self.forms[k].acceleration = 0.0

    def stride(self, s: float) -> float:
        return self.longest


class Curved(GivenPath):
    """Every input by a law of its own; s is the time since the start of the move."""

    __slots__ = ("end", "laws", "least", "origin", "units")

    def __init__(self, forms: list[Form], origin: list[float], laws: list[Law], units: list[float], end: float) -> None:
        super().__init__(forms)
        self.origin: list[float] = origin
        self.laws: list[Law] = laws
        self.units: list[float] = units
        self.end: float = end
        self.least: float = 1e-4 * end

    def set_target(self, s: float) -> None:
        for k in range(len(self.forms)):
            self.laws[k].at(s)
            self.forms[k].set_target(self.origin[k] + self.laws[k].s)

    def derive(self, s: float) -> None:
        for k in range(len(self.forms)):
            self.laws[k].at(s)
            self.forms[k].rate = self.laws[k].v
            self.forms[k].acceleration = self.laws[k].a

    def stride(self, s: float) -> float:
        """By the speed here, half way and there: a law may begin at rest."""
        step = self.end
        while step > self.least:
            way = 0.0
            for k in range(len(self.forms)):
                law = self.laws[k]
                law.at(s)
                before = law.s
                for part in range(1, 5):
                    here = s + 0.25 * part * step
                    law.at(here if here < self.end else self.end)
                    way += abs(law.s - before) / self.units[k]
                    before = law.s
            if way <= 1.0:
                break
            step *= 0.5
        return step


def write_motion(
    rows: Trajectory, laws: list[Law], origin: list[float], pace: float, first: int, last: int, moves: bool
) -> None:
    """Values, velocities and accelerations of the inputs in the rows `first` … `last` of a move, `pace` apart.

    Where time stands still nothing moves: there are values only.
    """
    for row in range(first, last + 1):
        t = row * pace
        for k in range(len(laws)):
            laws[k].at(t)
            rows.write_number(origin[k] + laws[k].s)
        for law in laws:
            rows.write_number(law.v if moves else 0.0)
        for law in laws:
            rows.write_number(law.a if moves else 0.0)


def way_of(law: Law, pace: float, steps: int) -> vec[float]:
    """Changes of an input at the steps of a move."""
    found = vec[float]()
    for row in range(1, steps + 1):
        law.at(row * pace)
        found = append(found, law.s)
    return found


def steps_of(begin: float, pace: float, steps: int) -> vec[float]:
    """The times of a move at its steps."""
    found = vec[float]()
    for row in range(1, steps + 1):
        found = append(found, begin + row * pace)
    return found
