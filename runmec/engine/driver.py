"""A motor on a form parameter, an input or a dependent one: M, with σ = −M."""

from __future__ import annotations

from .form import Form
from .load import ParameterLoad


class Driver(ParameterLoad):
    """What drives a parameter; rows of a simulation keep the M of those on dependent ones."""

    __slots__ = ("M", "M_by", "is_known")

    def __init__(self, on: Form, numbers: list[float]) -> None:
        super().__init__(on, numbers)
        self.M: float = 0.0
        self.M_by: float = 0.0  # derivative to one number of the deck (tangent.py)
        self.is_known: bool = False  # M was found by a simulation: a jump that is held does not follow from the state

    def drive(self) -> float:
        """M by the value and the rate of its parameter."""
        raise NotImplementedError  # pragma: no cover, every one has its own

    def tension(self) -> float:
        return -self.drive()

    def apply(self) -> None:
        if not self.is_known:
            self.M = self.drive()
        self.add_tension(-self.M)
        self.power = self.M * self.on.rate
