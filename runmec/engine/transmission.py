"""Transmission angles: between the two links of a dyad, where it is least."""

from __future__ import annotations

from math import sqrt

from .coordinate import Entry


class Transmission:
    """Of two lengths that place one point: entries of D of both rows."""

    __slots__ = ("a", "b", "c", "d", "group", "least", "least_at")

    def __init__(self, group: int, a: Entry, b: Entry, c: Entry, d: Entry) -> None:
        self.group: int = group
        self.a: Entry = a
        self.b: Entry = b
        self.c: Entry = c
        self.d: Entry = d
        self.least: float = 1e300  # the sine of the angle
        self.least_at: int = 0

    def second(self) -> tuple[float, float]:
        return self.c.d, self.d.d

    def note(self, row: int) -> None:
        c, d = self.second()
        a = self.a.d
        b = self.b.d
        size = sqrt((a * a + b * b) * (c * c + d * d))
        if not size > 0.0:
            return
        sine = abs(a * d - b * c) / size
        if sine < self.least:
            self.least = sine
            self.least_at = row


class TurningTransmission(Transmission):
    """Of a length and a link with an angle of its own (TR1), which is eliminated from the link's two rows."""

    __slots__ = ("e", "f", "turn_c", "turn_e")

    def __init__(
        self, group: int, a: Entry, b: Entry, c: Entry, d: Entry, turn_c: Entry, e: Entry, f: Entry, turn_e: Entry
    ) -> None:
        super().__init__(group, a, b, c, d)
        self.turn_c: Entry = turn_c
        self.e: Entry = e
        self.f: Entry = f
        self.turn_e: Entry = turn_e

    def second(self) -> tuple[float, float]:
        return (
            self.c.d * self.turn_e.d - self.e.d * self.turn_c.d,
            self.d.d * self.turn_e.d - self.f.d * self.turn_c.d,
        )
