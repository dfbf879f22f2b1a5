"""The whole movement, move after move, each from where the last one ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from librt.vecs import vec

from ..deck.model import Move
from ..engine.course import steps_of
from ..engine.rows import Rows
from ..engine.status import FINE, INTERRUPTED
from ..forces.elasticity import Elasticity
from ..model.mechanism import Mechanism
from .cycle import Cycle, find_cycle
from .given import follow
from .positions import Part, Positions, SimulatedMove, Stopped
from .simulate import simulate


def walk(
    mech: Mechanism, elasticity: Elasticity | None, progress: Callable[[float], None] = lambda _: None
) -> Positions:
    """All positions from the assembled start. `progress` is told how many positions have been passed."""
    positions = at_start(mech)
    moving = _Walk(mech, positions, elasticity, progress)
    try:
        for number, move in enumerate(mech.deck.moves):
            go = {"tstepf": moving.integrate, "tcycle": moving.repeat}.get(move.word, moving.follow)
            if not go(number, move):
                break
    except KeyboardInterrupt:
        positions.interrupted = True
    return positions


def at_start(mech: Mechanism) -> Positions:
    """The start position alone, at rest."""
    positions = Positions(
        len(mech.places), len(mech.angles), mech.inputs, len(mech.deck.forces) + len(mech.deck.moments)
    )
    rows = Rows()
    rows.write(mech.places, mech.angles)
    for value in (*mech.rest[mech.m], *[0.0] * (2 * mech.inputs)):
        rows.write_number(value)
    positions.parts.append(Part(rows, vec[float]([0.0]), 0))
    return positions


class _Walk:
    """The movement so far: where it stands."""

    def __init__(
        self, mech: Mechanism, positions: Positions, elasticity: Elasticity | None, progress: Callable[[float], None]
    ) -> None:
        self.mech, self.positions, self.elasticity, self.progress = mech, positions, elasticity, progress
        self.time, self.rows = 0.0, 0
        self.inputs: list[float] = list(mech.rest[mech.m])

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
        positions.nodes += sweep.nodes
        positions.corrections += sweep.corrections
        for row, s, group in sweep.passed:
            sweep.course.aim(s)
            inputs = sweep.course.forms
            positions.passed.append((self.rows + row + 1, inputs[0].wanted if inputs else 0.0, group))
        reached = found.rows.count
        self._add(found.rows, move, reached)
        if found.interrupted:
            positions.interrupted = True
            return False
        if not found.is_complete:
            sweep.course.aim(self.mech.kinematics.s0)
            self.inputs = [form.wanted for form in self.mech.kinematics.inputs]
            positions.stopped = Stopped(number, sweep.failed, self.inputs, sweep.reason)
            return False
        for k, law in enumerate(found.laws):
            law.at(move.steps * pace)
            self.inputs[k] += law.s
        if sweep.ends_singular >= 0 and number + 1 < len(self.mech.deck.moves):
            positions.stopped = Stopped(number + 1, sweep.ends_singular, self.inputs, FINE, is_singular=True)
            return False
        self._stand(self.inputs)
        return True

    def _stand(self, inputs: list[float]) -> None:
        """The mechanism in the last row, its inputs aimed at where they are."""
        kinematics = self.mech.kinematics
        for place in kinematics.moving:
            place.q = self._last[place.at] - place.start
        for angle, turn in zip(self.mech.angles, self._last[len(self.mech.places) :], strict=True):
            angle.reference = turn
        for form, value in zip(kinematics.inputs, inputs, strict=True):
            form.aim(value)
            form.rate = form.acceleration = 0.0

    def _start_moving(self, velocities: list[float], accelerations: list[float]) -> None:
        """The first row moves as the first move begins."""
        motion = self.positions.parts[0].rows.motion
        m = self.mech.inputs
        for k in range(m):
            motion[m + k], motion[2 * m + k] = velocities[k], accelerations[k]

    def repeat(self, number: int, move: Move) -> bool:
        """The periodic state of a `tcycle`, as a move of free motion; whether it was found."""
        cycle = find_cycle(self.mech, move, self.inputs, self.time, self.elasticity,
                           lambda _: self.progress(self.rows))  # fmt: skip
        if cycle.reason == INTERRUPTED:
            self.positions.interrupted = True
            return False
        if not cycle.is_found:
            self.positions.not_periodic = (number, cycle)
            return False
        self.inputs = cycle.inputs
        free = replace(move, word="tstepf", time=cycle.period, values=tuple(cycle.velocities))
        return self.integrate(number, free, cycle)

    def integrate(self, number: int, move: Move, cycle: Cycle | None = None) -> bool:
        """A move of free motion; whether it reached its end."""
        found = simulate(self.mech, move, self.inputs, self.time, self.elasticity,
                         lambda done: self.progress(self.rows + done))  # fmt: skip
        first = self.rows + 1
        m = self.mech.inputs
        if self.rows == 0 and found.start.count:
            start = found.start.motion
            self._start_moving([start[m + k] for k in range(m)], [start[2 * m + k] for k in range(m)])
            self.positions.parts[0].rows.forces = found.start.forces
            if cycle is not None:  # free inputs may begin elsewhere than they were assembled
                self.positions.parts[0].rows.x = found.start.x
                for k in range(m):
                    self.positions.parts[0].rows.motion[k] = start[k]
        count = found.rows.count
        begin = self.time
        self._add(found.rows, move, count)
        work = found.rows.work
        self.positions.simulated.append(
            SimulatedMove(number, first, first + count, found.account, found.start, begin, work, found.reason,
                          found.stopped_at, found.group, cycle, found.limit)
        )  # fmt: skip
        if count:
            self.inputs = [found.rows.motion[3 * m * (count - 1) + k] for k in range(m)]
            self._stand(self.inputs)
        return count == move.steps and found.reason == FINE

    def _add(self, rows: Rows, move: Move, count: int) -> None:
        times = steps_of(self.time, move.time / move.steps, count)
        self.positions.parts.append(Part(rows, times, self.rows + 1))
        self.rows += count
        self.time += move.time
        if count:
            wide = len(self.mech.places) + len(self.mech.angles)
            self._last = [rows.x[wide * (count - 1) + k] for k in range(wide)]
