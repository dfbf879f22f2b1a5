"""Path problems: curves that are to meet points, with or without timing.

Names that enter the curve linearly are solved for inside, together with the places of the points on the curve; the
search goes over the other names only (variable projection).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.study import Path
from ..studies.curve import Stencil
from ..studies.figures import Histories
from ..studies.places import nearest_places, places_of_changes
from .affine import affine_names, stacked
from .bench import Bench, Motion
from .descent import Ended, State, descend
from .limits import limits_of
from .points import Family, Fitted, at_places, directions, distance, guessed, refit

Floats = NDArray[Any]


class Start(NamedTuple):
    x: Floats
    places: Floats
    sum: float
    missed: float = 0.0


class PathSearch:
    """One goal, the distance of points from the curve of two buffers."""

    def __init__(self, bench: Bench, path: Path, around: Floats) -> None:
        """`around` is a variant that moves: there the linear names and the periodic ones are found."""
        self.bench, self.problem = bench, bench.problem
        self.buffers = (path.x, path.y)
        targets = np.array(path.targets)
        self.points, self.changes = targets[:, -2:], targets[:, 0] if path.is_timed else None
        problem = self.problem
        self.inner = affine_names(bench, around, self.buffers)
        self.outer = [at for at in range(len(problem.names)) if at not in self.inner]
        periodic = _periodic(bench, around, self.buffers, self.outer)
        wide = np.array([1e3 * span if at in periodic else 0.0 for at, span in enumerate(problem.span)])
        self.low, self.high = problem.low - wide, problem.high + wide
        self.periodic = periodic

    # ---- one shape of the curve

    def family(self, moved: Motion, x: Floats) -> Family:
        """Curves of all values of the linear names."""
        inner, problem, motion = self.inner, self.problem, moved.histories
        here = stacked(motion, self.buffers)
        c = np.zeros((len(inner), 2, here.shape[1]))
        if inner:
            by = self.bench.slopes(moved, inner).histories.buffers_by
            assert by is not None
            c = np.stack([by[number] for number in self.buffers], axis=1)
            if not np.all(np.isfinite(c)):
                raise np.linalg.LinAlgError("a derivative is not a number")
        c0 = here - np.tensordot(x[inner], c, 1) if inner else here
        return Family(c0, c, problem.low[inner], problem.high[inner], motion.ends)

    def timed_places(self, motion: Histories) -> Floats | None:
        assert self.changes is not None
        places = places_of_changes(motion.input, self.changes, motion.ends)
        return places if np.all(np.isfinite(places)) else None

    def screen(self, x: Floats) -> Start | None:
        """The best linear names for a shape, from nothing."""
        motion = self.bench.motion(x)
        if isinstance(motion, str):
            return None
        family = self.family(motion, x)
        if self.changes is not None:
            places = self.timed_places(motion.histories)
            if places is None:
                return None
            best = at_places(family, self.points, places)
        else:
            best = min((refit(family, self.points, one, 3) for one in guessed(family, self.points, 2)),
                       key=lambda one: one.sum)  # fmt: skip
        return self._start(self._with(x, best.a), best)

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

    def refine(self, start: Start, most: int = 60) -> Ended | None:
        state = self._look(start.x, None, start.places)
        if state is None:
            return None
        ended = descend(self._look, self.slope, state, self.low, self.high, most)
        for _ in range(3):
            again = self._sought_anew(ended.state)
            if again is None:
                break
            more = descend(self._look, self.slope, again, self.low, self.high, most)
            ended = Ended(more.state, ended.steps + more.steps, ended.sums + more.sums)
        return ended

    def _sought_anew(self, state: State) -> State | None:
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

    def _look(self, x: Floats, before: State | None, places: Floats | None = None) -> State | None:
        x = self.wrapped(x)
        motion = self.bench.motion(x)
        if isinstance(motion, str):
            return None
        family = self.family(motion, x)
        if self.changes is not None:
            places = self.timed_places(motion.histories)
            if places is None:
                return None
            best = at_places(family, self.points, places)
        else:
            if places is None:
                assert before is not None
                places = before.note[2]
            best = refit(family, self.points, Fitted(x[self.inner], places, np.inf))
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
        return State(x, r, g, len(motion.turning), note=(motion, curve, best.places))

    def slope(self, state: State) -> State:
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
        return state._replace(J=J.reshape(len(J), -1).T, G=G)


def _is_foot(away: Floats, tangent: Floats) -> Floats:
    """1 where a place is the foot of its point, so that it moves along the curve without any effect; else 0."""
    along = np.abs(np.sum(away * tangent, axis=0))
    return (along <= 1e-5 * np.linalg.norm(away, axis=0) + 1e-12).astype(float)


def _periodic(bench: Bench, x: Floats, buffers: Sequence[int], names: Sequence[int]) -> list[int]:
    """Names whose lowest and highest value are one and the same variant."""
    problem, found = bench.problem, []
    for at in names:
        low, high = x.copy(), x.copy()
        low[at], high[at] = problem.low[at], problem.high[at]
        a, b = bench.motion(low), bench.motion(high)
        if isinstance(a, str) or isinstance(b, str):
            continue
        one, other = stacked(a.histories, buffers), stacked(b.histories, buffers)
        if problem.span[at] and np.max(np.abs(one - other)) <= 1e-9 * np.max(np.abs(one)):
            found.append(at)
    return found
