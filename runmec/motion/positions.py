"""All positions that a movement has reached."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from librt.vecs import extend, vec

from ..engine.columns import Column, column
from ..engine.trajectory import Trajectory
from .surplus import SurplusMisfit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .cycle import Cycle
    from .simulate import Account

    Floats = NDArray[Any]


class Part(NamedTuple):
    """Rows of one move (or the start row), with their times; `offset` is the number of rows before it."""

    rows: Trajectory
    times: vec[float]
    offset: int


class Stopped(NamedTuple):
    """Where and why a given motion could not be followed further."""

    move: int
    group: int
    inputs: list[float]
    reason: int
    is_singular: bool = False  # it could not even begin: the position before has no direction
    misfit: SurplusMisfit | None = None  # a surplus parameter that no longer fits


class SimulatedMove(NamedTuple):
    """A move of free motion within the whole: rows first … last − 1."""

    number: int
    first: int
    last: int
    account: Account
    start: Trajectory  # where it began, at the velocities and accelerations with which it began
    begin: float
    work: Any  # (rows,) done by all that is not conservative
    reason: int
    stopped_at: float
    group: int  # the one nearest to a singular position where it stopped, or −1
    cycle: Cycle | None = None  # that a `tcycle` has found
    limit: float = 1.0  # the part of friction up to which it could have gone on
    misfit: SurplusMisfit | None = None  # a surplus parameter that no longer fits


class Jump(NamedTuple):
    """A rest that was lost before a row (from 0), at a load factor and values of the held inputs."""

    row: int
    is_end: bool  # it ceased to exist; else it became unstable
    is_by_inputs: bool  # they were led, and not the load factor
    factor: float
    held: tuple[float, ...]


class CriticalPoint(NamedTuple):
    """A limit or branch point of a path that was followed, between the rows before `row` and it."""

    row: int
    is_limit: bool
    is_by_inputs: bool
    factor: float
    held: tuple[float, ...]


@dataclass
class Rested:
    """What the rests of STA ANA took, and why they end early: `reason` is "", work, lost, closed, floats or none."""

    jumps: list[Jump] = field(default_factory=list)
    turnings: list[CriticalPoint] = field(default_factory=list)
    starts_unstable: int = 0  # directions
    looks: int = 0
    halved: int = 0
    left: float = 0.0  # of the forces on freedoms, in the worst row
    largest: float = 0.0  # force
    reason: str = ""
    move: int = 0
    loose: int = -1  # row of the parameter that nothing holds

    @property
    def jumped(self) -> list[int]:
        """Rows before which the mechanism has snapped."""
        return sorted({jump.row for jump in self.jumps})

    @property
    def unbalanced(self) -> float:
        """What is left of the forces on freedoms, of the largest force."""
        return self.left / self.largest if self.largest > 0.0 else 0.0


@dataclass
class Positions:
    coordinates: int
    angle_count: int
    inputs_count: int  # of what a row knows: the inputs, then what is elastic
    own_inputs: int
    parts: list[Part] = field(default_factory=list)
    nodes: int = 0
    corrections: int = 0
    passed: list[tuple[int, float, int]] = field(default_factory=list)  # (position before, input 1, group)
    stopped: Stopped | None = None
    simulated: list[SimulatedMove] = field(default_factory=list)
    interrupted: bool = False  # by the user
    rested: Rested | None = None
    not_periodic: tuple[int, Cycle] | None = None  # the move of a `tcycle` that was not found, and what was tried
    _columns: dict[tuple[str, int], Column] = field(default_factory=dict, repr=False)  # that were asked for

    def __len__(self) -> int:
        last = self.parts[-1]
        return last.offset + last.rows.count

    @property
    def jumped(self) -> list[int]:
        """Rows that follow from the ones before by a jump."""
        return [row for row in self.rested.jumped if 0 < row < len(self)] if self.rested is not None else []

    # ---- columns, a number a position

    def place(self, at: int) -> Column:
        """Of a co-ordinate, by its index."""
        return self._column("x", at, self.coordinates + self.angle_count)

    @property
    def places(self) -> list[Column]:
        return [self.place(at) for at in range(self.coordinates)]

    def input(self, at: int) -> Column:
        """Values of an input, counted from 0."""
        return self._column("motion", at, 3 * self.inputs_count)

    @property
    def factors(self) -> Column:
        """Load factors of rests."""
        return self._column("rests", 0, 2)

    @property
    def clock(self) -> Column:
        return self._column("", 0, 1)

    def _column(self, of: str, at: int, wide: int) -> Column:
        if (of, at) not in self._columns:
            found = vec[float]()
            for part in self.parts:
                rows = getattr(part.rows, of) if of else part.times
                found = extend(found, column(rows, wide, at, part.rows.count))
            self._columns[of, at] = found
        return self._columns[of, at]

    # ---- the same as arrays

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
        return self._motion[: self.own_inputs]

    @property
    def de1(self) -> Floats:
        return self._motion[self.inputs_count : self.inputs_count + self.own_inputs]

    @property
    def de2(self) -> Floats:
        return self._motion[2 * self.inputs_count : 2 * self.inputs_count + self.own_inputs]

    @property
    def variables(self) -> Floats:
        """(nv, nt): states, then samples."""
        wide = len(self.parts[0].rows.variables)
        return self._gather(lambda part: part.rows.variables, wide)

    def _gather(self, of: Any, wide: int) -> Floats:
        """(wide, nt): packed rows as one array, quantity first."""
        import numpy as np

        found = []
        for part in self.parts:
            count = part.rows.count
            packed = np.frombuffer(memoryview(of(part))) if count and wide else np.empty(0)
            found.append(packed[: count * wide].reshape(count, wide))
        return np.concatenate(found).T if len(found) > 1 else found[0].T

    def at(self, position: int) -> tuple[Trajectory, int, float]:
        """The rows in which a position lies (1 is the start), which of them it is, and its time."""
        if not 1 <= position <= len(self):
            raise ValueError(f"position {position} of {len(self)}")
        part = next(part for part in reversed(self.parts) if part.offset < position)
        row = position - 1 - part.offset
        return part.rows, row, part.times[row]

    def only(self, position: int) -> Positions:
        """That position alone."""
        rows, row, time = self.at(position)
        own = Trajectory()
        own.count = 1
        for name in ("x", "motion", "forces", "work", "variables", "rests"):
            packed = getattr(rows, name)
            wide = len(packed) // rows.count
            setattr(own, name, vec[float]([packed[row * wide + k] for k in range(wide)]))
        alone = Positions(self.coordinates, self.angle_count, self.inputs_count, self.own_inputs)
        alone.parts.append(Part(own, vec[float]([time]), 0))
        return alone

    def __getstate__(self) -> dict[str, Any]:
        """Objects of the engine are not copied: their numbers are."""
        parts = [(_packed(part.rows), bytes_of(part.times), part.offset) for part in self.parts]
        simulated = [
            tuple(move._replace(start=_packed(move.start), work=bytes_of(move.work))) for move in self.simulated
        ]
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return own | {"parts": parts, "simulated": simulated, "_columns": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.parts = [Part(_unpacked(rows), numbers_of(times), offset) for rows, times, offset in state["parts"]]
        moves = [SimulatedMove(*move) for move in state["simulated"]]
        self.simulated = [move._replace(start=_unpacked(move.start), work=numbers_of(move.work)) for move in moves]

    def cut(self, count: int) -> None:
        """Keeps the first rows only."""
        kept = []
        for part in self.parts:
            if part.offset < count:
                part.rows.count = min(part.rows.count, count - part.offset)
                kept.append(part)
        self.parts = kept
        self._columns.clear()
        for name in ("time", "_places", "_motion"):
            self.__dict__.pop(name, None)


_OF_ROWS = ("x", "motion", "forces", "work", "rests", "variables")


def _packed(rows: Trajectory) -> Any:
    return rows.count, [bytes_of(getattr(rows, name)) for name in _OF_ROWS]


def _unpacked(packed: Any) -> Trajectory:
    count, numbers = packed
    found = Trajectory()
    found.count = count
    for name, own in zip(_OF_ROWS, numbers, strict=True):
        setattr(found, name, numbers_of(own))
    return found


def bytes_of(numbers: Any) -> bytes:
    return bytes(memoryview(numbers))


def numbers_of(packed: Any) -> vec[float]:
    return vec[float](memoryview(packed).cast("d").tolist())
