"""Words of STORAGE, and what pictures and joints ask for besides -> quantities that are read off rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..deck.model import Store
from ..deck.needs import needed
from ..engine import planes
from ..engine import quantities as q
from ..engine.balance import Balance
from ..engine.columns import Column
from ..engine.coordinate import Coordinate
from ..engine.expression import Node
from ..engine.form import Form
from ..engine.moved import Moved
from ..engine.quantity import Kept, Quantity
from ..engine.reading import Reading
from ..engine.replay import Replay, Second
from ..engine.transmission import Transmission
from ..model.build import calculator
from ..model.expressions import Expressions
from ..model.mechanism import Mechanism
from ..motion.positions import Positions
from ..motion.session import Session
from ..outputs import OUTPUTS
from .absent import has_numpy
from .on_links import (
    BY_OTHERS,
    COUPLE,
    IN_GUIDE,
    OF_MASS,
    ON_LINK,
    ON_TEETH,
    by_others,
    couple_on,
    in_guide,
    of_mass,
    of_the_frame,
    on_element,
    on_link,
    on_teeth,
    on_whole_link,
    turning,
)
from .on_masses import moved_masses
from .reading import columns, read
from .stresses import stress_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..vibration.observer import Observer

Numbers = tuple[int, ...]


class OutputSet:
    """Quantities that are read in a replay; it calculates what they need, and no more."""

    def __init__(self, mech: Mechanism, replay: Replay, wanted: Sequence[tuple[str, Numbers, Numbers]]) -> None:
        self.mech, self.replay = mech, replay
        self._made: dict[tuple[str, Numbers, Numbers], Quantity] = {}
        self._kept: dict[int, Kept] = {}  # of buffers that expressions use
        self._calculator: Expressions | None = None
        self._observer: Observer | None = None
        self.quantities: list[Quantity] = [self.make(*one) for one in wanted]

    def make(self, word: str, subject: Numbers, inputs: Numbers) -> Quantity:
        """One quantity of a kind, however often it is asked for."""
        asked = word, subject, inputs
        if asked not in self._made:
            self._made[asked] = self._new(*asked)
        return self._made[asked]

    def _new(self, word: str, subject: Numbers, inputs: Numbers) -> Quantity:
        kind = OUTPUTS.get(word)
        if kind is None:
            return _INNER[word](self, subject, inputs)
        unknown = (
            (kind.needs_forces and not self.replay.wants_forces)
            or (kind.is_of_rest and self.replay.loading is None)
            or (kind.of_vibrations and not has_numpy())
        )
        found: Quantity = q.NotCalculated() if unknown else kind.make(ReadSite(self, subject, inputs))
        return found

    def calculated(self, buffer: int) -> Kept:
        """What a `bufcalc` fills; it and all that it needs are found once a row, in the order in which they need it."""
        for store in needed(self.mech.stores, [buffer], self._kept):
            if store.expression is None:
                made = self.make(store.word, store.asks, store.inputs)
            else:
                made = q.Calculated(self.calculator.add(store.expression))
            self._kept[store.buffer] = Kept(made)
            self.replay.kept.append(self._kept[store.buffer])
        return self._kept[buffer]

    @property
    def calculator(self) -> Expressions:
        if self._calculator is None:
            self._calculator = calculator(self.mech, lambda buffer: q.Stored(self._kept[buffer]))
            self.replay.clocks.append(self._calculator.pieces)
        return self._calculator

    @cached_property
    def moved(self) -> list[Moved]:
        """All mass that moves."""
        return moved_masses(self.mech)

    @property
    def observer(self) -> Observer:
        """Of small vibrations, which are then found at every row."""
        if self._observer is None:
            from ..vibration.observer import Observer

            self._observer = Observer(self.mech, self.replay)
        return self._observer

    def reading(self, balance: Balance | None = None, transmissions: Sequence[Transmission] = ()) -> Reading:
        """All that was added, to be read off rows."""
        found = Reading(self.replay, self.quantities, balance, list(transmissions))
        found.linear = self._observer.linear if self._observer is not None else None
        return found

    def pair(self, i: int, j: int) -> Second:
        self.replay.wants_transfer = True
        for known in self.replay.seconds:
            if (known.i, known.j) == (i, j):
                return known
        found = Second(i, j, len(self.mech.coordinates), len(self.mech.forms))
        self.replay.seconds.append(found)
        return found


class ReadSite:
    """What one line of STORAGE asks of the mechanism (`outputs.Site`)."""

    def __init__(self, probe: OutputSet, subject: Numbers, inputs: Numbers) -> None:
        self.probe, self.mech, self.replay = probe, probe.mech, probe.replay
        self.subject, self.inputs = subject, inputs

    def coordinate(self) -> Coordinate:
        return self.mech.coordinates[self.at()]

    def parameter(self) -> Form:
        return self.mech.forms[self.row()]

    def input(self) -> Form:
        return self.mech.input_forms[self.subject[0] - 1]

    def variable(self) -> Node:
        return self.mech.expressions.named_node(self.subject[0])

    def at(self) -> int:
        return self.mech.index[self.subject[0]]

    def row(self) -> int:
        return self.mech.row[self.subject[0]]

    def axis(self) -> int:
        """Of a vector, from 0."""
        return self.inputs[0] - 1

    def node(self) -> Any:
        return turning(self.mech, self.subject[0])

    def numbers_of_inputs(self, count: int) -> list[int]:
        """From zero; input 1 where the deck does not say."""
        return [i - 1 for i in self.inputs] or [0] * count

    def pair(self) -> Second:
        i, j = self.numbers_of_inputs(2)
        return self.probe.pair(i, j)

    def observer(self) -> Observer:
        return self.probe.observer

    def calculated(self) -> Quantity:
        return self.probe.calculated(self.subject[0])

    def relative(self) -> planes.Relative:
        """The plane of an element against that of another one."""
        k, l = self.subject[:2]
        return planes.Relative(self._plane(k), self._plane(l), self._pace(), self.mech.size)

    def path(self) -> tuple[Coordinate, Coordinate, planes.Pace, float]:
        """Of a point, by its two co-ordinates."""
        x, y = (self.mech.coordinates[self.mech.index[number]] for number in self.subject)
        return x, y, self._pace(), self.mech.size

    def _pace(self) -> planes.Pace:
        """By the only input, or in time where there are several."""
        mech = self.mech
        return planes.Pace(mech.input_forms[0], self.probe.pair(0, 0)) if mech.inputs == 1 else planes.Pace(None, None)

    def _plane(self, number: int) -> planes.Plane:
        """Of an element; 0 is the frame."""
        mech = self.mech
        return planes.Plane([mech.coordinates[mech.index[c]] for c in mech.plane_of(number)] if number else [])

    def drive(self) -> Quantity:
        """M of the motor on an input, or on a dependent parameter; zero where it has none."""
        number = self.subject[0]
        if number > 0:
            return q.DrivingForce(self.input())
        driver = self.mech.drivers.get(number)
        return q.DriverForce(driver) if driver is not None else q.Total([], [])

    def power(self) -> Quantity:
        number = self.subject[0]
        if number > 0:
            return q.Power(self.input())
        driver = self.mech.drivers.get(number)
        return q.DriverPower(driver) if driver is not None else q.Total([], [])

    def stress(self) -> Quantity:
        return stress_in(self.mech, self.subject[0])

    def on_element(self) -> Quantity:
        element, number = self.subject
        return on_element(self.mech, element, number, self.inputs)

    def on_link(self) -> Quantity:
        """A component; or the size, of a moment along no axis, of a force at all co-ordinates of a point."""
        element, *numbers = self.subject
        if self.inputs == (0,):
            return q.Size([on_link(self.mech, element, numbers[0], (axis,)) for axis in (1, 2, 3)])
        if len(numbers) > 1:
            return q.Size([on_link(self.mech, element, number, ()) for number in numbers])
        return on_link(self.mech, element, numbers[0], self.inputs)

    def line(self, element: int) -> list[list[Coordinate]]:
        """P and Q of an element."""
        points = self.mech.points(self.mech.elements[element])
        return [[self.mech.coordinates[at] for at in points[end]] for end in "PQ"]

    def moved(self) -> list[Moved]:
        return self.probe.moved

    def direction(self) -> int:
        """What the buffer holds of several: 0, 1, 2 along x, y, z, 3, 4, 5 about them."""
        return self._stored.axis if self._has_values else self.subject[-1]

    def values(self) -> tuple[float, ...]:
        """The numbers of its line."""
        return self._stored.values if self._has_values else ()

    @property
    def _has_values(self) -> bool:
        return len(self.subject) > 1

    @property
    def _stored(self) -> Store:
        return next(store for store in self.mech.stores if store.buffer == self.subject[-1])

    def of_the_frame(self) -> Quantity:
        return of_the_frame(self.mech, self.subject[0])


#: no words of STORAGE, but what pictures of poles and profiles of cams ask for
INFLECTION, RESPONSE = "inflection", "response"


#: what a run reads for its account where vibrations are stored; no word of the language
LEAST_STIFFNESS: tuple[str, Numbers, Numbers] = ("least stiffness", (), ())


def _response(probe: OutputSet, subject: Numbers, _: Numbers) -> Quantity:
    parameter, coordinate = subject
    mech = probe.mech
    return q.Response(mech.coordinates[mech.index[coordinate]], mech.forms[mech.row[parameter]], probe.replay)


def _inflection(probe: OutputSet, subject: Numbers, _: Numbers) -> Quantity:
    return planes.InflectionPole(ReadSite(probe, subject, ()).relative(), subject[2])


_INNER: dict[str, Callable[[OutputSet, Numbers, Numbers], Quantity]] = {
    LEAST_STIFFNESS[0]: lambda probe, _, __: q.Callback(probe.observer.least_stiffness),
    RESPONSE: _response,
    INFLECTION: _inflection,
    BY_OTHERS: lambda probe, subject, axis: by_others(probe.mech, subject, axis),
    ON_LINK: lambda probe, subject, axis: on_whole_link(probe.mech, subject, axis),
    IN_GUIDE: lambda probe, subject, _: in_guide(probe.mech, *subject),
    ON_TEETH: lambda probe, subject, _: on_teeth(probe.mech, *subject),
    COUPLE: lambda probe, subject, axis: couple_on(probe.mech, *subject, *axis),
    OF_MASS: lambda probe, subject, axis: of_mass(probe.mech, subject, axis),
}


def read_columns(
    session: Session, positions: Positions, wanted: Sequence[tuple[str, Numbers, Numbers]]
) -> list[Column]:
    """Read in one pass; no numbers where the job calculates no forces."""
    with session.replaying() as replay:
        probe = OutputSet(session.mechanism, replay, wanted)
        reading = probe.reading()
        read(reading, positions)
        return columns(reading)


def read_quantities(
    session: Session, positions: Positions, wanted: Sequence[tuple[str, Numbers, Numbers]]
) -> NDArray[Any]:
    """The same as an array (quantities, rows)."""
    import numpy as np

    found = read_columns(session, positions, wanted)
    return np.array([np.frombuffer(memoryview(one)) for one in found]) if found else np.empty((0, 0))
