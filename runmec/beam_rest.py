"""Beams without bending: the angles at their ends that a deck prescribes, or that its estimate shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .deck.model import Deck


def prescribed_angle(deck: Deck, element: int, form: str) -> float | None:
    """The `para` of angp or angq of a beam, if one prescribes it by itself."""
    used = [f for f in deck.forms if f.element == element and f.form == form and f.parameter > 0]
    given = {para.parameter: para.value for para in deck.paras}
    if len(used) == 1 and used[0].parameter in given and used[0].factor:
        return given[used[0].parameter] / used[0].factor
    return None


def end_angle(x: NDArray[np.float64], form: str) -> float:
    """angp or angq at the co-ordinates x of a BEAM (angp: of an HBEAM too), between −π and π."""
    chord = np.arctan2(x[4] - x[1], x[3] - x[0])
    turn = x[2] - chord if form == "angp" else chord - x[5]
    return float(np.remainder(turn + np.pi, 2 * np.pi) - np.pi)


def rest_angle(deck: Deck, element: int, form: str, x: NDArray[np.float64]) -> float:
    """angp or angq of a beam without bending: as prescribed, by `para` or by the estimate x; 0 where it is free."""
    given = prescribed_angle(deck, element, form)
    if given is not None:
        return given
    held = any(f.element == element and f.form == form and f.parameter > 0 for f in deck.forms)
    return end_angle(x, form) if held else 0.0
