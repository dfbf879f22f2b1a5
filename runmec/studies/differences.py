"""Derivatives of simulated motions, and where a formula is not written down.

Simulations are carried along: motions beside the one that is asked about take its steps, at tighter errors, and change
their pieces where it does, so that they differ smoothly however little beside they are. Where something jumps at an
instant that the numbers change, or a periodic motion is looked for, whole runs with steps of their own are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calculate import session_of
from ..motion.pace import Pace
from ..motion.positions import Positions
from ..motion.session import Session
from ..results.asking import Asked
from ..results.quantities import read_quantities
from .names import Number

Floats = NDArray[Any]
_STEP = 4e-3  # of the value; halved once, and both extrapolated
_ALONG = 1e-4  # where motions beside are carried along: no noise of steps is in them


def by_differences(
    session: Session, positions: Positions, wanted: Sequence[Asked], numbers: Sequence[Number]
) -> tuple[Floats, Floats]:
    """(numbers, quantities, rows), and by how much the two steps differ (numbers, quantities)."""
    values = np.empty((len(numbers), len(wanted), len(positions)))
    errors = np.empty((len(numbers), len(wanted)))
    from .variant import Failed

    beside = session_of(session.deck, keep_branch=True)
    pace = _pace(beside)
    for k, number in enumerate(numbers):
        now = _value(session, number)
        if pace is not None:
            try:
                values[k], errors[k] = _to_one(beside, len(positions), wanted, number, now, pace)
                continue
            except Failed:
                pass  # something jumps at another instant: with steps of its own
        try:
            values[k], errors[k] = _to_one(beside, len(positions), wanted, number, now, None)
        except Failed:
            values[k], errors[k] = np.nan, np.nan
    return values, errors


def _pace(beside: Session) -> Pace | None:
    """The steps of the simulations of a deck, where derivatives can be carried along."""
    from .variant import Failed, moved

    pace = Pace()
    if beside.deck.couples or not any(move.word == "tstepf" for move in beside.deck.moves):
        return None  # segments of programs begin where the motion has come, whatever pieces are chosen
    try:
        moved(beside, {}, None, pace)
    except Failed:
        return None
    return pace if pace.is_smooth else None


def _to_one(
    beside: Session, rows: int, wanted: Sequence[Asked], number: Number, now: float, pace: Pace | None
) -> tuple[Floats, Floats]:
    """Raises Failed."""
    from .variant import Failed, moved

    step = (_STEP if pace is None else _ALONG) * (abs(now) or 1.0)

    def at(change: float) -> Floats:
        values = {} if number.is_parameter else {number.name: now + change}
        if pace is not None:
            pace.rewind()
        positions = moved(beside, values, {number.parameter: change} if number.is_parameter else None, pace)
        if len(positions) != rows:
            raise Failed("it has other rows")
        return np.array(read_quantities(beside, positions, wanted))

    coarse = (at(step) - at(-step)) / (2.0 * step)
    fine = (at(0.5 * step) - at(-0.5 * step)) / step
    difference = np.max(np.abs(fine - coarse), axis=1, initial=0.0)
    return fine + (fine - coarse) / 3.0, np.maximum(difference / 3.0, 1e-300)


def _value(session: Session, number: Number) -> float:
    if number.is_parameter:
        mech = session.mechanism
        return float(mech.undeformed[mech.row[number.parameter]])
    return next(define.value for define in session.deck.defines if define.name == number.name)
