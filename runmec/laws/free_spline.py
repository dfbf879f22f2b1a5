"""The cubic spline through points with free ends (not-a-knot): a parabola through three points, a line through two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def free_spline(us: Sequence[float], ys: Sequence[float]) -> Any:
    """`c` are its coefficients, highest power first, a column a piece."""
    from scipy.interpolate import CubicSpline

    return CubicSpline(us, ys, bc_type="not-a-knot")
