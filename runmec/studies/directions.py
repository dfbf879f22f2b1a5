"""Numbers of the deck -> directions of the engine: what of a mechanism changes with them, and how fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from ..deck.expression import Expression
from ..deck.item import Item, changed_item
from ..deck.model import Deck, Dynamic
from ..dynamics import DYNAMICS, GRAVITY
from ..dynamics.gravity import field
from ..elements.bent_axis import BentAxis
from ..elements.bent_mass import BentBeam
from ..engine.form import Form, LinearCombination
from ..engine.mass import ConstantMass, Mass
from ..engine.seed import Seed
from ..engine.tangent import Direction
from ..model.build import build
from ..model.expressions import Expressions
from ..model.mechanism import Mechanism
from ..motion.surplus import leaves_open
from .coupling import CannotFollow, difference, forms_with_data, program_seeds, seed_couples, seed_data
from .duals import Dual
from .inputs_by import motion_by
from .names import Number, defined, slopes

Floats = NDArray[Any]

#: fields of a Deck whose numbers are followed into the mechanism
_FOLLOWED = ("defines", "forms", "couples", "programs", "data", "fixed", "moving", "paras", "dynamics", "stores",
             "moves")  # fmt: skip
#: fields that have nothing to do with the motion
_OF_NO_CONCERN = ("prints", "films", "pictures", "varied", "deviations", "figures", "goals", "keeps", "modes",
                  "misfits")  # fmt: skip


class NotExact(Exception):
    """A number of the deck that is not followed exactly: the text says where it stands."""


class Directions:
    """Of one mechanism that is assembled, to a list of numbers."""

    def __init__(self, deck: Deck, mech: Mechanism, numbers: Sequence[Number], rows: int) -> None:
        """Raises NotExact where a number enters something whose derivatives are not known."""
        self.mech, self.deck, self.numbers, self.rows = mech, deck, numbers, rows
        self.count = len(numbers)
        self.names = defined(self.deck, numbers)
        _refuse_what_is_not_followed(deck, mech, self.names, self.count)
        self.seeds: list[list[Seed]] = [[] for _ in numbers]
        self.gravity_by = self._gravity()
        self._dynamics()
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
        return [
            Direction(
                list(map(float, self.places[k])),
                list(map(float, self.parameters[k])),
                self.seeds[k],
                vec[float](motion[k].ravel().tolist()),
            )
            for k in range(self.count)
        ]

    def constants(self) -> list[ConstantMass]:
        return [made for _, made in self.mech.of_masses if isinstance(made, ConstantMass)]

    def _seed(self, rates: Any, at: int, by: Floats) -> None:
        for k in range(self.count):
            if by[k]:
                self.seeds[k].append(Seed(rates, at, float(by[k])))

    def _by(self, item: Item, field: str, at: int = -1) -> Floats:
        return slopes(item, self.names, self.count).get((field, at), np.zeros(self.count))

    # ---- geometry

    def _places(self, items: Sequence[Any]) -> Floats:
        found = np.zeros((self.count, len(self.mech.coordinates)))
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
        with_data = forms_with_data(mech)
        if free or with_data:
            at_estimate = build(self.deck)
            self._factors(at_estimate)
            self._couplings(at_estimate)
            self._bent_axes(at_estimate, estimate)
            for (_, form), (_, here) in zip(with_data, forms_with_data(at_estimate), strict=True):
                if form.counts_from_start:
                    by = self._changes(here, estimate)
                    self._seed(form.rates, len(form.data), by)
                    self._seed(here.rates, len(here.data), by)
            for row in free:
                found[:, row] = self._changes(at_estimate.forms[row], estimate)
        for k, number in enumerate(self.numbers):
            if number.is_parameter:
                found[k, mech.row[number.parameter]] += 1.0
        return found

    def _bent_axes(self, at_estimate: Mechanism, estimate: Floats) -> None:
        """What the ends of beams measure without bending: as `para` says, or at the starting estimate."""
        mech = self.mech
        given = {para.parameter: para for para in self.deck.paras}
        for number, terms in mech.terms.items():
            measured = (*(term.form for term in (*terms, *at_estimate.terms[number])), *mech.masses.get(number, ()))
            own = [one for one in measured if isinstance(one, BentAxis | BentBeam)]
            for at, end in enumerate(mech.kind_of(mech.elements[number]).elastic[1:] if own else ()):
                line = mech.end_of(number, end)
                if line is not None and line.parameter in given:
                    by = self._by(given[line.parameter], "value") / line.factor
                else:
                    by = self._changes(at_estimate.measure_of(number, end), estimate)
                if line is not None:
                    own_number = [n.is_parameter and n.parameter == line.parameter for n in self.numbers]
                    by = by + np.array(own_number) / line.factor
                for one in own:
                    self._seed(one.rates, at + isinstance(one, BentBeam), by)

    def _changes(self, form: Form, estimate: Floats) -> Floats:
        """How the value of a form changes where co-ordinates move by `estimate`."""
        form.evaluate()
        found = np.zeros(self.count)
        for k in range(self.count):
            found[k] = sum(entry.value * estimate[k, entry.of.at] for entry in form.entries)
            for seed in self.seeds[k]:
                seed.set()
            found[k] += form.data_tangent()
            for seed in self.seeds[k]:
                seed.clear()
        return found

    def _couplings(self, mech: Mechanism) -> None:
        try:
            seed_couples(self.deck, mech, self.names, self.count, self._seed)
            seed_data(self.deck, mech, self.names, self.count, self._seed)
            for k, seed in program_seeds(self.deck, mech, self.names, self.count):
                self.seeds[k].append(seed)
        except CannotFollow as fault:
            raise NotExact(str(fault)) from None

    def _factors(self, mech: Mechanism) -> None:
        seen: dict[int, int] = {}
        for line in self.deck.forms:
            at = seen[line.parameter] = seen.get(line.parameter, -1) + 1
            by = self._by(line, "factor")
            form = mech.forms[mech.row[line.parameter]]
            if np.any(by):
                if not isinstance(form, LinearCombination):
                    raise NotExact("a factor of `form` that happens to be 1")
                self._seed(form.factors_by, at, by)

    # ---- masses

    def _gravity(self) -> Floats:
        """(names, 3)"""
        found = np.zeros((self.count, 3))
        for line in self.deck.of(GRAVITY)[:1]:
            by = [self._by(line, "values", at) for at in range(len(line.values))]
            for k in range(self.count):
                found[k] = difference(field, line.numbers, [float(part[k]) for part in by])
        return found

    def _dynamics(self) -> None:
        """Every number of a line is one of what the line made; one that nothing takes is not followed."""
        for line, made in (*self.mech.of_masses, *self.mech.of_loads):
            if made is None:
                continue
            for at, value in enumerate(line.values):
                by = self._by(line, "values", at)
                if isinstance(value, Expression) or not np.any(by):
                    continue
                if at >= len(made.numbers):
                    raise NotExact(f"value {at + 1} of `{line.word}`")
                if isinstance(made, ConstantMass):
                    made.unit = self._of_unit_mass(line)
                self._seed(made.rates, at, by)
            if isinstance(made, Mass):
                self._fall(made)

    def _of_unit_mass(self, line: Dynamic) -> list[tuple[int, int, float]]:
        make = DYNAMICS[line.word].make
        assert make is not None
        one = make(self.mech.site, changed_item(line, {"values": (1.0, *line.values[1:])}))
        assert isinstance(one, ConstantMass)
        return one.entries

    def _fall(self, mass: Mass) -> None:
        """The field of gravity is linear in its components."""
        for k in range(self.count):
            if np.any(self.gravity_by[k]):
                mass.set_gravity(list(map(float, self.gravity_by[k])))
                self.seeds[k] += [Seed(mass.field_by, at, by) for at, by in enumerate(mass.field) if by]
        mass.set_gravity(list(self.mech.gravity))

    def _unbent(self) -> None:
        """What a beam measures without bending follows the angles that are held."""
        mech = self.mech
        for number, masses in mech.masses.items():
            held = [
                term
                for term in mech.terms.get(number, ())
                if term.form.winds and term.row < mech.prescribed and not term.form.entries[-1].of.is_length
            ]
            by = sum((self.parameters[:, term.row] for term in held), np.zeros(self.count))
            for mass in masses:
                if mass.bends:
                    self._seed(mass.rates, len(mass.rates) - 1, by)

    def _expressions(self, expressions: Expressions) -> None:
        for name, number in expressions.named:
            self._seed(number.rates, 0, self.names[name].by)


def _refuse_what_is_not_followed(deck: Deck, mech: Mechanism, names: Mapping[str, Dual], count: int) -> None:
    if deck.is_of_rest or any(move.word not in ("tstepe", "stepe", "tmove") for move in deck.moves):
        raise NotExact("a motion, or a rest, that is looked for")
    if leaves_open(mech):
        raise NotExact("forces that elasticity does not determine")
    _refuse_sizes(deck, mech, names, count)
    if deck.is_spatial:
        _refuse_in_space(deck, names, count)
    if not mech.expressions.knows_names:
        raise NotExact("the points of `table`")
    for store in deck.stores:
        if any(field == "values" for field, _ in slopes(store, names, count)):
            raise NotExact(f"a value of `{store.word}`")
    for name, items in _items(deck):
        if name not in _FOLLOWED + _OF_NO_CONCERN:
            for item in items:
                if slopes(item, names, count):
                    raise NotExact(f"a value of {name}")


def _refuse_sizes(deck: Deck, mech: Mechanism, names: Mapping[str, Dual], count: int) -> None:
    """Motors that share the work measure moments by the size of the mechanism, which estimates make."""
    if mech.carriers is None or not mech.carriers.is_shared:
        return
    kinds = {carrier.on.is_length for carrier in mech.carriers.carriers}
    if len(kinds) > 1 and any(slopes(item, names, count) for item in (*deck.fixed, *deck.moving)):
        raise NotExact("the size of the mechanism, by which motors that share the work measure moments")


def _refuse_in_space(deck: Deck, names: Mapping[str, Dual], count: int) -> None:
    """What elements remember of the start, where names turn it."""
    if any(deck.kinds[element.kind].is_spatial and deck.kinds[element.kind].bends for element in deck.elements):
        raise NotExact("a beam in space")
    for item in (*deck.turns, *deck.data):
        if slopes(item, names, count):
            raise NotExact("a turning node or an axle")


def _items(deck: Deck) -> Iterator[tuple[str, tuple[Item, ...]]]:
    for name, value in vars(deck).items():
        if isinstance(value, tuple) and value and isinstance(value[0], Item):
            yield name, value
