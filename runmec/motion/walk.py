"""The whole movement, move after move, each from where the last one ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from librt.vecs import vec

from ..deck.model import Move
from ..dynamics.elasticity import Elasticity
from ..engine.given_path import steps_of
from ..engine.status import FINE, INTERRUPTED, MISFIT
from ..engine.trajectory import Trajectory
from ..model.mechanism import Mechanism
from .cycle import Cycle, find_cycle
from .given import follow
from .pace import Pace
from .positions import Part, Positions, SimulatedMove, Stopped
from .sampling import follow_samples, take
from .simulate import simulate
from .surplus import misfit


def walk(
    mech: Mechanism,
    elasticity: Elasticity | None,
    progress: Callable[[float], None] = lambda _: None,
    pace: Pace | None = None,
) -> Positions:
    """All positions from the assembled start. `progress` is told how many positions have been passed."""
    positions = at_start(mech)
    moving = _Walk(mech, positions, elasticity, progress, pace)
    if not mech.moves:
        moving.sample_start()
    try:
        for number, move in enumerate(mech.moves):
            go = {"tstepf": moving.integrate, "tcycle": moving.repeat}.get(move.word, moving.follow)
            if not go(number, move):
                break
    except KeyboardInterrupt:
        positions.interrupted = True
    return positions


def at_start(mech: Mechanism) -> Positions:
    """The start position alone, at rest."""
    positions = Positions(len(mech.coordinates), len(mech.angles), len(mech.freedoms), mech.inputs)
    rows = Trajectory()
    rows.write(mech.coordinates, mech.angles)
    begin = [mech.begin[row] for row in mech.freedoms]
    for value in (*begin, *[0.0] * (2 * len(begin))):
        rows.write_number(value)
    mech.variables.begin()
    rows.write_variables(mech.variables)
    positions.parts.append(Part(rows, vec[float]([0.0]), 0))
    return positions


def stand(mech: Mechanism, rows: Trajectory, row: int) -> None:
    """The mechanism in a row, without what follows from it."""
    first = row * (len(mech.coordinates) + len(mech.angles))
    for place in mech.kinematics.moving:
        place.q = rows.x[first + place.at] - place.start
    for k, angle in enumerate(mech.angles, start=first + len(mech.coordinates)):
        angle.reference = rows.x[k]


class _Walk:
    """The movement so far: where it stands."""

    def __init__(
        self,
        mech: Mechanism,
        positions: Positions,
        elasticity: Elasticity | None,
        progress: Callable[[float], None],
        pace: Pace | None,
    ) -> None:
        self.mech, self.positions, self.elasticity, self.progress = mech, positions, elasticity, progress
        self.pace = pace
        self.time, self.rows = 0.0, 0
        self.inputs: list[float] = [mech.begin[row] for row in mech.freedoms]

    def follow(self, number: int, move: Move) -> bool:
        """A move of given motion; whether the next one can begin."""
        positions, begin = self.positions, self.inputs
        found = follow(self.mech, move, begin, lambda done: self.progress(self.rows + done))
        sweep, pace = found.sweep, found.pace
        if self.rows == 0:
            for law in found.laws:
                law.at(0.0)
            moving = move.time > 0
            self._start_moving([law.v * moving for law in found.laws], [law.a * moving for law in found.laws])
            self.sample_start()
        positions.nodes += sweep.nodes
        positions.corrections += sweep.corrections
        for row, s, group in sweep.passed:
            sweep.course.set_target(s)
            inputs = sweep.course.forms
            positions.passed.append((self.rows + row + 1, inputs[0].wanted if inputs else 0.0, group))
        reached = found.rows.count
        sampled = self._sample(found.rows, move, begin)
        self._add(found.rows, move, reached)
        if sampled != FINE:
            positions.stopped = Stopped(number, 0, self.inputs, sampled)
            return False
        if found.interrupted:
            positions.interrupted = True
            return False
        if not found.is_complete:
            missed = misfit(self.mech) if sweep.reason == MISFIT else None
            sweep.course.set_target(self.mech.kinematics.s0)
            self.inputs = [form.wanted for form in self.mech.kinematics.inputs]
            own = self.inputs[: self.mech.inputs]
            positions.stopped = Stopped(number, sweep.failed, own, sweep.reason, misfit=missed)
            return False
        for k, law in enumerate(found.laws):
            law.at(move.steps * pace)
            self.inputs[k] += law.s
        if sweep.ends_singular >= 0 and number + 1 < len(self.mech.moves):
            positions.stopped = Stopped(
                number + 1, sweep.ends_singular, self.inputs[: self.mech.inputs], FINE, is_singular=True
            )
            return False
        self._stand(self.inputs)
        return True

    def sample_start(self) -> None:
        """What the deck samples at its start, where that is no simulation."""
        mech = self.mech
        if not mech.variables.samples:
            return
        rows = self.positions.parts[0].rows
        take(mech, rows, 0, 0.0, 0.0)
        rows.variables = vec[float]()
        rows.write_variables(mech.variables)
        self._stand(self.inputs)

    def _sample(self, rows: Trajectory, move: Move, begin: list[float]) -> int:
        """What is sampled in a move of given motion, into its rows; a status."""
        mech = self.mech
        if not mech.variables.samples or not move.time:
            return FINE
        self._stand(begin)
        return follow_samples(
            mech, move, begin, self.time, rows, steps_of(self.time, move.time / move.steps, rows.count)
        )

    def _stand(self, inputs: list[float]) -> None:
        """The mechanism in the last row, its inputs aimed at where they are."""
        rows = self.positions.parts[-1].rows
        stand(self.mech, rows, rows.count - 1)
        for form, value in zip(self.mech.kinematics.inputs, inputs, strict=True):
            form.set_target(value)
            form.rate = form.acceleration = 0.0

    def _start_moving(self, velocities: list[float], accelerations: list[float]) -> None:
        """The first row moves as the first move begins."""
        motion = self.positions.parts[0].rows.motion
        m = self.positions.inputs_count
        for k in range(m):
            motion[m + k], motion[2 * m + k] = velocities[k], accelerations[k]

    def repeat(self, number: int, move: Move) -> bool:
        """The periodic state of a `tcycle`, as a move of free motion; whether it was found."""
        cycle = find_cycle(self.mech, move, self.inputs, self.time, self.elasticity, lambda _: self.progress(self.rows))
        if cycle.reason == INTERRUPTED:
            self.positions.interrupted = True
            return False
        if not cycle.is_found:
            self.positions.not_periodic = (number, cycle)
            return False
        self.inputs = cycle.inputs
        self.mech.variables.put(cycle.variables)
        free = replace(move, word="tstepf", time=cycle.period, values=tuple(cycle.velocities))
        return self.integrate(number, free, cycle)

    def integrate(self, number: int, move: Move, cycle: Cycle | None = None) -> bool:
        """A move of free motion; whether it reached its end."""
        pace = self.pace
        found = simulate(
            self.mech,
            move,
            self.inputs,
            self.time,
            self.elasticity,
            lambda done: self.progress(self.rows + done),
            pace.accuracy(move) if pace is not None else None,
            begins=self.rows == 0 and cycle is None,
            script=pace.script(cycle is not None) if pace is not None else None,
        )
        first = self.rows + 1
        m = self.positions.inputs_count
        if self.rows == 0 and found.start.count:
            start = found.start.motion
            self._start_moving([start[m + k] for k in range(m)], [start[2 * m + k] for k in range(m)])
            self.positions.parts[0].rows.forces = found.start.forces
            self.positions.parts[0].rows.variables = found.start.variables
            if cycle is not None:  # free inputs may begin elsewhere than they were assembled
                self.positions.parts[0].rows.x = found.start.x
                for k in range(m):
                    self.positions.parts[0].rows.motion[k] = start[k]
        count = found.rows.count
        begin = self.time
        self._add(found.rows, move, count)
        work = found.rows.work
        self.positions.simulated.append(
            SimulatedMove(
                number,
                first,
                first + count,
                found.account,
                found.start,
                begin,
                work,
                found.reason,
                found.stopped_at,
                found.group,
                cycle,
                found.limit,
                misfit(self.mech) if found.reason == MISFIT else None,
            )
        )
        if count:
            self.inputs = [found.rows.motion[3 * m * (count - 1) + k] for k in range(m)]
            self.mech.variables.stand(found.rows.variables, count - 1)
            self._stand(self.inputs)
        return count == move.steps and found.reason == FINE

    def _add(self, rows: Trajectory, move: Move, count: int) -> None:
        times = steps_of(self.time, move.time / move.steps, count)
        if not len(rows.variables):  # they rest while the motion is given
            for _ in range(count):
                rows.write_variables(self.mech.variables)
        self.positions.parts.append(Part(rows, times, self.rows + 1))
        self.rows += count
        self.time += move.time
