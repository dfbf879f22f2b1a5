"""A known position once more, with everything that follows from it: velocities, accelerations, forces, energies.

Rows of a motion hold positions; this is where their quantities come from (8.22, 8.23), one row after the other.
"""

from __future__ import annotations

from math import nan
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .flexible import Flexible
from .force import Force
from .form import Form
from .kinematics import Kinematics
from .load import Load
from .reactive import Reactions
from .rows import Rows
from .switch import Pieces

WITHOUT_VALUE: Final = 1e-6  # quality of a group that gives noise for forces


class Quantity:
    """A number that can be read off the mechanism at a row."""

    __slots__ = ()

    def value(self) -> float:
        raise NotImplementedError  # pragma: no cover, every quantity has its own

    def by(self) -> float:
        """How it changes with one number of the deck (tangent.py); not known of all of them."""
        return nan


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
        "all_forms", "angles", "base", "clocks", "displaced", "displaced_by", "elastic", "flexibles", "force_lines",
        "inputs", "is_free", "is_singular", "loads", "mech", "others", "pieces", "reactions", "rest", "rested",
        "seconds",
        "wants_displacements", "wants_forces", "wants_strains", "wants_transfer",
    )  # fmt: skip

    def __init__(
        self, mech: Kinematics, inputs: list[Form], angles: list[Form], loads: list[Load], flexibles: list[Flexible],
        elastic: Load | None, rested: list[Form], rest: list[float], pieces: Pieces,
    ) -> None:  # fmt: skip
        self.mech: Kinematics = mech
        self.inputs: list[Form] = inputs
        self.angles: list[Form] = angles
        self.loads: list[Load] = loads
        self.force_lines: list[Force] = [load for load in loads if isinstance(load, Force)]
        self.reactions: Reactions = Reactions(loads)
        self.others: list[Load] = [
            load for load in loads if not isinstance(load, Force) and load not in self.reactions.loads
        ]
        self.base: vec[float] = vec[float]()  # forces and σ without reactive loads
        self.flexibles: list[Flexible] = flexibles
        self.elastic: Load | None = elastic  # that drives inputs, in DYN SIM
        self.rested: list[Form] = rested  # inputs that it drives, and their values without deformation
        self.rest: list[float] = rest
        self.pieces: Pieces = pieces
        self.clocks: list[Pieces] = []  # of expressions that are calculated from quantities
        self.all_forms: list[Form] = [*mech.forms, *mech.dependents]
        self.is_free: bool = False  # DYN SIM: small deformations take no part in the exchange of energy
        self.wants_forces: bool = True
        self.wants_transfer: bool = False
        self.wants_strains: bool = False
        self.wants_displacements: bool = False
        self.seconds: list[Second] = []
        self.displaced: vec[float] = vec[float]([0.0] * len(mech.coordinates))
        self.displaced_by: vec[float] = vec[float]([0.0] * len(mech.coordinates))
        self.is_singular: bool = False

    def begin(self) -> None:
        """Before the first row."""
        self.pieces.by_value = True
        self.reactions.arrange(self.mech.groups)
        n = len(self.inputs)
        for g in self.mech.groups:
            g.least = -1.0
            g.worst = 1e300
            g.worst_at = 0
        for c in self.mech.coordinates:
            c.u = c.w = c.v = c.a = 0.0
            if self.wants_transfer:
                c.first = vec[float]([0.0] * n)

    def stand(self, rows: Rows, row: i64, t: float) -> None:
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
        self.pieces.t = t
        for clock in self.clocks:
            clock.t = t
        self.look()
        self.move()
        wide = len(self.force_lines) + len(self.reactions.loads)
        for k in range(len(self.force_lines)):
            force = self.force_lines[k]
            force.is_known = len(rows.forces) > 0
            if force.is_known:
                force.now = rows.forces[row * wide + k]
        if self.reactions.loads:
            at = row * wide + len(self.force_lines)
            known = [rows.forces[at + k] for k in range(len(self.reactions.loads))] if len(rows.forces) > 0 else []
            self.reactions.take_known(known)

    def look(self) -> None:
        mech = self.mech
        self.is_singular = False
        for g in mech.groups:
            g.look()
            if not g.quality >= WITHOUT_VALUE:
                self.is_singular = True
        for form in mech.dependents:
            form.look()
            if form.is_length and form.value == 0.0:
                lose_direction(form)

    def solve(self) -> None:
        """u from the right-hand sides; no number where a group is singular."""
        for g in self.mech.groups:
            g.solve()
            if self.is_singular and not g.quality >= WITHOUT_VALUE:
                for c in g.columns:
                    c.u = nan

    def coast(self) -> None:
        for g in self.mech.groups:
            g.coast()
            if self.is_singular and not g.quality >= WITHOUT_VALUE:
                for c in g.columns:
                    c.w = nan

    def move(self) -> None:
        """Velocities and accelerations (8.23) by one directional solution: D^pc ẍ = ε̈ − (∂D/∂x·ẋ)ẋ."""
        mech = self.mech
        for form in self.inputs:
            form.right = form.rate
        self.solve()
        self.coast()
        for form in self.inputs:
            form.right = 0.0
        mech.take_motion()

    # ---- forces

    def load(self) -> None:
        """σ of all parameters (8.22); f of fixed co-ordinates is then minus what the frame gives (8.8)."""
        mech = self.mech
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
        for c in mech.coordinates:
            c.h = c.f  # all that acts from outside
        for load in self.others:
            load.apply()
        if self.reactions.loads:
            self.react()
        else:
            self.equilibrate()

    def equilibrate(self) -> None:
        mech = self.mech
        for k in range(len(mech.groups) - 1, -1, -1):
            g = mech.groups[k]
            g.equilibrate()
            if self.is_singular and not g.quality >= WITHOUT_VALUE:
                for form in g.forms:
                    form.sigma = nan
                g.push()

    def react(self) -> None:
        """With loads that follow from the σ themselves."""
        reactions = self.reactions
        base = vec[float]()
        for c in self.mech.coordinates:
            base = append(base, c.f)
        for form in self.mech.dependents:
            base = append(base, form.sigma)
        self.base = base
        reactions.aim()
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
        for form in mech.forms:
            form.strain = 0.0
        for flexible in self.flexibles:
            flexible.deform()
        for k in range(len(self.rested)):
            self.rested[k].strain = self.rested[k].value - self.rest[k]
        if self.wants_displacements:
            for form in mech.forms:
                form.right = form.strain
            self.solve()
            for form in mech.forms:
                form.right = 0.0
            for c in mech.coordinates:
                self.displaced[c.at] = c.u
            for form in mech.dependents:
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
                c.first[k] = c.u
        if not self.seconds:
            return
        kept = [form.acceleration for form in self.inputs]
        for form in self.inputs:
            form.acceleration = 0.0
        for pair in self.seconds:
            self.bend(pair, pair.i, pair.j)
        for k in range(len(kept)):
            self.inputs[k].acceleration = kept[k]

    def bend(self, pair: Second, i: i64, j: i64) -> None:
        """D^pc x'' = −(∂D/∂x·x'_i)x'_j, a product of two directions as the difference of two squares."""
        mech = self.mech
        for c in mech.moving:
            c.u = c.first[i] + c.first[j]
        self.add_curvature(pair, 0.25, True)
        if i != j:
            for c in mech.moving:
                c.u = c.first[i] - c.first[j]
            self.add_curvature(pair, -0.25, False)

    def add_curvature(self, pair: Second, share: float, is_first: bool) -> None:
        self.coast()
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            c = coordinates[k]
            pair.x[k] = (0.0 if is_first else pair.x[k]) + share * c.w
        for k in range(len(self.all_forms)):
            form = self.all_forms[k]
            total = form.bend()
            for entry in form.entries:
                total += entry.d * entry.of.w
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
                    sums[entry.of.at] += abs(entry.d)
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
            total += c.m * c.first[i] * c.first[j]
        for m in mech.couplings:
            total += m.m * (m.P.first[i] * m.Q.first[j] + m.P.first[j] * m.Q.first[i])
        return total + self.of_masses(i, j)

    def of_masses(self, i: i64, j: i64) -> float:
        """aᵀ M b of masses whose matrices change with the position; i < 0: of velocities."""
        mech = self.mech
        if not mech.masses:
            return 0.0
        for c in mech.moving:
            c.u = c.v if i < 0 else c.first[i]
            c.h = 0.0
        for mass in mech.masses:
            mass.carry()
        total = 0.0
        for c in mech.moving:
            total += c.h * (c.v if j < 0 else c.first[j])
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
            total += c.m_by * c.first[i] * c.first[j]
            total += c.m * (c.first_by[i] * c.first[j] + c.first[i] * c.first_by[j])
        for m in mech.couplings:
            total += m.m_by * (m.P.first[i] * m.Q.first[j] + m.P.first[j] * m.Q.first[i])
            total += m.m * (m.P.first_by[i] * m.Q.first[j] + m.P.first[i] * m.Q.first_by[j])
            total += m.m * (m.P.first_by[j] * m.Q.first[i] + m.P.first[j] * m.Q.first_by[i])
        for mass in mech.masses:
            for k in range(mass.count):
                c = mass.coordinates[k]
                mass.velocity[k] = mass.velocity_by[k] = 0.0
                mass.acceleration[k] = c.first[i] if c.moving else 0.0
                mass.acceleration_by[k] = c.first_by[i] if c.moving else 0.0
            mass.act()
            mass.act_by()
            for k in range(mass.count):
                c = mass.coordinates[k]
                if c.moving:
                    total += c.first_by[j] * mass.force[k] + c.first[j] * mass.force_by[k]
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
        return total


def lose_direction(form: Form) -> None:
    """Two points that lie on each other have no direction: a force along it has no value."""
    for entry in form.entries:
        if entry.d != 0.0:
            return
    for entry in form.entries:
        entry.d = nan


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
