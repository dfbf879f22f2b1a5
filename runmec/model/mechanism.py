"""The mechanism that a deck describes: complete, with values, loads and labels.

Deck numbers end here; `index`, `row` and the labels lead back. Symbols, here and in all that follows:

    x    co-ordinates (nx, …)          c, o  indices of moving, fixed co-ordinates
    e    form parameters (ne, …)       p     prescribed rows 0 … np−1, the inputs last of them
    dx1, dx2   velocity, acceleration;  de1, de2 those of the inputs
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import pi, remainder
from typing import TYPE_CHECKING, Any, NamedTuple

from ..deck.model import Couple, Deck, Element
from ..deck.model import Form as FormLine
from ..deck.structure import Structure
from ..deck.turning import node_of
from ..engine.coordinate import ANGLE, Coordinate, X, Y, Z
from ..engine.coupled import Coupled
from ..engine.equation import Given
from ..engine.extent import Extents
from ..engine.flexible import Flexible
from ..engine.form import Composed, Form
from ..engine.group import Group, make_group
from ..engine.kinematics import Kinematics
from ..engine.load import Load
from ..engine.mass import Mass
from .expressions import Expressions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[Any]
    Ints = NDArray[np.intp]


class Term(NamedTuple):
    """An elementary form parameter of an element in a parameter: parameter row, the element's own measure, factor."""

    row: int
    form: Form
    factor: float


class Outline(NamedTuple):
    """A cam as it is drawn: fixed to an element, with the roller that it works on."""

    element: int
    corners: list[tuple[float, float]]
    is_closed: bool
    roller: tuple[int, int]  # indices of its co-ordinates
    radius: float


@dataclass(eq=False)
class Mechanism:
    deck: Deck
    structure: Structure
    coordinates: tuple[int, ...]  # deck numbers in the order of x
    parameters: tuple[int, ...]  # deck numbers in the order of e
    index: dict[int, int]
    row: dict[int, int]
    places: list[Coordinate]
    forms: list[Form]  # of all parameters
    kinematics: Kinematics
    angles: list[Form]  # elementary angles that are followed through turns
    terms: dict[int, list[Term]]  # of every element
    shares: dict[int, list[Term]]  # of elements that others follow by couples: what they bear of it
    coupled: list[tuple[Couple, Coupled]]  # in the order in which they follow each other
    pressed: dict[int, Form]  # measures of elements on which a part of their own internal forces acts
    masses: dict[int, list[Mass]]  # of every element that has some
    gravity: tuple[float, float, float]
    expressions: Expressions
    loads: list[Load]  # in given motion
    motors: list[Load]  # what drives inputs in DYN SIM, but for elasticity
    given: list[tuple[int, float, float]]  # inputs (from zero) that are given there, with velocity and acceleration
    flexibles: list[Flexible]
    at_start: dict[int, dict[str, float]] = field(default_factory=dict)  # form parameters of elements
    outlines: list[Outline] = field(default_factory=list)  # of cams, once their motion is known
    rest: list[float] = field(default_factory=list)  # prescribed parameters without deformation, once assembled

    @property
    def prescribed(self) -> int:
        return self.deck.prescribed

    @property
    def inputs(self) -> int:
        return self.deck.inputs

    @property
    def m(self) -> slice:
        """Rows of the inputs."""
        return slice(self.prescribed - self.inputs, self.prescribed)

    @property
    def input_forms(self) -> list[Form]:
        return self.forms[self.m]

    @cached_property
    def elements(self) -> dict[int, Element]:
        return {element.number: element for element in self.deck.elements}

    @cached_property
    def measuring(self) -> list[Form]:
        """All forms that measure something, those within others included, each once."""
        own = [term.form for terms in (*self.terms.values(), *self.shares.values()) for term in terms]
        return list(dict.fromkeys([*own, *(coupled for _, coupled in self.coupled), *self.forms, *self.pressed.values(),
                                   *self.kinematics.norms]))  # fmt: skip

    @cached_property
    def windings(self) -> list[tuple[int, list[tuple[Form, float]]]]:
        """Rows of parameters with angles that are known but for whole turns, and these with their factors.

        A parameter that follows another one by a couple stands behind it.
        """
        from ..deck.couples import depths

        depth = depths(self.deck)
        rows = sorted(range(len(self.forms)), key=lambda row: depth.get(self.parameters[row], 0))
        found = [(row, _winders(self.forms[row])) for row in rows]
        return [(row, winders) for row, winders in found if winders]

    @cached_property
    def x0(self) -> Floats:
        """The starting estimate."""
        import numpy as np

        given = {c.number: c.value for c in (*self.deck.fixed, *self.deck.moving)}
        return np.array([given[number] for number in self.coordinates], dtype=float)

    @cached_property
    def c(self) -> Ints:
        import numpy as np

        return np.array([k for k, place in enumerate(self.places) if place.moving], dtype=np.intp)

    @cached_property
    def o(self) -> Ints:
        import numpy as np

        return np.array([k for k, place in enumerate(self.places) if not place.moving], dtype=np.intp)

    @cached_property
    def size(self) -> float:
        """A length that the mechanism is about as large as, by its estimate."""
        given = {c.number: c.value for c in (*self.deck.fixed, *self.deck.moving)}
        x = [(given[number], place.axis) for number, place in zip(self.coordinates, self.places, strict=True)]
        spreads = []
        for axis in (X, Y, Z):
            values = [value for value, of in x if of == axis]
            spreads.append(max(values) - min(values) if values else 0.0)
        lengths = [abs(value) for value, of in x if of < ANGLE]
        return max(spreads) or max(lengths, default=0.0) or 1.0

    def scale(self, row: int) -> float:
        """What counts as 1 for a parameter: its factors times `size`, or times a radian."""
        return max(abs(form.factor) * (self.size if self.measures_length(form.element, form.form) else 1.0)
                   for form in self.forms_of[self.parameters[row]])  # fmt: skip

    def measures_length(self, element: int, form: str) -> bool:
        return self.deck.kinds[self.elements[element].kind].is_length(form)

    @cached_property
    def forms_of(self) -> dict[int, list[Any]]:
        """Form lines of every parameter."""
        found: dict[int, list[Any]] = {}
        for form in self.deck.forms:
            found.setdefault(form.parameter, []).append(form)
        return found

    # ---- groups

    def arrange(self) -> None:
        """The groups of the deck, measured by their elements."""
        structure = self.structure
        groups = []
        for number, rows in enumerate(structure.row_blocks):
            columns = [self.places[self.index[structure.coordinates[structure.matched[row]]]] for row in rows]
            forms = [self.forms[r] if r < self.prescribed else self.kinematics.norms[r - self.prescribed] for r in rows]
            groups.append(make_group(number, forms, columns))
        self.kinematics.arrange(groups)
        self.measure(groups)

    def measure(self, groups: list[Group]) -> None:
        """Groups are measured by the elements that they are made of, as they lie now."""
        lengths = dict(zip(self.elements, self._extents.lengths(), strict=True))
        measured_by = self._measured_by
        for group in groups:
            own = [lengths[n] for form in group.forms for n in measured_by.get(id(form), ())]
            largest = max(own, default=0.0) or self.size
            smallest = min((length for length in own if length > 1e-9 * largest), default=largest)
            group.measure_by(largest, smallest / largest)

    @cached_property
    def _extents(self) -> Extents:
        return Extents([[[self.places[at] for at in point] for point in self.points(element).values()]
                        for element in self.elements.values()])  # fmt: skip

    @cached_property
    def _measured_by(self) -> dict[int, list[int]]:
        """Elements that every parameter measures, by the identity of its form."""
        found: dict[int, list[int]] = {}
        for number, terms in self.terms.items():
            for term in terms:
                found.setdefault(id(self.forms[term.row]), []).append(number)
        return found

    def points(self, element: Element) -> dict[str, tuple[int, ...]]:
        """Indices of x, y and, in space, z of every point of an element."""
        return self._points[element.number]

    @cached_property
    def _points(self) -> dict[int, dict[str, tuple[int, ...]]]:
        index, kinds = self.index, self.deck.kinds
        return {
            e.number: {p: tuple([index[e.coordinates[k]] for k in own]) for p, own in kinds[e.kind].spots}
            for e in self.deck.elements
        }

    def note_start(self) -> None:
        """What every element measures where it is now, angles between −π and π."""
        for number, name, form in self._noted:
            form.look()
            value = form.value
            self.at_start.setdefault(number, {})[name] = remainder(value, 2.0 * pi) if form.winds else value

    @cached_property
    def _noted(self) -> list[tuple[int, str, Form]]:
        """Element, name of the form parameter, form."""
        lines: dict[int, list[FormLine]] = {}
        for line in self.deck.forms:
            lines.setdefault(line.element, []).append(line)
        return [(number, line.form, term.form) for number, terms in self.terms.items()
                for line, term in zip(lines[number], terms, strict=True)]  # fmt: skip

    def unit(self, form: Form) -> float:
        """What counts as 1 for a prescribed parameter: the size of its group, or a radian, times its factor."""
        factor = max(map(abs, form.factors)) if isinstance(form, Composed) else 1.0
        if not form.is_length:
            return factor
        return factor * next((g.scale for g in self.kinematics.groups if form in g.forms), self.size)

    def given_from(self, begin: float, e: list[float]) -> list[Given]:
        return [Given(self.input_forms[k], begin, e[k], v, a) for k, v, a in self.given]

    # ---- labels

    def describe(self, group: int) -> str:
        """`elements 4, 5 and 6, co-ordinates 12, 13, 14 and 15`; `elements coupler and rocker, point B`."""
        from ..deck.mobility import numbers

        found, names = self.structure.groups[group], self.deck.names
        elements = [names.element(number) for number in found.elements]
        placed = set(found.coordinates)
        points = {number: point for pair, point in names.points.items() if placed.issuperset(pair) for number in pair}
        whole = list(dict.fromkeys(points[number] for number in found.coordinates if number in points))
        turns = {turn.node for turn in self.deck.turns}
        nodes = [names.turn(number) for number in found.coordinates if number in turns]
        rest = [names.coordinate(number) for number in found.coordinates
                if number not in points and node_of(number) not in turns]  # fmt: skip
        kinds = (("element", elements), ("point", whole), ("turning node", nodes), ("co-ordinate", rest))
        return ", ".join(f"{kind}{'s' * (len(some) > 1)} {numbers(some)}" for kind, some in kinds if some)

    def parameter_label(self, row: int) -> str:
        """`parameter 5 (lenl of element 3)`; `rocker.lenl`; `mesh (20·pinion.angb + 40·wheel.angb)`."""
        from ..deck.account import parameter_name

        number, names = self.parameters[row], self.deck.names
        made_of, name = parameter_name(self.deck, number), names.parameter(number)
        if name == made_of:
            return name
        called = name if names.has("parameter", number) and not name.lstrip("-").isdigit() else f"parameter {name}"
        return f"{called} ({made_of})"


def _winders(form: Form) -> list[tuple[Form, float]]:
    if isinstance(form, Composed):
        return [(term, factor) for term, factor in zip(form.terms, form.factors, strict=True) if term.winds]
    return [(form, 1.0)] if form.winds else []
