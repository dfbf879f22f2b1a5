"""A known position once more, with everything that follows from it: velocities, accelerations, forces, energies.

Rows of a motion hold positions; this is where their quantities come from (8.22, 8.23), one row after the other.
"""

from __future__ import annotations

from math import nan
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .carriers import Carriers
from .driver import Driver
from .exchange import Exchange
from .flexible import Flexible
from .force import Force
from .form import Form
from .kinematics import Kinematics
from .load import Load
from .loading import Loading
from .quantity import Kept, Quantity
from .reactive import Reactions
from .selfstress import SelfStress
from .switch import Pieces
from .trajectory import Trajectory
from .variable import Variables

WITHOUT_VALUE: Final = 1e-6  # quality of a group that gives noise for forces


class Second:
    """Second order transfer functions to inputs i and j, of all co-ordinates and parameters."""

    __slots__ = ("e", "e_by", "i", "j", "x", "x_by")

    def __init__(self, i: int, j: int, coordinates: int, forms: int) -> None:
        self.i: int = i
        self.j: int = j
        self.x: vec[float] = vec[float]([0.0] * coordinates)
        self.e: vec[float] = vec[float]([0.0] * forms)
        self.x_by: vec[float] = vec[float]([0.0] * coordinates)  # derivatives to one number of the deck (tangent.py)
        self.e_by: vec[float] = vec[float]([0.0] * forms)


class Replay:
    """The mechanism of a run, to be put into one of its rows."""

    __slots__ = (
        "all_forms", "angles", "base", "carriers", "clocks", "displaced", "displaced_by", "drivers", "elastic",
        "exchange", "flexibles", "force_lines", "inner", "inputs", "is_free", "is_singular", "kept", "loading", "loads",
        "mech", "outer", "own", "owned", "passive", "pieces", "reactions", "rested", "seconds", "stress", "undeformed",
        "variables", "wants_displacements", "wants_forces", "wants_strains", "wants_transfer", "with_misfits",
    )  # fmt: skip

    def __init__(
        self,
        mech: Kinematics,
        inputs: list[Form],
        angles: list[Form],
        loads: list[Load],
        flexibles: list[Flexible],
        elastic: Load | None,
        rested: list[Form],
        rest: list[float],
        pieces: Pieces,
        variables: Variables | None = None,
    ) -> None:
        self.mech: Kinematics = mech
        self.inputs: list[Form] = inputs
        self.angles: list[Form] = angles
        self.loads: list[Load] = loads
        self.force_lines: list[Force] = [load for load in loads if isinstance(load, Force)]
        self.reactions: Reactions = Reactions(loads)
        passive = [load for load in loads if not isinstance(load, Force) and load not in self.reactions.loads]
        self.outer: list[Load] = [load for load in passive if load.is_outside]
        self.inner: list[Load] = [load for load in passive if not load.is_outside]
        self.passive: list[Load] = [*self.outer, *self.inner]
        self.base: vec[float] = vec[float]()  # forces and σ without reactive loads
        self.flexibles: list[Flexible] = flexibles
        self.drivers: list[Driver] = []  # motors on dependent parameters, in DYN SIM
        self.carriers: Carriers | None = None  # motors in the place of the inputs, in DYN ANA
        self.elastic: Load | None = elastic  # that drives inputs, in DYN SIM
        self.rested: list[Form] = rested  # inputs that it drives, and their values without deformation
        self.undeformed: list[float] = rest
        self.pieces: Pieces = pieces
        self.variables: Variables = variables or Variables()
        self.clocks: list[Pieces] = []  # of expressions that are calculated from quantities
        self.kept: list[Kept] = []  # each behind those that it needs
        self.all_forms: list[Form] = mech.all_forms
        self.loading: Loading | None = None  # where loads are multiplied by a factor
        self.exchange: Exchange | None = None  # of freedoms that have no grip
        self.own: list[Load] = []  # what acts on freedoms at rest, and these
        self.owned: list[Form] = []
        self.is_free: bool = False  # DYN SIM: small deformations take no part in the exchange of energy
        self.wants_forces: bool = True
        self.wants_transfer: bool = False
        self.wants_strains: bool = False
        self.wants_displacements: bool = False
        self.seconds: list[Second] = []
        self.displaced: vec[float] = vec[float]([0.0] * len(mech.coordinates))
        self.displaced_by: vec[float] = vec[float]([0.0] * len(mech.coordinates))
        self.is_singular: bool = False
        self.stress: SelfStress | None = None  # where more parameters are prescribed than needed
        self.with_misfits: bool = True  # whether surplus parameters press that are too long

    def begin(self) -> None:
        """Before the first row."""
        self.pieces.by_value = True
        self.reactions.arrange(self.mech.groups, self.carriers is not None)
        n = len(self.inputs)
        for g in self.mech.groups:
            g.least = -1.0
            g.worst = 1e300
            g.worst_at = 0
        for c in self.mech.coordinates:
            c.u = c.w = c.v = c.a = 0.0
            if self.wants_transfer:
                c.transfer = vec[float]([0.0] * n)

    def stand(self, rows: Trajectory, row: i64, t: float) -> None:
        """Puts the mechanism into a row."""
        mech = self.mech
        coordinates = mech.coordinates
        x = rows.x
        at = row * (len(coordinates) + len(self.angles))
        for c in coordinates:
            c.q = x[at] - c.start
            at += 1
        for form in self.angles:
            form.reference = x[at]
            at += 1
        m: i64 = len(self.inputs)
        at = 3 * m * row
        for k in range(m):
            form = self.inputs[k]
            form.wanted = rows.motion[at + k]
            form.rate = rows.motion[at + m + k]
            form.acceleration = rows.motion[at + 2 * m + k]
        self.variables.stand(rows.variables, row)
        self.pieces.t = t
        for clock in self.clocks:
            clock.t = t
        loading = self.loading
        if loading is not None and len(rows.rests) > 0:
            loading.take(rows.rests[2 * row])
            loading.unstable = rows.rests[2 * row + 1]
        self.evaluate()
        exchange = self.exchange
        if exchange is not None and exchange.suit():
            self.reactions.arrange(mech.groups, False)
            self.evaluate()
        self.move()
        self.take_known(rows, row)

    def take_known(self, rows: Trajectory, row: i64) -> None:
        """What a simulation has found of loads that do not follow from the state."""
        is_known = len(rows.forces) > 0
        at = row * (len(self.force_lines) + len(self.drivers) + len(self.reactions.loads))
        for force in self.force_lines:
            force.is_known = is_known
            if is_known:
                force.now = rows.forces[at]
                at += 1
        for driver in self.drivers:
            driver.is_known = is_known
            if is_known:
                driver.M = rows.forces[at]
                at += 1
        if self.reactions.loads:
            known = [rows.forces[at + k] for k in range(len(self.reactions.loads))] if is_known else []
            self.reactions.take_known(known)

    def evaluate(self) -> None:
        mech = self.mech
        self.is_singular = False
        for g in mech.groups:
            g.evaluate()
            if not g.quality >= WITHOUT_VALUE:
                self.is_singular = True
        for form in mech.dependents:
            form.evaluate()
            if form.is_length and form.value == 0.0:
                lose_direction(form)
        if mech.surplus:
            self.look_for_another_set()

    def look_for_another_set(self) -> None:
        """Forces are those of the mechanism, whichever set they are found by; a flat one has none."""
        mech = self.mech
        if self.stress is not None:
            self.stress.is_found = False
        mech.worst = 1.0
        for g in mech.groups:
            mech.worst = min(mech.worst, g.quality)
        if mech.flattens() and mech.exchanged():
            self.reactions.arrange(mech.groups, self.carriers is not None)
            if self.stress is not None:
                self.stress.arrange(self.rested)
            for g in mech.groups:
                g.least = -1.0
            self.evaluate()

    def solve(self) -> None:
        """u from the right-hand sides; no number where a group is singular."""
        for g in self.mech.groups:
            g.solve()
            if self.is_singular and not g.quality >= WITHOUT_VALUE:
                for c in g.columns:
                    c.u = nan

    def solve_bias(self) -> None:
        for g in self.mech.groups:
            g.solve_bias()
            if self.is_singular and not g.quality >= WITHOUT_VALUE:
                for c in g.columns:
                    c.w = nan

    def move(self) -> None:
        """Velocities and accelerations (8.23) by one directional solution: D^pc ẍ = ε̈ − (∂D/∂x·ẋ)ẋ."""
        mech = self.mech
        for form in self.inputs:
            form.right = form.rate
        self.solve()
        self.solve_bias()
        for form in self.inputs:
            form.right = 0.0
        mech.take_motion()

    # ---- forces

    def inverse_dynamics(self) -> None:
        """σ of all parameters (8.22); f of fixed co-ordinates is then minus what the frame gives (8.8)."""
        mech = self.mech
        if self.carriers is not None:
            self.look_at(self.carriers)
        for form in mech.dependents:
            form.sigma = 0.0
        for c in mech.coordinates:
            c.f = c.weight - c.m * c.a
        for m in mech.couplings:
            m.P.f -= m.m * m.Q.a
            m.Q.f -= m.m * m.P.a
        for m in mech.supported:
            m.P.f -= m.m * m.Q.a
            m.Q.f -= m.m * m.P.a
        for mass in mech.masses:
            mass.resist()
        for force in self.force_lines:
            force.apply()
        for load in self.outer:
            load.apply()
        for c in mech.coordinates:
            c.h = c.f  # all that acts from outside
        for load in self.inner:
            load.apply()
        if self.elastic is not None and self.mech.surplus and not self.own:
            self.elastic.apply_to_surplus()
        for driver in self.drivers:
            driver.apply()
        given = self.act_on_freedoms()
        if self.reactions.loads:
            self.react()
        else:
            self.equilibrate()
        for k in range(len(given)):
            self.owned[k].sigma += given[k]

    def act_on_freedoms(self) -> list[float]:
        """Their σ by what acts on them at rest, but for those that equilibrium does not give."""
        for form in self.owned:
            form.sigma = 0.0
        for load in self.own:
            load.apply()
        exchange = self.exchange
        found = [form.sigma for form in self.owned]
        if exchange is not None:
            for number, _ in exchange.pairs():
                for k in range(len(self.owned)):
                    if self.owned[k] is exchange.free[number]:
                        found[k] = 0.0
        return found

    def look_at(self, carriers: Carriers) -> None:
        """∂q/∂ε of the motors that carry the motion."""
        for k in range(len(self.inputs)):
            self.inputs[k].right = 1.0
            self.solve()
            self.inputs[k].right = 0.0
            carriers.note(k)
        carriers.arrange()

    def equilibrate(self) -> None:
        """Once for the motors of the inputs; where others carry the motion, once more with these."""
        carriers = self.carriers
        if carriers is None:
            self.pass_on()
            return
        f = vec[float]()
        for c in self.mech.coordinates:
            f = append(f, c.f)
        self.pass_on()
        if carriers.is_flat:
            carriers.lose([*self.all_forms, *self.mech.norms], self.mech.coordinates)
            return
        carriers.carry()
        for k in range(len(f)):
            self.mech.coordinates[k].f = f[k]
        carriers.apply()
        self.pass_on()
        carriers.release()

    def pass_on(self) -> None:
        mech = self.mech
        for k in range(len(mech.groups) - 1, -1, -1):
            g = mech.groups[k]
            g.equilibrate()
            if self.is_singular and not g.quality >= WITHOUT_VALUE:
                for form in g.forms:
                    form.sigma = nan
                g.add_generalized_force()
        if self.stress is not None and not self.is_singular:
            self.stress.distribute(self.with_misfits)

    def react(self) -> None:
        """With loads that follow from the σ themselves."""
        reactions = self.reactions
        base = vec[float]()
        for c in self.mech.coordinates:
            base = append(base, c.f)
        for form in self.mech.dependents:
            base = append(base, form.sigma)
        self.base = base
        reactions.set_target()
        if not reactions.loads[0].is_known:
            reactions.choose(-1)
            self.equilibrate_with_reactions()
            reactions.note_base()
            for j in range(len(reactions.loads)):
                if reactions.reaches[j]:
                    reactions.choose(j)
                    self.equilibrate_with_reactions()
                    reactions.note(j)
            reactions.solve()
        self.equilibrate_with_reactions()

    def equilibrate_with_reactions(self) -> None:
        at: i64 = 0
        for c in self.mech.coordinates:
            c.f = self.base[at]
            at += 1
        for form in self.mech.dependents:
            form.sigma = self.base[at]
            at += 1
        for load in self.reactions.loads:
            load.apply()
        self.equilibrate()

    def deform(self) -> None:
        """Small deformations, and the displacements u that follow from them (8.6.3)."""
        mech = self.mech
        for form in self.all_forms:
            form.strain = 0.0
        for flexible in self.flexibles:
            flexible.deform()
        for k in range(len(self.rested)):
            self.rested[k].strain = self.rested[k].value - self.undeformed[k]
        if self.wants_displacements:
            for form in mech.forms:
                form.right = form.strain
            self.solve()
            if self.carriers is not None and not self.carriers.is_flat:
                self.carriers.give_way()
                self.solve()
            for form in mech.forms:
                form.right = 0.0
            for c in mech.coordinates:
                self.displaced[c.at] = c.u
            for form in mech.dependents:
                if not form.is_surplus:
                    form.strain = form.along()

    # ---- transfer functions

    def transfer(self) -> None:
        """First order: x' of every input; second order: of the pairs that are wanted."""
        mech = self.mech
        for k in range(len(self.inputs)):
            self.inputs[k].right = 1.0
            self.solve()
            self.inputs[k].right = 0.0
            for c in mech.moving:
                c.transfer[k] = c.u
        if not self.seconds:
            return
        kept = [form.acceleration for form in self.inputs]
        for form in self.inputs:
            form.acceleration = 0.0
        for pair in self.seconds:
            self.bias(pair, pair.i, pair.j)
        for k in range(len(kept)):
            self.inputs[k].acceleration = kept[k]

    def bias(self, pair: Second, i: i64, j: i64) -> None:
        """D^pc x'' = −(∂D/∂x·x'_i)x'_j, a product of two directions as the difference of two squares."""
        mech = self.mech
        for c in mech.moving:
            c.u = c.transfer[i] + c.transfer[j]
        self.add_curvature(pair, 0.25, True)
        if i != j:
            for c in mech.moving:
                c.u = c.transfer[i] - c.transfer[j]
            self.add_curvature(pair, -0.25, False)

    def add_curvature(self, pair: Second, share: float, is_first: bool) -> None:
        self.solve_bias()
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            c = coordinates[k]
            pair.x[k] = (0.0 if is_first else pair.x[k]) + share * c.w
        for k in range(len(self.all_forms)):
            form = self.all_forms[k]
            total = form.bias()
            for entry in form.entries:
                total += entry.value * entry.of.w
            pair.e[k] = (0.0 if is_first else pair.e[k]) + share * total

    def reciprocal_condition(self) -> float:
        """1 / (‖D^pc‖₁·‖(D^pc)⁻¹‖₁), the inverse column by column."""
        mech = self.mech
        held = [*mech.forms, *mech.norms]
        if not held:
            return 1.0
        sums = vec[float]([0.0] * len(mech.coordinates))
        for form in held:
            for entry in form.entries:
                if entry.of.moving:
                    sums[entry.of.at] += abs(entry.value)
        largest = 0.0
        for c in mech.moving:
            if sums[c.at] > largest:
                largest = sums[c.at]
        inverse = 0.0
        for form in held:
            form.right = 1.0
            for g in mech.groups:
                if g.quality == 0.0:
                    form.right = 0.0
                    return 0.0
                g.solve()
            form.right = 0.0
            total = 0.0
            for c in mech.moving:
                total += abs(c.u)
            if not total <= inverse:
                inverse = total
        product = largest * inverse
        return 1.0 / product if 0.0 < product < 1e300 else 0.0

    # ---- energies

    def kinetic(self) -> float:
        """½ vᵀ M v."""
        mech = self.mech
        total = 0.0
        for c in mech.moving:
            total += c.m * c.v * c.v
        for m in mech.couplings:
            total += 2.0 * m.m * m.P.v * m.Q.v
        return 0.5 * (total + self.of_masses(-1, -1))

    def inertia(self, i: int, j: int) -> float:
        """x'ᵢᵀ M x'ⱼ."""
        mech = self.mech
        total = 0.0
        for c in mech.moving:
            total += c.m * c.transfer[i] * c.transfer[j]
        for m in mech.couplings:
            total += m.m * (m.P.transfer[i] * m.Q.transfer[j] + m.P.transfer[j] * m.Q.transfer[i])
        return total + self.of_masses(i, j)

    def of_masses(self, i: i64, j: i64) -> float:
        """aᵀ M b of masses whose matrices change with the position; i < 0: of velocities."""
        mech = self.mech
        if not mech.masses:
            return 0.0
        for c in mech.moving:
            c.u = c.v if i < 0 else c.transfer[i]
            c.h = 0.0
        for mass in mech.masses:
            mass.carry()
        total = 0.0
        for c in mech.moving:
            total += c.h * (c.v if j < 0 else c.transfer[j])
        return total

    def kinetic_by(self) -> float:
        """How ½ vᵀ M v changes."""
        mech = self.mech
        total = 0.0
        for c in mech.moving:
            total += c.v * (0.5 * c.m_by * c.v + c.m * c.v_by)
        for m in mech.couplings:
            total += m.m_by * m.P.v * m.Q.v + m.m * (m.P.v_by * m.Q.v + m.P.v * m.Q.v_by)
        for mass in mech.masses:
            total += mass.carried_by()
        return total

    def inertia_by(self, i: i64, j: i64) -> float:
        """How x'ᵢᵀ M x'ⱼ changes."""
        mech = self.mech
        total = 0.0
        for c in mech.moving:
            total += c.m_by * c.transfer[i] * c.transfer[j]
            total += c.m * (c.transfer_by[i] * c.transfer[j] + c.transfer[i] * c.transfer_by[j])
        for m in mech.couplings:
            total += m.m_by * (m.P.transfer[i] * m.Q.transfer[j] + m.P.transfer[j] * m.Q.transfer[i])
            total += m.m * (m.P.transfer_by[i] * m.Q.transfer[j] + m.P.transfer[i] * m.Q.transfer_by[j])
            total += m.m * (m.P.transfer_by[j] * m.Q.transfer[i] + m.P.transfer[j] * m.Q.transfer_by[i])
        for mass in mech.masses:
            for k in range(mass.count):
                c = mass.coordinates[k]
                mass.velocity[k] = mass.velocity_by[k] = 0.0
                mass.acceleration[k] = c.transfer[i] if c.moving else 0.0
                mass.acceleration_by[k] = c.transfer_by[i] if c.moving else 0.0
            mass.inertia_force()
            mass.inertia_force_tangent()
            for k in range(mass.count):
                c = mass.coordinates[k]
                if c.moving:
                    total += c.transfer_by[j] * mass.force[k] + c.transfer[j] * mass.force_by[k]
        return total

    def potential_by(self) -> float:
        """How the potential energy changes."""
        mech = self.mech
        total = 0.0
        for c in mech.coordinates:
            total -= c.weight_by * c.x() + c.weight * c.x_by
        for mass in mech.masses:
            total += mass.potential_by()
        for load in self.loads:
            total += load.energy_by()
        for form in mech.forms:
            total += 0.5 * (form.sigma_by * form.strain + form.sigma * form.strain_by)
        for form in mech.surplus:
            total += 0.5 * (form.sigma_by * form.strain + form.sigma * form.strain_by)
        return total

    def potential(self) -> float:
        """Gravity, springs and elasticity."""
        mech = self.mech
        total = 0.0
        for c in mech.coordinates:
            total -= c.weight * c.x()
        for mass in mech.masses:
            total += mass.potential()
        for load in self.loads:
            total += load.energy()
        if self.elastic is not None:
            total += self.elastic.energy()
        elif not self.is_free:
            for form in mech.forms:
                total += 0.5 * form.sigma * form.strain
            for form in mech.surplus:
                total += 0.5 * form.sigma * form.strain
        return total


def lose_direction(form: Form) -> None:
    """Two points that lie on each other have no direction: a force along it has no value."""
    for entry in form.entries:
        if entry.value != 0.0:
            return
    for entry in form.entries:
        entry.value = nan


class Recorder:
    """Reads quantities off every row."""

    __slots__ = ("found", "quantities")

    def __init__(self, quantities: list[Quantity]) -> None:
        self.quantities: list[Quantity] = quantities
        self.found: vec[float] = vec[float]()

    def read(self) -> None:
        found = self.found
        for quantity in self.quantities:
            found = append(found, quantity.value())
        self.found = found
