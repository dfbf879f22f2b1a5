"""Velocity and constant acceleration."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.law import Law
from .kind import LawKind


class Constant(Law):
    __slots__ = ("a0", "v0")

    def __init__(self, v: float, a: float) -> None:
        super().__init__()
        self.v0: float = v
        self.a0: float = a

    def at(self, t: float) -> None:
        self.s = t * (self.v0 + 0.5 * self.a0 * t)
        self.v = self.v0 + self.a0 * t
        self.a = self.a0


def _make(values: Sequence[float], T: float) -> Law:
    return Constant(values[0], values[1])


CONST = LawKind(
    "const", "value v:speed, value a:acceleration", "velocity v and constant acceleration a", _make, rises=False,
    ends_as_written=True,
)  # fmt: skip
