"""What all integrators share: the state, the derivatives of its stages, the error that is allowed."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..forward_dynamics import ForwardDynamics
from ..status import FINE
from .allowance import Allowance

END: Final = 12  # place of the derivatives at the end of a step among the stages
STAGES: Final = 16
EPSILON: Final = 2.2e-16


class StepState:
    """y at the start of a step, y1 at its end, K the derivatives of its stages."""

    __slots__ = ("K", "n", "spare", "trial", "y", "y1")

    def __init__(self, n: int) -> None:
        self.n: i64 = n
        self.y: vec[float] = vec[float]([0.0] * n)
        self.y1: vec[float] = vec[float]([0.0] * n)
        self.trial: vec[float] = vec[float]([0.0] * n)
        self.spare: vec[float] = vec[float]([0.0] * n)
        self.K: vec[float] = vec[float]([0.0] * (STAGES * n))

    def advance(self) -> None:
        """The end of a step becomes the start of the next."""
        n = self.n
        for i in range(n):
            self.y[i] = self.y1[i]
            self.K[i] = self.K[END * n + i]


class Integrator:
    """One step from y at t to y1 at t + h; the error in units of the tolerance."""

    __slots__ = (
        "allowance", "at_rows", "dy", "equation", "error", "free", "last", "lengthen", "most", "n", "order", "state",
    )  # fmt: skip

    def __init__(self, equation: ForwardDynamics, state: StepState, allowance: Allowance) -> None:
        self.equation: ForwardDynamics = equation
        self.state: StepState = state
        self.allowance: Allowance = allowance
        self.n: i64 = state.n
        self.free: i64 = equation.n
        self.last: i64 = END * state.n  # where the derivatives at the end of a step stand among those of stages
        self.error: float = 0.0
        self.order: float = 3.0  # of the error of one step
        self.most: float = 2.0  # how much longer the next step may be
        self.lengthen: float = 1.35  # how longer steps are tried beside a singular position
        self.at_rows: bool = False  # steps end at rows
        self.dy: vec[float] = vec[float]([0.0] * int(state.n))

    def evaluate(self, stage: int, t: float, y: vec[float], since: float) -> int:
        """Derivatives of a stage; pieces that were left are noted."""
        status = self.equation.rate(t, y, self.dy)
        if status != FINE:
            return status
        at = stage * self.n
        for i in range(self.n):
            self.state.K[at + i] = self.dy[i]
        if self.equation.pieces.switches:
            self.equation.pieces.watch(since)
        return FINE

    def finish(self, t: float, h: float) -> int:
        """The end of the step: its derivatives, and the position from which others are predicted."""
        status = self.evaluate(END, t + h, self.state.y1, h)
        if status == FINE:
            self.equation.mech.keep_end()
        return status

    def allowed(self, i: i64, a: float, b: float) -> float:
        """The error allowed in a value of the state that moves from a to b: never less than its rounding."""
        own = self.allowance.errors[i]
        largest = abs(a) if abs(a) > abs(b) else abs(b)
        if i >= 2 * self.free:  # a state may become larger than it was so far
            rate = abs(self.state.K[self.last + i]) * self.allowance.row_time
            own = max(own, self.allowance.tolerance * max(largest, rate))
        rounding = 10.0 * EPSILON * largest
        return own if own > rounding else rounding

    def step(self, t: float, h: float) -> int:
        raise NotImplementedError  # pragma: no cover, every method has its own

    def prepare_rows(self, t: float, h: float) -> int:
        """What `row` needs beyond the step."""
        return FINE

    def row(self, h: float, u: float, out: vec[float]) -> None:
        """y at the part u of the step."""
        raise NotImplementedError  # pragma: no cover, every method has its own

    def remember(self, h: float) -> None:
        """After an accepted step."""

    def forget(self) -> None:
        """What is known of earlier steps, where the motion has a kink."""
