"""Stress in elements with a `section`: where it is read, and the safety against yield."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import inf, isfinite
from typing import TYPE_CHECKING

from ..deck.model import Dynamic
from ..diagnostics import Diagnostic
from ..dynamics import SECTION
from ..dynamics.section import KEYED, SHAPES, YIELD, Bearing, BendingMoment, Lever, Stress, lever_of_length
from ..engine.coordinate import Coordinate, Partial
from ..engine.form import Form
from ..messages import diagnostic
from ..model.mechanism import Mechanism, Term
from ..outputs import STRESS
from .asking import Asked

if TYPE_CHECKING:
    from .result import Result


def section_of(mech: Mechanism, element: int) -> Dynamic:
    return next(line for line in mech.of(SECTION) if line.subject == element)


def stress_in(mech: Mechanism, element: int) -> Stress:
    """By N, the force along the element, and the moments at its ends."""
    line = section_of(mech, element)
    kind = mech.kind_of(mech.elements[element])
    terms = list(_terms(mech, element))
    along = [(mech.forms[term.row], term.factor) for form, term in terms if kind.mode_of(form) == 0]
    find = _moments_in_space if kind.is_spatial else _moments
    ends = find(mech, element, terms) if kind.bends else []
    return Stress(SHAPES[line.choice][2](*line.numbers[:-KEYED]), along, ends)


def _terms(mech: Mechanism, element: int) -> Iterator[tuple[str, Term]]:
    lines = [line.form for line in mech.lines if line.element == element]
    yield from zip(lines, mech.terms.get(element, ()), strict=True)


def _moments(mech: Mechanism, element: int, terms: list[tuple[str, Term]]) -> list[list[BendingMoment]]:
    """On the angle of each end, by all that the element measures with it."""
    at = mech.site.at(element)
    angles = [at[name] for name in ("bP", "bQ") if name in at]
    found = []
    for angle in angles:
        on_it: list[Bearing] = [(mech.forms[t.row], t.factor, lever) for _, t in terms for lever in _on(t.form, angle)]
        found.append([BendingMoment(on_it)])
    return found


def _on(form: Form, angle: Coordinate) -> Iterator[Lever]:
    for entry in form.entries:
        if entry.of is angle:
            yield partial(_slope, entry)


def _slope(entry: Partial) -> float:
    return entry.value


def _moments_in_space(mech: Mechanism, element: int, terms: list[tuple[str, Term]]) -> list[list[BendingMoment]]:
    """About z and y at P and Q: those of the bending forms (modes 1 … 4: y at P, Q, z at P, Q), and what N adds by
    the length along the bent axis."""
    kind = mech.kind_of(mech.elements[element])
    found = []
    for end in range(2):
        both = []
        for axis in (1, 0):
            own: list[Bearing] = []
            for form, t in terms:
                mode = kind.mode_of(form)
                if mode == 1 + 2 * axis + end:
                    own.append((mech.forms[t.row], t.factor, partial(float, 1.0)))
                elif mode == 0:
                    own.append((mech.forms[t.row], t.factor, partial(lever_of_length, t.form, end, axis)))
            both.append(BendingMoment(own))
        found.append(both)
    return found


# ---- safety


def stresses(mech: Mechanism) -> list[Asked]:
    """What has to be read off the motion: of elements with a yield strength."""
    if mech.job == "KIN ANA":
        return []
    return [(STRESS.word, (line.subject,), ()) for line in mech.of(SECTION) if line.numbers[YIELD] > 0]


def worst_stresses(result: Result) -> Iterator[tuple[Dynamic, float, int]]:
    """Of every section with a yield strength: the largest stress, and its position from 1."""
    for word, (element,), _ in stresses(result.mechanism):
        history = [value if isfinite(value) else -inf for value in result.quantity(word, (element,))]
        row = max(range(len(history)), key=history.__getitem__, default=0)
        if history and history[row] > -inf:
            yield section_of(result.mechanism, element), float(history[row]), row + 1


def stress_findings(result: Result) -> Iterator[Diagnostic]:
    for line, most, position in worst_stresses(result):
        limit = line.numbers[YIELD]
        if most > limit:
            name = result.deck.names.element(line.subject)
            yield diagnostic(
                "R414",
                f"{name} yields: its stress is {most / limit:.3g} times its yield strength at position {position}",
                line.at(0),
                label=f"{most:.4g}, and {limit:g} at most",
                help="make the section thicker against forces, thinner against given deflections, or "
                "take another material",
            )
