"""Programs: functions S(φ) made of pieces, period after period, as a cam has them round its circumference."""

from __future__ import annotations

from math import floor
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .law import Law

BEYOND: Final = 1e-12  # of the period: so far a piece is held beyond its end, where rounding must not decide


class Program:
    """Pieces one after the other from φ = `first`; every period goes on where the last one ended.

    Pieces are numbered through all periods: a form may keep one, also beyond its end. After `at` the value s and the
    derivatives v and a to φ are known.
    """

    __slots__ = ("a", "bases", "count", "ends", "first", "is_smooth", "laws", "period", "rise", "s", "slack", "v")

    def __init__(self, first: float, ranges: list[float], laws: list[Law], base: float, is_smooth: bool) -> None:
        self.first: float = first
        self.is_smooth: bool = is_smooth  # one piece that goes on into itself: there is nothing to step on
        self.laws: list[Law] = laws
        self.count: i64 = len(laws)
        ends = [0.0]
        bases = [base]
        for k in range(len(laws)):
            laws[k].at(ranges[k])
            ends.append(ends[k] + ranges[k])
            bases.append(bases[k] + laws[k].s)
        self.ends: vec[float] = vec[float](ends)  # of pieces, counted from `first`; the first one is zero
        self.bases: vec[float] = vec[float](bases)  # S there
        self.period: float = ends[len(laws)]
        rise = bases[len(laws)] - base
        largest = max([abs(b) for b in bases])
        self.rise: float = rise if abs(rise) > 1e-12 * largest else 0.0  # of a period
        self.slack: float = BEYOND * self.period
        self.s: float = 0.0
        self.v: float = 0.0
        self.a: float = 0.0

    def piece(self, phi: float) -> int:
        """The number of the piece in which φ lies; the end of the first period belongs to it."""
        turn = floor((phi - self.first) / self.period)
        inside = phi - self.first - turn * self.period
        if turn > 0 and inside <= self.slack:
            return turn * int(self.count) - 1
        low: i64 = 0
        high = self.count - 1
        while low < high:
            middle = (low + high + 1) // 2
            if inside >= self.ends[middle]:
                low = middle
            else:
                high = middle - 1
        return turn * int(self.count) + int(low)

    def at(self, phi: float, piece: int) -> None:
        """S of this piece at φ, inside it or beyond its ends."""
        turn = piece // int(self.count)
        k = piece - turn * int(self.count)
        law = self.laws[k]
        law.at(phi - self.first - turn * self.period - self.ends[k])
        self.s = self.bases[k] + turn * self.rise + law.s
        self.v = law.v
        self.a = law.a

    def gap(self, phi: float, piece: int) -> float:
        """How far φ is inside a piece; below zero beyond its ends."""
        turn = piece // int(self.count)
        k = piece - turn * int(self.count)
        inside = phi - self.first - turn * self.period
        left = inside - self.ends[k]
        right = self.ends[k + 1] - inside
        return (left if left < right else right) + self.slack
