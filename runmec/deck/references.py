"""Rules of reference: what a line names must exist, once, and be of the right kind.

Every rule is a function that yields diagnostics; RULES is the table of contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..diagnostics import Diagnostic, Span
from ..messages import diagnostic
from .couples import couples_form_no_circle
from .damage import Damage
from .expression import SUBJECTS, Expression
from .item import Item
from .links import links
from .model import Deck, Element, ElementData, Move, Store
from .planes import planes_are_bodies
from .study import Figure, Path
from .turning import node_of, parts
from .vocabulary import FORCE_WORDS, OF_TURNING, RECORDS, columns

_WORDS = {"element": ("element", "D201"), "coordinate": ("co-ordinate", "D202"),
          "parameter": ("parameter", "D203"), "input": ("input", "D204"), "buffer": ("buffer", "D205"),
          "program": ("program", "D232")}  # fmt: skip


_LISTED_AT_MOST = 12


@dataclass(frozen=True)
class Known:
    """A deck with its numbers looked up, and what damaged lines may have declared."""

    deck: Deck
    damage: Damage

    @cached_property
    def elements(self) -> dict[int, Any]:
        return {element.number: element for element in self.deck.elements}

    @cached_property
    def numbers(self) -> dict[str, set[int]]:
        deck = self.deck
        return {
            "element": set(self.elements),
            "coordinate": {c.number for c in (*deck.fixed, *deck.moving)},
            "parameter": {form.parameter for form in deck.forms},
            "input": set(range(1, deck.inputs + 1)),
            "buffer": {store.buffer for store in deck.stores},
            "program": {program.number for program in deck.programs},
        }

    @cached_property
    def links(self) -> tuple[tuple[int, ...], ...]:
        return links(self.deck)

    @cached_property
    def mistyped(self) -> set[str]:
        """Kinds of which a number is given twice, or jumps: most likely it is the one that is missed."""
        deck = self.deck
        counts = {"element": len(deck.elements), "coordinate": len(deck.fixed) + len(deck.moving),
                  "buffer": len(deck.stores)}  # fmt: skip
        found = {kind for kind, count in counts.items() if count > len(self.numbers[kind])}
        prescribed = {number for number in self.numbers["parameter"] if number > 0}
        return found | ({"parameter"} if prescribed and max(prescribed) > len(prescribed) else set())

    def called(self, kind: str, number: int) -> str:
        """The name of something, or its number."""
        return self.deck.names.of(kind, number)

    def listed(self, kind: str) -> str:
        """All that there are: their names, those without a name by number."""
        of_numbers = {number for number in self.numbers[kind] if not self.deck.names.has(kind, number)}
        named = [self.called(kind, number) for number in sorted(self.numbers[kind] - of_numbers)]
        shown = [*named[:_LISTED_AT_MOST], *(["…"] if len(named) > _LISTED_AT_MOST else [])]
        return ", ".join(filter(None, (*shown, _in_all(of_numbers))))

    def missing(self, kind: str, number: int) -> bool:
        if kind in self.mistyped or self.damage.may_declare(kind, number):
            return False
        return number not in self.numbers[kind]


def check_references(deck: Deck, damage: Damage) -> Iterator[Diagnostic]:
    known = Known(deck, damage)
    for rule in RULES:
        yield from rule(known)


def _does_not_exist(known: Known, kind: str, number: int, span: Span | None, label: str = "") -> Diagnostic:
    word, code = _WORDS[kind]
    message = f"{word} {known.called(kind, number)} does not exist"
    remedy = ""
    if kind == "coordinate":
        message = f"co-ordinate {number} has no value"
        remedy = f"add a line `{number} <value>` under `xmov` or `xfix`"
    elif kind == "input":
        inputs = known.deck.inputs
        line = "`input`" if known.deck.names else f"`nr dof {inputs}`"
        remedy = f"{line} makes {'inputs 1 … ' + str(inputs) if inputs else 'no inputs'}"
    elif kind == "buffer":
        message = f"buffer {number} is never filled"
        remedy = "store something in it by a `buf…` line"
    elif kind == "parameter":
        there = known.numbers["parameter"]
        remedy = f"parameters are {known.listed(kind)}; `form` makes them" if there else "`form` makes parameters"
    elif kind == "program":
        remedy = f"programs are {known.listed(kind)}" if known.numbers[kind] else "`program` in GEOMETRY makes one"
    elif known.numbers["element"]:
        remedy = f"elements are {known.listed(kind)}"
    return diagnostic(code, message, span, label=label, help=remedy)


def _in_all(numbers: Iterable[int]) -> str:
    """1 … 7, 9, −2 … −1: runs of numbers, those below zero last."""
    runs: list[list[int]] = []
    for number in sorted(numbers, key=lambda n: (n < 0, n)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = [f"{run[0]} … {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join(shown[:8]) + (", …" if len(shown) > 8 else "")


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
                label = f"used as {_shown(name)} of element {known.called('element', element.number)}"
                yield _does_not_exist(known, "coordinate", number, element.at(3 + at), label)


def _no_turning_node(known: Known, element: Element, at: int, told: set[int]) -> Iterator[Diagnostic]:
    """Once a node, though it has four co-ordinates."""
    node = node_of(element.coordinates[at])
    if not told & (set(parts(node)) - {element.coordinates[at]}):
        yield diagnostic("D202", f"{node} is no turning node", element.at(3 + at),
                         label=f"turning node of element {known.called('element', element.number)}",
                         help=f"add a line `turn {node}` in GEOMETRY")  # fmt: skip


def numbers_exist(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    used: list[tuple[Any, str, int]] = [(form, "element", 3) for form in deck.forms]
    used += [
        (item, "parameter", 1) for item in (*deck.paras, *deck.flexes, *deck.springs, *deck.dampers, *deck.frictions)
    ]
    used += [(item, "parameter", 1) for item in deck.deviations if not item.name]
    used += [(item, "coordinate", 1) for item in (*deck.inertias, *deck.forces)]
    used += [(item, "element", 1) for item in (*deck.uniforms, *deck.bodies, *deck.solids, *deck.stiffs, *deck.data)]
    used += [(item, "input", 1) for item in deck.motors]
    used += [(profile, "element", 2) for profile in deck.profiles]
    for centrodes in (c for picture in deck.pictures for c in picture.centrodes):
        for at, number in ((1, centrodes.element), (2, centrodes.other)):
            if number and known.missing("element", number):
                yield _does_not_exist(known, "element", number, centrodes.at(at))
    for profile in deck.profiles:
        for at, number in ((3, profile.x), (4, profile.y)):
            if known.missing("coordinate", number):
                yield _does_not_exist(known, "coordinate", number, profile.at(at))
    used += [(couple, kind, at) for couple in deck.couples for kind, at in (("parameter", 1), ("program", 3))]
    for couple in deck.couples:
        if known.missing("parameter", couple.other):
            yield _does_not_exist(known, "parameter", couple.other, couple.at(2))
    used += [(law, "input", 1) for move in deck.moves for law in move.laws]
    for item, kind, at in used:
        number = getattr(item, kind)
        if known.missing(kind, number):
            yield _does_not_exist(known, kind, number, item.at(at))


def stored_numbers_exist(known: Known) -> Iterator[Diagnostic]:
    for store in known.deck.stores:
        numbers = [*store.subject, store.buffer, *store.inputs]
        if store.word in OF_TURNING:
            continue
        of_numbers = [column for column in columns(RECORDS[store.word].signature) if column.role != "law"]
        for at, (column, number) in enumerate(zip(of_numbers, numbers, strict=False)):
            kind = "element" if column.role == "link" else column.role
            is_frame = column.role == "link" and number == 0
            if kind not in ("buffer", "count") and not is_frame and known.missing(kind, number):
                yield _does_not_exist(known, kind, number, store.at(1 + at))


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
            yield _does_not_exist(known, "buffer", buffer, item.at(at))


def expressions_name_what_exists(known: Known) -> Iterator[Diagnostic]:
    for item, at, expression in _expressions(known.deck):
        for name, number in dict.fromkeys(expression.uses()):
            kind = SUBJECTS[name]
            if known.missing(kind, number):
                label = f"`{name}({known.called(kind, number)})`"
                yield _does_not_exist(known, kind, number, item.at(at), label=label)


def _expressions(deck: Deck) -> Iterator[tuple[Item, int, Expression]]:
    """With the word of the line that it is."""
    for force in deck.forces:
        yield force, 2, force.value
    for moment in deck.moments:
        yield moment, 2, moment.value
    for motor in deck.motors:
        for value in motor.values:
            if isinstance(value, Expression):
                yield motor, 2, value
    for store in deck.stores:
        if store.expression is not None:
            yield store, 1, store.expression
    for figure in deck.figures:
        if isinstance(figure, Figure):
            yield figure, 2, figure.expression


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
        needing = ", ".join(known.called("buffer", buffer) for buffer in stuck[:_LISTED_AT_MOST])
        yield diagnostic("D223", f"buffer {known.called('buffer', store.buffer)} needs itself", store.at(1),
                         notes=(f"these wait for each other: {needing}",) if len(stuck) > 1 else ())  # fmt: skip


def nothing_is_given_twice(known: Known) -> Iterator[Diagnostic]:
    """Masses, springs, dampers and forces may be given several times: they add up."""
    deck = known.deck
    names = deck.names
    yield from _twice(deck.elements, "element {}", lambda i: names.element(i.number))
    yield from _twice((*deck.fixed, *deck.moving), "co-ordinate {}", lambda i: names.coordinate(i.number))
    yield from _twice(deck.paras, "the value of parameter {}", lambda i: names.parameter(i.parameter))
    yield from _twice(deck.flexes, "flexibility of parameter {}", lambda i: names.parameter(i.parameter))
    yield from _twice(deck.stiffs, "stiffness of beam {}", lambda i: names.element(i.element))
    yield from _twice(deck.data, "{}", lambda i: f"`{i.word}` of element {names.element(i.element)}")
    yield from _twice(deck.solids, "the body of element {}", lambda i: names.element(i.element))
    yield from _twice(deck.bodies, "the body of element {}", lambda i: names.element(i.element))
    yield from _twice(deck.motors, "motor of input {}", lambda i: names.input(i.input))
    yield from _twice(deck.gravities, "gravity", lambda _: "")
    of_numbers_only = [program for program in deck.programs if not names.has("program", program.number)]
    yield from _twice(of_numbers_only, "program {}", lambda i: i.number)
    yield from _twice(deck.couples, "the couple of {}", lambda i: f"parameter {names.parameter(i.parameter)} with "
                      f"{names.parameter(i.other)} by {names.program(i.program)}")  # fmt: skip
    of_numbers = [store for store in deck.stores if not names.has("buffer", store.buffer)]
    yield from _twice(of_numbers, "buffer {}", lambda i: i.buffer, lambda i: len(i.subject) + 1)
    yield from _twice(deck.films, "film {}", lambda i: i.name.lower())
    yield from _twice(deck.profiles, "profile {}", lambda i: i.name.lower())
    yield from _twice(deck.varied, "the range of `{}`", lambda i: deck.spelling(i.name))
    yield from _twice(deck.deviations, "the tolerance of {}", lambda i: i.name or names.parameter(i.parameter))
    yield from _twice(deck.keeps, "the bounds of figure {}", lambda i: i.figure)
    yield from _twice(deck.forms, "{}", lambda i: f"{i.form} of element {names.element(i.element)} in parameter "
                                                  f"{names.parameter(i.parameter)}")  # fmt: skip
    for move in deck.moves:
        for diag in _twice(move.laws, "law of input {}", lambda i: names.input(i.input)):
            yield diagnostic("D219", diag.message, diag.span, help=diag.help)


def _twice(
    items: Iterable[Any], what: str, key: Callable[[Any], Any], word: Callable[[Any], int] = lambda _: 1
) -> Iterator[Diagnostic]:
    first: dict[Any, Any] = {}
    for item in sorted(items, key=lambda i: i.at(0) or Span(0, 0)):
        if key(item) in first:
            before = first[key(item)].at(0)
            where = f"first on line {before.line}" if before else ""
            yield diagnostic("D206", f"{what.format(key(item))} is given twice", item.at(word(item)), label=where,
                             help="remove one of the two lines")  # fmt: skip
        else:
            first[key(item)] = item


def forms_fit_their_elements(known: Known) -> Iterator[Diagnostic]:
    for form in known.deck.forms:
        element = known.elements.get(form.element)
        if element is not None and form.form not in known.deck.kinds[element.kind].forms:
            has = " ".join(known.deck.kinds[element.kind].forms)
            name = known.called("element", form.element)
            yield diagnostic("D207", f"element {name} is a {element.kind}, which has no `{form.form}`",
                             form.at(2), help=f"a {element.kind} has {has}")  # fmt: skip


def poles_are_of_bodies(known: Known) -> Iterator[Diagnostic]:
    yield from planes_are_bodies(known.deck)


def couples_are_in_order(known: Known) -> Iterator[Diagnostic]:
    yield from couples_form_no_circle(known.deck)


def parameters_are_numbered_without_gaps(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    if "form" in known.damage.words:
        return
    given = {form.parameter for form in deck.forms if form.parameter > 0}
    missing = next((n for n in range(1, len(given) + 1) if n not in given), None)
    if missing is not None:
        after = min((f for f in deck.forms if f.parameter > missing), key=lambda f: f.parameter)
        yield diagnostic("D214", f"prescribed parameter {missing} is missing", after.at(4),
                         label=f"{after.parameter} is the next one given",
                         help="number the prescribed parameters 1, 2, 3, … without gaps")  # fmt: skip
    elif deck.inputs > len(given):
        yield diagnostic("D210", f"{deck.inputs} inputs, but only {len(given)} prescribed parameters",
                         deck.freedom.at(1), help="the inputs are the last prescribed parameters")  # fmt: skip


def form_lines_count(known: Known) -> Iterator[Diagnostic]:
    if "form" in known.damage.words:
        return
    for expected, form in enumerate(known.deck.forms, start=1):
        if form.counter != expected:
            yield diagnostic("D152", f"form line {expected} is numbered {form.counter}", form.at(1),
                             help="number the form lines 1, 2, 3, …")  # fmt: skip
            return


def coordinates_are_of_one_kind(known: Known) -> Iterator[Diagnostic]:
    first: dict[int, tuple[str, int]] = {}
    told = set()
    for element in known.deck.elements:
        for at, (name, number) in enumerate(
            zip(known.deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
        ):
            before, where = first.setdefault(number, (name[0], element.number))
            if before == name[0] or number in told:
                continue
            told.add(number)
            here = f"{_what(name[0])} in element {known.called('element', element.number)}"
            code = "D252" if {before, name[0]} <= set("xyz") else "D208"
            yield diagnostic(code, f"co-ordinate {known.called('coordinate', number)} is {_what(before)} in element "
                             f"{known.called('element', where)}, {here}", element.at(3 + at),
                             label=f"{_shown(name)} of element {known.called('element', element.number)}",
                             help="check the numbers of both `elem` lines")  # fmt: skip


def _what(axis: str) -> str:
    return {"x": "an x", "y": "a y", "z": "a z", "b": "an angle", "l": "a turning node"}[axis]


def _shown(name: str) -> str:
    return name.replace("b", "β")


def masses_and_stiffness_fit(known: Known) -> Iterator[Diagnostic]:
    kinds = known.deck.kinds.values()
    for uniform in known.deck.uniforms:
        element = known.elements.get(uniform.element)
        if element is not None and uniform.J and not known.deck.kinds[element.kind].is_spatial:
            yield diagnostic("D111", "too many values for `uniform`", uniform.at(3),
                             label="a polar inertia is for elements in space",
                             help="it takes `uniform k m`; `body` has a polar inertia of its own")  # fmt: skip
    yield from _stiffness_fits(known)
    for items, word, fitting in (
        (known.deck.uniforms, "uniform", [kind.word for kind in kinds if kind.uniform]),
        (known.deck.bodies, "body", [kind.word for kind in kinds if kind.directed and not kind.is_spatial]),
        (known.deck.solids, "solid", ["TR1S"]),
        (known.deck.stiffs, "stiff", [kind.word for kind in kinds if kind.elastic]),
    ):  # type: tuple[tuple[Any, ...], str, list[str]]
        for item in items:
            element = known.elements.get(item.element)
            if element is not None and element.kind not in fitting:
                remedy = f"`{word}` is for {', '.join(fitting)}"
                if word not in ("stiff", "solid"):
                    remedy += "; put a BIN that prescribes nothing on the same points, and the mass on it"
                yield diagnostic("D216", f"element {known.called('element', item.element)} is a {element.kind}, which "
                                 f"takes no `{word}`", item.at(1), help=remedy)  # fmt: skip


def normal_forces_are_internal(known: Known) -> Iterator[Diagnostic]:
    """Friction takes its normal force from prescribed parameters; what a motor drives presses nothing."""
    deck = known.deck
    driven = {motor.input for motor in deck.motors if motor.model == "given"} if deck.job == "DYN SIM" else set()
    free = {deck.input_parameter(i): i for i in range(1, deck.inputs + 1) if i not in driven}
    for friction in deck.frictions:
        for at, q in enumerate(friction.normals):
            if known.missing("parameter", q):
                yield _does_not_exist(known, "parameter", q, friction.at(3 + at))
            elif deck.job == "DYN SIM" and q in free and "nr dof" not in known.damage.words:
                yield diagnostic("D225", f"input {known.called('input', free[q])} cannot give a normal force: it is "
                                 "free, and its σ is that of its motor", friction.at(3 + at),
                                 help="name a prescribed parameter across the motion: `guide.lenv`")  # fmt: skip


def _stiffness_fits(known: Known) -> Iterator[Diagnostic]:
    """EA EI in the plane, EA EIy EIz GJ in space."""
    for stiff in known.deck.stiffs:
        element = known.elements.get(stiff.element)
        kind = known.deck.kinds[element.kind] if element is not None else None
        if kind is None or not kind.elastic or kind.is_spatial == bool(stiff.beyond):
            continue
        name = known.called("element", stiff.element)
        code, what = ("D110", "few") if kind.is_spatial else ("D111", "many")
        takes = "EA EIy EIz GJ" if kind.is_spatial else "EA EI"
        yield diagnostic(code, f"too {what} values for `stiff` of a {kind.word}", stiff.at(3 + (not kind.is_spatial)),
                         help=f"write `stiff {name} {takes}`")  # fmt: skip


def element_data_fit(known: Known) -> Iterator[Diagnostic]:
    """An element whose type asks for numbers has a line that gives them: as many as it takes, and possible ones."""
    deck = known.deck
    given = {item.element for item in deck.data}
    for item in deck.data:
        element = known.elements.get(item.element)
        if element is not None:
            yield from _data_fit(known, item, element)
    for element in deck.elements:
        asked = deck.kinds[element.kind].data
        if asked is None or not asked.required or element.number in given or asked.word in known.damage.words:
            continue
        name = known.called("element", element.number)
        yield diagnostic("D224", f"element {name} is a {element.kind} without a `{asked.word}` line", element.at(1),
                         help=f"add `{asked.word} {name} {asked.usage}` in GEOMETRY")  # fmt: skip


def _data_fit(known: Known, item: ElementData, element: Element) -> Iterator[Diagnostic]:
    name, asked, count = known.called("element", element.number), known.deck.kinds[element.kind].data, len(item.values)
    if asked is None or asked.word != item.word:
        fitting = [kind.word for kind in known.deck.kinds.values() if kind.data and kind.data.word == item.word]
        yield diagnostic("D224", f"element {name} is a {element.kind}, which takes no `{item.word}`", item.at(1),
                         help=f"`{item.word}` is for {', '.join(fitting)}")  # fmt: skip
    elif not asked.required <= count <= len(asked.names):
        yield diagnostic("D224", f"`{item.word}` of a {element.kind} takes {asked.usage}, found {count} numbers",
                         item.at(min(count + 1, len(asked.names) + 2)),
                         help=f"write `{item.word} {name} {asked.usage}`")  # fmt: skip


def stored_forces_fit(known: Known) -> Iterator[Diagnostic]:
    """Told once a word: a point stands for two co-ordinates."""
    told = set()
    for fault in _stored_forces(known):
        if fault.span not in told:
            told.add(fault.span)
            yield fault


def _stored_forces(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    moving = {c.number for c in deck.moving}
    for store in deck.stores:
        if store.word == "bufreac" and store.subject[0] in moving and "xfix" not in known.damage.words:
            yield diagnostic("D213", f"co-ordinate {known.called('coordinate', store.subject[0])} is moving; the frame "
                             "does not hold it", store.at(1),
                             help="`bufconn k c b` stores forces between elements")  # fmt: skip
        if store.word == "bufmom" and store.subject[0] in moving:
            node = deck.names.turn(store.subject[0])
            yield diagnostic("D213", f"turning node {node} is moving; the frame does not hold it", store.at(1),
                             help="`bufconn k l mx my mz` stores moments on elements")  # fmt: skip
        if store.word == "bufconn":
            element = known.elements.get(store.subject[0])
            if element is not None and store.subject[1] not in element.coordinates:
                yield _not_of(known, f"element {known.called('element', element.number)}", element.coordinates, store)
        if store.word == "bufpin" and store.subject[0] in known.elements:
            yield from _pin_of_its_link(known, store)


def _pin_of_its_link(known: Known, store: Store) -> Iterator[Diagnostic]:
    link = next(link for link in known.links if store.subject[0] in link)
    used = dict.fromkeys(number for k in link for number in known.elements[k].coordinates)
    if store.subject[1] not in used:
        elements = ", ".join(known.called("element", k) for k in link)
        yield _not_of(known, f"the link of element {elements}", tuple(used), store)


def _not_of(known: Known, what: str, used: tuple[int, ...], store: Store) -> Diagnostic:
    uses = " ".join(known.called("coordinate", number) for number in used)
    return diagnostic("D212", f"{what} does not use co-ordinate {known.called('coordinate', store.subject[1])}",
                      store.at(2), help=f"it uses {uses}")  # fmt: skip


def moves_fit_the_inputs(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    if "nr dof" in known.damage.words:
        return
    if deck.inputs > deck.prescribed:
        return
    for move in deck.moves:
        if move.word in ("tstepf", "tcycle") and deck.job != "DYN SIM":
            yield diagnostic("D217", f"`{move.word}` is not for {deck.job}", move.at(0),
                             help="begin the deck with `DYN SIM`, or give the motion by `tstepe`")  # fmt: skip
        if move.word == "tcycle":
            continue
        each = {"tstepe": 2, "stepe": 1, "tstepf": 1, "tmove": 0}[move.word]
        if len(move.values) != each * deck.inputs:
            what = {"tstepe": "v a", "stepe": "d", "tstepf": "v"}[move.word]
            yield diagnostic("D215", f"`{move.word}` needs {each * deck.inputs} values for {deck.inputs} "
                             f"input{'s' * (deck.inputs != 1)}, found {len(move.values)}",
                             move.at(_first_wrong(move, each * deck.inputs)), notes=_freedom_note(deck),
                             help=f"give `{what}` for every input, or correct "
                                  f"`{'input' if deck.names else 'nr dof'}`")  # fmt: skip


def _first_wrong(move: Move, wanted: int) -> int:
    """The word where the values of a move go wrong: the first too many, or the last one there is."""
    before = len(move.places) - len(move.values)
    return before + wanted if len(move.values) > wanted else len(move.places) - 1


def _freedom_note(deck: Deck) -> tuple[str, ...]:
    place = deck.freedom.at(0)
    if place is None:
        return ()
    if deck.names.inputs:
        return (f"the inputs are {', '.join(deck.names.inputs.values())} (line {place.line})",)
    return (f"`nr dof {deck.inputs}` on line {place.line}",)


def lines_without_effect(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    if deck.job != "DYN SIM" and deck.motors:
        yield diagnostic("D251", f"motors have no effect in {deck.job}", deck.motors[0].at(0))
    if deck.job == "KIN ANA" and deck.modes:
        yield diagnostic("D251", "KIN ANA calculates no forces: there are no modes", deck.modes[0].at(0),
                         help="begin the deck with `DYN ANA`")  # fmt: skip
    if deck.job == "KIN ANA":
        empty = [store for store in deck.stores if store.word in FORCE_WORDS]
        if empty:
            which = (
                f"buffer{'s' * (len(empty) > 1)} {', '.join(deck.names.buffer(store.buffer) for store in empty[:12])}"
            )
            yield diagnostic("D251", f"KIN ANA calculates no forces: nothing is stored in {which}", empty[0].at(0),
                             help="begin the deck with `DYN ANA`")  # fmt: skip


def turning_nodes_exist(known: Known) -> Iterator[Diagnostic]:
    """Of moments and vectors that are stored; told once a line."""
    deck = known.deck
    there = {turn.node for turn in deck.turns}
    used: list[tuple[Item, int]] = [(moment, moment.node) for moment in deck.moments]
    used += [(store, store.subject[0]) for store in deck.stores if store.word in OF_TURNING]
    told = set()
    for item, node in used:
        if node not in there and item.at(1) not in told and "turn" not in known.damage.words:
            told.add(item.at(1))
            yield diagnostic("D202", f"{deck.names.turn(node)} is no turning node", item.at(1),
                             help=f"add a line `turn {deck.names.turn(node)}` in GEOMETRY")  # fmt: skip


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
    masses_and_stiffness_fit,
    element_data_fit,
    turning_nodes_exist,
    normal_forces_are_internal,
    stored_forces_fit,
    moves_fit_the_inputs,
    lines_without_effect,
)
