"""Pieces: `step`, `sign`, `abs`, `min`, `max`, `table` and springs with ranges are made of smooth pieces.

While a step is tried every one of them keeps its piece (its *mode*), also beyond its end, and tells by a *gap* below
zero that it has left it: an integrator sees smooth functions only, and steps exactly to where a piece ends.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

STUCK: Final = 9  # mode of a jump on which the motion rests: its value lies between its two pieces
IDLE: Final = 8  # mode of a jump whose argument another one holds; it follows its leader, if it has one
# how a jump was met: first; for the second time in no time, knowing positions only; held until now
MET: Final = 1
MET_AGAIN: Final = 2
RELEASED: Final = 3


class Switch:
    """One function with pieces, or several that change their pieces together."""

    __slots__ = (
        "argument", "at_start", "crossed", "derivative", "feeds", "gap", "held", "jumps", "last", "leader",
        "low", "met_at", "missed", "mode", "now", "number", "of_velocity", "old", "response", "saved", "sense",
        "slack",
    )  # fmt: skip

    def __init__(self, jumps: bool, of_velocity: bool) -> None:
        self.jumps: bool = jumps  # its value does, not only its slope
        self.of_velocity: bool = of_velocity  # its argument knows velocities
        self.feeds: bool = False  # its value is in the argument of another one
        self.number: int = -1  # among those of the mechanism
        self.mode: int = 0
        self.gap: float = 1.0
        self.low: float = 0.0  # the least gap seen within a step
        # of a jump
        self.argument: float = 0.0
        self.slack: float = 0.0  # how far beyond its end a piece may begin
        self.held: float = 0.0  # the value between its pieces, −1 … 1
        self.leader: Switch | None = None
        self.sense: int = 1
        self.derivative: int = 1  # which derivative of its argument is kept at zero while it is held
        self.crossed: int = 0
        self.met_at: float = -1e300
        self.response: vec[float] = vec[float]()  # of its argument's rate to free accelerations
        # gaps where the step began, where it ended, and as they are sampled between
        self.at_start: float = 1.0
        self.saved: float = 1.0
        self.missed: float = 0.0
        self.old: float = 0.0
        self.last: float = 0.0
        self.now: float = 0.0

    def take(self, mode: int, others: list[Switch]) -> None:
        """A piece for this jump, and for those that follow it: the same, the opposite, or held as it is."""
        self.mode = mode
        for other in others:
            if other.leader is self:
                other.mode = IDLE if mode >= IDLE else mode * other.sense


class Pieces:
    """All switches of a mechanism, and the clock by which expressions are read."""

    __slots__ = ("ahead", "by_value", "left_at", "refresh", "stuck", "switches", "t", "t_by")

    def __init__(self) -> None:
        self.t: float = 0.0
        self.t_by: float = 0.0  # how the time of a row changes with one number of the deck (tangent.py)
        self.ahead: float = 0.0  # expressions are read so much later, by velocities and accelerations
        self.by_value: bool = True  # every function as its argument says: given motion
        self.refresh: bool = False  # pieces are chosen anew by their arguments
        self.switches: list[Switch] = []
        self.stuck: int = 0  # how many jumps are held
        self.left_at: float = 1e300  # how soon after the start of a step a piece was left

    def add(self, switch: Switch) -> None:
        switch.number = len(self.switches)
        self.switches.append(switch)

    def forget(self) -> None:
        self.left_at = 1e300
        for k in self.switches:
            k.low = 0.0

    def watch(self, since: float) -> None:
        """Remembers how far any piece was left in this step, and how soon after its start."""
        for k in self.switches:
            if k.gap < 0.0:
                if k.gap < k.low:
                    k.low = k.gap
                if since < self.left_at:
                    self.left_at = since

    def were_left(self) -> bool:
        """At any time within the step."""
        for k in self.switches:
            if k.low < 0.0:
                return True
        return False

    def least_gap(self) -> float:
        """Below zero where a piece was left."""
        least = 1e300
        for k in self.switches:
            if k.gap < least:
                least = k.gap
        return least

    def least_at_start(self) -> float:
        least = 1e300
        for k in self.switches:
            if k.at_start < least:
                least = k.at_start
        return least
