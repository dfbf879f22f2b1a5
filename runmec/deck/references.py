"""Rules of reference: what a line names must exist, and be given once.

Every rule is a function that yields diagnostics; RULES is the table of contents, of these and of the rules of fitting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..diagnostics import Diagnostic, Span
from ..dynamics import DYNAMICS
from ..messages import diagnostic
from ..words import columns, kind_of, subject_of
from .damage import Damage
from .expression import REFERENCES
from .fitting import (
    axes_fit_the_space,
    carriers_suit_the_inputs,
    coordinates_are_of_one_kind,
    couples_are_in_order,
    dampers_suit_what_yields,
    dynamics_fit_their_elements,
    elastic_parameters_yield,
    element_data_fit,
    forms_fit_their_elements,
    lines_have_two_points,
    lines_without_effect,
    motors_are_there,
    moves_fit_the_inputs,
    normal_forces_are_internal,
    pins_are_there,
    poles_are_of_bodies,
    sections_stand_alone,
    stored_forces_fit,
)
from .item import Item
from .known import LISTED_AT_MOST, Known, does_not_exist, shown
from .model import Deck, Element
from .names import Names
from .resting import rest_is_possible
from .study import Path
from .turning import node_of, parts
from .variables import RULES as RULES_OF_VARIABLES
from .vocabulary import RECORDS


def check_references(deck: Deck, damage: Damage) -> Iterator[Diagnostic]:
    known = Known(deck, damage)
    for rule in RULES:
        yield from rule(known)


def element_coordinates_have_values(known: Known) -> Iterator[Diagnostic]:
    told = set()
    for element in known.deck.elements:
        names = known.deck.kinds[element.kind].coordinates
        for at, (name, number) in enumerate(zip(names, element.coordinates, strict=True)):
            if known.missing("coordinate", number) and number not in told:
                told.add(number)
                if name[0] == "l":
                    yield from _no_turning_node(known, element, at, told)
                    continue
                label = f"used as {shown(name)} of element {known.called('element', element.number)}"
                yield does_not_exist(known, "coordinate", number, element.at(3 + at), label)


def _no_turning_node(known: Known, element: Element, at: int, told: set[int]) -> Iterator[Diagnostic]:
    """Once a node, though it has four co-ordinates."""
    node = node_of(element.coordinates[at])
    if not told & (set(parts(node)) - {element.coordinates[at]}):
        yield diagnostic(
            "D202",
            f"{node} is no turning node",
            element.at(3 + at),
            label=f"turning node of element {known.called('element', element.number)}",
            help=f"add a line `turn {node}` in GEOMETRY",
        )


def numbers_exist(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    used: list[tuple[Any, str, int]] = [(form, "element", 3) for form in deck.forms]
    used += [(item, "parameter", 1) for item in deck.paras]
    used += [(item, "parameter", 1) for item in deck.deviations if not item.name]
    used += [(item, "element", 1) for item in deck.data]
    for line in deck.dynamics:
        kind = kind_of(subject_of(DYNAMICS[line.word].signature), line.subject)
        if kind not in (None, "turning") and known.missing(kind, line.subject):
            yield does_not_exist(known, kind, line.subject, line.at(1))
    used += [(profile, "element", 2) for profile in deck.profiles]
    for centrodes in (c for picture in deck.pictures for c in picture.centrodes):
        for at, number in ((1, centrodes.element), (2, centrodes.other)):
            if number and known.missing("element", number):
                yield does_not_exist(known, "element", number, centrodes.at(at))
    used += [(body, "element", 1) for picture in deck.pictures for body in picture.bodies]
    for profile in deck.profiles:
        for at, number in ((3, profile.x), (4, profile.y)):
            if known.missing("coordinate", number):
                yield does_not_exist(known, "coordinate", number, profile.at(at))
    used += [(couple, kind, at) for couple in deck.couples for kind, at in (("parameter", 1), ("program", 3))]
    for couple in deck.couples:
        if known.missing("parameter", couple.other):
            yield does_not_exist(known, "parameter", couple.other, couple.at(2))
    used += [(law, "input", 1) for move in deck.moves for law in move.laws]
    for item, kind, at in used:
        number = getattr(item, kind)
        if known.missing(kind, number):
            yield does_not_exist(known, kind, number, item.at(at))


def stored_numbers_exist(known: Known) -> Iterator[Diagnostic]:
    for store in known.deck.stores:
        numbers = [*store.subject, store.buffer, *store.inputs]
        signature = RECORDS[store.word].signature_for(len(store.subject) + 1)
        of_numbers = [column for column in columns(signature) if column.role != "law"]
        for at, (column, number) in enumerate(zip(of_numbers, numbers, strict=False)):
            kind = kind_of(column.role, number) or column.role
            is_frame = column.role == "link" and number == 0
            if kind not in ("buffer", "count", "turning", "value") and not is_frame and known.missing(kind, number):
                yield does_not_exist(known, kind, number, store.at(1 + at))


def shown_buffers_are_filled(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    curves = [curve for picture in deck.pictures for curve in picture.curves]
    used: list[tuple[Item, int, int]] = [
        (item, at, b) for item in deck.prints for at, b in enumerate(item.buffers, start=1)
    ]
    used += [(curve, at, b) for curve in curves for at, b in enumerate((curve.x, curve.y), start=1)]
    used += [(f, at, b) for f in deck.figures if isinstance(f, Path) for at, b in enumerate((f.x, f.y), start=2)]
    for item, at, buffer in used:
        if known.missing("buffer", buffer):
            yield does_not_exist(known, "buffer", buffer, item.at(at))


def expressions_name_what_exists(known: Known) -> Iterator[Diagnostic]:
    for item, at, expression in known.expressions:
        for name, number in dict.fromkeys(expression.uses()):
            kind = REFERENCES[name]
            if known.missing(kind, number):
                label = f"`{name}({known.called(kind, number)})`"
                yield does_not_exist(known, kind, number, item.at(at), label=label)


def buffers_do_not_need_themselves(known: Known) -> Iterator[Diagnostic]:
    """A `bufcalc` may use those above it and below it, but no circle of them."""
    calculated = {store.buffer: store.expression for store in known.deck.stores if store.expression is not None}
    waiting_for, users = dict.fromkeys(calculated, 0), {buffer: list[int]() for buffer in calculated}
    for buffer, expression in calculated.items():
        for needed in {number for name, number in expression.uses() if name == "buf" and number in calculated}:
            waiting_for[buffer] += 1
            users[needed].append(buffer)
    ready = [buffer for buffer, count in waiting_for.items() if count == 0]
    while ready:
        for user in users[ready.pop()]:
            waiting_for[user] -= 1
            if waiting_for[user] == 0:
                ready.append(user)
    stuck = [buffer for buffer, count in waiting_for.items() if count]
    if stuck:
        store = next(s for s in known.deck.stores if s.buffer == stuck[0])
        needing = ", ".join(known.called("buffer", buffer) for buffer in stuck[:LISTED_AT_MOST])
        yield diagnostic(
            "D223",
            f"buffer {known.called('buffer', store.buffer)} needs itself",
            store.at(1),
            notes=(f"these wait for each other: {needing}",) if len(stuck) > 1 else (),
        )


def nothing_is_given_twice(known: Known) -> Iterator[Diagnostic]:
    """Masses, springs, dampers and forces may be given several times: they add up."""
    deck = known.deck
    names = deck.names
    times = Counter(element.number for element in deck.elements)
    # those with names are told where these are declared
    told = {number for number, count in times.items() if count > 1 and names.has("element", number)}
    values = {line.parameter for number in told for line in deck.lines_of(number)}
    yield from _twice(
        (e for e in deck.elements if e.number not in told), "element {}", lambda i: names.element(i.number)
    )
    yield from _twice((*deck.fixed, *deck.moving), "co-ordinate {}", lambda i: names.coordinate(i.number))
    yield from _twice(
        (para for para in deck.paras if para.parameter not in values),
        "the value of parameter {}",
        lambda i: names.parameter(i.parameter),
        remedy="keep one of the two values",
    )
    yield from _twice(deck.misfits, "{}", lambda i: "`misfit`")
    yield from _twice(deck.data, "{}", lambda i: f"`{i.word}` of element {names.element(i.element)}")
    for kind in DYNAMICS.values():
        if kind.once:
            yield from _twice(deck.of(kind), kind.once, _subject(names, subject_of(kind.signature)))
    of_numbers_only = [program for program in deck.programs if not names.has("program", program.number)]
    yield from _twice(of_numbers_only, "program {}", lambda i: i.number)
    yield from _twice(
        deck.couples,
        "the couple of {}",
        lambda i: (
            f"parameter {names.parameter(i.parameter)} with {names.parameter(i.other)} by {names.program(i.program)}"
        ),
    )
    of_numbers = [store for store in deck.stores if not names.has("buffer", store.buffer)]
    yield from _twice(of_numbers, "buffer {}", lambda i: i.buffer, lambda i: len(i.subject) + 1)
    yield from _twice(deck.films, "film {}", lambda i: i.name.lower())
    yield from _twice(deck.profiles, "profile {}", lambda i: i.name.lower())
    yield from _twice(deck.varied, "the range of `{}`", lambda i: i.name)
    yield from _twice(deck.deviations, "the tolerance of {}", lambda i: i.name or names.parameter(i.parameter))
    yield from _twice(deck.keeps, "the bounds of figure {}", lambda i: i.figure)
    yield from _twice(
        deck.forms,
        "{}",
        lambda i: f"{i.form} of element {names.element(i.element)} in parameter {names.parameter(i.parameter)}",
    )
    for move in deck.moves:
        for diag in _twice(move.laws, "law of input {}", lambda i: names.input(i.input)):
            yield diagnostic("D219", diag.message, diag.span, help=diag.help)


def _subject(names: Names, role: str) -> Callable[[Any], str]:
    def called(line: Any) -> str:
        kind = kind_of(role, line.subject)
        if kind is None:
            return ""
        return f"{kind} {names.of(kind, line.subject)}" if role == "driven" else names.of(kind, line.subject)

    return called


def _twice(
    items: Iterable[Any],
    what: str,
    key: Callable[[Any], Any],
    word: Callable[[Any], int] = lambda _: 1,
    remedy: str = "remove one of the two lines",
) -> Iterator[Diagnostic]:
    first: dict[Any, Any] = {}
    for item in sorted(items, key=lambda i: i.at(0) or Span(0, 0)):
        if key(item) in first:
            before = first[key(item)].at(0)
            where = f"first on line {before.line}" if before else ""
            yield diagnostic(
                "D206", f"{what.format(key(item))} is given twice", item.at(word(item)), label=where, help=remedy
            )
        else:
            first[key(item)] = item


def parameters_are_numbered_without_gaps(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    if "form" in known.damage.words:
        return
    given = {form.parameter for form in deck.forms if form.parameter > 0}
    missing = next((n for n in range(1, len(given) + 1) if n not in given), None)
    if missing is not None:
        after = min((f for f in deck.forms if f.parameter > missing), key=lambda f: f.parameter)
        yield diagnostic(
            "D214",
            f"prescribed parameter {missing} is missing",
            after.at(4),
            label=f"{after.parameter} is the next one given",
            help="number the prescribed parameters 1, 2, 3, … without gaps",
        )
    elif deck.inputs > len(given):
        yield diagnostic(
            "D210",
            f"{deck.inputs} inputs, but only {len(given)} prescribed parameters",
            deck.freedom.at(1),
            help="the inputs are the last prescribed parameters",
        )


def form_lines_count(known: Known) -> Iterator[Diagnostic]:
    if "form" in known.damage.words:
        return
    for expected, form in enumerate(known.deck.forms, start=1):
        if form.counter != expected:
            yield diagnostic(
                "D152",
                f"form line {expected} is numbered {form.counter}",
                form.at(1),
                help="number the form lines 1, 2, 3, …",
            )
            return


def turning_nodes_exist(known: Known) -> Iterator[Diagnostic]:
    """Of moments and vectors that are stored; told once a line."""
    deck = known.deck
    there = {turn.node for turn in deck.turns}
    used: list[tuple[Item, int, int]] = [
        (line, 1, line.subject) for line in deck.dynamics if DYNAMICS[line.word].of_turning
    ]
    used += [(store, len(store.subject), store.subject[-1]) for store in deck.stores if store.kind.is_vector]
    told = set()
    for item, at, node in used:
        if node not in there and item.at(at) not in told and "turn" not in known.damage.words:
            told.add(item.at(at))
            yield diagnostic(
                "D202",
                f"{deck.names.turn(node)} is no turning node",
                item.at(at),
                help=f"add a line `turn {deck.names.turn(node)}` in GEOMETRY",
            )


RULES: tuple[Callable[[Known], Iterator[Diagnostic]], ...] = (
    element_coordinates_have_values,
    numbers_exist,
    stored_numbers_exist,
    shown_buffers_are_filled,
    expressions_name_what_exists,
    buffers_do_not_need_themselves,
    nothing_is_given_twice,
    forms_fit_their_elements,
    couples_are_in_order,
    poles_are_of_bodies,
    parameters_are_numbered_without_gaps,
    form_lines_count,
    coordinates_are_of_one_kind,
    dampers_suit_what_yields,
    dynamics_fit_their_elements,
    elastic_parameters_yield,
    sections_stand_alone,
    element_data_fit,
    turning_nodes_exist,
    normal_forces_are_internal,
    pins_are_there,
    stored_forces_fit,
    carriers_suit_the_inputs,
    motors_are_there,
    lines_have_two_points,
    axes_fit_the_space,
    moves_fit_the_inputs,
    lines_without_effect,
    rest_is_possible,
    *RULES_OF_VARIABLES,
)
