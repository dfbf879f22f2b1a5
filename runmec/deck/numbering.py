"""A deck -> the same deck in plain numbers, its names as comments."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..dynamics import DYNAMICS
from ..dynamics.motor import WRITTEN
from ..words import KINDS_OF, Column, kind_of
from .exercise import Judgement, numbers_of, written_words
from .expression import SUBJECTS, Expression
from .item import Item
from .layout import format_text
from .model import DEFAULT_METHOD, TIMELESS, Deck, Dynamic, LawLine, Move, Picture, SegmentLine, Store
from .quotes import QUOTE, apart
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
        ("DEFINE", writer.defines()),
        ("TOPOLOGY", writer.topology()),
        ("GEOMETRY", writer.geometry()),
        ("DYNAMICS", writer.dynamics()),
        ("STORAGE", writer.storage()),
    )
    for head, lines in sections:
        written = list(lines)
        yield from [head, *written] if written else []
    yield from writer.output()
    moves = list(writer.movement())
    yield from ["MOVEMENT", *moves] if moves else []
    study = list(writer.study())
    yield from ["STUDY", *study] if study else []
    exercise = list(writer.exercise())
    yield from ["EXERCISE", *exercise] if exercise else []
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

    def _points(self, item: LawLine | SegmentLine) -> list[str]:
        """The values of a law, or the file that has them."""
        return [item.file] if item.file else self._values(item, "values")

    def _expression(self, expression: Expression | Judgement) -> str:
        def numbered(match: re.Match[str]) -> str:
            number = self.names.find(SUBJECTS[match[1].lower()], match[3])
            return f"{match[1]}{match[2]}{match[3] if number is None else as_written(number)}"

        return "".join(
            part if part.startswith(QUOTE) else _NAMED_QUANTITY.sub(numbered, part) for part in apart(expression.text)
        )

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
        for misfit in self.deck.misfits:
            yield self._line(misfit, "misfit", self._value(misfit, "limit"))
        for line in self.deck.data:
            name = self._called("element", line.element)
            yield self._line(line, line.word, line.element, *self._values(line, "values"), called=name)
        for program in self.deck.programs:
            segments = [word for s in program.segments for word in (s.law, *self._points(s))]
            name = self._called("program", program.number)
            yield self._line(program, "program", program.number, *segments, called=name)

    def dynamics(self) -> Iterator[str]:
        for kind in DYNAMICS.values():
            lines = [line for line in self.deck.of(kind) if not line.is_derived]
            for together in _threes(lines) if kind.of_turning else ([line] for line in lines):
                yield self._dynamic(together[0].columns, together)

    def _dynamic(self, wanted: Sequence[Column], lines: Sequence[Dynamic]) -> str:
        """One line; of a vector that of its three components."""
        first = lines[0]
        subject = next((column for column in wanted if column.role in KINDS_OF), None)
        named = [] if subject is None else [first.subject, *(() if len(lines) > 1 else first.others)]
        values = [word for line in lines for word in self._values(line, "values")]
        words: list[Any] = [first.word]
        keyed = sum(column.role == "keyed" for column in wanted)
        values, pairs = (values[:-keyed], values[-keyed:]) if keyed else (values, [])
        for column in wanted:
            if column.role.startswith("<") and first.choice != WRITTEN.word:
                words.append(first.choice)
            elif column.role in KINDS_OF and named:
                write = self._variable if KINDS_OF[column.role] == "variable" else as_written
                words.append(write(named.pop(0)))
            elif column.role in ("value", "law") and values:
                words.append(values.pop(0))
            elif column.role == "keyed" and (word := pairs.pop(0)) != "0":
                words += [column.name.split()[0], word]
        kind = kind_of(subject.role, first.subject) if subject is not None else None
        called = self._called(kind, first.subject) if kind is not None and kind != "variable" else ""
        return self._line(first, *words, *named, *values, called=called)

    def _variable(self, number: int) -> str:
        """Numbers of the motion have names in all decks."""
        return self.names.of("variable", number)

    def storage(self) -> Iterator[str]:
        for together in _of_one_line(self.deck.stores):
            first = together[0]
            what = [self._expression(first.expression)] if first.expression is not None else []
            buffers = [store.buffer for store in together]
            inputs = () if first.is_vector else first.inputs
            called = " ".join(filter(None, (self._called("buffer", buffer) for buffer in buffers)))
            write = self._variable if first.kind.of == "variable" else as_written
            yield self._line(
                first,
                first.word,
                *what,
                *map(write, first.subject),
                *buffers,
                *inputs,
                *self._values(first, "values"),
                called=called,
            )

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
        for body in picture.bodies:
            called = self._called("element", body.element)
            yield self._line(body, "drawbody", body.element, body.position, called=called)
        for view in picture.views:
            yield self._line(view, "view", self._value(view, "azimuth"), self._value(view, "elevation"))
        yield " ".join(["ENDPIC", *self._values(picture, "frame")])

    def movement(self) -> Iterator[str]:
        method = (DEFAULT_METHOD, "")
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

    def exercise(self) -> Iterator[str]:
        for item in self.deck.exercise:
            yield self._line(item, *written_words(item, self._expression, self._in_numbers))

    def _in_numbers(self, name: str) -> list[str]:
        """What a line of DYNAMICS is about."""
        return [as_written(number) for number in numbers_of(self.deck, name)] or [name]

    def _move(self, move: Move) -> Iterator[str]:
        for law in move.laws:
            name = self._called("input", law.input)
            yield self._line(law, "law", law.input, law.name, *self._points(law), called=name)
        of = [f"(x({as_written(move.subject)}))" if move.of == "x" else str(move.subject)] if move.of else []
        lead = [move.lead] if move.lead else []
        time = of if move.word in TIMELESS else [self._value(move, "time")]
        yield self._line(move, move.word, move.steps, *time, *self._values(move, "values"), *lead)


def _of_one_line(stores: Sequence[Store]) -> Iterator[list[Store]]:
    """Those that one line fills: the axes of something, and the components of a vector with its size."""
    line: list[Store] = []
    for store in stores:
        if line and not _goes_on(line[-1], store):
            yield line
            line = []
        line.append(store)
    if line:
        yield line


def _goes_on(before: Store, store: Store) -> bool:
    if (store.word, store.subject, store.values) != (before.word, before.subject, before.values):
        return False
    if store.is_vector and before.is_vector:
        return store.inputs in ((before.inputs[0] + 1,), (0,)) and before.inputs != (0,)
    return store.axis > before.axis >= 0


def _threes(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """The components of one line after the other."""
    for at in range(0, len(items), 3):
        yield items[at : at + 3]


def _number(value: float) -> str:
    """Short, and read back to the last digit."""
    if value == 0 and math.copysign(1.0, value) < 0:
        return "-0.0"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
