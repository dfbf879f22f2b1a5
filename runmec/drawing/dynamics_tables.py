"""What acts on a mechanism, as tables of the report: every word of DYNAMICS with its numbers and their units."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from ..deck.expression import Expression, constant
from ..deck.model import Dynamic
from ..deck.said import parameter_name
from ..dimensions import QUANTITIES
from ..dynamics import DYNAMICS
from ..results.result import Result
from ..results.units import NO_UNIT, ShownUnit, unit_for, way_of
from ..words import KINDS_OF, Column, kind_of, subject_of
from .tables import table


def tables_of_dynamics(result: Result, but: Collection[str] = ()) -> Iterator[str]:
    """A table a word; without those that are told elsewhere."""
    for kind in DYNAMICS.values():
        lines = result.deck.of(kind)
        if lines and kind.word not in but:
            rows = _rows(result, lines)
            most = max(map(len, rows))
            first = f"{kind.word} on" if subject_of(kind.signature) in KINDS_OF else kind.word
            yield table((first, *[""] * (most - 1)), ([*row, *[""] * (most - len(row))] for row in rows))
    for item in result.deck.data:
        yield table(
            (item.word, ""), [[result.deck.names.element(item.element), " ".join(f"{v:.6g}" for v in item.values)]]
        )


def _rows(result: Result, lines: Sequence[Dynamic]) -> list[list[str]]:
    """Lines that one line of the deck made, alike of both co-ordinates of a point, are one row with its name."""
    rows: dict[object, list[str]] = {}
    for line in lines:
        cells = [*_cells(result, line)]
        place = line.at(0)
        point = next((name for numbers, name in result.deck.names.points.items() if line.subject in numbers), "")
        key: object = (place.line, point, *cells) if place is not None and point and _is_of_place(line) else id(line)
        rows[key] = [point, *cells] if key in rows else [_subject(result, line), *cells]
    return list(rows.values())


def _is_of_place(line: Dynamic) -> bool:
    return kind_of(subject_of(DYNAMICS[line.word].signature), line.subject) == "coordinate"


def _subject(result: Result, line: Dynamic) -> str:
    names, kind = result.deck.names, kind_of(subject_of(DYNAMICS[line.word].signature), line.subject)
    if kind == "parameter":
        name, made_of = names.parameter(line.subject), parameter_name(result.deck, line.subject)
        return name if name == made_of else f"{name}: {made_of}"
    if kind is None and line.subject:
        return names.turn(line.subject) if line.subject in names.turns else names.coordinate(line.subject)
    return names.of(kind, line.subject) if kind is not None else ""


def _cells(result: Result, line: Dynamic) -> Iterator[str]:
    """`c 200 N/m`, one a value."""
    names = result.deck.names
    wanted = [column for column in line.columns if column.role in ("value", "law", "keyed")]
    if line.choice:
        yield line.choice
    if line.columns and line.columns[0].many:
        yield from (names.of(KINDS_OF[line.columns[0].role], number) for number in line.others)
    elif line.pin is not None:
        element, place = line.pin
        where = names.point(*place) or " ".join(map(names.coordinate, place))
        yield f"in {where}" if element == line.subject else f"of {names.element(element)} in {where}"
    elif line.others and line.word not in _VECTORS:
        yield "by " + ", ".join(map(names.parameter, line.others))
    shift = line.others[0] - 1 if line.word in _VECTORS and line.others else 0
    for at, value in enumerate(line.values):
        column = wanted[at + shift] if at + shift < len(wanted) else None
        name = f"{column.name} " if column is not None else ""
        if isinstance(value, Expression) and not value.is_constant:
            yield name + value.text
        else:
            number = constant(value.program) if isinstance(value, Expression) else float(value)
            if column is not None and column.role == "keyed" and not number:  # not given
                continue
            name = name.removesuffix("value ")
            unit = _unit(result, line, column)
            yield f"{name}{unit.number(number):.6g} {unit.shown}".rstrip()


_VECTORS = frozenset(word for word, kind in DYNAMICS.items() if kind.of_turning)


def _unit(result: Result, line: Dynamic, column: Column | None) -> ShownUnit:
    if column is None or column.quantity not in QUANTITIES:
        return NO_UNIT
    way = way_of(result.mechanism, subject_of(DYNAMICS[line.word].signature), line.subject)
    return unit_for(result.deck.units, QUANTITIES[column.quantity](way)) if way is not None else NO_UNIT
