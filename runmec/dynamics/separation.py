"""What a tooth force does beside its σ: |σ|·tan α across the pitch circles, on the flank that carries.

It acts on a measure of its own, the distance of the centres of two gears or of a gear from a rack, which is no
parameter of the mechanism.
"""

from __future__ import annotations

from ..engine.form import Form
from ..engine.reactive import ReactionLoad


class Separation(ReactionLoad):
    __slots__ = ()

    def __init__(self, on: Form, share: float, meshes: list[Form], factors: list[float]) -> None:
        super().__init__(on, share, meshes, factors, [0])
        self.share = share

    def set_target(self) -> None:
        self.on.evaluate()
        self.on.rate = self.on.speed()

    def target_tangent(self) -> None:
        self.on.jacobian_tangent()
        self.on.sigma_by = 0.0
        self.share_by = self.rates[0]

    def force_tangent(self) -> None:
        self.on.sigma_by = 0.0
        super().force_tangent()

    def apply(self) -> None:
        self.on.sigma = 0.0
        super().apply()
