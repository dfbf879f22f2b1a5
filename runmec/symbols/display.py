"""Display lists: a symbol as data, and what it looks like at a position. Knows no element and no picture library.

A symbol stands on points of the mechanism and has a frame: its origin is the first point P; t points to the second
one, or is turned by an angle co-ordinate, or stands still; n is t turned by 90°. Every point R of the symbol is seen
from P as L = (R − P)·t and H = (R − P)·n. `unit` is the size of a small symbol in the drawing, so that symbols stay
legible in large and small mechanisms.

The film has one painter for the same data (film.js): what is added here has to be added there, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, remainder, sin
from typing import Any, NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]  # indices of x and y
Place: TypeAlias = tuple[float, float]


class Vertex(NamedTuple):
    """P + (along·L + beyond·unit·sign(L) + x)·t + (across·H + above·unit + y)·n, with L and H of the point `seen`."""

    along: float = 0.0
    beyond: float = 0.0
    across: float = 0.0
    above: float = 0.0
    seen: int = 0
    x: float = 0.0
    y: float = 0.0


@dataclass(frozen=True)
class Line:
    style: str
    vertices: tuple[Vertex, ...]


@dataclass(frozen=True)
class Polygon:
    """A closed line, filled."""

    style: str
    vertices: tuple[Vertex, ...]


@dataclass(frozen=True)
class Hatched:
    """A line that stands for the frame: hatches on the side `away`, in units along t and n."""

    vertices: tuple[Vertex, Vertex]
    away: Place
    style: str = "ground"


@dataclass(frozen=True)
class Circle:
    """Its radius: units + length + share·(length of L and H of the point `seen` by the centre)."""

    style: str
    centre: Vertex
    units: float = 0.0
    length: float = 0.0
    share: float = 0.0


@dataclass(frozen=True)
class Bend:
    """The bending line of a beam from P to the second point, by the angles of the symbol at its ends."""

    style: str


Part: TypeAlias = Line | Polygon | Hatched | Circle | Bend


class AngleAt(NamedTuple):
    """An angle co-ordinate, and what to take from it: a beam in a stiff corner is not bent by it."""

    co_ordinate: int
    rest: float = 0.0


@dataclass(frozen=True)
class Symbol:
    """What is drawn of one thing.

    `turned`: t is turned by the first angle; otherwise t points to the second point; with one point only, by `turn`.
    `joins`: links meet at its points, so that a pin is drawn where it meets another. `behind`: a filled body, which
    must not hide what is fastened to it. `still`: part of the frame, drawn once where several positions are drawn.
    `stiff`: ends that cannot turn against the symbol, as (point, index of the angle). `slider`: which of its points
    slides along it (0: none); `framed`: the guide on which it slides is part of the frame.
    """

    name: str
    parts: tuple[Part, ...]
    points: tuple[Point, ...]
    angles: tuple[AngleAt, ...] = ()
    turned: bool = False
    turn: float = 0.0
    joins: bool = True
    behind: bool = False
    still: bool = False
    stiff: tuple[tuple[Point, int], ...] = ()
    slider: int = 0
    framed: bool = False


class Style(NamedTuple):
    """Colours by their role, so that light and dark pages can choose; the width in points of print."""

    stroke: str
    width: float
    fill: str = ""
    dash: tuple[float, ...] = ()  # in points


STYLES = {
    "link": Style("ink", 2.4),
    "beam": Style("beam", 2.8),
    "leaf": Style("beam", 1.7),
    "axle": Style("beam", 4.2),
    "spring": Style("spring", 1.2),
    "dash": Style("quiet", 0.9, dash=(3.6, 2.7)),
    "cam": Style("ink", 1.4, "plate"),
    "roller": Style("ink", 1.1, "paper"),
    "wheel": Style("quiet", 0.9, dash=(8.1, 1.8, 1.35, 1.8)),
    "gear": Style("ink", 0.8),
    "ground": Style("ink", 1.2),
    "hatch": Style("ink", 0.7),
    "plate": Style("ink", 2.0, "plate"),
    "block": Style("ink", 1.3, "paper"),
    "support": Style("ink", 1.2, "paper"),
    "pin": Style("ink", 1.2, "paper"),
    "mass": Style("ink", 0.5, "ink"),
}


class Shape(NamedTuple):
    """A line in the user's units; the first point is repeated at the end where it is closed."""

    style: str
    xs: list[float]
    ys: list[float]


def shapes(symbol: Symbol, x: Sequence[float] | Any, unit: float) -> list[Shape]:
    """The shapes of a symbol at co-ordinates x (nx,)."""
    seen = _View(symbol, x, unit)
    return [Shape(style, *_columns(seen.place(q) for q in corners)) for style, corners in seen.drawn()]


def _columns(places: Iterator[Place]) -> tuple[list[float], list[float]]:
    pairs = list(places)
    return [p[0] for p in pairs], [p[1] for p in pairs]


class _View:
    """A symbol at a position: its frame, and its parts in that frame."""

    def __init__(self, symbol: Symbol, x: Sequence[float] | Any, unit: float) -> None:
        self.symbol, self.unit = symbol, unit
        places = [(float(x[i]), float(x[j])) for i, j in symbol.points]
        self.angles = [float(x[angle.co_ordinate]) - angle.rest for angle in symbol.angles]
        self.P = places[0]
        apart = [(px - self.P[0], py - self.P[1]) for px, py in places]
        if symbol.turned:
            self.t = cos(self.angles[0]), sin(self.angles[0])
        elif len(places) > 1:
            length = hypot(*apart[1])
            self.t = (apart[1][0] / length, apart[1][1] / length) if length else (1.0, 0.0)
        else:
            self.t = cos(symbol.turn), sin(symbol.turn)
        (tx, ty) = self.t
        self.seen = [(dx * tx + dy * ty, dy * tx - dx * ty) for dx, dy in apart]  # L and H of every point

    def place(self, q: Place) -> Place:
        """From the frame into the plane."""
        (tx, ty), (u, v) = self.t, q
        return self.P[0] + u * tx - v * ty, self.P[1] + u * ty + v * tx

    def vertex(self, v: Vertex) -> Place:
        L, H = self.seen[v.seen]
        beyond = v.beyond * self.unit * (-1.0 if L < 0 else 1.0)
        return v.along * L + beyond + v.x, v.across * H + v.above * self.unit + v.y

    def drawn(self) -> Iterator[tuple[str, list[Place]]]:
        for part in self.symbol.parts:
            if isinstance(part, Circle):
                yield part.style, self.circle(part)
            elif isinstance(part, Hatched):
                yield from self.hatched(part)
            elif isinstance(part, Bend):
                yield part.style, bending_line(self.seen[1][0], *self.end_angles())
            else:
                corners = [self.vertex(v) for v in part.vertices]
                yield part.style, [*corners, corners[0]] if isinstance(part, Polygon) else corners

    def circle(self, part: Circle) -> list[Place]:
        u, v = self.vertex(part.centre)
        r = part.units * self.unit + part.length + part.share * hypot(*self.seen[part.centre.seen])
        corners = 24 if part.units else 72  # small ones need fewer
        return [(u + r * cos(2 * pi * k / corners), v + r * sin(2 * pi * k / corners)) for k in range(corners + 1)]

    def hatched(self, part: Hatched) -> Iterator[tuple[str, list[Place]]]:
        """Hatches begin at the end with the smaller co-ordinate: they stay where they are when L changes its sign."""
        (u0, v0), (u1, v1) = sorted(self.vertex(v) for v in part.vertices)
        yield part.style, [(u0, v0), (u1, v1)]
        du, dv = u1 - u0, v1 - v0
        length = hypot(du, dv) or 1.0
        count = max(3, int(length / (0.35 * self.unit)))
        to_u, to_v = (
            0.35 * self.unit * a - 0.3 * self.unit * d / length for a, d in zip(part.away, (du, dv), strict=True)
        )
        for k in range(count):
            u, v = u0 + (k + 0.9) / count * du, v0 + (k + 0.9) / count * dv
            yield "hatch", [(u, v), (u + to_u, v + to_v)]

    def end_angles(self) -> tuple[float, float]:
        """ψP and ψQ from the chord; a half beam ends in a hinge: no moment there, half the angle (8.38)."""
        chord = atan2(self.t[1], self.t[0])
        psi_P = remainder(self.angles[0] - chord, 2 * pi)
        return psi_P, remainder(chord - self.angles[1], 2 * pi) if len(self.angles) > 1 else 0.5 * psi_P


def bending_line(length: float, psi_P: float, psi_Q: float) -> list[Place]:
    """Points of Hermite's curve between the ends, its slopes so long that an arc of a circle is one (to fourth order):
    for small angles the cubic v(ξ) = ℓ[(ξ−2ξ²+ξ³)ψP + (ξ²−ξ³)ψQ] from the chord."""
    s = length * (1 + (2 * psi_P**2 + psi_P * psi_Q + 2 * psi_Q**2) / 20)
    found = []
    for f in (k / 24 for k in range(25)):
        at_P, at_Q = s * (f - 2 * f**2 + f**3), s * (f**2 - f**3)
        along = length * (3 * f**2 - 2 * f**3) + at_P * cos(psi_P) - at_Q * cos(psi_Q)
        found.append((along, at_P * sin(psi_P) + at_Q * sin(psi_Q)))
    return found


def as_data(symbol: Symbol) -> dict[str, Any]:
    """A symbol for the film's painter, its place in the mechanism left out."""
    return {"parts": [_part_data(part) for part in symbol.parts], "turned": symbol.turned, "turn": symbol.turn}


def _part_data(part: Part) -> dict[str, Any]:
    said: dict[str, Any] = {"is": type(part).__name__.lower(), "style": part.style}
    if isinstance(part, (Line, Polygon, Hatched)):
        said["at"] = [_short(v) for v in part.vertices]
    if isinstance(part, Hatched):
        said["away"] = part.away
    if isinstance(part, Circle):
        said |= {"at": [_short(part.centre)], "units": part.units, "length": part.length, "share": part.share}
    return said


def _short(vertex: Vertex) -> list[float]:
    """Without zeros at the end."""
    numbers = list(vertex)
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
