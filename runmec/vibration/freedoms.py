"""What can vibrate: the freedoms of a mechanism, what they are held by, and the beams that bend with them."""

from __future__ import annotations

from math import pi, remainder
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.bent import BentMass
from ..engine.bow import Bow
from ..engine.linear import SOURCES, Linear
from ..engine.replay import Replay
from ..model.mechanism import Mechanism, Term
from ..motion.elasticity import elastic_inputs, flexibility_matrix, rest_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]


def freedoms_of(mech: Mechanism) -> list[int]:
    """Rows of parameters: in DYN SIM the inputs that are not given, else all that have `flex` or `stiff`."""
    if mech.deck.job == "DYN SIM":
        given = {k for k, _, _ in mech.given}
        return [mech.m.start + k for k in range(mech.inputs) if k not in given]
    return [int(row) for row in np.flatnonzero(np.diag(flexibility_matrix(mech)) > 0)]


def stiffness_of(mech: Mechanism, rows: list[int]) -> Floats:
    """By elasticity: the inverse of the flexibility (8.38)."""
    S = np.zeros((len(rows), len(rows)))
    if mech.deck.job != "DYN SIM":
        return np.linalg.inv(flexibility_matrix(mech)[np.ix_(rows, rows)]) if rows else S
    elastic = elastic_inputs(mech)
    if elastic is not None:
        at = [next(k for k, row in enumerate(rows) if mech.forms[row] is form) for form in elastic.on]
        S[np.ix_(at, at)] = np.reshape(list(elastic.stiffness), (len(at), len(at)))
    return S


def make_linear(mech: Mechanism, replay: Replay) -> Linear:
    rows = freedoms_of(mech)
    forms = [mech.forms[row] for row in rows]
    return Linear(replay, forms, [mech.unit(form) for form in forms], mech.motors, _bows(mech, len(rows)),
                  _bent(mech))  # fmt: skip


def _terms(mech: Mechanism, element: int) -> list[tuple[str, Term]]:
    """What an element measures, by the word of its form."""
    lines = [line.form for line in mech.deck.forms if line.element == element]
    return list(zip(lines, mech.terms.get(element, ()), strict=True))


def _bent(mech: Mechanism) -> list[BentMass]:
    """Of every beam with a uniform mass that bends at both ends."""
    found = []
    flexible = {stiff.element for stiff in mech.deck.stiffs if stiff.EI}
    for uniform in mech.deck.uniforms:
        ends = {form: term.form for form, term in _terms(mech, uniform.element) if form in ("angp", "angq")}
        if uniform.element in flexible and len(ends) == 2:
            places = [mech.places[mech.index[number]] for number in mech.elements[uniform.element].coordinates]
            start = mech.at_start[uniform.element]
            rest = [form.value - remainder(form.value - start[end], 2.0 * pi) for end, form in sorted(ends.items())]
            found.append(BentMass(uniform.mass, places, ends["angp"], ends["angq"], rest, list(mech.gravity)))
    return found


def _bows(mech: Mechanism, freedoms: int) -> list[Bow]:
    """Of every beam whose bending stiffness is given."""
    found = []
    for stiff in mech.deck.stiffs:
        if not stiff.EI or stiff.beyond:  # in space lens tells by itself how much bending shortens
            continue
        terms = _terms(mech, stiff.element)
        ends = [next((term.form for form, term in terms if form == end), None) for end in ("angp", "angq")]
        along = [term for form, term in terms if form == "lenl"]
        found.append(Bow(ends[0], ends[1], [mech.forms[term.row] for term in along], [term.factor for term in along],
                         rest_length(mech, stiff.element), freedoms, SOURCES))  # fmt: skip
    return found
