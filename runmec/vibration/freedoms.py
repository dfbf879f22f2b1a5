"""What can vibrate: the freedoms of a mechanism, what they are held by, and the beams that bend with them."""

from __future__ import annotations

from math import pi, remainder
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..dynamics import STIFF, UNIFORM
from ..elements import BENDING, CHORD
from ..engine.bent import BentMass
from ..engine.bow import Bow
from ..engine.form import Form
from ..engine.linear import SOURCES, Linear
from ..engine.load import Load
from ..engine.replay import Replay
from ..engine.state_slopes import LinearWithStates
from ..model.mechanism import Mechanism, Term
from ..motion.elasticity import elastic_inputs, flexibility_matrix, rest_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]


def freedoms_of(mech: Mechanism) -> list[int]:
    """Rows: what is elastic and the inputs that find their motion or rest, else all that have `flex` or `stiff`."""
    if mech.is_driven:
        others = {k for k, _, _ in mech.given}.union(mech.held_inputs)
        return [row for k, row in enumerate(mech.freedoms) if k not in others]
    return [row for row in _flexible(mech) if not mech.forms[row].is_surplus]


def _flexible(mech: Mechanism) -> list[int]:
    return [int(row) for row in np.flatnonzero(np.diag(np.array(flexibility_matrix(mech))) > 0)]


class Stiffness(NamedTuple):
    """By elasticity, the inverse of the flexibility (8.38): of parameters that are freedoms, or that follow them."""

    forms: list[Form]
    S: Floats

    def of(self, freedoms: list[Form], first: Floats) -> Floats:
        """K of the freedoms, x' of which are columns of `first`; a surplus parameter follows by D·x'."""
        T = np.zeros((len(self.forms), len(freedoms)))
        for at, form in enumerate(self.forms):
            if form in freedoms:
                T[at, freedoms.index(form)] = 1.0
            else:
                T[at] = sum(entry.value * first[entry.of.at] for entry in form.entries if entry.of.moving)
        return T.T @ self.S @ T


def stiffness_of(mech: Mechanism) -> Stiffness:
    """Where what drives is given, of what its elasticity drives; else of all that yields."""
    if not mech.is_driven:
        rows = _flexible(mech)
        S = np.linalg.inv(np.array(flexibility_matrix(mech))[np.ix_(rows, rows)]) if rows else np.zeros((0, 0))
        return Stiffness([mech.forms[row] for row in rows], S)
    elastic = elastic_inputs(mech)
    if elastic is None:
        return Stiffness([], np.zeros((0, 0)))
    return Stiffness(elastic.on, np.reshape(list(elastic.stiffness), (len(elastic.on), len(elastic.on))))


def make_linear(mech: Mechanism, replay: Replay) -> Linear:
    rows = freedoms_of(mech)
    forms = [mech.forms[row] for row in rows]
    motors: list[Load] = [*mech.motors, *([mech.carriers] if mech.carriers is not None else [])]
    kind = LinearWithStates if mech.variables.states else Linear
    return kind(replay, forms, [mech.unit(form) for form in forms], motors, _bows(mech, len(rows)), _bent(mech))


def _terms(mech: Mechanism, element: int) -> list[tuple[str, Term]]:
    """What an element measures, by the word of its form."""
    lines = [line.form for line in mech.lines if line.element == element]
    return list(zip(lines, mech.terms.get(element, ()), strict=True))


def _bent(mech: Mechanism) -> list[BentMass]:
    """Of every beam with a uniform mass that bends at both ends; one that follows its bent axis knows it by itself."""
    found = []
    flexible = {line.subject for line, _ in mech.made_of(STIFF) if len(line.numbers) > 1 and line.numbers[1]}
    for uniform, _ in mech.made_of(UNIFORM):
        ends = {form: term.form for form, term in _terms(mech, uniform.subject) if form in BENDING}
        if uniform.subject in flexible and len(ends) == 2 and not mech.site.follows_axis(uniform.subject):
            places = [mech.coordinates[mech.index[number]] for number in mech.elements[uniform.subject].coordinates]
            start = mech.at_start[uniform.subject]
            rest = [form.value - remainder(form.value - start[end], 2.0 * pi) for end, form in sorted(ends.items())]
            at_P, at_Q = (ends[end] for end in BENDING)
            found.append(BentMass(uniform.numbers[0], places, at_P, at_Q, rest, list(mech.gravity)))
    return found


def _bows(mech: Mechanism, freedoms: int) -> list[Bow]:
    """Of every beam whose bending stiffness is given."""
    found = []
    for stiff, _ in mech.made_of(STIFF):
        _, EI, *beyond = [*stiff.numbers, 0.0]
        beyond = beyond[:-1]
        terms = _terms(mech, stiff.subject)
        if not EI or beyond or mech.site.follows_axis(stiff.subject):
            continue  # lens tells by itself how much bending shortens
        ends = [next((term.form for form, term in terms if form == end), None) for end in BENDING]
        along = [term for form, term in terms if form == CHORD]
        found.append(
            Bow(
                ends[0],
                ends[1],
                [mech.forms[term.row] for term in along],
                [term.factor for term in along],
                rest_length(mech, stiff.subject),
                freedoms,
                SOURCES,
            )
        )
    return found
