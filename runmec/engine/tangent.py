"""Derivatives of a given motion to numbers of the deck, by differentiating what is solved at every row.

D^pc x = ε says, to a number s of the deck (_s the derivative, D_s that of D along x_s):

    D x_s = ε_s
    D v_s = ε̇_s − D_s v
    D a_s = ε̈_s − D_s a − (∂D·v·v)_s,    (∂D·v·v)_s = (∂²D·x_s)·v·v + 2(∂D·v)·v_s
    Dᵀσ_s = f_s − D_sᵀσ
    D x''_s = −D_s x'' − (∂D·x'·x')_s

with the matrices that are factored already (5.18, 8.22, 8.23): four solutions a number and a row.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from .carriers import Carriers
from .elimination import factor, substitute
from .form import Form
from .mass import ConstantMass
from .quantity import Quantity
from .replay import Replay, Second
from .seed import Seed
from .selfstress import SelfStress
from .trajectory import Trajectory


class Direction:
    """One number of the deck: how all that does not depend on the row changes with it.

    `motion` are, row after row, the derivatives of values, velocities and accelerations of the inputs, then of time.
    """

    __slots__ = ("motion", "parameters", "places", "seeds")

    def __init__(self, places: list[float], parameters: list[float], seeds: list[Seed], motion: vec[float]) -> None:
        self.places: vec[float] = vec[float](places)  # of fixed co-ordinates
        self.parameters: vec[float] = vec[float](parameters)  # of prescribed parameters; at rest of those held now
        self.seeds: list[Seed] = seeds
        self.motion: vec[float] = motion


class Tangent:
    """Reads derivatives of quantities off the rows of a replay."""

    __slots__ = (
        "M", "b", "base", "constants", "directions", "f", "found", "held", "mech", "normal", "order", "quantities",
        "replay", "rests", "rows_read", "sigma", "solved", "u", "u_by", "wanted_by",
    )  # fmt: skip

    def __init__(
        self, replay: Replay, directions: list[Direction], quantities: list[Quantity], constants: list[ConstantMass]
    ) -> None:
        self.replay: Replay = replay
        self.mech = replay.mech
        self.directions: list[Direction] = directions
        self.quantities: list[Quantity] = quantities
        self.constants: list[ConstantMass] = constants  # masses that are spread over co-ordinates
        self.rests: bool = False  # nothing moves: velocities and accelerations are zero, and stay so
        self.found: vec[float] = vec[float]()  # row after row, direction after direction
        self.wanted_by: vec[float] = vec[float]([0.0] * len(replay.all_forms))  # of what is prescribed
        self.rows_read: i64 = 0
        self.f: vec[float] = vec[float]([0.0] * len(replay.mech.coordinates))
        self.held: list[Form] = [*replay.mech.forms, *replay.mech.norms]
        self.sigma: vec[float] = vec[float]([0.0] * (len(replay.all_forms) + len(replay.mech.norms)))
        self.u: vec[float] = vec[float]([0.0] * len(replay.mech.coordinates))  # a direction of all co-ordinates,
        self.u_by: vec[float] = vec[float]([0.0] * len(replay.mech.coordinates))  # and how it changes
        n = len(replay.reactions.loads)
        self.base: vec[float] = vec[float]()  # derivatives of forces and σ without reactive loads
        self.normal: vec[float] = vec[float]([0.0] * (2 * n))  # directions of their normal forces
        self.M: vec[float] = vec[float]([0.0] * (n * n))
        self.b: vec[float] = vec[float]([0.0] * n)
        self.solved: vec[float] = vec[float]([0.0] * n)
        self.order: vec[i64] = vec[i64]([0] * n)

    def read(self, rows: Trajectory, first: int, last: int, times: vec[float]) -> None:
        """Rows first … last − 1 of a part of the motion; parts follow each other."""
        replay = self.replay
        for row in range(first, last):
            replay.stand(rows, row, times[row])
            if replay.wants_forces:
                replay.inverse_dynamics()
            if replay.wants_strains:
                replay.deform()
            if replay.wants_transfer:
                replay.transfer()
            self.keep()
            for kept in replay.kept:
                kept.keep()
            for direction in self.directions:
                self.differentiate(direction)
                for kept in replay.kept:
                    kept.keep_by()
                found = self.found
                for quantity in self.quantities:
                    found = append(found, quantity.by())
                self.found = found
                for seed in direction.seeds:
                    seed.clear()
            self.rows_read += 1

    def keep(self) -> None:
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            self.f[k] = coordinates[k].f
        forms = self.replay.all_forms
        for k in range(len(forms)):
            self.sigma[k] = forms[k].sigma
        norms = self.mech.norms
        for k in range(len(norms)):
            self.sigma[len(forms) + k] = norms[k].sigma
        self.held = [*self.mech.forms, *norms]
        loads = self.replay.reactions.loads
        for i in range(len(loads)):
            for k in range(2):
                self.normal[2 * i + k] = loads[i].component(k) / loads[i].N if loads[i].N > 0.0 else 0.0

    def differentiate(self, direction: Direction) -> None:
        """All derivatives to one number, at the row in which the replay stands."""
        for seed in direction.seeds:
            seed.set()
        self.set_target(direction)
        self.move()
        if self.replay.wants_forces:
            self.inverse_dynamics()
        if self.replay.wants_strains:
            self.deform()
        if self.replay.wants_transfer:
            self.transfer()

    def set_target(self, direction: Direction) -> None:
        """Derivatives of what is given."""
        inputs = self.replay.inputs
        m: i64 = len(inputs)
        at = (3 * m + 1) * self.rows_read
        forms = self.mech.forms if self.rests else self.replay.all_forms
        for k in range(len(direction.parameters)):
            form = forms[k]
            form.value_by = self.wanted_by[k] = direction.parameters[k]
            form.rate_by = form.acceleration_by = 0.0
        for k in range(m):
            form = inputs[k]
            form.value_by = direction.motion[at + k]
            form.rate_by = direction.motion[at + m + k]
            form.acceleration_by = direction.motion[at + 2 * m + k]
        self.replay.pieces.t_by = direction.motion[at + 3 * m]
        for clock in self.replay.clocks:
            clock.t_by = self.replay.pieces.t_by
        for c in self.mech.coordinates:
            c.x_by = direction.places[c.at]
            c.v_by = c.a_by = 0.0

    # ---- motion

    def move(self) -> None:
        mech = self.mech
        for form in self.held:
            form.right = form.value_by - form.data_tangent()
            for entry in form.entries:
                if not entry.of.moving:
                    form.right -= entry.value * entry.of.x_by
        self.replay.solve()
        for c in mech.moving:
            c.x_by = c.u
        for form in self.held:
            form.jacobian_tangent()
        for form in mech.dependents:
            form.jacobian_tangent()
        for form in mech.dependents:
            total = form.data_tangent()
            for entry in form.entries:
                total += entry.value * entry.of.x_by
            form.value_by = total
        if self.rests:
            for form in self.held:
                form.right = 0.0
            return
        for form in self.held:
            form.right = form.rate_by - form.tilted()
        self.replay.solve()
        for c in mech.moving:
            c.v_by = c.u
        for form in mech.dependents:
            total = form.tilted()
            for entry in form.entries:
                total += entry.value * entry.of.v_by
            form.rate_by = total
        self.accelerate()
        for form in self.held:
            form.right = 0.0

    def accelerate(self) -> None:
        mech = self.mech
        for c in mech.coordinates:
            self.u[c.at] = c.v
            self.u_by[c.at] = c.v_by
        stretch = self.stretch()
        for form in self.held:
            form.right = form.acceleration_by - self.bent_by(form, stretch)
            for entry in form.entries:
                form.right -= entry.by * entry.of.a
        self.replay.solve()
        for c in mech.moving:
            c.a_by = c.u
        for form in mech.dependents:
            total = self.bent_by(form, stretch)
            for entry in form.entries:
                total += entry.by * entry.of.a + entry.value * entry.of.a_by
            form.acceleration_by = total

    def stretch(self) -> float:
        """By which factor u_by is as large as u."""
        u = 0.0
        u_by = 0.0
        for c in self.mech.moving:
            u = max(u, abs(self.u[c.at]) * c.per)
            u_by = max(u_by, abs(self.u_by[c.at]) * c.per)
        return u / u_by if u > 0.0 and u_by > 0.0 else 0.0

    def bent_by(self, form: Form, stretch: float) -> float:
        """(∂D·u·u)_s; a product of two directions as the difference of two squares."""
        for entry in form.entries:
            entry.of.u = self.u[entry.of.at]
        total = form.bias_tangent()
        if stretch > 0.0:
            for entry in form.entries:
                c = entry.of
                c.u = self.u[c.at] + stretch * self.u_by[c.at]
            bent = form.bias()
            for entry in form.entries:
                c = entry.of
                c.u = self.u[c.at] - stretch * self.u_by[c.at]
            total += 0.5 * (bent - form.bias()) / stretch
        return total

    # ---- forces

    def inverse_dynamics(self) -> None:
        mech = self.mech
        self.mass_tangent()
        for form in mech.dependents:
            form.sigma_by = 0.0
        for c in mech.coordinates:
            c.f = c.weight_by - c.m_by * c.a - c.m * c.a_by
        for m in mech.couplings:
            m.P.f -= m.m_by * m.Q.a + m.m * m.Q.a_by
            m.Q.f -= m.m_by * m.P.a + m.m * m.P.a_by
        for m in mech.supported:
            m.P.f -= m.m_by * m.Q.a + m.m * m.Q.a_by
            m.Q.f -= m.m_by * m.P.a + m.m * m.P.a_by
        for mass in mech.masses:
            mass.resist_by()
        for force in self.replay.force_lines:
            force.force_tangent()
        for load in self.replay.passive:
            load.force_tangent()
        shared = mech.surplus if self.replay.stress is not None else []  # else a load has moved what they pull at
        for form in [*self.held, *shared]:
            for entry in form.entries:
                entry.of.f -= entry.by * form.sigma
        if self.replay.carriers is not None:
            self.look_at(self.replay.carriers)
        if self.replay.reactions.loads:
            self.react()
        else:
            self.equilibrate()
        self.restore()

    def look_at(self, carriers: Carriers) -> None:
        """Motors that keep their M turn with D; where several share the work, M also follows T, by T_s λ."""
        carriers.begin_by()
        if carriers.is_flat or not carriers.is_shared:
            return
        for k in range(len(carriers.inputs)):
            carriers.inputs[k].right = carriers.weights[k] * carriers.unit(carriers.inputs[k])
        self.replay.solve()
        for c in self.mech.coordinates:
            self.u[c.at] = c.u if c.moving else 0.0
        for form in self.held:
            form.right = 0.0
            for entry in form.entries:
                form.right -= entry.by * self.u[entry.of.at]
        self.replay.solve()
        for form in self.held:
            form.right = 0.0
        for q in range(len(carriers.carriers)):
            form = carriers.carriers[q].on
            total = 0.0
            for entry in form.entries:
                total += entry.by * self.u[entry.of.at] + (entry.value * entry.of.u if entry.of.moving else 0.0)
            carriers.corrected[q] = total / carriers.unit(form)
        carriers.across()

    def equilibrate(self) -> None:
        """Once for the motors of the inputs; where others carry the motion, once more with these."""
        carriers = self.replay.carriers
        if carriers is None:
            self.pass_on()
            return
        f = vec[float]()
        for c in self.mech.coordinates:
            f = append(f, c.f)
        self.pass_on()
        if carriers.is_flat:
            carriers.lose_by(self.held, self.mech.coordinates)
            return
        carriers.carry_by()
        for k in range(len(f)):
            self.mech.coordinates[k].f = f[k]
        carriers.apply_by()
        self.pass_on()
        carriers.release()

    def pass_on(self) -> None:
        for k in range(len(self.mech.groups) - 1, -1, -1):
            self.mech.groups[k].equilibrate()
        stress = self.replay.stress
        if stress is not None and stress.rank > 0 and not self.replay.is_singular:
            self.distribute(stress)

    def distribute(self, stress: SelfStress) -> None:
        """What the surplus carries: e = Fσ is D u but for misfits, so Sᵀ(F σ_s + F_s σ − misfit_s − D_s u) = 0."""
        forms = stress.forms
        replay = self.replay
        by = vec[float]([0.0 if form.is_surplus else form.sigma for form in forms])
        for k in range(stress.wide):
            form = forms[k]
            form.sigma = self.sigma[k]
            form.strain_by = 0.0
        for form in self.mech.surplus:
            form.sigma_by = 0.0
        for k in range(stress.wide):
            if forms[k] in self.held:
                forms[k].sigma_by = by[k]
        for flexible in replay.flexibles:
            flexible.deform_by()
        u = self.displacements(stress)
        gap = vec[float]([0.0] * stress.wide)
        for k in range(stress.wide):
            form = forms[k]
            gap[k] = -form.strain_by
            if form.is_surplus and form not in self.mech.must_fit:
                gap[k] += form.value_by - self.wanted_by[k]
            for entry in form.entries:
                gap[k] += entry.by * u[entry.of.at]
        amounts = vec[float]([0.0] * stress.n)
        stress.close(gap, amounts)
        for k in range(stress.wide):
            forms[k].sigma = by[k]
        stress.add_state(stress.combined(amounts), 1.0)
        for form in self.mech.surplus:
            form.sigma_by = form.sigma

    def displacements(self, stress: SelfStress) -> vec[float]:
        """u of the deformations at the row: D u = e."""
        mech = self.mech
        stress.deform()
        right = [form.right for form in mech.forms]
        for form in mech.forms:
            form.right = form.strain
        self.replay.solve()
        for k in range(len(right)):
            mech.forms[k].right = right[k]
        found = vec[float]([0.0] * len(mech.coordinates))
        for c in mech.moving:
            found[c.at] = c.u
        return found

    def react(self) -> None:
        """With loads share·N that follow from the σ: N = n·s, n the direction of the normal force s, so N_s = n·s_s,
        and s_s is again linear in all N_s."""
        base = vec[float]()
        for c in self.mech.coordinates:
            base = append(base, c.f)
        for form in self.mech.dependents:
            base = append(base, form.sigma_by)
        self.base = base
        reactions = self.replay.reactions
        loads = reactions.loads
        n = reactions.n
        for load in loads:
            load.N_by = 0.0
            load.target_tangent()
        self.equilibrate_with_reactions()
        for i in range(n):
            x = self.normal[2 * i]
            y = self.normal[2 * i + 1]
            pressed = len(loads[i].pressed_by) > 0
            if pressed:
                self.part()
            self.b[i] = x * loads[i].component_by(0) + y * loads[i].component_by(1)
            if pressed:
                self.unite()
            for j in range(n):
                along = x * reactions.influence(2 * i, j, 1.0) + y * reactions.influence(2 * i + 1, j, 1.0)
                self.M[i * n + j] = (1.0 if i == j else 0.0) - along
        factor(self.M, n, self.order)
        substitute(self.M, n, self.order, self.b, self.solved)
        for k in range(len(loads)):
            loads[k].N_by = self.solved[k]
        self.equilibrate_with_reactions()

    def part(self) -> None:
        """The σ of prescribed parameters as they are, and their derivatives beside them."""
        forms = self.mech.forms
        for k in range(len(forms)):
            forms[k].sigma_by = forms[k].sigma
            forms[k].sigma = self.sigma[k]

    def unite(self) -> None:
        """The derivatives in the place of the σ again."""
        for form in self.mech.forms:
            form.sigma = form.sigma_by

    def equilibrate_with_reactions(self) -> None:
        at: i64 = 0
        for c in self.mech.coordinates:
            c.f = self.base[at]
            at += 1
        for form in self.mech.dependents:
            form.sigma_by = self.base[at]
            at += 1
        for load in self.replay.reactions.loads:
            load.force_tangent()
        self.equilibrate()

    def mass_tangent(self) -> None:
        for c in self.mech.coordinates:
            c.m_by = c.weight_by = 0.0
        for constant in self.constants:
            constant.add_to_tangent()

    def restore(self) -> None:
        """Derivatives to their places; forces and σ of the row again where they were."""
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            c = coordinates[k]
            c.f_by = c.f
            c.f = self.f[k]
        for form in self.mech.forms:
            form.sigma_by = form.sigma
        forms = self.replay.all_forms
        for k in range(len(forms)):
            forms[k].sigma = self.sigma[k]
        norms = self.mech.norms
        for k in range(len(norms)):
            norms[k].sigma = self.sigma[len(forms) + k]

    def deform(self) -> None:
        """Strains, and displacements: D u = strain, D u_s = strain_s − D_s u."""
        mech = self.mech
        replay = self.replay
        for form in replay.all_forms:
            form.strain_by = 0.0
        for flexible in replay.flexibles:
            flexible.deform_by()
        if not replay.wants_displacements:
            return
        for form in self.held:
            form.right = form.strain_by
            for entry in form.entries:
                form.right -= entry.by * replay.displaced[entry.of.at]
        replay.solve()
        carriers = replay.carriers
        if carriers is not None and not carriers.is_flat:
            carriers.give_way_by(replay.displaced)
            replay.solve()
        for form in self.held:
            form.right = 0.0
        for c in mech.coordinates:
            replay.displaced_by[c.at] = c.u if c.moving else 0.0
        for form in mech.dependents:
            if form.is_surplus:
                continue
            total = 0.0
            for entry in form.entries:
                total += entry.by * replay.displaced[entry.of.at] + entry.value * replay.displaced_by[entry.of.at]
            form.strain_by = total

    # ---- transfer functions

    def transfer(self) -> None:
        """First order transfer functions: D x'_s = −D_s x'; then those of second order that are wanted."""
        mech = self.mech
        n = len(self.replay.inputs)
        for c in mech.moving:
            c.transfer_by = vec[float]([0.0] * n)
        for k in range(n):
            for form in self.held:
                form.right = 0.0
                for entry in form.entries:
                    if entry.of.moving:
                        form.right -= entry.by * entry.of.transfer[k]
            self.replay.solve()
            for c in mech.moving:
                c.transfer_by[k] = c.u
        for pair in self.replay.seconds:
            self.curve(pair)
        for form in self.held:
            form.right = 0.0

    def curve(self, pair: Second) -> None:
        for form in self.held:
            form.right = 0.0
        for k in range(len(pair.e_by)):
            pair.e_by[k] = 0.0
        self.add_curvature(pair, 1.0)
        if pair.i != pair.j:
            self.add_curvature(pair, -1.0)
        for form in self.held:
            for entry in form.entries:
                form.right -= entry.by * pair.x[entry.of.at]
        self.replay.solve()
        for c in self.mech.moving:
            pair.x_by[c.at] = c.u
        forms = self.replay.all_forms
        for k in range(len(forms)):
            for entry in forms[k].entries:
                pair.e_by[k] += entry.by * pair.x[entry.of.at] + entry.value * pair.x_by[entry.of.at]

    def add_curvature(self, pair: Second, sign: float) -> None:
        """Of x'_i ± x'_j: a quarter of the difference of their squares is the product that is wanted."""
        for c in self.mech.moving:
            self.u[c.at] = c.transfer[pair.i] + sign * c.transfer[pair.j]
            self.u_by[c.at] = c.transfer_by[pair.i] + sign * c.transfer_by[pair.j]
        for c in self.mech.fixed:
            self.u[c.at] = self.u_by[c.at] = 0.0
        stretch = self.stretch()
        for form in self.held:
            form.right -= 0.25 * sign * self.bent_by(form, stretch)
        forms = self.replay.all_forms
        for k in range(len(forms)):
            pair.e_by[k] += 0.25 * sign * self.bent_by(forms[k], stretch)
