"""What two inputs reach from a position without passing one in which a group is flat, or their tool loses a direction.

A grid of values of the inputs is filled from the position on, cell after cell: each is gone to from one beside it, in
steps that are halved where Newton does not come there on the same branch. Where no step is short enough the way ends:
a place of the boundary, to some thousandths of a cell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import copysign
from typing import NamedTuple

from ..engine.kinematics import Kinematics
from ..engine.status import FINE
from ..model.mechanism import Mechanism

MOST = 40_000  # cells that are looked at
SHORTEST = 2.0**-10  # part of a cell
FLAT = 1e-7  # quality of a group that is flat
JUMP = 0.5  # of the size of its group, by which a co-ordinate moves in a cell at most

Cell = tuple[int, int]


class ReachedPlace(NamedTuple):
    """Values of the inputs, and what was measured there; `group` that stops the way, −1: none, but the tool."""

    inputs: tuple[float, float]
    measured: tuple[float, ...]
    group: int = -1


class _Stood(NamedTuple):
    inputs: tuple[float, float]
    q: list[float]
    turns: list[float]


@dataclass
class Reach:
    cells: dict[Cell, ReachedPlace] = field(default_factory=dict)
    boundary: list[ReachedPlace] = field(default_factory=list)
    is_whole: bool = True  # else there is more than was looked at
    left_out: bool = False  # at the limits of what was looked at it goes on


def reach(
    mech: Mechanism,
    steps: Sequence[float],
    limits: Sequence[tuple[float, float]],
    measure: Callable[[], tuple[float, ...]],
    side: Callable[[], float],
    progress: Callable[[float], None],
    with_boundary: bool = True,
) -> Reach:
    """From where the mechanism is; it is left in another position. The sign of `side` is kept on the way."""
    return _Filling(mech, steps, limits, measure, side, with_boundary).fill(progress)


class _Filling:
    def __init__(
        self,
        mech: Mechanism,
        steps: Sequence[float],
        limits: Sequence[tuple[float, float]],
        measure: Callable[[], tuple[float, ...]],
        side: Callable[[], float],
        with_boundary: bool,
    ) -> None:
        self.kinematics: Kinematics = mech.kinematics
        self.inputs, self.angles = mech.input_forms, mech.angles
        self.steps, self.limits, self.measure, self.with_boundary = steps, limits, measure, with_boundary
        self.side = side
        self.kinematics.slack = 0.0
        self.kinematics.leaves_D = False
        for group in self.kinematics.groups:
            group.least = FLAT
        self.start = tuple(form.value for form in self.inputs)
        self._aim((self.start[0], self.start[1]))
        self.kinematics.evaluate()
        self.signs = [copysign(1.0, group.sign) for group in self.kinematics.groups]
        self.on_side = copysign(1.0, side())

    def fill(self, progress: Callable[[float], None]) -> Reach:
        found = Reach()
        waiting = deque([((0, 0), self._stood((self.start[0], self.start[1])))])
        found.cells[0, 0] = ReachedPlace((self.start[0], self.start[1]), self.measure())
        while waiting:
            progress(len(found.cells) / MOST)
            cell, stood = waiting.popleft()
            for beside in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                to = (cell[0] + beside[0], cell[1] + beside[1])
                if to in found.cells:
                    continue
                target = (self.start[0] + to[0] * self.steps[0], self.start[1] + to[1] * self.steps[1])
                if any(not low <= value <= high for value, (low, high) in zip(target, self.limits, strict=True)):
                    found.left_out = True
                    continue
                if len(found.cells) >= MOST:
                    found.is_whole = False
                    return found
                self._stand(stood)
                stopped = self._go(stood, target)
                if stopped is None:
                    found.cells[to] = ReachedPlace(target, self.measure())
                    waiting.append((to, self._stood(target)))
                elif self.with_boundary:
                    self._stand(stopped)
                    self.kinematics.evaluate()
                    flat = min(self.kinematics.groups, key=lambda group: group.quality)
                    number = flat.number if flat.quality < abs(self.side()) else -1
                    found.boundary.append(ReachedPlace(stopped.inputs, self.measure(), number))
        return found

    def _go(self, begin: _Stood, target: tuple[float, float]) -> _Stood | None:
        """To other values of the inputs; where the way ends, or None at the target."""
        here, done, step = begin, 0.0, 1.0
        while done < 1.0:
            part = min(1.0, done + step)
            values = tuple(a + part * (b - a) for a, b in zip(begin.inputs, target, strict=True))
            to = (values[0], values[1])
            if self._place(here, to):
                here, done = self._stood(to), part
            else:
                self._stand(here)
                step *= 0.5
                if step < SHORTEST or (not self.with_boundary and step < 0.2):
                    return here
        return None

    def _place(self, here: _Stood, values: tuple[float, float]) -> bool:
        """On the same branch, not far away."""
        kinematics = self.kinematics
        self._aim(values)
        if kinematics.place() != FINE or (kinematics.must_fit and not kinematics.fits()):
            return False
        if any(group.sign * sign <= 0.0 for group, sign in zip(kinematics.groups, self.signs, strict=True)):
            return False
        if not self.side() * self.on_side > 0.0:
            return False
        return all(abs(c.q - q) * c.per < JUMP for c, q in zip(kinematics.moving, here.q, strict=True))

    def _aim(self, values: tuple[float, float]) -> None:
        for form, value in zip(self.inputs, values, strict=True):
            form.set_target(value)

    def _stood(self, values: tuple[float, float]) -> _Stood:
        return _Stood(values, [c.q for c in self.kinematics.moving], [angle.reference for angle in self.angles])

    def _stand(self, stood: _Stood) -> None:
        for c, q in zip(self.kinematics.moving, stood.q, strict=True):
            c.q = q
        for angle, reference in zip(self.angles, stood.turns, strict=True):
            angle.reference = reference
        self._aim(stood.inputs)
