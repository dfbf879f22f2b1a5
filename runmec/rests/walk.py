"""The whole movement of STA ANA: the rest at the start, then move after move along load factor and held inputs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from ..deck.model import Move
from ..dynamics.elasticity import Elasticity
from ..engine.given_path import steps_of
from ..engine.trajectory import Trajectory
from ..model.mechanism import Mechanism
from ..motion.positions import CriticalPoint, Part, Positions, Rested
from .following import Control, EquilibriumPath
from .leading import ByFactor, ByInputs, Leader, Leading, NoRest, TooMuchWork
from .rest import Rest


def walk_rests(mech: Mechanism, elasticity: Elasticity | None, progress: Callable[[float], None]) -> Positions:
    """All rests; where there is none at the start, that alone."""
    positions = Positions(len(mech.coordinates), len(mech.angles), len(mech.freedoms), mech.inputs)
    positions.rested = Rested()
    walk = _RestWalk(mech, positions, positions.rested, elasticity, progress)
    try:
        walk.go()
    except KeyboardInterrupt:
        positions.interrupted = True
    except TooMuchWork:
        walk.told.reason = "work"
    except NoRest:
        walk.told.reason = "lost"
    finally:
        mech.exchange.arrange([])
    if not positions.parts:
        walk.write_start()
    return positions


class _RestWalk:
    def __init__(
        self,
        mech: Mechanism,
        positions: Positions,
        told: Rested,
        elasticity: Elasticity | None,
        progress: Callable[[float], None],
    ) -> None:
        self.mech, self.positions, self.told, self.progress = mech, positions, told, progress
        self.rest = Rest(mech, elasticity, lambda: progress(self.rows))
        self.leading = Leading(self.rest, told.jumps)
        self.factor = 0.0
        self.rows = 0

    def go(self) -> None:
        if not self._start():
            return
        for number, move in enumerate(self.mech.moves):
            if self.told.reason:
                return
            self.told.move = number
            {"load": self._load, "stepe": self._step, "follow": self._follow}[move.word](move)

    # ---- the first row

    def _start(self) -> bool:
        """The rest at the start, under the load that the first move begins with; whether there is one."""
        rest, moves = self.rest, self.mech.moves
        is_unloaded = bool(moves) and moves[0].begins_unloaded
        kept = rest.keep()
        rest.loading.take(0.0)
        found = rest.settle() and rest.loose() is None
        if found and not is_unloaded:
            self._lead(ByFactor(rest), 0.0, 1.0)
        elif not found and not is_unloaded:  # the load may hold what nothing else does
            rest.stand(kept)
            rest.loading.take(1.0)
            found = rest.settle()
        self.factor = rest.loading.factor
        loose = rest.loose()
        if loose is not None:
            self.told.reason, self.told.loose = "floats", self.mech.row_of(self.mech.exchange.free[loose])
            found = False
        elif not found:
            self.told.reason = "none"
        if not found:
            rest.stand(kept)
        self.told.starts_unstable = rest.unstable if found else 0
        self.write_start()
        return found

    # ---- moves

    def _load(self, move: Move) -> None:
        begin, end = self.factor, move.values[0] if move.values else 1.0
        leader = ByFactor(self.rest)
        self._rows(move, leader, [begin + (end - begin) * k / move.steps for k in range(move.steps)] + [end])
        self.factor = end

    def _step(self, move: Move) -> None:
        leader = ByInputs(self.rest, move.values)
        self._rows(move, leader, [k / move.steps for k in range(move.steps)] + [1.0])

    def _follow(self, move: Move) -> None:
        """Rows along the path; where it closes all of them lie on it, once around."""
        rest = self.rest
        led = self.mech.held_inputs.index(move.lead - 1) if move.lead else -1
        changes = [float(k == led) for k in range(len(rest.held))]
        leader = ByInputs(rest, changes) if move.lead else ByFactor(rest)
        path = EquilibriumPath(rest, leader, self._control(move), move.steps)
        found = path.find(0.0 if move.lead else self.factor, move.values[0])
        whole, rows = found.places[-1].s, Trajectory()
        for event in found.events:
            held = leader.at(event.at)
            row = self.rows + 1 + min(move.steps - 1, int(event.s / whole * move.steps))
            self.told.turnings.append(
                CriticalPoint(row, event.is_limit, leader.is_by_inputs, rest.loading.factor, tuple(held))
            )
        try:
            for _ in path.rows(found, move.steps):
                self._note(rows)
                self.rows += 1
                self.progress(self.rows)
        finally:
            self._keep(rows)
        self.factor = rest.loading.factor
        if found.is_closed:
            self.told.reason = "closed"

    def _control(self, move: Move) -> Control:
        """What is followed."""
        count = len(self.mech.coordinates)
        if move.of == "x":
            place = self.mech.coordinates[self.mech.index[move.subject]]
            slope = np.zeros(count)
            slope[place.at] = 1.0
            return Control(place.x, lambda: slope)
        form = self.mech.forms[self.mech.row[move.subject]]

        def value() -> float:
            form.evaluate()
            return float(form.value)

        def by_places() -> Any:
            form.evaluate()
            found = np.zeros(count)
            for entry in form.entries:
                found[entry.of.at] += entry.value
            return found

        return Control(value, by_places)

    def _rows(self, move: Move, leader: Leader, places: list[float]) -> None:
        rows = Trajectory()
        try:
            for begin, end in pairwise(places):
                self._lead(leader, begin, end)
                self._note(rows)
                self.rows += 1
                self.progress(self.rows)
        finally:
            self._keep(rows)

    def _keep(self, rows: Trajectory) -> None:
        self.positions.parts.append(Part(rows, steps_of(0.0, 0.0, rows.count), self.rows + 1 - rows.count))

    def _lead(self, leader: Leader, begin: float, end: float) -> None:
        self.leading.go(leader, begin, end, self.rows + bool(self.positions.parts))

    # ---- rows

    def write_start(self) -> None:
        rows = Trajectory()
        self._note(rows)
        self.positions.parts.append(Part(rows, steps_of(0.0, 0.0, 1), 0))

    def _note(self, rows: Trajectory) -> None:
        """The position as the next row."""
        rest, mech = self.rest, self.mech
        if not self.told.reason:
            left, largest = rest.unbalanced()
            self.told.left, self.told.largest = max(self.told.left, left), max(self.told.largest, largest)
        self.told.looks, self.told.halved = rest.looks, self.leading.halved
        rows.write(mech.coordinates, mech.angles)
        for form in mech.free_forms:
            form.evaluate()
            rows.write_number(form.value)
        for _ in range(2 * len(mech.freedoms)):
            rows.write_number(0.0)
        rows.write_rest(rest.loading.factor, float(rest.unstable))
