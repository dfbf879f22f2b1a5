"""`damping a b`: what resists all motion in proportion to mass, and elastic deformation in proportion to stiffness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..engine.coordinate import Coordinate
from ..engine.load import Load
from ..engine.mass import Mass
from .kind import Fault, LineOfDynamics, LoadKind, Site


class MassDamping(Load):
    """−a M(x)ẋ: on every mass, in the frame. The part in proportion to stiffness belongs to the elasticity."""

    __slots__ = ("masses",)

    def __init__(self, numbers: list[float], masses: list[Mass]) -> None:
        """a and b, and the masses of the mechanism."""
        found: dict[int, Coordinate] = {}
        for mass in masses:
            for c in mass.coordinates:
                found[c.at] = c
            mass.drag = numbers[0]
        super().__init__(numbers, list(found.values()))
        self.masses: list[Mass] = masses

    def take(self) -> None:
        for mass in self.masses:
            mass.drag = self.numbers[0]

    def apply(self) -> None:
        power = 0.0
        for mass in self.masses:
            power -= mass.lag()
        self.power = power

    def force_tangent(self) -> None:
        for mass in self.masses:
            mass.drag_by = self.rates[0]
            mass.lag_by()


def _make(site: Site, line: LineOfDynamics) -> MassDamping:
    return MassDamping([float(value) for value in line.values], site.masses)


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    for at, value in enumerate(values):
        if value < 0:
            yield Fault(at, f"damping of {value:g} would drive", "it is zero at least; what drives is a `motor`")


DAMPING = LoadKind(
    "damping", "value a:rate, value b:time",
    "−a·M·ẋ on every mass that moves in the frame, and b·S·dε/dt in what is elastic by `flex` or `stiff`: "
    "ζ = a/2ω + bω/2 where all stiffness is elastic", "damping 0.5 1e-4", make=_make, faults=_faults,
    once="damping",
)  # fmt: skip
