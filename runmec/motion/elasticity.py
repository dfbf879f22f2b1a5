"""Inputs that their own elasticity drives in DYN SIM: their stiffness (8.38, inverted)."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from ..engine.flexible import compliance
from ..forces.elasticity import Elasticity
from ..model.build import elastic_modes
from ..model.mechanism import Mechanism

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]


def elastic_inputs(mech: Mechanism) -> Elasticity | None:
    """Inputs with `flex` or `stiff` and without a motor, about their values without deformation.

    Flexible parameters that are no such inputs are taken as rigid here.
    """
    deck = mech.deck
    if deck.job != "DYN SIM" or not (deck.flexes or deck.stiffs):
        return None
    import numpy as np

    F = flexibility_matrix(mech)
    flexible = np.flatnonzero(np.diag(F) > 0)
    driven = {motor.input - 1 for motor in deck.motors}
    chosen = [k for k, row in enumerate(flexible) if row >= mech.m.start and row - mech.m.start not in driven]
    if not chosen:
        return None
    S = np.linalg.inv(F[np.ix_(flexible, flexible)])[np.ix_(chosen, chosen)]
    rows = [int(flexible[k]) for k in chosen]
    return Elasticity([mech.forms[row] for row in rows], [mech.rest[row] for row in rows], S.ravel().tolist())


def flexibility_matrix(mech: Mechanism) -> Floats:
    """Of all prescribed parameters: `flex` on the diagonal, `stiff` by (8.38)."""
    import numpy as np

    deck = mech.deck
    F = np.zeros((mech.prescribed, mech.prescribed))
    for flex in deck.flexes:
        row = mech.row[flex.parameter]
        F[row, row] += flex.flexibility
    for stiff in deck.stiffs:
        length = rest_length(mech, stiff.element)
        uses, stiffness = elastic_modes(deck, stiff.element), [stiff.EA, stiff.EI, *stiff.beyond]
        for i, p, factor in uses:
            for j, other, other_factor in uses:
                F[mech.row[p], mech.row[other]] += factor * compliance(i, j, length, stiffness) * other_factor
    return F


def rest_length(mech: Mechanism, element: int) -> float:
    """Of a beam: as prescribed, if a parameter prescribes it alone; else as assembled."""
    held = "lens" if mech.deck.kinds[mech.elements[element].kind].is_spatial else "lenl"
    lines = [f for f in mech.deck.forms if f.element == element and f.form == held and f.parameter > 0]
    alone = [f for f in lines if len(mech.forms_of[f.parameter]) == 1]
    if alone:
        return mech.rest[mech.row[alone[0].parameter]] / alone[0].factor
    P, Q = (mech.points(mech.elements[element])[p] for p in ("P", "Q"))
    at = [place.x() if not mech.rest else place.start for place in mech.places]
    return hypot(*(at[q] - at[p] for p, q in zip(P, Q, strict=True)))
