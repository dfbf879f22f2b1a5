"""A number changed in the mechanism that is there gives the bits of a deck that is read and built with it."""

from __future__ import annotations

import numpy as np

from runmec.deck import loads
from runmec.motion.session import Session
from runmec.results.quantities import read_quantities
from runmec.results.result import asked
from runmec.studies.variant import moved

from .decks import CHANGING, Case, either_side, opened, run
from .known import marked


@marked("vary", CHANGING)
def test_vary(case: Case) -> None:
    deck = opened(case)
    session = Session(loads(deck.text))
    moved(session, {})
    for name, now in deck.values.items():
        value, _ = either_side(now)
        positions = moved(session, {name: value})
        built = run(deck.with_value(name, value))
        found = read_quantities(session, positions, [asked(store) for store in session.deck.stores])
        for key, one, other in zip(built.keys(), found, built.values(), strict=True):
            assert np.array_equal(one, other, equal_nan=True), (name, key)
