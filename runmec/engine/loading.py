"""What a load factor multiplies: weight, applied forces and moments, but for those that are steady."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate
from .force import Force
from .mass import Mass


class Loading:
    """The load factor of a mechanism at rest."""

    __slots__ = ("coordinates", "factor", "fields", "forces", "masses", "unstable", "weights")

    def __init__(self, coordinates: list[Coordinate], masses: list[Mass], forces: list[Force]) -> None:
        """Without co-ordinates and masses the weight is steady; `forces` are those that are not."""
        self.coordinates: list[Coordinate] = coordinates
        self.masses: list[Mass] = masses
        self.forces: list[Force] = forces
        self.weights: vec[float] = vec[float]([c.weight for c in coordinates])
        self.fields: list[vec[float]] = [vec[float](list(mass.field)) for mass in masses]
        self.factor: float = 1.0
        self.unstable: float = 0.0  # directions in which the row that is read is unstable

    def take(self, factor: float) -> None:
        self.factor = factor
        for k in range(len(self.coordinates)):
            self.coordinates[k].weight = factor * self.weights[k]
        for k in range(len(self.masses)):
            mass = self.masses[k]
            field = self.fields[k]
            count: i64 = mass.count
            for j in range(count):
                mass.field[j] = factor * field[j]
        for force in self.forces:
            force.factor = factor
