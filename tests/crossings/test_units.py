"""The unit of every buffer: the numbers of a deck in which lengths, masses and times are counted in other units.

Where 1 m is 2 of a deck's own, 1 kg 3 and 1 s 5, a force is 2·3/5² = 0.24 of its own, and so on: by the unit that the
program writes behind the numbers.
"""

from __future__ import annotations

import numpy as np

from .decks import CASES, SIM, Case, run
from .known import marked
from .units import Scale

SCALE = Scale(m=2.0, kg=3.0, s=5.0)
#: of the largest value; errors of integration are counted in the units of the deck
EXACT, SIMULATED = 1e-9, 1e-6


@marked("unit", CASES)
def test_unit_and_label(case: Case) -> None:
    here, there = case.result(), run(case.text(SCALE))
    for number, history in here.buffers.items():
        unit = here.unit(number).symbol
        expected = SCALE.of(unit) * history
        size = np.nanmax(np.abs(expected), initial=0.0)
        off = np.nanmax(np.abs(there.buffer(number) - expected), initial=0.0)
        said = f"{here.name(number)} [{unit}]"
        assert off <= (SIMULATED if case.job == SIM else EXACT) * size + 1e-9, said
        assert np.array_equal(np.isnan(history), np.isnan(there.buffer(number))), said
        assert here.name(number).strip(), said
