"""TR2S: S seen from the axis PQ; a third point R tells where its dihedral angle begins.

       S     lenl  length PQ;  lenu  S along PQ, seen from P;  lenr  S from the axis
Q    .       angd  angle about PQ from the half plane of R to that of S, right-handed about PQ
|  .
P --- R
"""

from __future__ import annotations

from math import sqrt

from ...engine.coordinate import Coordinate
from ...engine.form import Form, turned
from ...engine.space import cross, dot, plus, scaled
from ...engine.turning import Point
from .chord import Chord, angle_bend, fill


class AlongAxis(Form):
    """lenu."""

    __slots__ = ("P", "S", "chord")

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, True, False)
        self.P: Point = Point(coordinates[0:3])
        self.S: Point = Point(coordinates[6:9])
        self.chord: Chord = Chord(self.P, Point(coordinates[3:6]))

    def evaluate(self) -> None:
        self.chord.evaluate()
        n = self.chord.n
        s = self.P.to(self.S)
        along = dot(s, n)
        k = 1.0 / self.chord.s if self.chord.s > 0.0 else 0.0
        by_n = scaled(plus(s, n, -along), k)
        self.value = along
        fill(self.entries, 0, plus(n, by_n, 1.0), -1.0)
        fill(self.entries, 3, by_n, 1.0)
        fill(self.entries, 6, n, 1.0)

    def bias(self) -> float:
        self.chord.move()
        return 2.0 * dot(self.P.drift(self.S), self.chord.n1) + dot(self.P.to(self.S), self.chord.n2)

    def size(self, scale: float) -> float:
        return scale


class FromAxis(Form):
    """lenr."""

    __slots__ = ("P", "S", "chord")

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, True, False)
        self.P: Point = Point(coordinates[0:3])
        self.S: Point = Point(coordinates[6:9])
        self.chord: Chord = Chord(self.P, Point(coordinates[3:6]))

    def evaluate(self) -> None:
        self.chord.evaluate()
        n = self.chord.n
        s = self.P.to(self.S)
        along = dot(s, n)
        out = plus(s, n, -along)
        r = sqrt(dot(out, out))
        d = scaled(out, 1.0 / r) if r > 0.0 else (0.0, 0.0, 0.0)
        share = along / self.chord.s if self.chord.s > 0.0 else 0.0
        self.value = r
        fill(self.entries, 0, d, share - 1.0)
        fill(self.entries, 3, d, -share)
        fill(self.entries, 6, d, 1.0)

    def bias(self) -> float:
        r = self.value
        if not r > 0.0:
            return 0.0
        self.chord.move()
        c = self.chord
        s = self.P.to(self.S)
        s1 = self.P.drift(self.S)
        e = dot(s, c.n)
        e1 = dot(s1, c.n) + dot(s, c.n1)
        e2 = 2.0 * dot(s1, c.n1) + dot(s, c.n2)
        r1 = (dot(s, s1) - e * e1) / r
        return (dot(s1, s1) - e1 * e1 - e * e2 - r1 * r1) / r

    def size(self, scale: float) -> float:
        return scale


class Dihedral(Form):
    """angd."""

    __slots__ = ("P", "R", "S", "chord", "least")

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, False, True)
        self.P: Point = Point(coordinates[0:3])
        self.R: Point = Point(coordinates[6:9])
        self.S: Point = Point(coordinates[9:12])
        self.chord: Chord = Chord(self.P, Point(coordinates[3:6]))
        self.least: float = 1.0  # of the distances of R and S from the axis

    def evaluate(self) -> None:
        self.chord.evaluate()
        n = self.chord.n
        r = self.P.to(self.R)
        s = self.P.to(self.S)
        rn = dot(r, n)
        sn = dot(s, n)
        rr = dot(r, r) - rn * rn
        ss = dot(s, s) - sn * sn
        by_S = scaled(cross(n, s), 1.0 / ss if ss > 0.0 else 0.0)
        by_R = scaled(cross(n, r), -1.0 / rr if rr > 0.0 else 0.0)
        k = -1.0 / self.chord.s if self.chord.s > 0.0 else 0.0
        by_Q = scaled(plus(scaled(by_S, sn), by_R, rn), k)
        self.least = sqrt(max(0.0, min(rr, ss)))
        self.value = turned(self.reference, dot(s, r) - sn * rn, dot(s, cross(n, r)))
        fill(self.entries, 0, plus(plus(by_S, by_R, 1.0), by_Q, 1.0), -1.0)
        fill(self.entries, 3, by_Q, 1.0)
        fill(self.entries, 6, by_R, 1.0)
        fill(self.entries, 9, by_S, 1.0)

    def bias(self) -> float:
        self.chord.move()
        n = self.chord.n
        n1 = self.chord.n1
        n2 = self.chord.n2
        r = self.P.to(self.R)
        s = self.P.to(self.S)
        r1 = self.P.drift(self.R)
        s1 = self.P.drift(self.S)
        sn = dot(s, n)
        sn1 = dot(s1, n) + dot(s, n1)
        sn2 = 2.0 * dot(s1, n1) + dot(s, n2)
        rn = dot(r, n)
        rn1 = dot(r1, n) + dot(r, n1)
        rn2 = 2.0 * dot(r1, n1) + dot(r, n2)
        h = cross(n, r)
        h1 = plus(cross(n1, r), cross(n, r1), 1.0)
        h2 = plus(cross(n2, r), cross(n1, r1), 2.0)
        C = dot(s, r) - sn * rn
        C1 = dot(s1, r) + dot(s, r1) - sn1 * rn - sn * rn1
        C2 = 2.0 * dot(s1, r1) - sn2 * rn - 2.0 * sn1 * rn1 - sn * rn2
        S1 = dot(s1, h) + dot(s, h1)
        S2 = 2.0 * dot(s1, h1) + dot(s, h2)
        return angle_bend(C, dot(s, h), C1, S1, C2, S2)

    def size(self, scale: float) -> float:
        return scale / self.least if self.least > 0.0 else 0.0


def on_axis(coordinates: list[Coordinate]) -> Form:
    return AlongAxis(coordinates)


def from_axis(coordinates: list[Coordinate]) -> Form:
    return FromAxis(coordinates)


def dihedral(coordinates: list[Coordinate]) -> Form:
    return Dihedral(coordinates)
