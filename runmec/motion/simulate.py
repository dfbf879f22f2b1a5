"""A move of DYN SIM: the driver around the engine's loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from ..deck.model import Move
from ..engine.events.holding import HeldEquation
from ..engine.form import Form, Held
from ..engine.integrators.dop853 import Dop853
from ..engine.integrators.heun import Heun
from ..engine.integrators.integrator import Integrator, State
from ..engine.integrators.radau import Radau
from ..engine.rows import Rows
from ..engine.simulation import DONE, FAILED, LOST_GRIP, Simulation
from ..engine.status import FINE, INTERRUPTED, LOCKED
from ..forces.elasticity import Elasticity
from ..model.mechanism import Mechanism
from .replacement import fastest, regained, regroup

METHODS: dict[str, type[Integrator]] = {"heun": Heun, "dop853": Dop853, "radau": Radau}
DEFAULT_TOLERANCE = {"heun": 1e-6, "dop853": 1e-8, "radau": 1e-7}
EVALUATIONS, EVALUATIONS_A_ROW = 3_000_000, 10_000  # at most
AT_ONCE = 0.1  # seconds between two looks at what the engine does
WHILE_REPLACED = 8  # steps between two looks whether an input has its grip again
_ORDERS = {"heun": 3, "dop853": 8, "radau": 4}


@dataclass
class Account:
    """What a simulated move took."""

    method: str
    tolerance: float = 0.0
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

    rows: Rows
    start: Rows  # the position where the move begins, with its velocities and accelerations
    account: Account
    reason: int
    stopped_at: float
    group: int  # the one nearest to a singular position where it stopped, or −1
    limit: float  # the part of friction up to which it could have gone on


def simulate(
    mech: Mechanism, move: Move, begin: list[float], time: float, elasticity: Elasticity | None,
    progress: Callable[[float], None],
) -> Simulated:  # fmt: skip
    """Integrates one move from where the mechanism is; `begin` are its inputs there, `time` the time."""
    began = perf_counter()
    run = _Run(mech, move, begin, time, elasticity)
    try:
        reason = run.go(progress)
    except KeyboardInterrupt:
        reason = INTERRUPTED
    run.account.seconds = perf_counter() - began
    return run.result(reason)


class _Run:
    def __init__(
        self, mech: Mechanism, move: Move, begin: list[float], time: float, elasticity: Elasticity | None
    ) -> None:
        self.mech, self.move, self.begin, self.time, self.elasticity = mech, move, begin, time, elasticity
        self.account = Account(move.method)
        self.account.tolerance = DEFAULT_TOLERANCE[move.method] if move.tolerance is None else move.tolerance
        self.replaced: dict[int, Held] = {}  # input (from zero) -> what has taken its place
        self.parts: list[Rows] = []
        self.start = Rows()
        self.rows_done = 0
        self.inputs = list(mech.input_forms)
        self.given = mech.given_from(time, begin)
        self.simulation: Simulation | None = None

    def go(self, progress: Callable[[float], None]) -> int:
        """To the end of the move, or to where it cannot go on; FINE or the reason."""
        mech, expressions = self.mech, self.mech.expressions
        expressions.pieces.by_value = False
        expressions.pieces.stuck = 0
        for switch in expressions.pieces.switches:
            switch.mode, switch.crossed, switch.met_at, switch.leader = 0, 0, -1e300, None
        free = [k for k in range(mech.inputs) if k not in {k for k, _, _ in mech.given}]
        values, speeds = [self.begin[k] for k in free], [self.move.values[k] for k in free]
        status = self._prepare(free, values, speeds, self.time, self.move.time, 0.0)
        simulation = self._current()
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
        tolerance = self.account.tolerance
        equation = HeldEquation(
            mech.kinematics, forms, self.given, loads, expressions.pieces, expressions.programs, tolerance
        )
        equation.inputs = self.inputs
        equation.replaced = [self.inputs[k] for k in self.replaced]
        equation.angles = mech.angles
        equation.units = [mech.unit(form) for form in forms]
        mech.kinematics.slack = 1e-3 * tolerance
        state = State(int(equation.size))
        for k, (value, speed) in enumerate(zip(values, speeds, strict=True)):
            state.y[k], state.y[len(free) + k] = value, speed
        state.y[2 * len(free)] = work
        # without anything free there is nothing to correct: any explicit method will do
        method = (METHODS[move.method] if free else Dop853)(equation, state, tolerance)
        bound = EVALUATIONS + EVALUATIONS_A_ROW * move.steps - self.account.evaluations
        self.simulation = Simulation(
            equation, state, method, self.time, now, move.time, move.steps, self.rows_done + 1, bound
        )
        self.simulation.h = step
        for place in mech.places:  # predictions start from here
            place.q0 = place.q
        mech.kinematics.known = 1
        mech.kinematics.s0 = values[0] if equation.alone else now
        for shadow, value in zip(mech.kinematics.shadows, values, strict=False):
            shadow.q0 = value
        for place in mech.places:
            place.u0 = place.w0 = 0.0
        return self.simulation.begin()

    def _write_start(self, simulation: Simulation) -> None:
        """The start of the move as a row, with the accelerations that it begins with."""
        equation, state = simulation.equation, simulation.state
        for k in range(int(equation.n)):
            equation.free[k].acceleration = state.K[int(equation.n) + k]
        self.start.write(self.mech.places, self.mech.angles)
        self.start.write_inputs(self.inputs)
        for force in equation.forces:
            self.start.write_force(force.now)
        self.start.write_reactions(equation.reactions)

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
                held = Held(self.mech.places[at])
                status = self._exchange(free, {**self.replaced, which: held})
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
        simulation.stand_at_start()
        now, step, work = simulation.now, simulation.h, float(simulation.state.y[2 * len(free)])
        for form in self.inputs:
            form.look()
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

    def _first_step(self, simulation: Simulation) -> float:
        """A step that the error control will hardly refuse."""
        n = int(simulation.equation.n)
        state = simulation.state
        speeds = [abs(state.y[n + k]) for k in range(n)] + [abs(state.K[n + k]) ** 0.5 for k in range(n)]
        fastest_rate = max([1.0 / self.move.time, *speeds])
        share: float = 0.3 * self.account.tolerance ** (1 / _ORDERS[self.move.method])
        return min(self.move.time, share / fastest_rate)

    def _collect(self) -> None:
        """Takes over the rows and counts of the engine."""
        account, simulation = self.account, self._current()
        equation = simulation.equation
        self.parts.append(simulation.rows)
        self.rows_done = simulation.next_row - 1
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
        rows = Rows()
        for part in self.parts:
            rows.extend(part)
        limit = simulation.equation.reactions.limit() if reason == LOCKED else 1.0
        return Simulated(rows, self.start, self.account, reason, simulation.now, group, limit)
