"""Forces that equilibrium alone does not give, and the buffers that have no number therefore."""

from __future__ import annotations

from collections.abc import Iterator

from ..deck.mobility import numbers
from ..deck.model import Deck, Store
from ..deck.needs import needed
from ..diagnostics import Diagnostic
from ..engine.selfstress import SelfStress
from ..messages import diagnostic
from .places import told, without_number
from .result import Result

UNDETERMINED = "R423"
_SHOWN = 12


def undetermined_findings(result: Result, stress: SelfStress | None) -> Iterator[Diagnostic]:
    """Forces that equilibrium alone does not give, and that no elasticity shares out."""
    mech = result.mechanism
    rows = [row for row, unknown in enumerate(stress.unknown) if unknown] if stress is not None else []
    if not rows:
        return
    deck = result.deck
    names = [mech.names.parameter(mech.parameters[row]) for row in rows]
    missing = {}
    for store in deck.stores:
        absent = without_number(store, result.stored[store.buffer])
        if any(absent) and is_of_forces(deck, store):
            missing[deck.names.buffer(store.buffer)] = absent
    span = next(form.at(0) for form in deck.forms if form.parameter == mech.parameters[rows[0]])
    where = told(result, [any(row) for row in zip(*missing.values(), strict=True)]) if missing else ""
    notes = (f"without a value: buffer{'s' * (len(missing) > 1)} {numbers([*missing], len(missing))} in {where}",)
    yield diagnostic(
        UNDETERMINED,
        f"the forces in {numbers(names, _SHOWN)} are not determined by equilibrium",
        span,
        label="more is prescribed here than forces can be told of",
        notes=notes if missing else (),
        help="give what yields its elasticity (`flex`, `stiff`), or write `share` in DYNAMICS: forces as "
        "equally elastic parameters would have them",
    )


def is_of_forces(deck: Deck, store: Store) -> bool:
    """Whether a buffer holds what hangs on forces, or is calculated from such."""
    return any(one.kind.needs_forces for one in needed(deck.stores, [store.buffer]))
