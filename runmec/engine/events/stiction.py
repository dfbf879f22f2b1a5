"""Jumps on which the motion rests: dry friction holds what it can, any value between its two sides.

While `sign` or `step` is held, its value is such that its argument does not change: the argument's rate depends on
it linearly, through the accelerations. What is left of its range is its *gap*, so that the integrator steps exactly to
where it is exhausted, as to any end of a piece. Whether a jump that is met will be held is decided by the rates of its
argument on either side (Filippov): both lead back to it, or one leads away.

An argument that knows positions only has a rate that does not depend on accelerations. Where such a jump is met again
and again in no time, the rate of its rate is taken instead.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ..elimination import factor, substitute
from ..expression import Node
from ..form import Form
from ..forward_dynamics import ForwardDynamics, GivenInput
from ..kinematics import Kinematics
from ..load import Load
from ..status import FINE, LOCKED, UNDECIDABLE
from ..switch import IDLE, MET_AGAIN, RELEASED, STUCK, Pieces, Switch
from ..variable import Variables

SMALL: Final = 1e-5  # shift of time for first differences
LARGER: Final = 1e-3  # and for second ones
NOISE: Final = 1e-9  # of accelerations
ROUNDING: Final = 1e-15  # of what is differentiated
CYCLES: Final = 60  # of a held value that enters its force not linearly
RESTS: Final = 1e-10  # the part of a rate that is rest
NEARLY: Final = 1e-7  # and where it does not become smaller
WEAK: Final = 1e-11  # of the largest influence: none
PARALLEL: Final = 1e-9
NEAR: Final = 1e-3  # of the tolerance: an argument of zero
PASSES: Final = 4
PART: Final = 1e-3  # of a range: for influences of what is held where normal forces follow from it
SLOW: Final = 0.1  # what a cycle should leave at most, or influences are found anew
HALVINGS: Final = 30
IMPOSSIBLE: Final = 1e100  # rate of an argument on a side on which there is no motion


class HeldDynamics(ForwardDynamics):
    """The equation of motion with jumps that may be held."""

    __slots__ = (
        "A", "above", "b", "below", "held_since", "holds", "noise", "order", "programs", "solution",
        "tolerance", "unheld",
    )  # fmt: skip

    def __init__(
        self,
        mech: Kinematics,
        free: list[Form],
        given: list[GivenInput],
        loads: list[Load],
        pieces: Pieces,
        programs: list[Node | None],
        tolerance: float,
        variables: Variables | None = None,
    ) -> None:
        super().__init__(mech, free, given, loads, pieces, variables)
        count = len(pieces.switches)
        self.programs: list[Node | None] = programs  # in which the argument of every switch is read
        self.tolerance: float = tolerance
        self.A: vec[float] = vec[float]([0.0] * (count * count))
        self.b: vec[float] = vec[float]([0.0] * count)
        self.solution: vec[float] = vec[float]([0.0] * count)
        self.order: vec[i64] = vec[i64]([0] * count)
        self.unheld: float = 0.0  # the largest acceleration without what is held
        self.above: float = 0.0  # how an argument changes with either piece, and how large a zero may be there
        self.below: float = 0.0
        self.noise: float = 0.0
        self.holds: int = 0  # times that a jump began to hold
        self.held_since: float = 0.0
        for switch in pieces.switches:
            switch.response = vec[float]([0.0] * (len(free) + 1))

    def rate(self, t: float, y: vec[float], dy: vec[float]) -> int:
        status = self.move_to(t, y)
        if status != FINE:
            return status
        self.follow(t, y)
        status = self.hold(y, dy) if self.pieces.stuck > 0 else self.accelerate(y, dy)
        if status == FINE:
            self.finish(y, dy)
        return status

    # ---- while jumps are held

    def hold(self, y: vec[float], dy: vec[float]) -> int:
        """Accelerations with the values of all held jumps that keep their arguments; a status."""
        while True:
            held = [k for k in self.pieces.switches if k.mode == STUCK]
            for k in held:
                k.held = 0.0
            status = self.accelerate(y, dy)
            self.unheld = self.largest_acceleration()
            if status != FINE or not held:
                return status
            count: i64 = len(held)
            size = self.find_influences(y, dy, held, PART if self.reactions.loads else 1.0)
            known = self.unheld if self.unheld > abs(self.b[0]) else abs(self.b[0])
            if count == 1 and abs(self.A[0]) <= WEAK * known:
                return self.exhaust(y, dy, held[0])
            _, smallest = factor(self.A, count, self.order)
            if smallest > WEAK * size:
                break
            if count == 1:
                return self.exhaust(y, dy, held[0])
            last = held[len(held) - 1]
            last.mode = IDLE  # the others hold it already
            last.leader = None
            self.pieces.stuck -= 1
        status = self.keep_reacting(y, dy, held, size) if self.reactions.loads else self.keep(y, dy, held, size)
        if status == FINE:
            for k in held:
                k.gap = k.held + 1.0 if k.held < 0.0 else 1.0 - k.held
        return status

    def keep(self, y: vec[float], dy: vec[float], held: list[Switch], size: float) -> int:
        """Held values that keep their arguments, by the influences that are factored; a status."""
        count: i64 = len(held)
        before = size
        for _ in range(CYCLES):
            substitute(self.A, count, self.order, self.b, self.solution)
            for j in range(len(held)):
                held[j].held += self.solution[j]
            status = self.accelerate(y, dy)
            left = self.left(dy, held)
            if left <= RESTS * size or (left <= NEARLY * size and left > 0.5 * before):
                return status
            before = left
        return UNDECIDABLE

    def keep_reacting(self, y: vec[float], dy: vec[float], held: list[Switch], size: float) -> int:
        """The same where normal forces follow from what is held, so that its influence changes; a status.

        Beyond some value there may be no normal force at all: steps are then halved.
        """
        count: i64 = len(held)
        before = size
        for _ in range(CYCLES):
            substitute(self.A, count, self.order, self.b, self.solution)
            part = 1.0
            for j in range(len(held)):
                held[j].held += self.solution[j]
            status = self.accelerate(y, dy)
            for _ in range(HALVINGS):
                if status != LOCKED:
                    break
                part *= 0.5
                for j in range(len(held)):
                    held[j].held -= part * self.solution[j]
                status = self.accelerate(y, dy)
            if status != FINE:
                return status
            left = self.left(dy, held)
            if left <= RESTS * size or (left <= NEARLY * size and left > 0.5 * before):
                return status
            if left > SLOW * before:
                self.find_influences(y, dy, held, PART)
                _, smallest = factor(self.A, count, self.order)
                if not smallest > 0.0:
                    return UNDECIDABLE
            before = left
        return UNDECIDABLE

    def left(self, dy: vec[float], held: list[Switch]) -> float:
        """What is to be changed yet in the rates of held arguments."""
        left = 0.0
        for i in range(len(held)):
            self.b[i] = -self.change(dy, held[i])
            if not abs(self.b[i]) <= left:
                left = abs(self.b[i])
        return left

    def find_influences(self, y: vec[float], dy: vec[float], held: list[Switch], part: float) -> float:
        """What every held value changes in the rates of held arguments, and what must be changed; how large it is."""
        count = len(held)
        size = self.left(dy, held)
        for j in range(count):
            now = held[j].held
            held[j].held = now + part
            by = part
            if self.accelerate(y, dy) == LOCKED:
                by = -part
                held[j].held = now - part
                self.accelerate(y, dy)
            held[j].held = now
            for i in range(count):
                influence = (self.change(dy, held[i]) + self.b[i]) / by
                self.A[i * count + j] = influence
                if abs(influence) > size:
                    size = abs(influence)
        return size

    def exhaust(self, y: vec[float], dy: vec[float], only: Switch) -> int:
        """The only held jump has no influence any more, as of a brake that opens: its range ends here."""
        only.gap = -1.0
        return self.accelerate(y, dy)

    def largest_acceleration(self) -> float:
        largest = 0.0
        for c in self.mech.moving:
            if abs(c.a) > largest:
                largest = abs(c.a)
        return largest

    def change(self, dy: vec[float], k: Switch) -> float:
        """How the argument of a jump changes by the accelerations that are there: its rate, or the rate of its rate."""
        self.measure_accelerations(dy)
        shift = SMALL if k.derivative == 1 else LARGER
        ahead = self.argument(k, shift)
        behind = self.argument(k, -shift)
        here = self.argument(k, 0.0)
        if k.derivative == 1:
            return (ahead - behind) / (2.0 * shift)
        return (ahead - 2.0 * here + behind) / (shift * shift)

    def argument(self, k: Switch, shift: float) -> float:
        program = self.programs[k.number]
        assert program is not None
        self.pieces.ahead = shift
        program.value()
        self.pieces.ahead = 0.0
        return k.argument

    # ---- what a jump does that was met, or whose argument is zero

    def settle(self, t: float, y: vec[float], dy: vec[float]) -> int:
        """After pieces were chosen by value: jumps that were met, or whose arguments are zero, choose by what follows.

        Where one begins to hold, the others choose again: it may hold them too.
        """
        self.follow(t, y)
        self.find_leaders()
        for _ in range(PASSES):
            held = self.pieces.stuck
            status = self.choose(t, y, dy)
            if status != FINE:
                return status
            if self.pieces.stuck == held:
                break
        for k in self.pieces.switches:
            k.crossed = 0
        return FINE

    def choose(self, t: float, y: vec[float], dy: vec[float]) -> int:
        """Every jump once; a piece that begins a rounding beyond its end is given as much slack."""
        for k in self.pieces.switches:
            if not k.jumps or k.mode >= IDLE:
                continue
            leader = k.leader
            if k.crossed == RELEASED:
                k.mode = side(k)
            elif leader is not None:
                k.mode = IDLE if leader.mode >= IDLE else leader.mode * k.sense
            elif k.crossed > 0 or k.argument == 0.0:
                held = self.pieces.stuck
                k.derivative = 2 if k.crossed == MET_AGAIN else 1
                status = self.decide(y, dy, k)
                if status != FINE:
                    return status
                if self.pieces.stuck > held:
                    if held == 0:
                        self.held_since = t
                    self.holds += 1
            else:
                continue
            if k.mode < IDLE:
                beyond = -k.mode * k.argument
                k.slack = 2.0 * (beyond if beyond > 0.0 else 0.0) + 1e-6 * self.tolerance
        return FINE

    def decide(self, y: vec[float], dy: vec[float], k: Switch) -> int:
        """Which piece a jump takes whose argument is zero, at the position that is there; a status."""
        before = k.mode
        status = self.try_both(y, dy, k)
        at_rest = abs(self.above) <= self.noise and abs(self.below) <= self.noise
        if status == FINE and at_rest and not k.of_velocity and k.derivative == 1 and self.pieces.stuck == 0:
            k.derivative = 2
            status = self.try_both(y, dy, k)
        if status != FINE:
            return status
        if k.feeds and (k.of_velocity or k.derivative == 2):
            return UNDECIDABLE  # what follows on either side depends on other pieces
        others = self.pieces.switches
        above = self.above
        below = self.below
        if below > self.noise and above < -self.noise:
            k.take(STUCK, others)
            self.pieces.stuck += 1
        elif abs(above) <= self.noise and abs(below) <= self.noise and self.pieces.stuck > 0:
            k.take(IDLE, others)  # others hold it already
        elif above > 0.0 and below > 0.0:
            k.take(1, others)
        elif above <= 0.0 and below <= 0.0:
            k.take(-1, others)
        else:
            k.take(before if before in (-1, 1) else 1, others)
        return FINE

    def try_both(self, y: vec[float], dy: vec[float], k: Switch) -> int:
        """How the argument of a jump changes with either piece; a status."""
        k.take(1, self.pieces.switches)
        status = self.try_piece(y, dy, k)
        self.above = self.change(dy, k) if status != LOCKED else -IMPOSSIBLE
        if status not in (FINE, LOCKED):
            return status
        noise = self.noise
        k.take(-1, self.pieces.switches)
        status = self.try_piece(y, dy, k)
        self.below = self.change(dy, k) if status != LOCKED else IMPOSSIBLE
        self.noise = noise
        return FINE if status == LOCKED else status

    def try_piece(self, y: vec[float], dy: vec[float], k: Switch) -> int:
        """Accelerations with the piece that is set, and how large a zero of a change may be there; a status."""
        self.unheld = 0.0
        status = self.hold(y, dy) if self.pieces.stuck > 0 else self.accelerate(y, dy)
        noise = NOISE * self.unheld
        for c in self.mech.moving:
            rounded = abs(c.v) / SMALL if k.derivative == 1 else abs(c.x()) / (LARGER * LARGER)
            part = max(NOISE * abs(c.a), ROUNDING * rounded)
            if part > noise:
                noise = part
        for state in self.states:
            noise = max(noise, NOISE * abs(state.rate), ROUNDING * abs(state.now) / SMALL)
        self.noise = noise
        return status

    # ---- jumps that always change together

    def find_leaders(self) -> None:
        """Of the jumps that are held or about to be decided: those whose arguments always change together.

        How the rate of an argument follows from the accelerations of the free parameters, and what it is without them,
        are proportional then. The first of them leads, the others take its value or the opposite one.
        """
        switches = self.pieces.switches
        for at in range(len(switches)):
            k = switches[at]
            k.leader = None
            if not self.is_at_stake(k):
                continue
            self.respond(k)
            for before in range(at):
                j = switches[before]
                if not self.is_at_stake(j) or j.leader is not None or j.of_velocity != k.of_velocity:
                    continue
                ratio = self.proportion(k, j)
                if ratio != 0.0:
                    k.leader = j
                    k.sense = 1 if ratio > 0.0 else -1
                    break

    def proportion(self, k: Switch, j: Switch) -> float:
        """The factor between the rates of two arguments, or 0 where there is none."""
        n = self.n
        dot = 0.0
        own = 0.0
        other = 0.0
        for i in range(n):
            dot += k.response[i] * j.response[i]
            own += k.response[i] * k.response[i]
            other += j.response[i] * j.response[i]
        if not own * other > 0.0 or dot * dot < (1.0 - PARALLEL) * own * other:
            return 0.0
        ratio = dot / other
        drift = abs(k.response[n] - ratio * j.response[n])
        size = abs(k.response[n]) + abs(ratio * j.response[n]) + own**0.5
        return ratio if drift <= NEARLY * size else 0.0

    def is_at_stake(self, k: Switch) -> bool:
        """Whether a jump is held, was met, or has an argument of zero."""
        if not k.jumps:
            return False
        return k.mode >= IDLE or k.crossed > 0 or abs(k.argument) <= NEAR * self.tolerance

    def respond(self, k: Switch) -> None:
        """How the rate of an argument follows from every free acceleration, and what it is without any."""
        n = self.n
        derivative = k.derivative
        k.derivative = 1 if k.of_velocity else 2
        dy = vec[float]([0.0] * int(self.size))
        self.find_first()
        for j in range(n + 1):
            for c in self.mech.moving:
                c.a = self.coasting(c.w) + (self.first(c.u, c.transfer, j) if j < n else 0.0)
            if j < n:
                dy[n + j] = 1.0
            k.response[j] = self.change(dy, k)
            if j < n:
                dy[n + j] = 0.0
        for j in range(n):
            k.response[j] -= k.response[n]
        k.derivative = derivative

    def coasting(self, w: float) -> float:
        return w * self.pace * self.pace if self.alone else w

    def first(self, u: float, first: vec[float], j: i64) -> float:
        return u if self.alone else first[j]


def side(k: Switch) -> int:
    """The piece at which the held value of a jump is exhausted."""
    return 1 if k.held > 0.0 else -1
