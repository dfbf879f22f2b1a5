"""Histories as columns, a number a row: extremes and where they stand, sums, distances, means.

What is not a number is left out of extremes and means, and stays where it is in columns.
"""

from __future__ import annotations

from math import acos, atan2, cos, inf, isfinite, nan, pi, sin, sqrt
from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i16, i64

Column: TypeAlias = vec[float]
Vectors: TypeAlias = list[Column]  # x, y and perhaps z

_SHORTS: Final = 65535  # steps of a number in 16 bits


def column(rows: Column, wide: i64, at: i64, count: i64) -> Column:
    """One number of each of the first rows, which are `wide` numbers each."""
    found = vec[float]()
    for row in range(count):
        found = append(found, rows[row * wide + at])
    return found


def column_of(values: list[float]) -> Column:
    return vec[float](values)


def constant(value: float, count: i64) -> Column:
    found = vec[float]()
    for _ in range(count):
        found = append(found, value)
    return found


# ---- what is in a column


def least(v: Column) -> float:
    """nan where there is no number at all."""
    found = nan
    for i in range(i64(len(v))):
        if v[i] < found or found != found:
            found = v[i]
    return found


def most(v: Column) -> float:
    found = nan
    for i in range(i64(len(v))):
        if v[i] > found or found != found:
            found = v[i]
    return found


def span(v: Column) -> float:
    return most(v) - least(v)


def largest(v: Column) -> float:
    """The largest size of what is finite; 0 where nothing is."""
    found = 0.0
    for i in range(i64(len(v))):
        size = abs(v[i])
        if size > found and size < inf:
            found = size
    return found


def finite(v: Column) -> int:
    """How many numbers are finite."""
    found: i64 = 0
    for i in range(i64(len(v))):
        if isfinite(v[i]):
            found += 1
    return found


def first_up_to(v: Column, bound: float) -> int:
    """The first row that is no larger than this; −1 where there is none."""
    for i in range(i64(len(v))):
        if v[i] <= bound:
            return i
    return -1


def first_from(v: Column, bound: float) -> int:
    """The first row that is no smaller than this; −1 where there is none."""
    for i in range(i64(len(v))):
        if v[i] >= bound:
            return i
    return -1


def nearest(v: Column, value: float) -> int:
    """The first row that comes nearest to a value."""
    found: i64 = 0
    for i in range(i64(len(v))):
        if abs(v[i] - value) < abs(v[found] - value):
            found = i
    return found


def first_pole(v: Column) -> int:
    """The first row behind which a value goes through infinity: it changes its sign while 1/v passes zero smoothly."""
    for i in range(1, i64(len(v)) - 2):
        a, b, c, d = v[i - 1], v[i], v[i + 1], v[i + 2]
        if not (b * c < 0.0 and abs(b) > 2.0 * abs(a) and abs(c) > 2.0 * abs(d) and a * b > 0.0 and c * d > 0.0):
            continue
        one, two, three = 1.0 / b - 1.0 / a, 1.0 / c - 1.0 / b, 1.0 / d - 1.0 / c
        if one * two > 0.0 and two * three > 0.0 and abs(one - 2.0 * two + three) < abs(two):
            return i
    return -1


def rises(v: Column) -> bool:
    """Whether every row is above the one before."""
    for i in range(1, i64(len(v))):
        if not v[i] > v[i - 1]:
            return False
    return True


# ---- columns from columns


def combined(a: Column, factor: float, b: Column) -> Column:
    """a + factor·b"""
    found = vec[float]()
    for i in range(i64(len(a))):
        found = append(found, a[i] + factor * b[i])
    return found


def shifted(v: Column, by: float) -> Column:
    found = vec[float]()
    for i in range(i64(len(v))):
        found = append(found, v[i] + by)
    return found


def scaled(v: Column, factor: float) -> Column:
    found = vec[float]()
    for i in range(i64(len(v))):
        found = append(found, factor * v[i])
    return found


def divided(v: Column, by: float) -> Column:
    found = vec[float]()
    for i in range(i64(len(v))):
        found = append(found, v[i] / by)
    return found


def without_noise(v: Column, noise: float) -> Column:
    """What is no larger is zero."""
    found = vec[float]()
    for i in range(i64(len(v))):
        found = append(found, 0.0 if abs(v[i]) <= noise else v[i])
    return found


def steps(v: Column) -> Column:
    """From every row to the next."""
    found = vec[float]()
    for i in range(1, i64(len(v))):
        found = append(found, v[i] - v[i - 1])
    return found


def sizes(vectors: Vectors) -> Column:
    found = vec[float]()
    x, y = vectors[0], vectors[1] if len(vectors) > 1 else constant(0.0, len(vectors[0]))
    z = vectors[2] if len(vectors) > 2 else constant(0.0, len(x))
    for i in range(i64(len(x))):
        found = append(found, sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]))
    return found


def difference(a: Vectors, b: Vectors) -> Vectors:
    return [combined(a[k], -1.0, b[k]) for k in range(len(a))]


def directions(dx: Column, dy: Column) -> Column:
    """Angles of vectors that follow each other without a jump."""
    found = vec[float]()
    turns = before = 0.0
    for i in range(i64(len(dx))):
        angle = atan2(dy[i], dx[i])
        if i:
            turns -= round((angle - before) / (2.0 * pi)) * 2.0 * pi if isfinite(angle - before) else 0.0
        found = append(found, angle + turns)
        before = angle
    return found


def products(a: Column, b: Column) -> Column:
    found = vec[float]()
    for i in range(i64(len(a))):
        found = append(found, a[i] * b[i])
    return found


def turning_speeds(along: Vectors, change: Vectors) -> Column:
    """Of vectors in a plane that change; no number where they have no length."""
    found = vec[float]()
    for i in range(i64(len(along[0]))):
        x = along[0][i]
        y = along[1][i]
        squared = x * x + y * y
        found = append(found, (x * change[1][i] - y * change[0][i]) / squared if squared > 0.0 else nan)
    return found


def placed(x: Column, y: Column, turn: Column, u: float, v: float) -> Vectors:
    """Points at u along and v across the direction of an angle, from x and y."""
    px, py = vec[float](), vec[float]()
    for i in range(i64(len(x))):
        c, s = cos(turn[i]), sin(turn[i])
        px = append(px, x[i] + u * c - v * s)
        py = append(py, y[i] + u * s + v * c)
    return [px, py]


# ---- means


def mean(v: Column, widths: Column) -> float:
    """Trapezoidal; the first number where the widths are none."""
    whole = total = 0.0
    for i in range(i64(len(widths))):
        part = 0.5 * (v[i + 1] + v[i])
        if isfinite(part):
            whole += widths[i]
            total += part * widths[i]
    if whole > 0.0:
        return total / whole
    for i in range(i64(len(v))):
        if isfinite(v[i]):
            return v[i]
    return nan


def total(v: Column) -> float:
    found = 0.0
    for i in range(i64(len(v))):
        found += v[i]
    return found


def power_mean(v: Column, exponent: float, widths: Column) -> float:
    """(mean of v^exponent)^(1/exponent), in parts of the largest so that no power is too large; nothing is negative."""
    top = largest(v)
    if not top > 0.0:
        return mean(v, widths)
    powers = vec[float]()
    for i in range(i64(len(v))):
        powers = append(powers, (v[i] / top) ** exponent)
    found: float = top * mean(powers, widths) ** (1.0 / exponent)
    return found


# ---- for a screen


def shorts(v: Column, low: float, step: float) -> vec[i16]:
    """In 16 bits: low + step·(number + 32768); what is no number is taken for zero."""
    found = vec[i16]()
    for i in range(i64(len(v))):
        value = v[i] if isfinite(v[i]) else 0.0
        part = (value - low) / step
        whole = i64(part)
        rest = part - float(whole)
        if rest > 0.5 or (rest == 0.5 and whole % 2 == 1):
            whole += 1
        if whole > _SHORTS:
            whole = _SHORTS
        found = append(found, i16(whole - 32768))
    return found


def finite_pairs(x: Column, y: Column) -> Vectors:
    """The rows in which both are finite."""
    xs, ys = vec[float](), vec[float]()
    for i in range(i64(len(x))):
        if isfinite(x[i]) and isfinite(y[i]):
            xs = append(xs, x[i])
            ys = append(ys, y[i])
    return [xs, ys]


# ---- angles between links


def acute_angles(a: Vectors, b: Vectors) -> Column:
    """Between two vectors of the plane, in degrees, 90 at most."""
    found = vec[float]()
    for i in range(i64(len(a[0]))):
        one = sqrt(a[0][i] * a[0][i] + a[1][i] * a[1][i])
        other = sqrt(b[0][i] * b[0][i] + b[1][i] * b[1][i])
        if one > 0.0 and other > 0.0:
            cosine = abs(a[0][i] / one * (b[0][i] / other) + a[1][i] / one * (b[1][i] / other))
            found = append(found, acos(min(1.0, cosine)) * 180.0 / pi)
        else:
            found = append(found, nan)
    return found
