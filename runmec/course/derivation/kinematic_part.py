"""Positions: form parameters, D, its inverse, transfer functions of first and second order, velocities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees

from .document import Text
from .formulas import Formula
from .notation import (
    EQUALS,
    Function,
    Identifier,
    Line,
    Math,
    Number,
    Operator,
    Script,
    Word,
    cosine,
    dotted,
    line,
    number,
    primed,
    sine,
)
from .standing import Group, Held
from .writer import LARGE, Writer, equal

_X, _E, _D = Identifier("x"), Identifier("ε"), Identifier("D")
_WIDE = 6  # columns of numbers beside each other


def write_positions(writer: Writer) -> None:
    formulas = {id(held): writer.formulas.of(held.form) for held in writer.standing.held}
    _forms(writer, formulas)
    _derivatives(writer, formulas)
    if writer.standing.free:
        _transfer(writer, formulas)


# ---- form parameters


def _forms(writer: Writer, formulas: dict[int, Formula]) -> None:
    standing, document = writer.standing, writer.document
    document.heading(writer.word("forms"))
    for key, moving in (("fixed", False), ("moving", True)):
        named = [
            equal(writer.coordinate(place.at), number(place.x)) for place in standing.places if place.moving == moving
        ]
        if named:
            document.say(writer.word(key) + ": ", *_listed(named))
    document.say(writer.word("prescribed"))
    _definitions(writer, standing.held, formulas)
    if standing.surplus:
        names = ", ".join(writer.mech.names.parameter(writer.mech.parameters[held.row]) for held in standing.surplus)
        document.say(writer.word("surplus says", names=names))
    if standing.dependents:
        others = {id(held): writer.formulas.of(held.form) for held in standing.dependents}
        document.say(writer.word("measured"))
        _definitions(writer, standing.dependents, others)
    _directions(writer)


def _definitions(writer: Writer, rows: Sequence[Held], formulas: dict[int, Formula]) -> None:
    mech = writer.mech
    cells: list[list[str | Math | Text]] = []
    for held in rows:
        says = formulas[id(held)].says
        name = mech.names.parameter(mech.parameters[held.row]) if held.row >= 0 else ""
        made_of = mech.written(mech.parameters[held.row]) if held.row >= 0 else ""
        told = made_of if name == made_of or not mech.names.has("parameter", mech.parameters[held.row]) else name
        cells.append([writer.held(held), says if says is not None else "–", writer.value(held), told])
    head = [writer.word(key) for key in ("parameter", "definition", "value", "deck")]
    is_plain = all(
        row[3] == "" or writer.symbols.has_own_name(held.row)
        for row, held in zip(cells, rows, strict=True)
        if held.row >= 0
    )
    writer.table(head[:3] if is_plain else head, [row[:3] if is_plain else row for row in cells], texts=(0, 1, 3))


def _directions(writer: Writer) -> None:
    """Of the lines PQ that the formulas name."""
    used = list(writer.formulas.directions.values())
    if not used:
        return
    way = writer.way(in_time=len(writer.standing.free) != 1)
    turns = bool(writer.standing.free) and (not way.in_time or writer.standing.moves_in_time)
    rows: list[list[str | Math | Text]] = []
    for one in used:
        row: list[str | Math | Text] = [
            one.name,
            _in_degrees(one.angle.value),
            number(cosine(one.angle).value, 1.0),
            number(sine(one.angle).value, 1.0),
            number(one.length.value),
        ]
        rows.append([*row, number(one.turning(way).value, 1e-3)] if turns else row)
    beta, length = Identifier("β"), Identifier("ℓ")
    head: list[str | Math | Text] = [
        writer.word("element"),
        beta,
        line(Function("cos"), beta),
        line(Function("sin"), beta),
        length,
    ]
    writer.table([*head, way.mark(beta)] if turns else head, rows)


def _in_degrees(angle: float) -> Math:
    return Line((*_parts(number(degrees(angle))), Word("°")))


def _parts(math: Math) -> tuple[Math, ...]:
    return math.parts if isinstance(math, Line) else (math,)


def _listed(found: Sequence[Math]) -> Iterator[str | Math]:
    for k, one in enumerate(found):
        if k:
            yield "\u2060, "
        yield one
    yield "."


# ---- D and its inverse


def _derivatives(writer: Writer, formulas: dict[int, Formula]) -> None:
    standing, document = writer.standing, writer.document
    document.heading(writer.word("D"))
    if len(standing.groups) == 1:
        document.say(writer.word("D symbols"))
        _group(writer, formulas, standing.groups[0], None)
        return
    before = Script(_D, Line((Word("k"), Word("<"))))
    writer.document.say(
        writer.word("groups", n=len(standing.moving), k=len(standing.groups)) + " ",
        before,
        " " + writer.word("earlier"),
    )
    for at, group in enumerate(standing.groups, start=1):
        names = [*_listed([writer.held(held) for held in group.held])][:-1]
        placed = [*_listed([writer.coordinate(c) for c in group.columns])]
        document.say(writer.word("group", n=at) + ": ", *names, f" {writer.word('group of')} ", *placed)
        _group(writer, formulas, group, at)


def _group(writer: Writer, formulas: dict[int, Formula], group: Group, at: int | None) -> None:
    document = writer.document
    rows, columns = [writer.held(held) for held in group.held], [writer.coordinate(c) for c in group.columns]
    below = Word(str(at)) if at is not None else None
    called = Script(_D, below) if below is not None else _D
    says = equal(called, Line((Operator("∂"), _E, Operator("/"), Operator("∂"), _X))) if at is None else called
    if all(formulas[id(held)].rows for held in group.held) and len(columns) <= _WIDE:
        cells = [
            [formulas[id(held)].rows[c].math if c in formulas[id(held)].rows else Number("0") for c in group.columns]
            for held in group.held
        ]
        document.matrix(says, rows, columns, cells)
        says = called
    document.matrix(says, rows, columns, [_row(held, group.columns) for held in group.held])
    earlier = writer.blocks(group)
    if earlier:
        before = Script(_D, Line((*((below,) if below else ()), Word("<"))))
        document.matrix(
            before, rows, [writer.coordinate(c) for c in earlier], [_row(held, earlier) for held in group.held]
        )
    if len(columns) > LARGE:
        document.say(writer.word("large", n=len(columns)))
        return
    inverse = Script(_D, below, Line((Operator("−"), Number("1"))))
    largest = [max(abs(group.inverse[c, k]) for k in range(len(rows))) for c in group.columns]
    cells = [
        [number(group.inverse[c, k], most) for k in range(len(rows))]
        for c, most in zip(group.columns, largest, strict=True)
    ]
    document.matrix(inverse, columns, rows, cells)


def _row(held: Held, columns: Sequence[int]) -> list[Math]:
    most = max(map(abs, held.D.values()), default=0.0)
    return [number(held.D.get(c, 0.0), most) for c in columns]


# ---- transfer functions, velocities, accelerations


def _transfer(writer: Writer, formulas: dict[int, Formula]) -> None:
    standing, document = writer.standing, writer.document
    document.heading(writer.word("transfer"))
    names = [writer.held(held) for held in standing.free]
    if len(standing.groups) > 1:
        _group_after_group(writer)
    else:
        inputs = Script(Identifier("1"), Word("m"))
        writer.state("first" if len(names) == 1 else "first of", line(_D, primed(_X, 1), EQUALS, inputs))
    is_single = len(names) == 1
    if standing.moves_in_time:
        _motion(writer, is_single)
    if is_single or standing.moves_in_time:
        _bends(writer, formulas, in_time=not is_single)
    _table_of_motion(writer, names)


def _group_after_group(writer: Writer) -> None:
    """x′ = D⁻¹(1 − D₍<₎x′) with the numbers of the right-hand side."""
    k = Word("k")
    inverse = Script(_D, k, Line((Operator("−"), Number("1"))))
    x1 = Script(_X, k, Operator("′"))
    before = Script(_D, Line((k, Word("<"))))
    one = Script(Identifier("1"), Word("m"))
    writer.state("first groups", line(x1, EQUALS, inverse, "(", one, "−", before, primed(_X, 1), ")"))


def _bends(writer: Writer, formulas: dict[int, Formula], in_time: bool) -> None:
    """Second derivatives: what speeds of first order make of each parameter."""
    standing = writer.standing
    way = writer.way(in_time)
    h = Identifier("h")
    slope = line("(", "∂", _D, "/", "∂", _X, "·", way.mark(_X), ")", way.mark(_X))
    if in_time:
        acceleration = way.mark(_E, 2)
        writer.state(
            "second time",
            line(h, EQUALS, slope),
            line(_D, way.mark(_X, 2), EQUALS, acceleration, "−", h),
            equation="8.23",
        )
    else:
        writer.state("second", line(h, EQUALS, slope), line(_D, primed(_X, 2), EQUALS, "−", h))
    key = "time" if in_time else "input"
    largest = max((abs(held.bends[key]) for held in standing.held), default=0.0)
    rows: list[list[str | Math | Text]] = []
    for held in standing.held:
        bend = formulas[id(held)].bend(way)
        says: str | Math = bend.math if bend is not None and bend.math != Number("0") else "–"
        value = held.bends[key]
        rows.append([writer.held(held), says, number(value, largest)])
    head: list[str | Math | Text] = [writer.word("parameter"), h, writer.word("value")]
    if all(row[1] == "–" for row in rows):
        writer.table([head[0], h], [[row[0], row[2]] for row in rows])
    else:
        writer.table(head, rows, texts=(0, 1))


def _table_of_motion(writer: Writer, names: Sequence[Math]) -> None:
    standing, document = writer.standing, writer.document
    own = range(len(names))
    if len(names) == 1:
        heads: list[Math] = [primed(_X, 1), primed(_X, 2)]
        columns = [standing.first[0], standing.second[0, 0]]
    else:
        heads = [Line((Operator("∂"), _X, Operator("/"), Operator("∂"), names[k])) for k in own]
        columns = [standing.first[k] for k in own]
    if standing.moves_in_time:
        heads += [dotted(_X, 1), dotted(_X, 2)]
        columns += [[place.v for place in standing.places], [place.a for place in standing.places]]
    _columns(writer, heads, columns)
    if len(names) > 1 and standing.second:
        document.say(writer.word("second of"))
        pairs = list(standing.second)
        heads = [
            Line((Operator("∂²"), _X, Operator("/"), Operator("∂"), names[i], Operator("∂"), names[j]))
            for i, j in pairs
        ]
        _columns(writer, heads, [standing.second[pair] for pair in pairs])


def _motion(writer: Writer, is_single: bool) -> None:
    if not is_single:
        writer.document.say(writer.word("motion") + " ", *_listed(list(_rates(writer))))
        return
    e1, e2 = dotted(_E, 1), dotted(_E, 2)
    writer.state(
        "motion",
        *_rates(writer),
        line(dotted(_X, 1), EQUALS, primed(_X, 1), e1),
        line(dotted(_X, 2), EQUALS, primed(_X, 2), Script(e1, None, Number("2")), "+", primed(_X, 1), e2),
        equation="8.23",
    )


def _rates(writer: Writer) -> Iterator[Math]:
    for held in writer.standing.free:
        symbol = writer.held(held)
        yield equal(dotted(symbol, 1), number(held.rate))
        yield equal(dotted(symbol, 2), number(held.acceleration))


def _columns(writer: Writer, heads: Sequence[Math], columns: Sequence[Sequence[float]]) -> None:
    moving = writer.standing.moving
    for first in range(0, len(heads), _WIDE):
        shown = columns[first : first + _WIDE]
        largest = [max((abs(column[at]) for at in moving), default=0.0) for column in shown]
        rows: list[list[str | Math | Text]] = [
            [writer.coordinate(at), *(number(column[at], most) for column, most in zip(shown, largest, strict=True))]
            for at in moving
        ]
        writer.table([writer.word("co-ordinate"), *heads[first : first + _WIDE]], rows)
