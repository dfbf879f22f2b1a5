"""A force (or moment) at a co-ordinate: a number or an expression."""

from __future__ import annotations

from .coordinate import Coordinate
from .expression import Node
from .load import Load


class Force(Load):
    __slots__ = ("at", "factor", "is_known", "now", "program")

    def __init__(self, at: Coordinate, program: Node) -> None:
        super().__init__([], [at])
        self.at: Coordinate = at
        self.program: Node = program
        self.factor: float = 1.0  # of a load that grows
        self.now: float = 0.0
        self.is_known: bool = (
            False  # `now` was found by a simulation: a jump that is held does not follow from the state
        )

    def apply(self) -> None:
        if not self.is_known:
            self.now = self.factor * self.program.value()
        self.at.f += self.now
        self.power = self.now * self.at.v

    def force_tangent(self) -> None:
        self.at.f += self.factor * self.program.by()

    def witness(self) -> None:
        self.program.value()
