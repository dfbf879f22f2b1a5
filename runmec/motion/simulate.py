"""A move of DYN SIM: the driver around the engine's loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from ..deck.model import Move
from ..dynamics.elasticity import Elasticity
from ..engine.events.stiction import HeldDynamics
from ..engine.form import Form, Held
from ..engine.integrators.allowance import Allowance
from ..engine.integrators.dop853 import Dop853
from ..engine.integrators.heun import Heun
from ..engine.integrators.integrator import Integrator, StepState
from ..engine.integrators.radau import Radau
from ..engine.script import Script
from ..engine.simulation import DONE, FAILED, FLATTENED, LOST_GRIP, Simulation
from ..engine.status import FINE, INTERRUPTED, LOCKED
from ..engine.trajectory import Trajectory
from ..model.mechanism import Mechanism
from .replacement import fastest, regained, regroup
from .surplus import self_stress

METHODS: dict[str, type[Integrator]] = {"heun": Heun, "dop853": Dop853, "radau": Radau}
IN_UNITS = {"heun": 1e-6, "dop853": 1e-8, "radau": 1e-7}  # error a step where the deck names none
EVALUATIONS, EVALUATIONS_A_ROW = 3_000_000, 10_000  # at most
AT_ONCE = 0.1  # seconds between two looks at what the engine does
WHILE_REPLACED = 8  # steps between two looks whether an input has its grip again
_ORDERS = {"heun": 3, "dop853": 8, "radau": 4}


class Accuracy(NamedTuple):
    """How a move is integrated: to an error a step in inputs and their velocities, or in units of the mechanism."""

    method: str
    tolerance: float
    in_units: bool

    @classmethod
    def of(cls, move: Move) -> Accuracy:
        """What the deck asks for, or the default of its method."""
        if move.tolerance is None:
            return cls(move.method, IN_UNITS[move.method], True)
        return cls(move.method, move.tolerance, False)

    def __str__(self) -> str:
        return f"{self.method} to {self.tolerance:g}{' of the mechanism' * self.in_units} a step"


@dataclass
class Account:
    """What a simulated move took."""

    accuracy: Accuracy
    steps: int = 0
    refused_error: int = 0
    refused_singular: int = 0
    refused_position: int = 0
    evaluations: int = 0
    kinks: int = 0
    holds: int = 0  # times that a jump began to hold the motion at rest
    held_since: float | None = None  # where one still does at the end
    passages: int = 0
    passage_places: list[tuple[float, int]] = field(default_factory=list)  # time, group of the deck (or −1)
    replacements: list[tuple[float, int, int]] = field(default_factory=list)  # time, input, co-ordinate
    seconds: float = 0.0


class Simulated(NamedTuple):
    """Rows of a move; `reason` is a status where it did not reach its end."""

    rows: Trajectory
    start: Trajectory  # the position where the move begins, with its velocities and accelerations
    account: Account
    reason: int
    stopped_at: float
    group: int  # the one nearest to a singular position where it stopped, or −1
    limit: float  # the part of friction up to which it could have gone on


def simulate(
    mech: Mechanism,
    move: Move,
    begin: list[float],
    time: float,
    elasticity: Elasticity | None,
    progress: Callable[[float], None],
    accuracy: Accuracy | None = None,
    begins: bool = False,
    script: Script | None = None,
) -> Simulated:
    """Integrates one move from where the mechanism is; `begin` are its inputs there, `time` the time.

    Where the deck `begins`, samples are taken first; else they were at the end of the move before. A `script` is
    written, or followed where it is.
    """
    began = perf_counter()
    run = _Run(mech, move, begin, time, elasticity, accuracy or Accuracy.of(move))
    run.samples_are_due, run.script = begins, script
    try:
        reason = run.go(progress)
    except KeyboardInterrupt:
        reason = INTERRUPTED
    run.account.seconds = perf_counter() - began
    return run.result(reason)


class _Run:
    def __init__(
        self,
        mech: Mechanism,
        move: Move,
        begin: list[float],
        time: float,
        elasticity: Elasticity | None,
        accuracy: Accuracy,
    ) -> None:
        self.mech, self.move, self.begin, self.time, self.elasticity = mech, move, begin, time, elasticity
        self.accuracy, self.account = accuracy, Account(accuracy)
        self.pace = 1.0 / move.time  # 2πν: how fast things have gone
        self.largest = [max(abs(state.begin), abs(state.now)) for state in mech.variables.states]
        self.samples_are_due = False
        self.script: Script | None = None
        self.replaced: dict[int, Held] = {}  # input (from zero) -> what has taken its place
        self.parts: list[Trajectory] = []
        self.start = Trajectory()
        self.rows_done = 0
        self.inputs = mech.free_forms  # and what moves by its elasticity, behind them
        self.given = mech.given_from(time, begin)
        self.simulation: Simulation | None = None

    def go(self, progress: Callable[[float], None]) -> int:
        """To the end of the move, or to where it cannot go on; FINE or the reason."""
        mech, expressions = self.mech, self.mech.expressions
        expressions.pieces.by_value = False
        expressions.pieces.stuck = 0
        for switch in expressions.pieces.switches:
            switch.mode, switch.crossed, switch.met_at, switch.leader = 0, 0, -1e300, None
        free = [k for k in range(len(self.inputs)) if k not in {k for k, _, _ in mech.given}]
        begin = [*self.move.values, *[0.0] * (len(self.inputs) - len(self.move.values))]
        values, speeds = [self.begin[k] for k in free], [begin[k] for k in free]
        status = self._prepare(free, values, speeds, self.time, self.move.time, 0.0)
        simulation = self._current()
        if status == FINE and self.samples_are_due:
            status = simulation.take_samples()
        self._write_start(simulation)
        if status != FINE:
            return status
        simulation.h = self._first_step(simulation)
        try:
            return self._loop(free, progress)
        finally:
            self._collect()

    def _current(self) -> Simulation:
        assert self.simulation is not None
        return self.simulation

    def _prepare(
        self, free: list[int], values: list[float], speeds: list[float], now: float, step: float, work: float
    ) -> int:
        """Sets the engine up for the present choice of what is integrated; the status of its first evaluation."""
        mech, move = self.mech, self.move
        forms: list[Form] = [self.replaced.get(k, self.inputs[k]) for k in free]
        loads = [*mech.loads, *mech.motors, *([self.elasticity] if self.elasticity else [])]
        expressions = mech.expressions
        tolerance = self.accuracy.tolerance
        equation = HeldDynamics(
            mech.kinematics,
            forms,
            self.given,
            loads,
            expressions.pieces,
            expressions.programs,
            tolerance,
            mech.variables,
        )
        equation.inputs = self.inputs
        equation.replaced = [self.inputs[k] for k in self.replaced]
        equation.angles = mech.angles
        equation.stress = self_stress(mech, self.elasticity.on if self.elasticity is not None else [])
        equation.units = [mech.unit(form) for form in forms]
        mech.kinematics.slack = 1e-3 * tolerance
        state = StepState(int(equation.size))
        for k, (value, speed) in enumerate(zip(values, speeds, strict=True)):
            state.y[k], state.y[len(free) + k] = value, speed
        for k, variable in enumerate(mech.variables.states):
            state.y[2 * len(free) + k] = variable.now
        state.y[equation.work] = work
        # without anything that is integrated there is nothing to correct: any explicit method will do
        kind = METHODS[self.accuracy.method] if free or mech.variables.states else Dop853
        method = kind(equation, state, self._allowance(free))
        bound = EVALUATIONS + EVALUATIONS_A_ROW * move.steps - self.account.evaluations
        self.simulation = Simulation(
            equation, state, method, self.time, now, move.time, move.steps, self.rows_done + 1, bound, self.script
        )
        self.simulation.h = step
        for place in mech.coordinates:  # predictions start from here
            place.q0 = place.q
        mech.kinematics.known = 1
        mech.kinematics.s0 = values[0] if equation.alone else now
        for shadow, value in zip(mech.kinematics.shadows, values, strict=False):
            shadow.q0 = value
        for place in mech.coordinates:
            place.u0 = place.w0 = 0.0
        return self.simulation.begin()

    def _allowance(self, free: list[int]) -> Allowance:
        mech, rows = self.mech, self.mech.freedoms
        units = [
            (mech.size if self.replaced[k].is_length else 1.0) if k in self.replaced else mech.scale(rows[k])
            for k in free
        ]
        return Allowance(
            self.accuracy.tolerance,
            self.accuracy.in_units,
            units,
            self.pace,
            list(self.largest),
            self.move.time / self.move.steps,
        )

    def _write_start(self, simulation: Simulation) -> None:
        """The start of the move as a row, with the accelerations that it begins with."""
        equation, state = simulation.equation, simulation.state
        for k in range(int(equation.n)):
            equation.free[k].acceleration = state.K[int(equation.n) + k]
        self.start.write(self.mech.coordinates, self.mech.angles)
        self.start.write_inputs(self.inputs)
        equation.write_loads(self.start)
        self.start.write_variables(equation.variables)

    def _loop(self, free: list[int], progress: Callable[[float], None]) -> int:
        most = 4
        while True:
            simulation = self._current()
            if self.replaced:  # counted in steps: what is found must not depend on how fast the machine is
                outcome = simulation.advance(WHILE_REPLACED)
            else:
                began = perf_counter()
                outcome = simulation.advance(most)
                took = perf_counter() - began
                most = max(1, min(100_000, int(most * min(4.0, AT_ONCE / max(took, 1e-9)))))
            progress(self.move.steps * (simulation.now - self.time) / self.move.time)
            status = FINE
            if outcome == DONE:
                return FINE
            if outcome == FAILED:
                return simulation.reason
            if outcome == LOST_GRIP:
                which = free[simulation.lost]
                at = fastest(simulation.equation, simulation.lost)
                self.account.replacements.append((simulation.now, which, at))
                held = Held(self.mech.coordinates[at])
                status = self._exchange(free, {**self.replaced, which: held})
            elif outcome == FLATTENED:
                status = self._take_another_set(free)
            elif self.replaced:
                needed = self._still_needed(free)
                if needed != self.replaced:
                    status = self._exchange(free, needed)
            if status != FINE:
                return status

    def _still_needed(self, free: list[int]) -> dict[int, Held]:
        """Replacements of inputs that have no grip yet."""
        simulation = self._current()
        simulation.stand_at_start()
        equation = simulation.equation
        return {
            k: held
            for k, held in self.replaced.items()
            if not regained(equation, free.index(k), self.inputs[k], self.mech.unit(self.inputs[k]))
        }

    def _exchange(self, free: list[int], replaced: dict[int, Held]) -> int:
        """Goes on from here with another choice of what is integrated."""
        simulation = self._current()
        if self.script is not None:
            self.script.is_smooth = False
        simulation.stand_at_start()
        now, step, work = simulation.now, simulation.h, float(simulation.state.y[simulation.equation.work])
        for form in self.inputs:
            form.evaluate()
        self._collect()
        self.replaced = replaced
        rates = {id(form): form.speed() for form in self.inputs}
        regroup(self.mech, self.inputs, replaced)
        values, speeds = [], []
        for k in free:
            held = replaced.get(k)
            form = self.inputs[k]
            if held is None:
                values.append(form.value)
                speeds.append(rates[id(form)])
            else:
                values.append(held.of.x())
                speeds.append(held.of.v)
        return self._prepare(free, values, speeds, now, 0.5 * step, work)

    def _take_another_set(self, free: list[int]) -> int:
        """Goes on from here with another independent set, where one is better; not while co-ordinates are held."""
        simulation = self._current()
        simulation.stand_at_start()
        if self.replaced or not self.mech.kinematics.exchanged():
            simulation.singular.is_best = True
            return FINE
        return self._exchange(free, {})

    def _first_step(self, simulation: Simulation) -> float:
        """A step that the error control will hardly refuse."""
        n = int(simulation.equation.n)
        state = simulation.state
        units = simulation.method.allowance.units
        speeds = [abs(state.y[n + k]) / units[k] for k in range(n)]
        changes = [(abs(state.K[n + k]) / units[k]) ** 0.5 for k in range(n)]
        share: float = 0.3 * self.accuracy.tolerance ** (1 / _ORDERS[self.accuracy.method])
        return min(self.move.time, share / max([1.0 / self.move.time, *speeds, *changes]))

    def _collect(self) -> None:
        """Takes over the rows and counts of the engine."""
        account, simulation = self.account, self._current()
        equation = simulation.equation
        self.parts.append(simulation.rows)
        self.rows_done = simulation.next_row - 1
        self.pace = max(self.pace, simulation.method.allowance.pace)
        self.largest = list(simulation.method.allowance.largest)
        account.steps += simulation.accepted
        account.refused_error += simulation.refused_error
        account.refused_singular += simulation.refused_singular
        account.refused_position += simulation.refused_position
        account.kinks += simulation.kinks.count
        account.holds += equation.holds
        account.held_since = equation.held_since if equation.pieces.stuck else None
        account.evaluations += equation.evaluations
        account.passages += len(simulation.singular.passed)
        account.passage_places += [(t, g if not self.replaced else -1) for t, g in simulation.singular.passed]

    def result(self, reason: int) -> Simulated:
        simulation = self._current()
        group = -1
        if reason != FINE and not self.replaced and simulation.equation.mech.groups:
            group = min(simulation.equation.mech.groups, key=lambda g: abs(g.before)).number
        if self.replaced:
            simulation.stand_at_start()
            regroup(self.mech, self.inputs, {})
        rows = Trajectory()
        for part in self.parts:
            rows.extend(part)
        limit = simulation.equation.reactions.limit() if reason == LOCKED else 1.0
        return Simulated(rows, self.start, self.account, reason, simulation.now, group, limit)
