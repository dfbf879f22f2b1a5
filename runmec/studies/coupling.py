"""How gears, couples and programs change with numbers of the deck: seeds for their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from ..deck.couples import couples_of
from ..deck.model import Deck, ProgramLine
from ..elements.kind import Press
from ..engine.coordinate import Coordinate
from ..engine.coupled import Reprogrammed
from ..engine.form import SHIFTS, SMALL_SHIFT, WEIGHTS, Form, LinearCombination
from ..engine.mass import own_growth
from ..engine.program import Program as Function
from ..engine.seed import Seed
from ..laws.programs import SPLINE, Segment, make_program
from ..model.mechanism import Mechanism
from .duals import Dual
from .names import slopes

Floats = NDArray[Any]
Seeding = Callable[[Any, int, Floats], None]  # rates of an object, which of them, derivatives to all numbers
Names = Mapping[str, Dual]


class CannotFollow(Exception):
    """The text says what."""


def seed_couples(deck: Deck, mech: Mechanism, names: Names, count: int, seed: Seeding) -> None:
    """Factors of couples stand behind those of forms."""
    lines = mech.forms_of
    for parameter in {couple.parameter for couple in deck.couples}:
        form = mech.forms[mech.row[parameter]]
        assert isinstance(form, LinearCombination)
        for at, couple in enumerate(couples_of(deck, parameter), start=len(lines.get(parameter, ()))):
            seed(form.factors_by, at, slopes(couple, names, count).get(("factor", -1), np.zeros(count)))


def program_seeds(deck: Deck, mech: Mechanism, names: Names, count: int) -> Iterator[tuple[int, Seed]]:
    """Number, and what it does to a coupled parameter."""
    for program in deck.programs:
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


def _beside(program: ProgramLine, by: list[Floats]) -> tuple[list[Function], float]:
    """The program at SHIFTS·step of the number."""
    first = program.segments[0]
    if first.law == SPLINE and first.values[1] == first.values[-1] and by[0][1] != by[0][-1]:
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


def forms_with_data(mech: Mechanism) -> list[tuple[int, Form]]:
    """Element and form of all that is measured with numbers of the element: pairs of gears …"""
    return [(number, term.form) for number, terms in mech.terms.items() for term in terms if term.form.rates]


def seed_data(deck: Deck, mech: Mechanism, names: Names, count: int, seed: Seeding) -> None:
    """Of forms by their own data, and of the forces that they press with by the share that follows from them."""
    for item in deck.data:
        by = slopes(item, names, count)
        if not by:
            continue
        element = mech.elements[item.element]
        kind, data = mech.kind_of(element), mech.data_of(element)
        known = [form for number, form in forms_with_data(mech) if number == item.element]
        if len(known) < len(mech.terms.get(item.element, ())):
            raise CannotFollow(f"`{item.word}` of {kind.word}")
        rates = np.array([by.get(("values", at), np.zeros(count)) for at in range(len(data))])
        for form in known:
            for at in range(len(data)):
                seed(form.rates, at, rates[at])
        pressing = mech.separations.get(item.element)
        if kind.press is None:
            continue
        needs = [mech.site.at(item.element)[name] for name in kind.press.needs]
        share = partial(_share, kind.press, needs)
        by_share = np.array([difference(share, data, rates[:, k].tolist())[0] for k in range(count)])
        if pressing is not None:
            seed(pressing.rates, 0, by_share)
        elif np.any(by_share):
            raise CannotFollow("a pressure angle of zero")


def _share(press: Press, needs: list[Coordinate], data: Sequence[float]) -> tuple[float]:
    return (press.share(needs, data),)


def difference(
    function: Callable[[Sequence[float]], Sequence[float]], at: Sequence[float], by: Sequence[float]
) -> Floats:
    """How a function of some numbers changes with their rates, by differences of fourth order."""
    size = own_growth(vec[float](list(at)), vec[float](list(by)))
    if size == 0.0:
        return np.zeros(len(function(at)))
    step = SMALL_SHIFT / size
    parts = [np.array(function([x + shift * step * rate for x, rate in zip(at, by, strict=True)])) for shift in SHIFTS]
    return np.asarray(sum(weight * part for weight, part in zip(WEIGHTS, parts, strict=True))) / step
