"""The steps of a simulation, kept so that motions beside it are carried along with the same ones.

Where all steps and pieces are the same, what is reached is a smooth function of the numbers of the deck, and its
derivatives are those of the motion: the error of the steps makes no noise. Pieces may change where a value has a kink;
where it jumps, the instant must be the same for all motions, as that of a switch by the clock is.
"""

from __future__ import annotations

from math import nan
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .switch import STUCK, Switch

PIECE: Final = 1  # a piece ends where the step does
SAMPLE: Final = 2  # something is sampled there


class Script:
    """Of one move: written once, then followed."""

    __slots__ = (
        "arguments", "ends", "is_followed", "is_smooth", "lengths", "modes", "next", "next_argument", "next_mode",
    )  # fmt: skip

    def __init__(self) -> None:
        self.lengths: vec[float] = vec[float]()  # of the steps, as parts of the move
        self.ends: vec[i64] = vec[i64]()  # how they end: 0, or a sum of the above
        self.modes: vec[i64] = vec[i64]()  # of all switches, wherever pieces are chosen
        self.arguments: vec[float] = vec[float]()  # of all switches where pieces end, nan unless they jump there
        self.is_smooth: bool = True  # nothing has happened that steps and pieces do not tell
        self.is_followed: bool = False
        self.next: i64 = 0
        self.next_mode: i64 = 0
        self.next_argument: i64 = 0

    def rewind(self) -> None:
        self.is_followed = True
        self.next = 0
        self.next_mode = 0
        self.next_argument = 0

    def write_step(self, part: float, end: i64) -> None:
        self.lengths = append(self.lengths, part)
        self.ends = append(self.ends, end)

    def write_pieces(self, switches: list[Switch]) -> None:
        for k in switches:
            mode: i64 = k.mode
            self.modes = append(self.modes, mode)
            if k.mode == STUCK:
                self.is_smooth = False

    def choose_pieces(self, switches: list[Switch]) -> None:
        for k in switches:
            k.mode = int(self.modes[self.next_mode])
            self.next_mode += 1

    def write_jumps(self, switches: list[Switch]) -> None:
        """At the end of a step at which pieces were left."""
        for k in switches:
            beyond = k.slack - k.at_start  # its argument, on the side that was left
            self.arguments = append(self.arguments, -k.mode * beyond if k.jumps and k.at_start < 0.0 else nan)

    def jumps_alike(self, switches: list[Switch], near: float) -> bool:
        """Whether all that jumps here does so at the instant at which it was written to."""
        alike = True
        for k in switches:
            written = self.arguments[self.next_argument]
            self.next_argument += 1
            if written == written and not abs(k.argument - written) <= near:
                alike = False
        return alike
