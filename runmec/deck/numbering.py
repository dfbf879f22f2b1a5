"""A deck -> the same deck in plain numbers, its names as comments."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from .account import is_vector
from .expression import SUBJECTS, Expression
from .item import Item
from .layout import format_text
from .model import Deck, Move, Picture
from .study import Figure
from .turning import BEYOND, as_written, written

_NAMED_QUANTITY = re.compile(
    rf"\b({'|'.join(sorted(SUBJECTS, key=len, reverse=True))})(\s*\(\s*)([^\W\d]\w*(?:\.\w+)?|-?\d+)(?=\s*[,)])",
    re.IGNORECASE,
)


def number_text(deck: Deck) -> str:
    """Reads to an equal deck: the same numbers in the same order."""
    return format_text("\n".join(_lines(deck)) + "\n", deck.name)


def _lines(deck: Deck) -> Iterator[str]:
    yield f"{deck.job} ; {deck.title}" if deck.title else deck.job
    if deck.units:
        yield f"UNITS {deck.units}"
    writer = _Writer(deck)
    sections = (
        ("DEFINE", writer.defines()), ("TOPOLOGY", writer.topology()), ("GEOMETRY", writer.geometry()),
        ("DYNAMICS", writer.dynamics()), ("STORAGE", writer.storage()),
    )  # fmt: skip
    for head, lines in sections:
        written = list(lines)
        yield from [head, *written] if written else []
    yield from writer.output()
    moves = list(writer.movement())
    yield from ["MOVEMENT", *moves] if moves else []
    study = list(writer.study())
    yield from ["STUDY", *study] if study else []
    yield "END"


class _Writer:
    def __init__(self, deck: Deck) -> None:
        self.deck, self.names = deck, deck.names

    def _line(self, item: Item, *words: Any, called: str = "") -> str:
        remark = ": ".join(filter(None, (called, item.remark)))
        return " ".join(map(str, words)) + (f" ; {remark}" if remark else "")

    def _value(self, item: Item, field: str, at: int = -1) -> str:
        """As it was written, if names of DEFINE are in it; else with all its digits."""
        value = getattr(item, field) if at < 0 else getattr(item, field)[at]
        if isinstance(value, Expression):
            return self._expression(value)
        written = next((source for name, place, source in item.open if (name, place) == (field, at)), None)
        return written.text if written is not None else _number(value)

    def _values(self, item: Item, field: str) -> list[str]:
        return [self._value(item, field, at) for at in range(len(getattr(item, field)))]

    def _expression(self, expression: Expression) -> str:
        def numbered(match: re.Match[str]) -> str:
            number = self.names.find(SUBJECTS[match[1].lower()], match[3])
            return f"{match[1]}{match[2]}{match[3] if number is None else as_written(number)}"

        return _NAMED_QUANTITY.sub(numbered, expression.text)

    def _called(self, kind: str, number: int) -> str:
        return self.names.of(kind, number) if self.names.has(kind, number) else ""

    def defines(self) -> Iterator[str]:
        taken = {define.name for define in self.deck.defines}
        for define in self.deck.defines:
            name = "T" if define.name == "t" and "T" not in taken else define.name  # `t` is the time
            yield self._line(define, name, self._value(define, "value"))

    def topology(self) -> Iterator[str]:
        for e in self.deck.elements:
            numbers = [n for n in e.coordinates if n < BEYOND]  # a turning node is one number
            yield self._line(e, "elem", e.number, e.kind, *numbers, called=self._called("element", e.number))
        for form in self.deck.forms:
            words = ("form", form.counter, form.form, form.element, form.parameter, self._value(form, "factor"))
            yield self._line(form, *words, called=self._called("parameter", form.parameter))
        for couple in self.deck.couples:
            factor, name = self._value(couple, "factor"), self._called("parameter", couple.parameter)
            yield self._line(couple, "couple", couple.parameter, couple.other, couple.program, factor, called=name)
        inputs = [self._called("input", i) for i in range(1, self.deck.inputs + 1)]
        yield self._line(self.deck.freedom, "nr dof", self.deck.inputs, called=", ".join(filter(None, inputs)))

    def geometry(self) -> Iterator[str]:
        for word, values in (("xfix", self.deck.fixed), ("xmov", self.deck.moving)):
            for c in written(values, self.deck):
                yield self._line(
                    c, word, c.number, self._value(c, "value"), called=self._called("coordinate", c.number)
                )
        for turn in self.deck.turns:
            axis = [*self._values(turn, "axis"), self._value(turn, "angle")] if turn.angle or turn.open else []
            held = ["fixed"] if turn.fixed else []
            yield self._line(turn, "turn", turn.node, *axis, *held, called=self.names.turns.get(turn.node, ""))
        for p in self.deck.paras:
            name = self._called("parameter", p.parameter)
            yield self._line(p, "para", p.parameter, self._value(p, "value"), called=name)

        for line in self.deck.data:
            name = self._called("element", line.element)
            yield self._line(line, line.word, line.element, *self._values(line, "values"), called=name)
        for program in self.deck.programs:
            segments = [word for s in program.segments for word in (s.law, *self._values(s, "values"))]
            name = self._called("program", program.number)
            yield self._line(program, "program", program.number, *segments, called=name)

    def dynamics(self) -> Iterator[str]:
        deck = self.deck
        plain: tuple[tuple[str, tuple[Any, ...], str, tuple[str, ...]], ...] = (
            ("inertia", deck.inertias, "coordinate", ("mass",)),
            ("body", deck.bodies, "element", ("mass", "u", "v", "J")),
            ("damper", deck.dampers, "parameter", ("constant",)), ("force", deck.forces, "coordinate", ("value",)),
            ("flex", deck.flexes, "parameter", ("flexibility",)),
        )  # fmt: skip
        for word, items, kind, fields in plain:
            for item in items:
                number = getattr(item, kind)
                values = [self._value(item, field) for field in fields]
                yield self._line(item, word, as_written(number), *values, called=self._called(kind, number))
        for stiff in deck.stiffs:
            values = [self._value(stiff, "EA"), self._value(stiff, "EI"), *self._values(stiff, "beyond")]
            yield self._line(stiff, "stiff", stiff.element, *values, called=self._called("element", stiff.element))
        for uniform in deck.uniforms:
            values = [self._value(uniform, field) for field in ("mass", "J") if field == "mass" or uniform.J]
            name = self._called("element", uniform.element)
            yield self._line(uniform, "uniform", uniform.element, *values, called=name)
        for solid in deck.solids:
            values = [self._value(solid, "mass"), *self._values(solid, "centre"), *self._values(solid, "inertia")]
            yield self._line(solid, "solid", solid.element, *values, called=self._called("element", solid.element))
        for three in _threes(deck.moments):
            values = [self._value(moment, "value") for moment in three]
            name = self.names.turns.get(three[0].node, "")
            yield self._line(three[0], "moment", three[0].node, *values, called=name)
        for spring in deck.springs:
            values = [self._value(spring, "stiffness"), self._value(spring, "at_zero"), *self._values(spring, "ranges")]
            name = self._called("parameter", spring.parameter)
            yield self._line(spring, "spring", spring.parameter, *values, called=name)
        for friction in deck.frictions:
            name = self._called("parameter", friction.parameter)
            yield self._line(friction, "friction", friction.parameter, self._value(friction, "coefficient"),
                             *friction.normals, called=name)  # fmt: skip
        for gravity in deck.gravities:
            yield self._line(gravity, "gravity", self._value(gravity, "magnitude"),
                             *self._values(gravity, "direction"))  # fmt: skip
        for motor in deck.motors:
            model = [] if motor.model == "expression" else [motor.model]
            name = self._called("input", motor.input)
            yield self._line(motor, "motor", motor.input, *model, *self._values(motor, "values"), called=name)

    def storage(self) -> Iterator[str]:
        stores = self.deck.stores
        for at, store in enumerate(stores):
            if is_vector(store):
                if store.inputs == (1,):
                    three = stores[at : at + 3]
                    called = ", ".join(filter(None, (self._called("buffer", one.buffer) for one in three)))
                    yield self._line(store, store.word, *store.subject, *(one.buffer for one in three), called=called)
                continue
            if store.axis == 0:
                both = (store.buffer, stores[at + 1].buffer)
                called = " ".join(self._called("buffer", buffer) for buffer in both).strip()
                yield self._line(store, store.word, *store.subject, *both, called=called)
            if store.axis >= 0:
                continue
            what = [self._expression(store.expression)] if store.expression is not None else []
            yield self._line(store, store.word, *what, *map(as_written, store.subject), store.buffer, *store.inputs,
                             called=self._called("buffer", store.buffer))  # fmt: skip

    def output(self) -> Iterator[str]:
        for item in self.deck.prints:
            yield self._line(item, "PRINTBUF", *item.buffers)
        for film in self.deck.films:
            yield self._line(film, "ANIMATE", film.name)
        for modes in self.deck.modes:
            yield self._line(modes, "MODES", modes.position, modes.count)
        for profile in self.deck.profiles:
            radius, name = self._value(profile, "radius"), self._called("element", profile.element)
            words = (profile.name, profile.element, profile.x, profile.y, radius)
            yield self._line(profile, "PROFILE", *words, called=name)
        for view in self.deck.views:
            yield self._line(view, "view", self._value(view, "azimuth"), self._value(view, "elevation"))
        for picture in self.deck.pictures:
            yield from self._picture(picture)

    def _picture(self, picture: Picture) -> Iterator[str]:
        yield "BEGINPIC"
        for curve in picture.curves:
            yield self._line(curve, "plotcurv", curve.x, curve.y)
        for drawing in picture.drawings:
            yield self._line(drawing, "drawmech", *drawing.positions)
        for centrodes in picture.centrodes:
            called = self._called("element", centrodes.element)
            yield self._line(centrodes, "drawpole", centrodes.element, centrodes.other, called=called)
        for polygon in picture.polygons:
            yield self._line(polygon, polygon.word, polygon.position)
        for view in picture.views:
            yield self._line(view, "view", self._value(view, "azimuth"), self._value(view, "elevation"))
        yield " ".join(["ENDPIC", *self._values(picture, "frame")])

    def movement(self) -> Iterator[str]:
        method = ("heun", "")
        for move in self.deck.moves:
            now = (move.method, "" if move.tolerance is None else self._value(move, "tolerance"))
            if move.word in ("tstepf", "tcycle") and now != method:
                yield " ".join(filter(None, ("integr", *now)))
                method = now
            yield from self._move(move)

    def study(self) -> Iterator[str]:
        deck = self.deck
        for v in deck.varied:
            yield self._line(v, "vary", v.name, self._value(v, "low"), self._value(v, "high"), v.count)
        for d in deck.deviations:
            spread = [d.spread] if d.spread != "normal" else []
            called = "" if d.name else self._called("parameter", d.parameter)
            of = d.name if d.name else d.parameter
            yield self._line(d, "tol", of, self._value(d, "size"), *spread, called=called)
        for figure in deck.figures:
            if isinstance(figure, Figure):
                yield self._line(figure, "figure", figure.name, self._expression(figure.expression))
            else:
                word = "timed" if figure.is_timed else "path"
                yield self._line(figure, word, figure.name, figure.x, figure.y, *self._values(figure, "points"))
        for goal in deck.goals:
            yield self._line(goal, "goal", goal.sense, goal.figure)
        for keep in deck.keeps:
            bounds = ["none" if getattr(keep, b) is None else self._value(keep, b) for b in ("low", "high")]
            yield self._line(keep, "keep", keep.figure, *bounds)

    def _move(self, move: Move) -> Iterator[str]:
        for law in move.laws:
            name = self._called("input", law.input)
            yield self._line(law, "law", law.input, law.name, *self._values(law, "values"), called=name)
        time = [] if move.word in ("stepe", "tcycle") else [self._value(move, "time")]
        yield self._line(move, move.word, move.steps, *time, *self._values(move, "values"))


def _threes(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The components of one line after the other."""
    for at in range(0, len(items), 3):
        yield items[at : at + 3]


def _number(value: float) -> str:
    """Short, and read back to the last digit."""
    if value == 0 and math.copysign(1.0, value) < 0:
        return "-0.0"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
