"""What a simulation carries along beside the motion: states that flow, samples that are set and held."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from .expression import Node
from .switch import Pieces


class Variable:
    """A number of the motion with a name of its own: `now`, and how fast it changes."""

    __slots__ = ("begin", "now", "program", "rate")

    def __init__(self, begin: float) -> None:
        self.begin: float = begin
        self.now: float = begin
        self.rate: float = 0.0
        self.program: Node | None = None  # known once all names are

    def flow(self) -> float:
        """The rate of a state, by its expression."""
        program = self.program
        assert program is not None
        self.rate = program.value()
        return self.rate


class Sample(Variable):
    """Set at t = 0, T, 2T, …, by an expression of what was there before; held between."""

    __slots__ = ("period",)

    def __init__(self, begin: float, period: float) -> None:
        super().__init__(begin)
        self.period: float = period

    def due_after(self, t: float, soon: float) -> float:
        """The first instant k·T that is more than `soon` behind t; instants that time does not tell apart are one."""
        if not self.period > soon:
            return t + 2.0 * soon
        k = max(0.0, (t + soon) // self.period)
        while k * self.period <= t + soon:
            k += 1.0
        return k * self.period

    def is_due(self, t: float, soon: float) -> bool:
        k = (t + soon) // self.period
        return k >= 0.0 and t - k * self.period <= soon


class NamedVariable(Node):
    """A state or a sample in an expression."""

    __slots__ = ("of", "pieces")

    def __init__(self, of: Variable, pieces: Pieces) -> None:
        self.of: Variable = of
        self.pieces: Pieces = pieces

    def value(self) -> float:
        return self.of.now + self.pieces.ahead * self.of.rate

    def by(self) -> float:
        """None of given motions, whose derivatives are found so."""
        return 0.0


class Variables:
    """Those of one mechanism: states first; samples are all taken before any is set."""

    __slots__ = ("clock", "samples", "states")

    def __init__(self) -> None:
        self.states: list[Variable] = []
        self.samples: list[Sample] = []
        self.clock: Pieces = Pieces()  # of the expressions of samples, which have no kinks: they choose by value

    def due_after(self, t: float, soon: float) -> float:
        """The next instant at which something is sampled; infinitely far if nothing is."""
        first = 1e300
        for sample in self.samples:
            due = sample.due_after(t, soon)
            if due < first:
                first = due
        return first

    def take(self, t: float, soon: float) -> bool:
        """Sets all samples that are due at t, in the position that is there; whether all have a value."""
        self.clock.t = t
        due = [sample for sample in self.samples if sample.is_due(t, soon)]
        taken: list[float] = []
        for sample in due:
            program = sample.program
            assert program is not None
            taken.append(program.value())
        for k in range(len(due)):
            due[k].now = taken[k]
            if not abs(taken[k]) < 1e300:
                return False
        return True

    def all_values(self) -> list[float]:
        return [variable.now for variable in (*self.states, *self.samples)]

    def stand(self, values: vec[float], row: i64) -> None:
        """As they are in a row of packed values; where nothing is packed, as they are."""
        if len(values) == 0:
            return
        n: i64 = len(self.states)
        wide: i64 = n + len(self.samples)
        for k in range(n):
            self.states[k].now = values[row * wide + k]
        for k in range(len(self.samples)):
            self.samples[k].now = values[row * wide + n + k]

    def put(self, values: list[float]) -> None:
        """Values of states, then of samples."""
        self.stand(vec[float](values), 0)

    def begin(self) -> None:
        """As the deck begins."""
        for state in self.states:
            state.now = state.begin
        for sample in self.samples:
            sample.now = sample.begin
