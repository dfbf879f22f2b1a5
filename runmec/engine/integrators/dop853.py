"""DOP853: explicit Runge–Kutta of order 8 with error control and interpolation of order 7."""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..forward_dynamics import ForwardDynamics
from ..status import FINE
from .allowance import Allowance
from .dop853_coefficients import DENSE, ERROR_3, ERROR_5, NODES
from .dop853_coefficients import STAGES as TERMS
from .integrator import END, STAGES, Integrator, StepState

AT_THE_END: Final = 11  # the stage that lies where the step ends


class Terms:
    """Σ weight·K[stage]."""

    __slots__ = ("count", "places", "weights")

    def __init__(self, terms: list[tuple[int, float]], n: int) -> None:
        self.places: vec[i64] = vec[i64]([stage * n for stage, _ in terms])
        self.weights: vec[float] = vec[float]([weight for _, weight in terms])
        self.count: i64 = len(terms)

    def of(self, K: vec[float], i: i64) -> float:
        total = 0.0
        for k in range(self.count):
            total += self.weights[k] * K[self.places[k] + i]
        return total


class Dop853(Integrator):
    __slots__ = ("dense", "fifth", "interpolation", "nodes", "stages", "third")

    def __init__(self, equation: ForwardDynamics, state: StepState, allowance: Allowance) -> None:
        super().__init__(equation, state, allowance)
        n = int(state.n)
        self.order = 8.0
        self.most = 2.5
        self.lengthen = 1.15
        self.nodes: list[float] = list(NODES)
        self.stages: list[Terms] = [Terms(list(terms), n) for terms in TERMS]
        self.fifth: Terms = Terms(list(ERROR_5), n)
        self.third: Terms = Terms(list(ERROR_3), n)
        self.interpolation: list[Terms] = [Terms(list(terms), n) for terms in DENSE]
        self.dense: vec[float] = vec[float]([0.0] * (7 * n))

    def stage(self, s: int, t: float, h: float, out: vec[float]) -> int:
        terms = self.stages[s]
        state = self.state
        for i in range(self.n):
            out[i] = state.y[i] + h * terms.of(state.K, i)
        if s == END:
            return self.finish(t, h)
        part = self.nodes[s] * h
        return self.evaluate(s, t + part, out, part)

    def step(self, t: float, h: float) -> int:
        mech = self.equation.mech
        for s in range(1, END + 1):
            status = self.stage(s, t, h, self.state.y1)
            if status != FINE:
                return status
            if self.equation.alone and s < AT_THE_END:
                mech.keep(2 if s % 2 == 0 else 1)
        self.error = self.estimate(h)
        return FINE

    def estimate(self, h: float) -> float:
        state = self.state
        fifth = 0.0
        third = 0.0
        for i in range(self.n - 1):
            unit = self.allowed(i, state.y[i], state.y1[i])
            e5 = abs(self.fifth.of(state.K, i)) / unit
            e3 = abs(self.third.of(state.K, i)) / unit
            if not e5 <= fifth:
                fifth = e5
            if not e3 <= third:
                third = e3
        if fifth == 0.0:
            return 0.0
        ratio = third / fifth
        return h * fifth / sqrt(1.0 + 0.01 * ratio * ratio)

    def prepare_rows(self, t: float, h: float) -> int:
        """Three stages more, whose positions may be refused like any other."""
        state = self.state
        for s in range(END + 1, STAGES):
            status = self.stage(s, t, h, state.trial)
            if status != FINE:
                return status
        n = self.n
        K = state.K
        for i in range(n):
            whole = state.y1[i] - state.y[i]
            self.dense[i] = whole
            self.dense[n + i] = h * K[i] - whole
            self.dense[2 * n + i] = 2.0 * whole - h * (K[END * n + i] + K[i])
            for m in range(4):
                self.dense[(3 + m) * n + i] = h * self.interpolation[m].of(K, i)
        return FINE

    def row(self, h: float, u: float, out: vec[float]) -> None:
        n = self.n
        for i in range(n):
            total = 0.0
            for m in range(6, -1, -1):
                total = (total + self.dense[m * n + i]) * (u if m % 2 == 0 else 1.0 - u)
            out[i] = self.state.y[i] + total
