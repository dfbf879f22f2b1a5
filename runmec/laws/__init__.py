"""Laws of motion, one file each: change, velocity and acceleration of an input over a move.

In: values of the deck and the time of the move. Out: a Law. Part of the compiled room; may use `engine`.
A law is one file and one line here: (signature of its values, sentence, maker).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..engine.law import Law
from .constant import Constant
from .cycloid import Cycloid
from .harmonic import Harmonic
from .modified_sine import ModifiedSine
from .modified_trapezoid import ModifiedTrapezoid
from .points import Points
from .polynomial import Polynomial
from .trapezoid import Trapezoid


def _constant(values: Sequence[float], T: float) -> Law:
    return Constant(values[0], values[1])


def _points(values: Sequence[float], T: float) -> Law:
    """From rest to rest."""
    return _spline(values, "clamped")


def _free_points(values: Sequence[float], T: float) -> Law:
    return _spline(values, "not-a-knot")


def _spline(values: Sequence[float], ends: Any) -> Law:
    from scipy.interpolate import CubicSpline

    times, changes = list(values[::2]), list(values[1::2])
    if times[0] > 0:
        times, changes = [0.0, *times], [0.0, *changes]
    spline: Any = CubicSpline(times, changes, bc_type=ends)
    return Points(times, [float(c) for piece in spline.c.T for c in piece], changes[-1], True)


LAWS: dict[str, tuple[str, str, Callable[[Sequence[float], float], Law]]] = {
    "const": ("value v, value a", "velocity v and constant acceleration a", _constant),
    "poly345": ("value h", "rise h by the 3-4-5 polynomial",
                lambda values, T: Polynomial(values[0], T, [3, 4, 5], [10.0, -15.0, 6.0])),
    "poly4567": ("value h", "rise h by the 4-5-6-7 polynomial",
                 lambda values, T: Polynomial(values[0], T, [4, 5, 6, 7], [35.0, -84.0, 70.0, -20.0])),
    "poly3456": ("value h", "rise h and back again in one move, by the 3-4-5-6 polynomial",
                 lambda values, T: Polynomial(values[0], T, [3, 4, 5, 6], [64.0, -192.0, 192.0, -64.0])),
    "cycloid": ("value h", "rise h by the cycloid", lambda values, T: Cycloid(values[0], T)),
    "harmonic": ("value h", "rise h by half a cosine", lambda values, T: Harmonic(values[0], T)),
    "modsine": ("value h", "rise h by the modified sine", lambda values, T: ModifiedSine(values[0], T)),
    "modtrap": ("value h", "rise h by the modified trapezoid", lambda values, T: ModifiedTrapezoid(values[0], T)),
    "trapezoid": ("value h, value fraction",
                  "rise h with trapezoidal velocity; each ramp takes this fraction of T (at most ½)",
                  lambda values, T: Trapezoid(values[0], values[1], T)),
    "points": ("value t1, value e1, [value …]",
               "cubic spline of the change through points t e, at rest at both ends; times from the start of the move",
               _points),
    "freepoints": ("value t1, value e1, [value …]",
                   "the same with free ends: it may begin and end with a velocity (not-a-knot)", _free_points),
}  # fmt: skip
