"""Elements of one's own: facts and formulas in one object, as plain functions.

An interpreted class cannot inherit a compiled one, so that formulas come as callables; the engine sees ordinary form
parameters and masses, and the element takes part in everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan, pi

from ..engine.coordinate import ANGLE, Coordinate, X, Y
from ..engine.form import SHIFTS, SMALL_SHIFT, WEIGHTS, Form
from ..engine.mass import Mass
from ..symbols.display import Symbol
from ..symbols.use import Use
from .kind import Kind, Measure, plain_bar

Deform = Callable[[Sequence[float]], tuple[Sequence[float], Sequence[Sequence[float]]]]
Second = Callable[[Sequence[float], Sequence[float], Sequence[float]], Sequence[float]]
MassForce = Callable[[Sequence[float], Sequence[float], Sequence[float]], Sequence[float]]

_AXES = {"x": X, "y": Y, "b": ANGLE}


class Custom(Form):
    """A form parameter of a user's element."""

    __slots__ = ("deform", "second", "which")

    def __init__(
        self,
        coordinates: list[Coordinate],
        which: int,
        is_length: bool,
        deform: Deform,
        second: Second,
    ) -> None:
        super().__init__(coordinates, is_length, not is_length)
        self.which: int = which
        self.deform: Deform = deform
        self.second: Second = second

    def evaluate(self) -> None:
        try:
            e, D = self.deform([entry.of.start + entry.of.q for entry in self.entries])
        except (ArithmeticError, ValueError):  # a trial outside of its domain is no position
            self.value = nan
            return
        value = float(e[self.which])
        if self.winds:
            value = self.reference + (value - self.reference + pi) % (2.0 * pi) - pi
        self.value = value
        row = D[self.which]
        for k in range(len(self.entries)):
            self.entries[k].value = float(row[k])

    def bias(self) -> float:
        x = [entry.of.start + entry.of.q for entry in self.entries]
        u = [entry.of.u for entry in self.entries]
        return float(self.second(x, u, u)[self.which])


class CustomMass(Mass):
    """A uniform mass of a user's element: forces of unit mass times the mass."""

    __slots__ = ("mass", "mass_force")

    def __init__(self, mass: float, coordinates: list[Coordinate], axes: list[int], mass_force: MassForce) -> None:
        super().__init__(coordinates, axes, [mass])
        self.mass: float = mass
        self.mass_force: MassForce = mass_force

    def take(self) -> None:
        self.mass = self.numbers[0]

    def inertia_force(self) -> None:
        x = [c.start + c.q for c in self.coordinates]
        found = self.mass_force(x, list(self.velocity), list(self.acceleration))
        for k in range(len(found)):
            self.force[k] = self.mass * float(found[k])

    def inertia_force_tangent(self) -> None:
        """By differences of fourth order of the user's function."""
        total = [0.0] * len(self.coordinates)
        x, v, a = [c.start + c.q for c in self.coordinates], list(self.velocity), list(self.acceleration)
        x_by = [c.x_by for c in self.coordinates]
        for k in range(4):
            h = SHIFTS[k] * SMALL_SHIFT
            found = self.mass_force(
                [q + h * by for q, by in zip(x, x_by, strict=True)],
                [q + h * by for q, by in zip(v, self.velocity_by, strict=True)],
                [q + h * by for q, by in zip(a, self.acceleration_by, strict=True)],
            )
            total = [t + WEIGHTS[k] / SMALL_SHIFT * float(f) for t, f in zip(total, found, strict=True)]
        for k in range(len(total)):
            grown = self.rates[0] / self.mass * self.force[k] if self.mass != 0.0 else 0.0
            self.force_by[k] = self.mass * total[k] + grown

    def potential_by(self) -> float:
        """As `potential`: of a matrix that does not turn."""
        total = 0.0
        for k in range(self.count):
            self.velocity[k] = self.velocity_by[k] = 0.0
            self.acceleration[k] = self.field[k]
            self.acceleration_by[k] = self.field_by[k]
        self.inertia_force()
        self.inertia_force_tangent()
        for k in range(self.count):
            c = self.coordinates[k]
            total -= self.force_by[k] * c.x() + self.force[k] * c.x_by
        return total


@dataclass(frozen=True)
class ElementType:
    """An element type from Python.

    `coordinates` are named as those of the language: x, y or b (an angle), then the point: xP, yP, bP, xQ …
    `forms` are its form parameters in words; a name begins with len (a length) or ang (an angle).
    `deform(x)` gives all form parameters and, for each, its derivatives to all co-ordinates; `second(x, v, w)` their
    second derivatives in the directions v and w. `mass_force(x, v, a)` is what an element of unit mass resists with,
    ∫Bᵀ(Bẍ + Ḃẋ)dm, for `uniform`. `absolute` are the angles that change when everything turns. `rigid` are prescribed
    by default in decks with names. `symbol(use)` tells how it is drawn; without it a line from P to Q is.

    Examples
    --------
    The distance of a point from the y-axis:

    >>> along = runmec.ElementType(
    ...     "ALONGX", "distance from the y-axis", ("xP", "yP"), {"lenx": "x of P"},
    ...     deform=lambda x: ([x[0]], [[1.0, 0.0]]), second=lambda x, v, w: [0.0],
    ... )
    >>> along.deform([3.0, 4.0])
    ([3.0], [[1.0, 0.0]])
    """

    word: str
    title: str
    coordinates: tuple[str, ...]
    forms: dict[str, str]
    deform: Deform
    second: Second
    mass_force: MassForce | None = None
    absolute: tuple[str, ...] = ("angb",)
    rigid: tuple[str, ...] = ()
    symbol: Callable[[Use], Symbol] = plain_bar
    example: str = ""

    def kind(self) -> Kind:
        """As the program knows it."""
        forms = {}
        for which, (name, meaning) in enumerate(self.forms.items()):
            forms[name] = Measure(
                meaning,
                self.coordinates,
                self._maker(which, name.startswith("len")),
                absolute=name in self.absolute,
                winds=name.startswith("ang"),
            )
        axes = [_AXES[name[0]] for name in self.coordinates]
        mass_force = self.mass_force

        def uniform(mass: float, coordinates: list[Coordinate]) -> Mass:
            assert mass_force is not None
            return CustomMass(mass, coordinates, axes, mass_force)

        return Kind(
            self.word,
            self.title,
            self.coordinates,
            forms,
            self.rigid,
            uniform if mass_force is not None else None,
            symbol=self.symbol,
            example=self.example,
        )

    def _maker(self, which: int, is_length: bool) -> Callable[[list[Coordinate]], Form]:
        return lambda coordinates: Custom(coordinates, which, is_length, self.deform, self.second)
