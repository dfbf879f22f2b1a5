"""What acts on one link, summed over all rows: forces, and moments about a point of it; vectors are three columns."""

from __future__ import annotations

from math import cos, nan, sin, sqrt, tan

from librt.vecs import append, vec
from mypy_extensions import i64

from .columns import Column, Vectors, constant, largest


def nothing(count: i64) -> Vectors:
    zero = constant(0.0, count)
    return [zero, zero, zero]


def largest_part(vectors: Vectors) -> float:
    found = 0.0
    for one in vectors:
        found = max(found, largest(one))
    return found


class FreeBody:
    """`size` is the length by which moments are divided to be compared with forces."""

    __slots__ = ("force", "largest", "moment", "rows", "size")

    def __init__(self, rows: int, size: float) -> None:
        self.rows: i64 = rows
        self.size: float = size
        self.force: Vectors = [constant(0.0, rows) for _ in range(3)]
        self.moment: Vectors = [constant(0.0, rows) for _ in range(3)]
        self.largest: float = 0.0

    def missing(self) -> float:
        return max(largest_part(self.force), largest_part(self.moment) / self.size)

    def add_force(self, at: Vectors, force: Vectors, sign: float) -> None:
        x, y, z = at[0], at[1], at[2]
        fx, fy, fz = force[0], force[1], force[2]
        sx, sy, sz = self.force[0], self.force[1], self.force[2]
        mx, my, mz = self.moment[0], self.moment[1], self.moment[2]
        for i in range(self.rows):
            sx[i] += sign * fx[i]
            sy[i] += sign * fy[i]
            sz[i] += sign * fz[i]
            mx[i] += sign * (y[i] * fz[i] - z[i] * fy[i])
            my[i] += sign * (z[i] * fx[i] - x[i] * fz[i])
            mz[i] += sign * (x[i] * fy[i] - y[i] * fx[i])
        self.force = [sx, sy, sz]
        self.moment = [mx, my, mz]
        self.largest = max(self.largest, largest_part(force))

    def turn(self, moment: Vectors, sign: float) -> None:
        for k in range(3):
            total, more = self.moment[k], moment[k]
            for i in range(self.rows):
                total[i] += sign * more[i]
            self.moment[k] = total
        self.largest = max(self.largest, largest_part(moment) / self.size)

    # ---- what is found in another way than the program's own

    def mesh(self, P: Vectors, Q: Vectors, r1: float, r2: float, alpha: float, sigma: Column, sign: float) -> None:
        """Teeth of two wheels: the pitch point divides the line of the centres."""
        at, force = nothing(0), nothing(0)
        lean = -tan(alpha) if r1 * r2 > 0.0 else tan(alpha)
        share = r1 / (r1 + r2)
        for i in range(self.rows):
            dx, dy, dz = Q[0][i] - P[0][i], Q[1][i] - P[1][i], Q[2][i] - P[2][i]
            far = sqrt(dx * dx + dy * dy)
            across = sigma[i] * (r1 + r2) / far if far > 0.0 else nan
            along = lean * abs(sigma[i])
            dx, dy, dz = (dx / far, dy / far, dz / far) if far > 0.0 else (nan, nan, nan)
            at = _put(at, P[0][i] + share * far * dx, P[1][i] + share * far * dy, P[2][i] + share * far * dz)
            force = _put(force, dy * across + along * dx, -dx * across + along * dy, dz * (across + along))
        self.add_force(at, force, sign)

    def rack(self, P: Vectors, Q: Vectors, lean: Column, r1: float, alpha: float, sigma: Column, sign: float) -> None:
        """Teeth of a pinion about P on a rack through Q, which leans by an angle."""
        at, force = nothing(0), nothing(0)
        slope = tan(alpha)
        for i in range(self.rows):
            c, s = cos(lean[i]), sin(lean[i])
            beside = -s * (P[0][i] - Q[0][i]) + c * (P[1][i] - Q[1][i])
            side = 1.0 if beside > 0.0 else -1.0 if beside < 0.0 else 0.0
            push, away = -side * sigma[i], side * slope * abs(sigma[i])
            at = _put(at, P[0][i] + side * r1 * s, P[1][i] - side * r1 * c, P[2][i])
            force = _put(force, push * c - away * s, push * s + away * c, 0.0)
        self.add_force(at, force, sign)

    def bar(self, p: Vectors, d: Vectors, falling: Vectors, a: Vectors, mass: float) -> None:
        """An even mass from P along d: both ends and all between move in proportion. `falling` is the acceleration of
        P less gravity, `a` that of Q against P.
        """
        at, force, moment = nothing(0), nothing(0), nothing(0)
        for i in range(self.rows):
            at = _put(at, p[0][i] + 0.5 * d[0][i], p[1][i] + 0.5 * d[1][i], p[2][i] + 0.5 * d[2][i])
            force = _put(
                force, falling[0][i] + 0.5 * a[0][i], falling[1][i] + 0.5 * a[1][i], falling[2][i] + 0.5 * a[2][i]
            )
            moment = _put(
                moment,
                d[1][i] * a[2][i] - d[2][i] * a[1][i],
                d[2][i] * a[0][i] - d[0][i] * a[2][i],
                d[0][i] * a[1][i] - d[1][i] * a[0][i],
            )
        self.add_force(at, _times(force, mass), -1.0)
        self.turn(_times(moment, mass / 12.0), -1.0)

    def body(
        self,
        p: Vectors,
        d: Vectors,
        v: Vectors,
        a: Vectors,
        falling: Vectors,
        mass: float,
        u: float,
        across: float,
        J: float,
    ) -> None:
        """A rigid body in the plane, its centre at u along and `across` beside PQ, whose ends tell how it turns."""
        at, force = nothing(0), nothing(0)
        spin = vec[float]()
        for i in range(self.rows):
            dx, dy, vx, vy, ax, ay = d[0][i], d[1][i], v[0][i], v[1][i], a[0][i], a[1][i]
            squared = dx * dx + dy * dy
            length = sqrt(squared) if squared > 0.0 else nan
            squared = squared if squared > 0.0 else nan
            w = (dx * vy - dy * vx) / squared
            turned = (dx * ay - dy * ax - 2.0 * (dx * vx + dy * vy) * w) / squared
            rx, ry = (u * dx - across * dy) / length, (u * dy + across * dx) / length
            at = _put(at, p[0][i] + rx, p[1][i] + ry, p[2][i])
            force = _put(
                force, falling[0][i] - turned * ry - w * w * rx, falling[1][i] + turned * rx - w * w * ry, falling[2][i]
            )
            spin = append(spin, J * turned)
        self.add_force(at, _times(force, mass), -1.0)
        zero = constant(0.0, self.rows)
        self.turn([zero, zero, spin], -1.0)


def _put(vectors: Vectors, x: float, y: float, z: float) -> Vectors:
    return [append(vectors[0], x), append(vectors[1], y), append(vectors[2], z)]


def _times(vectors: Vectors, factor: float) -> Vectors:
    found: Vectors = []
    for one in vectors:
        more = vec[float]()
        for i in range(i64(len(one))):
            more = append(more, factor * one[i])
        found.append(more)
    return found
