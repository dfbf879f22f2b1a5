"""Trapezoidal velocity: it rises linearly over a fraction of T, stays, and falls over the same fraction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..engine.law import Law
from ..words import Fault
from .constant import Constant
from .kind import LawKind, Pieces


class Trapezoid(Law):
    __slots__ = ("T", "a0", "h", "ramp", "top")

    def __init__(self, h: float, fraction: float, T: float) -> None:
        super().__init__()
        self.h: float = h
        self.T: float = T
        self.ramp: float = fraction * T
        self.top: float = h / (T * (1.0 - fraction))
        self.a0: float = self.top / self.ramp

    def at(self, t: float) -> None:
        left = self.T - t
        if t <= self.ramp:
            self.s = 0.5 * self.a0 * t * t
            self.v = self.a0 * t
            self.a = self.a0
        elif left < self.ramp:
            self.s = self.h - 0.5 * self.a0 * left * left
            self.v = self.a0 * left
            self.a = -self.a0
        else:
            self.s = self.top * (t - 0.5 * self.ramp)
            self.v = self.top
            self.a = 0.0


def _make(values: Sequence[float], T: float) -> Law:
    return Trapezoid(values[0], values[1], T)


def _faults(values: Sequence[float], T: float) -> Iterator[Fault]:
    if not 0 < values[1] <= 0.5:
        yield Fault(
            1, f"fraction {values[1]:g} of a trapezoid", help="each ramp takes more than 0 and at most 0.5 of the whole"
        )


def _pieces(values: Sequence[float], length: float) -> Pieces:
    h, fraction = values
    ramp, top = fraction * length, h / (length * (1.0 - fraction))
    found: Pieces = [
        (ramp, Constant(0.0, top / ramp)),
        (length - 2.0 * ramp, Constant(top, 0.0)),
        (ramp, Constant(top, -top / ramp)),
    ]
    return [part for part in found if part[0] > 1e-12 * length]


TRAPEZOID = LawKind(
    "trapezoid", "value h:way, value fraction:number",
    "rise h with trapezoidal velocity; each ramp takes this fraction of T (at most ½)", _make, _faults, pieces=_pieces,
)  # fmt: skip
