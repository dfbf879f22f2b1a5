"""Position and velocity -> acceleration: the equation of motion of the free parameters (8.26).

State y: the free parameters, their velocities, the states of the deck, and the work done by all that is not
conservative (motors, applied forces, dampers), by which the energy is checked.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate
from .driver import Driver
from .force import Force
from .form import Form
from .fronts import Fronts, cost_without
from .kinematics import Kinematics
from .load import Load
from .reactive import NOTHING, Reactions
from .selfstress import SelfStress
from .status import FINE, MASSLESS, NOT_FINITE
from .switch import Pieces
from .trajectory import Trajectory
from .variable import Variable, Variables

LARGEST: Final = 1e300
WITHOUT_MASS: Final = 1e-13  # of its own diagonal, what is left of a pivot of the reduced inertia


class GivenInput:
    """An input whose motion is given while others are free."""

    __slots__ = ("a", "begin", "e", "form", "v")

    def __init__(self, form: Form, begin: float, e: float, v: float, a: float) -> None:
        self.form: Form = form
        self.begin: float = begin
        self.e: float = e
        self.v: float = v
        self.a: float = a

    def set_target(self, t: float) -> None:
        since = t - self.begin
        self.form.set_target(self.e + since * (self.v + 0.5 * since * self.a))

    def move(self, t: float) -> None:
        self.form.rate = self.v + (t - self.begin) * self.a
        self.form.acceleration = self.a


class ForwardDynamics:
    """The equation of motion of a mechanism under its loads."""

    __slots__ = (
        "J", "alone", "angles", "drivers", "evaluations", "forces", "free", "fronts", "given", "has_first",
        "has_matrix", "inputs", "is_watched", "loaded", "loads", "mech", "n", "pace", "pieces", "power", "reactions",
        "replaced", "size", "states", "stress", "units", "variables", "work",
    )  # fmt: skip

    def __init__(
        self,
        mech: Kinematics,
        free: list[Form],
        given: list[GivenInput],
        loads: list[Load],
        pieces: Pieces,
        variables: Variables | None = None,
    ) -> None:
        n = len(free)
        self.mech: Kinematics = mech
        self.free: list[Form] = free
        self.given: list[GivenInput] = given
        self.loads: list[Load] = loads
        self.loaded: list[Form] = [form for form in (*mech.forms, *mech.dependents) if form.loaded]
        self.reactions: Reactions = Reactions(loads)
        self.forces: list[Force] = [load for load in loads if isinstance(load, Force)]
        for load in self.reactions.loads:
            load.is_known = False
        self.drivers: list[Driver] = [load for load in loads if isinstance(load, Driver) and load.on in mech.dependents]
        for driver in self.drivers:
            driver.is_known = False
        self.inputs: list[Form] = mech.inputs  # of the deck, also where others have taken their places
        self.replaced: list[Form] = []
        self.angles: list[Form] = []  # whose references a row keeps
        self.units: list[float] = [1.0] * n  # what counts as 1 for the free parameters
        self.pieces: Pieces = pieces
        self.n: i64 = n
        self.variables: Variables = variables or Variables()
        self.states: list[Variable] = self.variables.states
        self.is_watched: bool = bool(self.states or self.variables.samples)  # expressions ask for velocities
        self.work: i64 = 2 * n + len(self.states)  # place of the work in y
        self.size: i64 = self.work + 1
        self.alone: bool = n == 1 and not given  # positions are functions of the only free parameter
        self.stress: SelfStress | None = None  # where more parameters are prescribed than needed
        self.pace: float = 1.0
        self.power: float = 0.0
        self.evaluations: int = 0
        self.fronts: Fronts | None = None  # where they are cheaper than x' of every free parameter
        self.has_first: bool = False  # whether x' is known in the present position,
        self.has_matrix: bool = False  # and whether fronts are factored there
        if n > 0 and not self.alone:
            fronts = Fronts(mech, free)
            if fronts.cost() < cost_without(mech, free):
                self.fronts = fronts
        self.J: vec[float] = vec[float]([0.0] * (n * n if self.fronts is None else 0))
        mech.known = 0
        mech.shadows = [] if self.alone else [Coordinate(-1, 0.0, True, 0) for _ in free]
        mech.followed = mech.moving + mech.shadows
        for c in mech.coordinates:
            c.u = 0.0
            c.w = 0.0
            c.v = 0.0
            c.a = 0.0
            if not self.alone:
                c.transfer = vec[float]([0.0] * (n if self.fronts is None else 0))
        if self.fronts is None:
            self.find_reach()
        else:
            for g in mech.groups:
                g.reach = []

    def find_reach(self) -> None:
        """For every group: which free parameters move it."""
        for g in self.mech.groups:
            g.reach = []
        for own in self.free:
            moved: set[int] = set()
            for g in self.mech.groups:
                hit = own in g.forms
                for entries in g.earlier:
                    for entry in entries:
                        if entry.of.at in moved:
                            hit = True
                if hit:
                    for c in g.columns:
                        moved.add(c.at)
                g.reach.append(hit)

    # ---- from the state to the acceleration

    def rate(self, t: float, y: vec[float], dy: vec[float]) -> int:
        """dy/dt of y, the mechanism left there; a status. Jumps that are held are not looked at."""
        status = self.move_to(t, y)
        if status != FINE:
            return status
        self.follow(t, y)
        status = self.accelerate(y, dy)
        if status == FINE:
            self.finish(y, dy)
        return status

    def move_to(self, t: float, y: vec[float]) -> int:
        """The position of y."""
        self.evaluations += 1
        self.pieces.t = t
        mech = self.mech
        is_near = self.has_matrix  # D is that of a good position
        self.has_first = self.has_matrix = False
        for k in range(self.n):
            if not abs(y[k]) + abs(y[self.n + k]) < LARGEST:
                return NOT_FINITE
            self.free[k].set_target(y[k])
        for j in range(len(self.states)):
            z = y[2 * self.n + j]
            if not abs(z) < LARGEST:
                return NOT_FINITE
            self.states[j].now = z
        if self.alone:
            mech.predict(y[0])
        else:
            for given in self.given:
                given.set_target(t)
            self.predict(t, y)
            if is_near:
                self.lead(y)
        status = mech.place()
        if status != FINE:
            return status
        for g in mech.groups:
            if g.sign * g.before < 0.0:
                g.changed = True
        return FINE

    def predict(self, t: float, y: vec[float]) -> None:
        """In time, where the free parameters need not be where they were predicted."""
        mech = self.mech
        mech.predict(t)
        if self.fronts is not None:
            return
        for k in range(self.n):
            beside = y[k] - mech.shadows[k].q
            if beside != 0.0:
                for c in mech.moving:
                    c.q += c.transfer[k] * beside

    def lead(self, y: vec[float]) -> None:
        """The same without x': by D as it was in the last position."""
        mech = self.mech
        is_beside = False
        for k in range(self.n):
            form = self.free[k]
            form.right = y[k] - mech.shadows[k].q
            if form.right != 0.0:
                is_beside = True
        if is_beside:
            for g in mech.groups:
                g.solve()
            for c in mech.moving:
                c.q += c.u
        for form in self.free:
            form.right = 0.0

    def follow(self, t: float, y: vec[float]) -> None:
        """Velocities, transfer functions, and accelerations without those of the free parameters."""
        mech = self.mech
        if self.alone:
            form = self.free[0]
            form.rate = 1.0
            form.acceleration = 0.0
            mech.follow()
            self.pace = y[1]
            form.value = y[0]
            form.rate = y[1]
            if self.loads or mech.masses or self.is_watched:
                for c in mech.moving:
                    c.v = c.u * self.pace
        else:
            if self.fronts is None:
                self.transfer()
            for k in range(self.n):
                form = self.free[k]
                form.value = y[k]
                form.rate = y[self.n + k]
                form.acceleration = 0.0
            for given in self.given:
                given.form.value = given.form.wanted
                given.move(t)
            self.carry()
        for form in mech.watched:
            if form.loaded:
                form.rate = form.speed()

    def transfer(self) -> None:
        """x' of every free parameter, group after group, as far as it reaches."""
        groups = self.mech.groups
        for k in range(self.n):
            own = self.free[k]
            own.right = 1.0
            for g in groups:
                if g.reach[k]:
                    g.solve()
                    for c in g.columns:
                        c.transfer[k] = c.u
                else:
                    for c in g.columns:
                        c.u = 0.0
            own.right = 0.0

    def find_first(self) -> None:
        """x' of every free parameter, where somebody asks for it and fronts do without."""
        if self.fronts is None or self.has_first:
            return
        mech = self.mech
        n = int(self.n)
        if not mech.groups[0].reach:
            self.find_reach()
            for c in mech.coordinates:
                c.transfer = vec[float]([0.0] * n)
        self.transfer()
        for c in mech.moving:
            c.u = c.v
        self.has_first = True

    def carry(self) -> None:
        """u, the velocities, and w, the accelerations without those of the free parameters."""
        mech = self.mech
        if self.given or self.fronts is not None:
            mech.follow()
        else:
            for c in mech.moving:
                u = 0.0
                for k in range(self.n):
                    u += c.transfer[k] * self.free[k].rate
                c.u = u
            for g in mech.groups:
                g.solve_bias()
        for c in mech.moving:
            c.v = c.u

    def accelerate(self, y: vec[float], dy: vec[float]) -> int:
        """Accelerations dy with all loads; a status."""
        return self.react(y, dy) if self.reactions.loads else self.accelerate_by_loads(y, dy)

    def react(self, y: vec[float], dy: vec[float]) -> int:
        """With loads that follow from internal forces, as these do from the accelerations."""
        reactions = self.reactions
        reactions.set_target()
        if not self.needs_reactions():
            reactions.skip()
            return self.accelerate_by_loads(y, dy)
        reactions.choose(-1)
        status = self.accelerate_by_loads(y, dy)
        if status != FINE:
            return status
        self.find_internal_forces()
        reactions.note_base()
        for j in range(len(reactions.loads)):
            reactions.choose(j)
            status = self.accelerate_by_loads(y, dy)
            if status != FINE:
                return status
            self.find_internal_forces()
            reactions.note(j)
        status = reactions.solve()
        return self.accelerate_by_loads(y, dy) if status == FINE else status

    def needs_reactions(self) -> bool:
        """Whether a load that follows from internal forces changes the motion: gears at fixed distances do not."""
        for load in self.reactions.loads:
            if load.is_friction or (self.alone and self.drives(load.on)):
                return True
            self.find_first()
            for k in range(0 if self.alone else self.n):
                for c in self.mech.moving:
                    c.u = c.transfer[k]
                moves = self.drives(load.on)
                for c in self.mech.moving:
                    c.u = c.v
                if moves:
                    return True
        return False

    def drives(self, form: Form) -> bool:
        """Whether a form parameter changes along u by more than rounding."""
        total = 0.0
        size = 0.0
        for entry in form.entries:
            part = entry.value * entry.of.u if entry.of.moving else 0.0
            total += part
            size += abs(part)
        return abs(total) > NOTHING * size

    def accelerate_by_loads(self, y: vec[float], dy: vec[float]) -> int:
        """Accelerations dy of the free parameters at the position and velocity that are there; a status.

        J_red ε̈ = x'ᵀ{f − M(ẍ₀ − g)}, ẍ₀ without acceleration of the free parameters. `power` is that of what is not
        conservative.
        """
        self.apply()
        if self.alone:
            status = self.accelerate_one(y, dy)
        elif self.fronts is not None:
            status = self.accelerate_by_fronts(self.fronts, y, dy)
        else:
            status = self.accelerate_all(y, dy)
        if status != FINE:
            return status
        if self.given:
            self.power -= self.unbalanced()
        for j in range(len(self.states)):
            dy[2 * self.n + j] = self.states[j].flow()
        dy[self.work] = self.power
        total = self.power
        for k in range(self.work):
            total += dy[k]
        return FINE if abs(total) < LARGEST else NOT_FINITE

    def apply(self) -> None:
        """f of all loads and weights."""
        mech = self.mech
        for c in mech.moving:
            c.f = c.weight
        for form in self.loaded:
            form.sigma = 0.0
        self.power = 0.0
        for load in self.loads:
            load.apply()
            self.power += load.power

    def accelerate_one(self, y: vec[float], dy: vec[float]) -> int:
        """u is x', w is x''."""
        mech = self.mech
        pace = self.pace
        squared = pace * pace
        J = 0.0
        if mech.masses:
            for c in mech.moving:
                c.a = c.w * squared
                c.h = 0.0
            for mass in mech.masses:
                mass.resist()
                mass.carry()
            for c in mech.moving:
                J += c.h * c.u
        C = 0.0  # x'ᵀM x''
        r = 0.0
        for c in mech.moving:
            mu = c.m * c.u
            J += mu * c.u
            C += mu * c.w
            r += c.f * c.u
        for m in mech.couplings:
            p = m.P.u
            q = m.Q.u
            J += 2.0 * m.m * p * q
            C += m.m * (p * m.Q.w + q * m.P.w)
        if not J > 0.0:
            return MASSLESS
        acceleration = (r - C * squared) / J
        dy[0] = pace
        dy[1] = acceleration
        if self.pieces.switches or self.reactions.loads:
            for c in mech.moving:
                c.a = c.w * squared + c.u * acceleration
        return FINE

    def accelerate_all(self, y: vec[float], dy: vec[float]) -> int:
        """u are velocities, w accelerations without those of the free parameters."""
        mech = self.mech
        n = self.n
        J = self.J
        self.resist_coasting()
        for k in range(n):
            r = 0.0
            for c in mech.moving:
                x1 = c.transfer[k]
                c.h = c.m * x1
                r += x1 * c.f
            for m in mech.couplings:
                m.P.h += m.m * m.Q.transfer[k]
                m.Q.h += m.m * m.P.transfer[k]
            if mech.masses:
                for c in mech.moving:
                    c.u = c.transfer[k]
                for mass in mech.masses:
                    mass.carry()
            for j in range(k + 1):
                total = 0.0
                for c in mech.moving:
                    total += c.transfer[j] * c.h
                J[k * n + j] = total
            dy[k] = y[n + k]
            dy[n + k] = r
        if mech.masses:
            for c in mech.moving:
                c.u = c.v
        if not divide(J, n, dy):
            return MASSLESS
        for c in mech.moving:
            a = c.w
            for k in range(n):
                a += c.transfer[k] * dy[n + k]
            c.a = a
        return FINE

    def accelerate_by_fronts(self, fronts: Fronts, y: vec[float], dy: vec[float]) -> int:
        """The same, group after group; matrices once in a position, whatever loads are tried there."""
        n = self.n
        if not self.has_matrix:
            if not fronts.factor():
                return MASSLESS
            self.has_matrix = True
        self.resist_coasting()
        fronts.solve(dy, n)
        for k in range(n):
            dy[k] = y[n + k]
        return FINE

    def resist_coasting(self) -> None:
        """f −= M(w − g), w the accelerations without those of the free parameters."""
        mech = self.mech
        if mech.masses:
            for c in mech.moving:
                c.a = c.w
            for mass in mech.masses:
                mass.resist()
        for c in mech.moving:
            c.f -= c.m * c.w
        for m in mech.couplings:
            m.P.f -= m.m * m.Q.w
            m.Q.f -= m.m * m.P.w

    def unbalanced(self) -> float:
        """v·(f − M(a − g)): minus the power of what drives the given inputs."""
        self.resist()
        total = 0.0
        for c in self.mech.moving:
            total += c.v * c.f
        return total

    def find_internal_forces(self) -> None:
        """σ of all prescribed parameters (8.22), with the accelerations that are there."""
        self.resist()
        groups = self.mech.groups
        for k in range(len(groups) - 1, -1, -1):
            groups[k].equilibrate()
        if self.stress is not None:
            for form in self.mech.surplus:
                form.evaluate()
            self.stress.is_found = False
            self.stress.distribute(True)

    def resist(self) -> None:
        """f of loads, weights and inertia."""
        mech = self.mech
        self.apply_without_power()
        for mass in mech.masses:
            mass.resist()
        for c in mech.moving:
            c.f -= c.m * c.a
        for m in mech.couplings:
            m.P.f -= m.m * m.Q.a
            m.Q.f -= m.m * m.P.a

    def witness(self) -> None:
        """Gaps of all pieces, with the shift of time that is set."""
        for load in self.loads:
            load.witness()
        for state in self.states:
            program = state.program
            if program is not None:
                program.value()

    def apply_without_power(self) -> None:
        power = self.power
        self.apply()
        self.power = power

    def write_loads(self, rows: Trajectory) -> None:
        """What of the loads does not follow from a row."""
        for force in self.forces:
            rows.write_force(force.now)
        for driver in self.drivers:
            rows.write_force(driver.M)
        rows.write_reactions(self.reactions)

    def finish(self, y: vec[float], dy: vec[float]) -> None:
        """What predictions start from: derivatives along the path as it is known now."""
        if self.alone:
            return
        mech = self.mech
        n = self.n
        for c in mech.moving:
            c.w = c.a
        for k in range(n):
            shadow = mech.shadows[k]
            shadow.q = y[k]
            shadow.u = y[n + k]
            shadow.w = dy[n + k]

    def measure_accelerations(self, dy: vec[float]) -> None:
        """d²ε/dt² of all parameters that expressions may ask for, with the accelerations that are there."""
        for k in range(self.n):
            self.free[k].acceleration = dy[self.n + k]
        squared = self.pace * self.pace if self.alone else 1.0
        for form in self.mech.watched:
            if form.loaded:
                total = form.bias() * squared
                for entry in form.entries:
                    total += entry.value * entry.of.a
                form.acceleration = total


def divide(J: vec[float], n: i64, dy: vec[float]) -> bool:
    """dy[n:] = J⁻¹ dy[n:] by Cholesky, of which only the lower triangle is read."""
    for i in range(n):
        for j in range(i + 1):
            total = J[i * n + j]
            diagonal = total
            for k in range(j):
                total -= J[i * n + k] * J[j * n + k]
            if i > j:
                J[i * n + j] = total / J[j * n + j]
            elif total > WITHOUT_MASS * abs(diagonal):
                J[i * n + i] = sqrt(total)
            else:
                return False
    for i in range(n):
        total = dy[n + i]
        for k in range(i):
            total -= J[i * n + k] * dy[n + k]
        dy[n + i] = total / J[i * n + i]
    for i in range(n - 1, -1, -1):
        total = dy[n + i]
        for k in range(i + 1, n):
            total -= J[k * n + i] * dy[n + k]
        dy[n + i] = total / J[i * n + i]
    return True
