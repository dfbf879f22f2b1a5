"""Masses: what they resist with, and what they weigh (8.3)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate
from .form import SMALL_SHIFT, shift_at, weight_at


class Mass:
    """The mass of an element. Subclasses know how its matrix depends on the position."""

    __slots__ = (
        "acceleration", "acceleration_by", "axes", "bends", "coordinates", "count", "drag", "drag_by", "falls", "field",
        "field_by", "force", "force_by", "lags", "moves", "numbers", "rates", "velocity", "velocity_by",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], axes: list[int], numbers: list[float]) -> None:
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
        self.numbers: vec[float] = vec[float](numbers)  # its own, of the deck: a mass, a mass centre …
        self.rates: vec[float] = vec[float]([0.0] * len(numbers))
        self.drag: float = 0.0  # a: it resists its velocity too, by a times its mass
        self.drag_by: float = 0.0
        self.lags: float = 1.0  # 0 where that is left out, to tell causes apart
        self.falls: float = 1.0  # 0 where its weight is left out, to tell causes apart (causes.py),
        self.moves: float = 1.0  # or its motion
        self.bends: bool = False  # what it measures without bending has a rate of its own, the last one

    def take(self) -> None:
        """What follows from its numbers."""

    def inertia_force(self) -> None:
        """`force` = M·acceleration, with what a turning matrix adds at `velocity`."""
        raise NotImplementedError  # pragma: no cover, every mass has its own

    def inertia_force_tangent(self) -> None:
        """`force_by`, along x_by, `velocity_by`, `acceleration_by` and `rates`; `force` is kept.

        By differences of fourth order where a mass has no formula.
        """
        step = self.small_step()
        total = vec[float]([0.0] * len(self.coordinates))
        for k in range(4):
            self.shift(shift_at(k) * step)
            self.inertia_force()
            for j in range(self.count):
                total[j] += weight_at(k) * self.force[j] / step
            self.shift(-shift_at(k) * step)
        self.inertia_force()
        self.force_by = total

    def potential_by(self) -> float:
        """How `potential` changes; the same."""
        for k in range(self.count):
            self.velocity_by[k] = self.acceleration_by[k] = 0.0
        step = self.small_step()
        total = 0.0
        for k in range(4):
            self.shift(shift_at(k) * step)
            total += weight_at(k) * self.potential() / step
            self.shift(-shift_at(k) * step)
        return total

    def shift(self, step: float) -> None:
        for k in range(self.count):
            c = self.coordinates[k]
            c.q += step * c.x_by
            self.velocity[k] += step * self.velocity_by[k]
            self.acceleration[k] += step * self.acceleration_by[k]
            self.field[k] += step * self.field_by[k]
        self.grow(step)

    def grow(self, step: float) -> None:
        """Its numbers by step·rates."""
        changes = False
        for k in range(len(self.numbers)):
            if self.rates[k] != 0.0:
                self.numbers[k] += step * self.rates[k]
                changes = True
        if changes:
            self.take()

    def small_step(self) -> float:
        """Forces are of second degree in velocities and linear in accelerations: only places need a small one."""
        place = 0.0
        for c in self.coordinates:
            part = abs(c.x_by) * c.per
            if part > place:
                place = part
        total = place / SMALL_SHIFT + growth(self.velocity, self.velocity_by) + own_growth(self.numbers, self.rates)
        total += growth(self.acceleration, self.acceleration_by) + growth(self.field, self.field_by)
        return 1.0 / total if total > 0.0 else 1.0

    def inertia_by(self) -> None:
        """`force_by` of M(a − g)."""
        self.inertia()
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity_by[k] = c.v_by
            self.acceleration_by[k] = c.a_by - self.field_by[k]
        self.inertia_force_tangent()

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
        self.inertia_force()
        self.inertia_force_tangent()
        for k in range(self.count):
            c = self.coordinates[k]
            total += c.v_by * self.force[k] + c.v * self.force_by[k]
        return 0.5 * total

    def potential(self) -> float:
        """−Σ m·g·r, of a matrix that does not change with the position."""
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.field[k]
        self.inertia_force()
        total = 0.0
        for k in range(self.count):
            total -= self.force[k] * self.coordinates[k].x()
        return total

    def set_gravity(self, gravity: list[float]) -> None:
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
            self.velocity[k] = self.moves * c.v
            self.acceleration[k] = self.moves * c.a - self.falls * self.field[k]
        self.inertia_force()

    def taken(self) -> None:
        """`force` = M(a − g + drag·v): what it takes with what resists its velocity."""
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity[k] = self.moves * c.v
            self.acceleration[k] = self.moves * c.a - self.falls * self.field[k] + self.lags * self.drag * c.v
        self.inertia_force()

    def taken_by(self) -> None:
        """`force_by` of the same."""
        self.taken()
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity_by[k] = c.v_by
            self.acceleration_by[k] = c.a_by - self.field_by[k] + self.drag * c.v_by + self.drag_by * c.v
        self.inertia_force_tangent()

    def lag(self) -> float:
        """f −= drag·M v; the power that is lost."""
        lost = 0.0
        self.lags = 1.0
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.drag * self.coordinates[k].v
        self.inertia_force()
        for k in range(self.count):
            c = self.coordinates[k]
            c.f -= self.force[k]
            lost += self.force[k] * c.v
        return lost

    def lag_by(self) -> None:
        """How f changes by it."""
        for k in range(self.count):
            c = self.coordinates[k]
            self.velocity[k] = self.velocity_by[k] = 0.0
            self.acceleration[k] = self.drag * c.v
            self.acceleration_by[k] = self.drag * c.v_by + self.drag_by * c.v
        self.inertia_force()
        self.inertia_force_tangent()
        for k in range(self.count):
            self.coordinates[k].f -= self.force_by[k]

    def add_weight(self) -> None:
        """f += M g."""
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.field[k]
        self.inertia_force()
        for k in range(self.count):
            self.coordinates[k].f += self.force[k]

    def withstand(self) -> None:
        """f −= M a, without weight."""
        for k in range(self.count):
            self.velocity[k] = self.coordinates[k].v
            self.acceleration[k] = self.coordinates[k].a
        self.inertia_force()
        for k in range(self.count):
            self.coordinates[k].f -= self.force[k]

    def resist(self) -> None:
        """f −= M(a − g)."""
        self.inertia()
        for k in range(self.count):
            self.coordinates[k].f -= self.force[k]

    def find_matrix(self, M: vec[float]) -> None:
        """M at the position, row after row: column by column where a mass has no formula."""
        n = self.count
        for k in range(n):
            self.velocity[k] = 0.0
            self.acceleration[k] = 0.0
        for k in range(n):
            self.acceleration[k] = 1.0
            self.inertia_force()
            self.acceleration[k] = 0.0
            for j in range(n):
                M[k * n + j] = self.force[j]

    def carry(self) -> None:
        """h += M u."""
        for k in range(self.count):
            self.velocity[k] = 0.0
            self.acceleration[k] = self.coordinates[k].u
        self.inertia_force()
        for k in range(self.count):
            self.coordinates[k].h += self.force[k]


def growth(values: vec[float], by: vec[float]) -> float:
    """The part by which numbers grow; 1 where they begin at zero."""
    size = 0.0
    change = 0.0
    for k in range(len(values)):
        size = max(size, abs(values[k]))
        change = max(change, abs(by[k]))
    return change / (size + change) if change > 0.0 else 0.0


def own_growth(numbers: vec[float], rates: vec[float]) -> float:
    """The largest part by which one of several numbers of different kinds grows; 1 where it begins at zero."""
    found = 0.0
    for k in range(len(numbers)):
        rate = abs(rates[k])
        if rate > 0.0:
            found = max(found, rate / (rate + abs(numbers[k])))
    return found


class Coupling:
    """An entry m of M beside its diagonal, such as a bar's 1/6 (8.16)."""

    __slots__ = ("P", "Q", "m", "m_by")

    def __init__(self, P: Coordinate, Q: Coordinate, m: float) -> None:
        self.P: Coordinate = P
        self.Q: Coordinate = Q
        self.m: float = m
        self.m_by: float = 0.0


class ConstantMass(Mass):
    """A matrix that does not change: entries (i, j, m) between its co-ordinates, each pair once."""

    __slots__ = ("couplings", "entries", "unit")

    def __init__(
        self, coordinates: list[Coordinate], axes: list[int], mass: float, entries: list[tuple[int, int, float]]
    ) -> None:
        super().__init__(coordinates, axes, [mass])
        self.entries: list[tuple[int, int, float]] = entries
        self.couplings: list[Coupling] = []  # that it has spread itself over
        self.unit: list[tuple[int, int, float]] = []  # the entries of unit mass, for derivatives to it (tangent.py)

    def inertia_force(self) -> None:
        for k in range(self.count):
            self.force[k] = 0.0
        for i, j, m in self.entries:
            self.force[i] += m * self.acceleration[j]
            if i != j:
                self.force[j] += m * self.acceleration[i]

    def inertia_force_tangent(self) -> None:
        rate = self.rates[0]
        for k in range(self.count):
            self.force_by[k] = 0.0
        if rate != 0.0:
            for i, j, m in self.unit:
                self.force_by[i] += rate * m * self.acceleration[j]
                if i != j:
                    self.force_by[j] += rate * m * self.acceleration[i]
        for i, j, m in self.entries:
            self.force_by[i] += m * self.acceleration_by[j]
            if i != j:
                self.force_by[j] += m * self.acceleration_by[i]

    def add_to_tangent(self) -> None:
        """What it adds to the derivatives of diagonals, weights and couplings."""
        for i, j, m in self.entries:
            self.coordinates[i].weight_by += m * self.field_by[j]
            if i != j:
                self.coordinates[j].weight_by += m * self.field_by[i]
        for coupling in self.couplings:
            coupling.m_by = 0.0
        rate = self.rates[0]
        if rate == 0.0:
            return
        beside: i64 = 0
        for i, j, m in self.unit:
            P = self.coordinates[i]
            P.weight_by += rate * m * self.field[j]
            if i != j:
                self.coordinates[j].weight_by += rate * m * self.field[i]
                self.couplings[beside].m_by = rate * m
                beside += 1
            else:
                P.m_by += rate * m

    def add_to(self, couplings: list[Coupling]) -> None:
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
