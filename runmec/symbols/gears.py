"""Gears in mesh: facts for whoever draws them, and wheels and racks with teeth that turn with them."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from .display import AngleAt, Circle, Line, Part, Place, Point, Symbol, Vertex
from .use import Use

_ROOT, _TIP = 1.15, 0.9  # below and above the pitch circle, in modules
_RIM = 3.2  # of a ring, outside its pitch circle
_WIDE, _NARROW = 0.31, 0.13  # half a tooth at its root and at its tip, as a part of the pitch
_MARK = (0.25, 0.7)  # a spoke by which the turning is seen, as parts of the radius


class Meshing(NamedTuple):
    """A gear about P and its partner about Q: pitch radii, below zero for a ring, infinite for a rack."""

    P: Point
    bP: int  # index of the angle with which it turns
    rP: float
    Q: Point
    bQ: int
    rQ: float


def unseen(use: Use) -> Symbol:
    """The element itself: its wheels are drawn once each, whatever number of meshes they have."""
    return Symbol("mesh", (), (use.points["P"], use.points["Q"]), joins=False)


def toothed_wheel(centre: Point, angle: int, radius: float, teeth: int, phase: float, is_ring: bool) -> Symbol:
    """A pitch circle with teeth outside it, of a ring inside it; the first tooth at `phase`."""
    module = 2.0 * radius / teeth
    out = -1.0 if is_ring else 1.0
    profile = [(k + part) * 2 * pi / teeth + phase for k in range(teeth) for part in (-_WIDE, -_NARROW, _NARROW, _WIDE)]
    heights = [radius - out * _ROOT * module, radius + out * _TIP * module]
    corners = [_polar(heights[at % 4 in (1, 2)], turn) for at, turn in enumerate([*profile, profile[0]])]
    parts: list[Part] = [_line(corners), Circle("wheel", Vertex(), length=radius)]
    if is_ring:
        parts.append(Circle("gear", Vertex(), length=radius + _RIM * module))
    else:
        parts.append(_line([_polar(part * radius, phase) for part in _MARK]))
    return Symbol("gear", tuple(parts), (centre,), (AngleAt(angle),), turned=True, joins=False)


def toothed_rack(at: Point, angle: int, pitch: float, side: float, phase: float, ends: tuple[float, float]) -> Symbol:
    """A pitch line with teeth towards `side`, one of them at `phase` along it."""
    module = pitch / pi
    first, last = (round((end - phase) / pitch) for end in ends)
    corners: list[Place] = []
    for k in range(first, last + 1):
        for part, height in ((-_WIDE, -_ROOT), (-_NARROW, _TIP), (_NARROW, _TIP), (_WIDE, -_ROOT)):
            corners.append((phase + (k + part) * pitch, side * height * module))
    low, high = corners[0][0], corners[-1][0]
    back = -side * _RIM * module
    around = [(low, back), *corners, (high, back), (low, back)]
    pitch_line = Line("wheel", (Vertex(x=low), Vertex(x=high)))
    return Symbol("rack", (_line(around), pitch_line), (at,), (AngleAt(angle),), turned=True, joins=False)


def _polar(radius: float, turn: float) -> Place:
    return radius * cos(turn), radius * sin(turn)


def _line(corners: list[Place]) -> Line:
    return Line("gear", tuple(Vertex(x=x, y=y) for x, y in corners))
