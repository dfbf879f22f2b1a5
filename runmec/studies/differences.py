"""Derivatives by differences of whole runs, where a motion is simulated or a formula is not written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..results.asking import Asked
from .names import Number

if TYPE_CHECKING:
    from .moved import Motion

Floats = NDArray[Any]
_STEP = 4e-3  # of the value; halved once, and both extrapolated


def by_differences(result: Motion, wanted: Sequence[Asked], numbers: Sequence[Number]) -> tuple[Floats, Floats]:
    """(numbers, quantities, rows), and by how much the two steps differ (numbers, quantities)."""
    values = np.empty((len(numbers), len(wanted), len(result)))
    errors = np.empty((len(numbers), len(wanted)))
    for k, number in enumerate(numbers):
        values[k], errors[k] = _to_one(result, wanted, number)
    return values, errors


def _to_one(result: Motion, wanted: Sequence[Asked], number: Number) -> tuple[Floats, Floats]:
    from .variant import Failed, Variants

    variants = Variants(result.deck)
    now = _value(result, number)
    step = _STEP * (abs(now) or 1.0)

    def at(change: float) -> Floats:
        offsets = {number.parameter: change} if number.is_parameter else None
        try:
            found = np.array(variants.moved({} if number.is_parameter else {number.name: now + change}, offsets)
                             .quantities(wanted))  # fmt: skip
        except Failed:
            return np.full((len(wanted), len(result)), np.nan)
        return found if found.shape[1] == len(result) else np.full((len(wanted), len(result)), np.nan)

    coarse = (at(step) - at(-step)) / (2.0 * step)
    fine = (at(0.5 * step) - at(-0.5 * step)) / step
    difference = np.max(np.abs(fine - coarse), axis=1, initial=0.0)
    return fine + (fine - coarse) / 3.0, np.maximum(difference / 3.0, 1e-300)


def _value(result: Motion, number: Number) -> float:
    if number.is_parameter:
        return float(result.mechanism.rest[result.mechanism.row[number.parameter]])
    return next(define.value for define in result.deck.defines if define.name == number.name)
