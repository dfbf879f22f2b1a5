"""Heun's method as in 8.5.4: predict, correct until nothing changes, halve the step where that takes long."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..forward_dynamics import ForwardDynamics
from ..status import FINE, NOT_CORRECTED
from .allowance import Allowance
from .integrator import END, Integrator, StepState

CYCLES: Final = 10


class Heun(Integrator):
    __slots__ = ("before", "earlier", "rates")

    def __init__(self, equation: ForwardDynamics, state: StepState, allowance: Allowance) -> None:
        super().__init__(equation, state, allowance)
        self.at_rows = True
        self.before: float = 0.0  # length of the step before, and the accelerations at its start
        self.rates: i64 = state.n - 1 - equation.n  # velocities and states
        self.earlier: vec[float] = vec[float]([0.0] * int(self.rates))

    def step(self, t: float, h: float) -> int:
        y = self.state.y
        y1 = self.state.y1
        K = self.state.K
        n = self.n
        free = self.free
        mech = self.equation.mech
        for i in range(free):  # (8.30)
            a = K[free + i]
            y1[free + i] = y[free + i] + h * a
            y1[i] = y[i] + h * (y[free + i] + 0.5 * h * a)
        for i in range(2 * free, n - 1):
            y1[i] = y[i] + h * K[i]
        y1[n - 1] = y[n - 1]
        for _ in range(CYCLES):
            status = self.evaluate(END, t + h, y1, h)
            if status != FINE:
                return status
            if self.equation.alone:
                mech.keep(2 if mech.known > 1 else 1)
            change = 0.0
            for i in range(free):  # (8.32)
                v = y[free + i] + 0.5 * h * (K[free + i] + K[END * n + free + i])
                e = y[i] + 0.5 * h * (y[free + i] + v)
                part = abs(v - y1[free + i]) / self.allowed(free + i, v, v)
                if not part <= change:
                    change = part
                part = abs(e - y1[i]) / self.allowed(i, e, e)
                if not part <= change:
                    change = part
                y1[free + i] = v
                y1[i] = e
            for i in range(2 * free, n - 1):
                z = y[i] + 0.5 * h * (K[i] + K[END * n + i])
                part = abs(z - y1[i]) / self.allowed(i, z, z)
                if not part <= change:
                    change = part
                y1[i] = z
            if change < 0.1:
                break
        else:
            return NOT_CORRECTED
        status = self.finish(t, h)
        if status != FINE:
            return status
        y1[n - 1] = y[n - 1] + 0.5 * h * (K[n - 1] + K[END * n + n - 1])
        self.error = self.estimate(h)
        return FINE

    def estimate(self, h: float) -> float:
        """h³/12 of the third derivatives, from the accelerations of the last three positions.

        Where there is none before the start, from the first differences: too large.
        """
        y = self.state.y
        y1 = self.state.y1
        K = self.state.K
        free = self.free
        end = END * self.n + free
        worst = 0.0
        for i in range(self.rates):
            slope = (K[end + i] - K[free + i]) / h
            if self.before > 0.0:
                earlier = (K[free + i] - self.earlier[i]) / self.before
                bend = 2.0 * (slope - earlier) / (h + self.before)
                velocity = abs(bend) * h * h * h / 12.0
            else:
                velocity = abs(slope) * h * h / 4.0
            part = velocity / self.allowed(free + i, y[free + i], y1[free + i])
            if not part <= worst:
                worst = part
            if i < free:
                part = abs(slope) * h * h * h / 12.0 / self.allowed(i, y[i], y1[i])
                if not part <= worst:
                    worst = part
        return worst

    def row(self, h: float, u: float, out: vec[float]) -> None:
        """Only the end of a step is a row."""
        for i in range(self.n):
            out[i] = self.state.y1[i]

    def remember(self, h: float) -> None:
        self.before = h
        for i in range(self.rates):
            self.earlier[i] = self.state.K[self.free + i]

    def forget(self) -> None:
        self.before = 0.0
