"""Masses: what they resist with, and what they weigh (8.3)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate


class Mass:
    """The mass of an element. Subclasses know how its matrix depends on the position."""

    __slots__ = ("acceleration", "axes", "coordinates", "count", "field", "force", "velocity")

    def __init__(self, coordinates: list[Coordinate], axes: list[int]) -> None:
        self.coordinates: list[Coordinate] = coordinates
        self.axes: list[int] = axes  # what every co-ordinate is to the element: x, y or an angle
        self.count: i64 = len(coordinates)
        self.field: vec[float] = vec[float]([0.0] * len(coordinates))  # of gravity
        self.velocity: vec[float] = vec[float]([0.0] * len(coordinates))
        self.acceleration: vec[float] = vec[float]([0.0] * len(coordinates))
        self.force: vec[float] = vec[float]([0.0] * len(coordinates))

    def act(self) -> None:
        """`force` = M·acceleration, with what a turning matrix adds at `velocity`."""
        raise NotImplementedError  # pragma: no cover, every mass has its own

    def potential(self) -> float:
        """−Σ m·g·r, of a matrix that does not change with the position."""
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.field[k]
        self.act()
        total = 0.0
        for k in range(self.count):
            total -= self.force[k] * self.coordinates[k].x()
        return total

    def fall(self, gravity: list[float]) -> None:
        """Sets the field of gravity, an acceleration along x and y."""
        for k in range(self.count):
            axis = self.axes[k]
            self.field[k] = gravity[axis] if axis < len(gravity) else 0.0

    def unbent(self, rest: float) -> None:
        """What a bending shape measures without bending."""

    def polar(self, J: float) -> None:
        """Polar inertia about the own axis; without a turning node nothing spins."""

    def inertia(self) -> None:
        """`force` = M(a − g): what the element's own mass takes of the forces at its co-ordinates (8.11)."""
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity[k] = c.v
            self.acceleration[k] = c.a - self.field[k]
        self.act()

    def weigh(self) -> None:
        """f += M g."""
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.field[k]
        self.act()
        for k in range(self.count):
            self.coordinates[k].f += self.force[k]

    def withstand(self) -> None:
        """f −= M a, without weight."""
        for k in range(self.count):
            self.velocity[k] = self.coordinates[k].v
            self.acceleration[k] = self.coordinates[k].a
        self.act()
        for k in range(self.count):
            self.coordinates[k].f -= self.force[k]

    def resist(self) -> None:
        """f −= M(a − g)."""
        self.inertia()
        for k in range(self.count):
            self.coordinates[k].f -= self.force[k]

    def carry(self) -> None:
        """h += M u."""
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.coordinates[k].u
        self.act()
        for k in range(self.count):
            self.coordinates[k].h += self.force[k]


class Coupling:
    """An entry m of M beside its diagonal, such as a bar's 1/6 (8.16)."""

    __slots__ = ("P", "Q", "m")

    def __init__(self, P: Coordinate, Q: Coordinate, m: float) -> None:
        self.P: Coordinate = P
        self.Q: Coordinate = Q
        self.m: float = m


class Constant(Mass):
    """A matrix that does not change: entries (i, j, m) between its co-ordinates, each pair once."""

    __slots__ = ("entries",)

    def __init__(self, coordinates: list[Coordinate], axes: list[int], entries: list[tuple[int, int, float]]) -> None:
        super().__init__(coordinates, axes)
        self.entries: list[tuple[int, int, float]] = entries

    def act(self) -> None:
        for k in range(self.count):
            self.force[k] = 0.0
        for i, j, m in self.entries:
            self.force[i] += m * self.acceleration[j]
            if i != j:
                self.force[j] += m * self.acceleration[i]

    def spread(self, couplings: list[Coupling]) -> None:
        """Adds itself to the diagonals and weights of its co-ordinates, and to the couplings."""
        for i, j, m in self.entries:
            P = self.coordinates[i]
            Q = self.coordinates[j]
            P.weight += m * self.field[j]
            if i != j:
                Q.weight += m * self.field[i]
                couplings.append(Coupling(P, Q, m))
            else:
                P.m += m
