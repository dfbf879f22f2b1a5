"""A law of unit rise in unit time, made one of rise h in time T."""

from __future__ import annotations

from ..engine.law import Law


class Rise(Law):
    """Subclasses know the unit law: `unit(u)` sets s, v and a."""

    __slots__ = ("T", "h")

    def __init__(self, h: float, T: float) -> None:
        super().__init__()
        self.h: float = h
        self.T: float = T

    def unit(self, u: float) -> None:
        raise NotImplementedError  # pragma: no cover, every law has its own

    def at(self, t: float) -> None:
        T = self.T
        self.unit(t / T)
        self.s *= self.h
        self.v *= self.h / T
        self.a *= self.h / (T * T)
