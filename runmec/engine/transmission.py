"""Transmission angles: between the two links of a dyad, where it is least."""

from __future__ import annotations

from math import sqrt

from .coordinate import Partial


class Transmission:
    """Of two lengths that place one point: entries of D of both rows."""

    __slots__ = ("a", "b", "c", "d", "group", "least", "least_at")

    def __init__(self, group: int, a: Partial, b: Partial, c: Partial, d: Partial) -> None:
        self.group: int = group
        self.a: Partial = a
        self.b: Partial = b
        self.c: Partial = c
        self.d: Partial = d
        self.least: float = 1e300  # the sine of the angle
        self.least_at: int = 0

    def second(self) -> tuple[float, float]:
        return self.c.value, self.d.value

    def note(self, row: int) -> None:
        c, d = self.second()
        a = self.a.value
        b = self.b.value
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
        self,
        group: int,
        a: Partial,
        b: Partial,
        c: Partial,
        d: Partial,
        turn_c: Partial,
        e: Partial,
        f: Partial,
        turn_e: Partial,
    ) -> None:
        super().__init__(group, a, b, c, d)
        self.turn_c: Partial = turn_c
        self.e: Partial = e
        self.f: Partial = f
        self.turn_e: Partial = turn_e

    def second(self) -> tuple[float, float]:
        return (
            self.c.value * self.turn_e.value - self.e.value * self.turn_c.value,
            self.d.value * self.turn_e.value - self.f.value * self.turn_c.value,
        )
