"""Groups: the smallest parts of a mechanism that can be solved by themselves (5.18, group by group).

Elements fill entries of D; a group reads them, and knows no formula. How far a group is from a singular position,
its `quality`, is the smallest pivot of its matrix, rows divided by the sizes of *all* that they depend on and columns
measured by the size of the group: 0 is singular, 1 the best. A rod across its guide has a large row, of which little
is the slider's own.
"""

from __future__ import annotations

from math import inf
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate, Partial
from .elimination import factor, substitute, substitute_transposed
from .form import Form

MANY: Final = 16  # rows: in a smaller matrix zeros are not worth leaving out,
MOST: Final = 0.3  # nor where more of the entries are there


class Block:
    """n form parameters that determine n co-ordinates."""

    __slots__ = (
        "after", "before", "changed", "columns", "earlier", "forms", "least", "least_end", "n", "number",
        "outer", "pace", "quality", "reach", "scale", "sign", "unit", "worst", "worst_at",
    )  # fmt: skip

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        self.number: int = number
        self.forms: list[Form] = forms
        self.columns: list[Coordinate] = columns
        self.n: i64 = len(forms)
        self.scale: float = 1.0  # a length that the group is about as large as
        self.unit: float = 1.0  # its smallest element, in units of `scale`: to what positions are converged
        self.quality: float = 1.0
        self.sign: float = 1.0  # of the determinant: it tells the branch
        self.before: float = 1.0  # sign·quality where a step began
        self.after: float = 1.0  # and where it ended
        self.changed: bool = False  # whether the sign was another one within the step
        self.pace: float = 0.0  # how fast sign·quality changes
        self.least: float = 0.0  # quality below which a position is refused
        self.least_end: float = 0.0  # and the end of a step
        self.reach: list[bool] = []  # whether a free parameter moves it
        self.worst: float = 1e300  # of all rows
        self.worst_at: int = 0
        place = {c.at for c in columns}
        self.earlier: list[list[Partial]] = [
            [e for e in form.entries if e.of.moving and e.of.at not in place] for form in forms
        ]
        self.outer: list[list[Partial]] = [[e for e in form.entries if e.of.at not in place] for form in forms]

    def measure_by(self, scale: float, unit: float) -> None:
        """A length that counts as 1, and the smallest one in units of it."""
        self.scale = scale
        self.unit = unit
        for c in self.columns:
            c.measure_by(scale)

    def evaluate(self) -> None:
        """Elements' values and derivatives at the position; the matrix factored."""
        for form in self.forms:
            form.evaluate()
        self.factor()

    def factor(self) -> None:
        raise NotImplementedError  # pragma: no cover, every group has its own

    def measured(self) -> float:
        """The quality, exact also where a large group only estimates it."""
        return self.quality

    def solve(self) -> None:
        """u of the group's co-ordinates from the `right` of its parameters and the u of earlier ones."""
        raise NotImplementedError  # pragma: no cover, every group has its own

    def respond(self, b: vec[float], y: vec[float]) -> None:
        """y = D⁻¹b of the group's own D."""
        raise NotImplementedError  # pragma: no cover, every group has its own

    def step(self) -> float:
        """Newton's correction u at the position; its size."""
        self.evaluate()
        if self.quality == 0.0:
            return inf
        for form in self.forms:
            form.right = form.wanted - form.value
        self.solve()
        size = 0.0
        for c in self.columns:
            part = abs(c.u) * c.per
            if not part <= size:  # also where it is not a number
                size = part
        for form in self.forms:
            form.right = 0.0
        return size

    def solve_bias(self) -> None:
        """w of the group's co-ordinates: second derivatives along the path (8.23)."""
        raise NotImplementedError  # pragma: no cover, every group has its own

    def equilibrate(self) -> None:
        """σ of the group's parameters from the forces f at its co-ordinates (8.22); the rest goes to earlier ones."""
        raise NotImplementedError  # pragma: no cover, every group has its own

    def add_generalized_force(self) -> None:
        """Forces −Dᵀσ at all co-ordinates that are not the group's own."""
        for i in range(len(self.forms)):
            sigma = self.forms[i].sigma
            for entry in self.outer[i]:
                entry.of.f -= entry.value * sigma

    def miss(self) -> float:
        """What the parameters miss at the position, the worst of them, as a part of their sizes."""
        worst = 0.0
        for form in self.forms:
            form.evaluate()
            size = form.size(self.scale)
            part = abs(form.wanted - form.value) / size if size > 0.0 else 1e300
            if not part <= worst:
                worst = part
        return worst

    def note(self, row: int) -> None:
        """Remembers the row in which the group is nearest to a singular position."""
        if self.quality < self.worst:
            self.worst = self.quality
            self.worst_at = row


class Single(Block):
    """One parameter, one co-ordinate."""

    __slots__ = ("one", "own", "pivot", "x")

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        super().__init__(number, forms, columns)
        self.one: Form = forms[0]
        self.x: Coordinate = columns[0]
        self.own: list[Partial] = [e for e in forms[0].entries if e.of is columns[0]]
        self.pivot: float = 1.0

    def factor(self) -> None:
        pivot = 0.0
        for entry in self.own:
            pivot += entry.value
        self.pivot = pivot
        self.sign = 1.0 if pivot > 0.0 else -1.0
        size = self.one.size(self.scale)
        self.quality = limited(abs(pivot) * self.x.scale / size) if size > 0.0 else 0.0

    def solve(self) -> None:
        total = self.one.right
        for entry in self.earlier[0]:
            total -= entry.value * entry.of.u
        self.x.u = total / self.pivot if self.pivot != 0.0 else 0.0

    def respond(self, b: vec[float], y: vec[float]) -> None:
        y[0] = b[0] / self.pivot if self.pivot != 0.0 else 0.0

    def solve_bias(self) -> None:
        total = self.one.acceleration - self.one.bias()
        for entry in self.earlier[0]:
            total -= entry.value * entry.of.w
        self.x.w = total / self.pivot if self.pivot != 0.0 else 0.0

    def equilibrate(self) -> None:
        self.one.sigma = self.x.f / self.pivot if self.pivot != 0.0 else 0.0
        self.add_generalized_force()


class Dyad(Block):
    """Two parameters, two co-ordinates, the most common group: by its inverse."""

    __slots__ = (
        "b11", "b12", "b21", "b22", "d11", "d12", "d21", "d22", "e1", "e2", "e3", "e4", "more_one", "more_two",
        "one", "two", "wide", "x", "y",
    )  # fmt: skip

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        super().__init__(number, forms, columns)
        nothing = Partial(Coordinate(-1, 0.0, False, 0))
        self.one: Form = forms[0]
        self.two: Form = forms[1]
        self.x: Coordinate = columns[0]
        self.y: Coordinate = columns[1]
        self.d11: Partial = own_entry(forms[0], columns[0], nothing)
        self.d12: Partial = own_entry(forms[0], columns[1], nothing)
        self.d21: Partial = own_entry(forms[1], columns[0], nothing)
        self.d22: Partial = own_entry(forms[1], columns[1], nothing)
        one = [*self.earlier[0], nothing, nothing]
        two = [*self.earlier[1], nothing, nothing]
        self.e1: Partial = one[0]
        self.e2: Partial = one[1]
        self.e3: Partial = two[0]
        self.e4: Partial = two[1]
        self.more_one: list[Partial] = self.earlier[0][2:]
        self.more_two: list[Partial] = self.earlier[1][2:]
        self.wide: bool = len(self.more_one) + len(self.more_two) > 0
        self.b11: float = 0.0  # the inverse
        self.b12: float = 0.0
        self.b21: float = 0.0
        self.b22: float = 0.0

    def evaluate(self) -> None:
        self.one.evaluate()
        self.two.evaluate()
        self.factor()

    def factor(self) -> None:
        a = self.d11.value
        b = self.d12.value
        c = self.d21.value
        d = self.d22.value
        determinant = a * d - b * c
        if not abs(determinant) > 0.0:
            self.quality = 0.0
            self.b11 = self.b12 = self.b21 = self.b22 = 0.0
            return
        k = 1.0 / determinant
        self.b11 = d * k
        self.b12 = -b * k
        self.b21 = -c * k
        self.b22 = a * k
        size = self.one.size(self.scale) * self.two.size(self.scale)
        self.quality = limited(abs(determinant) * self.x.scale * self.y.scale / size) if size > 0.0 else 0.0
        self.sign = 1.0 if determinant > 0.0 else -1.0

    def solve(self) -> None:
        p = self.one.right - self.e1.value * self.e1.of.u - self.e2.value * self.e2.of.u
        q = self.two.right - self.e3.value * self.e3.of.u - self.e4.value * self.e4.of.u
        if self.wide:
            for entry in self.more_one:
                p -= entry.value * entry.of.u
            for entry in self.more_two:
                q -= entry.value * entry.of.u
        self.x.u = self.b11 * p + self.b12 * q
        self.y.u = self.b21 * p + self.b22 * q

    def respond(self, b: vec[float], y: vec[float]) -> None:
        p = b[0]
        q = b[1]
        y[0] = self.b11 * p + self.b12 * q
        y[1] = self.b21 * p + self.b22 * q

    def step(self) -> float:
        self.one.evaluate()
        self.two.evaluate()
        self.factor()
        p = self.one.wanted - self.one.value - self.e1.value * self.e1.of.u - self.e2.value * self.e2.of.u
        q = self.two.wanted - self.two.value - self.e3.value * self.e3.of.u - self.e4.value * self.e4.of.u
        if self.wide:
            for entry in self.more_one:
                p -= entry.value * entry.of.u
            for entry in self.more_two:
                q -= entry.value * entry.of.u
        u = self.b11 * p + self.b12 * q
        v = self.b21 * p + self.b22 * q
        self.x.u = u
        self.y.u = v
        along = abs(u) * self.x.per
        across = abs(v) * self.y.per
        return along if along > across or along != along else across  # also where one is not a number

    def solve_bias(self) -> None:
        p = self.one.acceleration - self.one.bias() - self.e1.value * self.e1.of.w - self.e2.value * self.e2.of.w
        q = self.two.acceleration - self.two.bias() - self.e3.value * self.e3.of.w - self.e4.value * self.e4.of.w
        if self.wide:
            for entry in self.more_one:
                p -= entry.value * entry.of.w
            for entry in self.more_two:
                q -= entry.value * entry.of.w
        self.x.w = self.b11 * p + self.b12 * q
        self.y.w = self.b21 * p + self.b22 * q

    def equilibrate(self) -> None:
        p = self.x.f
        q = self.y.f
        self.one.sigma = self.b11 * p + self.b21 * q
        self.two.sigma = self.b12 * p + self.b22 * q
        self.add_generalized_force()


class Eliminated(Block):
    """Any number of parameters, by L·U."""

    __slots__ = ("b", "order", "own", "places", "sizes", "y")

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        super().__init__(number, forms, columns)
        n = len(forms)
        place = {c.at: j for j, c in enumerate(columns)}
        self.own: list[list[Partial]] = [[e for e in form.entries if e.of.at in place] for form in forms]
        self.places: list[list[int]] = [[place[e.of.at] for e in entries] for entries in self.own]
        self.b: vec[float] = vec[float]([0.0] * n)
        self.y: vec[float] = vec[float]([0.0] * n)
        self.sizes: vec[float] = vec[float]([1.0] * n)  # by which rows are divided
        self.order: vec[i64] = vec[i64](range(n))

    def divide(self) -> None:
        """y = A⁻¹b."""
        raise NotImplementedError  # pragma: no cover, both kinds have their own

    def divide_transposed(self) -> None:
        """b = A⁻ᵀb."""
        raise NotImplementedError  # pragma: no cover, both kinds have their own

    def respond(self, b: vec[float], y: vec[float]) -> None:
        n = self.n
        if self.quality == 0.0:
            for i in range(n):
                y[i] = 0.0
            return
        for i in range(n):
            self.b[i] = b[i] / self.sizes[i]
        self.divide()
        for j in range(n):
            y[j] = self.y[j] * self.columns[j].scale

    def solve(self) -> None:
        n = self.n
        if self.quality == 0.0:
            for c in self.columns:
                c.u = 0.0
            return
        for i in range(n):
            total = self.forms[i].right
            for entry in self.earlier[i]:
                total -= entry.value * entry.of.u
            self.b[i] = total / self.sizes[i]
        self.divide()
        for j in range(n):
            c = self.columns[j]
            c.u = self.y[j] * c.scale

    def solve_bias(self) -> None:
        n = self.n
        if self.quality == 0.0:
            for c in self.columns:
                c.w = 0.0
            return
        for i in range(n):
            form = self.forms[i]
            total = form.acceleration - form.bias()
            for entry in self.earlier[i]:
                total -= entry.value * entry.of.w
            self.b[i] = total / self.sizes[i]
        self.divide()
        for j in range(n):
            c = self.columns[j]
            c.w = self.y[j] * c.scale

    def equilibrate(self) -> None:
        n = self.n
        if self.quality == 0.0:
            for form in self.forms:
                form.sigma = 0.0
            return
        for j in range(n):
            c = self.columns[j]
            self.b[j] = c.f * c.scale
        self.divide_transposed()
        for i in range(n):
            self.forms[i].sigma = self.b[i] / self.sizes[i]
        self.add_generalized_force()


class Dense(Eliminated):
    """Few parameters, a full matrix with pivots."""

    __slots__ = ("A",)

    def __init__(self, number: int, forms: list[Form], columns: list[Coordinate]) -> None:
        super().__init__(number, forms, columns)
        self.A: vec[float] = vec[float]([0.0] * (len(forms) * len(forms)))

    def factor(self) -> None:
        if self.gather():
            self.sign, smallest = factor(self.A, self.n, self.order)
            self.quality = limited(smallest)

    def gather(self) -> bool:
        """A from the entries, rows divided by their sizes; False where one has none."""
        n = self.n
        A = self.A
        for i in range(n):
            size = self.forms[i].size(self.scale)
            if not size > 0.0:
                self.quality = 0.0
                return False
            self.sizes[i] = size
            row = i * n
            for j in range(n):
                A[row + j] = 0.0
            entries = self.own[i]
            places = self.places[i]
            for k in range(len(entries)):
                entry = entries[k]
                A[row + places[k]] += entry.value * entry.of.scale / size
        return True

    def divide(self) -> None:
        substitute(self.A, self.n, self.order, self.b, self.y)

    def divide_transposed(self) -> None:
        substitute_transposed(self.A, self.n, self.order, self.b, self.y)


def limited(quality: float) -> float:
    """At most 1; 0 where it is not a number."""
    return quality if quality < 1.0 else 1.0 if quality >= 1.0 else 0.0


def own_entry(form: Form, column: Coordinate, nothing: Partial) -> Partial:
    for entry in form.entries:
        if entry.of is column:
            return entry
    return nothing


def make_group(number: int, forms: list[Form], columns: list[Coordinate]) -> Block:
    """The simplest class that serves the group."""
    if len(forms) == 1:
        return Single(number, forms, columns)
    if len(forms) == 2 and not any(_repeats(form) for form in forms):
        return Dyad(number, forms, columns)
    if is_sparse(forms, columns):
        from .sparse import Sparse

        return Sparse(number, forms, columns)
    return Dense(number, forms, columns)


def is_sparse(forms: list[Form], columns: list[Coordinate]) -> bool:
    """Whether leaving zeros out is worth it."""
    n = len(columns)
    if n < MANY:
        return False
    own = {c.at for c in columns}
    count = 0
    for form in forms:
        for entry in form.entries:
            if entry.of.at in own:
                count += 1
    return count < MOST * n * n


def _repeats(form: Form) -> bool:
    """Whether a co-ordinate has two entries."""
    return len({entry.of.at for entry in form.entries}) < len(form.entries)
