"""Loads that follow from internal forces: friction μN, and the part of a tooth force that pushes gears apart.

Each acts with σ = share·N on a form parameter; N is the size of internal forces, |σ_q| or √(σ_q² + σ_r²). In a position
the internal forces are linear in all N: base + A·N. So the N solve a small system,

    N_i = |base_i + (A N)_i|,

whose branches are the signs (or directions) of the normal forces. Where the loads are weak against each other it has
one solution whatever the base (I − |A| is an M-matrix, the right-hand side contracts), which Newton finds. Else all
branches are examined: there may be none, or several. Then the motion cannot be as it is said to be: it jams.
"""

from __future__ import annotations

from math import cos, nan, pi, sin, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .block import Block
from .elimination import factor, substitute
from .form import Form
from .load import Load
from .quantity import Quantity
from .status import FINE, LOCKED

CYCLES: Final = 100  # of Newton and of the contraction
TURNS: Final = 30  # of Newton from one branch, where normal forces have directions
CANDIDATES: Final = 4096  # branches at most that are examined
DIRECTIONS: Final = 8  # of a normal force with two components, to begin with
SAME: Final = 1e-7  # part by which two solutions must differ
SOLVED: Final = 1e-10  # part that may be missing
ROUNDING: Final = 4e-16
HALVINGS: Final = 40
NOTHING: Final = 1e-12  # part of a velocity that is rounding


class ReactionLoad(Load):
    """σ = share·N on a form parameter. Subclasses set the share by the state and by the number it is made of."""

    __slots__ = (
        "N", "N_by", "factors", "is_friction", "is_known", "normals", "on", "pressed_by", "share", "share_by", "sigma",
        "starts",
    )  # fmt: skip

    def __init__(self, on: Form, share: float, normals: list[Form], factors: list[float], starts: list[int]) -> None:
        super().__init__([share], [])
        self.on: Form = on
        self.normals: list[Form] = normals  # whose σ times factors make the normal force,
        self.factors: list[float] = factors
        self.starts: list[int] = starts  # component after component: where each begins
        self.share: float = 0.0
        self.N: float = 0.0
        self.share_by: float = 0.0  # derivatives to one number of the deck (tangent.py)
        self.N_by: float = 0.0
        self.is_outside = False
        self.sigma: float = 0.0
        self.is_known: bool = False  # σ was found by a simulation
        self.is_friction: bool = False
        self.pressed_by: list[Quantity] = []  # components of a force that is the normal one, in their place

    def press(self, components: list[Quantity], normals: list[Form]) -> None:
        """The normal force is that of components, which `normals` change."""
        self.pressed_by = components
        self.normals = normals
        self.starts = list(range(len(components)))

    def set_target(self) -> None:
        """Sets the share; values and velocities are known."""
        raise NotImplementedError  # pragma: no cover, every one has its own

    def apply(self) -> None:
        if not self.is_known:
            self.sigma = self.share * self.N
        self.on.sigma += self.sigma
        self.on.add_generalized_force(self.sigma)
        self.power = -self.sigma * self.on.rate

    def target_tangent(self) -> None:
        """Sets how the share changes."""
        raise NotImplementedError  # pragma: no cover, every one has its own

    def force_tangent(self) -> None:
        sigma_by = self.share_by * self.N + self.share * self.N_by
        self.on.sigma_by += sigma_by
        self.on.force_tangent(self.share * self.N, sigma_by)

    def component(self, k: i64) -> float:
        """Of the normal force, as the internal forces are now."""
        if k >= len(self.starts):
            return 0.0
        if self.pressed_by:
            return self.pressed_by[k].value()
        last = self.starts[k + 1] if k + 1 < len(self.starts) else len(self.normals)
        total = 0.0
        for j in range(self.starts[k], last):
            total += self.factors[j] * self.normals[j].sigma
        return total

    def component_by(self, k: i64) -> float:
        """How it changes; the σ of its parameters are derivatives, but for those that are pressed by components."""
        return self.pressed_by[k].by() if self.pressed_by and k < len(self.starts) else self.component(k)


class Reactions:
    """All such loads of a mechanism."""

    __slots__ = (
        "A", "M", "N", "b", "base", "direction", "first", "found", "is_solved", "loads", "n", "order",
        "reaches", "s", "status", "unit",
    )  # fmt: skip

    def __init__(self, loads: list[Load]) -> None:
        self.loads: list[ReactionLoad] = [load for load in loads if isinstance(load, ReactionLoad)]
        n = len(self.loads)
        self.n: i64 = n
        self.A: vec[float] = vec[float]([0.0] * (2 * n * n))  # two components of every normal force
        self.base: vec[float] = vec[float]([0.0] * (2 * n))
        self.s: vec[float] = vec[float]([0.0] * (2 * n))
        self.direction: vec[float] = vec[float]([0.0] * (2 * n))
        self.M: vec[float] = vec[float]([0.0] * (n * n))
        self.b: vec[float] = vec[float]([0.0] * n)
        self.N: vec[float] = vec[float]([0.0] * n)
        self.found: vec[float] = vec[float]([0.0] * n)
        self.first: vec[float] = vec[float]([0.0] * n)
        self.order: vec[i64] = vec[i64]([0] * n)
        self.reaches: list[bool] = [True] * n  # whether a load changes any normal force, motion being given
        self.unit: float = 1.0
        self.is_solved: bool = False  # in a simulation: where the motion does not need them they are not looked for
        self.status: int = FINE

    def arrange(self, groups: list[Block], are_carried: bool) -> None:
        """Which loads change normal forces: by the groups through which they are passed on, or by motors elsewhere."""
        normals = [form for load in self.loads for form in load.normals]
        for j in range(len(self.loads)):
            on = self.loads[j].on
            touched = {entry.of.at for entry in on.entries if entry.of.moving}
            found = are_carried or on in normals
            for g in reversed(groups):
                if any(c.at in touched for c in g.columns):
                    for entries in g.earlier:
                        for entry in entries:
                            touched.add(entry.of.at)
                    for form in g.forms:
                        if form in normals:
                            found = True
            self.reaches[j] = found

    # ---- base and influences, found by whoever calculates internal forces

    def set_target(self) -> None:
        for load in self.loads:
            load.set_target()

    def take_known(self, values: list[float]) -> None:
        """σ of all loads, as a simulation has found them; none (or no numbers) where it did not need them."""
        known = len(values) > 0 and values[0] == values[0]
        for k in range(len(self.loads)):
            self.loads[k].is_known = known
            if known:
                self.loads[k].sigma = values[k]

    def skip(self) -> None:
        """No such load: the motion does not feel them."""
        self.is_solved = False
        self.choose(-1)

    def choose(self, j: int) -> None:
        """Only load j, by one unit; none where j is below zero."""
        for k in range(len(self.loads)):
            self.loads[k].N = self.unit if k == j else 0.0

    def note_base(self) -> None:
        largest = 0.0
        for i in range(self.n):
            for k in range(2):
                value = self.loads[i].component(k)
                self.base[2 * i + k] = value
                if not abs(value) <= largest:
                    largest = abs(value)
        self.unit = largest if largest > 0.0 else 1.0
        for k in range(2 * self.n * self.n):
            self.A[k] = 0.0

    def note(self, j: i64) -> None:
        """What the chosen load has changed."""
        for i in range(self.n):
            for k in range(2):
                change = self.loads[i].component(k) - self.base[2 * i + k]
                self.A[(2 * i + k) * self.n + j] = change / self.unit

    # ---- the system

    def solve(self) -> int:
        """Every load's N; no number where there is none, or more than one; a status."""
        total = 0.0
        for k in range(2 * self.n):
            total += self.base[k]
        for k in range(2 * self.n * self.n):
            total += self.A[k]
        self.status = FINE
        self.is_solved = True
        if not abs(total) < 1e300:  # a group is singular: not a matter of friction
            for load in self.loads:
                load.N = nan
            return FINE
        if self.count(1.0) != 1:
            self.status = LOCKED
        for k in range(len(self.loads)):
            self.loads[k].N = self.N[k] if self.status == FINE else nan
        return self.status

    def limit(self) -> float:
        """The part of all coefficients of friction up to which there is one solution."""
        low = 0.0
        high = 1.0
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if self.count(middle) == 1:
                low = middle
            else:
                high = middle
        return low

    def count(self, part: float) -> int:
        """How many solutions there are with so large a part of friction (2: several); N is the first."""
        if self.contracts(part):
            self.iterate(part)
            return 1
        return self.search(part)

    def influence(self, row: i64, j: i64, part: float) -> float:
        a = self.A[row * self.n + j]
        return part * a if self.loads[j].is_friction else a

    def contracts(self, part: float) -> bool:
        """Whether I − |A| is an M-matrix: (I − |A|)x = 1 has a solution above zero."""
        n = self.n
        for i in range(n):
            for j in range(n):
                x = self.influence(2 * i, j, part)
                y = self.influence(2 * i + 1, j, part)
                self.M[i * n + j] = (1.0 if i == j else 0.0) - sqrt(x * x + y * y)
            self.b[i] = 1.0
        _, smallest = factor(self.M, n, self.order)
        if not smallest > 0.0:
            return False
        substitute(self.M, n, self.order, self.b, self.found)
        for i in range(n):
            if not self.found[i] > 0.0:
                return False
        return True

    def evaluate(self, N: vec[float], part: float) -> float:
        """Normal forces s that follow from N, their directions, and how much N misses their size."""
        n = self.n
        worst = 0.0
        for i in range(n):
            x = self.base[2 * i]
            y = self.base[2 * i + 1]
            for j in range(n):
                x += self.influence(2 * i, j, part) * N[j]
                y += self.influence(2 * i + 1, j, part) * N[j]
            size = sqrt(x * x + y * y)
            self.s[i] = size
            self.direction[2 * i] = x / size if size > 0.0 else 1.0
            self.direction[2 * i + 1] = y / size if size > 0.0 else 0.0
            missing = abs(size - N[i])
            if not missing <= worst:
                worst = missing
        return worst

    def branch(self, part: float) -> bool:
        """`found` solves N = direction·(base + A N), the directions being held; False where nothing does."""
        n = self.n
        for i in range(n):
            x = self.direction[2 * i]
            y = self.direction[2 * i + 1]
            for j in range(n):
                along = x * self.influence(2 * i, j, part) + y * self.influence(2 * i + 1, j, part)
                self.M[i * n + j] = (1.0 if i == j else 0.0) - along
            self.b[i] = x * self.base[2 * i] + y * self.base[2 * i + 1]
        _, smallest = factor(self.M, n, self.order)
        if not smallest > 1e-14:
            return False
        substitute(self.M, n, self.order, self.b, self.found)
        return True

    def iterate(self, part: float) -> None:
        """Newton; where that does not come nearer, a step of the contraction, which always does."""
        n = self.n
        for i in range(n):
            x = self.base[2 * i]
            y = self.base[2 * i + 1]
            self.N[i] = sqrt(x * x + y * y)
        missing = self.evaluate(self.N, part)
        for _ in range(CYCLES):
            if missing <= ROUNDING * self.largest(self.N):
                return
            if self.branch(part):
                after = self.evaluate(self.found, part)
                if after < missing:
                    for i in range(n):
                        self.N[i] = self.found[i]
                    missing = after
                    continue
                if missing <= SOLVED * self.largest(self.N):  # as near as rounding lets it come
                    return
                self.evaluate(self.N, part)
            for i in range(n):
                self.N[i] = self.s[i]
            missing = self.evaluate(self.N, part)

    def largest(self, N: vec[float]) -> float:
        most = self.unit
        for i in range(self.n):
            if abs(N[i]) > most:
                most = abs(N[i])
        return most

    def search(self, part: float) -> int:
        """Newton from every branch: how many different solutions it finds (2: several)."""
        n = self.n
        total = 1
        turns = 1  # signs: every branch is begun with, and is linear
        for load in self.loads:
            if len(load.starts) < 2:
                total *= 2
            else:
                total *= DIRECTIONS
                turns = TURNS
            if total > CANDIDATES:  # too many to be examined: the solution that lies next to that without these loads
                self.iterate(part)
                return 1 if self.evaluate(self.N, part) <= SOLVED * self.largest(self.N) else 0
        solutions = 0
        for code in range(total):
            self.begin_branch(code)
            if not self.converges(part, turns):
                continue
            if solutions == 0:
                for i in range(n):
                    self.first[i] = self.found[i]
                solutions = 1
            elif self.is_another():
                return 2
        for i in range(n):
            self.N[i] = self.first[i]
        return solutions

    def begin_branch(self, code: int) -> None:
        """Signs and directions of the normal forces by the digits of a number."""
        rest = code
        for i in range(self.n):
            count = 2 if len(self.loads[i].starts) < 2 else DIRECTIONS
            angle = 2.0 * pi * (rest % count) / count
            rest //= count
            self.direction[2 * i] = cos(angle)
            self.direction[2 * i + 1] = sin(angle) if count > 2 else 0.0

    def converges(self, part: float, turns: int) -> bool:
        for _ in range(turns):
            if not self.branch(part):
                return False
            if self.evaluate(self.found, part) <= SOLVED * self.largest(self.found):
                return True
        return False

    def is_another(self) -> bool:
        size = self.largest(self.found)
        for i in range(self.n):
            if abs(self.found[i] - self.first[i]) > SAME * size:
                return True
        return False
