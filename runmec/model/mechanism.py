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
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from ..deck.model import Couple, Dynamic, Element, FormLine
from ..deck.structure import Group as StructureGroup
from ..deck.structure import Structure
from ..deck.turning import node_of
from ..dynamics import DYNAMICS, DynamicsKind
from ..dynamics.separation import Separation
from ..engine.block import Block, make_group
from ..engine.carriers import Carriers
from ..engine.coordinate import Coordinate
from ..engine.coupled import Coupled
from ..engine.driver import Driver
from ..engine.exchange import Exchange
from ..engine.extent import Extents
from ..engine.flexible import Flexible
from ..engine.form import Form, LinearCombination
from ..engine.forward_dynamics import GivenInput
from ..engine.kinematics import Kinematics
from ..engine.load import Load
from ..engine.loading import Loading
from ..engine.mass import Mass
from ..engine.quantities import Connection
from ..engine.variable import Variables
from .acting import pin_force
from .expressions import Expressions
from .facts import Facts

if TYPE_CHECKING:
    from .site import BuildSite


class Term(NamedTuple):
    """An elementary form parameter of an element in a parameter: parameter row, the element's own measure, factor."""

    row: int
    form: Form
    factor: float


class Made(NamedTuple):
    """A line of DYNAMICS and what was made of it: a load, a mass, something that yields, or nothing."""

    line: Dynamic
    made: Any


@dataclass(eq=False)
class Mechanism(Facts):
    structure: Structure
    numbers: tuple[int, ...]  # deck numbers in the order of x
    parameters: tuple[int, ...]  # deck numbers in the order of e
    index: dict[int, int]
    row: dict[int, int]
    coordinates: list[Coordinate]
    forms: list[Form]  # of all parameters
    kinematics: Kinematics
    angles: list[Form]  # elementary angles that are followed through turns
    terms: dict[int, list[Term]]  # of every element
    shares: dict[int, list[Term]]  # of elements that others follow by couples: what they bear of it
    coupled: list[tuple[Couple, Coupled]]  # in the order in which they follow each other
    pressed: dict[int, Form]  # measures of elements on which a part of their own internal forces acts
    separations: dict[int, Separation]  # these forces, by elements
    of_masses: list[Made]
    of_loads: list[Made]  # of all other lines: loads, motors in DYN SIM, elasticity
    gravity: tuple[float, float, float]
    expressions: Expressions
    loads: list[Load]  # in given motion
    motors: list[Load]  # what drives in DYN SIM, but for elasticity
    drivers: dict[int, Driver]  # motors on dependent parameters, by their numbers
    carriers: Carriers | None  # motors in the place of the inputs, in DYN ANA
    given: list[tuple[int, float, float]]  # inputs (from zero) that are given there, with velocity and acceleration
    flexibles: list[Flexible]
    variables: Variables
    loading: Loading | None  # what a load factor multiplies, in STA ANA
    site: BuildSite
    at_start: dict[int, dict[str, float]] = field(default_factory=dict)  # form parameters of elements
    dimensions: dict[int, Any] = field(default_factory=dict)  # of buffers that are calculated from, once asked
    undeformed: list[float] = field(default_factory=list)  # prescribed parameters without deformation, once assembled
    begin: list[float] = field(default_factory=list)  # their values there
    _structures: list[tuple[int, Structure]] = field(default_factory=list)  # all that were arranged, with their first
    # groups by number

    @property
    def m(self) -> slice:
        """Rows of the inputs."""
        return slice(self.prescribed - self.inputs, self.prescribed)

    @property
    def input_forms(self) -> list[Form]:
        return self.forms[self.m]

    @property
    def freedoms(self) -> list[int]:
        """Rows of the inputs, then of what is elastic and moves by itself: what a row of the motion knows."""
        own = [row for row in self.elastic if not self.forms[row].is_surplus]
        return [*range(self.prescribed - self.inputs, self.prescribed), *own]

    @property
    def free_forms(self) -> list[Form]:
        return [self.forms[row] for row in self.freedoms]

    @cached_property
    def masses(self) -> dict[int, list[Mass]]:
        """Of every element that has some."""
        found: dict[int, list[Mass]] = {}
        for line, mass in self.of_masses:
            if DYNAMICS[line.word].fits is not None:
                found.setdefault(line.subject, []).append(mass)
        return found

    def take_masses(self, made: list[Made]) -> None:
        """Those of a variant that were made anew."""
        self.of_masses = made
        self.site.masses[:] = [one.made for one in made]
        self.__dict__.pop("masses", None)

    def row_of(self, form: Form) -> int:
        return next(row for row, one in enumerate(self.forms) if one is form)

    @cached_property
    def exchange(self) -> Exchange:
        """Of what finds its rest by co-ordinates, where it has no grip."""
        held = self.held_inputs
        return Exchange(self.kinematics, [form for k, form in enumerate(self.free_forms) if k not in held])

    def made_of(self, kind: DynamicsKind) -> list[Made]:
        """Lines with one word of DYNAMICS, and what they made."""
        return [one for one in (*self.of_masses, *self.of_loads) if one.line.word == kind.word]

    def bind(self) -> None:
        """Gives loads what they need of the whole mechanism: its links, its masses."""
        for line, made in self.of_loads:
            kind = DYNAMICS[line.word]
            if kind.bind is not None and made is not None:
                kind.bind(self, line, made)

    def pin_force(self, element: int, place: tuple[int, ...]) -> list[Connection]:
        """On the link of an element of the plane, at the x and the y of a point."""
        return pin_force(self, element, place)

    @cached_property
    def measuring(self) -> list[Form]:
        """All forms that measure something, those within others included, each once."""
        own = [term.form for terms in (*self.terms.values(), *self.shares.values()) for term in terms]
        return list(
            dict.fromkeys(
                [
                    *own,
                    *(coupled for _, coupled in self.coupled),
                    *self.forms,
                    *self.pressed.values(),
                    *self.kinematics.norms,
                ]
            )
        )

    @cached_property
    def windings(self) -> list[tuple[int, list[tuple[Form, float]]]]:
        """Rows of parameters with angles that are known but for whole turns, and these with their factors.

        A parameter that follows another one by a couple stands behind it.
        """
        depth = self.depths
        rows = sorted(range(len(self.forms)), key=lambda row: depth.get(self.parameters[row], 0))
        found = [(row, _winders(self.forms[row])) for row in rows]
        return [(row, winders) for row, winders in found if winders]

    @cached_property
    def x0(self) -> list[float]:
        """The starting estimate."""
        given = self.estimate
        return [given[number] for number in self.numbers]

    @cached_property
    def c(self) -> list[int]:
        return [k for k, place in enumerate(self.coordinates) if place.moving]

    @cached_property
    def o(self) -> list[int]:
        return [k for k, place in enumerate(self.coordinates) if not place.moving]

    @cached_property
    def size(self) -> float:
        """A length that the mechanism is about as large as, by its estimate."""
        return self._deck.size

    def scale(self, row: int) -> float:
        """What counts as 1 for a parameter: its factors times `size`, or times a radian."""
        return max(
            abs(form.factor) * (self.size if self.measures_length(form.element, form.form) else 1.0)
            for form in self.forms_of[self.parameters[row]]
        )

    def measures_length(self, element: int, form: str) -> bool:
        return self.kind_of(self.elements[element]).is_length(form)

    def end_of(self, element: int, form: str) -> FormLine | None:
        """The line by which a form of an element is prescribed alone."""
        own = [line for line in self.lines_of(element) if line.form == form and line.parameter > 0]
        return next((line for line in own if len(self.forms_of[line.parameter]) == 1), None)

    def rest_at(self, element: int, form: str) -> float:
        """What a form measures without deformation: as `para` says, or at the starting co-ordinates."""
        line = self.end_of(element, form)
        if line is not None and line.parameter in self.wanted:
            return self.wanted[line.parameter] / line.factor
        estimated = self.measure_of(element, form)
        estimated.evaluate()
        return estimated.value

    def measure_of(self, element: int, form: str) -> Form:
        """A form of an element by itself, at the present co-ordinates."""
        one = self.elements[element]
        at = dict(zip(self.kind_of(one).coordinates, one.coordinates, strict=True))
        measure = self.kind_of(one).forms[form]
        return measure.form([self.coordinates[self.index[at[name]]] for name in measure.needs], self.data_of(one))

    # ---- groups

    def arrange(self) -> None:
        """The groups of the deck, measured by their elements."""
        structure = self.structure
        first = next((first for first, known in self._structures if known is structure), None)
        if first is None:
            first = sum(len(known.groups) for _, known in self._structures)
            self._structures.append((first, structure))
        groups = []
        for number, rows in enumerate(structure.row_blocks, start=first):
            columns = [self.coordinates[self.index[structure.coordinates[structure.matched[row]]]] for row in rows]
            groups.append(make_group(number, [self.held_form(row) for row in rows], columns))
        self.kinematics.arrange(groups)
        self.measure(groups)

    def held_form(self, row: int) -> Form:
        """Of a row of the structure: a prescribed parameter, or a norm behind them."""
        return self.forms[row] if row < self.prescribed else self.kinematics.norms[row - self.prescribed]

    def choose(self, chosen: tuple[int, ...]) -> None:
        """Another independent set of rows, from which the position follows from now on."""
        known = [structure for _, structure in self._structures if structure.chosen == chosen]
        self.structure = known[0] if known else self.structure.with_set(chosen)
        self.hold()
        self.arrange()

    def choose_back(self, structure: Structure, groups: list[Block]) -> None:
        """The set that it had, with the groups that know their past."""
        self.structure = structure
        self.hold()
        self.kinematics.arrange(groups)

    def hold(self) -> None:
        """Tells the engine which parameters are surplus."""
        surplus = [self.row[parameter] for parameter in self.structure.surplus]
        held = [row for row in range(self.prescribed) if row not in surplus]
        forms = self.forms
        for row in range(self.prescribed):
            forms[row].unit = self.scale(row)
        for norm in self.kinematics.norms:
            norm.unit = 0.0  # its σ is no force
        self.kinematics.hold(
            [forms[row] for row in held],
            [forms[row] for row in surplus],
            forms[self.prescribed :],
            [forms[row] for row in surplus if row not in self.yielding],
        )
        self.kinematics.inputs = self.free_forms

    def group_of(self, number: int) -> StructureGroup:
        """A group by its number; every independent set has numbers of its own."""
        first, structure = max((known for known in self._structures if known[0] <= number), key=itemgetter(0))
        return structure.groups[number - first]

    def measure(self, groups: list[Block]) -> None:
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
        return Extents(
            [
                [[self.coordinates[at] for at in point] for point in self.points(element).values()]
                for element in self.elements.values()
            ]
        )

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
        index = self.index
        return {
            e.number: {p: tuple([index[e.coordinates[k]] for k in own]) for p, own in self.kind_of(e).spots}
            for e in self.elements.values()
        }

    def note_start(self) -> None:
        """What every element measures where it is now, angles between −π and π."""
        for number, name, form in self._noted:
            form.evaluate()
            value = form.value
            self.at_start.setdefault(number, {})[name] = remainder(value, 2.0 * pi) if form.winds else value

    @cached_property
    def _noted(self) -> list[tuple[int, str, Form]]:
        """Element, name of the form parameter, form."""
        lines: dict[int, list[FormLine]] = {}
        for line in self.lines:
            lines.setdefault(line.element, []).append(line)
        return [
            (number, line.form, term.form)
            for number, terms in self.terms.items()
            for line, term in zip(lines[number], terms, strict=True)
        ]

    def unit(self, form: Form) -> float:
        """What counts as 1 for a prescribed parameter: the size of its group, or a radian, times its factor."""
        factor = max(map(abs, form.factors)) if isinstance(form, LinearCombination) else 1.0
        if not form.is_length:
            return factor
        return factor * next((g.scale for g in self.kinematics.groups if form in g.forms), self.size)

    def given_from(self, begin: float, e: list[float]) -> list[GivenInput]:
        return [GivenInput(self.input_forms[k], begin, e[k], v, a) for k, v, a in self.given]

    # ---- labels

    def describe(self, group: int) -> str:
        """`elements 4, 5 and 6, co-ordinates 12, 13, 14 and 15`; `elements coupler and rocker, point B`."""
        from ..deck.mobility import numbers

        found, names = self.group_of(group), self.names
        elements = [names.element(number) for number in found.elements]
        placed = set(found.coordinates)
        points = {number: point for pair, point in names.points.items() if placed.issuperset(pair) for number in pair}
        whole = list(dict.fromkeys(points[number] for number in found.coordinates if number in points))
        turns = {turn.node for turn in self.turns}
        nodes = [names.turn(number) for number in found.coordinates if number in turns]
        rest = [
            names.coordinate(number)
            for number in found.coordinates
            if number not in points and node_of(number) not in turns
        ]
        kinds = (("element", elements), ("point", whole), ("turning node", nodes), ("co-ordinate", rest))
        return ", ".join(f"{kind}{'s' * (len(some) > 1)} {numbers(some)}" for kind, some in kinds if some)

    def parameter_label(self, row: int) -> str:
        """`parameter 5 (lenl of element 3)`; `rocker.lenl`; `mesh (20·pinion.angb + 40·wheel.angb)`."""
        number, names = self.parameters[row], self.names
        made_of, name = self.written(number), names.parameter(number)
        if name == made_of:
            return name
        called = name if names.has("parameter", number) and not name.lstrip("-").isdigit() else f"parameter {name}"
        return f"{called} ({made_of})"


def _winders(form: Form) -> list[tuple[Form, float]]:
    if isinstance(form, LinearCombination):
        return [(term, factor) for term, factor in zip(form.terms, form.factors, strict=True) if term.winds]
    return [(form, 1.0)] if form.winds else []
