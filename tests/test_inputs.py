"""Every deck of inputs/ is held to its numbers; their sources stand beside them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runmec

INPUTS = Path(__file__).parent.parent / "inputs"
NAMES = sorted(path.stem for path in INPUTS.glob("*.mec"))


def test_there_are_enough_decks_and_all_have_numbers() -> None:
    assert len(NAMES) >= 30
    assert sorted(path.stem for path in INPUTS.glob("*.toml")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_deck_meets_its_numbers(name: str) -> None:
    result = runmec.run(INPUTS / f"{name}.mec")
    expectations = tomllib.loads((INPUTS / f"{name}.toml").read_text(encoding="utf-8"))["expect"]
    assert len(expectations) >= 2
    for expect in expectations:
        assert expect["source"].strip(), "a number without a source"
        value = _value(result[expect["what"]], expect["at"])
        assert value == pytest.approx(expect["value"], abs=expect["within"]), expect


def _value(history: np.ndarray, at: Any) -> float:
    if isinstance(at, int):
        return float(history[at - 1])
    return float({"least": np.min, "most": np.max, "mean": np.mean}[at](history))
