"""What form parameters are made of, as textbooks write it, with values: ε, its row of D, and its second derivative.

The planar elements, by the classes of the engine that calculate them; for those in space the definition alone. What is
unknown here (an element from Python) is shown by its numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import atan2, hypot

from ...deck.turning import node_of
from ...elements.bar import Angle, Length
from ...elements.gear import Mesh
from ...elements.half_beam import EndAngle
from ...elements.letters import ANGLE_LETTER, LENGTH_LETTER
from ...elements.rack import RackMesh
from ...elements.ternary1 import Seen, Turn
from ...elements.ternary2 import SeenAlong
from ...engine.coordinate import Coordinate
from ...engine.coupled import Coupled
from ...engine.form import Form, LinearCombination
from ...model.mechanism import Mechanism
from .notation import (
    EQUALS,
    Function,
    Identifier,
    Math,
    Number,
    Script,
    Term,
    Word,
    cosine,
    dotted,
    line,
    primed,
    sine,
    times,
)
from .spatial_formulas import defined_in_space
from .symbols import Symbols, named

Entries = dict[int, Term]


@dataclass(frozen=True)
class Formula:
    """`says` is the definition, `rows` the entries of D by co-ordinates, `bend` the second derivative along a path."""

    says: Math | None = None
    rows: Entries = field(default_factory=dict)
    bend: Callable[[Way], Term | None] = lambda _: None


@dataclass(frozen=True)
class Way:
    """Derivatives along which a second derivative is taken: x′ of the input, or velocities."""

    rate: Callable[[int], float]  # of a co-ordinate, by its place in x
    in_time: bool

    def mark(self, symbol: Math, times: int = 1) -> Math:
        return dotted(symbol, times) if self.in_time else primed(symbol, times)


@dataclass(frozen=True)
class Direction:
    """A line PQ: its angle, and how long it is."""

    name: str
    angle: Term
    length: Term
    P: tuple[int, int]
    Q: tuple[int, int]

    def turning(self, way: Way) -> Term:
        """How fast it turns along a path."""
        across = -self._sine * self._part(way, 0) + self._cosine * self._part(way, 1)
        return Term(across / self.length.value, way.mark(self.angle.math))

    def growing(self, way: Way) -> Term:
        along = self._cosine * self._part(way, 0) + self._sine * self._part(way, 1)
        return Term(along, way.mark(self.length.math))

    def bending(self, way: Way) -> Term:
        """The second derivative of its angle, as far as speeds make it."""
        return -(times(2.0, self.growing(way) * self.turning(way)) / self.length)

    @property
    def _cosine(self) -> float:
        return cosine(self.angle).value

    @property
    def _sine(self) -> float:
        return sine(self.angle).value

    def _part(self, way: Way, axis: int) -> float:
        return way.rate(self.Q[axis]) - way.rate(self.P[axis])


class Formulas:
    """Of the mechanism as it stands; `directions` are those that were used."""

    def __init__(self, mech: Mechanism, symbols: Symbols, places: list[float]) -> None:
        self.mech, self.symbols, self.x = mech, symbols, places
        self.directions: dict[tuple[int, ...], Direction] = {}
        self._owner = {id(term.form): number for number, terms in mech.terms.items() for term in terms}
        self._called = {
            id(term.form): own.form
            for number, terms in mech.terms.items()
            for own, term in zip([one for one in mech.lines if one.element == number], terms, strict=True)
        }

    def of(self, form: Form) -> Formula:
        make = _MADE.get(type(form))
        if make is not None:
            return make(self, form)
        says = defined_in_space(form, [self._point(c) for c in _first_of_points(form)], self._nodes(form))
        return Formula(says)

    # ---- parts

    def place(self, c: Coordinate) -> Term:
        return Term(self.x[c.at], self.symbols.coordinate(c.at))

    def between(self, Q: Coordinate, P: Coordinate) -> Term:
        return Term(
            self.place(Q).value - self.place(P).value, line("(", self.place(Q).math, "−", self.place(P).math, ")")
        )

    def direction(self, form: Form, ends: list[Coordinate]) -> Direction:
        """Of the element that a form measures; elements between the same two points have the same."""
        key = tuple(c.at for c in ends)
        if key not in self.directions:
            xP, yP, xQ, yQ = ends
            element = self._owner.get(id(form)) or self._first_between(key)
            dx, dy = self.x[xQ.at] - self.x[xP.at], self.x[yQ.at] - self.x[yP.at]
            name = self.mech.names.element(element)
            symbol = self.symbols.lettered
            angle = Term(atan2(dy, dx), symbol(element, ANGLE_LETTER))
            length = Term(hypot(dx, dy), symbol(element, LENGTH_LETTER))
            self.directions[key] = Direction(name, angle, length, (xP.at, yP.at), (xQ.at, yQ.at))
        return self.directions[key]

    def _first_between(self, key: tuple[int, ...]) -> int:
        for element in self.mech.elements.values():
            points = self.mech.points(element)
            if {"P", "Q"} <= points.keys() and (*points["P"][:2], *points["Q"][:2]) == key:
                return element.number
        return next(iter(self.mech.elements))

    def apart(self, way: Way, Q: Coordinate, P: Coordinate) -> Term:
        """How fast Q moves away from P; a fixed point does not move."""
        value = way.rate(Q.at) - way.rate(P.at)
        q, p = (way.mark(self.place(c).math) for c in (Q, P))
        if not P.moving:
            return Term(value, q)
        return Term(value, line("(", q, "−", p, ")") if Q.moving else line("(", "−", p, ")"))

    def lettered(self, form: Form, letter: str) -> Math:
        """The symbol of a form of the element that this one measures."""
        element = self._owner.get(id(form))
        return self.symbols.lettered(element, letter) if element is not None else Identifier(letter)

    def own(self, form: Form) -> Math:
        """The symbol of a form by itself."""
        element = self._owner.get(id(form))
        return self.symbols.of_element(element, self._called[id(form)]) if element is not None else Identifier("ε")

    def _point(self, c: Coordinate) -> Math:
        number = self.mech.numbers[c.at]
        name = next((name for numbers, name in self.mech.names.points.items() if number in numbers), "")
        return Word(name or self.mech.names.coordinate(number))

    def _nodes(self, form: Form) -> list[Math]:
        turns = {turn.node for turn in self.mech.turns}
        numbers = [self.mech.numbers[entry.of.at] for entry in form.entries if entry.of.axis == 4]
        return [named(self.mech.names.turn(n)) for n in dict.fromkeys(map(node_of, numbers)) if n in turns]


def _first_of_points(form: Form) -> list[Coordinate]:
    return [entry.of for entry in form.entries if entry.of.axis == 0]


# ---- planar elements


def _length(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, Length)
    xP, yP, xQ, yQ = ends = [form.xP, form.yP, form.xQ, form.yQ]
    pq = all.direction(form, ends)
    c, s = cosine(pq.angle), sine(pq.angle)
    says = line(
        Term(0.0, pq.length.math).squared().math,
        EQUALS,
        all.between(xQ, xP).squared().math,
        "+",
        all.between(yQ, yP).squared().math,
    )
    return Formula(
        says, _sum({xP.at: -c}, {yP.at: -s}, {xQ.at: c}, {yQ.at: s}), lambda way: pq.length * pq.turning(way).squared()
    )


def _angle(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, Angle)
    xP, yP, xQ, yQ = ends = [form.xP, form.yP, form.xQ, form.yQ]
    pq = all.direction(form, ends)
    c, s = cosine(pq.angle) / pq.length, sine(pq.angle) / pq.length
    quotient = all.between(yQ, yP) / all.between(xQ, xP)
    says = line(Function("tan"), pq.angle.math, EQUALS, quotient.math)
    return Formula(says, _sum({xP.at: s}, {yP.at: -c}, {xQ.at: -s}, {yQ.at: c}), pq.bending)


def _seen(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, Seen)
    xP, yP, bP, xQ, yQ = form.xP, form.yP, form.bP, form.xQ, form.yQ
    b, c, s = all.place(bP), cosine(all.place(bP)), sine(all.place(bP))
    dx, dy = all.between(xQ, xP), all.between(yQ, yP)
    along, across = dx * c + dy * s, dy * c - dx * s
    u, v = Term(along.value, all.lettered(form, "u")), Term(across.value, all.lettered(form, "v"))
    own = v if form.across else u
    if form.across:
        rows = _sum({xP.at: s}, {yP.at: -c}, {bP.at: -u}, {xQ.at: -s}, {yQ.at: c})
    else:
        rows = _sum({xP.at: -c}, {yP.at: -s}, {bP.at: v}, {xQ.at: c}, {yQ.at: s})

    def bend(way: Way) -> Term:
        turn = Term(way.rate(bP.at), way.mark(b.math))
        x, y = all.apart(way, xQ, xP), all.apart(way, yQ, yP)
        if form.across:
            return -times(2.0, turn * (x * c + y * s)) - own * turn.squared()
        return times(2.0, turn * (y * c - x * s)) - own * turn.squared()

    return Formula(line(own.math, EQUALS, (across if form.across else along).math), rows, bend)


def _turn(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, Turn)
    b = form.bP
    return Formula(
        line(all.own(form), EQUALS, all.place(b).math), {b.at: Term(1.0, Number("1"))}, lambda _: Term(0.0, Number("0"))
    )


def _seen_along(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, SeenAlong)
    xP, yP, xQ, yQ, xR, yR = form.xP, form.yP, form.xQ, form.yQ, form.xR, form.yR
    pq = all.direction(form, [xP, yP, xQ, yQ])
    c, s = cosine(pq.angle), sine(pq.angle)
    dx, dy = all.between(xR, xP), all.between(yR, yP)
    along, across = dx * c + dy * s, dy * c - dx * s
    u, v = Term(along.value, all.lettered(form, "u")), Term(across.value, all.lettered(form, "v"))
    own = v if form.across else u
    part = u / pq.length if form.across else v / pq.length
    if form.across:
        rows = _sum(
            {xP.at: s - part * s},
            {yP.at: part * c - c},
            {xQ.at: part * s},
            {yQ.at: -(part * c)},
            {xR.at: -s},
            {yR.at: c},
        )
    else:
        rows = _sum(
            {xP.at: part * s - c},
            {yP.at: -s - part * c},
            {xQ.at: -(part * s)},
            {yQ.at: part * c},
            {xR.at: c},
            {yR.at: s},
        )

    def bend(way: Way) -> Term:
        turn = pq.turning(way)
        x, y = all.apart(way, xR, xP), all.apart(way, yR, yP)
        if form.across:
            found = -times(2.0, turn * (x * c + y * s)) - v * turn.squared()
            return found if _is_held(all, pq) else found - u * pq.bending(way)
        found = times(2.0, turn * (y * c - x * s)) - u * turn.squared()
        return found if _is_held(all, pq) else found + v * pq.bending(way)

    return Formula(line(own.math, EQUALS, (across if form.across else along).math), rows, bend)


def _is_held(all: Formulas, pq: Direction) -> bool:
    """Whether its length is prescribed, and no input: it then turns without growing."""
    key = (*pq.P, *pq.Q)
    rigid = all.mech.forms[: all.mech.prescribed - all.mech.inputs]
    return any(
        isinstance(form, Length)
        and (form.xP.at, form.yP.at, form.xQ.at, form.yQ.at) == key
        and all.mech.row_of(form) not in all.mech.elastic
        for form in rigid
    )


def _end_angle(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, EndAngle)
    xP, yP, xQ, yQ, b = form.xP, form.yP, form.xQ, form.yQ, form.b
    pq = all.direction(form, [xP, yP, xQ, yQ])
    c, s = cosine(pq.angle) / pq.length, sine(pq.angle) / pq.length
    own = all.own(form)
    beta, one = all.place(b), Term(1.0, Number("1"))
    if form.sense > 0.0:
        says = line(own, EQUALS, (beta - pq.angle).math)
        return Formula(
            says, _sum({xP.at: -s}, {yP.at: c}, {xQ.at: s}, {yQ.at: -c}, {b.at: one}), lambda way: -pq.bending(way)
        )
    says = line(own, EQUALS, (pq.angle - beta).math)
    return Formula(says, _sum({xP.at: s}, {yP.at: -c}, {xQ.at: -s}, {yQ.at: c}, {b.at: -one}), pq.bending)


def _mesh(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, Mesh)
    along, bP, bQ = form.direction, form.bP, form.bQ
    xP, yP, xQ, yQ = along.xP, along.yP, along.xQ, along.yQ
    pq = all.direction(form, [xP, yP, xQ, yQ])
    r1, r2 = Term(form.r1, Script(Identifier("r"), Word("1"))), Term(form.r2, Script(Identifier("r"), Word("2")))
    both = r1 + r2
    c, s = both * cosine(pq.angle) / pq.length, both * sine(pq.angle) / pq.length
    says = line(
        all.own(form),
        EQUALS,
        (r1 * (all.place(bP) - pq.angle)).math,
        "+",
        (r2 * (all.place(bQ) - pq.angle)).math,
        "−",
        Script(Identifier("m"), Word("0")),
    )
    return Formula(
        says,
        _sum({xP.at: -s}, {yP.at: c}, {bP.at: r1}, {xQ.at: s}, {yQ.at: -c}, {bQ.at: r2}),
        lambda way: -(both * pq.bending(way)),
    )


def _rack_mesh(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, RackMesh)
    seen, bP, bQ = form.lengthwise, form.bP, form.bQ
    xP, yP, xQ, yQ = seen.xQ, seen.yQ, seen.xP, seen.yP
    b, r = all.place(bQ), Term(form.radius, Script(Identifier("r"), Word("1")))
    c, s = cosine(b), sine(b)
    dx, dy = all.between(xP, xQ), all.between(yP, yQ)
    along, across = dx * c + dy * s, dy * c - dx * s
    side = form.side
    says = line(
        all.own(form),
        EQUALS,
        (r * (all.place(bP) - b)).math,
        "+" if side > 0.0 else "−",
        "(",
        along.math,
        ")",
        "−",
        Script(Identifier("m"), Word("0")),
    )
    lever = across - r if side > 0.0 else -across - r
    return Formula(
        says,
        _sum(
            {xP.at: times(side, c)},
            {yP.at: times(side, s)},
            {bP.at: r},
            {xQ.at: times(-side, c)},
            {yQ.at: times(-side, s)},
            {bQ.at: lever},
        ),
    )


# ---- what is made of several


def _combination(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, LinearCombination)
    parts, rows = [], []
    bends: list[tuple[float, Formula]] = []
    for factor, term in zip(form.factors, form.terms, strict=True):
        own = all.of(term)
        symbol = _of_share(all, term)
        parts.append(times(factor, symbol))
        rows += [{at: times(factor, entry)} for at, entry in own.rows.items()]
        bends.append((factor, own))
    total = parts[0]
    for part in parts[1:]:
        total = total + part

    def bend(way: Way) -> Term | None:
        found: Term | None = None
        for factor, own in bends:
            one = own.bend(way)
            if one is None:
                return None
            if one.math != Number("0"):
                found = times(factor, one) if found is None else found + times(factor, one)
        return found or Term(0.0, Number("0"))

    is_known = min(bool(own.rows) for _, own in bends)
    return Formula(line(Identifier("ε"), EQUALS, total.math), _sum(*rows) if is_known else {}, bend)


def _of_share(all: Formulas, term: Form) -> Term:
    if isinstance(term, Coupled):
        return Term(term.value, _program(all, term))
    return Term(term.value, all.own(term))


def _coupled(all: Formulas, form: Form) -> Formula:
    assert isinstance(form, Coupled)
    return Formula(line(Identifier("ε"), EQUALS, _program(all, form)))


def _program(all: Formulas, form: Coupled) -> Math:
    couple = next((couple for couple, own in all.mech.coupled if own is form), None)
    if couple is None:
        return Identifier("S")
    row = all.mech.row[couple.other]
    return line(named(all.mech.names.program(couple.program)), "(", all.symbols.parameter(row), ")")


_MADE: dict[type[Form], Callable[[Formulas, Form], Formula]] = {
    Length: _length, Angle: _angle, Seen: _seen, Turn: _turn, SeenAlong: _seen_along, EndAngle: _end_angle,
    Mesh: _mesh, RackMesh: _rack_mesh, LinearCombination: _combination, Coupled: _coupled,
}  # fmt: skip


def _sum(*entries: Entries) -> Entries:
    """Of a co-ordinate that two points share, both entries."""
    found: Entries = {}
    for one in entries:
        for at, term in one.items():
            found[at] = found[at] + term if at in found else term
    return found
