"""Trapezoidal velocity: it rises linearly over a fraction of T, stays, and falls over the same fraction."""

from __future__ import annotations

from ..engine.law import Law


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
