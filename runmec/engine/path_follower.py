"""Following the mechanism along a course, never changing branch in silence.

Known positions (nodes) are found one after the other: predicted from the last three, corrected by Newton, accepted only
if Newton contracts well, which tells that the prediction belongs to this branch. Where a group's determinant changes
its sign between two nodes, the position between must exist. Rows lie between nodes, from which they are predicted.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .block import Block
from .form import Form
from .given_path import GivenPath
from .kinematics import Kinematics
from .passage import Passage
from .status import FINE, MISFIT, NO_POSITION, TOO_MUCH_WORK, TOO_NEAR
from .thresholds import (
    CLOSE,
    EXISTS,
    FAR_FROM_PREDICTION,
    FLATTENS,
    LEFT_AS_IT_IS,
    NEAR_SINGULAR,
    SINGULAR,
    SMALLEST_STRIDE,
    STRADDLE,
    WANTED_CONTRACTION,
)
from .trajectory import Trajectory

RUNNING: Final = 0
DONE: Final = 1
STOPPED: Final = 2
SHORTEN: Final = 0.4
GROW_AT_MOST: Final = 2.5


class PathFollower:
    """Rows at given places of a course, from a position that closes."""

    __slots__ = (
        "angles", "bound", "corrections", "course", "ends_singular", "failed", "mech", "next_row", "nodes",
        "passed", "places", "reason", "rows", "run_end", "signs", "step",
    )  # fmt: skip

    def __init__(self, mech: Kinematics, course: GivenPath, places: vec[float], angles: list[Form], bound: int) -> None:
        self.mech: Kinematics = mech
        self.course: GivenPath = course
        self.places: vec[float] = places  # s of every row
        self.angles: list[Form] = angles  # whose references a row keeps
        self.bound: int = bound  # nodes that are tried
        self.next_row: i64 = 0
        self.run_end: i64 = -1  # the last row that lies ahead in the same direction
        self.rows: Trajectory = Trajectory()
        self.step: float = 0.0
        self.nodes: int = 0
        self.corrections: int = 0
        self.passed: list[tuple[int, float, int]] = []  # row before, s, group
        self.reason: int = FINE
        self.failed: int = 0  # the group that stopped it
        self.ends_singular: int = -1  # group that has no inverse where the course ends
        self.signs: list[float] = []  # of the groups at the last node

    # ---- begin

    def begin(self, s: float) -> int:
        """The node at the start, where the mechanism is; a status."""
        mech = self.mech
        mech.known = 0
        mech.slack = CLOSE
        mech.s = s
        for g in mech.groups:
            g.least = LEFT_AS_IT_IS
        self.course.set_target(s)
        status = mech.evaluate()
        if status != FINE:
            self.failed = mech.failed
            return status
        self.derive(s)
        mech.keep(0)
        self.note_node()
        self.step = self.course.stride(s)
        return FINE

    def derive(self, s: float) -> None:
        for form in self.mech.forms:
            form.rate = 0.0
            form.acceleration = 0.0
        self.course.derive(s)
        self.mech.follow()

    def note_node(self) -> None:
        self.nodes += 1
        self.signs = [g.sign * g.quality for g in self.mech.groups]
        self.mech.keep_turns()

    # ---- row after row

    def advance(self, most: int) -> int:
        """At most so many nodes; an outcome."""
        for _ in range(most):
            if self.next_row >= len(self.places):
                return DONE
            if self.nodes > self.bound:
                self.reason = TOO_MUCH_WORK
                return STOPPED
            if not self.go_on() or self.reason == MISFIT:
                return STOPPED
        return RUNNING

    def go_on(self) -> bool:
        """One node more, or a shorter step; False where the mechanism cannot go on."""
        mech = self.mech
        places = self.places
        here = mech.s0
        first = self.next_row
        if places[first] == here:
            self.stay()
            return True
        sense = 1.0 if places[first] > here else -1.0
        stride = self.course.stride(here)
        limit = min(self.step, stride)
        last = self.last_of_run(first, here, sense, limit)
        target = here + sense * limit if last < first else places[last]
        if self.run_end < first:
            self.run_end = self.last_of_run(first, here, sense, 1e300)
        status = self.reach(here, target, places[self.run_end], limit)
        if status != FINE:
            if last == self.run_end and self.land(first, last):
                return True
            return self.shorten(abs(target - here), stride)
        way = abs(mech.s - here)
        contraction = max(mech.contraction, 1e-9)
        mech.keep_end()
        mech.shift()
        signs = self.signs
        self.note_node()
        filled = self.fill(first, here, sense, signs)
        if not filled:
            mech.unshift()
            self.signs = signs
            return self.shorten(abs(places[self.next_row] - here), stride)
        self.step = way * min(max(math.pow(WANTED_CONTRACTION / contraction, 1.0 / 6.0), 0.5), GROW_AT_MOST)
        if mech.surplus:
            self.choose_again()
        return True

    def choose_again(self) -> None:
        """At the last node, where the independent set has become flat."""
        mech = self.mech
        for c in mech.moving:
            c.q = c.q0
        mech.s = mech.s0
        self.course.set_target(mech.s0)
        mech.evaluate()
        if mech.flattens() and mech.exchanged():
            step = self.step
            self.begin(mech.s0)
            self.step = step

    def pass_through(self, s: float, upto: i64) -> bool:
        """Rows before `upto`, by a node at s: a position that is known, where the mechanism is; else as it finds them.

        False where it cannot go on.
        """
        mech = self.mech
        here = mech.s0
        if s != here:
            self.course.set_target(s)
            mech.s = s
            if mech.evaluate() == FINE:
                self.derive(s)
                mech.keep_end()
                mech.shift()
                signs = self.signs
                self.note_node()
                if not self.fill(self.next_row, here, 1.0 if s > here else -1.0, signs):
                    mech.unshift()
                    self.signs = signs
        while self.next_row < upto:
            if self.nodes > self.bound or not self.go_on():
                return False
        return True

    def last_of_run(self, first: i64, here: float, sense: float, limit: float) -> i64:
        """The last row that lies ahead in one direction, within the limit; or the one before `first`."""
        places = self.places
        last = first - 1
        before = here
        for row in range(first, len(places)):
            place = places[row]
            if (place - before) * sense <= 0.0 or (place - here) * sense > limit * (1.0 + 1e-12):
                break
            before = place
            last = row
        return last

    def shorten(self, way: float, stride: float) -> bool:
        self.nodes += 1
        self.step = SHORTEN * way
        self.mech.restore_turns()
        if self.step < SMALLEST_STRIDE * stride or self.mech.s0 + self.step == self.mech.s0:
            if self.reason == FINE:
                self.reason = NO_POSITION
            self.failed = self.mech.failed
            return False
        return True

    def reach(self, here: float, target: float, end: float, limit: float) -> int:
        """A node at the target, or a little further where it would lie close to a singular position; a status."""
        mech = self.mech
        status = self.place(target)
        if status == FINE and mech.worst >= NEAR_SINGULAR:
            return self.check_branch(here, target)
        quality = mech.worst if status == FINE else 0.0
        for further in (1.6, 2.5):
            other = here + further * (target - here)
            if abs(other - here) > abs(end - here):
                other = end
            if other != target and abs(other - here) <= 2.5 * limit and self.place(other) == FINE:
                if mech.worst > 2.0 * quality and self.check_branch(here, other) == FINE:
                    return FINE
        if status != FINE:
            return status
        status = self.place(target)
        return self.check_branch(here, target) if status == FINE else status

    def place(self, s: float) -> int:
        """The position at s, predicted and corrected, with its derivatives; a status."""
        mech = self.mech
        mech.restore_turns()
        mech.predict(s)
        self.course.set_target(s)
        mech.slack = 0.0
        status = mech.place()
        mech.slack = CLOSE
        if status != FINE:
            return status
        self.derive(s)
        return FINE

    def check_branch(self, here: float, there: float) -> int:
        """Whether the way to the position that is there leads through flat positions that exist; a status."""
        mech = self.mech
        changed: list[Block] = []
        for k in range(len(mech.groups)):
            g = mech.groups[k]
            if g.sign * self.signs[k] < 0.0:
                if abs(self.signs[k]) + g.quality > (FLATTENS if mech.surplus else STRADDLE):
                    mech.failed = g.number
                    return TOO_NEAR
                changed.append(g)
        if not changed:
            return FINE
        q = [c.q for c in mech.moving]
        u = [c.u for c in mech.moving]
        w = [c.w for c in mech.moving]
        passage = Passage(mech, self.course)
        for c in mech.moving:
            c.q = c.q0
        passage.begin(here)
        for k in range(len(q)):
            mech.moving[k].q = q[k]
        passage.end(there)
        exists = passage.exists(changed)
        for k in range(len(q)):
            c = mech.moving[k]
            c.q = q[k]
            c.u = u[k]
            c.w = w[k]
        self.course.set_target(there)
        mech.s = there
        if not exists:
            mech.failed = changed[0].number
            return NO_POSITION
        mech.evaluate()
        for g in changed:
            self.passed.append((int(self.next_row), 0.5 * (here + there), g.number))
        return FINE

    def fill(self, first: i64, here: float, sense: float, signs: list[float]) -> bool:
        """Rows between the last two nodes, the last node included; False where one is doubtful, and next."""
        mech = self.mech
        there = mech.s0
        places = self.places
        same = [k for k in range(len(mech.groups)) if signs[k] * self.signs[k] > 0.0]
        before = here
        while self.next_row < len(places):
            s = places[self.next_row]
            if (s - before) * sense <= 0.0 or (s - there) * sense > 0.0:
                break
            before = s
            if s == there:
                self.stay()
                continue
            mech.predict(s)
            self.course.set_target(s)
            mech.leaves_D = True
            status = mech.place()
            mech.leaves_D = False
            self.corrections += 1
            if status == TOO_NEAR or (status != FINE and mech.worst < SINGULAR):
                mech.predict(s)
                for g in mech.groups:
                    if not g.miss() < EXISTS:
                        return False
            elif status != FINE or mech.moved > FAR_FROM_PREDICTION:
                return False
            elif mech.worst > SINGULAR:
                for k in same:
                    if mech.groups[k].sign * self.signs[k] < 0.0:
                        return False
            self.write()
        mech.restore_turns()
        return True

    def stay(self) -> None:
        """The next row at the last node."""
        mech = self.mech
        for c in mech.moving:
            c.q = c.q0
        self.course.set_target(mech.s0)
        mech.restore_turns()
        self.write()

    def land(self, first: i64, last: i64) -> bool:
        """Ends a run of rows in a singular position, which is predicted; False where there is none."""
        mech = self.mech
        end = self.places[last]
        if mech.known < 2:
            return False
        mech.predict(end)
        self.course.set_target(end)
        worst = 1.0
        which = 0
        for g in mech.groups:
            if not g.miss() < EXISTS:
                return False
            g.factor()
            if g.quality < worst:
                worst = g.quality
                which = g.number
        if worst > SINGULAR:
            return False
        for row in range(first, last + 1):
            s = self.places[row]
            mech.predict(s)
            self.course.set_target(s)
            if row < last and mech.place() != FINE:
                mech.predict(s)
            self.write()
        self.ends_singular = which
        return True

    def write(self) -> None:
        """The position as the next row."""
        if self.mech.must_fit and not self.mech.fits():
            self.reason = MISFIT
            return
        self.rows.write(self.mech.coordinates, self.angles)
        self.next_row += 1
