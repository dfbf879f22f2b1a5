"""Curves that are similar to each other: names whose common factor enlarges a curve, and a name that turns it.

They are found by what they do. Points fix size and direction of a curve by linear least squares, so that a search from
nothing has to look for shapes only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .points import Family

Floats = NDArray[Any]
FamilyAt = Callable[[Floats], Family | None]
_FACTOR = 1.125
_ANGLE = 0.375
_SAME = 1e-7  # of the size of a curve


class Similar:
    """`lengths` enlarge the curve by their common factor, `turn` turns it by as much as it changes itself."""

    def __init__(self, lengths: Sequence[int], turn: int | None) -> None:
        self.lengths, self.turn = list(lengths), turn

    def __bool__(self) -> bool:
        return bool(self.lengths) or self.turn is not None

    def freed(self, family: Family) -> Family:
        """With the curve itself, and the curve turned by 90 degrees, as members whose factors are free."""
        own = [family.c0, *([_turned(family.c0)] if self.turn is not None else [])]
        free = np.full(len(own), np.inf)
        return Family(
            np.zeros_like(family.c0),
            np.concatenate([own, family.c]),
            np.concatenate([-free, family.low]),
            np.concatenate([free, family.high]),
            family.ends,
        )

    def moved(self, x: Floats, a: Floats, low: Floats, high: Floats) -> Floats:
        """The names of the similar curve that the numbers of a freed family describe, as far as bounds let them."""
        found = x.copy()
        factor = np.hypot(a[0], a[1]) if self.turn is not None else a[0]
        if self.turn is not None:
            found[self.turn] += np.arctan2(a[1], a[0])
        if self.lengths:
            own = x[self.lengths]
            least, most = np.max(low[self.lengths] / own), np.min(high[self.lengths] / own)
            found[self.lengths] = own * min(max(factor, least), most)
        return np.asarray(np.clip(found, low, high))


def similar_names(family_at: FamilyAt, x: Floats, low: Floats, outer: Sequence[int]) -> Similar:
    """`family_at(x)` is the family of curves at values of the names, or None where nothing moves."""
    here = family_at(x)
    if here is None:
        return Similar([], None)
    lengths = _lengths(family_at, here, x, [at for at in outer if low[at] > 0.0])
    turn = next((at for at in outer if at not in lengths and _turns(family_at, here, x, at)), None)
    return Similar(lengths, turn)


def _lengths(family_at: FamilyAt, here: Family, x: Floats, positive: list[int]) -> list[int]:
    """All names with positive bounds, or all but one that may be no length; none where the curve keeps its size."""
    for names in (positive, *([at for at in positive if at != one] for one in positive)):
        there = x.copy()
        there[names] *= _FACTOR
        found = family_at(there) if names else None
        if found is not None and _is_enlarged(found, here):
            return names
    return []


def _is_enlarged(found: Family, here: Family) -> bool:
    members = zip(found.c, here.c, strict=True)
    return _is_alike(found.c0, _FACTOR * here.c0) and all(
        _is_alike(one, own) or _is_alike(one, _FACTOR * own) for one, own in members
    )


def _turns(family_at: FamilyAt, here: Family, x: Floats, at: int) -> bool:
    there = x.copy()
    there[at] += _ANGLE
    found = family_at(there)
    if found is None:
        return False
    turned = np.cos(_ANGLE) * here.c0 + np.sin(_ANGLE) * _turned(here.c0)
    return _is_alike(found.c0, turned)


def _turned(curve: Floats) -> Floats:
    return np.stack([-curve[1], curve[0]])


def _is_alike(one: Floats, other: Floats) -> bool:
    return bool(np.max(np.abs(one - other)) <= _SAME * max(float(np.max(np.abs(other))), 1e-300))
