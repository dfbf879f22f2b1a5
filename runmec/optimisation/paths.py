"""Path problems: curves that are to meet points, with or without timing.

Names that enter the curve linearly are solved for inside, together with the places of the points on the curve; the
search goes over the other names only (variable projection).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.study import Path
from ..studies.curve import Stencil
from ..studies.figures import Histories
from ..studies.places import nearest_places, places_of_changes
from .affine import affine_names, not_limited
from .descent import DescentState, Ended, descend
from .limits import limits_of
from .objective import Motion, Objective
from .points import Family, Fitted, at_places, directions, distance, guessed, refit
from .similar import Similar, similar_names
from .start import Start
from .stretch import Stretch

Floats = NDArray[Any]
_DIRECTIONS = 6  # of a shape that are tried


class PathSearch:
    """One goal, the distance of points from the curve of two buffers."""

    def __init__(self, bench: Objective, path: Path, around: Floats) -> None:
        """`around` is a variant that moves: there the linear names and the periodic ones are found."""
        self.bench, self.problem = bench, bench.problem
        self.buffers = (path.x, path.y)
        targets = np.array(path.targets)
        self.points, self.changes = targets[:, -2:], targets[:, 0] if path.is_timed else None
        problem = self.problem
        self.inner = not_limited(bench, around, affine_names(problem, around, self._curve_at))
        self.outer = [at for at in range(len(problem.names)) if at not in self.inner]
        self.periodic = _periodic(bench, around, self.buffers, self.outer)
        endless = np.isin(np.arange(len(problem.names)), self.periodic)
        self.stretch = Stretch(problem.low, problem.high, ~endless)
        self.similar = similar_names(self._family_at, around, problem.low, self.outer)

    def figure(self, total: float) -> float:
        return total

    # ---- one shape of the curve

    def _curve_at(self, x: Floats) -> Floats | None:
        motion = self.bench.motion(x)
        return None if isinstance(motion, str) else _curve(motion.histories, self.buffers)

    def family(self, moved: Motion, x: Floats) -> Family:
        """Curves of all values of the linear names."""
        inner, problem, motion = self.inner, self.problem, moved.histories
        here = _curve(motion, self.buffers)
        c = np.zeros((len(inner), 2, here.shape[1]))
        if inner:
            by = self.bench.slopes(moved, inner).histories.buffers_by
            assert by is not None
            c = np.stack([by[number] for number in self.buffers], axis=1)
            if not np.all(np.isfinite(c)):
                raise np.linalg.LinAlgError("a derivative is not a number")
        c0 = here - np.tensordot(x[inner], c, 1) if inner else here
        return Family(c0, c, problem.low[inner], problem.high[inner], motion.ends)

    def _family_at(self, x: Floats) -> Family | None:
        motion = self.bench.motion(x)
        try:
            return None if isinstance(motion, str) else self.family(motion, x)
        except np.linalg.LinAlgError:
            return None

    def timed_places(self, motion: Histories) -> Floats | None:
        assert self.changes is not None
        places = places_of_changes(motion.input, self.changes, motion.ends)
        return places if np.all(np.isfinite(places)) else None

    def screen(self, x: Floats) -> Start | None:
        """The best size, direction and linear names for a shape, from nothing."""
        return self._placed(self.wrapped(x), self.similar)

    def siblings(self, start: Start) -> list[Start]:
        """The same shape turned otherwise: several directions may have an optimum each."""
        turn = self.similar.turn
        if turn is None or turn not in self.periodic:
            return []
        found = []
        for part in range(1, _DIRECTIONS):
            x = start.x.copy()
            x[turn] += self.problem.span[turn] * part / _DIRECTIONS
            one = self._placed(self.wrapped(x), Similar(self.similar.lengths, None))
            found += [one] if one is not None else []
        return found

    def _placed(self, x: Floats, similar: Similar) -> Start | None:
        """A shape with its curve laid through the points, in the best way of many that are tried."""
        motion = self.bench.motion(x)
        if isinstance(motion, str):
            return None
        family = self.family(motion, x)
        free = similar.freed(family) if similar else family
        if self.changes is None:
            fits = (refit(free, self.points, one, 3) for one in guessed(free, self.points, 2))
            fit = min(fits, key=lambda one: one.sum)
        else:
            places = self.timed_places(motion.histories)
            if places is None:
                return None
            fit = at_places(free, self.points, places)
        if similar:
            x = self.wrapped(similar.moved(x, fit.a, self.stretch.names_low, self.stretch.names_high))
            found = self._family_at(x)
            if found is None:
                return None
            begin = np.clip(fit.a[len(fit.a) - len(self.inner) :], found.low, found.high)
            fit = self._fitted(found, begin, fit.places)
        return self._start(self._with(x, fit.a), fit)

    def _fitted(self, family: Family, a: Floats, places: Floats) -> Fitted:
        """The best linear names, from others with their places; timed places stay."""
        if self.changes is not None:
            return at_places(family, self.points, places)
        return refit(family, self.points, Fitted(a, places, np.inf))

    def _start(self, x: Floats, best: Fitted) -> Start:
        if not self.problem.limits:
            return Start(x, best.places, best.sum)
        trial = self.bench.trial(x)
        missed = self.problem.violation(trial.figures)
        return Start(x, best.places, best.sum, missed if np.isfinite(missed) else np.inf)

    def _with(self, x: Floats, a: Floats) -> Floats:
        moved = x.copy()
        moved[self.inner] = a
        return moved

    # ---- descent

    def refine(self, start: Start, most: int) -> tuple[Start, Ended] | None:
        """So many steps at most; places of the points are sought anew three times."""
        state = self._look(self.stretch.stretched(start.x), None, start.places)
        if state is None:
            return None
        ended = self._descended(state, most)
        for _ in range(3):
            again = self._sought_anew(ended.state) if ended.steps < most else None
            if again is None:
                break
            more = self._descended(again, most - ended.steps)
            ended = Ended(more.state, ended.steps + more.steps, ended.sums + more.sums)
        return Start(self.stretch.names(ended.state.x), ended.state.note[2], ended.sums[-1]), ended

    def _descended(self, state: DescentState, most: int) -> Ended:
        return descend(self._look, self.slope, state, self.stretch.low, self.stretch.high, self.stretch.span, most)

    def _sought_anew(self, state: DescentState) -> DescentState | None:
        """With the nearest places of all, where these are better than those that were followed."""
        if self.changes is not None:
            return None
        motion, curve, _ = state.note
        ends = motion.histories.ends
        places = nearest_places(curve[0], curve[1], self.points, ends)
        if distance(curve, self.points, places, ends) < (1.0 - 1e-6) * float(np.sum(state.r**2)):
            return self._look(state.x, None, places)
        return None

    def wrapped(self, x: Floats) -> Floats:
        """Periodic names back between their bounds."""
        problem, found = self.problem, x.copy()
        for at in self.periodic:
            found[at] = problem.low[at] + (found[at] - problem.low[at]) % problem.span[at]
        return found

    def _look(self, s: Floats, before: DescentState | None, places: Floats | None = None) -> DescentState | None:
        """At names as the descent moves them."""
        x = self.wrapped(self.stretch.names(s))
        motion = self.bench.motion(x)
        if isinstance(motion, str):
            return None
        family = self.family(motion, x)
        if self.changes is not None:
            places = self.timed_places(motion.histories)
        elif places is None and before is not None:
            places = before.note[2]
        if places is None:
            return None
        best = self._fitted(family, x[self.inner], places)
        x = self._with(x, best.a)
        curve = family.curve(best.a)
        if not np.all(np.isfinite(curve)) or not np.all(np.isfinite(best.places)):
            return None
        r = (Stencil(best.places, family.ends).value(curve) - self.points.T).ravel()
        g = np.zeros(0)
        if self.problem.limits:
            trial = self.bench.trial(x)
            if trial.motion is None:
                return None
            motion = trial.motion
            g = limits_of(self.problem, trial.figures)
            if not np.all(np.isfinite(g)):
                return None
        g = np.concatenate([g, motion.turning])
        return DescentState(self.stretch.stretched(x), r, g, len(motion.turning), note=(motion, curve, best.places))

    def slope(self, state: DescentState) -> DescentState:
        """With derivatives: of what is missed across the curve where places follow it, of all where they are timed."""
        motion, curve, places = state.note
        slopes = self.bench.slopes(motion)
        by = slopes.histories
        assert by.buffers_by is not None
        stencil = Stencil(places, by.ends)
        J = stencil.value(np.stack([by.buffers_by[number] for number in self.buffers], axis=1))  # (names, 2, points)
        if self.changes is not None:
            if by.input_by is not None and np.any(by.input_by):
                late = stencil.value(by.input_by) - by.input_by[:, :1]
                rate = stencil.slope(by.input)
                J = J - stencil.slope(curve) * (late / np.where(rate != 0, rate, 1.0))[:, None, :]
        else:
            tangent = directions(stencil.slope(curve))[1]
            tangent = tangent * _is_foot(state.r.reshape(2, -1), tangent)
            J = J - tangent * np.sum(J * tangent, axis=1)[:, None, :]
        if not np.all(np.isfinite(J)) or not np.all(np.isfinite(slopes.turning_by)):
            raise np.linalg.LinAlgError("a derivative is not a number")
        G = slopes.turning_by
        if self.problem.limits:
            figures = np.stack([dual.by for dual in self.bench.duals(slopes)])
            G = np.vstack([limits_of(self.problem, figures, derived=True), G])
        per = self.stretch.slopes(self.stretch.names(state.x))
        return state._replace(J=J.reshape(len(J), -1).T * per, G=G * per)


def _curve(motion: Histories, buffers: Sequence[int]) -> Floats:
    """(2, rows)"""
    return np.stack([motion.buffers[number] for number in buffers])


def _is_foot(away: Floats, tangent: Floats) -> Floats:
    """1 where a place is the foot of its point, so that it moves along the curve without any effect; else 0."""
    along = np.abs(np.sum(away * tangent, axis=0))
    return (along <= 1e-5 * np.linalg.norm(away, axis=0) + 1e-12).astype(float)


def _periodic(bench: Objective, x: Floats, buffers: Sequence[int], names: Sequence[int]) -> list[int]:
    """Names whose lowest and highest value are one and the same variant."""
    problem, found = bench.problem, []
    for at in names:
        low, high = x.copy(), x.copy()
        low[at], high[at] = problem.low[at], problem.high[at]
        a, b = bench.motion(low), bench.motion(high)
        if isinstance(a, str) or isinstance(b, str):
            continue
        one, other = _curve(a.histories, buffers), _curve(b.histories, buffers)
        if problem.span[at] and np.max(np.abs(one - other)) <= 1e-9 * np.max(np.abs(one)):
            found.append(at)
    return found
