"""The steps of all simulations of a deck: kept for motions that are carried along beside it."""

from __future__ import annotations

from ..deck.model import Move
from ..engine.script import Script
from .simulate import Accuracy

_FINE = {"dop853": 1e-10, "radau": 1e-9}  # error a step, in units of the mechanism


class Pace:
    """Written by the first walk, followed by those after `rewind`; as exact as derivatives are to be."""

    def __init__(self) -> None:
        self._scripts: list[Script] = []
        self._next = 0
        self._is_followed = False
        self._has_cycle = False

    @property
    def is_smooth(self) -> bool:
        """Whether what a walk beside reaches depends smoothly on the numbers of the deck."""
        return bool(self._scripts) and not self._has_cycle and all(script.is_smooth for script in self._scripts)

    def rewind(self) -> None:
        self._next, self._is_followed = 0, True
        for script in self._scripts:
            script.rewind()

    def accuracy(self, move: Move) -> Accuracy:
        """Heun's corrector ends where its tolerance says, which is not smooth."""
        method = "radau" if move.method == "radau" else "dop853"
        return Accuracy(method, _FINE[method], True)

    def script(self, is_cycle: bool) -> Script:
        """Of the next simulation; that of a periodic state, which is looked for, depends on more than its steps."""
        self._has_cycle = self._has_cycle or is_cycle
        if not self._is_followed:
            self._scripts.append(Script())
        found = self._scripts[self._next]
        self._next += 1
        return found
