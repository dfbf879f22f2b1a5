"""Whatever numbers a deck has, it ends, without a traceback; what it would take is known before it is taken."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import runmec
from runmec.deck import check, loads
from runmec.deck.model import Deck
from runmec.diagnostics import has_errors
from runmec.results.result import Result

from .linkages import fourbar

EXAMPLE = (Path(__file__).parent.parent / "inputs" / "example8.mec").read_text()
VALUES = ["0", "1e-9", "-1e9", "1e-300", "1e99", "-1e99"]
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?![\w.])")
PLACES = list(NUMBER.finditer(EXAMPLE))


def result_of(deck: Deck) -> Result | str:
    try:
        result = runmec.run(deck)
    except runmec.CalculationError as fault:
        return fault.diagnostic.code
    assert len(result.buffers) == len(deck.stores)
    return result


def of_example(old: str, new: str) -> Result | str:
    assert old in EXAMPLE
    return result_of(loads(EXAMPLE.replace(old, new)))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("value", VALUES)
def test_extreme_numbers_in_the_published_deck(value: str) -> None:
    for place in PLACES:
        if "tstepe" in EXAMPLE[: place.start()].rsplit("\n", 1)[-1] and abs(float(value)) > 1:
            continue  # as many turns take their time: below
        deck, told = check(EXAMPLE[: place.start()] + value + EXAMPLE[place.end() :], "deck", {})
        if deck is not None and not has_errors(told):
            result_of(deck)


@pytest.mark.parametrize("factor", ["1e-9", "1e-20", "1e-300", "1e99"])
def test_a_factor_that_takes_the_inverse_away(factor: str) -> None:
    of_example("4 lenl 4 4 1\n", f"4 lenl 4 4 {factor}\n")


def test_a_start_without_inverse() -> None:
    of_example("        15 0.5", "        15 1e-20")


@pytest.mark.parametrize("moves", ["tstepe 120 0.20944 1e-300 0", "tstepe 120 1e-300 30 0", "tstepe 120 0.2 -1e-300 0"])
def test_moves_that_hardly_move(moves: str) -> None:
    """All rows are the start."""
    result = of_example("tstepe 120 0.20944 30.0 0.0", moves)
    assert not isinstance(result, str)
    assert result.complete
    assert np.max(np.abs(result["x16"] - result["x16"][0])) < 1e-12


def test_a_long_estimate_ends() -> None:
    assert of_example("  para 4 0.6", "  para 9 99999999\n        4 0.6") == "R401"


@pytest.mark.parametrize("far", [1e5, 1e7, 1e9, 1e12])
def test_a_far_point_does_not_count(far: float) -> None:
    """A spring of constant force towards a point far away: the links close as without it."""
    text = fourbar(extra="spring -4 0 10\nuniform 3 1")
    text = text.replace("  nr dof", "       8 lenl 4 -4 1\n  nr dof").replace(
        "  form 1", "       4 BIN 7 8 21 22\n  form 1"
    )
    text = text.replace("  xfix 1 0", f"  xfix 21 {far}\n       22 0\n       1 0")
    result, alone = runmec.run(loads(text)), runmec.run(loads(fourbar()))
    assert result.complete
    assert np.max(np.abs(result["x7"] - alone["x7"])) < 1e-12


@pytest.mark.parametrize("steps", [99_999_999, 999_999_999])
def test_more_rows_than_memory_are_refused_with_figures(steps: int) -> None:
    """While reading (D211) or before the run (R412): both name the bytes."""
    deck, told = check(EXAMPLE.replace("tstepe 120", f"tstepe {steps}"), "deck", {})
    if deck is not None and not has_errors(told):
        with pytest.raises(runmec.CalculationError, match=r"B of memory, .*B are free"):
            runmec.run(deck)
    else:
        assert any(re.search(r"[GT]B", one.message) for one in told if one.code == "D211")


@pytest.mark.parametrize("what", ["motion", "forces"])
def test_an_interrupt_in_given_motion_keeps_rows(what: str) -> None:
    """Ctrl-C when a third is done: what was reached is there, and the message tells how much."""

    def interrupt(task: str, part: float) -> None:
        if task == what and part > 0.3:
            raise KeyboardInterrupt

    result = runmec.run(loads(EXAMPLE.replace("tstepe 120 0.20944", "tstepe 4000 7")), interrupt)
    assert result.failure is not None
    assert result.failure.code == "R408"
    assert 1000 < len(result) < 4001
    assert f"position {len(result)} of" in result.failure.message
