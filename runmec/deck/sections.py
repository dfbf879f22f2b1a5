"""Lines that follow from a cross-section: `stiff`, and with a density `uniform`, as expressions of what is written.

They hang on names of DEFINE as their section does, so that variants and derivatives follow them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import pi
from typing import Any

from ..dynamics import SECTION, STIFF, UNIFORM
from ..dynamics.section import RHO, SHAPES, E, G
from ..elements import CHORD
from .expression import Expression, Program, closed, constant, is_open
from .item import Item
from .kinds import KINDS
from .model import Deck, Dynamic, Element, FormLine
from .opening import Opened, settled

_ZETA_5 = 1.0369277551433699  # Σ 1/n⁵
_TERMS = (1, 3, 5, 7)  # the next one is below 1e-17


class ProgrammedNumber:
    """A number with the program that calculates it."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @classmethod
    def of(cls, value: Any) -> ProgrammedNumber:
        return value if isinstance(value, ProgrammedNumber) else cls((("number", float(value)),))

    @classmethod
    def read(cls, item: Item, field: str, at: int = -1) -> ProgrammedNumber:
        """A value of a line, open if it is."""
        source = next((e.open for name, place, e in item.open if (name, place) == (field, at)), None)
        value = getattr(item, field)
        return cls(source) if source else cls.of(value if at < 0 else value[at])

    def _with(self, sign: str, other: Any) -> ProgrammedNumber:
        return ProgrammedNumber((*self.program, *ProgrammedNumber.of(other).program, (sign, 2)))

    def __add__(self, other: Any) -> ProgrammedNumber:
        return self._with("add", other)

    def __sub__(self, other: Any) -> ProgrammedNumber:
        return self._with("subtract", other)

    def __mul__(self, other: Any) -> ProgrammedNumber:
        return self._with("multiply", other)

    def __truediv__(self, other: Any) -> ProgrammedNumber:
        return self._with("divide", other)

    def least(self, other: ProgrammedNumber) -> ProgrammedNumber:
        return self._with("min", other)

    def most(self, other: ProgrammedNumber) -> ProgrammedNumber:
        return self._with("max", other)

    def exp(self) -> ProgrammedNumber:
        return ProgrammedNumber((*self.program, ("exp", 1)))

    def root(self) -> ProgrammedNumber:
        return ProgrammedNumber((*self.program, ("sqrt", 1)))


def torsion_of_rectangle(b: ProgrammedNumber, h: ProgrammedNumber) -> ProgrammedNumber:
    """Saint-Venant: J = a·c³(1/3 − (64c/π⁵a)Σ tanh(nπa/2c)/n⁵), n odd, a the longer side."""
    a, c = b.most(h), b.least(h)
    ratio = a / c
    series = ProgrammedNumber.of(31.0 / 32.0 * _ZETA_5)
    for n in _TERMS:
        q = (ratio * (-n * pi)).exp()
        series = series - q / (q + 1.0) * (2.0 / n**5)
    return a * c * c * c * (ProgrammedNumber.of(1.0 / 3.0) - series * (64.0 / pi**5) / ratio)


def lines_of_sections(deck: Deck) -> Iterator[Dynamic]:
    """What sections make, where no line of its own says it (which is told)."""
    elements = {element.number: element for element in deck.elements}
    stiff, massive = ({line.subject for line in deck.of(kind)} for kind in (STIFF, UNIFORM))
    defined = {define.name: define.value for define in deck.defines}
    for line in deck.of(SECTION):
        element = elements.get(line.subject)
        if element is None or not KINDS[element.kind].elastic or any(line.numbers[k] <= 0 for k in (0, E)):
            continue
        kind = KINDS[element.kind]
        terms = [ProgrammedNumber.read(line, "values", at) for at in range(len(line.values))]
        shape = SHAPES[line.choice][2](*terms[:E])
        if line.subject not in stiff:
            values = [terms[E] * shape.area]
            if kind.bends:
                values += [terms[E] * shape.Iy] * kind.is_spatial + [terms[E] * shape.Iz]
            if kind.bends and kind.is_spatial:
                polar = shape.Iy + shape.Iz if shape.is_round else torsion_of_rectangle(*terms[:E])
                values.append(terms[G] * polar)
            yield _line(STIFF.word, line, values, defined)
        if line.numbers[RHO] > 0 and line.subject not in massive:
            mass = terms[RHO] * shape.area * _length(deck, element)
            turning = [terms[RHO] * (shape.Iy + shape.Iz) * _length(deck, element)]
            yield _line(UNIFORM.word, line, [mass, *(turning if kind.is_spatial and kind.bends else [])], defined)


def _line(word: str, section: Dynamic, terms: Sequence[ProgrammedNumber], defined: Mapping[str, float]) -> Dynamic:
    values = []
    for term in terms:
        program = closed(term.program, defined)
        expression = Expression(program, f"{word} of a section", term.program if is_open(term.program) else ())
        number = constant(program)
        values.append(Opened.of(number, expression) if expression.open else number)
    line = Dynamic(word, section.subject, tuple(values), is_derived=True, places=section.places)
    return settled(line)


def _length(deck: Deck, element: Element) -> ProgrammedNumber:
    """Without deformation: as a parameter prescribes it alone, with its value; else at the starting co-ordinates."""
    kind = KINDS[element.kind]
    uses: dict[int, int] = {}
    for form in deck.forms:
        uses[form.parameter] = uses.get(form.parameter, 0) + 1
    given = {para.parameter: para for para in deck.paras}

    def prescribed(fits: Callable[[FormLine], bool]) -> ProgrammedNumber | None:
        for form in deck.forms:
            if fits(form) and form.parameter in given and uses[form.parameter] == 1:
                return ProgrammedNumber.read(given[form.parameter], "value") / ProgrammedNumber.read(form, "factor")
        return None

    ends = _ends(element)
    alike = {other.number for other in deck.elements if _ends(other) == ends}
    found = prescribed(lambda form: form.element == element.number and form.form in (kind.axis, kind.elastic[0]))
    found = found or prescribed(lambda form: form.element in alike and form.form == CHORD)
    if found is not None:
        return found
    places = {c.number: c for c in (*deck.fixed, *deck.moving)}
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    squares = ProgrammedNumber.of(0.0)
    for p, q in zip(kind.axes_of("P"), kind.axes_of("Q"), strict=True):
        if at[p] in places and at[q] in places:
            way = ProgrammedNumber.read(places[at[q]], "value") - ProgrammedNumber.read(places[at[p]], "value")
            squares = squares + way * way
    return squares.root()


def _ends(element: Element) -> frozenset[tuple[int, ...]]:
    kind = KINDS[element.kind]
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    return frozenset(tuple(at[name] for name in kind.axes_of(point)) for point in ("P", "Q"))
