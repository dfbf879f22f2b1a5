"""The periodic steady state of `tcycle`: velocities that return after a change of input 1, by shooting.

Unknown are the velocities of all free inputs and the places of those but the first, the states of the deck (and what
its samples hold), at the start of the period, and the period T; where input 1 is given, T is known and the places of
all free inputs are unknown. Newton's method makes
what is there after T equal to what was there before. Derivatives are differences of simulated periods; of the map of
one period they are the Floquet matrix, whose eigenvalues say whether a disturbance dies out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..deck.model import Move
from ..dynamics.elasticity import Elasticity
from ..engine.status import FINE, INTERRUPTED
from ..model.mechanism import Mechanism
from .simulate import Accuracy, Simulated, simulate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

CLOSED = 1e-9  # what may be missed at the end of the period, of the speed of input 1
_SHOOTING, _STIFF = 1e-10, 1e-7  # error allowed per step while the state is looked for, by DOP853 and by Radau
_NEWTON_STEPS = 12
_HALVINGS = 6
_SETTLING = (0, 6, 30)  # periods that are simulated before Newton's method begins, one round after the other
_ROWS = 240  # of a period that is simulated to settle
_SHIFT = 1e-3  # of a velocity or a place, by which derivatives are found
_POLISHING = 8
_FAMILY = 1e-6  # singular value, of the largest, of a direction in which states may be what they like


@dataclass
class Cycle:
    """A periodic state, and how it was found."""

    period: float = 0.0
    inputs: list[float] = field(default_factory=list)  # values and velocities at its start
    velocities: list[float] = field(default_factory=list)
    variables: list[float] = field(default_factory=list)  # states and samples there
    multipliers: tuple[complex, ...] = ()
    newton_steps: int = 0
    periods: int = 0  # simulated in all
    miss: float = float("inf")  # of the speed of input 1
    is_found: bool = False
    reason: int = FINE  # why the last simulation ended early
    reached: float = 0.0  # the largest change of input 1 that was simulated

    @property
    def growth(self) -> float:
        """The largest multiplier; a disturbance dies out if it is below 1."""
        return max(map(abs, self.multipliers), default=0.0)


class Interrupted(Exception):
    """By the user."""


def find_cycle(
    mech: Mechanism,
    move: Move,
    begin: list[float],
    time: float,
    elasticity: Elasticity | None,
    progress: Callable[[float], None],
) -> Cycle:
    """The periodic state of a move from where the mechanism is, which it leaves there."""
    shooting = _Shooting(mech, move, begin, time, elasticity, progress)
    try:
        shooting.go()
    except Interrupted:
        shooting.cycle.reason = INTERRUPTED
    finally:
        shooting.stand()
    return shooting.cycle


class _Shooting:
    """z: velocities of the free inputs, then places of those that are not the leading one, then states and samples;
    last T, where it is free.
    """

    def __init__(
        self,
        mech: Mechanism,
        move: Move,
        begin: list[float],
        time: float,
        elasticity: Elasticity | None,
        progress: Callable[[float], None],
    ) -> None:
        import numpy as np

        self.np = np
        self.mech, self.move, self.begin, self.time = mech, move, list(begin), time
        self.elasticity, self.progress = elasticity, progress
        self.cycle = Cycle()
        self.way, guess = move.values
        given = {k: v for k, v, _ in mech.given}
        self.leads = 0 not in given
        self.speed = abs(guess if self.leads else given[0])
        self.free = [k for k in range(len(mech.freedoms)) if k not in given]
        self.placed = [k for k in self.free if k or not self.leads]
        units = [mech.unit(form) for form in mech.free_forms]
        pace = self.speed / units[0]
        scales = [pace * units[k] for k in self.free] + [units[k] for k in self.placed]
        start = [guess if k == 0 else 0.0 for k in self.free] + [self.begin[k] for k in self.placed]
        self.first_variable = len(start)
        self.wished = mech.variables.all_values()  # of all that would do, states are to be nearest to these
        self.count = len(self.wished)
        start += self.wished
        scales += [abs(value) or 1.0 for value in self.wished]
        self.scale = np.array([*scales, units[0]] if self.leads else scales)
        period = self.way / (guess if self.leads else given[0])
        self.z = np.array([*start, period] if self.leads else start)
        self.shift = np.array(scales) * _SHIFT
        self.period = period
        self._places = [place.q for place in mech.coordinates]
        self._turns = [angle.reference for angle in mech.angles]
        method, exact = ("radau", _STIFF) if move.method == "radau" else ("dop853", _SHOOTING)
        self.own = Accuracy.of(move)
        self.trial = Accuracy(method, min(exact, self.own.tolerance), self.own.in_units)

    def stand(self) -> None:
        """The mechanism where the period begins."""
        mech = self.mech
        for place, q in zip(mech.coordinates, self._places, strict=True):
            place.q = q
        for angle, turn in zip(mech.angles, self._turns, strict=True):
            angle.reference = turn
        for form, value in zip(mech.kinematics.inputs, self.begin, strict=True):
            form.set_target(value)
            form.rate = form.acceleration = 0.0

    # ---- one period

    def inputs(self, z: Floats) -> tuple[list[float], list[float]]:
        """Values and velocities of all inputs at the start of the period."""
        values, speeds = list(self.begin), [0.0] * len(self.begin)
        for k, speed in zip(self.free, z, strict=False):
            speeds[k] = float(speed)
        for k, value in zip(self.placed, z[len(self.free) :], strict=False):
            values[k] = float(value)
        return values, speeds

    def simulated(self, accuracy: Accuracy, z: Floats, period: float, rows: int) -> Simulated | None:
        """Rows of one period; None where it cannot be simulated to its end."""
        self.stand()
        values, speeds = self.inputs(z)
        self.mech.variables.put(self.variables(z))
        move = replace(self.move, word="tstepf", steps=rows, time=period, values=tuple(speeds))
        found = simulate(self.mech, move, values, self.time, self.elasticity, lambda _: None, accuracy)
        self.cycle.periods += 1
        self.progress(0.5)
        if found.reason == INTERRUPTED:
            raise Interrupted
        self.cycle.reason = found.reason
        if found.rows.count:
            reached = found.rows.motion[3 * len(self.begin) * (found.rows.count - 1)] - self.begin[0]
            self.cycle.reached = max(self.cycle.reached, reached, key=abs)
        return found if found.reason == FINE and found.rows.count == rows else None

    def variables(self, z: Floats) -> list[float]:
        return [float(value) for value in z[self.first_variable : self.first_variable + self.count]]

    def held(self, found: Simulated) -> Floats:
        """(rows, variables): states and samples."""
        if not self.count:
            return self.np.empty((found.rows.count, 0))
        return self.np.array(self.np.frombuffer(memoryview(found.rows.variables))).reshape(-1, self.count)

    def motion(self, found: Simulated) -> Floats:
        """(rows, 3, inputs): values, velocities, accelerations."""
        m = len(self.begin)
        return self.np.array(self.np.frombuffer(memoryview(found.rows.motion))).reshape(-1, 3, m)

    def end(self, z: Floats, accuracy: Accuracy | None = None, rows: int = 1) -> tuple[Floats, Floats] | None:
        """What z is after the period, the change of input 1 last where that leads; and its derivative to T."""
        found = self.simulated(accuracy or self.trial, z, float(z[-1]) if self.leads else self.period, rows)
        if found is None:
            return None
        values, speeds, accelerations = self.motion(found)[-1]
        way = [values[0] - self.begin[0]] if self.leads else []
        state = [*speeds[self.free], *values[self.placed], *self.held(found)[-1], *way]
        variables = self.mech.variables
        rates = [*(state.rate for state in variables.states), *(0.0 for _ in variables.samples)]
        by_time = [*accelerations[self.free], *speeds[self.placed], *rates, *speeds[:1]]
        return self.np.array(state), self.np.array(by_time)

    def missed(self, z: Floats, end: Floats) -> Floats:
        """By how much the end differs from the start, and the change of input 1 from what is asked."""
        return end - (self.np.array([*z[:-1], self.way]) if self.leads else z)

    def size(self, missed: Floats) -> float:
        return float(self.np.max(self.np.abs(missed / self.scale), initial=0.0))

    # ---- from the guess to the state

    def go(self) -> None:
        self.measure_variables()
        for periods in _SETTLING:
            z = self.settled(self.z, max(1, periods)) if self.leads or periods else self.z
            if z is None:
                continue
            self.z = z
            found = self.newton(z)
            if found is not None:
                self.finish(self.nearest(found))
                return

    def measure_variables(self) -> None:
        """How large states and samples become within a period."""
        np = self.np
        found = self.simulated(self.trial, self.z, self.period, _ROWS) if self.count else None
        if found is not None:
            at = slice(self.first_variable, self.first_variable + self.count)
            largest = np.max(np.abs(self.held(found)), axis=0)
            self.scale[at] = np.where(largest > 0.0, largest, 1.0)
            self.shift[at] = self.scale[at] * _SHIFT

    def step(self, J: Floats, missed: Floats) -> Floats:
        """Of Newton's method; the shortest one, where a family of states is periodic."""
        np = self.np
        if not self.count:
            return np.linalg.lstsq(J, -missed, rcond=None)[0]
        unit = self.scale.copy()
        if self.leads:
            unit[-1] = self.period
        return unit * np.linalg.lstsq(J / self.scale[:, None] * unit, -missed / self.scale, rcond=_FAMILY)[0]

    def nearest(self, z: Floats) -> Floats:
        """Of a family of periodic states the one that is nearest to where the deck begins."""
        np = self.np
        end = self.end(z) if self.count else None
        J = self.jacobian(z, end[1], False) if end is not None else None
        if J is None:
            return z
        unit = self.scale.copy()
        if self.leads:
            unit[-1] = self.period
        _, sizes, directions = np.linalg.svd(J / self.scale[:, None] * unit)
        free = [unit * directions[k] for k in range(len(sizes)) if sizes[k] <= _FAMILY * sizes[0]]
        if not free:
            return z
        at = slice(self.first_variable, self.first_variable + self.count)
        along = np.array(free).T
        off = (np.array(self.wished) - z[at]) / self.scale[at]
        part = np.linalg.lstsq(along[at] / self.scale[at][:, None], off, rcond=_FAMILY)[0]
        found = self.newton(z + along @ part)
        return z if found is None else found

    def settled(self, z: Floats, periods: int) -> Floats | None:
        """After so many periods; None where input 1 does not go that far."""
        for _ in range(periods):
            after = self.passed(z)
            if after is None:
                return None
            z = after
        return z

    def passed(self, z: Floats) -> Floats | None:
        """One period on: where input 1 has changed by what is asked, between two rows by cubics."""
        if not self.leads:
            end = self.end(z)
            return end[0] if end is not None else None
        np = self.np
        period = float(z[-1])
        for stretch in (1.3, 3.0):
            found = self.simulated(self.trial, z, stretch * period, int(stretch * _ROWS))
            if found is None:
                return None
            rows = self.motion(found)
            beyond = np.flatnonzero((rows[:, 0, 0] - self.begin[0] - self.way) * np.sign(self.way) >= 0)
            if len(beyond) and beyond[0] > 0:
                return self._between(rows, self.held(found), int(beyond[0]), stretch * period / int(stretch * _ROWS))
        return None

    def _between(self, rows: Floats, held: Floats, row: int, h: float) -> Floats:
        from .hermite import at_value

        np = self.np
        before, after = rows[row - 1], rows[row]
        u = at_value(before[0, 0], h * before[1, 0], after[0, 0], h * after[1, 0], self.begin[0] + self.way)
        part = before + u * (after - before)
        variables = held[row - 1] + u * (held[row] - held[row - 1])
        return np.array([*part[1, self.free], *part[0, self.placed], *variables, (row + u) * h])

    def newton(self, z: Floats) -> Floats | None:
        """Steps of Newton's method, halved where they lead away."""
        end = self.end(z)
        if end is None:
            return None
        missed = self.missed(z, end[0])
        for _ in range(_NEWTON_STEPS):
            if self.size(missed) <= CLOSED:
                return z
            J = self.jacobian(z, end[1], False)
            if J is None:
                return None
            step = self.step(J, missed)
            self.cycle.newton_steps += 1
            for _ in range(_HALVINGS):
                trial = z + step
                end = self.end(trial) if not self.leads or trial[-1] > 0.0 else None
                if end is not None and self.size(self.missed(trial, end[0])) < self.size(missed):
                    break
                step *= 0.5
            else:
                return z if self.size(missed) <= 100.0 * CLOSED else None
            z, missed = trial, self.missed(trial, end[0])
        return None

    def derivatives(self, z: Floats, exact: bool) -> Floats | None:
        """Of the end to the start: central differences, of fourth order where they are to be exact."""
        np = self.np
        columns = []
        for k, shift in enumerate(self.shift):
            ends = []
            for times in (1, -1, 2, -2) if exact else (1, -1):
                moved = z.copy()
                moved[k] += times * shift
                end = self.end(moved)
                if end is None:
                    return None
                ends.append(end[0])
            near = (ends[0] - ends[1]) / (2.0 * shift)
            columns.append((4.0 * near - (ends[2] - ends[3]) / (4.0 * shift)) / 3.0 if exact else near)
        return np.array(columns).T

    def jacobian(self, z: Floats, by_time: Floats, exact: bool) -> Floats | None:
        np = self.np
        E = self.derivatives(z, exact)
        if E is None:
            return None
        n = len(self.shift)
        J = E - np.eye(len(E), n)
        return np.column_stack([J, by_time]) if self.leads else J

    # ---- the state that was found

    def finish(self, z: Floats) -> None:
        """Multipliers of the period, and the state once more by the method that the deck asks for."""
        np, cycle = self.np, self.cycle
        end = self.end(z)
        J = self.jacobian(z, end[1], True) if end is not None else None
        if end is None or J is None:
            return
        n = len(self.shift)
        E = J[:, :n] + np.eye(len(J), n)
        if self.leads:  # the period changes so that input 1 has gone its way
            E = E[:-1] - np.outer(end[1][:-1], E[-1]) / end[1][-1]
        cycle.multipliers = tuple(sorted((complex(v) for v in np.linalg.eigvals(E)), key=abs, reverse=True))
        self.polish(z, J)

    def polish(self, z: Floats, J: Floats) -> None:
        cycle, best, before = self.cycle, float("inf"), float("inf")
        for _ in range(_POLISHING):
            end = self.end(z, self.own, self.move.steps)
            if end is None:
                return
            missed = self.missed(z, end[0])
            size = self.size(missed)
            if size < best:
                best = size
                values, speeds = self.inputs(z)
                cycle.inputs, cycle.velocities, cycle.miss = values, speeds, size
                cycle.variables = self.variables(z)
                cycle.period = float(z[-1]) if self.leads else self.period
                cycle.is_found = size <= max(100.0 * CLOSED, 10.0 * self.own.tolerance)
            if size <= CLOSED or size > 0.5 * before:
                return
            before = size
            z = z + self.step(J, missed)
