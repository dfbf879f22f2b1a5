"""How gears, couples and programs change with numbers of the deck: leans for their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import tan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..deck.couples import couples_of
from ..deck.model import Deck, Program
from ..elements.gear import Mesh
from ..elements.rack import RackMesh
from ..engine.coupled import Reprogrammed
from ..engine.form import SHIFTS, SMALL_SHIFT, Composed
from ..engine.lean import Lean
from ..engine.program import Program as Function
from ..forces.separation import Separation
from ..laws.programs import Segment, make_program
from ..model.mechanism import Mechanism
from .duals import Dual
from .names import slopes

Floats = NDArray[Any]
Leaning = Callable[[Any, int, Floats], None]  # rates of an object, which of them, derivatives to all numbers
Names = Mapping[str, Dual]


class CannotFollow(Exception):
    """The text says what."""


def lean_couples(mech: Mechanism, names: Names, count: int, lean: Leaning) -> None:
    """Factors of couples stand behind those of forms."""
    lines = mech.forms_of
    for parameter in {couple.parameter for couple in mech.deck.couples}:
        form = mech.forms[mech.row[parameter]]
        assert isinstance(form, Composed)
        for at, couple in enumerate(couples_of(mech.deck, parameter), start=len(lines.get(parameter, ()))):
            lean(form.factors_by, at, slopes(couple, names, count).get(("factor", -1), np.zeros(count)))


def program_leans(mech: Mechanism, names: Names, count: int) -> Iterator[tuple[int, Lean]]:
    """Number, and what it does to a coupled parameter."""
    for program in mech.deck.programs:
        by = [_values_by(segment, names, count) for segment in program.segments]
        for k in range(count):
            own = [values[:, k] for values in by]
            if any(np.any(part) for part in own):
                beside, step = _beside(program, own)
                for couple, coupled in mech.coupled:
                    if couple.program == program.number:
                        yield k, Reprogrammed(coupled, beside, step)


def _values_by(segment: Any, names: Names, count: int) -> Floats:
    own = slopes(segment, names, count)
    return np.array([own.get(("values", at), np.zeros(count)) for at in range(len(segment.values))])


def _beside(program: Program, by: list[Floats]) -> tuple[list[Function], float]:
    """The program at SHIFTS·step of the number."""
    first = program.segments[0]
    if first.law == "points" and first.values[1] == first.values[-1] and by[0][1] != by[0][-1]:
        raise CannotFollow("a closed program that opens")
    largest = max(
        float(np.max(np.abs(part))) / max(map(abs, segment.values))
        for part, segment in zip(by, program.segments, strict=True)
    )
    step = SMALL_SHIFT / largest
    found = []
    for shift in SHIFTS:
        moved = [
            Segment(segment.law, tuple(float(v + shift * step * d) for v, d in zip(segment.values, part, strict=True)))
            for part, segment in zip(by, program.segments, strict=True)
        ]
        found.append(make_program(moved))
    return found, step


def meshes(mech: Mechanism) -> list[tuple[int, Mesh | RackMesh]]:
    """Element and form of every pair of gears."""
    return [(number, term.form) for number, terms in mech.terms.items() for term in terms
            if isinstance(term.form, Mesh | RackMesh)]  # fmt: skip


def lean_radii(mech: Mechanism, names: Names, count: int, lean: Leaning) -> None:
    by = _data_by(mech.deck, names, count)
    for number, form in meshes(mech):
        for at in range(len(form.rates) - 1):
            lean(form.rates, at, by(number, at))


def lean_flanks(mech: Mechanism, names: Names, count: int, lean: Leaning) -> None:
    """Pressure angles: the share of the tooth force that pushes is ±tan α."""
    by = _data_by(mech.deck, names, count)
    for number, form in meshes(mech):
        at = len(form.rates) - 1
        angle = mech.deck.data_of(mech.elements[number])[at]
        pressing = [load for load in mech.loads if isinstance(load, Separation) and load.on is mech.pressed.get(number)]
        if not pressing and np.any(by(number, at)):
            raise CannotFollow("a pressure angle of zero")
        for load in pressing:
            lean(load.rates, 0, np.sign(load.share) * (1.0 + tan(angle) ** 2) * by(number, at))


def _data_by(deck: Deck, names: Names, count: int) -> Callable[[int, int], Floats]:
    known = {item.element: slopes(item, names, count) for item in deck.data}
    return lambda element, at: known.get(element, {}).get(("values", at), np.zeros(count))
