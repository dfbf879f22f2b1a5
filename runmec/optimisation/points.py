"""Points that a curve is to meet, and curves c0 + Σ a·c of which the numbers a are free: the best a, and places.

Nothing here runs a mechanism. Places are rows with decimals; timed ones are given, others follow the curve.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..studies.curve import Stencil, is_closed
from ..studies.places import nearest_places

Floats = NDArray[Any]
_PARTS = (0.2, 0.35, 0.5, 0.7, 0.85, 1.0)  # of the curve that the points may go along, first guess
_SHIFTS = 24  # places on the curve where they may begin
_ELSEWHERE = 0.1  # of the curve: places that are nearer to each other lead to the same fit
_FEET = 6
_REFITS = 4
_ALONG = 0.05  # weight of what is missed along the curve: keeps a in hand where the normals leave it free


class Fitted(NamedTuple):
    """Free numbers, places on the curve, and the sum of squared distances."""

    a: Floats
    places: Floats
    sum: float


@dataclass(frozen=True, eq=False)
class Family:
    """Curves c0 (2, rows) + Σ a·c (numbers, 2, rows) with low ≤ a ≤ high."""

    c0: Floats
    c: Floats
    low: Floats
    high: Floats
    ends: Sequence[int]

    def curve(self, a: Floats) -> Floats:
        return np.asarray(self.c0 + np.tensordot(a, self.c, 1)) if len(a) else self.c0

    @property
    def closed(self) -> bool:
        """Whether all its curves end where they begin."""
        return all(is_closed(*one) for one in (self.c0, *self.c))


def at_places(family: Family, points: Floats, places: Floats) -> Fitted:
    """The best numbers for given places: linear least squares within bounds."""
    stencil = Stencil(places, family.ends)
    J = stencil.value(family.c).reshape(len(family.c), -1).T
    missing = (points.T - stencil.value(family.c0)).ravel()
    a = bounded_squares(J, missing, family.low, family.high)
    return Fitted(a, places, float(np.sum((J @ a - missing) ** 2)))


def bounded_squares(J: Floats, missing: Floats, low: Floats, high: Floats) -> Floats:
    """min ‖J a − missing‖ with low ≤ a ≤ high."""
    if not len(low):
        return np.zeros(0)
    a = np.linalg.lstsq(J, missing, rcond=1e-12)[0]
    if np.all(a >= low) and np.all(a <= high):
        return np.asarray(a)
    from scipy.optimize import lsq_linear

    held = low == high
    found = np.clip(a, low, high)
    free = np.flatnonzero(~held)
    if len(free):
        rest = missing - J[:, held] @ low[held]
        found[free] = lsq_linear(J[:, free], rest, (low[free], high[free]), method="bvls").x
    return found


def refit(family: Family, points: Floats, fitted: Fitted, most: int = _REFITS) -> Fitted:
    """Numbers and nearest places in turn, until the sum falls no more."""
    best = _followed(family, points, fitted.a, fitted.places)
    for _ in range(most if len(family.c) else 0):
        curve = family.curve(best.a)
        stencil = Stencil(best.places, family.ends)
        normal, tangent = directions(stencil.slope(curve))
        columns, missing = stencil.value(family.c), points.T - stencil.value(curve)
        across = np.sum(normal * columns, axis=1).T, np.sum(normal * missing, axis=0)
        along = np.sum(tangent * columns, axis=1).T, np.sum(tangent * missing, axis=0)
        J = np.vstack([across[0], _ALONG * along[0]])
        step = bounded_squares(
            J, np.concatenate([across[1], _ALONG * along[1]]), family.low - best.a, family.high - best.a
        )
        found = _followed(family, points, best.a + step, best.places)
        if not found.sum < best.sum * (1.0 - 1e-3):
            return found if found.sum < best.sum else best
        best = found
    return best


def _followed(family: Family, points: Floats, a: Floats, places: Floats) -> Fitted:
    curve = family.curve(a)
    found = follow(curve, points, places, family.ends)
    return Fitted(a, found, distance(curve, points, found, family.ends))


def distance(curve: Floats, points: Floats, places: Floats, ends: Sequence[int]) -> float:
    return float(np.sum((Stencil(places, ends).value(curve) - points.T) ** 2))


def directions(slopes: Floats) -> tuple[Floats, Floats]:
    """Unit normals and tangents (2, places)."""
    size = np.linalg.norm(slopes, axis=0)
    tangent = np.divide(slopes, size, out=np.zeros_like(slopes), where=size > 0)
    return np.stack([-tangent[1], tangent[0]]), tangent


def follow(curve: Floats, points: Floats, places: Floats, ends: Sequence[int]) -> Floats:
    """The places next to those of a curve nearby; the old ones where they would come out of order."""
    last, closed = ends[-1], is_closed(*curve)
    moved = places
    for _ in range(_FEET):
        stencil = Stencil(moved, ends)
        away, slope = stencil.value(curve) - points.T, stencil.slope(curve)
        size = np.sum(slope * slope, axis=0)
        curved = size + np.sum(away * stencil.bend(curve), axis=0)
        safe = np.where(curved > 0.2 * size, curved, size)
        step = np.divide(np.sum(away * slope, axis=0), safe, out=np.zeros_like(size), where=safe > 0)
        step = np.clip(step, -0.02 * last, 0.02 * last)
        moved = (moved - step) % last if closed else np.clip(moved - step, 0.0, last)
        if np.all(np.abs(step) < 1e-9):
            break
    return moved if in_order(moved, closed) else places


def in_order(places: Floats, closed: bool) -> bool:
    """Along the curve or against it; once around where it is closed."""
    for steps in (np.diff(places), -np.diff(places)):
        back = int(np.sum(steps < -1e-9))
        if back == 0 or (closed and back == 1 and np.sum(steps) <= 1e-9):
            return True
    return False


def guessed(family: Family, points: Floats, count: int) -> list[Fitted]:
    """The best fits for guessed places: points spread over parts of the curve, from anywhere, in both directions."""
    if not len(family.c):
        places = nearest_places(family.c0[0], family.c0[1], points, family.ends)
        return [Fitted(np.zeros(0), places, distance(family.c0, points, places, family.ends))]
    places = _spreads(points, family.ends[-1], family.closed)
    at = np.rint(places).astype(int)
    c, missing = family.c[:, :, at], points.T[:, None, :] - family.c0[:, at]
    normal = np.einsum("icgp,jcgp->gij", c, c)
    diagonal = np.arange(len(c))
    normal[:, diagonal, diagonal] *= 1.0 + 1e-9
    normal[:, diagonal, diagonal] += 1e-300
    a = np.linalg.solve(normal, np.einsum("icgp,cgp->gi", c, missing)[..., None])[..., 0]
    a = np.clip(a, family.low, family.high)
    sums = np.sum((missing - np.einsum("icgp,gi->cgp", c, a)) ** 2, axis=(0, 2))
    found: list[Fitted] = []
    last = family.ends[-1]
    for k in np.argsort(sums):
        if all(_away(places[k], other.places, last) > _ELSEWHERE * last for other in found):
            found.append(Fitted(a[k], places[k], float(sums[k])))
            if len(found) == count:
                break
    return found


def _away(places: Floats, others: Floats, last: int) -> float:
    """How far places are from each other at most, the shorter way around."""
    apart = np.abs(places - others) % last
    return float(np.max(np.minimum(apart, last - apart)))


def _spreads(points: Floats, last: int, closed: bool) -> Floats:
    """(guesses, points): as the distances between the points are, and evenly."""
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    way = np.concatenate([[0.0], np.cumsum(steps)])
    profiles = [way / way[-1]] if way[-1] else []
    profiles.append(np.linspace(0.0, 1.0, len(points)))
    found = []
    for profile in profiles:
        for part in _PARTS:
            shifts = np.linspace(0.0, 1.0 if closed else 1.0 - part, _SHIFTS, endpoint=not closed)
            ahead = shifts[:, None] + part * profile
            for one in (ahead, ahead[:, ::-1]) if not closed else (ahead, shifts[:, None] - part * profile):
                found.append(last * (one % 1.0 if closed else one))
    return np.concatenate(found)
