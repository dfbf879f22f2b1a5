"""The symbols that engineers know, on points of a mechanism: `bar(P, Q)` is all that an element has to say."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi

from .display import AngleAt, Bend, Circle, Hatched, Line, Part, Place, Point, Polygon, Symbol, Vertex

P = Vertex()
_COILS = 11


def at(seen: int, beyond: float = 0.0, above: float = 0.0) -> Vertex:
    """A point of the symbol, or a place beside it in units."""
    return Vertex(1.0, beyond, 1.0, above, seen)


def share(along: float, above: float = 0.0) -> Vertex:
    """A place on the way from P to Q, or beside it in units."""
    return Vertex(along, above=above, seen=1)


Q = at(1)


def box(middle: int, length: float, height: float) -> Polygon:
    """A block around a point, in units."""
    a, b = 0.5 * length, 0.5 * height
    return Polygon("block", (at(middle, a, b), at(middle, -a, b), at(middle, -a, -b), at(middle, a, -b)))


# links


def bar(p: Point, q: Point) -> Symbol:
    return Symbol("bar", (Line("link", (P, Q)),), (p, q))


def cylinder(p: Point, q: Point) -> Symbol:
    tube = Polygon("block", (share(0.15, 0.35), share(0.6, 0.35), share(0.6, -0.35), share(0.15, -0.35)))
    return Symbol("cylinder", (Line("link", (P, Q)), tube), (p, q))


def spring(p: Point, q: Point) -> Symbol:
    """A zigzag of eleven coils on seven tenths of its length."""
    turns = 2 * _COILS
    coils = (share(0.15 + 0.7 * k / turns, 0.75 if k % 2 else -0.75) for k in range(1, turns))
    return Symbol("spring", (Line("spring", (P, share(0.15), *coils, share(0.85), Q)),), (p, q))


def damper(p: Point, q: Point) -> Symbol:
    """A piston in an open pot."""
    pot = (share(0.65, 0.4), share(0.35, 0.4), share(0.35, -0.4), share(0.65, -0.4))
    piston = (share(0.55, 0.32), share(0.55, -0.32))
    lines = ((P, share(0.35)), pot, piston, (share(0.55), Q))
    return Symbol("damper", tuple(Line("spring", line) for line in lines), (p, q))


def measure(p: Point, q: Point) -> Symbol:
    """A distance that is watched; no link."""
    return Symbol("measure", (Line("dash", (P, Q)),), (p, q), joins=False)


def path(style: str, *points: Point) -> Symbol:
    """A line from point to point."""
    return Symbol("path", (Line(style, tuple(at(k) for k in range(len(points)))),), points)


def plate(*points: Point) -> Symbol:
    """A link with three points or more."""
    return Symbol("plate", (Polygon("plate", tuple(at(k) for k in range(len(points)))),), points, behind=True)


def beam(p: Point, q: Point, *angles: AngleAt, style: str = "beam") -> Symbol:
    """With its bending shape: angles at P and Q, or at P alone where Q is a hinge; a `leaf` moves by its elasticity."""
    stiff = tuple((point, angle.co_ordinate) for point, angle in zip((p, q), angles, strict=False))
    return Symbol("beam" if len(angles) > 1 else "halfbeam", (Bend(style),), (p, q), angles, stiff=stiff)


def outline(p: Point, angle: AngleAt, corners: Iterable[Place]) -> Symbol:
    """A body fastened to P and turned by an angle, its outline in the user's lengths: a cam, a bell crank."""
    around = tuple(Vertex(x=x, y=y) for x, y in corners)
    return Symbol("outline", (Polygon("plate", around),), (p,), (angle,), turned=True, behind=True)


def profile(p: Point, q: Point, angle: AngleAt | None, corners: Iterable[Place], is_closed: bool) -> Symbol:
    """A cam at P, its profile in the user's lengths along PQ and across it, or turned by an angle."""
    around = tuple(Vertex(x=x, y=y) for x, y in corners)
    part: Part = Polygon("cam", around) if is_closed else Line("link", around)
    if angle is not None:
        return Symbol("cam", (part,), (p,), (angle,), turned=True, joins=False, behind=True)
    return Symbol("cam", (part,), (p, q), joins=False, behind=True)


def roller(p: Point, radius: float) -> Symbol:
    return Symbol("roller", (Circle("roller", P, length=radius),), (p,), joins=False)


# sliders


def block(p: Point, q: Point, guide: AngleAt) -> Symbol:
    """A slider at Q on a guide that turns at P."""
    rod = Line("link", (P, Vertex(1.0, 1.5, seen=1)))
    return Symbol("block", (rod, box(1, 1.4, 0.8)), (p, q), (guide,), turned=True, slider=1)


def rail(p: Point, q: Point, guide: AngleAt) -> Symbol:
    """A slider at Q on a guide that is part of the frame, as high above P as Q is."""
    below = Hatched((Vertex(0.0, -1.5, 1.0, -0.4, 1), at(1, 1.5, -0.4)), away=(0.0, -1.0))
    return Symbol("rail", (below, box(1, 1.4, 0.8)), (p, q), (guide,), turned=True, slider=1, framed=True)


def block_along(p: Point, q: Point, r: Point) -> Symbol:
    """A slider at R along PQ."""
    return Symbol("block_along", (Line("link", (P, Q)), box(2, 1.4, 0.8)), (p, q, r), slider=2)


# points and the frame


def pin(p: Point) -> Symbol:
    return Symbol("pin", (Circle("pin", P, units=0.24),), (p,))


def motor(p: Point) -> Symbol:
    """A motor in a joint: a ring around its pin."""
    return Symbol("motor", (Circle("block", P, units=0.6),), (p,), joins=False)


def mass(p: Point) -> Symbol:
    return Symbol("mass", (Circle("mass", P, units=0.34),), (p,))


def mass_centre(p: Point, q: Point, u: float, v: float) -> Symbol:
    """Of a body, u along and v across PQ: a ring with a dot."""
    return Symbol(
        "centre",
        (Circle("pin", Vertex(x=u, y=v), units=0.2), Circle("mass", Vertex(x=u, y=v), units=0.09)),
        (p, q),
        joins=False,
    )


def wheel(p: Point, radius: float) -> Symbol:
    """A pitch circle."""
    return Symbol("wheel", (Circle("wheel", P, length=radius),), (p,))


def meshing_wheel(p: Point, q: Point, part: float) -> Symbol:
    """A pitch circle about P whose radius is a part of PQ: it touches that of a wheel about Q."""
    return Symbol("wheel", (Circle("wheel", Vertex(seen=1), share=part),), (p, q))


def ground(p: Point) -> Symbol:
    below = Hatched((at(0, -0.95, -0.9), at(0, 0.95, -0.9)), away=(0.0, -1.0))
    stand = Polygon("support", (P, at(0, -0.6, -0.9), at(0, 0.6, -0.9)))
    return Symbol("ground", (stand, below), (p,), still=True)


def clamp(p: Point, angle: AngleAt) -> Symbol:
    wall = Hatched((at(0, 0.0, -1.2), at(0, 0.0, 1.2)), away=(-1.0, 0.0))
    return Symbol("clamp", (wall,), (p,), (angle,), turned=True, still=True)


def guide_x(p: Point) -> Symbol:
    """A point that is free along x."""
    return _guide("guide_x", p, 0.0)


def guide_y(p: Point) -> Symbol:
    return _guide("guide_y", p, 0.5 * pi)


def _guide(name: str, p: Point, turn: float) -> Symbol:
    below = Hatched((at(0, -1.6, -0.5), at(0, 1.6, -0.5)), away=(0.0, -1.0))
    return Symbol(name, (below, box(0, 1.6, 1.0)), (p,), turn=turn)
