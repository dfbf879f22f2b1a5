"""Names that enter histories linearly: where the others stand still, a history is c0 + Σ name·c.

They are found by what they do, never by what they are called: the derivative to such a name changes neither with itself
nor with the other ones of its set. Place of the frame and coupler point of a path are of this kind.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .objective import Objective
from .problem import Problem

Floats = NDArray[Any]
_FAR = 0.11  # of the range of a name: how far it is moved to see whether a derivative changes
_SAME = 1e-9  # of the size of a history: what rounding leaves
_MOST = 12  # names at most among which the largest set is sought


def affine_names(problem: Problem, x: Floats, parts_at: Callable[[Floats], Floats | None]) -> list[int]:
    """The largest set of names that enter `parts_at(x)` linearly together, seen from a variant that moves."""
    count = len(problem.names)
    step = np.where(x + 2.0 * _FAR * problem.span <= problem.high, _FAR, -_FAR) * problem.span

    def traced(*moved: int) -> Floats | None:
        there = x.copy()
        for at in moved:
            there[at] += step[at]
        return parts_at(there)

    here = traced()
    if here is None:
        return []
    once = {at: traced(at) for at in range(count) if step[at]}
    size = max(float(np.max(np.abs(one))) for one in (here, *once.values()) if one is not None) or 1.0

    def is_zero(change: Floats) -> bool:
        return bool(np.max(np.abs(change)) <= _SAME * size)  # False where one is no number

    straight = []
    for at, one in once.items():
        twice = traced(at, at) if one is not None else None
        if one is not None and twice is not None and not is_zero(one - here) and is_zero(twice - 2.0 * one + here):
            straight.append(at)
    straight = straight[:_MOST]
    apart = set()
    for i, j in combinations(straight, 2):
        both, one, other = traced(i, j), once[i], once[j]
        if both is None or one is None or other is None or not is_zero(both - one - other + here):
            apart.add((i, j))
    return _largest(straight, apart)


def _largest(names: list[int], apart: set[tuple[int, int]]) -> list[int]:
    for count in range(len(names), 0, -1):
        for chosen in combinations(names, count):
            if not any(pair in apart for pair in combinations(chosen, 2)):
                return list(chosen)
    return []


def not_limited(bench: Objective, x: Floats, names: list[int]) -> list[int]:
    """Those that no limit hangs on: solved for inside, they would not be held."""
    if not bench.problem.limits or not names:
        return names
    motion = bench.motion(x)
    if isinstance(motion, str):
        return []
    duals = bench.duals(bench.slopes(motion))
    by = np.stack([duals[limit.figure].by for limit in bench.problem.limits])
    return [at for at in names if not np.any(by[:, at])]
