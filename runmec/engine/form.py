"""Form parameters: what an element measures, and what a prescribed parameter holds.

    look()      value ε and its derivatives D to the co-ordinates, at the position
    bend()      (∂D/∂x·u)·u, at the position, along the direction u of its co-ordinates
    tilt()      how D changes along x_by of its co-ordinates
    bend_by()   how bend() does, u being kept

Elements write subclasses; groups see entries and values, and know no formula.
"""

from __future__ import annotations

from math import atan2, cos, sin
from typing import Final

from librt.vecs import vec

from .coordinate import Coordinate, Entry

SMALL_TURN: Final = 0.02  # of the tangent: the series below is exact to rounding
SMALL_SHIFT: Final = 1e-3  # of the size of an element: errors of fourth order and of rounding are alike, 1e-12
SHIFTS: Final = (-2.0, -1.0, 1.0, 2.0)  # of a difference of fourth order
WEIGHTS: Final = (1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0)
TURNED_TOO_FAR: Final = 2.5  # radians between two looks: the winding would be a guess


class Form:
    """A form parameter at the present position."""

    __slots__ = (
        "acceleration", "acceleration_by", "entries", "is_length", "loaded", "rate", "rate_by", "reference",
        "right", "sigma", "sigma_by", "strain", "strain_by", "value", "value_by", "wanted", "winds",
    )  # fmt: skip

    def __init__(self, coordinates: list[Coordinate], is_length: bool, winds: bool) -> None:
        self.is_length: bool = is_length
        self.winds: bool = winds  # an angle that is known but for whole turns
        self.loaded: bool = False  # whether springs, motors or expressions ask for it
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
        self.entries: list[Entry] = [Entry(c) for c in coordinates]

    def look(self) -> None:
        raise NotImplementedError  # pragma: no cover, every form has its own

    def bend(self) -> float:
        raise NotImplementedError  # pragma: no cover, every form has its own

    def join(self, other: Form) -> None:
        """Shares with another form of the same element what both need at a position."""

    def tilt(self) -> None:
        """`by` of its entries; by differences of fourth order where a form has no formula."""
        step = self.small_step()
        for entry in self.entries:
            entry.by = 0.0
        if step == 0.0:
            return
        for k in range(4):
            self.shift(SHIFTS[k] * step)
            self.look()
            for entry in self.entries:
                entry.by += WEIGHTS[k] * entry.d / step
            self.shift(-SHIFTS[k] * step)
        self.look()

    def bend_by(self) -> float:
        """The same."""
        step = self.small_step()
        total = 0.0
        if step == 0.0:
            return 0.0
        for k in range(4):
            self.shift(SHIFTS[k] * step)
            self.look()
            total += WEIGHTS[k] * self.bend() / step
            self.shift(-SHIFTS[k] * step)
        self.look()
        return total

    def drift(self) -> float:
        """How the value changes with the number of the deck, co-ordinates being kept."""
        return 0.0

    def has_entry(self, entry: Entry) -> bool:
        """Whether it is one of its own, or of what elements bear of it."""
        return entry in self.entries

    def shift(self, step: float) -> None:
        for entry in self.entries:
            entry.of.q += step * entry.of.x_by

    def small_step(self) -> float:
        """A small part of the size of the element along x_by; 0 where nothing moves."""
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
        return SMALL_SHIFT / largest if largest > 0.0 else 0.0

    def tilted(self) -> float:
        """∂D·v, D along x_by."""
        total = 0.0
        for entry in self.entries:
            total += entry.by * entry.of.v
        return total

    def sway(self, sigma: float, sigma_by: float) -> None:
        """Changes of the forces −Dᵀσ at its co-ordinates."""
        for entry in self.entries:
            entry.of.f -= entry.by * sigma + entry.d * sigma_by

    def size(self, scale: float) -> float:
        """The largest entry, lengths being measured by `scale`.

        In the row of a length an angle has a lever, which says nothing about how well the row can be solved.
        """
        largest = 0.0
        for entry in self.entries:
            if entry.of.is_length:
                part = abs(entry.d) * scale
            elif self.is_length:
                continue
            else:
                part = abs(entry.d)
            if not part <= largest:
                largest = part
        return largest

    def rebase(self) -> None:
        """After the starts of co-ordinates have changed."""

    def aim(self, wanted: float) -> None:
        """Prescribes a value; an angle is then looked at in that turn."""
        self.wanted = wanted
        self.reference = wanted

    def winders(self) -> list[Form]:
        """The angles in it whose whole turns must be followed."""
        return [self] if self.winds else []

    def settle(self) -> bool:
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
            total += entry.d * entry.of.u
        return total

    def speed(self) -> float:
        """D·v."""
        total = 0.0
        for entry in self.entries:
            total += entry.d * entry.of.v
        return total

    def push(self, sigma: float) -> None:
        """Forces −Dᵀσ at its co-ordinates."""
        for entry in self.entries:
            entry.of.f -= entry.d * sigma


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


class Composed(Form):
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
        self.places: list[list[Entry]] = [[place[entry.of.at] for entry in term.entries] for term in terms]

    def look(self) -> None:
        for entry in self.entries:
            entry.d = 0.0
        value = 0.0
        for k in range(len(self.terms)):
            term = self.terms[k]
            factor = self.factors[k]
            term.look()
            value += factor * term.value
            places = self.places[k]
            for j in range(len(places)):
                places[j].d += factor * term.entries[j].d
        self.value = value

    def bend(self) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += self.factors[k] * self.terms[k].bend()
        return total

    def tilt(self) -> None:
        for entry in self.entries:
            entry.by = 0.0
        for k in range(len(self.terms)):
            term = self.terms[k]
            factor = self.factors[k]
            by = self.factors_by[k]
            term.tilt()
            places = self.places[k]
            for j in range(len(places)):
                places[j].by += factor * term.entries[j].by + by * term.entries[j].d

    def bend_by(self) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += self.factors[k] * self.terms[k].bend_by()
            if self.factors_by[k] != 0.0:
                total += self.factors_by[k] * self.terms[k].bend()
        return total

    def drift(self) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += self.factors[k] * self.terms[k].drift() + self.factors_by[k] * self.terms[k].value
        return total

    def size(self, scale: float) -> float:
        total = 0.0
        for k in range(len(self.terms)):
            total += abs(self.factors[k]) * self.terms[k].size(scale)
        return total

    def rebase(self) -> None:
        for term in self.terms:
            term.rebase()

    def aim(self, wanted: float) -> None:
        self.wanted = wanted

    def winders(self) -> list[Form]:
        return [winder for term in self.terms for winder in term.winders()]


class Held(Form):
    """A co-ordinate itself, where it takes the place of an input that has lost its grip."""

    __slots__ = ("of",)

    def __init__(self, of: Coordinate) -> None:
        super().__init__([of], of.is_length, False)
        self.of: Coordinate = of
        self.entries[0].d = 1.0

    def look(self) -> None:
        self.value = self.of.start + self.of.q

    def bend(self) -> float:
        return 0.0

    def tilt(self) -> None:
        self.entries[0].by = 0.0

    def bend_by(self) -> float:
        return 0.0
