"""Every number that a deck of inputs/ is held to, beside what runmec finds."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

import numpy as np

import runmec
from runmec.examples import Example, examples
from runmec.results.result import Result


class Compared(NamedTuple):
    deck: str
    what: str
    at: int | str
    reference: float
    found: float
    within: float
    size: float  # largest value of the quantity in the whole run
    source: str

    @property
    def deviation(self) -> float:
        return abs(self.found - self.reference)

    @property
    def relative(self) -> float:
        """Deviation as a part of how large the quantity becomes; itself, where that is zero to rounding."""
        return self.deviation / self.size if self.size > 1e-9 else self.deviation

    @property
    def place(self) -> str:
        return f"position {self.at}" if isinstance(self.at, int) else self.at


@cache
def calculated(example: Example) -> Result:
    return runmec.run(example.path)


def compared(example: Example) -> list[Compared]:
    result = calculated(example)
    expected = tomllib.loads(example.path.with_suffix(".toml").read_text(encoding="utf-8"))["expect"]
    found = []
    for e in expected:
        history = result[e["what"]]
        size = float(np.nanmax(np.abs(history)))
        found.append(
            Compared(
                example.name, e["what"], e["at"], e["value"], value(history, e["at"]), e["within"], size, e["source"]
            )
        )
    return found


def all_compared() -> list[Compared]:
    return [row for example in examples() for row in compared(example)]


def value(history: np.ndarray, at: int | str) -> float:
    """A position counted from 1, or least, most, mean."""
    if isinstance(at, int):
        return float(history[at - 1])
    return float({"least": np.min, "most": np.max, "mean": np.mean}[at](history))
