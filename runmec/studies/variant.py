"""One variant of a deck after the other: moved and read, without balances and warnings, each from its neighbour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..calculate import CalculationError
from ..deck.model import Deck, Para
from ..deck.variant import with_values
from ..diagnostics import DeckError
from ..forces.elasticity import Elasticity
from ..model.build import build
from ..model.mechanism import Mechanism
from ..model.renewal import renewed
from ..motion.assembly import Neighbour, Unassembled, assemble, singular_group
from ..motion.elasticity import elastic_inputs
from ..motion.positions import Positions
from ..motion.walk import walk
from ..results.asking import Asked
from ..results.findings import ended_early
from ..results.memory import refuse_too_much
from ..results.quantities import read_quantities
from ..results.result import asked
from .asking import buffers_needed
from .duals import Dual
from .figures import Histories, ends_of, figures
from .names import Number, defined
from .sensitivity import derivatives

Floats = NDArray[Any]


class Failed(Exception):
    """A variant that has no figures; the text says why."""


@dataclass
class Moved:
    """The motion of a variant: what is needed of a Result."""

    deck: Deck
    mechanism: Mechanism
    positions: Positions
    elasticity: Elasticity | None
    left_branch: bool

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def calculates_forces(self) -> bool:
        return self.deck.job != "KIN ANA"

    def quantities(self, wanted: Sequence[Asked]) -> list[Floats]:
        return list(read_quantities(self.mechanism, self.elasticity, self.positions, wanted))

    def histories(self) -> Histories:
        deck = self.deck
        needed = buffers_needed(deck)
        by_buffer = {store.buffer: asked(store) for store in deck.stores}
        found = self.quantities([by_buffer[number] for number in needed]) if needed else []
        inputs = self.positions.inputs
        first = inputs[0] if len(inputs) else np.zeros(len(self))
        return Histories(self.positions.time, first, dict(zip(needed, found, strict=True)), ends_of(deck, len(self)))

    def figures(self) -> list[float]:
        """nan where one has no value."""
        return [float(dual.value) for dual in figures(self.deck, self.histories())]

    def figures_by(self, numbers: Sequence[Number]) -> list[Dual]:
        """With their derivatives."""
        deck, plain = self.deck, self.histories()
        needed = buffers_needed(deck)
        by_buffer = {store.buffer: asked(store) for store in deck.stores}
        wanted: list[Asked] = [by_buffer[number] for number in needed]
        wanted += [("buftime", (), ())] + ([("bufinp", (1,), ())] if deck.inputs else [])
        by, _ = derivatives(self, wanted, numbers)
        buffers_by = {number: by[:, k] for k, number in enumerate(needed)}
        full = replace(plain, names=len(numbers), buffers_by=buffers_by, time_by=by[:, len(needed)],
                       input_by=by[:, len(needed) + 1] if deck.inputs else None)  # fmt: skip
        return figures(deck, full, defined(deck, numbers))


class Variants:
    """Variants of one deck. Each starts from the position of the one before, on its branch.

    What is found depends on the order of the variants to the last bit only; a new object begins with the deck itself.
    They share one mechanism, which takes other numbers: what is asked of a variant is asked before the next one moves.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.left_branch = 0  # how often the branch of the one before could not be continued
        self._neighbour: Neighbour | None = None
        self._mech: Mechanism | None = None
        refused = refuse_too_much(deck)
        if refused is not None:
            raise CalculationError(refused)

    def begin(self) -> None:
        """The position of the deck as it is, if it has one, as the first neighbour."""
        mech = self._mechanism(self.deck)
        try:
            assemble(mech)
        except Unassembled:
            return
        if singular_group(mech) is None:
            self._neighbour = Neighbour.of(mech)

    def _mechanism(self, deck: Deck) -> Mechanism:
        if self._mech is None or not renewed(self._mech, deck):
            self._mech = build(deck)
        return self._mech

    def moved(self, values: Mapping[str, float], offsets: Mapping[int, float] | None = None) -> Moved:
        """With these values of DEFINE, and prescribed parameters changed by `offsets`; raises Failed."""
        try:
            deck = with_values(self.deck, values, with_warnings=False) if values else self.deck
        except DeckError as fault:
            raise Failed(next(d.message for d in fault.diagnostics if d.level == "error")) from None
        mech = self._mechanism(deck)
        if offsets:
            deck = _offset(mech, offsets)
            mech = self._mechanism(deck)
        try:
            assembled = assemble(mech, neighbour=self._neighbour)
        except Unassembled as fault:
            raise Failed(f"it cannot be assembled: {mech.parameter_label(fault.row)} misses "
                         f"{abs(fault.miss):.4g}") from None  # fmt: skip
        elasticity = elastic_inputs(mech)
        if singular_group(mech) is not None:
            raise Failed("its start position is singular")
        self._neighbour = Neighbour.of(mech)
        self.left_branch += assembled.left_branch
        positions = walk(mech, elasticity)
        stopped = ended_early(mech, positions)
        if positions.interrupted:
            raise KeyboardInterrupt
        if stopped is not None:
            raise Failed(stopped.message)
        return Moved(deck, mech, positions, elasticity, assembled.left_branch)


def _offset(mech: Mechanism, offsets: Mapping[int, float]) -> Deck:
    """Its deck with other values of prescribed parameters; one without `para` has the value of the estimate."""
    deck = mech.deck
    given = {para.parameter: para.value for para in deck.paras}
    for number, offset in offsets.items():
        form = mech.forms[mech.row[number]]
        form.look()
        given[number] = given.get(number, form.value) + offset
    return _with_paras(deck, given)


def _with_paras(deck: Deck, given: Mapping[int, float]) -> Deck:
    kept = [replace(para, value=given[para.parameter]) for para in deck.paras]
    known = {para.parameter for para in deck.paras}
    changed = replace(deck, paras=(*kept, *(Para(p, value) for p, value in given.items() if p not in known)))
    changed.__dict__["structure"] = deck.structure
    return changed
