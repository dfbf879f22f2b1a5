"""Laws of motion: change, velocity and acceleration of an input over a move of time T.

Every law is a function (values, T) -> f with f(t) -> (s, s', s''), t from 0 to T, arrays or floats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Motion = Callable[[Any], tuple[Any, Any, Any]]


def constant_acceleration(values: Sequence[float], T: float) -> Motion:
    v, a = values
    return lambda t: (v * t + 0.5 * a * t * t, v + a * t, a + 0.0 * t)


def _rise(normal: Callable[[Any], tuple[Any, Any, Any]]) -> Callable[[Sequence[float], float], Motion]:
    """A law of unit rise in unit time -> one of rise h in time T."""

    def law(values: Sequence[float], T: float) -> Motion:
        h = values[0]

        def motion(t: Any) -> tuple[Any, Any, Any]:
            s, v, a = normal(np.asarray(t, dtype=float) / T)
            return h * s, h * v / T, h * a / (T * T)

        return motion

    return law


def _polynomial(coefficients: dict[int, float]) -> Callable[[Any], tuple[Any, Any, Any]]:
    def normal(u: Any) -> tuple[Any, Any, Any]:
        s = sum(c * u**k for k, c in coefficients.items())
        v = sum(k * c * u ** (k - 1) for k, c in coefficients.items())
        a = sum(k * (k - 1) * c * u ** (k - 2) for k, c in coefficients.items())
        return s, v, a

    return normal


def _cycloid(u: Any) -> tuple[Any, Any, Any]:
    turn = 2 * np.pi * u
    return u - np.sin(turn) / (2 * np.pi), 1 - np.cos(turn), 2 * np.pi * np.sin(turn)


def _harmonic(u: Any) -> tuple[Any, Any, Any]:
    half = np.pi * u
    return (1 - np.cos(half)) / 2, np.pi / 2 * np.sin(half), np.pi**2 / 2 * np.cos(half)


def _modified_sine(u: Any) -> tuple[Any, Any, Any]:
    """Acceleration: a quarter sine over 1/8, half a sine over 3/4, a quarter sine over 1/8."""
    k = 1 / (np.pi + 4)
    fast, slow = 4 * np.pi * u, (np.pi + 4 * np.pi * u) / 3
    is_end = (u < 0.125) | (u > 0.875)
    lift = np.where(u > 0.5, 4.0, 0.0)
    s = np.pi * u + np.where(is_end, lift - np.sin(fast) / 4, 2 - 9 / 4 * np.sin(slow))
    v = np.pi * np.where(is_end, 1 - np.cos(fast), 1 - 3 * np.cos(slow))
    a = 4 * np.pi**2 * np.where(is_end, np.sin(fast), np.sin(slow))
    return k * s, k * v, k * a


def _modified_trapezoid(u: Any) -> tuple[Any, Any, Any]:
    """Acceleration: quarter sine, constant, quarter sine; then the same below zero; eighths."""
    u = np.asarray(u, dtype=float)
    second_half = u > 0.5
    w = np.where(second_half, 1 - u, u)  # the second half is the first, turned round
    k = 8 * np.pi / (2 + np.pi)  # largest acceleration
    p = 4 * np.pi
    # velocity and rise at the ends of the pieces
    v1 = k / p
    s1 = k / p * 0.125 - k / p**2
    v2 = v1 + k * 0.25
    s2 = s1 + v1 * 0.25 + k * 0.25**2 / 2
    z, y = w - 0.125, w - 0.375
    first, middle = w < 0.125, w < 0.375
    last_piece = s2 + v2 * y + k / p**2 * (1 - np.cos(p * y))
    s = np.where(middle, s1 + v1 * z + k * z * z / 2, last_piece)
    s = np.where(first, k / p * w - k / p**2 * np.sin(p * w), s)
    v = np.where(first, k / p * (1 - np.cos(p * w)), np.where(middle, v1 + k * z, v2 + k / p * np.sin(p * y)))
    a = np.where(first, k * np.sin(p * w), np.where(middle, k + 0 * w, k * np.cos(p * y)))
    return np.where(second_half, 1 - s, s), v, np.where(second_half, -a, a)


def trapezoid(values: Sequence[float], T: float) -> Motion:
    """Velocity rises linearly over `fraction` of T, stays, and falls over the same fraction."""
    h, fraction = values
    top = h / (T * (1 - fraction))
    ramp = fraction * T
    a0 = top / ramp

    def motion(t: Any) -> tuple[Any, Any, Any]:
        t = np.asarray(t, dtype=float)
        left = T - t
        starting, ending = t <= ramp, left < ramp
        s = np.where(starting, a0 * t * t / 2, np.where(ending, h - a0 * left * left / 2, top * (t - ramp / 2)))
        v = np.where(starting, a0 * t, np.where(ending, a0 * left, top))
        a = np.where(starting, a0, np.where(ending, -a0, 0.0))
        return s, v, a

    return motion


def points(values: Sequence[float], T: float) -> Motion:
    """Cubic spline of the change through points, not-a-knot; at rest after the last point."""
    from scipy.interpolate import CubicSpline

    times, changes = list(values[::2]), list(values[1::2])
    if times[0] > 0:
        times, changes = [0.0, *times], [0.0, *changes]
    spline = CubicSpline(times, changes)
    last, end = times[-1], changes[-1]

    def motion(t: Any) -> tuple[Any, Any, Any]:
        t = np.asarray(t, dtype=float)
        over = t > last * (1 + 1e-12)
        return (np.where(over, end, spline(t)), np.where(over, 0.0, spline(t, 1)), np.where(over, 0.0, spline(t, 2)))

    return motion


LAWS: dict[str, Callable[[Sequence[float], float], Motion]] = {
    "const": constant_acceleration,
    "poly345": _rise(_polynomial({3: 10, 4: -15, 5: 6})),
    "poly4567": _rise(_polynomial({4: 35, 5: -84, 6: 70, 7: -20})),
    "cycloid": _rise(_cycloid),
    "harmonic": _rise(_harmonic),
    "modsine": _rise(_modified_sine),
    "modtrap": _rise(_modified_trapezoid),
    "trapezoid": trapezoid,
    "points": points,
}
