"""Derivatives of a given motion to numbers of the deck, by differentiating what is solved at every row.

D^pc x = ε says, to a number s of the deck (_s the derivative, D_s that of D along x_s):

    D x_s = ε_s
    D v_s = ε̇_s − D_s v
    D a_s = ε̈_s − D_s a − (∂D·v·v)_s,    (∂D·v·v)_s = (∂²D·x_s)·v·v + 2(∂D·v)·v_s
    Dᵀσ_s = f_s − D_sᵀσ

with the matrices that are factored already (5.18, 8.22, 8.23): four solutions a number and a row.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from .form import Form
from .mass import Constant
from .replay import Quantity, Replay
from .rows import Rows


class Lean:
    """A number of the mechanism that changes with the number of the deck, and how fast."""

    __slots__ = ("at", "rate", "rates")

    def __init__(self, rates: vec[float], at: int, rate: float) -> None:
        self.rates: vec[float] = rates  # those of the object that has it
        self.at: i64 = at
        self.rate: float = rate

    def take(self) -> None:
        self.rates[self.at] += self.rate

    def leave(self) -> None:
        self.rates[self.at] = 0.0


class Direction:
    """One number of the deck: how all that does not depend on the row changes with it.

    `motion` are, row after row, the derivatives of values, velocities and accelerations of the inputs, then of time.
    """

    __slots__ = ("leans", "motion", "parameters", "places", "weights")

    def __init__(
        self, places: list[float], parameters: list[float], weights: list[tuple[int, float, float]], leans: list[Lean],
        motion: vec[float],
    ) -> None:  # fmt: skip
        self.places: vec[float] = vec[float](places)  # of fixed co-ordinates
        self.parameters: vec[float] = vec[float](parameters)  # of prescribed parameters
        self.weights: list[tuple[int, float, float]] = weights  # co-ordinate, its `inertia` and the weight of that
        self.leans: list[Lean] = leans
        self.motion: vec[float] = motion


class Tangent:
    """Reads derivatives of quantities off the rows of a replay."""

    __slots__ = ("constants", "directions", "f", "found", "mech", "quantities", "replay", "rows_read", "sigma")

    def __init__(
        self, replay: Replay, directions: list[Direction], quantities: list[Quantity], constants: list[Constant]
    ) -> None:
        self.replay: Replay = replay
        self.mech = replay.mech
        self.directions: list[Direction] = directions
        self.quantities: list[Quantity] = quantities
        self.constants: list[Constant] = constants  # masses that are spread over co-ordinates
        self.found: vec[float] = vec[float]()  # row after row, direction after direction
        self.rows_read: i64 = 0
        self.f: vec[float] = vec[float]([0.0] * len(replay.mech.coordinates))
        self.sigma: vec[float] = vec[float]([0.0] * len(replay.all_forms))

    def read(self, rows: Rows, first: int, last: int, times: vec[float]) -> None:
        """Rows first … last − 1 of a part of the motion; parts follow each other."""
        replay = self.replay
        for row in range(first, last):
            replay.stand(rows, row, times[row])
            if replay.wants_forces:
                replay.load()
            if replay.wants_strains:
                replay.deform()
            if replay.wants_transfer:
                replay.transfer()
            self.keep()
            for direction in self.directions:
                self.differentiate(direction)
                found = self.found
                for quantity in self.quantities:
                    found = append(found, quantity.by())
                self.found = found
                for lean in direction.leans:
                    lean.leave()
            self.rows_read += 1

    def keep(self) -> None:
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            self.f[k] = coordinates[k].f
        forms = self.replay.all_forms
        for k in range(len(forms)):
            self.sigma[k] = forms[k].sigma

    def differentiate(self, direction: Direction) -> None:
        """All derivatives to one number, at the row in which the replay stands."""
        for lean in direction.leans:
            lean.take()
        self.aim(direction)
        self.move()
        if self.replay.wants_forces:
            self.load(direction)
        if self.replay.wants_strains:
            self.deform()
        if self.replay.wants_transfer:
            self.transfer()

    def aim(self, direction: Direction) -> None:
        """Derivatives of what is given."""
        inputs = self.replay.inputs
        m: i64 = len(inputs)
        at = (3 * m + 1) * self.rows_read
        forms = self.mech.forms
        for k in range(len(forms)):
            form = forms[k]
            form.value_by = direction.parameters[k]
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
        for form in mech.forms:
            form.right = form.value_by - form.drift()
            for entry in form.entries:
                if not entry.of.moving:
                    form.right -= entry.d * entry.of.x_by
        self.replay.solve()
        for c in mech.moving:
            c.x_by = c.u
        for form in self.replay.all_forms:
            form.tilt()
        for form in mech.dependents:
            total = form.drift()
            for entry in form.entries:
                total += entry.d * entry.of.x_by
            form.value_by = total
        for form in mech.forms:
            form.right = form.rate_by - form.tilted()
        self.replay.solve()
        for c in mech.moving:
            c.v_by = c.u
        for form in mech.dependents:
            total = form.tilted()
            for entry in form.entries:
                total += entry.d * entry.of.v_by
            form.rate_by = total
        self.accelerate()
        for form in mech.forms:
            form.right = 0.0

    def accelerate(self) -> None:
        mech = self.mech
        stretch = self.like_velocities()
        for form in mech.forms:
            form.right = form.acceleration_by - self.bent_by(form, stretch)
        self.replay.solve()
        for c in mech.moving:
            c.a_by = c.u
        for form in mech.dependents:
            total = self.bent_by(form, stretch)
            for entry in form.entries:
                total += entry.d * entry.of.a_by
            form.acceleration_by = total

    def like_velocities(self) -> float:
        """By which factor v_by is as large as v."""
        v = 0.0
        v_by = 0.0
        for c in self.mech.moving:
            v = max(v, abs(c.v) * c.per)
            v_by = max(v_by, abs(c.v_by) * c.per)
        return v / v_by if v > 0.0 and v_by > 0.0 else 0.0

    def bent_by(self, form: Form, stretch: float) -> float:
        """D_s a + (∂D·v·v)_s; a product of two directions as the difference of two squares."""
        total = 0.0
        for entry in form.entries:
            c = entry.of
            total += entry.by * c.a
            c.u = c.v
        total += form.bend_by()
        if stretch > 0.0:
            for entry in form.entries:
                entry.of.u = entry.of.v + stretch * entry.of.v_by
            bent = form.bend()
            for entry in form.entries:
                entry.of.u = entry.of.v - stretch * entry.of.v_by
            total += 0.5 * (bent - form.bend()) / stretch
        return total

    # ---- forces

    def load(self, direction: Direction) -> None:
        mech = self.mech
        self.weigh(direction)
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
        for load in self.replay.loads:
            load.sway()
        for form in mech.forms:
            for entry in form.entries:
                entry.of.f -= entry.by * form.sigma
        for k in range(len(mech.groups) - 1, -1, -1):
            mech.groups[k].equilibrate()
        self.restore()

    def weigh(self, direction: Direction) -> None:
        for c in self.mech.coordinates:
            c.m_by = c.weight_by = 0.0
        for constant in self.constants:
            constant.spread_by()
        for at, m_by, weight_by in direction.weights:
            c = self.mech.coordinates[at]
            c.m_by += m_by
            c.weight_by += weight_by

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
        for form in mech.forms:
            form.right = form.strain_by
            for entry in form.entries:
                form.right -= entry.by * replay.displaced[entry.of.at]
        replay.solve()
        for form in mech.forms:
            form.right = 0.0
        for c in mech.coordinates:
            replay.displaced_by[c.at] = c.u if c.moving else 0.0
        for form in mech.dependents:
            total = 0.0
            for entry in form.entries:
                total += entry.by * replay.displaced[entry.of.at] + entry.d * replay.displaced_by[entry.of.at]
            form.strain_by = total

    def transfer(self) -> None:
        """First order transfer functions: D x'_s = −D_s x'."""
        mech = self.mech
        n = len(self.replay.inputs)
        for c in mech.moving:
            c.first_by = vec[float]([0.0] * n)
        for k in range(n):
            for form in mech.forms:
                form.right = 0.0
                for entry in form.entries:
                    if entry.of.moving:
                        form.right -= entry.by * entry.of.first[k]
            self.replay.solve()
            for c in mech.moving:
                c.first_by[k] = c.u
        for form in mech.forms:
            form.right = 0.0
