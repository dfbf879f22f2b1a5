"""Dry friction: σ = μ·N·sign(dε/dt), N the size of normal forces that are part of the solution.

On an angle μ is the coefficient times the radius of the pin. At rest a simulation finds the part of ±μN that keeps the
rest; where the motion is given, a velocity of zero has no direction, and the friction is taken as zero.
"""

from __future__ import annotations

from ..engine.expression import Node
from ..engine.form import Form
from ..engine.reactive import NOTHING, Reactive
from ..engine.switch import Pieces


class Friction(Reactive):
    __slots__ = ("coefficient", "pieces", "side")

    def __init__(self, on: Form, coefficient: float, normals: list[Form], side: Node, pieces: Pieces) -> None:
        super().__init__(on, normals, [1.0] * len(normals), list(range(len(normals))))
        self.coefficient: float = coefficient
        self.side: Node = side  # sign(dε/dt), or what is held of it
        self.pieces: Pieces = pieces
        self.is_friction = True
        on.loaded = True

    def aim(self) -> None:
        if not self.pieces.by_value:
            self.share = self.coefficient * self.side.value()
        elif self.is_resting():
            self.share = 0.0
        else:
            self.share = self.coefficient if self.on.rate > 0.0 else -self.coefficient

    def aim_by(self) -> None:
        """By the coefficient alone: nothing tells how a rest would end."""
        self.share_by = 0.0 if self.is_resting() else self.rates[0] if self.on.rate > 0.0 else -self.rates[0]

    def is_resting(self) -> bool:
        """Whether there is no velocity that could tell the direction."""
        size = 0.0
        for entry in self.on.entries:
            size += abs(entry.d * entry.of.v)
        return not abs(self.on.rate) > NOTHING * size

    def measure(self) -> None:
        self.side.value()
