"""Fronts: what the equation of motion knows of one group, eliminated from the last group back to the frame.

What the free parameters add to the accelerations, Δ = ẍ − ẍ₀, makes ½ΔᵀMΔ − Δᵀf least (Gauss), f all forces at ẍ₀.
In a group it follows from the group's own free parameters and from the groups before,

    Δ = T Δ_o + C ε̈,      T = −D⁻¹ D_o,   C columns of D⁻¹.

A front holds the part of this function that knows Δ: a matrix [A Bᵀ; B O] and forces [a; o], own co-ordinates first.
Put in and made least over ε̈, a function of Δ_o is left,

    P = A T + Bᵀ,   R = O + B T + TᵀP − HᵀE⁻¹H,   H = CᵀP,   E = CᵀA C,   r = o + Tᵀa − HᵀE⁻¹Cᵀa,

which is added to the front of the next group that knows one of Δ_o. On the way back ε̈ = E⁻¹(Cᵀa − HΔ_o). For a chain
this is the recursion of articulated bodies, without a notion of joint or body.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .block import Block, Dyad
from .coordinate import Coordinate, Partial
from .form import Form
from .mass import Coupling, Mass

WITHOUT_MASS: Final = 1e-13  # of what it is made of, what is left of a pivot
COST_OF_A_FRONT: Final = 90.0  # besides its products, in products
COST_OF_A_COLUMN: Final = 40.0  # of the matrix of a mass


class Part:
    """A mass whose matrix changes, in the front where it is first met."""

    __slots__ = ("M", "at", "count", "mass", "of")

    def __init__(self, mass: Mass, of: list[int], at: list[int]) -> None:
        self.mass: Mass = mass
        self.M: vec[float] = vec[float]([0.0] * (len(mass.coordinates) * len(mass.coordinates)))
        self.count: i64 = len(of)
        self.of: vec[i64] = vec[i64](of)  # which of its co-ordinates move
        self.at: vec[i64] = vec[i64](at)  # and their places in the front


class Child:
    """A front that was eliminated before and is added to another one."""

    __slots__ = ("at", "front")

    def __init__(self, front: Front, at: list[int]) -> None:
        self.front: Front = front
        self.at: vec[i64] = vec[i64](at)


class Front:
    """The part of the equation of motion that knows the co-ordinates of one group, as it is eliminated."""

    __slots__ = (
        "C", "E", "F", "H", "P", "R", "T", "b", "children", "columns", "couplings", "d", "e", "entries", "f", "free",
        "freedoms", "gross", "group", "left", "m", "n", "outer", "pairs", "parts", "r", "rows", "s", "starts", "units",
        "w", "y",
    )  # fmt: skip

    def __init__(
        self, group: Block, free: list[int], freedoms: list[int], outer: list[Coordinate], driving: int
    ) -> None:
        n = len(group.columns)
        m = len(free)
        s = len(outer)
        self.group: Block = group
        self.columns: list[Coordinate] = group.columns
        self.free: list[Form] = [group.forms[i] for i in free]
        self.units: vec[i64] = vec[i64](free)  # rows of the free parameters
        self.freedoms: vec[i64] = vec[i64](freedoms)  # and their numbers
        self.outer: list[Coordinate] = outer  # those that D knows first
        self.n: i64 = n
        self.m: i64 = m
        self.s: i64 = s
        self.d: i64 = driving
        self.w: i64 = n + s
        place = {c.at: j for j, c in enumerate(outer)}
        known: list[list[tuple[int, Partial]]] = [[] for _ in range(driving)]
        for i in range(n):
            for entry in group.earlier[i]:
                j = place.get(entry.of.at, driving)
                if j < driving:
                    known[j].append((i, entry))
        self.entries: list[Partial] = [entry for some in known for _, entry in some]
        self.rows: vec[i64] = vec[i64]([i for some in known for i, _ in some])
        starts = [0]
        for some in known:
            starts.append(starts[-1] + len(some))
        self.starts: vec[i64] = vec[i64](starts)
        self.couplings: list[Coupling] = []
        self.pairs: vec[i64] = vec[i64]()
        self.parts: list[Part] = []
        self.children: list[Child] = []
        self.F: vec[float] = vec[float]([0.0] * ((n + s) * (n + s)))  # [A Bᵀ; B O]
        self.f: vec[float] = vec[float]([0.0] * (n + s))
        self.gross: vec[float] = vec[float]([0.0] * (n + s))  # its diagonal before freedoms of children were taken out
        self.T: vec[float] = vec[float]([0.0] * (driving * n))  # column after column
        self.C: vec[float] = vec[float]([0.0] * (m * n))
        self.P: vec[float] = vec[float]([0.0] * (s * n))
        self.H: vec[float] = vec[float]([0.0] * (s * m))
        self.E: vec[float] = vec[float]([0.0] * (m * m))
        self.e: vec[float] = vec[float]([0.0] * m)
        self.R: vec[float] = vec[float]([0.0] * (s * s))
        self.r: vec[float] = vec[float]([0.0] * s)
        self.left: vec[float] = vec[float]([0.0] * s)  # the diagonal of R before its own freedoms were taken out
        self.b: vec[float] = vec[float]([0.0] * n)
        self.y: vec[float] = vec[float]([0.0] * n)

    def cost(self) -> float:
        """About as many products."""
        n = float(self.n)
        s = float(self.s)
        d = float(self.d)
        m = float(self.m)
        total = COST_OF_A_FRONT + 2.0 * n * n * (d + m) + s * s * (1.0 + m) + n * s * (1.5 * d + m)
        for part in self.parts:
            total += COST_OF_A_COLUMN * float(part.count)
        for child in self.children:
            total += float(child.front.s * child.front.s)
        return total

    # ---- matrices

    def factor(self) -> bool:
        """All that does not depend on forces; False where a free parameter moves no mass."""
        self.gather()
        self.lead()
        return self.reduce()

    def gather(self) -> None:
        """The masses that are first met here, and what was eliminated before."""
        n = self.n
        w = self.w
        F = self.F
        for k in range(w * w):
            F[k] = 0.0
        columns = self.columns
        for i in range(n):
            F[i * w + i] = columns[i].m
        k = 0
        pairs = self.pairs
        for coupling in self.couplings:
            i = pairs[k]
            j = pairs[k + 1]
            k += 2
            m = coupling.m
            F[i * w + j] += m
            F[j * w + i] += m
        for part in self.parts:
            mass = part.mass
            at = part.at
            of = part.of
            count = part.count
            mass.find_matrix(part.M)
            M = part.M
            whole = mass.count
            for a in range(count):
                row = at[a] * w
                from_ = of[a] * whole
                for b in range(count):
                    F[row + at[b]] += M[from_ + of[b]]
        gross = self.gross
        for i in range(w):
            gross[i] = F[i * w + i]
        for child in self.children:
            front = child.front
            at = child.at
            R = front.R
            left = front.left
            count = front.s
            for a in range(count):
                row = at[a] * w
                gross[at[a]] += left[a]
                for b in range(count):
                    F[row + at[b]] += R[a * count + b]

    def lead(self) -> None:
        """T and C."""
        n = self.n
        group = self.group
        b = self.b
        y = self.y
        T = self.T
        C = self.C
        entries = self.entries
        rows = self.rows
        starts = self.starts
        for j in range(self.d):
            for i in range(n):
                b[i] = 0.0
            for k in range(starts[j], starts[j + 1]):
                b[rows[k]] -= entries[k].value
            group.respond(b, y)
            for i in range(n):
                T[j * n + i] = y[i]
        for j in range(self.m):
            for i in range(n):
                b[i] = 0.0
            b[self.units[j]] = 1.0
            group.respond(b, y)
            for i in range(n):
                C[j * n + i] = y[i]

    def reduce(self) -> bool:
        """P, E, H, R."""
        n = self.n
        m = self.m
        s = self.s
        d = self.d
        w = self.w
        F = self.F
        T = self.T
        C = self.C
        P = self.P
        R = self.R
        H = self.H
        E = self.E
        gross = self.gross
        left = self.left
        for j in range(s):
            for i in range(n):
                total = F[i * w + n + j]
                if j < d:
                    for k in range(n):
                        total += F[i * w + k] * T[j * n + k]
                P[j * n + i] = total
        for i in range(s):
            row = (n + i) * w
            for j in range(i + 1):
                total = F[row + n + j]
                if j < d:
                    for k in range(n):
                        total += F[row + k] * T[j * n + k]
                if i < d:
                    for k in range(n):
                        total += T[i * n + k] * P[j * n + k]
                R[i * s + j] = total
            left[i] = R[i * s + i]
        for a in range(m):
            size = 0.0
            for k in range(n):
                size += C[a * n + k] * C[a * n + k] * gross[k]
            for i in range(n):
                total = 0.0
                for k in range(n):
                    total += F[i * w + k] * C[a * n + k]
                self.b[i] = total
            for c in range(a + 1):
                total = 0.0
                for k in range(n):
                    total += C[c * n + k] * self.b[k]
                for k in range(c):
                    total -= E[a * m + k] * E[c * m + k]
                if a > c:
                    E[a * m + c] = total / E[c * m + c]
                elif total > WITHOUT_MASS * size:
                    E[a * m + a] = sqrt(total)
                else:
                    return False
            # H is kept divided by the factor of E
            per = 1.0 / E[a * m + a]
            for j in range(s):
                total = 0.0
                for k in range(n):
                    total += C[a * n + k] * P[j * n + k]
                for k in range(a):
                    total -= E[a * m + k] * H[k * s + j]
                H[a * s + j] = total * per
            for i in range(s):
                h = H[a * s + i]
                if h != 0.0:
                    for j in range(i + 1):
                        R[i * s + j] -= h * H[a * s + j]
        for i in range(s):
            for j in range(i):
                R[j * s + i] = R[i * s + j]
        return True

    # ---- forces and accelerations

    def pass_on(self) -> None:
        """Forces: what is left of them for the groups before."""
        n = self.n
        m = self.m
        s = self.s
        f = self.f
        for i in range(n):
            f[i] = self.columns[i].f
        for i in range(n, self.w):
            f[i] = 0.0
        for child in self.children:
            at = child.at
            given = child.front.r
            for k in range(child.front.s):
                f[at[k]] += given[k]
        T = self.T
        C = self.C
        H = self.H
        E = self.E
        e = self.e
        r = self.r
        for j in range(s):
            r[j] = f[n + j]
        for j in range(self.d):
            total = r[j]
            for k in range(n):
                total += T[j * n + k] * f[k]
            r[j] = total
        for a in range(m):
            total = 0.0
            for k in range(n):
                total += C[a * n + k] * f[k]
            for k in range(a):
                total -= E[a * m + k] * e[k]
            total /= E[a * m + a]
            e[a] = total
            for j in range(s):
                r[j] -= H[a * s + j] * total

    def accelerate(self, dy: vec[float], first: i64) -> None:
        """Δ of its co-ordinates, as h, from those of the groups before; ε̈ of its free parameters."""
        n = self.n
        m = self.m
        s = self.s
        T = self.T
        C = self.C
        H = self.H
        E = self.E
        y = self.y
        r = self.r
        e = self.e
        outer = self.outer
        for j in range(s):
            r[j] = outer[j].h
        for i in range(n):
            y[i] = 0.0
        for j in range(self.d):
            h = r[j]
            for i in range(n):
                y[i] += T[j * n + i] * h
        for a in range(m - 1, -1, -1):
            total = e[a]
            for j in range(s):
                total -= H[a * s + j] * r[j]
            for k in range(a + 1, m):
                total -= E[k * m + a] * dy[first + self.freedoms[k]]
            total /= E[a * m + a]
            dy[first + self.freedoms[a]] = total
            for i in range(n):
                y[i] += C[a * n + i] * total
        columns = self.columns
        for i in range(n):
            c = columns[i]
            c.h = y[i]
            c.a = c.w + y[i]

    def gain(self, units: list[float]) -> float:
        """How fast a co-ordinate of the group moves, at most, with one before it or with a free parameter."""
        n = self.n
        most = 0.0
        for j in range(self.d):
            scale = self.outer[j].scale
            for i in range(n):
                part = abs(self.T[j * n + i]) * scale * self.columns[i].per
                if part > most:
                    most = part
        for a in range(self.m):
            unit = units[self.freedoms[a]]
            for i in range(n):
                part = abs(self.C[a * n + i]) * unit * self.columns[i].per
                if part > most:
                    most = part
        return most


class DyadFront(Front):
    """Of a dyad with at most one free parameter, the most common front: the same in single numbers."""

    __slots__ = ("c1", "c2", "dyad", "root")

    def __init__(
        self, group: Dyad, free: list[int], freedoms: list[int], outer: list[Coordinate], driving: int
    ) -> None:
        super().__init__(group, free, freedoms, outer, driving)
        self.dyad: Dyad = group
        self.c1: float = 0.0
        self.c2: float = 0.0
        self.root: float = 1.0

    def lead(self) -> None:
        dyad = self.dyad
        b11 = dyad.b11
        b12 = dyad.b12
        b21 = dyad.b21
        b22 = dyad.b22
        T = self.T
        entries = self.entries
        rows = self.rows
        k: i64 = 0
        for j in range(self.d):
            end = self.starts[j + 1]
            p = 0.0
            q = 0.0
            while k < end:
                if rows[k] == 0:
                    p -= entries[k].value
                else:
                    q -= entries[k].value
                k += 1
            T[2 * j] = b11 * p + b12 * q
            T[2 * j + 1] = b21 * p + b22 * q
        if self.m > 0:
            first = self.units[0] == 0
            self.c1 = b11 if first else b12
            self.c2 = b21 if first else b22
            self.C[0] = self.c1
            self.C[1] = self.c2

    def reduce(self) -> bool:
        s = self.s
        d = self.d
        w = self.w
        F = self.F
        T = self.T
        P = self.P
        R = self.R
        H = self.H
        gross = self.gross
        left = self.left
        a11 = F[0]
        a12 = F[1]
        a22 = F[w + 1]
        g1 = gross[0]
        g2 = gross[1]
        for j in range(s):
            p = F[2 + j]
            q = F[w + 2 + j]
            if j < d:
                t1 = T[2 * j]
                t2 = T[2 * j + 1]
                p += a11 * t1 + a12 * t2
                q += a12 * t1 + a22 * t2
            P[2 * j] = p
            P[2 * j + 1] = q
        free = self.m > 0
        if free:
            c1 = self.c1
            c2 = self.c2
            inertia = c1 * c1 * a11 + 2.0 * c1 * c2 * a12 + c2 * c2 * a22
            if not inertia > WITHOUT_MASS * (c1 * c1 * g1 + c2 * c2 * g2):
                return False
            root = sqrt(inertia)
            self.root = root
            per = 1.0 / root
            c1 *= per
            c2 *= per
            for j in range(s):
                H[j] = c1 * P[2 * j] + c2 * P[2 * j + 1]
        for i in range(s):
            row = (2 + i) * w
            f1 = F[row]
            f2 = F[row + 1]
            t1 = T[2 * i] if i < d else 0.0
            t2 = T[2 * i + 1] if i < d else 0.0
            h = H[i] if free else 0.0
            for j in range(i + 1):
                total = F[row + 2 + j] + t1 * P[2 * j] + t2 * P[2 * j + 1]
                if j < d:
                    total += f1 * T[2 * j] + f2 * T[2 * j + 1]
                if i == j:
                    left[i] = total
                if free:
                    total -= h * H[j]
                R[i * s + j] = total
                R[j * s + i] = total
        return True

    def pass_on(self) -> None:
        s = self.s
        r = self.r
        f1 = self.dyad.x.f
        f2 = self.dyad.y.f
        for j in range(s):
            r[j] = 0.0
        for child in self.children:
            at = child.at
            given = child.front.r
            for k in range(child.front.s):
                j = at[k]
                if j >= 2:
                    r[j - 2] += given[k]
                elif j == 0:
                    f1 += given[k]
                else:
                    f2 += given[k]
        T = self.T
        for j in range(self.d):
            r[j] += T[2 * j] * f1 + T[2 * j + 1] * f2
        if self.m > 0:
            H = self.H
            e = (self.c1 * f1 + self.c2 * f2) / self.root
            self.e[0] = e
            for j in range(s):
                r[j] -= H[j] * e

    def accelerate(self, dy: vec[float], first: i64) -> None:
        T = self.T
        H = self.H
        outer = self.outer
        d = self.d
        x = 0.0
        y = 0.0
        if self.m > 0:
            total = self.e[0]
            for j in range(self.s):
                h = outer[j].h
                total -= H[j] * h
                if j < d:
                    x += T[2 * j] * h
                    y += T[2 * j + 1] * h
            total /= self.root
            dy[first + self.freedoms[0]] = total
            x += self.c1 * total
            y += self.c2 * total
        else:
            for j in range(d):
                h = outer[j].h
                x += T[2 * j] * h
                y += T[2 * j + 1] * h
        cx = self.dyad.x
        cy = self.dyad.y
        cx.h = x
        cx.a = cx.w + x
        cy.h = y
        cy.a = cy.w + y
