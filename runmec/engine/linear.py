"""The equation of motion about a position, to first order in the freedoms: M, C and K.

What acts against a freedom is its σ by (8.22): r(q, q̇, q̈) = x'ᵀ{f − M(ẍ − g)}, on positions that are solved exactly.
Its derivatives need the third order of the motion. They are found by central differences, four steps each half as long
as the one before, extrapolated to step zero (Richardson): one rule for all elements, masses and loads, those from
outside too, with an error that is known. Pieces of expressions and springs stay those of the position.
"""

from __future__ import annotations

from math import nan
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .bent import BentMass
from .bow import Bow
from .form import Form
from .kinematics import Kinematics
from .load import Load
from .replay import Replay
from .status import FINE
from .thresholds import FIRST_SHIFT, GOOD_DERIVATIVE, SHIFTS

# what acts, by its source
WEIGHT: Final = 0
FORCES: Final = 1
LOADS: Final = 2
MOTORS: Final = 3
MOTION: Final = 4
SOURCES: Final = 5

LEVELS: Final = 4  # steps that are extrapolated
ROUNDING: Final = 1e-15


class Linear:
    """Derivatives of what acts against freedoms, source by source, at the row in which a replay stands."""

    __slots__ = (
        "C", "K", "M", "acts", "base", "bent", "bows", "drift", "error", "evaluations", "first", "flows",
        "found", "freedoms", "is_found", "level", "mech", "minus", "motors", "moves", "n", "plus", "q", "rates",
        "replay", "size", "surplus", "table", "turns", "units", "values",
    )  # fmt: skip

    def __init__(
        self,
        replay: Replay,
        freedoms: list[Form],
        units: list[float],
        motors: list[Load],
        bows: list[Bow],
        bent: list[BentMass],
    ) -> None:
        n = len(freedoms)
        self.replay: Replay = replay
        self.mech: Kinematics = replay.mech
        self.freedoms: list[Form] = freedoms
        self.units: list[float] = units  # what counts as 1 for each of them
        self.motors: list[Load] = motors
        self.bows: list[Bow] = bows
        self.bent: list[BentMass] = bent
        self.n: i64 = n
        self.size: i64 = SOURCES * n
        self.M: vec[float] = vec[float]([0.0] * (n * n))
        self.K: vec[float] = vec[float]([0.0] * (SOURCES * n * n))  # −∂r/∂q, source after source
        self.C: vec[float] = vec[float]([0.0] * (SOURCES * n * n))  # −∂r/∂q̇
        self.error: vec[float] = vec[float]([0.0] * (n * n))  # of K
        self.first: vec[float] = vec[float]([0.0] * (n * len(replay.mech.coordinates)))  # x' of every freedom
        self.drift: vec[float] = vec[float]([0.0] * (n * len(replay.mech.coordinates)))  # ∂ẋ/∂q
        self.base: vec[float] = vec[float]([0.0] * (SOURCES * n))  # r at the position
        self.plus: vec[float] = vec[float]([0.0] * (SOURCES * n))
        self.minus: vec[float] = vec[float]([0.0] * (SOURCES * n))
        self.table: vec[float] = vec[float]([0.0] * (LEVELS * SOURCES * n))
        self.level: vec[float] = vec[float]([0.0] * (SOURCES * n))
        self.acts: list[bool] = [False] * SOURCES
        self.flows: vec[float] = vec[float]([0.0] * len(replay.variables.states))  # dz/dt of the states, where it acts
        self.surplus: list[vec[float]] = []  # σ of surplus parameters by every source, where the row stands
        self.moves: bool = False
        self.is_found: bool = False
        self.found: int = 0  # rows so far
        self.evaluations: int = 0
        self.q: list[float] = []
        self.turns: list[float] = []
        self.values: list[float] = []
        self.rates: list[float] = []

    def find(self) -> None:
        """Everything at the row that the replay stands in; it is left beside it."""
        replay = self.replay
        pieces = replay.pieces
        self.found += 1
        self.is_found = not replay.is_singular
        for form in self.freedoms:
            if form.is_surplus:  # another independent set has other freedoms
                self.is_found = False
        if not self.is_found:
            self.lose()
            return
        for k in range(len(self.C)):
            self.C[k] = 0.0
        self.keep()
        if not replay.is_free:
            for beam in self.bent:
                beam.unbend()
        for force in replay.force_lines:
            force.is_known = False
        for driver in replay.drivers:
            driver.is_known = False
        for switch in pieces.switches:
            switch.mode = 0
        pieces.by_value = False
        pieces.refresh = True
        self.force_of_sources(self.base, True)
        pieces.refresh = False
        self.transfer()
        self.wander()
        self.project_mass()
        for j in range(self.n):
            if not (self.derive(j, False) and self.derive(j, True)):
                self.is_found = False
        self.stand()
        if self.is_found:
            self.after()
            self.stand()
        self.bias()
        pieces.by_value = True
        if not self.is_found:
            self.lose()

    def after(self) -> None:
        """More that is derived while pieces stay as they are."""

    def lose(self) -> None:
        for k in range(len(self.K)):
            self.K[k] = nan
            self.C[k] = nan
        for k in range(len(self.M)):
            self.M[k] = nan
            self.error[k] = nan

    # ---- where the row stands

    def keep(self) -> None:
        mech = self.mech
        mech.slack = 0.0
        mech.leaves_D = False
        self.q = [c.q for c in mech.coordinates]
        self.turns = [form.reference for form in self.replay.angles]
        self.values = [form.wanted for form in self.freedoms]
        self.rates = [form.rate for form in self.freedoms]
        self.moves = False
        for form in mech.forms:
            if form.rate != 0.0 or form.acceleration != 0.0:
                self.moves = True
        has_masses = len(mech.masses) > 0
        has_weight = has_masses
        for c in mech.moving:
            if c.weight != 0.0:
                has_weight = True
        self.acts[WEIGHT] = has_weight
        self.acts[FORCES] = len(self.replay.force_lines) > 0
        self.acts[LOADS] = len(self.replay.passive) > 0
        self.acts[MOTORS] = len(self.motors) > 0
        self.acts[MOTION] = True

    def stand(self) -> None:
        """Back in the row."""
        mech = self.mech
        for k in range(len(self.q)):
            mech.coordinates[k].q = self.q[k]
        for k in range(len(self.turns)):
            self.replay.angles[k].reference = self.turns[k]
        for k in range(self.n):
            self.freedoms[k].wanted = self.values[k]
            self.freedoms[k].rate = self.rates[k]
        self.replay.evaluate()
        self.move()

    def move(self) -> None:
        """Velocities and accelerations of all co-ordinates and parameters at the position that is there (8.23)."""
        mech = self.mech
        for form in mech.forms:
            form.right = form.rate
        for g in mech.groups:
            g.solve()
            g.solve_bias()
        for form in mech.forms:
            form.right = 0.0
        mech.take_motion()

    # ---- what acts against the freedoms

    def force_of_sources(self, found: vec[float], is_base: bool) -> None:
        """σ of every freedom by every source, at the position and motion that are there."""
        self.evaluations += 1
        states = self.replay.variables.states
        for k in range(len(states)):
            program = states[k].program
            if program is not None:
                self.flows[k] = program.value()
        if is_base:
            self.surplus = [vec[float]([0.0] * len(self.mech.surplus)) for _ in range(SOURCES)]
        for source in range(SOURCES):
            if self.acts[source]:
                self.force_of_source(source)
                if is_base:
                    self.share_out(source)
                for k in range(self.n):
                    found[source * self.n + k] = self.freedoms[k].sigma
                if is_base:
                    for bow in self.bows:
                        bow.note(source)

    def share_out(self, source: int) -> None:
        """What surplus parameters carry of one source; of misfits and elastic motion, with what moves."""
        stress = self.replay.stress
        if stress is None:
            return
        stress.distribute(source == MOTION)
        surplus = self.mech.surplus
        for k in range(len(surplus)):
            self.surplus[source][k] = surplus[k].sigma
        elastic = self.replay.elastic
        if source == MOTION and elastic is not None:
            self.hold_tensions(elastic, self.surplus[source])

    def hold_tensions(self, elastic: Load, tensions: vec[float]) -> None:
        """Forces of surplus parameters that move by their elasticity: they act as the position changes."""
        surplus = self.mech.surplus
        for form in surplus:
            form.sigma = 0.0
        elastic.apply_to_surplus()
        for k in range(len(surplus)):
            tensions[k] += surplus[k].sigma
        self.force_of_source(MOTION)

    def force_of_source(self, source: int) -> None:
        """The σ of all parameters by one source alone."""
        mech = self.mech
        for form in self.replay.all_forms:
            form.sigma = 0.0
        for c in mech.coordinates:
            c.f = 0.0
        if source == WEIGHT:
            for c in mech.moving:
                c.f = c.weight
            for mass in mech.masses:
                mass.add_weight()
            for beam in self.bent:
                beam.add_forces(True)
        elif source == FORCES:
            for force in self.replay.force_lines:
                force.apply()
        elif source == LOADS:
            for load in self.replay.passive:
                load.apply()
        elif source == MOTORS:
            for load in self.motors:
                load.apply()
        else:
            for c in mech.moving:
                c.f = -c.m * c.a
            for m in mech.couplings:
                m.P.f -= m.m * m.Q.a
                m.Q.f -= m.m * m.P.a
            for mass in mech.masses:
                mass.withstand()
            for beam in self.bent:
                beam.add_forces(False)
        surplus = self.surplus[source]
        for k in range(len(surplus)):
            if surplus[k] != 0.0:
                form = mech.surplus[k]
                form.sigma += surplus[k]
                form.add_generalized_force(surplus[k])
        for k in range(len(mech.groups) - 1, -1, -1):
            mech.groups[k].equilibrate()

    # ---- derivatives

    def transfer(self) -> None:
        """x' of every freedom."""
        mech = self.mech
        wide: i64 = len(mech.coordinates)
        for k in range(self.n):
            self.freedoms[k].right = 1.0
            for g in mech.groups:
                g.solve()
            self.freedoms[k].right = 0.0
            for c in mech.moving:
                self.first[k * wide + c.at] = c.u

    def wander(self) -> None:
        """∂ẋ/∂q = x''·q̇, a product of two directions as the difference of two squares."""
        mech = self.mech
        wide: i64 = len(mech.coordinates)
        kept = [form.acceleration for form in mech.forms]
        for form in mech.forms:
            form.acceleration = 0.0
        for k in range(self.n):
            for c in mech.moving:
                self.drift[k * wide + c.at] = 0.0
            if self.moves:
                self.add_drift(k, 1.0)
                self.add_drift(k, -1.0)
        for i in range(len(kept)):
            mech.forms[i].acceleration = kept[i]

    def add_drift(self, k: i64, sign: float) -> None:
        mech = self.mech
        wide: i64 = len(mech.coordinates)
        for c in mech.moving:
            c.u = c.v + sign * self.first[k * wide + c.at]
        for g in mech.groups:
            g.solve_bias()
        for c in mech.moving:
            self.drift[k * wide + c.at] += 0.25 * sign * c.w

    def project_mass(self) -> None:
        """M = x'ᵀ M x'."""
        mech = self.mech
        n = self.n
        wide: i64 = len(mech.coordinates)
        for k in range(n):
            for c in mech.moving:
                c.u = self.first[k * wide + c.at]
                c.h = c.m * c.u
            for m in mech.couplings:
                m.P.h += m.m * m.Q.u
                m.Q.h += m.m * m.P.u
            for mass in mech.masses:
                mass.carry()
            for j in range(n):
                total = 0.0
                for c in mech.moving:
                    total += self.first[j * wide + c.at] * c.h
                self.M[k * n + j] = total

    def derive(self, j: i64, of_rate: bool) -> bool:
        """Column j of C or K: differences whose steps become shorter until their extrapolation is good."""
        if of_rate and not self.depends_on_rates():
            return True
        step = FIRST_SHIFT * self.units[j] * (max(1.0, abs(self.rates[j]) / self.units[j]) if of_rate else 1.0)
        best = -1.0
        for _ in range(SHIFTS):
            if self.differ(j, step, of_rate):
                miss, size = self.extrapolate(j)
                noise = ROUNDING * self.largest(j) * 2.0**LEVELS / step
                if best < 0.0 or miss < best:
                    best = miss
                    self.take(j, of_rate, noise)
                if miss <= GOOD_DERIVATIVE * size + noise:
                    return True
            step *= 0.25
        return best >= 0.0

    def depends_on_rates(self) -> bool:
        return self.moves or self.acts[FORCES] or self.acts[LOADS] or self.acts[MOTORS]

    def largest(self, j: i64) -> float:
        """What acts, in units of the freedoms: by its rounding differences are limited."""
        most = 0.0
        for k in range(self.size):
            part = abs(self.base[k]) * self.units[k % self.n] * self.units[j]
            if part > most:
                most = part
        return most

    def differ(self, j: i64, step: float, of_rate: bool) -> bool:
        """Central differences by freedom j; whether all positions were found."""
        h = step
        for level in range(LEVELS):
            if not self.shift(j, h, of_rate, self.plus) or not self.shift(j, -h, of_rate, self.minus):
                return False
            for k in range(self.size):
                self.table[level * self.size + k] = (self.plus[k] - self.minus[k]) / (2.0 * h)
            h *= 0.5
        return True

    def shift(self, j: i64, h: float, of_rate: bool, found: vec[float]) -> bool:
        mech = self.mech
        form = self.freedoms[j]
        if of_rate:
            self.stand_still()
            form.rate = self.rates[j] + h
        else:
            wide: i64 = len(mech.coordinates)
            for c in mech.moving:
                c.q = self.q[c.at] + h * self.first[j * wide + c.at]
            for k in range(len(self.turns)):
                self.replay.angles[k].reference = self.turns[k]
            form.set_target(self.values[j] + h)
        status = FINE if of_rate else mech.place()
        if status == FINE:
            for form_ in mech.dependents:
                form_.evaluate()
            self.move()
            self.force_of_sources(found, False)
        form.rate = self.rates[j]
        form.set_target(self.values[j])
        return status == FINE

    def stand_still(self) -> None:
        """The position of the row, without a new look where it is there already."""
        mech = self.mech
        same = True
        for k in range(len(self.q)):
            if mech.coordinates[k].q != self.q[k]:
                same = False
        if not same:
            self.stand()

    def extrapolate(self, j: i64) -> tuple[float, float]:
        """The table to step zero, into its last level; the largest miss and size, in units of the freedoms."""
        size = self.size
        table = self.table
        for k in range(size):
            self.level[k] = table[(LEVELS - 2) * size + k]
        factor = 1.0
        for order in range(1, LEVELS):
            factor *= 4.0
            for level in range(LEVELS - 1, order - 1, -1):
                for k in range(size):
                    here = table[level * size + k]
                    table[level * size + k] = here + (here - table[(level - 1) * size + k]) / (factor - 1.0)
            if order == LEVELS - 2:
                for k in range(size):
                    self.level[k] = table[(LEVELS - 2) * size + k]
        miss = 0.0
        most = 0.0
        for k in range(size):
            unit = self.units[k % self.n] * self.units[j]
            off = abs(table[(LEVELS - 1) * size + k] - self.level[k])
            self.level[k] = off
            if not off * unit <= miss:
                miss = off * unit
            part = abs(table[(LEVELS - 1) * size + k]) * unit
            if part > most:
                most = part
        return miss, most

    def take(self, j: i64, of_rate: bool, noise: float) -> None:
        """What was extrapolated is a column of C or K."""
        n = self.n
        last = (LEVELS - 1) * self.size
        for i in range(n):
            total = 0.0
            for source in range(SOURCES):
                at = (source * n + i) * n + j
                value = -self.table[last + source * n + i]
                if of_rate:
                    self.C[at] = value
                else:
                    self.K[at] = value
                    total += self.level[source * n + i]
            if not of_rate:
                self.error[i * n + j] = total + noise / (self.units[i] * self.units[j])

    def bias(self) -> None:
        """The forces along beams, whose axes bend, resist (tension) or help (compression)."""
        mech = self.mech
        n = self.n
        wide: i64 = len(mech.coordinates)
        for bow in self.bows:
            for k in range(n):
                for c in mech.moving:
                    c.u = self.first[k * wide + c.at]
                bow.bias(k)
            for source in range(SOURCES):
                for i in range(n):
                    for j in range(n):
                        self.K[(source * n + i) * n + j] += bow.stiffness(source, i, j)
