"""BIN: a bar from P to Q.

      Q
    /      lenl  distance PQ, a tension is positive
  /        angb  angle of PQ from the x-axis, counter-clockwise
P - - - x
"""

from __future__ import annotations

from typing import Any

from numpy import arctan2, sqrt


def length(x: Any) -> tuple[Any, Any]:
    """lenl and its derivatives: without the angle, which costs more than all the rest."""
    xP, yP, xQ, yQ = x
    dx, dy = xQ - xP, yQ - yP
    l = sqrt(dx * dx + dy * dy)
    c, s = dx / l, dy / l
    return l, (-c, -s, c, s)


def deform(x: Any) -> tuple[Any, Any]:
    l, D_l = length(x)
    c, s = D_l[2], D_l[3]
    b = arctan2(x[3] - x[1], x[2] - x[0])
    return (l, b), (D_l, (s / l, -c / l, -s / l, c / l))


def second(x: Any, v: Any, w: Any) -> Any:
    xP, yP, xQ, yQ = x
    dx, dy = xQ - xP, yQ - yP
    l = sqrt(dx * dx + dy * dy)
    c, s = dx / l, dy / l
    # differences of Q and P along and across the bar
    v_t, v_n = along(c, s, v[2] - v[0], v[3] - v[1])
    w_t, w_n = along(c, s, w[2] - w[0], w[3] - w[1])
    return (v_n * w_n / l, -(v_t * w_n + v_n * w_t) / (l * l))


def along(c: Any, s: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """Components of (x, y) along and across the direction (c, s)."""
    return c * x + s * y, c * y - s * x
