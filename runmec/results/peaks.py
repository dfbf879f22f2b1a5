"""The largest size of a force, and the highest value of a history, over the motion: between rows too."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, isfinite
from typing import NamedTuple

from ..engine.columns import Column, Vectors, finite, first_from, most, sizes, span, without_noise
from ..motion.positions import Positions

_NODES = 8  # rows through which a force is laid: of degree 7
_FINE = 64  # places that are tried between two rows
_SMOOTH = 1e-3  # part of the size by which degrees 5 and 7 may differ; where they differ more a force has a corner
_ROUNDING = 1e-12


class ForcePeak(NamedTuple):
    size: float
    row: float
    force: tuple[float, ...]
    rows: tuple[int, ...]  # through which it was laid, of those that were given, and what each of them counts
    weights: tuple[float, ...]


def peak(positions: Positions, force: Vectors, noise: float, times: int) -> ForcePeak | None:
    """Of the components a polynomial through the rows about the largest one, within its move; `times` rows are one.

    None of a force that has no value anywhere.
    """
    found = without_noise(sizes(force), noise)
    if not finite(found):
        return None
    at = first_from(found, most(found) * (1.0 - _ROUNDING))
    best = ForcePeak(found[at], at / times, tuple(one[at] for one in force), (at,), (1.0,))
    laid = _laid(positions, force, at, best.size) if best.size > 0.0 else None
    if laid is None:
        return best
    k = max(range(len(laid.values)), key=lambda k: hypot(*laid.values[k]))
    size = hypot(*laid.values[k])
    if not size > best.size * (1.0 + _ROUNDING):
        return best
    return ForcePeak(size, laid.places[k] / times, tuple(laid.values[k]), laid.rows, tuple(laid.counts[k]))


class Summit(NamedTuple):
    value: float
    row: float


def summit(positions: Positions | None, history: Column, noise: float, times: int) -> Summit:
    """The highest value of a history, also between rows; the first of those that are equal but for noise."""
    at = first_from(history, most(history) - noise)
    laid = None
    if positions is not None and isfinite(history[at]):
        laid = _laid(positions, [history], at, span(history))
    if laid is None:
        return Summit(history[at], at / times)
    k = max(range(len(laid.values)), key=lambda k: laid.values[k][0])
    value = laid.values[k][0]
    return Summit(value, laid.places[k] / times) if value > history[at] + noise else Summit(history[at], at / times)


class _Laid(NamedTuple):
    """Polynomials through rows beside one of them: places that were tried, what the rows count there, values."""

    rows: tuple[int, ...]
    places: list[float]
    counts: list[list[float]]
    values: list[list[float]]


def _laid(positions: Positions, columns: Vectors, at: int, size: float) -> _Laid | None:
    """Nothing where the rows of a move are few, or where what is laid through them has a corner."""
    first, last = _smooth_rows(positions, at)
    if last - first + 1 < _NODES:
        return None
    start = min(max(first, at - _NODES // 2 + 1), last + 1 - _NODES)
    low, high = max(first, at - 1) - start, min(last, at + 1) - start
    rows = [[one[start + k] for k in range(_NODES)] for one in columns]
    counts = _lagrange(0, _NODES, low, high)
    values = [[_sum(own, weights) for own in rows] for weights in counts]
    rough = [[_sum(own[1:-1], weights) for own in rows] for weights in _lagrange(1, _NODES - 1, low, high)]
    apart = (hypot(*(a - b for a, b in zip(*both, strict=True))) for both in zip(values, rough, strict=True))
    if not max(apart) <= _SMOOTH * size:
        return None
    places = [start + low + (high - low) * k / (2 * _FINE) for k in range(2 * _FINE + 1)]
    return _Laid(tuple(range(start, start + _NODES)), places, counts, values)


def _sum(values: list[float], weights: list[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


@lru_cache(maxsize=64)
def _lagrange(first: int, last: int, low: int, high: int) -> list[list[float]]:
    """What the rows first … last − 1 count at every place that is tried between low and high."""
    rows = range(first, last)
    found = []
    for k in range(2 * _FINE + 1):
        at = low + (high - low) * k / (2 * _FINE)
        weights = [1.0] * len(rows)
        for i, row in enumerate(rows):
            for other in rows:
                if other != row:
                    weights[i] *= (at - other) / (row - other)
        found.append(weights)
    return found


def _smooth_rows(positions: Positions, at: int) -> tuple[int, int]:
    """First and last row of the move that a row lies in; the first move begins with the start row."""
    parts = [(part.offset, part.offset + part.rows.count - 1) for part in positions.parts]
    if len(parts) > 1:
        parts[:2] = [(parts[0][0], parts[1][1])]
    return next((first, last) for first, last in parts if first <= at <= last)
