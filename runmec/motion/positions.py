"""All positions that a movement has reached."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from librt.vecs import vec

from ..engine.rows import Rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .cycle import Cycle
    from .simulate import Account

    Floats = NDArray[Any]


class Part(NamedTuple):
    """Rows of one move (or the start row), with their times; `offset` is the number of rows before it."""

    rows: Rows
    times: vec[float]
    offset: int


class Stopped(NamedTuple):
    """Where and why a given motion could not be followed further."""

    move: int
    group: int
    inputs: list[float]
    reason: int
    is_singular: bool = False  # it could not even begin: the position before has no direction


class SimulatedMove(NamedTuple):
    """A move of free motion within the whole: rows first … last − 1."""

    number: int
    first: int
    last: int
    account: Account
    start: Rows  # where it began, at the velocities and accelerations with which it began
    begin: float
    work: Any  # (rows,) done by all that is not conservative
    reason: int
    stopped_at: float
    group: int  # the one nearest to a singular position where it stopped, or −1
    cycle: Cycle | None = None  # that a `tcycle` has found
    limit: float = 1.0  # the part of friction up to which it could have gone on


@dataclass
class Positions:
    coordinates: int
    angle_count: int
    inputs_count: int
    force_lines: int
    parts: list[Part] = field(default_factory=list)
    nodes: int = 0
    corrections: int = 0
    passed: list[tuple[int, float, int]] = field(default_factory=list)  # (position before, input 1, group)
    stopped: Stopped | None = None
    simulated: list[SimulatedMove] = field(default_factory=list)
    interrupted: bool = False  # by the user
    not_periodic: tuple[int, Cycle] | None = None  # the move of a `tcycle` that was not found, and what was tried

    def __len__(self) -> int:
        last = self.parts[-1]
        return last.offset + last.rows.count

    @cached_property
    def time(self) -> Floats:
        return self._gather(lambda part: part.times, 1)[0]

    @cached_property
    def _places(self) -> Floats:
        return self._gather(lambda part: part.rows.x, self.coordinates + self.angle_count)

    @cached_property
    def _motion(self) -> Floats:
        return self._gather(lambda part: part.rows.motion, 3 * self.inputs_count)

    @property
    def x(self) -> Floats:
        """(nx, nt)"""
        return self._places[: self.coordinates]

    @property
    def angles(self) -> Floats:
        return self._places[self.coordinates :]

    @property
    def inputs(self) -> Floats:
        """(m, nt)"""
        return self._motion[: self.inputs_count]

    @property
    def de1(self) -> Floats:
        return self._motion[self.inputs_count : 2 * self.inputs_count]

    @property
    def de2(self) -> Floats:
        return self._motion[2 * self.inputs_count :]

    def _gather(self, of: Any, wide: int) -> Floats:
        """(wide, nt): packed rows as one array, quantity first."""
        import numpy as np

        found = []
        for part in self.parts:
            count = part.rows.count
            packed = np.frombuffer(memoryview(of(part))) if count and wide else np.empty(0)
            found.append(packed[: count * wide].reshape(count, wide))
        return np.concatenate(found).T if len(found) > 1 else found[0].T

    def cut(self, count: int) -> None:
        """Keeps the first rows only."""
        kept = []
        for part in self.parts:
            if part.offset < count:
                part.rows.count = min(part.rows.count, count - part.offset)
                kept.append(part)
        self.parts = kept
        for name in ("time", "_places", "_motion"):
            self.__dict__.pop(name, None)
