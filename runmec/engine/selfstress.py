"""Forces of more parameters than needed: states of self-stress, and how elasticity shares them out.

For each surplus parameter j there is one state S in which σ_j = 1 and nothing acts from outside, D^T S = 0. Forces are
σ = σ₀ + S a, σ₀ with nothing in the surplus. Deformations e = Fσ and misfits (what a surplus parameter would have to
be, less its value) are compatible:

    (SᵀFS) a = Sᵀ(misfit − Fσ₀)

States that strain nothing elastic stay undetermined, unless they are shared out as equally elastic parameters would:
Σ(σ/s)² least. Rows are measured by their units, so that forces and moments count alike.
"""

from __future__ import annotations

from math import sin, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .elimination import factor, independent_columns, substitute
from .flexible import Flexible
from .form import Form
from .kinematics import Kinematics

NOTHING: Final = 10.0  # times what surplus parameters may miss
STRAINS: Final = 1e-10  # of the square of a state: what strains less strains nothing


class State:
    """σ of all parameters in equilibrium with each other, and the forces at co-ordinates that they leave."""

    __slots__ = ("f", "sigma")

    def __init__(self, sigma: list[float], f: list[float]) -> None:
        self.sigma: vec[float] = vec[float](sigma)
        self.f: vec[float] = vec[float](f)

    def add(self, other: State, times: float) -> None:
        for k in range(len(self.sigma)):
            self.sigma[k] += times * other.sigma[k]
        for k in range(len(self.f)):
            self.f[k] += times * other.f[k]


class SelfStress:
    """States of self-stress at the position, and the forces in them."""

    __slots__ = (
        "base", "counted", "flexibles", "forms", "free", "is_found", "length", "limit", "mech", "n", "order", "rank",
        "share", "sigma", "soft", "states", "surplus", "unknown", "wide",
    )  # fmt: skip

    def __init__(
        self,
        mech: Kinematics,
        flexibles: list[Flexible],
        soft: list[Form],
        driven: list[Form],
        length: float,
        share: bool,
    ) -> None:
        """`soft` yield by `flexibles`; `driven` have their forces from elasticity that moves, in a simulation."""
        self.mech: Kinematics = mech
        self.flexibles: list[Flexible] = flexibles
        self.soft: list[Form] = soft
        self.length: float = length  # the mechanism's size
        self.limit: float = NOTHING * mech.fits_within  # part of a state, or of a quantity, that is nothing
        self.share: bool = share
        self.forms: list[Form] = [*mech.all_forms, *mech.norms]
        self.wide: i64 = len(self.forms)
        self.surplus: list[Form] = [form for form in mech.surplus if form not in driven]
        held = [*mech.forms, *mech.surplus]
        self.counted: list[int] = [
            k for k in range(len(mech.all_forms)) if self.forms[k] in held and self.forms[k] not in mech.inputs
        ]  # prescribed parameters but for inputs
        self.n: i64 = len(self.surplus)
        self.states: list[State] = []  # one of each surplus parameter
        self.order: vec[i64] = vec[i64]([0])
        self.rank: i64 = 0  # how many of them, by `order`, strain something
        self.free: list[State] = []  # combinations of them that strain nothing
        self.sigma: vec[float] = vec[float]([0.0] * self.wide)  # kept while states are found
        self.base: vec[float] = vec[float]([0.0] * len(mech.coordinates))
        self.unknown: list[bool] = [False] * len(mech.all_forms)  # parameters whose force nothing determines, anywhere
        self.is_found: bool = False

    def arrange(self, driven: list[Form]) -> None:
        """After another independent set was taken."""
        self.surplus = [form for form in self.mech.surplus if form not in driven]
        self.n = len(self.surplus)
        self.is_found = False

    # ---- states

    def find(self) -> None:
        """All states at the position, and which of them are free."""
        mech = self.mech
        self.keep()
        self.states = []
        for form in self.surplus:
            for c in mech.coordinates:
                c.f = 0.0
            for other in self.forms:
                other.sigma = 0.0
            form.sigma = 1.0 / form.unit
            form.add_generalized_force(form.sigma)
            for k in range(len(mech.groups) - 1, -1, -1):
                mech.groups[k].equilibrate()
            self.states.append(State([one.sigma for one in self.forms], [c.f for c in mech.coordinates]))
        self.restore()
        self.sort()
        self.is_found = True

    def keep(self) -> None:
        for k in range(self.wide):
            self.sigma[k] = self.forms[k].sigma
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            self.base[k] = coordinates[k].f

    def restore(self) -> None:
        for k in range(self.wide):
            self.forms[k].sigma = self.sigma[k]
        coordinates = self.mech.coordinates
        for k in range(len(coordinates)):
            coordinates[k].f = self.base[k]

    def sort(self) -> None:
        """Which states strain something: by their parts in elastic parameters, whatever the stiffness of these."""
        n = self.n
        H = vec[float]([0.0] * (n * n))
        soft = [k for k in range(self.wide) if self.forms[k] in self.soft]
        largest = 0.0
        for i in range(n):
            one = self.states[i].sigma
            largest = max(largest, self.size_of(one))
            for j in range(i + 1):
                other = self.states[j].sigma
                total = 0.0
                for k in soft:
                    unit = self.forms[k].unit
                    total += one[k] * other[k] * unit * unit
                H[i * n + j] = H[j * n + i] = total
        self.order = vec[i64]([0] * n)
        self.rank = independent_columns(H, n, self.order, STRAINS * largest * largest)
        self.free = []
        for k in range(self.rank, n):
            amounts = vec[float]([0.0] * n)
            amounts[self.order[k]] = 1.0
            for i in range(self.rank - 1, -1, -1):  # H is factored: rows of L, in the order of the pivots
                total = H[self.order[k] * n + i]
                for j in range(i + 1, self.rank):
                    total += H[self.order[j] * n + i] * amounts[self.order[j]]
                amounts[self.order[i]] = -total / H[self.order[i] * n + i]
            self.free.append(self.combined(amounts))
        if not self.share:
            self.note_unknown()

    def combined(self, amounts: vec[float]) -> State:
        sigma = [0.0] * self.wide
        f = [0.0] * len(self.base)
        found = State(sigma, f)
        for i in range(self.n):
            if amounts[i] != 0.0:
                found.add(self.states[i], amounts[i])
        return found

    def size_of(self, sigma: vec[float]) -> float:
        """The largest part of a state."""
        largest = 0.0
        for k in range(self.wide):
            part = abs(sigma[k] * self.forms[k].unit)
            if part > largest:
                largest = part
        return largest

    def note_unknown(self) -> None:
        for state in self.free:
            least = self.limit * self.size_of(state.sigma)
            for k in range(len(self.unknown)):
                if abs(state.sigma[k] * self.forms[k].unit) > least:
                    self.unknown[k] = True

    # ---- forces

    def distribute(self, with_misfits: bool) -> None:
        """Adds what the surplus carries; the other σ are in equilibrium without it."""
        if self.n == 0:
            return
        for form in self.surplus:
            form.sigma = 0.0
        if not self.is_found:
            self.find()
        if self.rank > 0:
            amounts = vec[float]([0.0] * self.n)
            self.strain_elastic(amounts, with_misfits)
            self.add_state(self.combined(amounts), 1.0)
        if self.share and self.free:
            self.share_out()

    def strain_elastic(self, amounts: vec[float], with_misfits: bool) -> None:
        """Amounts of the states that strain something: e and misfits are compatible in each of them."""
        self.keep()
        self.deform()
        gap = vec[float]([-form.strain for form in self.forms])
        if with_misfits:
            for k in range(self.wide):
                form = self.forms[k]
                if form.is_surplus:
                    gap[k] += form.value - form.wanted
        self.close(gap, amounts)
        self.restore()

    def close(self, gap: vec[float], amounts: vec[float]) -> None:
        """Amounts by which deformations close the gaps of all parameters as states feel them: Sᵀ(FSa − gap) = 0.

        The σ that are there are lost.
        """
        n = self.rank
        wide = self.wide
        for form in self.forms:
            form.sigma = 0.0
        self.deform()
        rest = vec[float]([form.strain for form in self.forms])  # what deforms without forces of its own
        A = vec[float]([0.0] * (n * n))
        b = vec[float]([0.0] * n)
        for j in range(n):
            state = self.states[self.order[j]].sigma
            for k in range(wide):
                self.forms[k].sigma = state[k]
                b[j] += state[k] * gap[k]
            self.deform()
            for i in range(n):
                other = self.states[self.order[i]].sigma
                total = 0.0
                for k in range(wide):
                    total += other[k] * (self.forms[k].strain - rest[k])
                A[i * n + j] = total
        solved = solve_scaled(A, b, n)
        for i in range(n):
            amounts[self.order[i]] = solved[i]

    def deform(self) -> None:
        for form in self.forms:
            form.strain = 0.0
        for flexible in self.flexibles:
            flexible.deform()

    def share_out(self) -> None:
        """Free states as equally elastic parameters would: Σ(σ/s)² least, inputs and norms aside."""
        n: i64 = len(self.free)
        A = vec[float]([0.0] * (n * n))
        b = vec[float]([0.0] * n)
        for i in range(n):
            one = self.free[i].sigma
            for j in range(n):
                other = self.free[j].sigma
                total = 0.0
                for k in self.counted:
                    unit = self.forms[k].unit
                    total += one[k] * other[k] * unit * unit
                A[i * n + j] = total
            for k in self.counted:
                form = self.forms[k]
                b[i] -= one[k] * form.sigma * form.unit * form.unit
        solved = solve_scaled(A, b, n)
        for i in range(n):
            self.add_state(self.free[i], solved[i])

    def add_state(self, state: State, times: float) -> None:
        coordinates = self.mech.coordinates
        for k in range(self.wide):
            self.forms[k].sigma += times * state.sigma[k]
        for k in range(len(coordinates)):
            coordinates[k].f += times * state.f[k]

    # ---- what nothing determines

    @property
    def is_open(self) -> bool:
        """Whether some forces are not determined at the position."""
        return self.is_found and len(self.free) > 0 and not self.share

    def disturb(self) -> float:
        """Adds a mixture of all free states, as large as the forces are; its size. `restore` takes it away."""
        self.keep()
        largest = 0.0
        for form in self.forms:
            part = abs(form.sigma * form.unit)
            if part > largest:
                largest = part
        size = largest if largest > 0.0 else 1.0
        for i in range(len(self.free)):
            state = self.free[i]
            self.add_state(state, size / self.size_of(state.sigma) * (1.0 + 0.5 * sin(1.7 * i + 0.3)))
        return size


def solve_scaled(A: vec[float], b: vec[float], n: i64) -> vec[float]:
    """A⁻¹b, A symmetric and definite: rows and columns divided by the roots of its diagonal."""
    root = vec[float]([0.0] * n)
    for i in range(n):
        root[i] = sqrt(A[i * n + i])
    for i in range(n):
        for j in range(n):
            A[i * n + j] /= root[i] * root[j]
        b[i] /= root[i]
    order = vec[i64]([0] * n)
    found = vec[float]([0.0] * n)
    factor(A, n, order)
    substitute(A, n, order, b, found)
    for i in range(n):
        found[i] /= root[i]
    return found
