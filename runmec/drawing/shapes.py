"""Symbols at a position -> lines and polygons in the user's units. Knows no picture library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..mechanism import Floats, Mechanism
from .symbols import Symbol, wheels


class Shape(NamedTuple):
    """A line or, for the styles in FILLED, a polygon."""

    style: str
    xs: list[float]
    ys: list[float]


FILLED = frozenset({"plate", "block", "pin", "mass", "support"})
_COILS = 11


def shapes(symbol: Symbol, x: Floats, unit: float) -> list[Shape]:
    """The shapes of a symbol at co-ordinates x (nx,); `unit` is the size of a small symbol."""
    points = [np.array([x[i], x[j]]) for i, j in symbol.points]
    rest = symbol.rest or (0.0,) * len(symbol.angles)
    angles = [float(x[b]) - r for b, r in zip(symbol.angles, rest, strict=True)]
    if symbol.kind == "wheel":
        return [_circle("wheel", points[0], wheel_radius(symbol, x))]
    return _DRAW[symbol.kind](points, angles, unit)


def wheel_radius(symbol: Symbol, x: Floats) -> Floats:
    """Of a pitch circle, at co-ordinates x (nx, …)."""
    P, Q = symbol.points[0], symbol.points[-1]
    apart = np.hypot(x[Q[0]] - x[P[0]], x[Q[1]] - x[P[1]]) if len(symbol.points) > 1 else 1.0
    return np.asarray(symbol.size[0] * apart)


def _circle(style: str, centre: Floats, radius: float | Floats, corners: int = 72) -> Shape:
    u = np.linspace(0.0, 2 * np.pi, corners + 1)
    return Shape(style, (centre[0] + radius * np.cos(u)).tolist(), (centre[1] + radius * np.sin(u)).tolist())


def extent(mech: Mechanism, x: Floats) -> tuple[float, float, float, float]:
    """Left, right, bottom, top of all points and wheels at positions x (nx, …)."""
    xs, ys = [x[mech.axis[0] > 0].ravel()], [x[mech.axis[1] > 0].ravel()]
    for wheel in wheels(mech):
        (i, j), radius = wheel.points[0], wheel_radius(wheel, x)
        xs += [np.ravel(x[i] - radius), np.ravel(x[i] + radius)]
        ys += [np.ravel(x[j] - radius), np.ravel(x[j] + radius)]
    left, right, bottom, top = (edge(np.concatenate(some)) for some in (xs, ys) for edge in (np.min, np.max))
    return float(left), float(right), float(bottom), float(top)


def symbol_unit(mech: Mechanism, x: Floats) -> float:
    left, right, bottom, top = extent(mech, x)
    return 0.035 * (max(right - left, top - bottom) or 1.0)


def _line(style: str, *points: Floats) -> Shape:
    return Shape(style, [float(p[0]) for p in points], [float(p[1]) for p in points])


def _axes(P: Floats, Q: Floats) -> tuple[float, Floats, Floats]:
    """Length, direction along and across from P to Q."""
    d = Q - P
    length = float(np.hypot(*d))
    t = d / length if length else np.array([1.0, 0.0])
    return length, t, np.array([-t[1], t[0]])


def _bar(p: Sequence[Floats], _: Sequence[float], __: float) -> list[Shape]:
    return [_line("link", p[0], p[1])]


def _measure(p: Sequence[Floats], _: Sequence[float], __: float) -> list[Shape]:
    return [_line("dash", p[0], p[1])]


def _cylinder(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
    length, t, n = _axes(p[0], p[1])
    a, b = p[0] + 0.15 * length * t, p[0] + 0.6 * length * t
    h = 0.35 * unit * n
    return [_line("link", p[0], p[1]), _line("block", a + h, b + h, b - h, a - h, a + h)]


def _spring(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
    length, t, n = _axes(p[0], p[1])
    along = np.concatenate([[0.0, 0.15], np.linspace(0.15, 0.85, 2 * _COILS + 1)[1:-1], [0.85, 1.0]]) * length
    side = np.concatenate([[0.0, 0.0], [(-1) ** k for k in range(2 * _COILS - 1)], [0.0, 0.0]]) * 0.75 * unit
    return [_line("spring", *(p[0] + a * t + s * n for a, s in zip(along, side, strict=True)))]


def _damper(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
    length, t, n = _axes(p[0], p[1])
    a, b, c = (p[0] + share * length * t for share in (0.35, 0.65, 0.55))
    h = 0.4 * unit * n
    return [
        _line("spring", p[0], a), _line("spring", b + h, a + h, a - h, b - h),
        _line("spring", c + 0.8 * h, c - 0.8 * h), _line("spring", c, p[1]),
    ]  # fmt: skip


def _plate(p: Sequence[Floats], _: Sequence[float], __: float) -> list[Shape]:
    return [_line("plate", p[0], p[1], p[2], p[0])]


def bending_line(P: Floats, Q: Floats, psi_P: float, psi_Q: float) -> tuple[Floats, Floats]:
    """Points of the cubic bending shape v(ξ) = ℓ[(ξ−2ξ²+ξ³)ψP + (ξ²−ξ³)ψQ] from the chord."""
    length, t, n = _axes(P, Q)
    u = np.linspace(0.0, 1.0, 25)
    v = length * ((u - 2 * u**2 + u**3) * psi_P + (u**2 - u**3) * psi_Q)
    return P[0] + u * length * t[0] + v * n[0], P[1] + u * length * t[1] + v * n[1]


def _small(angle: float) -> float:
    return float(np.remainder(angle + np.pi, 2 * np.pi) - np.pi)


def _beam(p: Sequence[Floats], angles: Sequence[float], _: float) -> list[Shape]:
    chord = float(np.arctan2(*(p[1] - p[0])[::-1]))
    psi_P = _small(angles[0] - chord)
    # a half beam ends in a hinge: no moment there, half the angle (8.38)
    psi_Q = _small(chord - angles[1]) if len(angles) > 1 else 0.5 * psi_P
    xs, ys = bending_line(p[0], p[1], psi_P, psi_Q)
    return [Shape("beam", xs.tolist(), ys.tolist())]


def _turned(angle: float) -> tuple[Floats, Floats]:
    t = np.array([np.cos(angle), np.sin(angle)])
    return t, np.array([-t[1], t[0]])


def _box(centre: Floats, t: Floats, n: Floats, length: float, height: float, style: str = "block") -> Shape:
    a, b = 0.5 * length * t, 0.5 * height * n
    return _line(style, centre + a + b, centre - a + b, centre - a - b, centre + a - b, centre + a + b)


def _block(p: Sequence[Floats], angles: Sequence[float], unit: float) -> list[Shape]:
    t, n = _turned(angles[0])
    along = float((p[1] - p[0]) @ t)
    far = along + np.copysign(1.5 * unit, along if along else 1.0)
    return [_line("link", p[0], p[0] + far * t), _box(p[1], t, n, 1.4 * unit, 0.8 * unit)]


def _rail(p: Sequence[Floats], angles: Sequence[float], unit: float) -> list[Shape]:
    t, n = _turned(angles[0])
    along = float((p[1] - p[0]) @ t)
    below = p[1] - along * t - 0.4 * unit * n
    low, high = min(along, 0.0) - 1.5 * unit, max(along, 0.0) + 1.5 * unit
    return [*_hatched(below + low * t, below + high * t, -n, unit), _box(p[1], t, n, 1.4 * unit, 0.8 * unit)]


def _block_along(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
    t, n = _axes(p[0], p[1])[1:]
    return [_line("link", p[0], p[1]), _box(p[2], t, n, 1.4 * unit, 0.8 * unit)]


def _hatched(start: Floats, end: Floats, away: Floats, unit: float) -> list[Shape]:
    """A line with hatches on the side `away`."""
    lines = [_line("ground", start, end)]
    count = max(3, int(np.hypot(*(end - start)) / (0.35 * unit)))
    back = (start - end) / max(float(np.hypot(*(end - start))), 1e-300) * 0.3 * unit
    for k in range(count):
        at = start + (k + 0.9) / count * (end - start)
        lines.append(_line("hatch", at, at + 0.35 * unit * away + back))
    return lines


def _ground(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
    P = p[0]
    left, right = P + unit * np.array([-0.6, -0.9]), P + unit * np.array([0.6, -0.9])
    wide = unit * np.array([0.35, 0.0])
    return [_line("support", P, left, right, P), *_hatched(left - wide, right + wide, np.array([0.0, -1.0]), unit)]


def _clamp(p: Sequence[Floats], angles: Sequence[float], unit: float) -> list[Shape]:
    t, n = _turned(angles[0])
    return _hatched(p[0] - 1.2 * unit * n, p[0] + 1.2 * unit * n, -t, unit)


def _guide(t: Floats, n: Floats) -> Callable[[Sequence[Floats], Sequence[float], float], list[Shape]]:
    def draw(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
        below = p[0] - 0.5 * unit * n
        rail = _hatched(below - 1.6 * unit * t, below + 1.6 * unit * t, -n, unit)
        return [*rail, _box(p[0], t, n, 1.6 * unit, 1.0 * unit)]

    return draw


def _disc(style: str, radius: float) -> Callable[[Sequence[Floats], Sequence[float], float], list[Shape]]:
    def draw(p: Sequence[Floats], _: Sequence[float], unit: float) -> list[Shape]:
        return [_circle(style, p[0], radius * unit, 24)]

    return draw


_X, _Y = np.array([1.0, 0.0]), np.array([0.0, 1.0])
_DRAW: dict[str, Callable[[Sequence[Floats], Sequence[float], float], list[Shape]]] = {
    "bar": _bar, "cylinder": _cylinder, "spring": _spring, "damper": _damper, "measure": _measure, "plate": _plate,
    "beam": _beam, "halfbeam": _beam, "block": _block, "rail": _rail, "block_along": _block_along, "ground": _ground,
    "clamp": _clamp, "guide_x": _guide(_X, _Y), "guide_y": _guide(_Y, -_X), "pin": _disc("pin", 0.24),
    "mass": _disc("mass", 0.34),
}  # fmt: skip
