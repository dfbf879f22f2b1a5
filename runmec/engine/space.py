"""Vectors in space and Euler parameters, as plain tuples.

The rotation matrix of λ = (λ0, λ1, λ2, λ3) is a quadratic form: R(λ)c = S(λ, λ)c, with S linear in both. Its derivative
in the direction μ is 2S(λ, μ)c, its second one in the directions μ and ν is 2S(μ, ν)c: no trigonometry.
"""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

Vector: TypeAlias = tuple[float, float, float]
Quaternion: TypeAlias = tuple[float, float, float, float]


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def plus(a: Vector, b: Vector, times: float) -> Vector:
    """a + times·b."""
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]


def scaled(a: Vector, k: float) -> Vector:
    return k * a[0], k * a[1], k * a[2]


def size(a: Vector) -> float:
    return sqrt(dot(a, a))


def unit(a: Vector) -> Vector:
    """Of length 1; a vector of no length stays as it is."""
    l = size(a)
    return scaled(a, 1.0 / l) if l > 0.0 else a


def across(n: Vector, a: Vector) -> Vector:
    """The part of a that is square to the unit vector n."""
    return plus(a, n, -dot(n, a))


# ---- Euler parameters


def swung(l: Quaternion, m: Quaternion, c: Vector) -> Vector:
    """S(l, m)c."""
    lv = (l[1], l[2], l[3])
    mv = (m[1], m[2], m[3])
    k = l[0] * m[0] - dot(lv, mv)
    lc = dot(lv, c)
    mc = dot(mv, c)
    a = cross(mv, c)
    b = cross(lv, c)
    return (
        k * c[0] + lc * mv[0] + mc * lv[0] + l[0] * a[0] + m[0] * b[0],
        k * c[1] + lc * mv[1] + mc * lv[1] + l[0] * a[1] + m[0] * b[1],
        k * c[2] + lc * mv[2] + mc * lv[2] + l[0] * a[2] + m[0] * b[2],
    )


def turned(l: Quaternion, c: Vector) -> Vector:
    """R(l)c."""
    return swung(l, l, c)


def leaning(l: Quaternion, c: Vector, f: Vector) -> Quaternion:
    """Derivatives of f·R(l)c to the four parameters."""
    lv = (l[1], l[2], l[3])
    fc = dot(f, c)
    lc = dot(lv, c)
    lf = dot(lv, f)
    a = cross(c, f)
    return (
        2.0 * (l[0] * fc + dot(lv, a)),
        2.0 * (lc * f[0] + lf * c[0] + l[0] * a[0] - fc * lv[0]),
        2.0 * (lc * f[1] + lf * c[1] + l[0] * a[1] - fc * lv[1]),
        2.0 * (lc * f[2] + lf * c[2] + l[0] * a[2] - fc * lv[2]),
    )


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    """First the turn b, then the turn a."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def conjugate(a: Quaternion) -> Quaternion:
    return a[0], -a[1], -a[2], -a[3]


def axes_along(x: Vector, beside: Vector) -> tuple[Vector, Vector, Vector]:
    """Right-handed unit axes: the first along x, the second in the plane of x and `beside`.

    Without such a plane the second one lies towards the axis of space that follows the largest component of x.
    """
    n = unit(x)
    y = across(n, beside)
    if not size(y) > 1e-9 * size(beside):
        if abs(n[0]) >= abs(n[1]) and abs(n[0]) >= abs(n[2]):
            y = across(n, (0.0, 1.0, 0.0))
        elif abs(n[1]) >= abs(n[2]):
            y = across(n, (0.0, 0.0, 1.0))
        else:
            y = across(n, (1.0, 0.0, 0.0))
    y = unit(y)
    return n, y, cross(n, y)


def quaternion_of(x: Vector, y: Vector, z: Vector) -> Quaternion:
    """Euler parameters of the turn that brings the axes of space to x, y, z."""
    a = x[0] + y[1] + z[2]
    b = x[0] - y[1] - z[2]
    c = y[1] - x[0] - z[2]
    d = z[2] - x[0] - y[1]
    if a >= b and a >= c and a >= d:
        k = 2.0 * sqrt(1.0 + a)
        return 0.25 * k, (y[2] - z[1]) / k, (z[0] - x[2]) / k, (x[1] - y[0]) / k
    if b >= c and b >= d:
        k = 2.0 * sqrt(1.0 + b)
        return (y[2] - z[1]) / k, 0.25 * k, (x[1] + y[0]) / k, (z[0] + x[2]) / k
    if c >= d:
        k = 2.0 * sqrt(1.0 + c)
        return (z[0] - x[2]) / k, (x[1] + y[0]) / k, 0.25 * k, (y[2] + z[1]) / k
    k = 2.0 * sqrt(1.0 + d)
    return (x[1] - y[0]) / k, (z[0] + x[2]) / k, (y[2] + z[1]) / k, 0.25 * k
