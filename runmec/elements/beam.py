"""HBEAM and BEAM: a bar with angles of its ends, for bending.

  βP                βQ        lenl, angb  as in BIN
 /    ..-----..    \\         angp  βP − angle of PQ
P.--'           '--.Q         angq  angle of PQ − βQ
"""

from __future__ import annotations

from typing import Any

from numpy import sqrt

from . import bar


def deform_half(x: Any) -> tuple[Any, Any]:
    xP, yP, bP, xQ, yQ = x
    (l, b), (D_l, D_b) = bar.deform((xP, yP, xQ, yQ))
    D = (
        (D_l[0], D_l[1], 0.0, D_l[2], D_l[3]),
        (D_b[0], D_b[1], 0.0, D_b[2], D_b[3]),
        (-D_b[0], -D_b[1], 1.0, -D_b[2], -D_b[3]),
    )
    return (l, b, bP - b), D


def second_half(x: Any, v: Any, w: Any) -> Any:
    l2, b2 = bar.second(_ends(x), _ends(v), _ends(w))
    return (l2, b2, -b2)


def deform(x: Any) -> tuple[Any, Any]:
    xP, yP, bP, xQ, yQ, bQ = x
    (l, b), (D_l, D_b) = bar.deform((xP, yP, xQ, yQ))
    D = (
        (D_l[0], D_l[1], 0.0, D_l[2], D_l[3], 0.0),
        (D_b[0], D_b[1], 0.0, D_b[2], D_b[3], 0.0),
        (-D_b[0], -D_b[1], 1.0, -D_b[2], -D_b[3], 0.0),
        (D_b[0], D_b[1], 0.0, D_b[2], D_b[3], -1.0),
    )
    return (l, b, bP - b, b - bQ), D


def second(x: Any, v: Any, w: Any) -> Any:
    l2, b2 = bar.second(_ends(x), _ends(v), _ends(w))
    return (l2, b2, -b2, b2)


def _ends(x: Any) -> Any:
    return (x[0], x[1], x[3], x[4])


def mass_force(x: Any, v: Any, a: Any) -> Any:
    """∫Bᵀ(Bẍ + Ḃẋ)dm of a beam of unit mass, consistent with its cubic bending shape.

    Point velocity: ṙ = (1−ξ)ṙP + ξṙQ + n[(ξ−2ξ²+ξ³)ℓψ̇P + (ξ²−ξ³)ℓψ̇Q], n across the chord.
    Momentum is this function of (x, 0, v), weight that of (x, 0, g).
    """
    xP, yP, _, xQ, yQ, _ = x
    dx, dy = xQ - xP, yQ - yP
    l = sqrt(dx * dx + dy * dy)
    c, s = dx / l, dy / l
    # accelerations of the ends along (t) and across (n) the chord
    tP, nP = bar.along(c, s, a[0], a[1])
    tQ, nQ = bar.along(c, s, a[3], a[4])
    mP, mQ = a[2], a[5]
    # Ḃẋ: the chord turns by b1 and grows by l1 while the shape moves by ℓψ̇
    l1, across = bar.along(c, s, v[3] - v[0], v[4] - v[1])
    b1 = across / l
    wP, wQ = l * (v[2] - b1), l * (b1 - v[5])
    mP = mP + l1 * (v[2] + b1) / l
    mQ = mQ + l1 * (v[5] + b1) / l
    # bar's matrix along, beam's matrix across the chord
    t_P = (2.0 * tP + tQ) / 6.0 - b1 * (wP / 20.0 + wQ / 30.0)
    t_Q = (tP + 2.0 * tQ) / 6.0 - b1 * (wP / 30.0 + wQ / 20.0)
    n_P = (156.0 * nP + 22.0 * l * mP + 54.0 * nQ - 13.0 * l * mQ) / 420.0
    n_Q = (54.0 * nP + 13.0 * l * mP + 156.0 * nQ - 22.0 * l * mQ) / 420.0
    f_P = l * (22.0 * nP + 4.0 * l * mP + 13.0 * nQ - 3.0 * l * mQ) / 420.0
    f_Q = l * (-13.0 * nP - 3.0 * l * mP - 22.0 * nQ + 4.0 * l * mQ) / 420.0
    return (c * t_P - s * n_P, s * t_P + c * n_P, f_P, c * t_Q - s * n_Q, s * t_Q + c * n_Q, f_Q)


def flexibility(l: Any, EA: float, EI: float) -> Any:
    """Flexibility of lenl, angp, angq (eq. 8.38); EA or EI zero: that mode is rigid."""
    stretch = l / EA if EA else 0.0 * l
    bend = l / (6.0 * EI) if EI else 0.0 * l
    return ((stretch, 0.0, 0.0), (0.0, 2.0 * bend, bend), (0.0, bend, 2.0 * bend))
