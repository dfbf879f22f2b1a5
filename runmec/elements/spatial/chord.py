"""The line from P to Q in space: its length and direction, and how both change."""

from __future__ import annotations

from ...engine.coordinate import Coordinate, Partial
from ...engine.form import Form
from ...engine.space import Quaternion, Vector, dot, plus, scaled, size
from ...engine.turning import Point


class Chord:
    """Length s and direction n; t, n1 and s2, n2 are first and second derivatives along u."""

    __slots__ = ("P", "Q", "n", "n1", "n2", "s", "s2", "t")

    def __init__(self, P: Point, Q: Point) -> None:
        self.P: Point = P
        self.Q: Point = Q
        self.s: float = 0.0
        self.n: Vector = (0.0, 0.0, 0.0)
        self.t: float = 0.0
        self.s2: float = 0.0
        self.n1: Vector = (0.0, 0.0, 0.0)
        self.n2: Vector = (0.0, 0.0, 0.0)

    def evaluate(self) -> None:
        """Without a length there is no direction."""
        d = self.P.to(self.Q)
        self.s = size(d)
        self.n = scaled(d, 1.0 / self.s) if self.s > 0.0 else (0.0, 0.0, 0.0)

    def move(self) -> None:
        """After `evaluate`."""
        k = 1.0 / self.s if self.s > 0.0 else 0.0
        v = self.P.drift(self.Q)
        t = dot(self.n, v)
        p = plus(v, self.n, -t)
        pp = dot(p, p)
        self.t = t
        self.s2 = pp * k
        self.n1 = scaled(p, k)
        self.n2 = scaled(plus(scaled(p, 2.0 * t), self.n, pp), -k * k)


class SpatialLength(Form):
    """lenl."""

    __slots__ = ("chord",)

    def __init__(self, coordinates: list[Coordinate]) -> None:
        super().__init__(coordinates, True, False)
        self.chord: Chord = Chord(Point(coordinates[0:3]), Point(coordinates[3:6]))

    def evaluate(self) -> None:
        self.chord.evaluate()
        self.value = self.chord.s
        fill(self.entries, 0, self.chord.n, -1.0)
        fill(self.entries, 3, self.chord.n, 1.0)

    def bias(self) -> float:
        self.chord.move()
        return self.chord.s2

    def size(self, scale: float) -> float:
        return scale


def length(coordinates: list[Coordinate]) -> Form:
    return SpatialLength(coordinates)


def fill(entries: list[Partial], at: int, d: Vector, times: float) -> None:
    """Derivatives to the co-ordinates of a point."""
    entries[at].value = times * d[0]
    entries[at + 1].value = times * d[1]
    entries[at + 2].value = times * d[2]


def fill_turn(entries: list[Partial], at: int, d: Quaternion) -> None:
    """Derivatives to the parameters of a turning node."""
    entries[at].value = d[0]
    entries[at + 1].value = d[1]
    entries[at + 2].value = d[2]
    entries[at + 3].value = d[3]


def angle_bend(C: float, S: float, C1: float, S1: float, C2: float, S2: float) -> float:
    """Second derivative of the angle of (C, S) from those of C and S."""
    r = C * C + S * S
    if not r > 0.0:
        return 0.0
    return (C * S2 - S * C2) / r - 2.0 * (C * S1 - S * C1) * (C * C1 + S * S1) / (r * r)
