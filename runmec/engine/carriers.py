"""Motors that carry a motion which is given elsewhere: M on parameters q in the place of the inputs.

Virtual work for every input i: Σ_q M_q ∂q/∂ε_i = M_i, with M_i what the input would need alone. Lengths are measured by
the size of the mechanism, so that ∂q/∂ε is a matrix T of pure numbers; T V = W, the columns of W square to each other
(Jacobi's rotations), gives its singular values, and the M whose squares have the least sum where more motors than
inputs share the work.
"""

from __future__ import annotations

from math import nan, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate
from .driver import Driver
from .form import Form
from .load import Load

FLAT: Final = 1e-9  # smallest singular value with which motors move every input
SQUARE: Final = 1e-15  # cosine of two columns that are square to each other
SWEEPS: Final = 40


class Carrier(Driver):
    """A motor whose M is found."""

    __slots__ = ("input",)

    def __init__(self, on: Form, input: int) -> None:
        super().__init__(on, [])
        self.input: i64 = input  # which of the inputs it is, from zero; −1: a dependent parameter

    def drive(self) -> float:
        return self.M


class Carriers(Load):
    """All of them, at the position where the mechanism is."""

    __slots__ = ("T", "V", "W", "carriers", "corrected", "inputs", "is_flat", "keeps", "size", "squares", "weights")

    def __init__(self, carriers: list[Carrier], inputs: list[Form]) -> None:
        super().__init__([], [])
        self.is_outside = False
        n = len(carriers)
        m = len(inputs)
        self.carriers: list[Carrier] = carriers
        self.inputs: list[Form] = inputs
        driven = [int(carrier.input) for carrier in carriers]
        self.keeps: list[bool] = [k in driven for k in range(m)]  # inputs with a motor of their own
        self.size: float = 1.0  # what counts as 1 for lengths
        self.T: vec[float] = vec[float]([0.0] * (n * m))  # row after row, one a carrier
        self.W: vec[float] = vec[float]([0.0] * (n * m))
        self.V: vec[float] = vec[float]([0.0] * (m * m))
        self.squares: vec[float] = vec[float]([0.0] * m)  # of the singular values
        self.weights: vec[float] = vec[float]([0.0] * m)  # λ, M = Tλ
        self.corrected: vec[float] = vec[float]([0.0] * n)  # what M changes by because T does (tangent.py)
        self.is_flat: bool = False  # they do not move every input

    def unit(self, form: Form) -> float:
        return self.size if form.is_length else 1.0

    # ---- the matrix

    def note(self, k: i64) -> None:
        """Column k, along x' of input k."""
        m = len(self.inputs)
        unit = self.unit(self.inputs[k])
        for q in range(len(self.carriers)):
            carrier = self.carriers[q]
            if carrier.input >= 0:
                self.T[q * m + k] = 1.0 if carrier.input == k else 0.0
            else:
                self.T[q * m + k] = carrier.on.along() * unit / self.unit(carrier.on)

    def arrange(self) -> None:
        """T V = W, and whether T has an inverse."""
        m = len(self.inputs)
        total = 0.0
        for k in range(len(self.T)):
            self.W[k] = self.T[k]
            total += self.T[k]
        for k in range(m):
            for j in range(m):
                self.V[k * m + j] = 1.0 if k == j else 0.0
        self.is_flat = not abs(total) < 1e300
        for _ in range(SWEEPS):
            if self.is_flat or not self.rotate():
                break
        for k in range(m):
            self.squares[k] = self.product(k, k)
            if not sqrt(self.squares[k]) >= FLAT:
                self.is_flat = True

    def rotate(self) -> bool:
        """Turns columns of W until they are square to each other; whether any was turned."""
        m = len(self.inputs)
        turned = False
        for i in range(m):
            for j in range(i + 1, m):
                a = self.product(i, i)
                b = self.product(j, j)
                c = self.product(i, j)
                if not abs(c) > SQUARE * sqrt(a * b):
                    continue
                turned = True
                z = 0.5 * (b - a) / c
                t = (1.0 if z >= 0.0 else -1.0) / (abs(z) + sqrt(1.0 + z * z))
                cosine = 1.0 / sqrt(1.0 + t * t)
                turn(self.W, len(self.carriers), m, i, j, cosine, t * cosine)
                turn(self.V, m, m, i, j, cosine, t * cosine)
        return turned

    def product(self, i: i64, j: i64) -> float:
        m = len(self.inputs)
        total = 0.0
        for q in range(len(self.carriers)):
            total += self.W[q * m + i] * self.W[q * m + j]
        return total

    def grip(self) -> float:
        """The smallest singular value of T; below zero where the determinant of as many motors as inputs is."""
        m = len(self.inputs)
        if len(self.squares) == 0 or len(self.carriers) < m:
            return nan
        least = self.squares[0]
        for k in range(m):
            least = min(least, self.squares[k])
        sign = 1.0
        if m == 2 and len(self.carriers) == 2 and self.T[0] * self.T[3] - self.T[1] * self.T[2] < 0.0:
            sign = -1.0
        return sign * sqrt(least)

    # ---- motors in the place of the inputs

    def share(self, found: vec[float], weights: vec[float]) -> None:
        """Adds M of all carriers, from what the inputs bear now, and λ."""
        m = len(self.inputs)
        for j in range(m):
            along = 0.0
            for k in range(m):
                along -= self.V[k * m + j] * self.inputs[k].sigma * self.unit(self.inputs[k])
            along /= self.squares[j]
            for k in range(m):
                weights[k] += self.V[k * m + j] * along
            for q in range(len(self.carriers)):
                found[q] += self.W[q * m + j] * along

    def carry(self) -> None:
        """M from the σ of the inputs, in the unit of each carrier."""
        found = vec[float]([0.0] * len(self.carriers))
        for k in range(len(self.weights)):
            self.weights[k] = 0.0
        self.share(found, self.weights)
        for q in range(len(self.carriers)):
            self.carriers[q].M = found[q] / self.unit(self.carriers[q].on)

    def carry_by(self) -> None:
        """The same for derivatives: the σ of the inputs are theirs, M being kept."""
        found = vec[float]([0.0] * len(self.carriers))
        for q in range(len(self.carriers)):
            found[q] = self.corrected[q]
        self.share(found, vec[float]([0.0] * len(self.inputs)))
        for q in range(len(self.carriers)):
            self.carriers[q].M_by = found[q] / self.unit(self.carriers[q].on)

    def apply(self) -> None:
        """On dependent parameters; that of an input follows from the equilibrium."""
        self.power = 0.0
        for carrier in self.carriers:
            if carrier.input < 0:
                carrier.apply()
                self.power += carrier.power

    def give_way(self) -> None:
        """Inputs without a motor change by what keeps the motors where they are, u being the displacements without."""
        m = len(self.inputs)
        off = vec[float]([0.0] * len(self.carriers))
        for q in range(len(self.carriers)):
            carrier = self.carriers[q]
            if carrier.input < 0:
                off[q] = carrier.on.along() / self.unit(carrier.on)
        change = self.changes(off)
        for k in range(m):
            self.inputs[k].strain += change[k]
            self.inputs[k].right = self.inputs[k].strain

    def changes(self, off: vec[float]) -> vec[float]:
        """Of the inputs, so that motors come back by so much; the least squares are left where there are more."""
        m = len(self.inputs)
        found = vec[float]([0.0] * m)
        for j in range(m):
            along = 0.0
            for q in range(len(self.carriers)):
                along -= self.W[q * m + j] * off[q]
            along /= self.squares[j]
            for k in range(m):
                found[k] += self.V[k * m + j] * along * self.unit(self.inputs[k])
        return found

    def release(self) -> None:
        """Inputs without a motor bear nothing: what is left is rounding."""
        for k in range(len(self.inputs)):
            if not self.keeps[k]:
                self.inputs[k].add_generalized_force(-self.inputs[k].sigma)
                self.inputs[k].sigma = 0.0

    def lose(self, forms: list[Form], coordinates: list[Coordinate]) -> None:
        """No number for M and all forces."""
        for carrier in self.carriers:
            carrier.M = nan
        for form in forms:
            form.sigma = nan
        for c in coordinates:
            c.f = nan

    # ---- derivatives to one number of the deck (tangent.py)

    @property
    def is_shared(self) -> bool:
        """Whether there are more motors than inputs, so that M depends on T also where it does no work."""
        return len(self.carriers) > len(self.inputs)

    def begin_by(self) -> None:
        """Motors on dependent parameters keep their M, and turn with D."""
        for q in range(len(self.carriers)):
            self.corrected[q] = 0.0
            if self.carriers[q].input < 0:
                self.carriers[q].on.force_tangent(-self.carriers[q].M, 0.0)

    def apply_by(self) -> None:
        for carrier in self.carriers:
            if carrier.input < 0:
                carrier.on.sigma_by -= carrier.M_by
                carrier.on.add_generalized_force(-carrier.M_by)

    def lose_by(self, forms: list[Form], coordinates: list[Coordinate]) -> None:
        for carrier in self.carriers:
            carrier.M_by = nan
            carrier.on.sigma_by = nan
        for form in forms:
            form.sigma = nan
        for c in coordinates:
            c.f = nan

    def give_way_by(self, displaced: vec[float]) -> None:
        """No number where motors come back by least squares, which change with T."""
        off = vec[float]([0.0] * len(self.carriers))
        for q in range(len(self.carriers)):
            carrier = self.carriers[q]
            if carrier.input >= 0:
                continue
            total = nan if self.is_shared else 0.0
            for entry in carrier.on.entries:
                total += entry.by * displaced[entry.of.at] + (entry.value * entry.of.u if entry.of.moving else 0.0)
            off[q] = total / self.unit(carrier.on)
        change = self.changes(off)
        for k in range(len(self.inputs)):
            self.inputs[k].strain_by += change[k]
            self.inputs[k].right += change[k]

    def across(self) -> None:
        """Of `corrected`, the part square to the columns of T."""
        m = len(self.inputs)
        for j in range(m):
            along = 0.0
            for q in range(len(self.carriers)):
                along += self.W[q * m + j] * self.corrected[q]
            along /= self.squares[j]
            for q in range(len(self.carriers)):
                self.corrected[q] -= self.W[q * m + j] * along


def turn(A: vec[float], rows: i64, columns: i64, i: i64, j: i64, cosine: float, sine: float) -> None:
    """Two columns of a matrix."""
    for k in range(rows):
        a = A[k * columns + i]
        b = A[k * columns + j]
        A[k * columns + i] = cosine * a - sine * b
        A[k * columns + j] = sine * a + cosine * b
