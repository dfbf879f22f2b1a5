"""Goals that are a sum of squares: Gauss and Newton's steps, with the names that enter linearly solved for inside."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .affine import affine_names, not_limited
from .descent import DescentState, Ended, descend
from .limits import limits_of
from .objective import Motion, Objective
from .points import bounded_squares
from .start import Start
from .stretch import Stretch
from .sum_of_squares import SumOfSquares

Floats = NDArray[Any]


class SquareSearch:
    """One goal, the sum of squares of parts that are known."""

    def __init__(self, bench: Objective, form: SumOfSquares, around: Floats) -> None:
        """`around` is a variant that moves: there the linear names are found."""
        self.bench, self.problem, self.form = bench, bench.problem, form
        self.inner = not_limited(bench, around, affine_names(self.problem, around, self._parts_at))
        self.outer = [at for at in range(len(self.problem.names)) if at not in self.inner]
        self.stretch = Stretch(self.problem.low, self.problem.high, np.full(len(self.problem.names), True))

    def figure(self, total: float) -> float:
        return self.form.figure(total)

    def wrapped(self, x: Floats) -> Floats:
        return x

    def screen(self, x: Floats) -> Start | None:
        state = self._look(self.stretch.stretched(x), None)
        if state is None:
            return None
        missed = float(np.max(-state.g[: len(state.g) - state.walls], initial=0.0))
        return Start(self.stretch.names(state.x), np.zeros(0), float(np.sum(state.r**2)), missed)

    def refine(self, start: Start, most: int) -> tuple[Start, Ended] | None:
        state = self._look(self.stretch.stretched(start.x), None)
        if state is None:
            return None
        ended = descend(self._look, self.slope, state, self.stretch.low, self.stretch.high, self.stretch.span, most)
        x = self.stretch.names(ended.state.x)
        return Start(x, np.zeros(0), ended.sums[-1]), ended

    def _parts_at(self, x: Floats) -> Floats | None:
        motion = self.bench.motion(x)
        return None if isinstance(motion, str) else self._parts(motion)

    def _parts(self, motion: Motion) -> Floats:
        return np.asarray(self.form.residuals(motion.histories, self.bench.defined(motion)).value)

    def _look(self, s: Floats, before: DescentState | None) -> DescentState | None:
        """At names as the descent moves them; the linear ones are then the best ones within their bounds."""
        x = self.stretch.names(s)
        motion = self.bench.motion(x)
        if isinstance(motion, str):
            return None
        if self.inner:
            x = self._with_best(x, motion)
            motion = self.bench.motion(x)
            if isinstance(motion, str):
                return None
        r = self._parts(motion)
        g = limits_of(self.problem, np.array([float(dual.value) for dual in self.bench.duals(motion)]))
        if not np.all(np.isfinite(r)) or not np.all(np.isfinite(g)):
            return None
        return DescentState(
            self.stretch.stretched(x), r, np.concatenate([g, motion.turning]), len(motion.turning), note=motion
        )

    def _with_best(self, x: Floats, motion: Motion) -> Floats:
        inner, problem = self.inner, self.problem
        slopes = self.bench.slopes(motion, inner)
        found = self.form.residuals(slopes.histories, self.bench.defined(slopes, inner))
        if not np.all(np.isfinite(found.by)):
            raise np.linalg.LinAlgError("a derivative is not a number")
        moved = x.copy()
        wanted = -found.value + x[inner] @ found.by
        moved[inner] = bounded_squares(found.by.T, wanted, problem.low[inner], problem.high[inner])
        return moved

    def slope(self, state: DescentState) -> DescentState:
        slopes = self.bench.slopes(state.note)
        J = self.form.residuals(slopes.histories, self.bench.defined(slopes)).by.T
        G = slopes.turning_by
        if self.problem.limits:
            figures = np.stack([dual.by for dual in self.bench.duals(slopes)])
            G = np.vstack([limits_of(self.problem, figures, derived=True), G])
        if not np.all(np.isfinite(J)) or not np.all(np.isfinite(G)):
            raise np.linalg.LinAlgError("a derivative is not a number")
        per = self.stretch.slopes(self.stretch.names(state.x))
        return state._replace(J=J * per, G=G * per)
