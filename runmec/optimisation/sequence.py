"""Points that fill a box evenly, however many are taken: multiples of irrational numbers (Kronecker's sequence)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


class Sequence:
    """Point n is (begin + n·α) mod 1, α the roots of the primes: no other numbers are further from all fractions.

    The seed gives the beginning.
    """

    def __init__(self, dimensions: int, seed: int) -> None:
        self._steps = np.sqrt(np.array(_primes(dimensions), dtype=float)) % 1.0
        self._begin = np.random.default_rng(seed).random(dimensions)

    def point(self, number: int) -> Floats:
        return np.asarray((self._begin + number * self._steps) % 1.0)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found
