"""A damper: σ = k·dε/dt (8.19)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.form import Form
from ..engine.load import ParameterLoad
from .kind import Fault, LineOfDynamics, LoadKind, Site


class Damper(ParameterLoad):
    __slots__ = ("constant",)

    def __init__(self, on: Form, constant: float) -> None:
        super().__init__(on, [constant])
        self.constant: float = constant

    def take(self) -> None:
        self.constant = self.numbers[0]

    def tension(self) -> float:
        return self.constant * self.on.rate

    def apply(self) -> None:
        sigma = self.tension()
        self.add_tension(sigma)
        self.power = -sigma * self.on.rate


def _make(site: Site, line: LineOfDynamics) -> Damper | None:
    """On an elastic parameter it is a part of the elasticity, which knows whether that moves."""
    if line.subject > 0:
        return None
    return Damper(site.parameter(line.subject), line.values[0])


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if values[0] < 0:
        yield Fault(0, f"the damper drives: {values[0]:g}", code="D253")


DAMPER = LoadKind("damper", "parameter p, value k:damping",
                  "σ = k·dε/dt on dependent parameter p, or on one with `flex` or `stiff`: there it acts in DYN SIM if "
                  "its elasticity drives it, and in all jobs counts in `bufzeta`", "damper -1 5",
                  make=_make, faults=_faults, marks="damped")  # fmt: skip
