"""The loop of a simulation: step sizes, singular positions, kinks, output rows.

A step is refused where its error is too large, where a position lies too near to a singular one (so that steps
straddle it), where it would end on another branch, or where Newton finds no position; it is cut where a piece of an
expression or spring ends.
"""

from __future__ import annotations

import math
from typing import Final

from .coordinate import Coordinate
from .events.event_location import EventLocation
from .events.inside import look_inside
from .events.singular import Singular
from .events.stiction import HeldDynamics
from .integrators.dop853 import Dop853
from .integrators.integrator import END, Integrator, StepState
from .script import PIECE, SAMPLE, Script
from .status import FINE, MISFIT, NO_POSITION, NOT_ALONG, NOT_FINITE, TOO_MUCH_WORK, TOO_NEAR, TOO_SHORT
from .thresholds import CROSSING, CROSSING_ERROR, GRIP, LONGER, SHORTER, SINGULAR, TURN_A_STEP
from .trajectory import Trajectory

RUNNING: Final = 0
DONE: Final = 1
LOST_GRIP: Final = 2
FAILED: Final = 3
FLATTENED: Final = 4  # another independent set may be better

SMALLEST: Final = 1e-13  # step, in units of the time at the end of the move
SAFETY: Final = 0.8
LONGEST: Final = 0.05  # step of a motion with kinks, as a part of the move
ROWS: Final = 4.0  # and in rows
SHORTEN: Final = 0.9
WITHOUT_GOING_ON: Final = 1e-3  # of the move
EVALUATIONS_THERE: Final = 200_000  # at most
POOR: Final = 3e-4  # quality of a group at which an acceleration between the ends of a step is better than its own


class Simulation:
    """One move of free motion; `rows` holds what was reached."""

    __slots__ = (
        "accepted", "begin_time", "bound", "crossing", "duration", "equation", "final", "h", "kinks",
        "leniency", "lost", "method", "milestone", "next_row", "now", "reason", "refused", "refused_error",
        "refused_position", "refused_singular", "row_time", "rows", "rows_wanted", "script", "singular", "smallest",
        "spent", "state", "stop", "usual", "wish",
    )  # fmt: skip

    def __init__(
        self,
        equation: HeldDynamics,
        state: StepState,
        method: Integrator,
        begin_time: float,
        now: float,
        duration: float,
        rows_wanted: int,
        next_row: int,
        bound: int,
        script: Script | None = None,
    ) -> None:
        self.equation: HeldDynamics = equation
        self.state: StepState = state
        self.method: Integrator = method
        self.crossing: Integrator = method if isinstance(method, Dop853) else Dop853(equation, state, method.allowance)
        self.begin_time: float = begin_time
        self.now: float = now
        self.duration: float = duration
        self.final: float = begin_time + duration
        self.smallest: float = SMALLEST * max(abs(self.final), duration)
        self.rows_wanted: int = rows_wanted
        self.row_time: float = duration / rows_wanted
        self.next_row: int = next_row
        self.stop: float = equation.variables.due_after(now, self.smallest)  # where samples are taken next
        self.bound: int = bound  # evaluations
        self.script: Script | None = script
        self.milestone: float = now
        self.spent: int = 0  # evaluations when it was reached
        self.leniency: float = min(CROSSING, max(1.0, CROSSING_ERROR / method.allowance.tolerance))
        self.h: float = duration
        self.wish: float = 0.0
        self.usual: float = 0.0
        self.refused: bool = False
        self.accepted: int = 0
        self.refused_error: int = 0
        self.refused_singular: int = 0
        self.refused_position: int = 0
        self.reason: int = FINE
        self.lost: int = -1  # the free parameter that has lost its grip
        self.singular: Singular = Singular(equation)
        self.kinks: EventLocation = EventLocation(equation, duration)
        self.rows: Trajectory = Trajectory()

    # ---- begin

    def begin(self) -> int:
        """Evaluates the start: pieces chosen by value, derivatives known, no memory of steps before; a status."""
        equation = self.equation
        pieces = equation.pieces
        self.method.forget()
        equation.mech.known = min(equation.mech.known, 1)
        for g in equation.mech.groups:
            g.least = 0.0
        status = self.choose_pieces()
        for k in pieces.switches:
            k.at_start = k.gap
        equation.mech.keep(0)
        equation.mech.keep_turns()
        self.singular.begin()
        return status

    def choose_pieces(self) -> int:
        """By value, or those of the motion beside which this one goes; a status."""
        pieces = self.equation.pieces
        script = self.script
        if script is not None and script.is_followed:
            script.choose_pieces(pieces.switches)
            return self.evaluate_start()
        pieces.refresh = True
        status = self.evaluate_start()
        pieces.refresh = False
        if pieces.switches and status == FINE:
            status = self.equation.settle(self.now, self.state.y, self.state.spare)
            if status == FINE:
                status = self.evaluate_start()
        if script is not None:
            script.write_pieces(pieces.switches)
        return status

    def evaluate_start(self) -> int:
        status = self.equation.rate(self.now, self.state.y, self.state.spare)
        for i in range(self.state.n):
            self.state.K[i] = self.state.spare[i]
        if status == FINE:
            self.method.allowance.note(self.state.y, self.state.K)
        return status

    def stand_at_start(self) -> None:
        """The mechanism at the last accepted step, with its velocities."""
        equation = self.equation
        for g in equation.mech.groups:
            g.least = 0.0
        equation.rate(self.now, self.state.y, self.state.spare)
        if equation.alone:
            for c in equation.mech.moving:
                c.v = c.u * equation.pace

    def take_samples(self) -> int:
        """Sets what is to be set now, and begins again from there; a status."""
        variables = self.equation.variables
        self.stand_at_start()
        if not variables.take(self.now, self.smallest):
            return NOT_FINITE
        self.stop = variables.due_after(self.now, self.smallest)
        return self.begin()

    # ---- the loop

    def advance(self, most: int) -> int:
        """At most so many steps; an outcome."""
        for _ in range(most):
            left = self.final - self.now
            if left <= self.smallest:
                return DONE
            if self.works_too_hard():
                self.reason = TOO_MUCH_WORK
                return FAILED
            outcome = self.attempt(left) if self.script is None or not self.script.is_followed else self.go_along()
            if outcome != RUNNING:
                return outcome
        return RUNNING

    def works_too_hard(self) -> bool:
        """Whether all evaluations that are allowed are made, or very many without going on."""
        spent = self.equation.evaluations
        if self.now - self.milestone > WITHOUT_GOING_ON * self.duration:
            self.milestone = self.now
            self.spent = spent
        return spent > self.bound or spent - self.spent > EVALUATIONS_THERE

    def attempt(self, left: float) -> int:
        """One step, accepted or refused; an outcome."""
        t = self.now
        stops = self.stop <= self.final + self.smallest
        target = min(self.final, self.stop)
        left = min(left, target - t)
        singular = self.singular
        crosses = singular.crosses()
        method = self.crossing if crosses else self.method
        h = self.length(method, t, left)
        if not h >= self.smallest:
            if self.reason == FINE:
                self.reason = TOO_SHORT
            return FAILED
        pieces = self.equation.pieces
        singular.set_least(self.h, method.allowance)
        pieces.forget()
        mech = self.equation.mech
        mech.restore_turns()
        asked = h
        status = method.step(t, h)
        error = method.error / self.leniency if crosses else method.error
        if status == FINE and error <= 1.0:
            error = max(error, self.turned_too_far(method.order))
        if status == FINE and error <= 1.0 and pieces.switches:
            look_inside(self.equation, self.state, t, h)
            if pieces.were_left():
                h, status = self.kinks.cut(method, t, h, self.smallest)
                error = method.error
        kink = False
        if status == FINE and error <= 1.0:
            kink = pieces.least_gap() < 0.0
            for k in pieces.switches:
                k.saved = k.gap
            self.lost = self.find_lost()
            turns = [form.reference for form in mech.winders]
            status = singular.judge_end()
            upto = t + h - self.smallest if stops and h == left else t + h
            if status == FINE and self.is_row_due(upto):
                status = self.write_rows(method, t, h, upto)
                if status == MISFIT:
                    self.reason = MISFIT
                    return FAILED
        if status != FINE or not error <= 1.0:
            self.refuse(method, crosses, status, error, h)
            return FLATTENED if self.asks_for_another_set(status) else RUNNING
        self.accept(method, t, h, error)
        mech.turns = turns
        arrives = h == left
        self.now = target if arrives else t + h
        if self.script is not None:
            self.write_script(self.script, h, crosses, kink, stops and arrives)
        if kink:
            self.kinks.note_crossings(self.now, 1e4 * self.smallest)
            self.h = max(self.h, 0.1 * asked)
            self.reason = self.kinks.note(self.now)
            if self.reason == FINE:
                self.reason = self.begin()
            if self.reason != FINE:
                return FAILED
        if stops and arrives:
            self.reason = self.arrive()
            if self.reason != FINE:
                return FAILED
        if self.lost >= 0:
            return LOST_GRIP
        return FLATTENED if mech.flattens() else RUNNING

    def write_script(self, script: Script, h: float, crosses: bool, kink: bool, samples: bool) -> None:
        if kink:
            script.write_jumps(self.equation.pieces.switches)
        if crosses or self.lost >= 0:
            script.is_smooth = False
        script.write_step(h / self.duration, (PIECE if kink else 0) + (SAMPLE if samples else 0))

    def go_along(self) -> int:
        """The next step of the motion beside which this one goes; an outcome."""
        script = self.script
        assert script is not None
        if script.next >= len(script.lengths):
            return self.leaves(NOT_ALONG)
        t = self.now
        h = script.lengths[script.next] * self.duration
        end = script.ends[script.next]
        ends_piece = end & PIECE != 0
        script.next += 1
        stops = self.stop <= self.final + self.smallest
        target = min(self.final, self.stop)
        near = 10.0 * self.smallest
        arrives = abs(target - t - h) <= near
        if (stops and arrives) != (end & SAMPLE != 0):
            return self.leaves(NOT_ALONG)
        if arrives:
            h = target - t
        mech = self.equation.mech
        mech.restore_turns()
        for g in mech.groups:
            g.least = 0.0
        status = self.method.step(t, h)
        turns = [form.reference for form in mech.winders]
        if ends_piece and not script.jumps_alike(self.equation.pieces.switches, near):
            status = NOT_ALONG
        upto = t + h - self.smallest if stops and arrives else t + h
        if status == FINE and self.is_row_due(upto):
            status = self.write_rows(self.method, t, h, upto)
        if status != FINE:
            return self.leaves(status)
        mech.shift()
        self.accepted += 1
        self.method.remember(h)
        self.state.advance()
        self.method.allowance.note(self.state.y, self.state.K)
        mech.turns = turns
        self.now = target if arrives else t + h
        if ends_piece:
            status = self.begin()
        if status == FINE and stops and arrives:
            status = self.arrive()
        return RUNNING if status == FINE else self.leaves(status)

    def leaves(self, status: int) -> int:
        """It cannot go on beside the other motion."""
        self.reason = status
        return FAILED

    def asks_for_another_set(self, status: int) -> bool:
        """Whether a step was refused for what another independent set may not have; asked once at its start."""
        if not self.equation.mech.surplus or self.singular.is_best:
            return False
        return status in (TOO_NEAR, NO_POSITION)

    def arrive(self) -> int:
        """Where samples are taken; rows of this instant show what they are then; a status."""
        status = self.take_samples()
        while status == FINE and self.is_row_due(self.now + self.smallest):
            for i in range(self.state.n):
                self.state.trial[i] = self.state.y[i]
            status = self.stand(self.now, 0.0)
            if status == FINE:
                self.write()
                self.next_row += 1
        return status

    def length(self, method: Integrator, t: float, left: float) -> float:
        """The step to be tried: as long as the last one allows, to the end of the move, Heun's to the next row."""
        tries = self.singular.tries
        h = self.h
        if tries > LONGER:
            h = self.wish * math.pow(SHORTEN, tries % SHORTER)
        elif tries > SHORTER:
            h = 0.3 * self.usual * math.pow(self.method.lengthen, tries - SHORTER - 1)
        elif tries > 0:
            h = self.wish * math.pow(SHORTEN, tries)
        h = min(h, left, self.longest_turn())
        if self.equation.n == 0 and not self.equation.states:
            # what is given has no error: work and forces are to be seen in every row
            h = min(h, self.row_time)
        if self.equation.pieces.switches:  # what is looked at within a step must not be too far apart
            h = min(h, LONGEST * self.duration, ROWS * self.row_time)
        if method.at_rows and self.next_row < self.rows_wanted:
            row = self.time_of(self.next_row) - t
            if row > 0.0:
                h = max(row, 2.0 * self.smallest) if h >= row else min(h, 0.5 * row)
        return left if left - h < 1e-3 * h else h

    def longest_turn(self) -> float:
        """The time in which no free angle turns too far for one step."""
        longest = math.inf
        equation = self.equation
        for k in range(equation.n):
            speed = abs(self.state.y[equation.n + k])
            if not equation.free[k].is_length and speed > 0.0:
                longest = min(longest, TURN_A_STEP * equation.units[k] / speed)
        return longest

    def turned_too_far(self, order: float) -> float:
        """An error above 1 where a free angle turned so far in the step that its own error says little."""
        equation = self.equation
        worst = 0.0
        for k in range(equation.n):
            if not equation.free[k].is_length:
                way = abs(self.state.y1[k] - self.state.y[k]) / equation.units[k]
                if way > worst:
                    worst = way
        over = worst / (1.25 * TURN_A_STEP)
        return math.pow(over, order) if over > 1.0 else 0.0

    def refuse(self, method: Integrator, crosses: bool, status: int, error: float, h: float) -> None:
        self.reason = status
        mech = self.equation.mech
        for g in mech.groups:
            if g.changed:
                mech.known = 1  # what lies beyond may belong to another branch
                break
        if status == TOO_NEAR or crosses:
            self.refused_singular += 1
            if self.singular.tries == 0:
                self.wish = h
            self.singular.tries += 1
            return
        self.singular.tries = 0
        if status == FINE:
            self.refused_error += 1
            self.refused = True
            shorter = SAFETY * math.pow(error, -1.0 / method.order) if error < 1e300 else 0.2
            self.h = h * (0.5 if method.at_rows else max(0.2, shorter))
        else:
            self.refused_position += 1
            self.h = 0.5 * h

    def accept(self, method: Integrator, t: float, h: float, error: float) -> None:
        """The end of the step becomes the start of the next; rows within it are written."""
        self.equation.mech.shift()
        tries = self.singular.tries
        self.singular.accept(t, h)
        self.next_length(method, tries, h, error)
        self.accepted += 1
        self.usual = max(h, 0.95 * self.usual)
        if method is self.method:
            method.remember(h)
        else:
            self.method.forget()
        self.state.advance()
        self.method.allowance.note(self.state.y, self.state.K)
        for k in self.equation.pieces.switches:
            k.gap = k.saved
            k.at_start = k.saved

    def next_length(self, method: Integrator, tries: int, h: float, error: float) -> None:
        """Not longer than the step before where that was refused at first."""
        if tries > 0:
            self.h = max(self.wish, 0.3 * self.usual)  # nothing was said against it but the place
            return
        most = 1.0 if self.refused else method.most
        grow = most if error == 0.0 else min(most, max(0.2, SAFETY * math.pow(error, -1.0 / method.order)))
        # a step that was cut, at the end of the move or at a row, says nothing against the longer one
        self.h = max(self.h, h * grow) if h < 0.9 * self.h and grow >= 1.0 else h * grow
        self.refused = False

    def find_lost(self) -> int:
        """The first free parameter against which a co-ordinate moves too fast, or −1."""
        equation = self.equation
        if equation.fronts is not None:  # what a group makes of what moves it: a long chain loses no grip
            front = equation.fronts.loosest(equation.units, GRIP)
            return -1 if front is None else self.fastest_in(front.columns)
        for k in range(int(equation.n)):
            unit = GRIP / equation.units[k]
            for c in equation.mech.moving:
                fast = c.u if equation.alone else c.transfer[k]
                if abs(fast) * c.per > unit:
                    return k
        return -1

    def fastest_in(self, columns: list[Coordinate]) -> int:
        """The free parameter with which one of these co-ordinates moves fastest."""
        equation = self.equation
        equation.find_first()
        best = -1
        most = 0.0
        for k in range(int(equation.n)):
            for c in columns:
                fast = abs(c.transfer[k]) * c.per * equation.units[k]
                if fast > most:
                    most = fast
                    best = k
        return best

    # ---- rows

    def time_of(self, row: int) -> float:
        """When a row is due; rows are counted from 1."""
        return self.begin_time + row * self.row_time

    def is_row_due(self, t: float) -> bool:
        """Whether a row lies at or before t; the last one when the move ends, whatever rounding says."""
        return self.next_row <= self.rows_wanted and (self.time_of(self.next_row) <= t or t >= self.final)

    def write_rows(self, method: Integrator, t: float, h: float, upto: float) -> int:
        """Rows within the step from t, up to a time in it, predicted from the positions at both ends; a status: one may
        not be found.

        What is written then stays: it belongs to a step whose error was small enough.
        """
        status = method.prepare_rows(t, h)
        if status != FINE:
            return status
        mech = self.equation.mech
        state = self.state
        mech.restore_turns()
        mech.shift()
        while status == FINE and self.is_row_due(upto):
            u = (self.time_of(self.next_row) - t) / h
            if u > 1.0 - 1e-12 or method.at_rows:
                u = 1.0
                for i in range(state.n):
                    state.trial[i] = state.y1[i]
            else:
                method.row(h, u, state.trial)
            status = self.stand(t + u * h, u)
            if status == FINE and mech.must_fit and not mech.fits():
                status = MISFIT
            if status == FINE:
                self.write()
                self.next_row += 1
        mech.unshift()
        return status

    def stand(self, t: float, u: float) -> int:
        """The mechanism at a row, y in `trial`, its derivatives in `spare`; a status.

        Where the position is so near to a singular one that it cannot be corrected, the predicted one stays, and the
        acceleration between the ends.
        """
        equation = self.equation
        mech = equation.mech
        state = self.state
        for g in mech.groups:
            g.least = 0.0
        status = equation.rate(t, state.trial, state.spare)
        if status != FINE:
            worst = 1.0
            for g in mech.groups:
                worst = min(worst, g.quality)
            if worst > SINGULAR:
                return status
            if equation.alone:
                mech.predict(state.trial[0])
            else:
                equation.predict(t, state.trial)
        if status != FINE or mech.worst < POOR:
            n = state.n
            free = equation.n
            for i in range(free):
                state.spare[free + i] = (1.0 - u) * state.K[free + i] + u * state.K[END * n + free + i]
        return FINE

    def write(self) -> None:
        equation = self.equation
        free = equation.n
        for k in range(free):
            equation.free[k].acceleration = self.state.spare[free + k]
        if equation.replaced:
            self.measure_replaced()
        self.rows.write(equation.mech.coordinates, equation.angles)
        self.rows.write_inputs(equation.inputs)
        equation.write_loads(self.rows)
        self.rows.write_variables(equation.variables)
        self.rows.write_work(self.state.trial[equation.work])

    def measure_replaced(self) -> None:
        """Accelerations of inputs that have lost their grip, as those of dependent parameters."""
        equation = self.equation
        squared = equation.pace * equation.pace
        if equation.alone:
            for c in equation.mech.moving:
                c.v = c.u * equation.pace
                c.a = c.w * squared + c.u * self.state.spare[1]
        for form in equation.replaced:
            form.rate = form.speed()
            total = form.bias() * (squared if equation.alone else 1.0)
            for entry in form.entries:
                total += entry.value * entry.of.a
            form.acceleration = total
