"""A spring: σ = c·ε + s0, with other stiffnesses below e1 and above e2 (8.17, fig. 8.4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from librt.vecs import vec

from ..engine.form import Form
from ..engine.load import ParameterLoad
from ..engine.switch import Pieces, Switch
from .kind import Fault, LineOfDynamics, LoadKind, Site


class Spring(ParameterLoad):
    """Mode −1 below e1, 0 between, 1 above e2."""

    __slots__ = ("above", "at_zero", "below", "high", "low", "pieces", "stiffness", "switch")

    def __init__(self, on: Form, stiffness: float, at_zero: float, ranges: tuple[float, ...], pieces: Pieces) -> None:
        super().__init__(on, [stiffness, at_zero, *ranges])
        self.stiffness: float = stiffness
        self.at_zero: float = at_zero
        self.low: float = -inf
        self.high: float = inf
        self.below: float = 0.0
        self.above: float = 0.0
        self.pieces: Pieces = pieces
        self.switch: Switch = Switch(False, True)
        self.take()
        if ranges:
            pieces.add(self.switch)
        else:
            self.rates = vec[float]([0.0] * 6)

    def take(self) -> None:
        own = self.numbers
        self.stiffness = own[0]
        self.at_zero = own[1]
        if len(own) > 2:
            self.low = own[2]
            self.high = own[3]
            self.below = own[4]
            self.above = own[5]

    def apply(self) -> None:
        self.add_tension(self.tension())

    def witness(self) -> None:
        ahead = self.pieces.ahead
        self.at(self.on.value + ahead * (self.on.rate + 0.5 * ahead * self.on.acceleration))

    def tension(self) -> float:
        return self.at(self.on.value)

    def at(self, e: float) -> float:
        k = self.switch
        if self.pieces.by_value or self.pieces.refresh:
            k.mode = -1 if e < self.low else 1 if e > self.high else 0
        if k.mode < 0:
            k.gap = self.low - e
            return self.at_zero + self.stiffness * self.low + self.below * (e - self.low)
        if k.mode > 0:
            k.gap = e - self.high
            return self.at_zero + self.stiffness * self.high + self.above * (e - self.high)
        left = e - self.low
        right = self.high - e
        k.gap = left if left < right else right
        return self.at_zero + self.stiffness * e

    def force_tangent(self) -> None:
        e = self.on.value
        by = self.on.value_by
        r = self.rates  # of stiffness, at_zero, low, high, below, above
        if e < self.low or e > self.high:
            edge = self.low if e < self.low else self.high
            edge_by = r[2] if e < self.low else r[3]
            c = self.below if e < self.low else self.above
            c_by = r[4] if e < self.low else r[5]
            sigma_by = r[1] + r[0] * edge + self.stiffness * edge_by + c_by * (e - edge) + c * (by - edge_by)
        else:
            sigma_by = r[1] + r[0] * e + self.stiffness * by
        self.add_tension_tangent(self.at(e), sigma_by)

    def energy_by(self) -> float:
        e = self.on.value
        r = self.rates
        inside = min(max(e, self.low), self.high)
        outside = e - inside
        c_by = r[4] if outside < 0.0 else r[5]
        edge_by = 0.0 if outside == 0.0 else r[2] if outside < 0.0 else r[3]
        c = self.below if outside < 0.0 else self.above
        own = r[1] * e + r[0] * inside * (0.5 * inside + outside) + 0.5 * c_by * outside * outside
        return own + (self.stiffness - c) * outside * edge_by + self.at(e) * self.on.value_by

    def energy(self) -> float:
        """∫σ dε from ε = 0."""
        e = self.on.value
        inside = min(max(e, self.low), self.high)
        outside = e - inside
        c = self.below if outside < 0.0 else self.above
        return self.at_zero * e + self.stiffness * inside * (0.5 * inside + outside) + 0.5 * c * outside * outside


def _make(site: Site, line: LineOfDynamics) -> Spring:
    stiffness, at_zero, *ranges = line.values
    return Spring(site.parameter(line.subject), stiffness, at_zero, tuple(ranges), site.pieces)


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if len(values) > 2 and values[2] > values[3]:
        yield Fault(
            3, f"the range of the spring ends ({values[3]:g}) before it begins ({values[2]:g})", "e1 is below e2"
        )
    if values[0] < 0:
        yield Fault(0, f"negative stiffness {values[0]:g}", code="D253")


SPRING = LoadKind(
    "spring", "dependent p, value c:stiffness, value s0:effort, "
    "[value e1:way, value e2:way, value c1:stiffness, value c2:stiffness]",
    "σ = c·ε + s0 on dependent parameter p; with four more numbers stiffness c1 below e1 and c2 above e2",
    "spring -1 200 -50", make=_make, faults=_faults, marks="sprung",
)  # fmt: skip
