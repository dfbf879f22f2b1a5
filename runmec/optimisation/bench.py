"""Variants of one deck on trial: their figures and histories, and how these change with the names that vary.

Every variant is assembled from the estimates of the deck, as `runmec run` does: what is found is what best.mec gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck
from ..diagnostics import DeckError
from ..model.build import build
from ..model.mechanism import Mechanism
from ..model.renewal import renewed
from ..motion.assembly import Unassembled, assemble, singular_group
from ..motion.elasticity import elastic_inputs
from ..motion.walk import walk
from ..results.asking import Asked
from ..results.result import asked
from ..studies.duals import Dual
from ..studies.figures import Histories, figures
from ..studies.names import Number, defined
from ..studies.sensitivity import derivatives
from ..studies.variant import Moved
from .problem import Problem
from .turning import hinges, turning, turning_by

Floats = NDArray[Any]
_NOTHING: Floats = np.zeros((0, 0))


class Motion(NamedTuple):
    """What figures are made of, and how far it stays from where it would stop; with derivatives once they are asked."""

    moved: Moved
    histories: Histories
    turning: Floats
    turning_by: Floats = _NOTHING  # (measures, names)


class Trial(NamedTuple):
    """A variant that was tried: its motion, or the reason why it has none."""

    x: Floats
    motion: Motion | None
    figures: Floats  # not numbers where there is no motion
    reason: str = ""


class Bench:
    """Tries variants; counts the runs, those with derivatives, and what variants without a motion fail by."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.runs = 0
        self.differentiated = 0
        self.failed: dict[str, int] = {}
        self._mech: Mechanism | None = None  # all variants share it; what is asked of an earlier one is moved anew

    def motion(self, x: Floats) -> Motion | str:
        """What the figures are made of, or why there is none."""
        self.runs += 1
        found = self._motion(x)
        if isinstance(found, str):
            self.failed[found] = self.failed.get(found, 0) + 1
        return found

    def _motion(self, x: Floats) -> Motion | str:
        problem = self.problem
        if not np.all(np.isfinite(x)):
            return "not a number"
        try:
            deck = problem.deck.with_values(**problem.named(x))
        except DeckError as fault:
            return next(told.message for told in fault.diagnostics if told.level == "error")
        return self._moved(deck)

    def _moved(self, deck: Deck) -> Motion | str:
        if self._mech is None or not renewed(self._mech, deck):
            self._mech = build(deck)
        return motion_of(self._mech)

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
        return figures(motion.moved.deck, motion.histories, self.defined(motion))

    def defined(self, motion: Motion, names: Sequence[int] | None = None) -> dict[str, Dual]:
        """Names of DEFINE, with derivatives to the names (all of them) if the motion has some."""
        return defined(motion.moved.deck, self.numbers(names) if motion.histories.names else [])

    def slopes(self, motion: Motion, names: Sequence[int] | None = None) -> Motion:
        """The motion of a variant with its derivatives to the names (all of them)."""
        self.differentiated += 1
        if motion.moved.mechanism.deck is not motion.moved.deck:
            again = self._moved(motion.moved.deck)
            assert not isinstance(again, str)
            motion = again
        moved, here = motion.moved, motion.histories
        deck, mech = moved.deck, moved.mechanism
        numbers = self.numbers(names)
        stores = {store.buffer: asked(store) for store in deck.stores}
        whole = names is None
        places = sorted({at for hinge in hinges(mech) for at in hinge.places()}) if whole else []
        wanted: list[Asked] = [stores[number] for number in here.buffers]
        wanted += [("buftime", (), ())] + ([("bufinp", (1,), ())] if deck.inputs else [])
        first = len(wanted)
        wanted += [("bufx0", (mech.coordinates[at],), ()) for at in places]
        by, _ = derivatives(moved, wanted, numbers)
        count = len(here.buffers)
        found = replace(
            here, names=len(numbers), buffers_by={number: by[:, k] for k, number in enumerate(here.buffers)},
            time_by=by[:, count], input_by=by[:, count + 1] if deck.inputs else None,
        )  # fmt: skip
        if not whole:
            return motion._replace(histories=found)
        x_by = {at: by[:, first + k] for k, at in enumerate(places)}
        return motion._replace(histories=found, turning_by=turning_by(mech, moved.positions.x, x_by, len(numbers)))


def motion_of(mech: Mechanism) -> Motion | str:
    """The motion of a deck with what its figures need; or why it is not complete."""
    deck = mech.deck
    try:
        assemble(mech, measured=False)
    except Unassembled:
        return "cannot be assembled"
    if singular_group(mech) is not None:
        return "starts in a singular position"
    elasticity = elastic_inputs(mech)
    positions = walk(mech, elasticity)
    if positions.interrupted:
        raise KeyboardInterrupt
    if len(positions) < deck.positions:
        return "does not turn" if deck.job != "DYN SIM" else "does not reach its end"
    moved = Moved(deck, mech, positions, elasticity, False)
    found = moved.histories()
    if not all(np.all(np.isfinite(history)) for history in found.buffers.values()):
        return "has buffers without a value"
    return Motion(moved, found, turning(mech, positions.x))
