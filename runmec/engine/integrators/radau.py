"""Radau IIA of order 5, for stiff problems: three stages solved together by simplified Newton.

Unknown are the accelerations of the stages, and the rates of states. With velocities and values integrated from them,
V = v + h·A·a and E = e + h·c·v + h²·A²·a, the systems are half as large as those of y. States stand behind velocities:
what holds for a velocity and its acceleration holds for a state and its rate, but that no value follows from it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..elimination import factor, substitute
from ..forward_dynamics import ForwardDynamics
from ..status import FINE, NOT_CORRECTED
from .allowance import Allowance
from .integrator import Integrator, StepState

CYCLES: Final = 8
WIDE: Final = 3  # stages
ROOT: Final = 6.0**0.5
NODES: Final = ((4.0 - ROOT) / 10.0, (4.0 + ROOT) / 10.0, 1.0)
WEIGHTS: Final = (
    (88.0 - 7.0 * ROOT) / 360.0, (296.0 - 169.0 * ROOT) / 1800.0, (-2.0 + 3.0 * ROOT) / 225.0,
    (296.0 + 169.0 * ROOT) / 1800.0, (88.0 + 7.0 * ROOT) / 360.0, (-2.0 - 3.0 * ROOT) / 225.0,
    (16.0 - ROOT) / 36.0, (16.0 + ROOT) / 36.0, 1.0 / 9.0,
)  # fmt: skip
MU: Final = 3.0 + 3.0 ** (2.0 / 3.0) - 3.0 ** (1.0 / 3.0)  # the real eigenvalue of A⁻¹
ERROR: Final = ((-13.0 - 7.0 * ROOT) / 3.0, (-13.0 + 7.0 * ROOT) / 3.0, -1.0 / 3.0)
DIFFERENCE: Final = 1e-7


class Radau(Integrator):
    __slots__ = (
        "A", "AA", "a", "before", "c", "error_matrix", "error_order", "has_slopes", "latest", "matrix", "order_",
        "rates", "right", "slopes", "solution", "speeds",
    )  # fmt: skip

    def __init__(self, equation: ForwardDynamics, state: StepState, allowance: Allowance) -> None:
        super().__init__(equation, state, allowance)
        rates = int(state.n - 1 - equation.n)  # accelerations, and rates of states
        wide = WIDE * rates
        self.rates: i64 = rates
        self.last = 3 * state.n
        self.order = 4.0
        self.c: vec[float] = vec[float](list(NODES))
        self.A: vec[float] = vec[float](list(WEIGHTS))
        self.AA: vec[float] = vec[float](
            [sum([WEIGHTS[3 * i + k] * WEIGHTS[3 * k + j] for k in range(3)]) for i in range(3) for j in range(3)]
        )
        self.a: vec[float] = vec[float]([0.0] * wide)  # accelerations of the stages
        self.latest: vec[float] = vec[float]([0.0] * wide)  # and of the step before
        self.before: float = 0.0
        self.has_slopes: bool = False  # ∂ε̈/∂ε and ∂ε̈/∂ε̇ are known, if not quite here
        self.slopes: vec[float] = vec[float]([0.0] * (rates * rates))
        self.speeds: vec[float] = vec[float]([0.0] * (rates * rates))
        self.matrix: vec[float] = vec[float]([0.0] * (wide * wide))
        self.order_: vec[i64] = vec[i64]([0] * wide)
        self.error_matrix: vec[float] = vec[float]([0.0] * (rates * rates))
        self.error_order: vec[i64] = vec[i64]([0] * rates)
        self.right: vec[float] = vec[float]([0.0] * wide)
        self.solution: vec[float] = vec[float]([0.0] * wide)

    def step(self, t: float, h: float) -> int:
        status = NOT_CORRECTED
        if self.has_slopes and self.factor(h):
            self.predict(h)
            status = self.collocate(t, h)
        if status == NOT_CORRECTED:
            status = self.differentiate(t)
            if status != FINE:
                return status
            if not self.factor(h):
                return NOT_CORRECTED
            self.predict(h)
            status = self.collocate(t, h)
        if status != FINE:
            return status
        state = self.state
        last = self.n - 1
        self.integrate(2, h, state.y1)
        state.y1[last] = state.y[last]
        for j in range(WIDE):
            state.y1[last] += h * self.A[6 + j] * state.K[(1 + j) * self.n + last]
        status = self.finish(t, h)
        if status == FINE:
            self.error = self.estimate(h)
        return status

    def integrate(self, s: i64, h: float, out: vec[float]) -> None:
        """Values, velocities and states of a stage."""
        free = self.free
        for i in range(free):
            out[i] = self.value(i, s, h)
        for i in range(self.rates):
            out[free + i] = self.velocity(i, s, h)

    def value(self, i: i64, s: i64, h: float) -> float:
        """Free parameter i in stage s."""
        free = self.free
        e = self.state.y[i] + h * self.c[s] * self.state.y[free + i]
        for j in range(WIDE):
            e += h * h * self.AA[3 * s + j] * self.a[j * self.rates + i]
        return e

    def velocity(self, i: i64, s: i64, h: float) -> float:
        """The same of a velocity or state."""
        free = self.free
        v = self.state.y[free + i]
        for j in range(WIDE):
            v += h * self.A[3 * s + j] * self.a[j * self.rates + i]
        return v

    def predict(self, h: float) -> None:
        """Accelerations of the stages, extrapolated from the last step or as at the start."""
        rates = self.rates
        for i in range(rates):
            for s in range(WIDE):
                guess = self.state.K[self.free + i]
                if self.before > 0.0:
                    guess = self.through(self.latest, i, rates, 1.0 + self.c[s] * h / self.before)
                self.a[s * rates + i] = guess

    def through(self, values: vec[float], first: i64, apart: i64, u: float) -> float:
        """The parabola through the values of three stages, `apart` from each other, at the part u of their step."""
        total = 0.0
        for s in range(WIDE):
            weight = 1.0
            for m in range(WIDE):
                if m != s:
                    weight *= (u - self.c[m]) / (self.c[s] - self.c[m])
            total += weight * values[first + s * apart]
        return total

    def collocate(self, t: float, h: float) -> int:
        """Newton for the accelerations of the stages; their derivatives in K from place 1."""
        state = self.state
        n = self.n
        free = self.free
        rates = self.rates
        wide = WIDE * rates
        before = -1.0
        for cycle in range(CYCLES):
            for s in range(WIDE):
                self.integrate(s, h, state.trial)
                state.trial[n - 1] = state.y[n - 1]
                status = self.evaluate(1 + s, t + self.c[s] * h, state.trial, self.c[s] * h)
                if status != FINE:
                    return status
                if self.equation.alone and s < 2:
                    self.equation.mech.keep(1 + s)
                for i in range(rates):
                    self.right[s * rates + i] = state.K[(1 + s) * n + free + i] - self.a[s * rates + i]
            substitute(self.matrix, wide, self.order_, self.right, self.solution)
            size = 0.0
            for i in range(rates):
                unit = self.allowed(free + i, state.y[free + i], state.y[free + i])
                for s in range(WIDE):
                    correction = self.solution[s * rates + i]
                    self.a[s * rates + i] += correction
                    change = abs(h * correction) / unit
                    if not change <= size:
                        size = change
            if not size < 1e300:
                return NOT_CORRECTED
            if size < 1e-2 or (before > 0.0 and size * size / before < 1e-3 and size < before):
                self.has_slopes = cycle < 4
                return FINE
            if before > 0.0 and size > 0.9 * before:
                break
            before = size
        return NOT_CORRECTED

    def differentiate(self, t: float) -> int:
        """∂ε̈/∂ε and ∂ε̈/∂ε̇ by differences, of and to states too."""
        state = self.state
        n = self.n
        free = self.free
        rates = self.rates
        for j in range(free + rates):
            for i in range(n):
                state.trial[i] = state.y[i]
            largest = abs(state.y[j])
            least = self.allowance.unit(j) * (1.0 if j >= free else 1e-2)
            change = DIFFERENCE * (largest if largest > least else least)
            state.trial[j] += change
            status = self.equation.rate(t, state.trial, self.dy)
            if status != FINE:
                return status
            for i in range(rates):
                slope = (self.dy[free + i] - state.K[free + i]) / change
                if j < free:
                    self.slopes[i * rates + j] = slope
                else:
                    self.speeds[i * rates + j - free] = slope
        return FINE

    def factor(self, h: float) -> bool:
        """I − h·A⊗∂ε̈/∂ε̇ − h²·A²⊗∂ε̈/∂ε, and the system of the error."""
        rates = self.rates
        wide = WIDE * rates
        for i in range(rates):
            for j in range(rates):
                e = self.slopes[i * rates + j]
                v = self.speeds[i * rates + j]
                same = 1.0 if i == j else 0.0
                for s in range(WIDE):
                    for m in range(WIDE):
                        unit = same if s == m else 0.0
                        entry = unit - h * self.A[3 * s + m] * v - h * h * self.AA[3 * s + m] * e
                        self.matrix[(s * rates + i) * wide + m * rates + j] = entry
                self.error_matrix[i * rates + j] = MU / h * same - v - h / MU * e
        _, smallest = factor(self.matrix, wide, self.order_)
        _, other = factor(self.error_matrix, rates, self.error_order)
        return smallest > 0.0 and other > 0.0

    def estimate(self, h: float) -> float:
        """(μ/h − J)⁻¹(f + Σ Eᵢ Zᵢ/h), J that of y, eliminated to the velocities."""
        state = self.state
        free = self.free
        rates = self.rates
        for i in range(free):
            left = state.y[free + i]
            for s in range(WIDE):
                left += ERROR[s] * (self.value(i, s, h) - state.y[i]) / h
            state.trial[i] = left
        for i in range(rates):
            right = state.K[free + i]
            for s in range(WIDE):
                right += ERROR[s] * (self.velocity(i, s, h) - state.y[free + i]) / h
            for j in range(free):
                right += h / MU * self.slopes[i * rates + j] * state.trial[j]
            self.right[i] = right
        substitute(self.error_matrix, rates, self.error_order, self.right, self.solution)
        worst = 0.0
        for i in range(rates):
            velocity = self.solution[i]
            part = abs(velocity) / self.allowed(free + i, state.y[free + i], state.y1[free + i])
            if not part <= worst:
                worst = part
            if i >= free:
                continue
            place = (state.trial[i] + velocity) * h / MU
            part = abs(place) / self.allowed(i, state.y[i], state.y1[i])
            if not part <= worst:
                worst = part
        return worst

    def remember(self, h: float) -> None:
        self.before = h
        for i in range(WIDE * self.rates):
            self.latest[i] = self.a[i]

    def forget(self) -> None:
        self.before = 0.0
        self.has_slopes = False

    def row(self, h: float, u: float, out: vec[float]) -> None:
        """The stages' parabola of acceleration, integrated exactly (Simpson)."""
        state = self.state
        free = self.free
        d = u * h
        for i in range(self.rates):
            a0 = self.through(self.a, i, self.rates, 0.0)
            a1 = self.through(self.a, i, self.rates, 0.5 * u)
            a2 = self.through(self.a, i, self.rates, u)
            out[free + i] = state.y[free + i] + d / 6.0 * (a0 + 4.0 * a1 + a2)
            if i < free:
                out[i] = state.y[i] + d * (state.y[free + i] + d / 6.0 * (a0 + 2.0 * a1))
        last = self.n - 1
        work = self.power(0.0) + 4.0 * self.power(0.5 * u) + self.power(u)
        out[last] = state.y[last] + d / 6.0 * work

    def power(self, u: float) -> float:
        """The cubic through the powers at the start and of the stages, at the part u of the step."""
        n = self.n
        K = self.state.K
        at_start = K[n - 1] - self.through(K, 2 * n - 1, n, 0.0)
        for s in range(WIDE):
            at_start *= (self.c[s] - u) / self.c[s]
        return self.through(K, 2 * n - 1, n, u) + at_start
