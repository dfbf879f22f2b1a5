"""Masses: what they resist with, and what they weigh (8.3)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate


class Mass:
    """The mass of an element. Subclasses know how its matrix depends on the position."""

    __slots__ = (
        "acceleration", "acceleration_by", "axes", "coordinates", "count", "field", "field_by", "force", "force_by",
        "rates", "velocity", "velocity_by",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], axes: list[int]) -> None:
        self.coordinates: list[Coordinate] = coordinates
        self.axes: list[int] = axes  # what every co-ordinate is to the element: x, y or an angle
        self.count: i64 = len(coordinates)
        self.field: vec[float] = vec[float]([0.0] * len(coordinates))  # of gravity
        self.velocity: vec[float] = vec[float]([0.0] * len(coordinates))
        self.acceleration: vec[float] = vec[float]([0.0] * len(coordinates))
        self.force: vec[float] = vec[float]([0.0] * len(coordinates))
        # derivatives to one number of the deck (tangent.py): of what is above, and of its own numbers
        self.field_by: vec[float] = vec[float]([0.0] * len(coordinates))
        self.velocity_by: vec[float] = vec[float]([0.0] * len(coordinates))
        self.acceleration_by: vec[float] = vec[float]([0.0] * len(coordinates))
        self.force_by: vec[float] = vec[float]([0.0] * len(coordinates))
        self.rates: vec[float] = vec[float]()

    def act(self) -> None:
        """`force` = M·acceleration, with what a turning matrix adds at `velocity`."""
        raise NotImplementedError  # pragma: no cover, every mass has its own

    def act_by(self) -> None:
        """`force_by`, along x_by, `velocity_by`, `acceleration_by` and `rates`; of a matrix that does not turn."""
        raise NotImplementedError  # pragma: no cover, every mass that changes has its own

    def potential_by(self) -> float:
        """How `potential` changes."""
        raise NotImplementedError  # pragma: no cover, every mass that changes has its own

    def inertia_by(self) -> None:
        """`force_by` of M(a − g)."""
        self.inertia()
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity_by[k] = c.v_by
            self.acceleration_by[k] = c.a_by - self.field_by[k]
        self.act_by()

    def resist_by(self) -> None:
        self.inertia_by()
        for k in range(self.count):
            self.coordinates[k].f -= self.force_by[k]

    def carried_by(self) -> float:
        """How ½vᵀMv changes."""
        total = 0.0
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity[k] = self.velocity_by[k] = 0.0
            self.acceleration[k] = c.v
            self.acceleration_by[k] = c.v_by
        self.act()
        self.act_by()
        for k in range(self.count):
            c = self.coordinates[k]
            total += c.v_by * self.force[k] + c.v * self.force_by[k]
        return 0.5 * total

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

    __slots__ = ("P", "Q", "m", "m_by")

    def __init__(self, P: Coordinate, Q: Coordinate, m: float) -> None:
        self.P: Coordinate = P
        self.Q: Coordinate = Q
        self.m: float = m
        self.m_by: float = 0.0


class Constant(Mass):
    """A matrix that does not change: entries (i, j, m) between its co-ordinates, each pair once."""

    __slots__ = ("couplings", "entries")

    def __init__(self, coordinates: list[Coordinate], axes: list[int], entries: list[tuple[int, int, float]]) -> None:
        super().__init__(coordinates, axes)
        self.entries: list[tuple[int, int, float]] = entries
        self.couplings: list[Coupling] = []  # that it has spread itself over
        self.rates = vec[float]([0.0])  # of the part by which it grows

    def act(self) -> None:
        for k in range(self.count):
            self.force[k] = 0.0
        for i, j, m in self.entries:
            self.force[i] += m * self.acceleration[j]
            if i != j:
                self.force[j] += m * self.acceleration[i]

    def act_by(self) -> None:
        part = self.rates[0]
        for k in range(self.count):
            self.force_by[k] = part * self.force[k]
        for i, j, m in self.entries:
            self.force_by[i] += m * self.acceleration_by[j]
            if i != j:
                self.force_by[j] += m * self.acceleration_by[i]

    def spread_by(self) -> None:
        """What it adds to the derivatives of diagonals, weights and couplings."""
        part = self.rates[0]
        for i, j, m in self.entries:
            P = self.coordinates[i]
            Q = self.coordinates[j]
            P.weight_by += m * (part * self.field[j] + self.field_by[j])
            if i != j:
                Q.weight_by += m * (part * self.field[i] + self.field_by[i])
            else:
                P.m_by += part * m
        for coupling in self.couplings:
            coupling.m_by = part * coupling.m

    def spread(self, couplings: list[Coupling]) -> None:
        """Adds itself to the diagonals and weights of its co-ordinates, and to the couplings."""
        for i, j, m in self.entries:
            P = self.coordinates[i]
            Q = self.coordinates[j]
            P.weight += m * self.field[j]
            if i != j:
                Q.weight += m * self.field[i]
                coupling = Coupling(P, Q, m)
                couplings.append(coupling)
                self.couplings.append(coupling)
            else:
                P.m += m
