"""Variants of one deck on trial: their figures and histories, and how these change with the names that vary.

Every variant is assembled from the estimates of the deck, as `runmec run` does: what is found is what best.mec gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck
from ..diagnostics import DeckError
from ..motion.assembly import Unassembled
from ..motion.positions import Positions
from ..motion.session import Session
from ..outputs import PLACE
from ..results.asking import Asked
from ..studies.duals import Dual
from ..studies.figures import Histories, figures
from ..studies.names import Number, defined
from ..studies.variant import histories, histories_by
from .problem import Problem
from .turning import hinges, turning, turning_by

Floats = NDArray[Any]
_NOTHING: Floats = np.zeros((0, 0))


class Motion(NamedTuple):
    """What figures are made of, and how far it stays from where it would stop; with derivatives once they are asked."""

    deck: Deck
    positions: Positions
    histories: Histories
    turning: Floats
    turning_by: Floats = _NOTHING  # (measures, names)


class Trial(NamedTuple):
    """A variant that was tried: its motion, or the reason why it has none."""

    x: Floats
    motion: Motion | None
    figures: Floats  # not numbers where there is no motion
    reason: str = ""


class Objective:
    """Tries variants; counts the runs, those with derivatives, and what variants without a motion fail by.

    `heed` is asked before every run whether more are wanted, and raises KeyboardInterrupt where not.
    """

    def __init__(self, problem: Problem, heed: Callable[[], None] = lambda: None) -> None:
        self.problem, self.heed = problem, heed
        self.runs = 0
        self.differentiated = 0
        self.failed: dict[str, int] = {}
        self.session = Session(problem.deck)

    def motion(self, x: Floats) -> Motion | str:
        """What the figures are made of, or why there is none."""
        self.runs += 1
        found = self._motion(x)
        if isinstance(found, str):
            self.failed[found] = self.failed.get(found, 0) + 1
        return found

    def _motion(self, x: Floats) -> Motion | str:
        if not np.all(np.isfinite(x)):
            return "not a number"
        try:
            self.session.vary(self.problem.named(x))
        except DeckError as fault:
            return next(told.message for told in fault.diagnostics if told.level == "error")
        return self._moved()

    def _moved(self) -> Motion | str:
        self.heed()
        session, deck = self.session, self.session.deck
        try:
            singular = session.assemble(measured=False).singular
        except Unassembled:
            return "cannot be assembled"
        if singular is not None:
            return "starts in a singular position"
        positions = session.move()
        if positions.interrupted:
            raise KeyboardInterrupt
        if len(positions) < deck.positions:
            return "does not turn" if deck.job != "DYN SIM" else "does not reach its end"
        found = histories(session, positions)
        if not all(np.all(np.isfinite(history)) for history in found.buffers.values()):
            return "has buffers without a value"
        return Motion(deck, positions, found, turning(session.mechanism, positions.x))

    def trial(self, x: Floats) -> Trial:
        found = self.motion(x)
        if isinstance(found, str):
            return Trial(x, None, np.full(len(self.problem.deck.figures), np.nan), found)
        return Trial(x, found, np.array([float(dual.value) for dual in self.duals(found)]))

    def numbers(self, names: Sequence[int] | None = None) -> list[Number]:
        which = range(len(self.problem.names)) if names is None else names
        return [Number(self.problem.names[at]) for at in which]

    def duals(self, motion: Motion) -> list[Dual]:
        """All figures, with the derivatives that the motion has."""
        return figures(motion.deck, motion.histories, self.defined(motion))

    def defined(self, motion: Motion, names: Sequence[int] | None = None) -> dict[str, Dual]:
        """Names of DEFINE, with derivatives to the names (all of them) if the motion has some."""
        return defined(motion.deck, self.numbers(names) if motion.histories.names else [])

    def slopes(self, motion: Motion, names: Sequence[int] | None = None) -> Motion:
        """The motion of a variant with its derivatives to the names (all of them)."""
        self.differentiated += 1
        session = self.session
        if session.deck is not motion.deck:  # all variants share it; what is asked of an earlier one is moved anew
            session.take(motion.deck)
            again = self._moved()
            assert not isinstance(again, str)
            motion = again
        numbers, mech = self.numbers(names), session.mechanism
        places = sorted({at for hinge in hinges(mech) for at in hinge.places()}) if names is None else []
        wanted: list[Asked] = [(PLACE.word, (mech.numbers[at],), ()) for at in places]
        found, by = histories_by(session, motion.positions, motion.histories, numbers, wanted)
        if names is not None:
            return motion._replace(histories=found)
        x_by = {at: by[:, k] for k, at in enumerate(places)}
        return motion._replace(histories=found, turning_by=turning_by(mech, motion.positions.x, x_by, len(numbers)))
