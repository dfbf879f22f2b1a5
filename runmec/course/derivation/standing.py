"""The mechanism in one position, in plain numbers: all that a derivation shows, copied from the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import isfinite

from ...deck.model import Dynamic
from ...diagnostics import RunmecError
from ...dynamics import DYNAMICS
from ...engine.coordinate import Coordinate
from ...engine.driver import Driver
from ...engine.form import Form
from ...engine.form import Held as HeldCoordinate
from ...engine.load import Load
from ...engine.mass import Mass
from ...engine.replay import Replay
from ...model.mechanism import Mechanism
from ...results.causes import subject_of_line
from ...results.quantities import OutputSet
from ...results.result import Result

MANY = 300  # moving co-ordinates: nobody reads a longer page
WHOLE = 6  # moving co-ordinates up to which D is inverted as a whole
FEW_INPUTS = 3  # second order transfer functions of more would fill pages
_NOTHING = 1e-7  # of the largest force: contributions that are missing
Vector = list[float]


class NotDerived(RunmecError):
    """A derivation was asked for that cannot be written.

    Examples
    --------
    >>> try:
    ...     runmec.derive("inputs/six_bars/watt_2.mec", at=1000)
    ... except runmec.NotDerived as fault:
    ...     print(fault)
    position 1000: the motion has 181
    """


@dataclass(frozen=True)
class Place:
    """A co-ordinate."""

    at: int
    moving: bool
    is_length: bool
    x: float
    v: float
    a: float


@dataclass(frozen=True)
class Held:
    """A parameter, or the norm of a turning node, with its row of D."""

    form: Form
    row: int  # in the deck's order; −1: no parameter of it
    value: float
    rate: float
    acceleration: float
    sigma: float
    D: dict[int, float]
    bends: dict[str, float]  # (∂D/∂x·u)u along x′ of the only input, and along the velocities


@dataclass(frozen=True)
class Group:
    """Parameters that determine as many co-ordinates; `inverse` by co-ordinate and parameter."""

    held: tuple[Held, ...]
    columns: tuple[int, ...]
    inverse: dict[tuple[int, int], float]  # (co-ordinate, place in `held`)


@dataclass(frozen=True)
class Acting:
    """What acts at all co-ordinates: weight, a force, a spring, minus the mass times acceleration of an element."""

    name: str
    f: Vector
    is_inertia: bool = False


@dataclass(frozen=True)
class MovedMass:
    """A mass with its share of x′ᵀMx′ and of half its slope, by pairs of freedoms."""

    name: str
    mass: Mass
    J: list[list[float]]
    bent: Vector  # x′ᵢᵀ·(what it resists with, where the freedoms have speeds and no accelerations)
    half_slope: float  # of one freedom, by half the slope of J: the same at unit speed


@dataclass
class Standing:
    result: Result  # of that position alone
    position: int
    time: float
    places: list[Place]
    free: list[Held]  # inputs, and what is elastic and moves by itself
    groups: list[Group]
    dependents: list[Held]
    surplus: list[Held]
    first: list[Vector]  # x′ of every freedom
    second: dict[tuple[int, int], Vector]
    acting: list[Acting] = field(default_factory=list)
    masses: list[MovedMass] = field(default_factory=list)

    @property
    def mech(self) -> Mechanism:
        return self.result.mechanism

    @property
    def held(self) -> list[Held]:
        return [held for group in self.groups for held in group.held]

    @property
    def moving(self) -> list[int]:
        return [at for group in self.groups for at in group.columns]

    @property
    def total(self) -> Vector:
        """f − M(ẍ − g)."""
        return [sum(one.f[at] for one in self.acting) for at in range(len(self.places))]

    @property
    def largest_force(self) -> float:
        return max((abs(part) for one in self.acting for part in one.f), default=0.0)

    @property
    def moves_in_time(self) -> bool:
        return any(held.rate or held.acceleration for held in self.free) or any(place.v for place in self.places)


def stand(result: Result, position: int) -> Standing:
    """In a position, 1 is the start; raises NotDerived."""
    if not 1 <= position <= len(result):
        raise NotDerived(f"position {position}: the motion has {len(result)}")
    count = len(result.mechanism.kinematics.moving)
    if count > MANY:
        raise NotDerived(f"{count} moving co-ordinates: a derivation is written for {MANY} at most")
    alone = replace(result, positions=result.positions.only(position), _columns={})
    with result.session.replaying() as replay:
        return _Copy(alone, replay, position).standing()


def _whole(groups: list[Group], columns: dict[int, Vector]) -> Group:
    """All groups as one, with the inverse of all of D."""
    held = tuple(held for group in groups for held in group.held)
    places = tuple(at for group in groups for at in group.columns)
    inverse = {(at, k): columns[id(one.form)][at] for k, one in enumerate(held) for at in places}
    return Group(held, places, inverse)


def _together(parts: list[Acting]) -> list[Acting]:
    """Those of one name as one: both components of a force at a point."""
    found: dict[str, Acting] = {}
    for one in parts:
        before = found.get(one.name)
        f = [a + b for a, b in zip(before.f, one.f, strict=True)] if before is not None else one.f
        found[one.name] = Acting(one.name, f, one.is_inertia)
    return list(found.values())


class _Copy:
    def __init__(self, result: Result, replay: Replay, position: int) -> None:
        self.result, self.replay, self.position = result, replay, position
        self.mech = result.mechanism
        self.coordinates = self.mech.coordinates
        n = len(replay.inputs)
        self.rows = {id(form): row for row, form in enumerate(self.mech.forms)}
        probe = OutputSet(self.mech, replay, [])
        replay.wants_transfer = True
        self.pairs = [(i, j) for i in range(n) for j in range(i + 1)] if n <= FEW_INPUTS else []
        self.seconds = {pair: probe.pair(*pair) for pair in self.pairs}
        replay.begin()
        rows, row, self.time = result.positions.at(1)
        replay.stand(rows, row, self.time)
        if any(isinstance(form, HeldCoordinate) for form in self._forms()):
            raise NotDerived(
                f"position {position}: inputs have no grip there, and the rest is found by co-ordinates "
                "in their place; choose another one with --at"
            )
        if replay.is_singular:
            raise NotDerived(
                f"position {position} is singular: D has no inverse there, so that no transfer functions "
                "and forces follow from it; choose another one with --at"
            )

    def standing(self) -> Standing:
        replay, mech = self.replay, self.mech
        if replay.wants_forces:
            replay.inverse_dynamics()
        sigma = {id(form): form.sigma for form in [*replay.all_forms, *mech.kinematics.norms]}
        replay.transfer()
        bends = self._bends()
        known = {id(form): self._held(form, sigma, bends) for form in [*mech.forms, *self._forms()]}
        places = [Place(c.at, c.moving, c.is_length, c.x(), c.v, c.a) for c in self.coordinates]
        columns = self._inverse()
        groups, count = [], len(mech.kinematics.moving)
        for group in mech.kinematics.groups:
            forms = sorted(group.forms, key=lambda form: self.rows.get(id(form), len(self.rows)))
            own = tuple(sorted(c.at for c in group.columns))
            inverse = {(at, k): columns[id(form)][at] for k, form in enumerate(forms) for at in own}
            groups.append(Group(tuple(known[id(form)] for form in forms), own, inverse))
        if count <= WHOLE:
            groups = [_whole(groups, columns)]
        found = Standing(
            self.result,
            self.position,
            self.time,
            places,
            [known[id(form)] for form in replay.inputs],
            groups,
            [known[id(form)] for form in mech.kinematics.dependents if id(form) in self.rows],
            [known[id(form)] for form in mech.kinematics.surplus],
            [[c.transfer[k] if c.moving else 0.0 for c in self.coordinates] for k in range(len(replay.inputs))],
            {pair: [second.x[k] for k in range(len(places))] for pair, second in self.seconds.items()},
        )
        if replay.wants_forces:
            if not all(map(isfinite, sigma.values())):
                raise NotDerived(
                    f"position {self.position}: internal forces have no value there; the account of `runmec` says why"
                )
            found.acting = list(self._acting(found))
            found.masses = list(self._masses())
        return found

    def _forms(self) -> list[Form]:
        return [form for group in self.mech.kinematics.groups for form in group.forms]

    def _held(self, form: Form, sigma: dict[int, float], bends: dict[str, dict[int, float]]) -> Held:
        D: dict[int, float] = {}
        for entry in form.entries:
            D[entry.of.at] = D.get(entry.of.at, 0.0) + entry.value
        own = {name: values[id(form)] for name, values in bends.items()}
        return Held(
            form,
            self.rows.get(id(form), -1),
            form.value,
            form.rate,
            form.acceleration,
            sigma.get(id(form), 0.0),
            D,
            own,
        )

    def _bends(self) -> dict[str, dict[int, float]]:
        """Second derivatives of all forms along a direction that is kept."""
        found = {}
        ways: dict[str, Callable[[Coordinate], float]] = {"time": lambda c: c.v if c.moving else 0.0}
        if len(self.replay.inputs) == 1:
            ways["input"] = lambda c: c.transfer[0] if c.moving else 0.0
        for name, way in ways.items():
            for c in self.coordinates:
                c.u = way(c)
            found[name] = {id(form): form.bias() for form in [*self.mech.forms, *self._forms()]}
        return found

    def _inverse(self) -> dict[int, Vector]:
        found = {}
        for form in self._forms():
            form.right = 1.0
            self.replay.solve()
            form.right = 0.0
            found[id(form)] = [c.u if c.moving else 0.0 for c in self.coordinates]
        return found

    # ---- forces

    def _acting(self, found: Standing) -> Iterator[Acting]:
        """Everything that acts, one after the other; surplus parameters by their internal forces."""
        mech = self.mech
        for form in mech.kinematics.dependents:
            form.sigma = 0.0
        parts = [self._of("weight", False, [mass.add_weight for _, mass in mech.of_masses])]
        for line, mass in mech.of_masses:
            parts.append(self._of(f"inertia {self._subject(line)}", True, [mass.withstand]))
        parts += [self._of(name, False, [load.apply]) for name, load in self._loads()]
        parts = _together(parts)
        for held in found.surplus:
            parts.append(Acting(f"surplus {self._name(held)}", self._pulled(held)))
        yield from (part for part in parts if any(part.f))
        total = [sum(part.f[c.at] for part in parts) for c in self.coordinates]
        needed = [sum(held.D.get(c.at, 0.0) * held.sigma for held in found.held) for c in self.coordinates]
        left = [n - t if c.moving else 0.0 for c, n, t in zip(self.coordinates, needed, total, strict=True)]
        largest = max((abs(one) for part in parts for one in part.f), default=0.0)
        if max(map(abs, left), default=0.0) > _NOTHING * largest:
            yield Acting("others", left)

    def _of(self, name: str, is_inertia: bool, acts: list[Callable[[], None]]) -> Acting:
        for c in self.coordinates:
            c.f = 0.0
        for act in acts:
            act()
        return Acting(name, [c.f for c in self.coordinates], is_inertia)

    def _loads(self) -> Iterator[tuple[str, Load]]:
        mech, named = self.mech, set()
        for line, load in mech.of_loads:
            if isinstance(load, Load) and any(load is one for one in mech.loads):
                named.add(id(load))
                yield f"{DYNAMICS[line.word].cause} {self._subject(line)}".strip(), load
        for element, load in mech.separations.items():
            named.add(id(load))
            yield f"flanks {mech.names.element(element)}", load
        for load in mech.loads:
            if id(load) not in named:
                yield "others", load
        for number, driver in mech.drivers.items():
            if number < 0 and isinstance(driver, Driver):
                yield f"motor {mech.names.parameter(number)}", driver

    def _subject(self, line: Dynamic) -> str:
        """What a line is about; a point without a name is no name for one of its co-ordinates."""
        found = subject_of_line(self.mech, line)
        return self.mech.names.coordinate(line.subject) if " " in found else found

    def _name(self, held: Held) -> str:
        return self.mech.names.parameter(self.mech.parameters[held.row])

    def _pulled(self, held: Held) -> Vector:
        return [-held.D.get(c.at, 0.0) * held.sigma for c in self.coordinates]

    # ---- masses

    def _masses(self) -> Iterator[MovedMass]:
        """By what M gives for x′ as velocities and accelerations (8.24)."""
        free = self.replay.inputs
        n = len(free)
        zero = [0.0] * len(self.coordinates)
        first = [[c.transfer[k] if c.moving else 0.0 for c in self.coordinates] for k in range(n)]
        v = [c.v for c in self.coordinates]
        # ẍ less x′ε̈: the part that is quadratic in the speeds
        bent = [c.a - sum(first[k][c.at] * free[k].acceleration for k in range(n)) for c in self.coordinates]
        for line, mass in self.mech.of_masses:
            J = [[_power(mass, first[i], zero, first[j]) for j in range(n)] for i in range(n)]
            half = 0.0
            if n == 1:
                second = self.seconds[0, 0].x
                half = _power(mass, first[0], first[0], [second[k] for k in range(len(zero))])
            yield MovedMass(self._subject(line), mass, J, [_power(mass, first[i], v, bent) for i in range(n)], half)


def _power(mass: Mass, along: Vector, v: Vector, a: Vector) -> float:
    """Of what a mass resists with at velocities and accelerations of the co-ordinates, moved along others."""
    own = {c.at: c for c in mass.coordinates}.values()
    kept = [(c.v, c.a) for c in own]
    for c in own:
        c.v, c.a, c.f = (v[c.at], a[c.at], 0.0) if c.moving else (0.0, 0.0, 0.0)
    mass.withstand()
    for c, (before_v, before_a) in zip(own, kept, strict=True):
        c.v, c.a = before_v, before_a
    return -sum(c.f * along[c.at] for c in own)
