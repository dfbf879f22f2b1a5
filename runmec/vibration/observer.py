"""What the engine has found at its row, as matrices and what follows from them, once a row."""

from __future__ import annotations

from math import pi

from ..engine.linear import Linear
from ..engine.replay import Replay
from ..model.mechanism import Mechanism
from .eigen import GROWS
from .freedoms import freedoms_of, make_linear, stiffness_of
from .linearisation import Linearisation, read_off


class Observer:
    def __init__(self, mech: Mechanism, replay: Replay) -> None:
        self.mech = mech
        self.linear: Linear = make_linear(mech, replay)
        self.rows = freedoms_of(mech)
        self._elastic = stiffness_of(mech)
        self._seen = -1
        self._now: Linearisation | None = None

    @property
    def now(self) -> Linearisation:
        """At the row that was looked at last."""
        if self._now is None or self._seen != self.linear.found:
            self._now, self._seen = self.read(False), self.linear.found
        return self._now

    def read(self, is_whole: bool) -> Linearisation:
        return read_off(self.mech, self.linear, self.rows, self._elastic, is_whole)

    def least_stiffness(self) -> float:
        return self.now.least_stiffness

    def frequency(self, number: int) -> float:
        """Without damping; in decks with states with everything, for damping belongs to them."""
        if self.mech.variables.states:
            one = self.pair(number)
            return -abs(one) / (2.0 * pi) if one.real > GROWS * abs(one) else abs(one) / (2.0 * pi)
        found = self.now.frequencies
        return float(found[number - 1]) if number <= len(found) else float("nan")

    def pair(self, number: int) -> complex:
        """A pair of eigenvalues with everything in them; no number where there are no more."""
        found = self.now.pairs
        return complex(found[number - 1]) if number <= len(found) else complex("nan")

    def load_factor(self, number: int) -> float:
        found = self.now.load_factors
        return float(found[number - 1]) if number <= len(found) else float("nan")
