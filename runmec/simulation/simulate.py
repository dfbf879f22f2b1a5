"""A move of DYN SIM -> its positions: the driver around the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

import numpy as np

from ..deck.model import Move
from ..mechanism import Floats, Mechanism
from ..stage import Stage
from . import compiled
from . import engine as plain
from .choice import choose, fastest, position_in, regained, state_in
from .engine import DONE, FAILED, LOST_GRIP
from .position import FINE
from .setup import lay_out, motors
from .steps import (
    ACCEPTED,
    HOLDS,
    KINKS,
    MOST_PASSAGES,
    NEXT_ROW,
    NOW,
    PASSAGES,
    REASON,
    REFUSED_ERROR,
    REFUSED_POSITION,
    REFUSED_SINGULAR,
    STEP,
    TOLERANCE,
    WHICH,
)

INTERRUPTED, TOO_SHORT = 20, 21  # reasons of the driver: the user, or the error asks for steps below rounding
_AT_ONCE = 0.1  # seconds between two looks at what the engine does
_WHILE_REPLACED = 8  # steps between two looks whether an input has its grip again
_ORDERS = {"heun": 3, "dop853": 8, "radau": 4}
# evaluations of form parameters after which compiled code pays: to be loaded, to be compiled first
_PAYS_LOADING, _PAYS_COMPILING = 10_000, 3_000_000


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
    compiled: bool = False
    seconds: float = 0.0


class Start(NamedTuple):
    """Where a move begins: an assembled position, the prescribed parameters, the time."""

    x: Floats
    angles: Floats
    e: Floats
    time: float


@dataclass
class Simulated:
    """Rows of a move, axes as in Positions; `reason` is a status where it did not reach its end."""

    x: Floats
    angles: Floats
    inputs: Floats
    de1: Floats
    de2: Floats
    forces: Floats  # values of the `force` lines, those of jumps that hold the motion at rest included
    work: Floats  # done since the start of the move by all that is not conservative
    start: tuple[Floats, Floats]  # velocities and accelerations of the inputs where the move begins
    account: Account
    reason: int = FINE
    stopped_at: float = 0.0
    group: int = -1  # the one nearest to a singular position where it stopped


def simulate(
    mech: Mechanism, move: Move, start: Start, rest: Floats, engine: str,
    progress: Callable[[float], None], tell: Callable[[str], None],
) -> Simulated:  # fmt: skip
    """Integrates one move. `rest` are the prescribed parameters without deformation.

    `engine` is auto, plain or compiled; `progress` is told how many rows are done, `tell` what takes time.
    """
    began = perf_counter()
    run = _Run(mech, move, start, rest, engine, tell)
    reason = run.go(progress)
    found = run.result(reason)
    found.account.seconds = perf_counter() - began
    return found


class _Run:
    """One move; the state between two calls of the engine lies in the engine's memory."""

    def __init__(
        self, mech: Mechanism, move: Move, start: Start, rest: Floats, engine: str, tell: Callable[[str], None]
    ) -> None:
        self.mech, self.move, self.begin, self.rest, self.tell = mech, move, start, rest, tell
        self.wanted, self.code = engine, plain
        self.account = Account(move.method)
        self.replaced: dict[int, int] = {}
        self.parts: list[tuple[Floats, ...]] = []
        self.rows = 0
        self.first: tuple[Floats, Floats] | None = None
        if engine == "compiled":
            self.code = compiled.engine(tell)
            self.account.compiled = True

    def prepare(self, x: Floats, v: Floats, angles: Floats, now: float, step: float, work: float) -> int:
        """Sets the engine up for the present choice of what is integrated; the status of its first evaluation."""
        self.chosen = chosen = choose(self.mech, self.replaced)
        self.memory = memory = lay_out(chosen, self.mech, self.rest, self.move, self.begin.time)
        wanted, rates = state_in(chosen, x, v, angles)
        S, F, m, n = memory.S, memory.F, self.mech.m, len(chosen.free)
        wanted[: m.start] = self.begin.e[: m.start]
        memory.write(S.x, position_in(chosen, x))
        memory.write(S.angle, angles)
        memory.write(S.wanted, wanted)
        for at, k in enumerate(chosen.given):
            F[S.given + 3 * at] = float(self.begin.e[m.start + k])
        for at, k in enumerate(chosen.free):
            F[S.y + at], F[S.y + n + at] = float(wanted[m.start + k]), float(rates[m.start + k])
        F[S.y + 2 * n] = work
        F[S.begin], F[S.clock + NOW], F[S.clock + STEP] = self.begin.time, now, step
        memory.I[S.counts + NEXT_ROW] = self.rows + 1
        self.account.tolerance = F[S.clock + TOLERANCE]
        if self.code is not plain:
            memory.for_compiled_code()
        return int(self.code.begin(memory.places, memory.F, memory.I))

    def go(self, progress: Callable[[float], None]) -> int:
        """To the end of the move, or to where it cannot go on; FINE or the reason."""
        start = self.begin
        de1 = self._start_velocities()
        time, rest = np.array([start.time]), np.zeros_like(de1)
        v = Stage(self.mech, time, start.x[:, None], start.angles[:, None], de1, rest).dx1[:, 0]
        try:
            status = self.prepare(start.x, v, start.angles, start.time, self.move.time, 0.0)
            if status != FINE:
                return status
            self.first = (de1[:, 0], self._start_accelerations())
            self.memory.F[self.memory.S.clock + STEP] = self._first_step()
            return self._loop(progress)
        except KeyboardInterrupt:
            return INTERRUPTED
        finally:
            self._collect()

    def _loop(self, progress: Callable[[float], None]) -> int:
        most = 4
        while True:
            memory = self.memory
            began = perf_counter()
            outcome = self.code.advance(memory.places, memory.F, memory.I, most)
            took = perf_counter() - began
            most = max(1, min(100_000, int(most * min(4.0, _AT_ONCE / max(took, 1e-9)))))
            progress(self.move.steps * (self._clock(NOW) - self.begin.time) / self.move.time)
            status = FINE
            if outcome == DONE:
                return FINE
            if outcome == FAILED:
                return self._count(REASON) or TOO_SHORT
            if outcome == LOST_GRIP:
                status = self._replace(self._count(WHICH))
            elif self.replaced:
                most = min(most, _WHILE_REPLACED)
                status = self._take_back()
            else:
                self._compile_if_it_pays()
            if status != FINE:
                return status

    def _clock(self, place: int) -> float:
        return float(self.memory.F[self.memory.S.clock + place])

    def _count(self, place: int) -> int:
        return int(self.memory.I[self.memory.S.counts + place])

    def _replace(self, k: int) -> int:
        """Another co-ordinate in place of free parameter k, which has lost its grip."""
        x, v, angles = self._here()
        which, at = self.chosen.free[k], fastest(self.chosen, k, x, angles)
        self.account.replacements.append((self._clock(NOW), which, at))
        return self._prepare_again({**self.replaced, which: at}, x, v, angles)

    def _take_back(self) -> int:
        """The deck's own inputs again, where they have their grip."""
        x, v, angles = self._here()
        needed = regained(self.mech, self.replaced, x, angles)
        return FINE if needed == self.replaced else self._prepare_again(needed, x, v, angles)

    def _prepare_again(self, replaced: dict[int, int], x: Floats, v: Floats, angles: Floats) -> int:
        now, step = self._clock(NOW), self._clock(STEP)
        work = float(self.memory.F[self.memory.S.y + self.memory.S.n - 1])
        self._collect()
        self.replaced = replaced
        return self.prepare(x, v, angles, now, 0.5 * step, work)

    def _here(self) -> tuple[Floats, Floats, Floats]:
        """Position, velocity and angles of the deck's mechanism at the last accepted step."""
        memory, nx = self.memory, len(self.mech.coordinates)
        node, S = memory.S.node, memory.S
        x, v = memory.read(node, nx), memory.read(node + S.v - S.x, nx)
        return np.array(x), np.array(v), np.array(memory.read(node + S.angle - S.x, self.mech.angle_count))

    def _compile_if_it_pays(self) -> None:
        if self.wanted != "auto" or self.code is not plain or not compiled.available():
            return
        done = self.memory.I[self.memory.S.evaluations] * self.memory.S.all_uses
        if done > (_PAYS_LOADING if compiled.is_cached() else _PAYS_COMPILING):
            self.code = compiled.engine(self.tell)
            self.account.compiled = True
            self.memory.for_compiled_code()

    def _start_velocities(self) -> Floats:
        found = np.array(self.move.values, dtype=float).reshape(-1, 1)
        for k, motor in motors(self.mech).items():
            if motor.model == "given":
                found[k] = motor.values[0]
        return found

    def _start_accelerations(self) -> Floats:
        """Of all inputs."""
        S, F, found = self.memory.S, self.memory.F, np.zeros(self.mech.inputs)
        for at, k in enumerate(self.chosen.free):
            found[k] = F[S.K + S.free + at]
        for at, k in enumerate(self.chosen.given):
            found[k] = F[S.given + 3 * at + 2]
        return found

    def _first_step(self) -> float:
        """A step that the error control will hardly refuse."""
        S, n = self.memory.S, len(self.chosen.free)
        speeds = [abs(v) for v in self.memory.read(S.y + n, n)]
        speeds += [abs(a) ** 0.5 for a in self.memory.read(S.K + n, n)]
        fastest_rate = max([1.0 / self.move.time, *speeds])
        share: float = 0.3 * self.account.tolerance ** (1 / _ORDERS[self.move.method])
        return min(self.move.time, share / fastest_rate)

    def _collect(self) -> None:
        """Takes over the rows and counts of the engine."""
        account, memory = self.account, self.memory
        last = self._count(NEXT_ROW) - 1
        if last > self.rows:
            self.parts.append(self._converted(self.rows, last))
            self.rows = last
        account.steps += self._count(ACCEPTED)
        account.refused_error += self._count(REFUSED_ERROR)
        account.refused_singular += self._count(REFUSED_SINGULAR)
        account.refused_position += self._count(REFUSED_POSITION)
        account.kinks += self._count(KINKS)
        account.holds += self._count(HOLDS)
        account.held_since = float(memory.F[memory.S.held_since]) if memory.I[memory.S.stuck] else None
        account.evaluations += int(memory.I[memory.S.evaluations])
        account.passages += self._count(PASSAGES)
        own = self.chosen.mech is self.mech
        noted = memory.read(memory.S.passage, 2 * min(self._count(PASSAGES), MOST_PASSAGES))
        places = zip(noted[::2], noted[1::2], strict=True)
        account.passage_places += [(time, int(group) if own else -1) for time, group in places]

    def _converted(self, first: int, last: int) -> tuple[Floats, ...]:
        """x, angles, inputs, velocities, accelerations, forces and work of some rows."""
        memory, chosen, mech = self.memory, self.chosen, self.mech
        S, n = memory.S, len(chosen.free)

        def rows(place: int, wide: int) -> Floats:
            found = np.array(memory.F[place + first * wide : place + last * wide], dtype=float)
            return found.reshape(last - first, wide).T

        x, angles = rows(S.row_x, len(chosen.mech.coordinates)), rows(S.row_angle, mech.angle_count)
        y, a = rows(S.row_y, 2 * n + 1), rows(S.row_acceleration, n)
        time = self.begin.time + np.arange(first + 1, last + 1) * (self.move.time / self.move.steps)
        e, de1, de2 = (np.zeros((mech.inputs, last - first)) for _ in range(3))
        for at, k in enumerate(chosen.free):
            e[k], de1[k], de2[k] = y[at], y[n + at], a[at]
        since = time - self.begin.time
        for at, k in enumerate(chosen.given):
            e0, v0, a0 = memory.read(S.given + 3 * at, 3)
            e[k], de1[k], de2[k] = e0 + since * (v0 + 0.5 * since * a0), v0 + since * a0, a0
        if self.replaced:
            stage = Stage(chosen.mech, time, x, angles, de1.copy(), de2.copy())
            for k in self.replaced:
                row = chosen.input_rows[k]
                e[k], de1[k], de2[k] = stage.e[row], stage.de1_all[row], stage.de2_all[row]
        return x[: len(mech.coordinates)], angles, e, de1, de2, rows(S.row_force, S.forces), y[2 * n]

    def result(self, reason: int) -> Simulated:
        mech = self.mech
        empty = (np.zeros((len(mech.coordinates), 0)), np.zeros((mech.angle_count, 0)),
                 *(np.zeros((mech.inputs, 0)) for _ in range(3)), np.zeros((len(mech.deck.forces), 0)),
                 np.zeros(0))  # fmt: skip
        x, angles, e, de1, de2, forces, work = (
            np.concatenate(some, axis=-1) for some in zip(empty, *self.parts, strict=True)
        )
        rest = np.zeros(mech.inputs)
        found = Simulated(x, angles, e, de1, de2, forces, work, self.first or (rest, rest), self.account, reason)
        if reason != FINE:
            S = self.memory.S
            quality = self.memory.read(S.node + S.quality - S.x, S.groups)
            found.stopped_at = self._clock(NOW)
            found.group = int(np.argmin(quality)) if quality and self.chosen.mech is mech else -1
        return found
