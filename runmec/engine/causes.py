"""Forces of a given motion by their causes: each acts alone, and what all of them do adds up to what is there.

Drives and what holds the mechanism follow from each cause. Teeth press on the flank on which they are pressed by all
causes together, and friction has the sense and the size that it has then: it is a cause itself.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from .elimination import factor, substitute
from .load import Load
from .mass import Mass
from .quantity import Quantity
from .reactive import ReactionLoad
from .replay import Replay
from .trajectory import Trajectory


class Cause:
    """What acts alone: masses that weigh, masses that are moved, loads, surplus: what is too long, or strained."""

    __slots__ = ("heavy", "loads", "moved", "surplus")

    def __init__(self, heavy: list[Mass], moved: list[Mass], loads: list[Load], surplus: bool) -> None:
        self.surplus: bool = surplus
        self.heavy: list[Mass] = heavy
        self.moved: list[Mass] = moved
        self.loads: list[Load] = loads


class Causes:
    """Reads what every cause does to quantities, off rows of a replay."""

    __slots__ = ("causes", "found", "masses", "pressing", "quantities", "replay")

    def __init__(self, replay: Replay, causes: list[Cause], masses: list[Mass], quantities: list[Quantity]) -> None:
        self.replay: Replay = replay
        self.causes: list[Cause] = causes
        self.masses: list[Mass] = masses
        self.quantities: list[Quantity] = quantities
        self.pressing: list[ReactionLoad] = [load for load in replay.reactions.loads if not load.is_friction]
        self.found: vec[float] = vec[float]()  # row after row, cause after cause

    def read(self, rows: Trajectory, row: i64, t: float) -> None:
        replay = self.replay
        replay.stand(rows, row, t)
        replay.inverse_dynamics()
        sides = vec[float]([1.0] * len(self.pressing))
        for k in range(len(self.pressing)):
            load = self.pressing[k]
            sides[k] = 1.0 if load.component(0) >= 0.0 else -1.0
            if load.is_known:
                load.set_target()
                load.is_known = False
        replay.with_misfits = False
        influences = self.influences(sides)
        for cause in self.causes:
            self.choose(cause)
            self.clear()
            for mass in self.masses:
                if mass.falls != 0.0 or mass.moves != 0.0:
                    mass.resist()
            for one in cause.loads:
                one.apply()
            if cause.surplus and replay.elastic is not None:
                replay.elastic.apply_to_surplus()
            self.press(sides, influences)
            replay.with_misfits = cause.surplus
            replay.equilibrate()
            replay.with_misfits = False
            found = self.found
            for quantity in self.quantities:
                found = append(found, quantity.value())
            self.found = found
        for mass in self.masses:
            mass.falls = mass.moves = mass.lags = 1.0
        replay.with_misfits = True

    def choose(self, cause: Cause) -> None:
        for mass in self.masses:
            mass.falls = mass.moves = mass.lags = 0.0
        for mass in cause.heavy:
            mass.falls = 1.0
        for mass in cause.moved:
            mass.moves = 1.0

    def clear(self) -> None:
        for c in self.replay.mech.coordinates:
            c.f = 0.0
        for form in self.replay.mech.dependents:
            form.sigma = 0.0

    def influences(self, sides: vec[float]) -> vec[float]:
        """I − what each pressing load by one unit adds to the force that presses every other."""
        n: i64 = len(self.pressing)
        found = vec[float]([0.0] * (n * n))
        for j in range(n):
            self.clear()
            for k in range(n):
                self.pressing[k].N = 1.0 if k == j else 0.0
                self.pressing[k].apply()
            self.replay.equilibrate()
            for i in range(n):
                found[i * n + j] = (1.0 if i == j else 0.0) - sides[i] * self.pressing[i].component(0)
        return found

    def press(self, sides: vec[float], influences: vec[float]) -> None:
        """Adds what presses across the pitch circles, as it follows from a cause whose forces are there."""
        n: i64 = len(self.pressing)
        if n == 0:
            return
        base = vec[float]()
        for c in self.replay.mech.coordinates:
            base = append(base, c.f)
        for form in self.replay.mech.dependents:
            base = append(base, form.sigma)
        for load in self.pressing:
            load.N = 0.0
            load.apply()
        self.replay.equilibrate()
        right = vec[float]([0.0] * n)
        solved = vec[float]([0.0] * n)
        order = vec[i64]([0] * n)
        matrix = vec[float]([0.0] * (n * n))
        for i in range(n):
            right[i] = sides[i] * self.pressing[i].component(0)
            for j in range(n):
                matrix[i * n + j] = influences[i * n + j]
        factor(matrix, n, order)
        substitute(matrix, n, order, right, solved)
        at: i64 = 0
        for c in self.replay.mech.coordinates:
            c.f = base[at]
            at += 1
        for form in self.replay.mech.dependents:
            form.sigma = base[at]
            at += 1
        for k in range(n):
            self.pressing[k].N = solved[k]
            self.pressing[k].apply()
