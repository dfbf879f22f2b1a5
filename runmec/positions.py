"""Positions of the whole movement: nodes by `sweep`, everything between them at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .groups import Failure, make_groups
from .kinematics import TURN, Solver, deform
from .mechanism import Floats, Mechanism
from .moves import Path, path
from .sweep import ON_THE_BRANCH, SINGULAR, Node, Stopped, Swept, first_node, follow, hermite_weights

if TYPE_CHECKING:
    from .deck.model import Move
    from .simulation.simulate import Simulated, Start

ANGLE_A_STEP = 0.7  # radians; an input moves no more between nodes
LENGTH_A_STEP = 0.25  # of the size of the mechanism
LEFT_AS_IT_IS = 1e-7  # quality of a group too near to a singular position to be corrected
FAR_FROM_GUESS = 0.02  # of the size of the mechanism: a row was interpolated badly
_CORRECTIONS = 8
_NUMBERS_AT_ONCE = 1_000_000  # entries of D that are held at once
_CONVERGED = 1e-15


@dataclass(frozen=True)
class PathCourse:
    """The prescribed parameters of a move: all hold but the inputs."""

    mech: Mechanism
    path: Path
    e: Floats  # (np,) where the move begins
    until: float | None = None  # where to stop, if before the end of the move

    @property
    def end(self) -> float:
        return float(self.path.steps) if self.until is None else self.until

    def targets(self, tau: float) -> tuple[list[float], list[float], list[float]]:
        inputs, first, second = self.path.at(tau)
        held = self.e[: len(self.e) - len(inputs)].tolist()
        rest = [0.0] * len(held)
        return held + inputs, rest + first, rest + second

    def farthest(self, tau: float) -> float:
        taus, lengths = self._lengths
        here = float(np.interp(tau, taus, lengths))
        if lengths[-1] - here <= 1.2:
            return self.end
        return min(self.end, max(float(np.interp(here + 1.0, lengths, taus)), tau + 1e-3 * (taus[1] - taus[0])))

    def __post_init__(self) -> None:
        grid = np.linspace(0.0, self.path.steps, max(257, 2 * self.path.steps + 1))
        inputs, _, _ = self.path.inputs(grid)
        unit = self.mech.parameter_scale[self.mech.m, None] * _step_sizes(self.mech)[:, None]
        lengths = np.concatenate([[0.0], np.cumsum(np.sum(np.abs(np.diff(inputs)) / unit, axis=0))])
        # a little slope where the inputs rest, so that the way back from length to tau is unique
        object.__setattr__(self, "_lengths", (grid, lengths + 1e-9 * grid / grid[-1]))

    _lengths: tuple[Floats, Floats] = field(init=False, repr=False, compare=False)


def _step_sizes(mech: Mechanism) -> Floats:
    return np.where(mech.is_length[mech.m], LENGTH_A_STEP, ANGLE_A_STEP)


@dataclass(frozen=True)
class Positions:
    """All positions that were reached. Axes: quantity, position."""

    time: Floats
    x: Floats
    angles: Floats
    inputs: Floats  # what the inputs should be
    de1: Floats  # velocities and accelerations of the inputs
    de2: Floats
    forces: Floats  # values of the `force` lines that a simulation has used; NaN where the motion was given
    corrections: int  # Newton's, of all positions
    nodes: int
    passed: tuple[tuple[int, float, int], ...] = ()  # (position before, input 1, group)
    stopped: tuple[int, Stopped, Floats] | None = None  # (move, where, inputs there)
    simulated: tuple[SimulatedMove, ...] = ()
    interrupted: bool = False  # by the user


class SimulatedMove(NamedTuple):
    """A move of free motion within the whole: rows first … last − 1."""

    number: int
    first: int
    last: int
    begin: Start
    found: Simulated


def analyse(
    mech: Mechanism,
    x: Floats,
    angles: Floats,
    e: Floats,
    progress: Callable[[float], None] = lambda _: None,
    tell: Callable[[str], None] = lambda _: None,
    engine: str = "auto",
) -> Positions:
    """All positions of the movement from an assembled start (x, angles) with parameters e (np,).

    `progress` is told how many positions have been passed, `tell` what takes long; `engine` is for free motion.
    """
    walk = _Walk(mech, x, angles, e, progress)
    try:
        for number, move in enumerate(mech.deck.moves):
            free = move.word == "tstepf"
            if not (walk.integrate(number, move, e, tell, engine) if free else walk.follow(number, move)):
                break
    except KeyboardInterrupt:
        walk.interrupted = True
    return walk.positions()


class _Walk:
    """The movement so far: where it stands, and its parts."""

    def __init__(
        self, mech: Mechanism, x: Floats, angles: Floats, e: Floats, progress: Callable[[float], None]
    ) -> None:
        self.mech, self.x, self.angles, self.e, self.progress = mech, x, angles, e, progress
        self.groups = make_groups(mech)
        self.parts = [start(mech, x, angles, e)]
        self.time, self.rows, self.nodes = 0.0, 0, 0
        self.passed: list[tuple[int, float, int]] = []
        self.simulated: list[SimulatedMove] = []
        self.stopped: tuple[int, Stopped, Floats] | None = None
        self.interrupted = False

    def follow(self, number: int, move: Move) -> bool:
        """A move of given motion; whether the next one can begin."""
        mech, rows = self.mech, self.rows
        way = path(move, self.e[mech.m])
        course = PathCourse(mech, way, self.e)
        try:
            begin = first_node(self.groups, course, self.x, self.angles)
            swept = follow(self.groups, course, begin, partial(_tell, self.progress, rows, 0.5))
        except Failure as failure:
            where = Stopped(0.0, failure.group, failure.row, failure.miss)
            self.stopped = (number, where, self.e[mech.m])
            return False
        if rows == 0:
            self.parts[0] = _with_rates(self.parts[0], *way.rates(np.zeros(1)))
        part = _fill(mech, course, swept, self.time, partial(_tell, self.progress, rows, 1.0))
        self.passed += [(rows + 1 + int(tau), float(way.inputs(tau)[0][0]), group) for tau, group in swept.passed]
        self.nodes += len(swept.nodes)
        self._add(part, move.time)
        if swept.stopped is not None:
            self.stopped = (number, swept.stopped, way.inputs(swept.stopped.tau)[0])
            return False
        if swept.ends_singular is not None and number + 1 < len(mech.deck.moves):
            row = self.groups[swept.ends_singular].rows[0]
            where = Stopped(0.0, swept.ends_singular, row, 0.0, singular=True)
            self.stopped = (number + 1, where, way.inputs(way.steps)[0])
            return False
        self.e = np.array(course.targets(course.end)[0])
        return True

    def integrate(self, number: int, move: Move, rest: Floats, tell: Callable[[str], None], engine: str) -> bool:
        """A move of free motion; whether it reached its end."""
        from .simulation.simulate import Start, simulate

        rows, begin = self.rows, Start(self.x, self.angles, self.e, self.time)
        found = simulate(self.mech, move, begin, rest, engine, partial(_tell, self.progress, rows, 1.0), tell)
        if rows == 0:
            self.parts[0] = _with_rates(self.parts[0], *(rates[:, None] for rates in found.start))
        count = found.x.shape[1]
        time = self.time + np.arange(1, count + 1) * (move.time / move.steps)
        self._add(Positions(time, found.x, found.angles, found.inputs, found.de1, found.de2,
                            found.forces, 0, 0), move.time)  # fmt: skip
        self.simulated.append(SimulatedMove(number, rows + 1, rows + 1 + count, begin, found))
        if count:
            self.e = self.e.copy()
            self.e[self.mech.m] = found.inputs[:, -1]
        return count == move.steps and found.reason == 0

    def _add(self, part: Positions, duration: float) -> None:
        self.parts.append(part)
        self.rows += part.x.shape[1]
        self.time += duration
        if part.x.shape[1]:
            self.x, self.angles = part.x[:, -1], part.angles[:, -1]

    def positions(self) -> Positions:
        histories = {name: np.concatenate([getattr(part, name) for part in self.parts], axis=-1) for name in HISTORIES}
        corrections = sum(part.corrections for part in self.parts)
        return Positions(**histories, corrections=corrections, nodes=self.nodes, passed=tuple(self.passed),
                         stopped=self.stopped, simulated=tuple(self.simulated),
                         interrupted=self.interrupted)  # fmt: skip


def _tell(progress: Callable[[float], None], rows: int, share: float, done: float) -> None:
    """Following the nodes is taken for half the work of a move, filling the rows for the other half."""
    progress(rows + share * done)


HISTORIES = ("time", "x", "angles", "inputs", "de1", "de2", "forces")


def _no_forces(mech: Mechanism, rows: int) -> Floats:
    return np.full((len(mech.deck.forces), rows), np.nan)


def start(mech: Mechanism, x: Floats, angles: Floats, e: Floats) -> Positions:
    """The start position alone, at rest."""
    rest = np.zeros((mech.inputs, 1))
    return Positions(np.zeros(1), x[:, None], angles[:, None], e[mech.m, None], rest, rest, _no_forces(mech, 1), 0, 0)


def _with_rates(first: Positions, de1: Floats, de2: Floats) -> Positions:
    """The first row moves as the first move begins."""
    return replace(first, de1=de1, de2=de2)


def _fill(
    mech: Mechanism, course: PathCourse, swept: Swept, time: float, progress: Callable[[float], None]
) -> Positions:
    """Every step of a move up to where it stopped."""
    way = course.path
    last = swept.nodes[-1].tau
    taus = np.arange(1.0, way.steps + 1.0)
    taus = taus[taus <= last + 1e-9 * way.steps] if swept.stopped else taus
    e = np.repeat(course.e[:, None], len(taus), axis=1)
    e[mech.m] = way.inputs(taus)[0]
    x, corrections = np.empty((len(mech.coordinates), len(taus))), 0
    length = max(64, _NUMBERS_AT_ONCE // max(1, len(mech.entry_rows)))
    for first in range(0, len(taus), length):
        some = slice(first, first + length)
        x[:, some], corrected = _corrected(course, swept, taus[some], e[:, some])
        corrections += corrected
        progress(0.5 * (way.steps + min(first + length, len(taus))))
    angles = _followed(mech, swept.nodes, taus, x)
    de1, de2 = way.rates(taus)
    return Positions(time + taus * (way.time / way.steps), x, angles, e[mech.m], de1, de2, _no_forces(mech, len(taus)),
                     corrections, 0)  # fmt: skip


def _corrected(course: PathCourse, swept: Swept, taus: Floats, e: Floats) -> tuple[Floats, int]:
    """Positions at some taus: interpolated, corrected at once, and what is doubtful followed alone."""
    mech = course.mech
    guess, angles = _interpolated(swept.nodes, taus)
    if swept.tail is not None:
        for row in np.flatnonzero(taus > swept.tail.tau).tolist():
            guess[:, row] = swept.tail.x(course.targets(float(taus[row]))[0])
            angles[:, row] = swept.nodes[-1].angles
    x, corrections = correct_all(mech, guess, angles, e)
    for row in _doubtful_rows(mech, swept.nodes, taus, guess, x, angles, e):
        x[:, row] = _alone(course, swept.nodes, float(taus[row]), x[:, row])
    return x, corrections


def _interpolated(nodes: Sequence[Node], taus: Floats) -> tuple[Floats, Floats]:
    """x and angles at all taus, from the two nodes around each."""
    if len(nodes) == 1:
        return np.empty((len(nodes[0].x), 0)), np.empty((len(nodes[0].angles), 0))
    ends = np.array([node.tau for node in nodes])
    b = np.clip(np.searchsorted(ends, taus), 1, len(nodes) - 1)
    a = b - 1
    h = ends[b] - ends[a]
    u = (taus - ends[a]) / h
    x, v, curvature, angles = (
        np.stack([getattr(node, name) for node in nodes], axis=1) for name in ("x", "v", "a", "angles")
    )
    c = hermite_weights(u)
    slopes = c[0] * v[:, a] + c[3] * v[:, b]
    curvatures = c[1] * curvature[:, a] + c[4] * curvature[:, b]
    found = x[:, a] + h * (slopes + h * curvatures) + c[2] * (x[:, b] - x[:, a])
    return found, angles[:, a] + u * (angles[:, b] - angles[:, a])


def _doubtful_rows(
    mech: Mechanism, nodes: Sequence[Node], taus: Floats, guess: Floats, x: Floats, angles: Floats, e: Floats
) -> list[int]:
    """Rows that do not close, moved far from their interpolation, or have left the branch of their nodes."""
    if not len(taus):
        return []
    e_now, D, _ = deform(mech, x, angles)
    solver = Solver(mech, D)
    missing = np.max(np.abs(e - e_now[: mech.prescribed]) / mech.parameter_scale[: mech.prescribed, None], axis=0)
    after = np.clip(np.searchsorted([node.tau for node in nodes], taus), 1, max(1, len(nodes) - 1))
    node_signs = np.array([[lu.sign for lu in node.factored] for node in nodes], dtype=float).T
    before, behind = node_signs[:, after - 1], node_signs[:, after]
    other_branch = ((before == behind) & (solver.signs != before)).any(axis=0)
    moved = np.max(np.abs(x - guess) / mech.scale[:, None], axis=0)
    regular = np.min(solver.qualities, axis=0, initial=1.0) > SINGULAR
    doubtful = ~(missing < ON_THE_BRANCH) | (regular & (other_branch | (moved > FAR_FROM_GUESS)))
    return [int(row) for row in np.flatnonzero(doubtful)]


def _alone(course: PathCourse, nodes: Sequence[Node], tau: float, otherwise: Floats) -> Floats:
    """One position, followed from the node before it in steps of its own."""
    start = [node for node in nodes if node.tau < tau][-1]
    swept = follow(make_groups(course.mech), PathCourse(course.mech, course.path, course.e, until=tau), start)
    return otherwise if swept.stopped or swept.nodes[-1].tau < tau else swept.nodes[-1].x


def _followed(mech: Mechanism, nodes: Sequence[Node], taus: Floats, x: Floats) -> Floats:
    """All elementary angles at taus, followed over nodes and positions together."""
    order = np.argsort(np.concatenate([[node.tau for node in nodes], taus]), kind="stable")
    everything = np.concatenate([np.stack([node.x for node in nodes], axis=1), x], axis=1)[:, order]
    _, _, raw = deform(mech, everything, np.zeros((mech.angle_count, everything.shape[1])))
    angles = np.unwrap(raw, axis=1)
    angles += TURN * np.round((nodes[0].angles[:, None] - angles[:, :1]) / TURN)
    back = np.empty_like(angles)
    back[:, order] = angles
    return back[:, len(nodes) :]


def correct_all(mech: Mechanism, x: Floats, angles: Floats, e: Floats) -> tuple[Floats, int]:
    """Newton (5.18) at all positions at once, to rounding; x and how many corrections.

    `angles` are references, within half a turn of the angles at the positions.
    """
    corrections = 0
    x = x.copy()
    before = np.full(x.shape[1], np.inf)
    smallest = float(np.min(mech.group_units, initial=1.0))
    todo = np.arange(x.shape[1])
    for _ in range(_CORRECTIONS):
        if not len(todo):
            break
        e_now, D, _ = deform(mech, x[:, todo], angles[:, todo])
        solver = Solver(mech, D, least=0.0)
        step = solver.solve(e[:, todo] - e_now[: mech.prescribed])
        size = np.max(np.abs(step) / mech.scale[:, None], axis=0)
        quality = np.min(solver.qualities, axis=0, initial=1.0)
        good = (quality > LEFT_AS_IT_IS) & (size < 0.5 * before[todo])
        x[:, todo[good]] += step[:, good]
        corrections += int(np.count_nonzero(good))
        before[todo] = size
        # Newton squares what is left, the more so the better the group is conditioned
        todo = todo[good & (size * size > _CONVERGED * quality * smallest) & (size > _CONVERGED * smallest)]
    return x, corrections
