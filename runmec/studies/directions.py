"""Numbers of the deck -> directions of the engine: what of a mechanism changes with them, and how fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from ..deck.item import Item
from ..deck.model import Body, Deck, Solid
from ..engine.coordinate import ANGLE
from ..engine.form import Composed, Form
from ..engine.lean import Lean
from ..engine.load import Load
from ..engine.mass import Constant, Mass
from ..engine.tangent import Direction
from ..forces.damper import Damper
from ..forces.friction import Friction
from ..forces.spring import Spring
from ..model.build import build
from ..model.expressions import Expressions
from ..model.mechanism import Mechanism
from .coupling import CannotFollow, lean_couples, lean_flanks, lean_radii, meshes, program_leans
from .duals import Dual
from .inputs_by import motion_by
from .names import Number, defined, slopes

Floats = NDArray[Any]

#: fields of a Deck whose numbers are followed into the mechanism
_FOLLOWED = ("defines", "forms", "couples", "programs", "data", "frictions", "fixed", "moving", "paras", "inertias",
             "uniforms", "bodies", "solids", "moments", "springs", "dampers", "gravities", "forces",
             "flexes", "stiffs", "stores", "moves")  # fmt: skip
#: fields that have nothing to do with the motion
_OF_NO_CONCERN = ("prints", "films", "pictures", "varied", "deviations", "figures", "goals", "keeps", "motors", "modes")


class NotExact(Exception):
    """A number of the deck that is not followed exactly: the text says where it stands."""


class Directions:
    """Of one mechanism that is assembled, to a list of numbers."""

    def __init__(self, mech: Mechanism, numbers: Sequence[Number], rows: int) -> None:
        """Raises NotExact where a number enters something whose derivatives are not known."""
        self.mech, self.deck, self.numbers, self.rows = mech, mech.deck, numbers, rows
        self.count = len(numbers)
        self.names = defined(self.deck, numbers)
        _refuse_what_is_not_followed(mech, self.names, self.count)
        self.leans: list[list[Lean]] = [[] for _ in numbers]
        self.gravity_by = self._gravity()
        self._masses()
        self._loads()
        self._expressions(mech.expressions)
        self._factors(mech)
        self.places = self._places(self.deck.fixed)
        self._couplings(mech)
        self.parameters = self._parameters()
        self._unbent()

    def made(self, calculator: Expressions | None) -> list[Direction]:
        """`calculator` holds the expressions of buffers."""
        if calculator is not None:
            self._expressions(calculator)
        first = self.mech.m.start
        start = self.parameters[:, first : first + self.mech.inputs]
        motion = motion_by(self.deck, self.names, start, self.rows)
        weights = self._weights()
        return [
            Direction(list(map(float, self.places[k])), list(map(float, self.parameters[k])), weights[k], self.leans[k],
                      vec[float](motion[k].ravel().tolist()))
            for k in range(self.count)
        ]  # fmt: skip

    def constants(self) -> list[Constant]:
        return [mass for masses in self.mech.masses.values() for mass in masses if isinstance(mass, Constant)]

    def _lean(self, rates: Any, at: int, by: Floats) -> None:
        for k in range(self.count):
            if by[k]:
                self.leans[k].append(Lean(rates, at, float(by[k])))

    def _by(self, item: Item, field: str, at: int = -1) -> Floats:
        return slopes(item, self.names, self.count).get((field, at), np.zeros(self.count))

    # ---- geometry

    def _places(self, items: Sequence[Any]) -> Floats:
        found = np.zeros((self.count, len(self.mech.places)))
        for item in items:
            found[:, self.mech.index[item.number]] = self._by(item, "value")
        return found

    def _parameters(self) -> Floats:
        """A parameter without `para` takes its value, and how it changes, from the starting estimate."""
        mech = self.mech
        found = np.zeros((self.count, mech.prescribed))
        given = {para.parameter: para for para in self.deck.paras}
        free = [row for row in range(mech.prescribed) if mech.parameters[row] not in given]
        for para in given.values():
            found[:, mech.row[para.parameter]] = self._by(para, "value")
        estimate = self.places + self._places(self.deck.moving)
        gears = meshes(mech)
        if free or gears:
            at_estimate = build(self.deck)
            self._factors(at_estimate)
            self._couplings(at_estimate)
            for (_, form), (_, here) in zip(gears, meshes(at_estimate), strict=True):
                by = self._changes(here, estimate)
                self._lean(form.rates, len(form.rates) - 1, by)
                self._lean(here.rates, len(here.rates) - 1, by)
            for row in free:
                found[:, row] = self._changes(at_estimate.kinematics.forms[row], estimate)
        for k, number in enumerate(self.numbers):
            if number.is_parameter:
                found[k, mech.row[number.parameter]] += 1.0
        return found

    def _changes(self, form: Form, estimate: Floats) -> Floats:
        """How the value of a form changes where co-ordinates move by `estimate`."""
        form.look()
        found = np.zeros(self.count)
        for k in range(self.count):
            found[k] = sum(entry.d * estimate[k, entry.of.at] for entry in form.entries)
            for lean in self.leans[k]:
                lean.take()
            found[k] += form.drift()
            for lean in self.leans[k]:
                lean.leave()
        return found

    def _couplings(self, mech: Mechanism) -> None:
        try:
            lean_couples(mech, self.names, self.count, self._lean)
            lean_radii(mech, self.names, self.count, self._lean)
            lean_flanks(mech, self.names, self.count, self._lean)
            for k, lean in program_leans(mech, self.names, self.count):
                self.leans[k].append(lean)
        except CannotFollow as fault:
            raise NotExact(str(fault)) from None

    def _factors(self, mech: Mechanism) -> None:
        seen: dict[int, int] = {}
        for line in self.deck.forms:
            at = seen[line.parameter] = seen.get(line.parameter, -1) + 1
            by = self._by(line, "factor")
            form = mech.forms[mech.row[line.parameter]]
            if np.any(by):
                if not isinstance(form, Composed):
                    raise NotExact("a factor of `form` that happens to be 1")
                self._lean(form.factors_by, at, by)

    # ---- masses

    def _gravity(self) -> Floats:
        """(names, 3)"""
        found = np.zeros((self.count, 3))
        for gravity in self.deck.gravities[:1]:
            g, g_by = gravity.magnitude, self._by(gravity, "magnitude")
            ways = [self._by(gravity, "direction", at) for at in range(len(gravity.direction))]
            if gravity.angle is not None:
                c, s = np.cos(gravity.angle), np.sin(gravity.angle)
                along, turned = np.array([c, s, 0.0]), np.outer(ways[0], [-s, c, 0.0])
            else:
                size = float(np.linalg.norm(gravity.direction)) or 1.0
                along, way = np.array(gravity.direction) / size, np.array(ways).T / size
                turned = way - np.outer(way @ along, along)
            found = np.outer(g_by, along) + g * turned
        return found

    def _masses(self) -> None:
        used: dict[int, int] = {}
        items: list[Any] = [*self.deck.uniforms, *self.deck.bodies, *self.deck.solids]
        for item in items:
            at = used[item.element] = used.get(item.element, -1) + 1
            self._mass(self.mech.masses[item.element][at], item)

    def _mass(self, mass: Mass, item: Any) -> None:
        by = self._by(item, "mass")
        if isinstance(mass, Constant) and np.any(by):
            element = self.mech.elements[item.element]
            make = self.deck.kinds[element.kind].uniform
            assert make is not None
            one = make(1.0, [self.mech.places[self.mech.index[number]] for number in element.coordinates])
            assert isinstance(one, Constant)
            mass.unit = one.entries
        self._lean(mass.rates, 0, by)
        if isinstance(item, Body):
            for at, field in enumerate(("u", "v", "J"), start=1):
                self._lean(mass.rates, at, self._by(item, field))
        if isinstance(item, Solid):
            for first, field, values in ((1, "centre", item.centre), (4, "inertia", item.inertia)):
                for at in range(len(values)):
                    self._lean(mass.rates, first + at, self._by(item, field, at))
        for k, axis in enumerate(mass.axes):
            if axis < ANGLE:
                self._lean(mass.field_by, k, self.gravity_by[:, axis])

    def _weights(self) -> list[list[tuple[int, float, float]]]:
        """`inertia` lines: co-ordinate, mass and weight."""
        from ..model.build import roles_of

        roles = roles_of(self.deck)
        found: list[list[tuple[int, float, float]]] = [[] for _ in self.numbers]
        for item in self.deck.inertias:
            by, at = self._by(item, "mass"), self.mech.index[item.coordinate]
            axes = [axis for axis in roles.get(item.coordinate, []) if axis < ANGLE]
            for k in range(self.count):
                weight = sum(by[k] * self.mech.gravity[axis] + item.mass * self.gravity_by[k, axis] for axis in axes)
                if by[k] or weight:
                    found[k].append((at, float(by[k]), float(weight)))
        return found

    def _unbent(self) -> None:
        """What a beam measures without bending follows the angles that are held."""
        mech = self.mech
        for number, masses in mech.masses.items():
            held = [term for term in mech.terms.get(number, ()) if term.form.winds and term.row < mech.prescribed
                    and not term.form.entries[-1].of.is_length]  # fmt: skip
            by = sum((self.parameters[:, term.row] for term in held), np.zeros(self.count))
            for mass in masses:
                if len(mass.rates) == 2:
                    self._lean(mass.rates, 1, by)

    # ---- loads

    def _loads(self) -> None:
        mech = self.mech
        for spring, load in zip(self.deck.springs, _of(mech.loads, Spring), strict=True):
            for at, field in enumerate(("stiffness", "at_zero")):
                self._lean(load.rates, at, self._by(spring, field))
            for at in range(len(spring.ranges)):
                self._lean(load.rates, 2 + at, self._by(spring, "ranges", at))
        for damper, load in zip(self.deck.dampers, _of(mech.loads, Damper), strict=True):
            self._lean(load.rates, 0, self._by(damper, "constant"))
        for friction, load in zip(self.deck.frictions, _of(mech.loads, Friction), strict=True):
            self._lean(load.rates, 0, self._by(friction, "coefficient"))
        flexibles: Iterator[Any] = iter(mech.flexibles)
        for flex in self.deck.flexes:
            self._lean(next(flexibles).rates, 0, self._by(flex, "flexibility"))
        for stiff in self.deck.stiffs:
            rates = next(flexibles).rates
            self._lean(rates, 0, self._by(stiff, "EA"))
            self._lean(rates, 1, self._by(stiff, "EI"))

    def _expressions(self, expressions: Expressions) -> None:
        for name, number in expressions.named:
            self._lean(number.rates, 0, self.names[name].by)


def _of(loads: Sequence[Load], kind: type) -> list[Load]:
    return [load for load in loads if type(load) is kind]


def _refuse_what_is_not_followed(mech: Mechanism, names: Mapping[str, Dual], count: int) -> None:
    deck = mech.deck
    if any(move.word not in ("tstepe", "stepe", "tmove") for move in deck.moves):
        raise NotExact("a simulated motion")
    for load in mech.loads:
        if not load.has_derivative:
            raise NotExact(f"the load {type(load).__name__.lower()}")
    if deck.is_spatial:
        _refuse_in_space(deck, names, count)
    if not mech.expressions.knows_names:
        raise NotExact("the points of `table`")
    for field, items in _items(deck):
        if field not in _FOLLOWED + _OF_NO_CONCERN:
            for item in items:
                if slopes(item, names, count):
                    raise NotExact(f"a value of {field}")


def _refuse_in_space(deck: Deck, names: Mapping[str, Dual], count: int) -> None:
    """What elements remember of the start, where names turn it."""
    if any(deck.kinds[element.kind].is_spatial and deck.kinds[element.kind].elastic for element in deck.elements):
        raise NotExact("a beam in space")
    for item in (*deck.turns, *deck.data):
        if slopes(item, names, count):
            raise NotExact("a turning node or an axle")


def _items(deck: Deck) -> Iterator[tuple[str, tuple[Item, ...]]]:
    for field, value in vars(deck).items():
        if isinstance(value, tuple) and value and isinstance(value[0], Item):
            yield field, value
