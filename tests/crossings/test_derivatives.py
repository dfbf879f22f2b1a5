"""Derivatives of every buffer to every number of a word's line, against differences of whole runs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from runmec.results.result import asked
from runmec.studies.names import Number
from runmec.studies.sensitivity import derivatives

from .decks import CHANGING, SIM, Case, either_side, opened, run
from .known import marked

EXACT, SIMULATED = 1e-5, 1e-4  # of the largest derivative, or of the value for one of the number
ROUNDING = 1e-13  # of quantities of the size of 1 to 100 as they are here
DOUBT = 0.05  # that derivatives by differences may have


def differences(case: Case, name: str) -> tuple[NDArray[np.float64], float]:
    """Central, by two decks read and run, and what rounding makes of them."""
    deck = opened(case)
    (low, below), (high, above) = (
        (value, np.array(list(run(deck.with_value(name, value)).values()))) for value in either_side(deck.values[name])
    )
    return (above - below) / (high - low), ROUNDING / (high - low)


def largest(histories: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.nanmax(np.abs(histories), axis=1, initial=0.0))


@marked("derivative", CHANGING)
def test_derivatives(case: Case) -> None:
    deck = opened(case)
    result = run(deck.text)
    wanted = [asked(store) for store in result.deck.stores]
    found, error = derivatives(result.session, result.positions, wanted, [Number(name) for name in deck.values])
    values = largest(np.array(list(result.values())))
    share = SIMULATED if case.job == SIM else EXACT
    for (name, now), some, doubt in zip(deck.values.items(), found, error, strict=True):
        slopes, noise = differences(case, name)
        size = np.maximum(values / (abs(now) or 1.0), largest(slopes))
        wrong = largest(some - slopes) > share * size + noise + 2.0 * doubt
        vague = doubt > DOUBT * size + noise
        assert not [(name, key) for key, bad in zip(result.keys(), wrong | vague, strict=True) if bad]
