"""A rest led along a load factor or held inputs: step by step, halved where Newton does not close, to where it ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..motion.positions import Jump
from .rest import SAME_PATH, STRIDE, Rest, array, solved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

LEAST_STEP = 1e-8  # of a step between rows: where a rest needs smaller ones it ends
SMALL = 1e-9  # way that rounding leaves
BEYOND = 1e-6  # of the same, from where it ends to where the mechanism is set free
LOOKS_A_ROW = 3000


class TooMuchWork(Exception):
    """A row takes far more work than rows do."""


class NoRest(Exception):
    """The mechanism does not come to rest again where a rest was lost."""


class Leader:
    """What is led: `at` takes it to a place."""

    is_by_inputs = False

    def __init__(self, rest: Rest) -> None:
        self.rest = rest

    def at(self, place: float) -> list[float]:
        """Takes the loads there; values of the held inputs."""
        raise NotImplementedError  # pragma: no cover, both have their own

    def slope(self) -> tuple[Floats, Floats]:
        """How r and the co-ordinates change with it, the freedoms standing still."""
        raise NotImplementedError  # pragma: no cover


class ByFactor(Leader):
    """The load factor."""

    def at(self, place: float) -> list[float]:
        self.rest.loading.take(place)
        return [form.wanted for form in self.rest.held]

    def slope(self) -> tuple[Floats, Floats]:
        rest, loading = self.rest, self.rest.loading
        factor = loading.factor
        found = []
        for one in (1.0, 0.0):
            loading.take(one)
            rest.at.find_forces()
            found.append(array(rest.at.r))
        loading.take(factor)
        rest.at.find_forces()
        return found[0] - found[1], np.zeros(len(rest.mech.coordinates))


class ByInputs(Leader):
    """Held inputs, from where they are, place 0, by their changes."""

    is_by_inputs = True

    def __init__(self, rest: Rest, changes: Sequence[float]) -> None:
        super().__init__(rest)
        self.changes = list(changes)
        self.begin = [form.wanted for form in rest.held]

    def at(self, place: float) -> list[float]:
        return [begin + place * change for begin, change in zip(self.begin, self.changes, strict=True)]

    def slope(self) -> tuple[Floats, Floats]:
        rest = self.rest
        rest.at.find_forces()
        rest.at.lead(rest.held, self.changes)
        found = array(rest.at.led_by)
        return found[: len(rest.freedoms)], found[len(rest.freedoms) :]


class Leading:
    """Where the rest is, and what it took to get there."""

    def __init__(self, rest: Rest, jumps: list[Jump]) -> None:
        self.rest, self.jumps = rest, jumps
        self.halved = 0

    def go(self, leader: Leader, begin: float, end: float, row: int) -> None:
        """To the next row, whose number is given; notes where the rest was lost. Raises NoRest, TooMuchWork."""
        rest = self.rest
        most = rest.looks + LOOKS_A_ROW
        here, step = begin, end - begin
        least, beyond = LEAST_STEP * abs(step), BEYOND * step
        before = rest.unstable
        while here != end:
            if rest.looks > most:
                raise TooMuchWork
            to = here + step if abs(end - here) > abs(step) * (1.0 + 1e-9) else end
            kept = rest.keep()
            way = self._try(leader, here, to)
            if way is not None and rest.unstable <= before:
                here, step, before = to, 2.0 * step if way < STRIDE else step, rest.unstable
                continue
            is_end, is_large = way is None, abs(to - here) > least
            if is_end or is_large:
                leader.at(here)
                rest.stand(kept)
                rest.look()
            if is_large:
                step = 0.5 * (to - here)
                self.halved += is_end
                continue
            held = tuple(form.wanted for form in rest.held)
            self.jumps.append(Jump(row, is_end, leader.is_by_inputs, rest.loading.factor, held))
            here = self._jump(leader, to, end, beyond)
            step, before = end - here, rest.unstable

    def _try(self, leader: Leader, here: float, to: float) -> float | None:
        """A rest that was predicted and corrected; how far it lies, nothing where it is none or another one."""
        rest = self.rest
        slope, led = leader.slope()
        rate = solved(rest.K, slope)
        if rate is None:
            return None
        dx = (to - here) * (rate @ rest.x1 + led)
        way = rest.length(dx)
        if not way <= 2.0 * STRIDE:
            return None
        x = rest.x
        held = leader.at(to)
        if not rest.move((to - here) * rate, held) or not rest.close(nearby=True):
            return None
        if rest.distance(x + dx) > SAME_PATH * way + SMALL:
            return None
        return way

    def _jump(self, leader: Leader, place: float, end: float, beyond: float) -> float:
        """From where a rest was lost to the one that slow motion reaches; where it is set free."""
        rest = self.rest
        free = place + beyond if abs(end - place) > abs(beyond) else end
        held = leader.at(free)
        zero = np.zeros(len(rest.freedoms))
        if not rest.move(zero, held) or not rest.fall():
            raise NoRest
        return free
