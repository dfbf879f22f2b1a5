"""What tests read off a result at one of its positions: D itself, and all quantities of a kind at once."""

from __future__ import annotations

import numpy as np

from runmec.results.result import Result


def matrix(result: Result, position: int) -> np.ndarray:
    """D^pc at a position (0 is the start): prescribed parameters in rows, moving co-ordinates in columns."""
    mech = result.mechanism
    with result.session.replaying() as replay:
        replay.begin()
        replay.stand(*result.positions.at(position + 1))
    column = {place.at: j for j, place in enumerate(mech.kinematics.moving)}
    D = np.zeros((mech.prescribed, len(column)))
    for i, form in enumerate(mech.kinematics.forms):
        for entry in form.entries:
            if entry.of.at in column:
                D[i, column[entry.of.at]] += entry.value
    return D


def of_coordinates(result: Result, word: str, *inputs: int) -> np.ndarray:
    """(nx, nt) of a word of STORAGE for all co-ordinates."""
    return np.array(result.quantities([(word, (c,), inputs) for c in result.mechanism.numbers]))


def of_parameters(result: Result, word: str, *inputs: int) -> np.ndarray:
    """(ne, nt) of a word of STORAGE for all parameters."""
    return np.array(result.quantities([(word, (p,), inputs) for p in result.mechanism.parameters]))
