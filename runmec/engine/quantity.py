"""What can be read off the mechanism at a row: the bare idea, and a number that others use."""

from __future__ import annotations

from math import nan


class Quantity:
    """A number that can be read off the mechanism at a row."""

    __slots__ = ()

    def value(self) -> float:
        raise NotImplementedError  # pragma: no cover, every quantity has its own

    def by(self) -> float:
        """How it changes with one number of the deck (tangent.py); not known of all of them."""
        return nan


class Kept(Quantity):
    """A quantity that expressions of others use: found once a row, before them, and before itself is recorded."""

    __slots__ = ("now", "now_by", "of")

    def __init__(self, of: Quantity) -> None:
        self.of: Quantity = of
        self.now: float = nan
        self.now_by: float = nan

    def keep(self) -> None:
        self.now = self.of.value()

    def keep_if_open(self, limit: float, rounding: float) -> None:
        """Takes the value that it has now if that is another one."""
        now = self.of.value()
        if differs(self.now, now, limit, 0.0, rounding):
            self.now = now

    def keep_by(self) -> None:
        self.now_by = self.of.by()

    def value(self) -> float:
        return self.now

    def by(self) -> float:
        return self.now_by


def differs(one: float, other: float, limit: float, least: float, rounding: float) -> bool:
    """Whether two values are not the same but for a part `limit` of them (of `least`, if that is more)."""
    size = max(abs(one), abs(other), least)
    way = abs(other - one)
    return way > limit * size and way > rounding
