"""Any single goal with limits: sequential quadratic programming from several starts.

A variant that cannot be tried makes the box around the last good one smaller; the search goes on from there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .descent import DescentState, Ended
from .limits import limits_of
from .objective import Motion, Objective
from .pieces import MOST as _PIECES
from .pieces import pieces
from .start import Start

Floats = NDArray[Any]
_BOXES = 12
_GONE = -1e6  # what a piece that is not there is below the largest


class _NoMotion(Exception):
    def __init__(self, x: Floats) -> None:
        super().__init__()
        self.x = x


class GeneralSearch:
    def __init__(self, bench: Objective) -> None:
        self.bench, self.problem = bench, bench.problem
        self.outer = list(range(len(self.problem.names)))
        self.inner: list[int] = []
        self._last: tuple[bytes, tuple[list[Any], Motion, list[Any]]] | None = None

    def screen(self, x: Floats) -> Start | None:
        trial = self.bench.trial(x)
        if trial.motion is None or not np.isfinite(self.problem.goal(trial.figures)):
            return None
        missed = self.problem.violation(trial.figures)
        if not np.isfinite(missed):
            return None
        return Start(x, np.zeros(0), self.problem.goal(trial.figures), missed)

    def figure(self, total: float) -> float:
        return total

    def wrapped(self, x: Floats) -> Floats:
        return x

    def refine(self, start: Start, most: int) -> tuple[Start, Ended] | None:
        """SLSQP in units of the ranges, with the level of all pieces as one more unknown where there are pieces."""
        from scipy.optimize import minimize

        problem = self.problem
        span = np.where(problem.span > 0, problem.span, 1.0)
        best, best_rank = start.x, self._rank(start.sum, start.missed)
        sums = [start.sum]
        reach, steps = 0.25, 0
        for _ in range(_BOXES):
            low, high = np.maximum(problem.low, best - reach * span), np.minimum(problem.high, best + reach * span)
            try:
                duals, _, some = self._asked(best)
            except _NoMotion:
                return None
            scale = max(abs(duals[problem.aims[0].figure].value), 1e-12)
            model = _Model(self, span, scale, bool(some))
            begin = (best - problem.low) / span
            bounds = list(zip((low - problem.low) / span, (high - problem.low) / span, strict=True))
            if some:
                begin = np.append(begin, some[0].value / scale)
                bounds.append((-np.inf, np.inf))
            before = best_rank
            failed: Floats | None = None
            try:
                found = minimize(  # type: ignore[call-overload]  # its stubs know no list of limits
                    model.goal,
                    begin,
                    jac=model.goal_by,
                    bounds=bounds,
                    method="SLSQP",
                    constraints=model.constraints(),
                    options={"maxiter": most, "ftol": 1e-13},
                )
                steps += int(found.nit)
            except _NoMotion as stop:
                failed = stop.x
            for x, value, missed in model.seen:
                if self._rank(value, missed) < best_rank:
                    best, best_rank = x, self._rank(value, missed)
                    sums.append(value)
            if failed is not None:
                reach = max(0.3 * float(np.max(np.abs(failed - best) / span)), 1e-9)
                if reach <= 1e-9:
                    break
                continue
            at_wall = np.any((np.abs(best - low) < 1e-9 * span) & (low > problem.low)) or np.any(
                (np.abs(best - high) < 1e-9 * span) & (high < problem.high)
            )
            if not at_wall and not best_rank < (before[0], before[1] - 1e-9 * max(abs(before[1]), 1e-300)):
                break
            reach = min(1.0, 2.0 * reach) if at_wall else reach
        ended = Ended(DescentState(best, np.zeros(0), np.zeros(0)), steps, sums)
        return Start(best, np.zeros(0), best_rank[1], best_rank[0]), ended

    def _rank(self, value: float, missed: float) -> tuple[float, float]:
        return (0.0 if missed <= 1e-7 else missed, value)

    def _asked(self, x: Floats) -> tuple[list[Any], Motion, list[Any]]:
        """Figures with derivatives, the motion, and pieces of the goal; of the last variant they are remembered."""
        key = x.tobytes()
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        problem = self.problem
        motion = self.bench.motion(x)
        if isinstance(motion, str):
            raise _NoMotion(x)
        motion = self.bench.slopes(motion)
        duals = self.bench.duals(motion)
        aim = problem.aims[0]
        if not np.isfinite(duals[aim.figure].value) or np.isnan(problem.violation(np.array([d.value for d in duals]))):
            raise _NoMotion(x)
        figure = problem.deck.figures[aim.figure]
        some = pieces(figure, motion.histories, self.bench.defined(motion), aim.sign)
        if some and abs(float(some[0].value) - aim.sign * duals[aim.figure].value) > 1e-9 * abs(some[0].value):
            some = []
        self._last = key, (duals, motion, some)
        return self._last[1]


class _Model:
    """What SLSQP asks, in units of the ranges and of the goal at the start."""

    def __init__(self, search: GeneralSearch, span: Floats, scale: float, has_pieces: bool) -> None:
        self.search, self.span, self.scale, self.has_pieces = search, span, scale, has_pieces
        self.problem = search.problem
        self.seen: list[tuple[Floats, float, float]] = []

    def _x(self, s: Floats) -> Floats:
        problem = self.problem
        x = problem.low + s[: len(self.span)] * self.span
        return np.asarray(np.clip(x, problem.low, problem.high))

    def _asked(self, s: Floats) -> tuple[list[Any], Motion, list[Any]]:
        x = self._x(s)
        found = self.search._asked(x)
        if not self.seen or not np.array_equal(self.seen[-1][0], x):
            figures = np.array([float(dual.value) for dual in found[0]])
            self.seen.append((x, self.problem.goal(figures), self.problem.violation(figures)))
        return found

    def goal(self, s: Floats) -> float:
        if self.has_pieces:
            self._asked(s)
            return float(s[-1])
        aim = self.problem.aims[0]
        return aim.sign * float(self._asked(s)[0][aim.figure].value) / self.scale

    def goal_by(self, s: Floats) -> Floats:
        if self.has_pieces:
            return np.eye(len(s))[-1]
        aim = self.problem.aims[0]
        return aim.sign * self._asked(s)[0][aim.figure].by * self.span / self.scale

    def constraints(self) -> list[dict[str, Any]]:
        return [{"type": "ineq", "fun": self.held, "jac": self.held_by}]

    def held(self, s: Floats) -> Floats:
        duals, motion, some = self._asked(s)
        parts = [limits_of(self.problem, np.array([dual.value for dual in duals])), motion.turning]
        if self.has_pieces:
            values = np.full(_PIECES, _GONE)
            values[: len(some)] = [piece.value / self.scale for piece in some]
            parts.append(s[-1] - values)
        return np.concatenate(parts)

    def held_by(self, s: Floats) -> Floats:
        duals, motion, some = self._asked(s)
        wide = len(self.span)
        by = limits_of(self.problem, np.stack([dual.by for dual in duals]), derived=True).reshape(-1, wide)
        parts = [by * self.span, motion.turning_by.reshape(-1, wide) * self.span]
        if self.has_pieces:
            rows = np.zeros((_PIECES, wide))
            for k, piece in enumerate(some):
                rows[k] = -piece.by * self.span / self.scale
            parts.append(rows)
            found = np.vstack(parts)
            level = np.concatenate([np.zeros(len(found) - _PIECES), np.ones(_PIECES)])
            return np.hstack([found, level[:, None]])
        return np.vstack(parts)
