"""A rise that is skewed: u³(10 − 15u + 6u²) + p·u³(1 − u)³ + q·u⁴(1 − u)³ times h."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.law import Law
from ..words import Fault
from .kind import LawKind


class Skewed(Law):
    __slots__ = ("T", "h", "p", "q")

    def __init__(self, h: float, p: float, q: float, T: float) -> None:
        super().__init__()
        self.h: float = h
        self.p: float = p
        self.q: float = q
        self.T: float = T

    def at(self, t: float) -> None:
        u = t / self.T
        left = 1.0 - u
        b, b1 = left**3, -3.0 * left**2
        b2 = 6.0 * left
        c, c1, c2 = (
            self.p * u**3 + self.q * u**4,
            3.0 * self.p * u**2 + 4.0 * self.q * u**3,
            6.0 * self.p * u + 12.0 * self.q * u**2,
        )
        self.s = self.h * (u**3 * (10.0 - 15.0 * u + 6.0 * u * u) + c * b)
        self.v = self.h / self.T * (30.0 * u**2 * left**2 + c1 * b + c * b1)
        self.a = self.h / self.T**2 * (60.0 * u * left * (1.0 - 2.0 * u) + c2 * b + 2.0 * c1 * b1 + c * b2)


def _make(values: Sequence[float], T: float) -> Law:
    return Skewed(values[0], values[1], values[2], T)


def _faults(values: Sequence[float], T: float) -> Iterator[Fault]:
    if values[1] + values[2] > 1.0:
        yield Fault(2, f"p + q = {values[1] + values[2]:g}: above 1 the rise goes back")


SKEWED = LawKind("skewed", "value h:way, value p:number, value q:number", "rise h, skewed by p and q", _make, _faults)
