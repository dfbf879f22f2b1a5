"""What can be read off the mechanism at a row, one small class each."""

from __future__ import annotations

from collections.abc import Callable
from math import nan, sqrt

from mypy_extensions import i64

from .coordinate import Coordinate, Partial, X
from .driver import Driver
from .expression import Node
from .form import Form, LinearCombination
from .loading import Loading
from .mass import Mass
from .quantity import Quantity
from .replay import Replay, Second


class Place(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        self.of: Coordinate = of

    def value(self) -> float:
        return self.of.start + self.of.q

    def by(self) -> float:
        return self.of.x_by


class Velocity(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        self.of: Coordinate = of

    def value(self) -> float:
        return self.of.v

    def by(self) -> float:
        return self.of.v_by


class Acceleration(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        self.of: Coordinate = of

    def value(self) -> float:
        return self.of.a

    def by(self) -> float:
        return self.of.a_by


class Transfer(Quantity):
    """x' of a co-ordinate to an input."""

    __slots__ = ("i", "of")

    def __init__(self, of: Coordinate, i: int) -> None:
        self.of: Coordinate = of
        self.i: i64 = i

    def value(self) -> float:
        return self.of.transfer[self.i]

    def by(self) -> float:
        return self.of.transfer_by[self.i]


class SecondTransfer(Quantity):
    """x'' of a co-ordinate to two inputs."""

    __slots__ = ("at", "pair")

    def __init__(self, at: int, pair: Second) -> None:
        self.at: i64 = at
        self.pair: Second = pair

    def value(self) -> float:
        return self.pair.x[self.at]

    def by(self) -> float:
        return self.pair.x_by[self.at]


class Parameter(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return self.of.value

    def by(self) -> float:
        return self.of.value_by


class ParameterRate(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return self.of.rate

    def by(self) -> float:
        return self.of.rate_by


class ParameterAcceleration(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return self.of.acceleration

    def by(self) -> float:
        return self.of.acceleration_by


class ParameterTransfer(Quantity):
    """ε' of a parameter to an input."""

    __slots__ = ("i", "of")

    def __init__(self, of: Form, i: int) -> None:
        self.of: Form = of
        self.i: i64 = i

    def value(self) -> float:
        total = 0.0
        for entry in self.of.entries:
            if entry.of.moving:
                total += entry.value * entry.of.transfer[self.i]
        return total

    def by(self) -> float:
        total = 0.0
        for entry in self.of.entries:
            if entry.of.moving:
                total += entry.by * entry.of.transfer[self.i] + entry.value * entry.of.transfer_by[self.i]
        return total


class ParameterSecond(Quantity):
    """ε'' of a parameter to two inputs."""

    __slots__ = ("at", "pair")

    def __init__(self, at: int, pair: Second) -> None:
        self.at: i64 = at
        self.pair: Second = pair

    def value(self) -> float:
        return self.pair.e[self.at]

    def by(self) -> float:
        return self.pair.e_by[self.at]


class Response(Quantity):
    """∂x/∂ε of a co-ordinate to a prescribed parameter."""

    __slots__ = ("form", "of", "replay")

    def __init__(self, of: Coordinate, form: Form, replay: Replay) -> None:
        self.of: Coordinate = of
        self.form: Form = form
        self.replay: Replay = replay

    def value(self) -> float:
        self.form.right = 1.0
        self.replay.solve()
        self.form.right = 0.0
        return self.of.u


class Sigma(Quantity):
    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return self.of.sigma

    def by(self) -> float:
        return self.of.sigma_by


class DrivingForce(Quantity):
    """Driving force of an input, M = −σ."""

    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return 0.0 - self.of.sigma  # no −0 of an input without a motor

    def by(self) -> float:
        return -self.of.sigma_by


class DriverForce(Quantity):
    """M of a motor on a dependent parameter."""

    __slots__ = ("of",)

    def __init__(self, of: Driver) -> None:
        self.of: Driver = of

    def value(self) -> float:
        return self.of.M

    def by(self) -> float:
        return self.of.M_by


class DriverPower(Quantity):
    """M·dq/dt."""

    __slots__ = ("of",)

    def __init__(self, of: Driver) -> None:
        self.of: Driver = of

    def value(self) -> float:
        return self.of.M * self.of.on.rate

    def by(self) -> float:
        return self.of.M_by * self.of.on.rate + self.of.M * self.of.on.rate_by


class NotCalculated(Quantity):
    """What the job does not calculate."""

    __slots__ = ()

    def value(self) -> float:
        return nan

    def by(self) -> float:
        return nan


class Stored(Node):
    """Another quantity inside an expression."""

    __slots__ = ("of",)

    def __init__(self, of: Quantity) -> None:
        self.of: Quantity = of

    def value(self) -> float:
        return self.of.value()

    def by(self) -> float:
        return self.of.by()


class Callback(Quantity):
    """What a function outside the engine says of the row."""

    __slots__ = ("say",)

    def __init__(self, say: Callable[[], float]) -> None:
        self.say: Callable[[], float] = say

    def value(self) -> float:
        return self.say()


class Calculated(Quantity):
    """An expression of other quantities and of the state."""

    __slots__ = ("program",)

    def __init__(self, program: Node) -> None:
        self.program: Node = program

    def value(self) -> float:
        return self.program.value()

    def by(self) -> float:
        return self.program.by()


class Power(Quantity):
    """Of an input, −σ·dε/dt."""

    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return -self.of.sigma * self.of.rate

    def by(self) -> float:
        return -self.of.sigma_by * self.of.rate - self.of.sigma * self.of.rate_by


class Strain(Quantity):
    """Deformation of a parameter."""

    __slots__ = ("of",)

    def __init__(self, of: Form) -> None:
        self.of: Form = of

    def value(self) -> float:
        return self.of.strain

    def by(self) -> float:
        return self.of.strain_by


class Reaction(Quantity):
    """Force of the frame at a fixed co-ordinate (8.8); it does not act on moving ones."""

    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        self.of: Coordinate = of

    def value(self) -> float:
        return 0.0 if self.of.moving else -self.of.f

    def by(self) -> float:
        return 0.0 if self.of.moving else -self.of.f_by


class Connection(Quantity):
    """Force on an element, or on the elements of a link, at a co-ordinate (8.10, 8.11).

    Their own forms' forces Dᵀσ, and what their own masses take; all else at a shared node belongs to the joint.
    """

    __slots__ = ("entries", "factors", "masses", "of", "parameters")

    def __init__(
        self, of: Coordinate, entries: list[Partial], factors: list[float], parameters: list[Form], masses: list[Mass]
    ) -> None:
        self.of: Coordinate = of
        self.entries: list[Partial] = entries
        self.factors: list[float] = factors
        self.parameters: list[Form] = parameters
        self.masses: list[Mass] = masses

    def value(self) -> float:
        total = 0.0
        for k in range(len(self.entries)):
            total += self.factors[k] * self.entries[k].value * self.parameters[k].sigma
        for mass in self.masses:
            mass.taken()
            for k in range(len(mass.coordinates)):
                if mass.coordinates[k] is self.of:
                    total += mass.force[k]
        return total

    def by(self) -> float:
        total = 0.0
        for k in range(len(self.entries)):
            entry = self.entries[k]
            p = self.parameters[k]
            total += self.factors[k] * (entry.by * p.sigma + entry.value * p.sigma_by)
            total += self.factors_by(k) * entry.value * p.sigma
        for mass in self.masses:
            mass.taken_by()
            for k in range(len(mass.coordinates)):
                if mass.coordinates[k] is self.of:
                    total += mass.force_by[k]
        return total

    def factors_by(self, k: i64) -> float:
        """How the factor of a form in its parameter changes."""
        p = self.parameters[k]
        if isinstance(p, LinearCombination):
            for j in range(len(p.terms)):
                if p.terms[j].has_entry(self.entries[k]):
                    return p.factors_by[j]
        return 0.0


class Total(Quantity):
    """A sum of others, each with a sign."""

    __slots__ = ("parts", "signs")

    def __init__(self, parts: list[Quantity], signs: list[float]) -> None:
        self.parts: list[Quantity] = parts
        self.signs: list[float] = signs

    def value(self) -> float:
        total = 0.0
        for k in range(len(self.parts)):
            total += self.signs[k] * self.parts[k].value()
        return total

    def by(self) -> float:
        total = 0.0
        for k in range(len(self.parts)):
            total += self.signs[k] * self.parts[k].by()
        return total


class Size(Quantity):
    """Of a vector, by its components."""

    __slots__ = ("components",)

    def __init__(self, components: list[Quantity]) -> None:
        self.components: list[Quantity] = components

    def value(self) -> float:
        total = 0.0
        for one in self.components:
            part = one.value()
            total += part * part
        return sqrt(total)

    def by(self) -> float:
        """No number where it is zero: it is bent there."""
        size = self.value()
        total = 0.0
        for one in self.components:
            total += one.value() * one.by()
        return total / size if size > 0.0 else nan


class MomentOfForm(Quantity):
    """The moment of the forces of a form in the plane, about the origin."""

    __slots__ = ("entries", "levers", "parameter")

    def __init__(self, entries: list[Partial], levers: list[Coordinate | None], parameter: Form) -> None:
        self.entries: list[Partial] = entries
        self.levers: list[Coordinate | None] = levers  # the y of an x, the x of a y
        self.parameter: Form = parameter

    def value(self) -> float:
        total = 0.0
        for k in range(len(self.entries)):
            entry = self.entries[k]
            lever = self.levers[k]
            if lever is None:
                total += entry.value
            elif entry.of.axis == X:
                total -= lever.x() * entry.value
            else:
                total += lever.x() * entry.value
        return total * self.parameter.sigma


class Displacement(Quantity):
    """Of a co-ordinate, by all deformations."""

    __slots__ = ("at", "replay")

    def __init__(self, at: int, replay: Replay) -> None:
        self.at: i64 = at
        self.replay: Replay = replay

    def value(self) -> float:
        return self.replay.displaced[self.at]

    def by(self) -> float:
        return self.replay.displaced_by[self.at]


class ReducedInertia(Quantity):
    """x'ᵢᵀ M x'ⱼ."""

    __slots__ = ("i", "j", "replay")

    def __init__(self, i: int, j: int, replay: Replay) -> None:
        self.i: int = i
        self.j: int = j
        self.replay: Replay = replay

    def value(self) -> float:
        return self.replay.inertia(self.i, self.j)

    def by(self) -> float:
        return self.replay.inertia_by(self.i, self.j)


class KineticEnergy(Quantity):
    __slots__ = ("replay",)

    def __init__(self, replay: Replay) -> None:
        self.replay: Replay = replay

    def value(self) -> float:
        return self.replay.kinetic()

    def by(self) -> float:
        return self.replay.kinetic_by()


class PotentialEnergy(Quantity):
    __slots__ = ("replay",)

    def __init__(self, replay: Replay) -> None:
        self.replay: Replay = replay

    def value(self) -> float:
        return self.replay.potential()

    def by(self) -> float:
        return self.replay.potential_by()


class Condition(Quantity):
    """Reciprocal condition number of D^pc in the 1-norm."""

    __slots__ = ("replay",)

    def __init__(self, replay: Replay) -> None:
        self.replay: Replay = replay

    def value(self) -> float:
        return self.replay.reciprocal_condition()


class WayFromStart(Quantity):
    """Of a co-ordinate at rest: from the assembled start position, before loads."""

    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        self.of: Coordinate = of

    def value(self) -> float:
        return self.of.q


class LoadFactor(Quantity):
    """Of a rest."""

    __slots__ = ("loading",)

    def __init__(self, loading: Loading) -> None:
        self.loading: Loading = loading

    def value(self) -> float:
        return self.loading.factor


class UnstableDirections(Quantity):
    """Of a rest: how many."""

    __slots__ = ("loading",)

    def __init__(self, loading: Loading) -> None:
        self.loading: Loading = loading

    def value(self) -> float:
        return self.loading.unstable
