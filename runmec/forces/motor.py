"""Motors: driving force M = −σ of an input (8.5.3)."""

from __future__ import annotations

from ..engine.expression import Node
from ..engine.form import Form
from ..engine.load import ParameterLoad


class Motor(ParameterLoad):
    """A constant driving force; other motors say what theirs is."""

    __slots__ = ("constant",)

    def __init__(self, on: Form, constant: float) -> None:
        super().__init__(on)
        self.constant: float = constant

    def drive(self) -> float:
        return self.constant

    def apply(self) -> None:
        M = self.drive()
        self.pull(-M)
        self.power = M * self.on.rate


class SpringMotor(Motor):
    """σ = c·ε + s0 of the input."""

    __slots__ = ("at_zero", "stiffness")

    def __init__(self, on: Form, stiffness: float, at_zero: float) -> None:
        super().__init__(on, 0.0)
        self.stiffness: float = stiffness
        self.at_zero: float = at_zero

    def drive(self) -> float:
        return -(self.stiffness * self.on.value + self.at_zero)


class AsynchronousMotor(Motor):
    """M = 2κ·Mmax·s/(1 + κ²s²), s = 1 − ω/ω0 (8.29): the slip is above zero below synchronous speed."""

    __slots__ = ("kappa", "most", "synchronous")

    def __init__(self, on: Form, most: float, synchronous: float, kappa: float) -> None:
        super().__init__(on, 0.0)
        self.most: float = most
        self.synchronous: float = synchronous
        self.kappa: float = kappa

    def drive(self) -> float:
        slip = self.kappa * (1.0 - self.on.rate / self.synchronous)
        return 2.0 * self.most * slip / (1.0 + slip * slip)


class WrittenMotor(Motor):
    """A driving force by expression."""

    __slots__ = ("program",)

    def __init__(self, on: Form, program: Node) -> None:
        super().__init__(on, 0.0)
        self.program: Node = program

    def drive(self) -> float:
        return self.program.value()

    def measure(self) -> None:
        self.program.value()
