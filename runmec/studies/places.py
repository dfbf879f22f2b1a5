"""Where a curve comes nearest to points, in the order of the curve; and where an input has changed by so much."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .curve import Stencil, is_closed

Floats = NDArray[Any]
_CORRECTIONS = 12
_EXACT = 1e-12  # of a row
_SAMPLES = 4  # places a row, where the nearest places do not follow each other in order


def nearest_places(x: Floats, y: Floats, points: Floats, ends: Sequence[int]) -> Floats:
    """τ of the nearest place for every point (n, 2), along the curve or all against it; on a closed one once around."""
    if len(x) < 2 or not np.all(np.isfinite(x + y)):
        return np.full(len(points), np.nan)
    start, closed = _nearest_of_all(x, y, points), is_closed(x, y)
    if _in_order(start, closed) or _in_order(start[::-1], closed):
        return _foot(x, y, points, ends, start, np.arange(len(start)), 1.0)
    samples = np.linspace(0, len(x) - 1, _SAMPLES * (len(x) - 1) + 1)
    both = Stencil(samples, ends).value(np.stack([x, y]))
    squares = (points[:, :1] - both[0]) ** 2 + (points[:, 1:] - both[1]) ** 2
    squares = squares[:, :-1] if closed else squares
    ways = (_ordered(squares, closed), _ordered(squares[::-1], closed)[::-1])
    chosen = min(ways, key=lambda way: float(np.sum(squares[np.arange(len(way)), way])))
    _, together = np.unique(chosen, return_inverse=True)  # points that press on each other move as one
    return _foot(x, y, points, ends, samples[chosen], together, 1.0 / _SAMPLES)


def are_in_order(x: Floats, y: Floats, points: Floats) -> bool:
    """Whether the nearest places of all follow each other along the curve, or all against it."""
    places, closed = _nearest_of_all(x, y, points), is_closed(x, y)
    return _in_order(places, closed) or _in_order(places[::-1], closed)


def _nearest_of_all(x: Floats, y: Floats, points: Floats) -> Floats:
    """τ of the nearest place on the chords between rows."""
    squares, parts = _to_segments(x, y, points)
    segment = np.argmin(squares, axis=1)
    return np.asarray(segment + parts[np.arange(len(segment)), segment])


def _to_segments(x: Floats, y: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Squared distances (points, segments) from the chords between rows, and where on them (0 … 1) the foot is."""
    dx, dy = np.diff(x), np.diff(y)
    length = dx * dx + dy * dy
    px, py = points[:, :1] - x[:-1], points[:, 1:] - y[:-1]
    along = np.divide(px * dx + py * dy, length, out=np.zeros_like(px), where=length > 0)
    part = np.clip(along, 0.0, 1.0)
    return (px - part * dx) ** 2 + (py - part * dy) ** 2, part


def _in_order(places: Floats, closed: bool) -> bool:
    """Forward from each point to the next; on a closed curve the end may be passed once."""
    steps = np.diff(places)
    back = steps < -_EXACT
    if not closed:
        return not np.any(back)
    return int(np.sum(back)) == 0 or (int(np.sum(back)) == 1 and places[-1] <= places[0] + _EXACT)


def _ordered(squares: Floats, closed: bool) -> NDArray[np.intp]:
    """Of the squared distances (points, places), the places with the least sum that follow each other in order.

    By dynamic programming; on a closed curve every place is tried as the first one, and the way ends where it began.
    """
    count, wide = squares.shape
    starts = np.arange(wide) if closed else np.array([0])
    way = (starts[:, None] + np.arange(wide + closed)) % wide  # (starts, places in their order)
    best = squares[0][way]
    taken = []
    for k in range(1, count):
        least = np.minimum.accumulate(best, axis=1)
        taken.append(_first_of_least(best, least))
        best = squares[k][way] + least
    start = int(np.argmin(np.min(best, axis=1)))
    at = int(np.argmin(best[start]))
    found = [at]
    for before in reversed(taken):
        at = int(before[start, at])
        found.append(at)
    return np.asarray(way[start][found[::-1]])


def _first_of_least(best: Floats, least: Floats) -> NDArray[np.intp]:
    """Where in every row the least value up to each place stands."""
    places = np.where(best == least, np.arange(best.shape[1]), 0)
    return np.asarray(np.maximum.accumulate(places, axis=1))


def _foot(
    x: Floats, y: Floats, points: Floats, ends: Sequence[int], start: Floats, together: NDArray[np.intp], room: float
) -> Floats:
    """Newton on Σ(curve − point)·tangent = 0 of the points at one place, not further than `room` from the start."""
    both = np.stack([x, y])
    low, high = np.clip(start - room, 0, len(x) - 1), np.clip(start + room, 0, len(x) - 1)
    places = start
    for _ in range(_CORRECTIONS):
        stencil = Stencil(places, ends)
        away, tangent = stencil.value(both) - points.T, stencil.slope(both)
        size = np.sum(tangent * tangent, axis=0)
        curved = size + np.sum(away * stencil.bend(both), axis=0)
        slope, size, curved = (
            np.bincount(together, part)[together] for part in (np.sum(away * tangent, axis=0), size, curved)
        )
        safe = np.where(curved > 0.1 * size, curved, size)
        step = np.divide(slope, safe, out=np.zeros_like(slope), where=safe > 0)
        moved = np.clip(places - step, low, high)
        if np.all(np.abs(moved - places) < _EXACT):
            break
        places = moved
    return places


def places_of_changes(history: Floats, changes: Floats, ends: Sequence[int]) -> Floats:
    """τ at which a history has changed by so much since the start; no number where it never does."""
    found = np.full(len(changes), np.nan)
    way = history - history[0]
    slack = 1e-9 * max(float(np.max(np.abs(way))), 1e-300)
    for at, change in enumerate(changes):
        if abs(change) <= slack:
            found[at] = 0.0
            continue
        ahead = np.flatnonzero((way[:-1] - change) * (way[1:] - change) <= 0.0)
        if len(ahead):
            k = int(ahead[0])
            rise = way[k + 1] - way[k]
            found[at] = k + ((change - way[k]) / rise if rise else 0.0)
        elif abs(way[-1] - change) <= slack:
            found[at] = len(way) - 1
    known = np.isfinite(found)
    for _ in range(_CORRECTIONS):
        if not np.any(known):
            break
        stencil = Stencil(found[known], ends)
        rate = stencil.slope(way)
        miss = np.where(rate != 0, changes[known] - stencil.value(way), 0.0)
        moved = np.clip(found[known] + miss / np.where(rate != 0, rate, 1.0), 0, len(way) - 1)
        if np.all(np.abs(moved - found[known]) < _EXACT):
            break
        found[known] = moved
    return found
