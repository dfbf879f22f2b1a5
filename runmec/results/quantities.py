"""Words of STORAGE -> quantities that the engine reads off: one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..deck.links import links
from ..deck.planes import plane_of
from ..deck.turning import parts
from ..deck.vocabulary import FORCE_WORDS
from ..engine import planes
from ..engine import quantities as q
from ..engine.balance import Balance
from ..engine.expression import Time
from ..engine.reading import Reading
from ..engine.replay import Quantity, Replay, Second
from ..engine.transmission import Transmission
from ..forces.elasticity import Elasticity
from ..model.build import calculator
from ..model.expressions import Expressions
from ..model.mechanism import Mechanism
from ..motion.positions import Positions
from ..vibration.observer import Observer
from .reading import histories, make_replay, read

if TYPE_CHECKING:
    from ..engine.turning import Turning
    from .reading import Floats

Numbers = tuple[int, ...]


class Probe:
    """A replay to which quantities are added; it then calculates what they need, and no more."""

    def __init__(self, mech: Mechanism, replay: Replay) -> None:
        self.mech, self.replay = mech, replay
        self.quantities: list[Quantity] = []
        self._calculator: Expressions | None = None
        self._observer: Observer | None = None

    def add(self, word: str, subject: Numbers, inputs: Numbers) -> None:
        self.quantities.append(self.make(word, subject, inputs))

    def make(self, word: str, subject: Numbers, inputs: Numbers) -> Quantity:
        if word in FORCE_WORDS and not self.replay.wants_forces:
            return q.Unknown()
        return _MAKE[word](self, subject, inputs)

    def stored(self, buffer: int) -> Quantity:
        """What a buffer of the deck holds."""
        store = next(store for store in self.mech.deck.stores if store.buffer == buffer)
        return self.make(store.word, store.asks, store.inputs)

    @property
    def calculator(self) -> Expressions:
        if self._calculator is None:
            self._calculator = calculator(self.mech, lambda buffer: q.Stored(self.stored(buffer)))
            self.replay.clocks.append(self._calculator.pieces)
        return self._calculator

    @property
    def observer(self) -> Observer:
        """Of small vibrations, which are then found at every row."""
        if self._observer is None:
            self._observer = Observer(self.mech, self.replay)
        return self._observer

    def reading(self, balance: Balance | None = None, transmissions: Sequence[Transmission] = ()) -> Reading:
        """All that was added, to be read off rows."""
        found = Reading(self.replay, self.quantities, balance, list(transmissions))
        found.linear = self._observer.linear if self._observer is not None else None
        return found

    def wants_transfer(self) -> None:
        self.replay.wants_transfer = True

    def pair(self, inputs: Numbers) -> Second:
        self.wants_transfer()
        i, j = _inputs(inputs, 2)
        for known in self.replay.seconds:
            if (known.i, known.j) == (i, j):
                return known
        found = Second(i, j, len(self.mech.places), len(self.mech.forms))
        self.replay.seconds.append(found)
        return found


def _inputs(inputs: Numbers, count: int) -> list[int]:
    """Inputs from zero; input 1 where the deck does not say."""
    return [i - 1 for i in inputs] or [0] * count


def _of_coordinate(make: Callable[..., Quantity]) -> Callable[[Probe, Numbers, Numbers], Quantity]:
    return lambda probe, subject, _: make(probe.mech.places[probe.mech.index[subject[0]]])


def _of_parameter(make: Callable[..., Quantity]) -> Callable[[Probe, Numbers, Numbers], Quantity]:
    return lambda probe, subject, _: make(probe.mech.forms[probe.mech.row[subject[0]]])


def _of_input(make: Callable[..., Quantity]) -> Callable[[Probe, Numbers, Numbers], Quantity]:
    return lambda probe, subject, _: make(probe.mech.input_forms[subject[0] - 1])


def _transfer(probe: Probe, subject: Numbers, inputs: Numbers) -> Quantity:
    probe.wants_transfer()
    return q.Transfer(probe.mech.places[probe.mech.index[subject[0]]], _inputs(inputs, 1)[0])


def _parameter_transfer(probe: Probe, subject: Numbers, inputs: Numbers) -> Quantity:
    probe.wants_transfer()
    return q.ParameterTransfer(probe.mech.forms[probe.mech.row[subject[0]]], _inputs(inputs, 1)[0])


def _connection(probe: Probe, subject: Numbers, inputs: Numbers) -> Quantity:
    element, number = subject
    return _acting_on(probe, (element,), number, inputs)


def _pin(probe: Probe, subject: Numbers, inputs: Numbers) -> Quantity:
    """On all elements of the link together."""
    element, number = subject
    return _acting_on(probe, next(link for link in links(probe.mech.deck) if element in link), number, inputs)


def _acting_on(probe: Probe, elements: Numbers, number: int, axis: Numbers) -> Quantity:
    """A force at a co-ordinate; at a turning node the moment about an axis."""
    if not axis:
        return _force_on(probe, elements, number)
    from ..engine.vectors import ConnectionMoment

    forces = [_force_on(probe, elements, part) for part in parts(number)]
    return ConnectionMoment(_turning(probe.mech, number), axis[0] - 1, forces)


def _turning(mech: Mechanism, node: int) -> Turning:
    from ..engine.turning import Turning

    return Turning([mech.places[mech.index[number]] for number in parts(node)])


def _at_node(name: str) -> Callable[[Probe, Numbers, Numbers], Quantity]:
    def make(probe: Probe, subject: Numbers, axis: Numbers) -> Quantity:
        from ..engine import vectors

        found: Quantity = getattr(vectors, name)(_turning(probe.mech, subject[0]), axis[0] - 1)
        return found

    return make


def _force_on(probe: Probe, elements: Numbers, number: int) -> q.Connection:
    mech = probe.mech
    c = mech.places[mech.index[number]]
    terms = [term for of in (mech.terms, mech.shares) for element in elements for term in of.get(element, ())]
    found = [(entry, term.factor, mech.forms[term.row]) for term in terms for entry in term.form.entries
             if entry.of is c]  # fmt: skip
    found += [(entry, 1.0, form) for form in (mech.pressed.get(element) for element in elements) if form is not None
              for entry in form.entries if entry.of is c]  # fmt: skip
    masses = [mass for element in elements for mass in mech.masses.get(element, ())]
    return q.Connection(c, [e for e, _, _ in found], [f for _, f, _ in found], [p for _, _, p in found], masses)


def _time(probe: Probe, _: Numbers, __: Numbers) -> Quantity:
    return q.Calculated(Time(probe.replay.pieces))


def _calculated(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    store = next(store for store in probe.mech.deck.stores if store.buffer == subject[0])
    assert store.expression is not None
    return q.Calculated(probe.calculator.add(store.expression))


def _inertia(probe: Probe, _: Numbers, inputs: Numbers) -> Quantity:
    probe.wants_transfer()
    i, j = _inputs(inputs, 2)
    return q.ReducedInertia(i, j, probe.replay)


def _potential(probe: Probe, _: Numbers, __: Numbers) -> Quantity:
    probe.replay.wants_strains = True
    return q.PotentialEnergy(probe.replay)


def _strain(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    probe.replay.wants_strains = True
    probe.replay.wants_displacements |= probe.mech.row[subject[0]] >= probe.mech.prescribed
    return q.Strain(probe.mech.forms[probe.mech.row[subject[0]]])


def _displacement(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    probe.replay.wants_strains = probe.replay.wants_displacements = True
    return q.Displacement(probe.mech.index[subject[0]], probe.replay)


def _frequency(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    observer, number = probe.observer, subject[0]
    return q.Told(lambda: observer.frequency(number))


def _load_factor(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    observer, number = probe.observer, subject[0]
    return q.Told(lambda: observer.load_factor(number))


#: no words of STORAGE, but what pictures of poles and profiles of cams ask for
INFLECTION, RESPONSE = "inflection", "response"


def _response(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    parameter, coordinate = subject
    mech = probe.mech
    return q.Response(mech.places[mech.index[coordinate]], mech.forms[mech.row[parameter]], probe.replay)


def _pace(probe: Probe) -> planes.Pace:
    """By the only input, or in time where there are several."""
    mech = probe.mech
    return planes.Pace(mech.input_forms[0], probe.pair(())) if mech.inputs == 1 else planes.Pace(None, None)


def _plane(probe: Probe, number: int) -> planes.Plane:
    """Of an element; 0 is the frame."""
    mech = probe.mech
    return planes.Plane([mech.places[mech.index[c]] for c in plane_of(mech.deck, number)] if number else [])


def _of_planes(make: Callable[[planes.Relative, int], Quantity]) -> Callable[[Probe, Numbers, Numbers], Quantity]:
    def made(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
        k, l, axis = subject
        relative = planes.Relative(_plane(probe, k), _plane(probe, l), _pace(probe), probe.mech.size)
        return make(relative, axis)

    return made


def _curvature(probe: Probe, subject: Numbers, _: Numbers) -> Quantity:
    x, y = (probe.mech.places[probe.mech.index[number]] for number in subject)
    return planes.Curvature(x, y, _pace(probe), probe.mech.size)


def _least_stiffness(probe: Probe, _: Numbers, __: Numbers) -> Quantity:
    return q.Told(probe.observer.least_stiffness)


#: what a run reads for its account where vibrations are stored; no word of the language
LEAST_STIFFNESS: tuple[str, Numbers, Numbers] = ("least stiffness", (), ())

_MAKE: dict[str, Callable[[Probe, Numbers, Numbers], Quantity]] = {
    "buftime": _time,
    "bufcalc": _calculated,
    "bufdrive": _of_input(q.Drive),
    "bufpin": _pin,
    "bufmom": _at_node("FrameMoment"),
    "bufomega": _at_node("Spin"),
    "bufalpha": _at_node("SpinChange"),
    "bufinp": _of_input(q.Parameter),
    "bufdinp1": _of_input(q.ParameterRate),
    "bufdinp2": _of_input(q.ParameterAcceleration),
    "bufx0": _of_coordinate(q.Place),
    "bufx1": _transfer,
    "bufx2": lambda probe, subject, inputs: q.SecondTransfer(probe.mech.index[subject[0]], probe.pair(inputs)),
    "bufdx1": _of_coordinate(q.Velocity),
    "bufdx2": _of_coordinate(q.Acceleration),
    "bufe0": _of_parameter(q.Parameter),
    "bufe1": _parameter_transfer,
    "bufe2": lambda probe, subject, inputs: q.ParameterSecond(probe.mech.row[subject[0]], probe.pair(inputs)),
    "bufde1": _of_parameter(q.ParameterRate),
    "bufde2": _of_parameter(q.ParameterAcceleration),
    "bufsigma": _of_parameter(q.Sigma),
    "bufreac": _of_coordinate(q.Reaction),
    "bufconn": _connection,
    "bufjred": _inertia,
    "bufekin": lambda probe, _, __: q.KineticEnergy(probe.replay),
    "bufepot": _potential,
    "bufpower": _of_input(q.Power),
    "bufdef": _strain,
    "bufdisp": _displacement,
    "bufeig": _frequency,
    LEAST_STIFFNESS[0]: _least_stiffness,
    "bufbuck": _load_factor,
    "bufpole": _of_planes(planes.Pole),
    "bufapole": _of_planes(planes.AccelerationPole),
    RESPONSE: _response,
    INFLECTION: _of_planes(planes.InflectionPole),
    "bufrho": _curvature,
    "bufcond": lambda probe, _, __: q.Condition(probe.replay),
}

QUANTITIES = tuple(word for word in _MAKE if word not in (INFLECTION, RESPONSE, LEAST_STIFFNESS[0]))


def read_quantities(
    mech: Mechanism, elasticity: Elasticity | None, positions: Positions, wanted: Sequence[tuple[str, Numbers, Numbers]]
) -> Floats:
    """Histories (quantities, rows), read in one pass; no numbers where the job calculates no forces."""
    probe = Probe(mech, make_replay(mech, elasticity, mech.deck.job != "KIN ANA"))
    for one in wanted:
        probe.add(*one)
    reading = probe.reading()
    read(reading, positions)
    return histories(reading)
