"""One variant of a deck after the other: moved and read, without balances and warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.model import Deck
from ..diagnostics import DeckError
from ..motion.assembly import Unassembled
from ..motion.pace import Pace
from ..motion.positions import Positions
from ..motion.session import Session
from ..outputs import CLOCK, INPUT
from ..results.asking import Asked
from ..results.findings import ended_early
from ..results.quantities import read_quantities
from ..results.result import asked
from ..results.surplus import MISFIT
from .asking import buffers_needed
from .duals import Dual
from .figures import Histories, ends_of, figures
from .names import Number, defined
from .sensitivity import derivatives

Floats = NDArray[Any]


class Failed(Exception):
    """A variant that has no figures; the text says why."""


class DoesNotFit(Failed):
    """Rigid parameters that are more than needed contradict each other."""


def moved(
    session: Session, values: Mapping[str, float], offsets: Mapping[int, float] | None = None, pace: Pace | None = None
) -> Positions:
    """The rows of a variant of the deck, simulations at the pace of another one; raises Failed."""
    try:
        session.vary(values, offsets)
        assembled = session.assemble()
    except DeckError as fault:
        raise Failed(next(told.message for told in fault.diagnostics if told.level == "error")) from None
    except Unassembled as fault:
        raise Failed(
            f"it cannot be assembled: {session.estimated.parameter_label(fault.row)} misses {abs(fault.miss):.4g}"
        ) from None
    if assembled.singular is not None:
        raise Failed("its start position is singular")
    if assembled.misfit is not None:
        row, value, needed, _ = assembled.misfit
        raise DoesNotFit(f"{session.mechanism.parameter_label(row)} would have to be {needed:.9g}, not {value:.9g}")
    positions = session.move(pace=pace)
    if positions.interrupted:
        raise KeyboardInterrupt
    stopped = ended_early(session, positions)
    if stopped is not None:
        raise (DoesNotFit if stopped.code == MISFIT else Failed)(stopped.message)
    return positions


def begin(session: Session) -> None:
    """The position of the deck as it is, if it has one, as the first neighbour."""
    with suppress(Unassembled):
        session.assemble()


def histories(session: Session, positions: Positions) -> Histories:
    """What the figures of a variant are made of."""
    deck = session.deck
    needed = buffers_needed(deck)
    found = read_quantities(session, positions, _buffers(deck, needed))
    first = positions.inputs[0] if deck.inputs else np.zeros(len(positions))
    ends = ends_of(deck, len(positions))
    return Histories(positions.time, first, dict(zip(needed, found, strict=True)), ends)


def histories_by(
    session: Session, positions: Positions, plain: Histories, numbers: Sequence[Number], more: Sequence[Asked] = ()
) -> tuple[Histories, Floats]:
    """With their derivatives, and those of more quantities (numbers, quantities, rows)."""
    deck = session.deck
    wanted = [*_buffers(deck, list(plain.buffers)), (CLOCK.word, (), ())]
    wanted += [(INPUT.word, (1,), ())] if deck.inputs else []
    by, _ = derivatives(session, positions, [*wanted, *more], numbers)
    count = len(plain.buffers)
    full = replace(
        plain,
        names=len(numbers),
        buffers_by={number: by[:, k] for k, number in enumerate(plain.buffers)},
        time_by=by[:, count],
        input_by=by[:, count + 1] if deck.inputs else None,
    )
    return full, by[:, len(wanted) :]


def figures_by(session: Session, positions: Positions, numbers: Sequence[Number]) -> list[Dual]:
    """The figures of a variant with their derivatives."""
    full, _ = histories_by(session, positions, histories(session, positions), numbers)
    return figures(session.deck, full, defined(session.deck, numbers))


def _buffers(deck: Deck, numbers: Sequence[int]) -> list[Asked]:
    stores = {store.buffer: asked(store) for store in deck.stores}
    return [stores[number] for number in numbers]
