"""Derivatives by differences of whole runs, where a motion is simulated or a formula is not written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calculate import session_of
from ..motion.positions import Positions
from ..motion.session import Session
from ..results.asking import Asked
from ..results.quantities import read_quantities
from .names import Number

Floats = NDArray[Any]
_STEP = 4e-3  # of the value; halved once, and both extrapolated


def by_differences(
    session: Session, positions: Positions, wanted: Sequence[Asked], numbers: Sequence[Number]
) -> tuple[Floats, Floats]:
    """(numbers, quantities, rows), and by how much the two steps differ (numbers, quantities)."""
    values = np.empty((len(numbers), len(wanted), len(positions)))
    errors = np.empty((len(numbers), len(wanted)))
    for k, number in enumerate(numbers):
        values[k], errors[k] = _to_one(session, len(positions), wanted, number)
    return values, errors


def _to_one(session: Session, rows: int, wanted: Sequence[Asked], number: Number) -> tuple[Floats, Floats]:
    from .variant import Failed, moved

    now = _value(session, number)
    step = _STEP * (abs(now) or 1.0)
    beside = session_of(session.deck, keep_branch=True)

    def at(change: float) -> Floats:
        values = {} if number.is_parameter else {number.name: now + change}
        try:
            positions = moved(beside, values, {number.parameter: change} if number.is_parameter else None)
        except Failed:
            return np.full((len(wanted), rows), np.nan)
        found = np.array(read_quantities(beside, positions, wanted))
        return found if found.shape[1] == rows else np.full((len(wanted), rows), np.nan)

    coarse = (at(step) - at(-step)) / (2.0 * step)
    fine = (at(0.5 * step) - at(-0.5 * step)) / step
    difference = np.max(np.abs(fine - coarse), axis=1, initial=0.0)
    return fine + (fine - coarse) / 3.0, np.maximum(difference / 3.0, 1e-300)


def _value(session: Session, number: Number) -> float:
    if number.is_parameter:
        mech = session.mechanism
        return float(mech.rest[mech.row[number.parameter]])
    return next(define.value for define in session.deck.defines if define.name == number.name)
