"""Loads: what acts on co-ordinates and form parameters."""

from __future__ import annotations

from librt.vecs import append, vec

from .coordinate import Coordinate
from .form import SMALL_SHIFT, Form, shift_at, weight_at
from .mass import growth, own_growth


class Load:
    """A force of some kind. Values and velocities of parameters and co-ordinates are known when it is asked.

    `coordinates` are those at which it acts and on whose places and velocities it depends; its own `numbers` are those
    that the deck gives. With both known its derivatives need no formula.
    """

    __slots__ = ("coordinates", "is_outside", "numbers", "power", "rates")

    def __init__(self, numbers: list[float], coordinates: list[Coordinate]) -> None:
        self.coordinates: list[Coordinate] = coordinates
        self.is_outside: bool = True  # not between parts of the mechanism: the frame must answer it
        self.power: float = 0.0  # of a load that is not conservative, after `apply`
        self.numbers: vec[float] = vec[float](numbers)
        self.rates: vec[float] = vec[float]([0.0] * len(numbers))  # of them, to one number of the deck (tangent.py)

    def set_numbers(self, numbers: list[float]) -> None:
        self.numbers = vec[float](numbers)
        self.take()

    def take(self) -> None:
        """What follows from its numbers."""

    def apply(self) -> None:
        """Adds to the forces f of co-ordinates, and to the σ of a parameter that it acts on."""
        raise NotImplementedError  # pragma: no cover, every load has its own

    def apply_to_surplus(self) -> None:
        """The same of elasticity, where it acts on more parameters than are needed."""

    def energy(self) -> float:
        """Potential energy."""
        return 0.0

    def force_tangent(self) -> None:
        """Adds to f how the forces of `apply` change, and to the σ_by of a parameter that it acts on.

        By differences of fourth order where a load has no formula.
        """
        kept = vec[float]()
        total = vec[float]()
        for c in self.coordinates:
            kept = append(kept, c.f)
            total = append(total, 0.0)
        power = self.power
        step = self.small_step()
        for k in range(4):
            if step == 0.0:
                break
            self.shift(shift_at(k) * step)
            for c in self.coordinates:
                c.f = 0.0
            self.apply()
            for j in range(len(total)):
                total[j] += weight_at(k) * self.coordinates[j].f / step
            self.shift(-shift_at(k) * step)
        self.power = power
        for j in range(len(total)):
            self.coordinates[j].f = kept[j] + total[j]

    def energy_by(self) -> float:
        """How the potential energy changes; the same."""
        step = self.small_step()
        total = 0.0
        for k in range(4):
            if step == 0.0:
                break
            self.shift(shift_at(k) * step)
            total += weight_at(k) * self.energy() / step
            self.shift(-shift_at(k) * step)
        return total

    def shift(self, step: float) -> None:
        """Along x_by and v_by of its co-ordinates and the rates of its numbers."""
        for c in self.coordinates:
            c.q += step * c.x_by
            c.v += step * c.v_by
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
        """A small part of all that changes; 0 where nothing does."""
        total = own_growth(self.numbers, self.rates)
        v = vec[float]()
        v_by = vec[float]()
        for c in self.coordinates:
            total = max(total, abs(c.x_by) * c.per)
            v = append(v, c.v)
            v_by = append(v_by, c.v_by)
        total = max(total, growth(v, v_by))
        return SMALL_SHIFT / total if total > 0.0 else 0.0

    def witness(self) -> None:
        """Gaps of its pieces, with the shift of time that is set."""


class ParameterLoad(Load):
    """A load on a form parameter: a positive σ is a tension."""

    __slots__ = ("on",)

    def __init__(self, on: Form, numbers: list[float]) -> None:
        super().__init__(numbers, [])
        self.on: Form = on
        self.is_outside = False
        on.loaded = True

    def tension(self) -> float:
        """σ by the value and the rate of its parameter."""
        raise NotImplementedError  # pragma: no cover, every one has its own

    def add_tension(self, sigma: float) -> None:
        self.on.sigma += sigma
        self.on.add_generalized_force(sigma)

    def force_tangent(self) -> None:
        step = self.small_step()
        total = 0.0
        for k in range(4):
            if step == 0.0:
                break
            self.shift(shift_at(k) * step)
            total += weight_at(k) * self.tension() / step
            self.shift(-shift_at(k) * step)
        self.add_tension_tangent(self.tension(), total)

    def add_tension_tangent(self, sigma: float, sigma_by: float) -> None:
        self.on.sigma_by += sigma_by
        self.on.force_tangent(sigma, sigma_by)

    def shift(self, step: float) -> None:
        self.on.value += step * self.on.value_by
        self.on.rate += step * self.on.rate_by
        self.grow(step)

    def small_step(self) -> float:
        state = vec[float]([self.on.value, self.on.rate])
        state_by = vec[float]([self.on.value_by, self.on.rate_by])
        total = max(own_growth(self.numbers, self.rates), growth(state, state_by))
        return SMALL_SHIFT / total if total > 0.0 else 0.0
