"""Form parameters: what an element measures, and what a prescribed parameter holds.

    evaluate()          value ε and its derivatives D to the co-ordinates, at the position
    bias()              (∂D/∂x·u)·u, at the position, along the direction u of its co-ordinates
    jacobian_tangent()  how D changes along x_by of its co-ordinates and along the rates of its data
    bias_tangent()      how bias() does, u being kept
    data_tangent()      how the value does, co-ordinates being kept
    take()                after other data

Elements write subclasses; groups see entries and values, and know no formula.
"""

from __future__ import annotations

from math import atan2, cos, sin
from typing import Final

from librt.vecs import vec

from .coordinate import Coordinate, Partial

SMALL_TURN: Final = 0.02  # of the tangent: the series below is exact to rounding
SMALL_SHIFT: Final = 1e-3  # of the size of an element: errors of fourth order and of rounding are alike, 1e-12
SHIFTS: Final = (-2.0, -1.0, 1.0, 2.0)  # of a difference of fourth order
WEIGHTS: Final = (1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0)
TURNED_TOO_FAR: Final = 2.5  # radians between two looks: the winding would be a guess


class Form:
    """A form parameter at the present position."""

    __slots__ = (
        "acceleration", "acceleration_by", "counts_from_start", "data", "entries", "is_length", "is_surplus", "loaded",
        "origin", "rate", "rate_by", "rates", "reference", "right", "sigma", "sigma_by", "strain", "strain_by", "unit",
        "value", "value_by", "wanted", "winds",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], is_length: bool, winds: bool) -> None:
        self.is_length: bool = is_length
        self.winds: bool = winds  # an angle that is known but for whole turns
        self.loaded: bool = False  # whether springs, motors or expressions ask for it
        self.is_surplus: bool = False  # whether the position follows without it, although it is prescribed
        self.unit: float = 1.0  # what counts as 1 for it: the size of the mechanism, or a radian, times its factor
        self.value: float = 0.0
        self.wanted: float = 0.0  # the value that is prescribed
        self.reference: float = 0.0  # of an angle: where it was, which tells its whole turns
        self.rate: float = 0.0  # velocity and acceleration
        self.acceleration: float = 0.0
        self.right: float = 0.0  # right-hand side of the linear systems
        self.sigma: float = 0.0  # internal force
        self.strain: float = 0.0  # small deformation by it
        # derivatives to one number of the deck (tangent.py)
        self.value_by: float = 0.0
        self.rate_by: float = 0.0
        self.acceleration_by: float = 0.0
        self.sigma_by: float = 0.0
        self.strain_by: float = 0.0
        self.entries: list[Partial] = [Partial(c) for c in coordinates]
        self.data: vec[float] = vec[float]()  # numbers of the element: radii of gears, a ratio
        self.counts_from_start: bool = False  # zero there: `origin` is subtracted from the value
        self.origin: float = 0.0
        self.rates: vec[float] = vec[float]()  # of the data, then of the origin, to one number of the deck (tangent.py)

    def count_from_here(self) -> None:
        """The value is zero where it is now."""
        self.counts_from_start = True
        self.evaluate()
        self.origin = self.value

    def own(self, data: list[float]) -> None:
        """Gives it the numbers of its element."""
        self.data = vec[float](data)
        self.rates = vec[float]([0.0] * (len(data) + 1))
        self.take()

    def take(self) -> None:
        """What follows from its data."""

    def evaluate(self) -> None:
        raise NotImplementedError  # pragma: no cover, every form has its own

    def bias(self) -> float:
        raise NotImplementedError  # pragma: no cover, every form has its own

    def unbend(self, rests: list[float]) -> None:
        """What the ends of its beam measure without bending, where it follows the bent axis."""

    def join(self, other: Form) -> None:
        """Shares with another form of the same element what both need at a position."""

    def jacobian_tangent(self) -> None:
        """`by` of its entries; by differences of fourth order where a form has no formula."""
        step = self.small_step()
        for entry in self.entries:
            entry.by = 0.0
        if step == 0.0:
            return
        for k in range(4):
            self.shift(SHIFTS[k] * step)
            self.evaluate()
            for entry in self.entries:
                entry.by += WEIGHTS[k] * entry.value / step
            self.shift(-SHIFTS[k] * step)
        self.evaluate()

    def bias_tangent(self) -> float:
        """The same."""
        step = self.small_step()
        total = 0.0
        if step == 0.0:
            return 0.0
        for k in range(4):
            self.shift(SHIFTS[k] * step)
            self.evaluate()
            total += WEIGHTS[k] * self.bias() / step
            self.shift(-SHIFTS[k] * step)
        self.evaluate()
        return total

    def data_tangent(self) -> float:
        """How the value changes with its data and its origin, co-ordinates being kept; by differences as well."""
        if not self.rates:
            return 0.0
        growth = self.data_growth()
        total = -self.rates[len(self.data)]
        if growth == 0.0:
            return total
        step = SMALL_SHIFT / growth
        for k in range(4):
            self.grow(SHIFTS[k] * step)
            self.evaluate()
            total += WEIGHTS[k] * self.value / step
            self.grow(-SHIFTS[k] * step)
        self.evaluate()
        return total

    def grow(self, step: float) -> None:
        """Its data by step·rates."""
        for k in range(len(self.data)):
            self.data[k] += step * self.rates[k]
        self.take()

    def data_growth(self) -> float:
        """The largest part by which one of its data grows; 1 where it begins at zero."""
        found = 0.0
        for k in range(len(self.data)):
            rate = abs(self.rates[k])
            if rate > 0.0:
                found = max(found, rate / (rate + abs(self.data[k])))
        return found

    def has_entry(self, entry: Partial) -> bool:
        """Whether it is one of its own, or of what elements bear of it."""
        return entry in self.entries

    def shift(self, step: float) -> None:
        """Along x_by of its co-ordinates and the rates of its data."""
        for entry in self.entries:
            entry.of.q += step * entry.of.x_by
        if self.rates:
            self.grow(step)

    def small_step(self) -> float:
        """A small part of the size of the element along x_by and of its data; 0 where nothing changes."""
        scale = 0.0
        for entry in self.entries:
            if entry.of.moving and entry.of.is_length and entry.of.scale > scale:
                scale = entry.of.scale
        largest = 0.0
        for entry in self.entries:
            part = abs(entry.of.x_by)
            if entry.of.is_length and scale > 0.0:
                part /= scale
            if part > largest:
                largest = part
        if self.rates:
            largest = max(largest, self.data_growth())
        return SMALL_SHIFT / largest if largest > 0.0 else 0.0

    def tilted(self) -> float:
        """∂D·v, D along x_by."""
        total = 0.0
        for entry in self.entries:
            total += entry.by * entry.of.v
        return total

    def force_tangent(self, sigma: float, sigma_by: float) -> None:
        """Changes of the forces −Dᵀσ at its co-ordinates."""
        for entry in self.entries:
            entry.of.f -= entry.by * sigma + entry.value * sigma_by

    def size(self, scale: float) -> float:
        """The largest entry, lengths being measured by `scale`.

        In the row of a length an angle has a lever, which says nothing about how well the row can be solved.
        """
        largest = 0.0
        for entry in self.entries:
            if entry.of.is_length:
                part = abs(entry.value) * scale
            elif self.is_length:
                continue
            else:
                part = abs(entry.value)
            if not part <= largest:
                largest = part
        return largest

    def rebase(self) -> None:
        """After the starts of co-ordinates have changed."""

    def set_target(self, wanted: float) -> None:
        """Prescribes a value; an angle is then looked at in that turn."""
        self.wanted = wanted
        self.reference = wanted

    def winders(self) -> list[Form]:
        """The angles in it whose whole turns must be followed."""
        return [self] if self.winds else []

    def track_turns(self) -> bool:
        """Follows an angle to the position; False where it has turned too far to be sure."""
        turned = self.value - self.reference
        if not abs(turned) < TURNED_TOO_FAR:
            return False
        self.reference = self.value
        return True

    def along(self) -> float:
        """D·u."""
        total = 0.0
        for entry in self.entries:
            total += entry.value * entry.of.u
        return total

    def speed(self) -> float:
        """D·v."""
        total = 0.0
        for entry in self.entries:
            total += entry.value * entry.of.v
        return total

    def add_generalized_force(self, sigma: float) -> None:
        """Forces −Dᵀσ at its co-ordinates."""
        for entry in self.entries:
            entry.of.f -= entry.value * sigma


def shift_at(k: int) -> float:
    """SHIFTS[k], for loops over k = 0 … 3 in other files: compiled, they do not find constants that are tuples."""
    return k - 2.0 if k < 2 else k - 1.0


def weight_at(k: int) -> float:
    """WEIGHTS[k], likewise."""
    return (1.0 if k == 0 else -8.0 if k == 1 else 8.0 if k == 2 else -1.0) / 12.0


def turned(reference: float, x: float, y: float) -> float:
    """The angle of (x, y), in the turn that is nearest to the reference."""
    c = cos(reference)
    s = sin(reference)
    along = c * x + s * y
    across = c * y - s * x
    if abs(across) < SMALL_TURN * along:
        t = across / along
        tt = t * t
        return reference + t * (1.0 - tt * (1.0 / 3.0 - tt * (0.2 - tt * (1.0 / 7.0 - tt / 9.0))))
    return reference + atan2(across, along)


class LinearCombination(Form):
    """Σ factor·form: a difference of angles, a gear pair, a rack."""

    __slots__ = ("factors", "factors_by", "places", "terms")

    def __init__(self, factors: list[float], terms: list[Form]) -> None:
        coordinates: list[Coordinate] = []
        for term in terms:
            for entry in term.entries:
                if entry.of not in coordinates:
                    coordinates.append(entry.of)
        super().__init__(coordinates, any(term.is_length for term in terms), False)
        self.factors: list[float] = factors
        self.factors_by: vec[float] = vec[float]([0.0] * len(factors))
        self.terms: list[Form] = terms
        place = {c.at: self.entries[k] for k, c in enumerate(coordinates)}
        self.places: list[list[Partial]] = [[place[entry.of.at] for entry in term.entries] for term in terms]

    def evaluate(self) -> None:
        for entry in self.entries:
            entry.value = 0.0
        value = 0.0
        for k in range(len(self.terms)):
            term = self.terms[k]
            factor = self.factors[k]
            term.evaluate()
            value += factor * term.value
            places = self.places[k]
            for j in range(len(places)):
                places[j].value += factor * term.entries[j].value
        self.value = value

    def bias(self) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += self.factors[k] * self.terms[k].bias()
        return total

    def jacobian_tangent(self) -> None:
        for entry in self.entries:
            entry.by = 0.0
        for k in range(len(self.terms)):
            term = self.terms[k]
            factor = self.factors[k]
            by = self.factors_by[k]
            term.jacobian_tangent()
            places = self.places[k]
            for j in range(len(places)):
                places[j].by += factor * term.entries[j].by + by * term.entries[j].value

    def bias_tangent(self) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += self.factors[k] * self.terms[k].bias_tangent()
            if self.factors_by[k] != 0.0:
                total += self.factors_by[k] * self.terms[k].bias()
        return total

    def data_tangent(self) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += self.factors[k] * self.terms[k].data_tangent() + self.factors_by[k] * self.terms[k].value
        return total

    def size(self, scale: float) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += abs(self.factors[k]) * self.terms[k].size(scale)
        return total

    def rebase(self) -> None:
        for term in self.terms:
            term.rebase()

    def set_target(self, wanted: float) -> None:
        self.wanted = wanted

    def winders(self) -> list[Form]:
        return [winder for term in self.terms for winder in term.winders()]


class Held(Form):
    """A co-ordinate itself, where it takes the place of an input that has lost its grip."""

    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        super().__init__([of], of.is_length, False)
        self.of: Coordinate = of
        self.entries[0].value = 1.0

    def evaluate(self) -> None:
        self.value = self.of.start + self.of.q

    def bias(self) -> float:
        return 0.0

    def jacobian_tangent(self) -> None:
        self.entries[0].by = 0.0

    def bias_tangent(self) -> float:
        return 0.0
