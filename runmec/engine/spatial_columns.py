"""Points and directions in space over all rows; what is seen of them from a direction."""

from __future__ import annotations

from math import sqrt

from librt.vecs import append, vec
from mypy_extensions import i64

from .columns import Column, Vectors
from .space import Quaternion, Vector, turned


def put(vectors: Vectors, v: Vector) -> Vectors:
    """With one row more."""
    return [append(vectors[0], v[0]), append(vectors[1], v[1]), append(vectors[2], v[2])]


def empty() -> Vectors:
    return [vec[float](), vec[float](), vec[float]()]


def turned_with(l: Vectors, arm: Vector) -> Vectors:
    """A vector in the axes of a turning node, by its four parameters."""
    found = empty()
    for i in range(i64(len(l[0]))):
        of: Quaternion = (l[0][i], l[1][i], l[2][i], l[3][i])
        found = put(found, turned(of, arm))
    return found


def on_axis(P: Vectors, Q: Vectors, point: Vectors, along: float) -> Vectors:
    """Where a point is nearest to the line PQ, and from there so far along it."""
    found = empty()
    for i in range(i64(len(P[0]))):
        nx, ny, nz = Q[0][i] - P[0][i], Q[1][i] - P[1][i], Q[2][i] - P[2][i]
        length = sqrt(nx * nx + ny * ny + nz * nz)
        if length > 0.0:
            nx, ny, nz = nx / length, ny / length, nz / length
        far = nx * (point[0][i] - P[0][i]) + ny * (point[1][i] - P[1][i]) + nz * (point[2][i] - P[2][i]) + along
        found = put(found, (P[0][i] + far * nx, P[1][i] + far * ny, P[2][i] + far * nz))
    return found


def part_along(vectors: Vectors, way: Vector) -> Column:
    """Components along a direction."""
    found = vec[float]()
    for i in range(i64(len(vectors[0]))):
        found = append(found, way[0] * vectors[0][i] + way[1] * vectors[1][i] + way[2] * vectors[2][i])
    return found
