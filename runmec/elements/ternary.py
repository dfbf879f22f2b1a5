"""TR1 and TR2: a third thing seen from P in axes that turn.

TR1   axes at P turned by the co-ordinate βP     TR2   axes at P along PQ

     v   Q                                            v   R
      \\  .                                             \\  .
       \\.  u                                            \\.   Q
        P                                                P  u (lenl, angb of PQ as in BIN)

lenu, lenv  Q (TR1) or R (TR2) along and across these axes, left positive
angb        βP itself (TR1), angle of PQ (TR2)
"""

from __future__ import annotations

from typing import Any

from numpy import cos, sin

from . import bar


def deform_1(x: Any) -> tuple[Any, Any]:
    xP, yP, bP, xQ, yQ = x
    u, v, D_u, D_v = _seen(xQ - xP, yQ - yP, cos(bP), sin(bP))
    return (u, v, bP), (D_u, D_v, (0.0, 0.0, 1.0, 0.0, 0.0))


def second_1(x: Any, v: Any, w: Any) -> Any:
    xP, yP, bP, xQ, yQ = x
    c, s = cos(bP), sin(bP)
    point = bar.along(c, s, xQ - xP, yQ - yP)
    u2, v2 = _seen_second(point, bar.along(c, s, v[3] - v[0], v[4] - v[1]),
                          bar.along(c, s, w[3] - w[0], w[4] - w[1]), v[2], w[2])  # fmt: skip
    return (u2, v2, 0.0 * bP)


def deform_2(x: Any) -> tuple[Any, Any]:
    xP, yP, xQ, yQ, xR, yR = x
    (l, b), (D_l, D_b) = bar.deform((xP, yP, xQ, yQ))
    u, v, D_u, D_v = _seen(xR - xP, yR - yP, D_l[2], D_l[3])
    D = (
        (*D_l, 0.0, 0.0),
        (*D_b, 0.0, 0.0),
        _through_angle(D_u, D_b),
        _through_angle(D_v, D_b),
    )
    return (l, b, u, v), D


def second_2(x: Any, v: Any, w: Any) -> Any:
    xP, yP, _, _, xR, yR = x
    (_, _), (D_l, D_b) = bar.deform(x[:4])
    c, s = D_l[2], D_l[3]
    l2, b2 = bar.second(x[:4], v[:4], w[:4])
    v_b = D_b[0] * v[0] + D_b[1] * v[1] + D_b[2] * v[2] + D_b[3] * v[3]
    w_b = D_b[0] * w[0] + D_b[1] * w[1] + D_b[2] * w[2] + D_b[3] * w[3]
    point = bar.along(c, s, xR - xP, yR - yP)
    u2, v2 = _seen_second(point, bar.along(c, s, v[4] - v[0], v[5] - v[1]),
                          bar.along(c, s, w[4] - w[0], w[5] - w[1]), v_b, w_b)  # fmt: skip
    return (l2, b2, u2 + point[1] * b2, v2 - point[0] * b2)


def _seen(dx: Any, dy: Any, c: Any, s: Any) -> tuple[Any, Any, Any, Any]:
    """u, v of a point at (dx, dy) from P in axes (c, s), with derivatives to xP, yP, angle, x, y."""
    u, v = bar.along(c, s, dx, dy)
    return u, v, (-c, -s, v, c, s), (s, -c, -u, -s, c)


def _seen_second(point: Any, v: Any, w: Any, v_b: Any, w_b: Any) -> tuple[Any, Any]:
    """Second derivatives of u, v; v and w are differences to P in the turning axes."""
    return (
        v_b * w[1] + w_b * v[1] - point[0] * v_b * w_b,
        -v_b * w[0] - w_b * v[0] - point[1] * v_b * w_b,
    )


def _through_angle(D: Any, D_b: Any) -> Any:
    """Derivatives to P, angle, R -> to P, Q, R, the angle being that of PQ."""
    return (D[0] + D[2] * D_b[0], D[1] + D[2] * D_b[1], D[2] * D_b[2], D[2] * D_b[3], D[3], D[4])
