"""Rules of fitting: what a line asks must suit the element, the parameter, the inputs and the job that it is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..diagnostics import Diagnostic
from ..dynamics import (
    CARRY,
    DAMPER,
    DYNAMICS,
    ELASTIC,
    FLEX,
    FRICTION,
    MOTOR,
    SECTION,
    STIFF,
    UNIFORM,
    YIELDING,
    ElasticKind,
)
from ..dynamics.section import RHO
from ..messages import diagnostic
from ..words import kind_of
from .couples import couples_form_no_circle
from .known import Known, does_not_exist, shown
from .links import coordinates_of, link_at, slides_of
from .model import Deck, Element, ElementData, Move, Store
from .planes import planes_are_bodies
from .resting import moves_fit_the_job
from .rigid import held_forms, places_of
from .telling import told_of
from .vocabulary import usage


def forms_fit_their_elements(known: Known) -> Iterator[Diagnostic]:
    for form in known.deck.forms:
        element = known.elements.get(form.element)
        if element is not None and form.form not in known.deck.kinds[element.kind].forms:
            has = " ".join(known.deck.kinds[element.kind].forms)
            name = known.called("element", form.element)
            yield diagnostic(
                "D207",
                f"element {name} is a {element.kind}, which has no `{form.form}`",
                form.at(2),
                help=f"a {element.kind} has {has}",
            )


def poles_are_of_bodies(known: Known) -> Iterator[Diagnostic]:
    yield from planes_are_bodies(known.deck)


def couples_are_in_order(known: Known) -> Iterator[Diagnostic]:
    yield from couples_form_no_circle(known.deck)


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
            yield diagnostic(
                code,
                f"co-ordinate {known.called('coordinate', number)} is {_what(before)} in element "
                f"{known.called('element', where)}, {here}",
                element.at(3 + at),
                label=f"{shown(name)} of element {known.called('element', element.number)}",
                help="check the numbers of both `elem` lines",
            )


def _what(axis: str) -> str:
    return {"x": "an x", "y": "a y", "z": "a z", "b": "an angle", "l": "a turning node"}[axis]


def dynamics_fit_their_elements(known: Known) -> Iterator[Diagnostic]:
    kinds = known.deck.kinds
    for line in known.deck.dynamics:
        word = DYNAMICS[line.word]
        element = known.elements.get(line.subject) if word.fits is not None else None
        if element is None or word.fits is None:
            continue
        kind, name = kinds[element.kind], known.called("element", line.subject)
        fault = word.suits(line, kind) if word.suits is not None else None
        if fault is not None:
            yield told_of(line, fault._replace(help=fault.help.format(name)))
        if not word.fits(kind):
            fitting = ", ".join(kind.word for kind in kinds.values() if word.fits(kind))
            remedy = "; ".join(filter(None, (f"`{line.word}` is for {fitting}", word.takes)))
            yield diagnostic(
                "D216", f"element {name} is a {element.kind}, which takes no `{line.word}`", line.at(1), help=remedy
            )


def elastic_parameters_yield(known: Known) -> Iterator[Diagnostic]:
    """What is elastic has a line that gives stiffness, be it zero."""
    deck = known.deck
    if known.damage.words & {*YIELDING, SECTION.word, "elem", "form"}:
        return
    of_elements = {line.subject for line in deck.of_all(ElasticKind) if DYNAMICS[line.word].fits is not None}
    of_elements |= {line.subject for line in deck.of(SECTION)}  # of one with a wrong size that is told, and no more
    given = {line.subject for line in deck.of_all(ElasticKind) if DYNAMICS[line.word].fits is None}
    given |= {form.parameter for form in deck.forms if form.element in of_elements}
    for line in deck.of(ELASTIC):
        numbers = (line.subject, *line.others)
        for number in numbers:
            if known.missing("parameter", number):
                yield does_not_exist(known, "parameter", number, line.at(1 + numbers.index(number)))
        if not given & set(numbers):
            element = next((form.element for form in deck.forms if form.parameter == line.subject), 0)
            name = known.called("element", element)
            yield diagnostic(
                "D282",
                f"{known.called('parameter', line.subject)} is elastic, but has no stiffness",
                line.at(0),
                help=f"add `stiff {name} …` in DYNAMICS, or `flex`",
            )


def sections_stand_alone(known: Known) -> Iterator[Diagnostic]:
    """What a cross-section gives is given once."""
    deck = known.deck
    for line in deck.of(SECTION):
        for kind in (STIFF, UNIFORM):
            other = next((one for one in deck.of(kind) if one.subject == line.subject and not one.is_derived), None)
            if other is not None and (kind is STIFF or line.values[RHO]):
                name = known.called("element", line.subject)
                place = other.at(0)
                yield diagnostic(
                    "D283",
                    f"`section` gives `{kind.word}` of element {name}, and so does another line",
                    line.at(0),
                    label=f"`{kind.word}` on line {place.line}" if place else "",
                    help=f"remove `{kind.word}`" + (" or `rho`" if kind is UNIFORM else ""),
                )


def normal_forces_are_internal(known: Known) -> Iterator[Diagnostic]:
    """Friction takes its normal force from prescribed parameters; what a motor drives presses nothing."""
    deck = known.deck
    driven = {*deck.given_inputs, *deck.held_inputs}
    free = {deck.input_parameter(i): i for i in range(1, deck.inputs + 1) if i not in driven}
    for friction in deck.of(FRICTION):
        for at, role, q in friction.mentioned:
            if role != "prescribed":
                continue
            if known.missing("parameter", q):
                yield does_not_exist(known, "parameter", q, friction.at(at))
            elif deck.is_driven and q in free and "nr dof" not in known.damage.words:
                yield diagnostic(
                    "D225",
                    f"input {known.called('input', free[q])} cannot give a normal force: it is "
                    "free, and its σ is that of its motor",
                    friction.at(at),
                    help="name a prescribed parameter across the motion: `guide.lenv`",
                )


def pins_are_there(known: Known) -> Iterator[Diagnostic]:
    """Bearings and friction name the pin of a link in a point: another link has it too, or the frame holds it."""
    deck = known.deck
    lines = [line for line in deck.dynamics if line.pin is not None]
    if not lines:
        return
    fixed, held = {c.number for c in deck.fixed}, held_forms(deck)
    slid = {
        link: {place for _, place in slides_of(deck, [known.elements[k] for k in link.elements], held, link)}
        for link in known.links
    }
    for line in lines:
        assert line.pin is not None
        element, place = line.pin
        named = [(at, kind_of(role, number), number) for at, role, number in line.mentioned[1:] if role != "prescribed"]
        missing = [(at, kind, number) for at, kind, number in named if kind and known.missing(kind, number)]
        for at, kind, number in missing:
            yield does_not_exist(known, kind, number, line.at(at))
        if missing or element not in known.elements:
            continue
        here = [link for link in known.links if place in link.nodes or place in slid[link]]
        own = link_at(deck, known.links, element, place[0])
        if own not in here or (len(here) < 2 and not fixed & set(place)):
            name, at = (
                known.called("element", element),
                next(at for at, role, _ in line.mentioned if role == "coordinate"),
            )
            where = deck.names.point(*place) or " ".join(known.called("coordinate", number) for number in place)
            ends = {
                deck.names.point(*node) or " ".join(known.called("coordinate", n) for n in node)
                for node in (own.nodes if own is not None else ())
                if len(node) == len(place)
            }
            yield diagnostic(
                "D272",
                f"the link of {name} has no pin in {where}",
                line.at(at),
                help=f"its points are {', '.join(sorted(ends))}; a pin is one that another link has too, "
                "or that the frame holds",
            )


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
        yield diagnostic(
            "D224",
            f"element {name} is a {element.kind} without a `{asked.word}` line",
            element.at(1),
            help=f"add `{asked.word} {name} {asked.usage}` in GEOMETRY",
        )


def _data_fit(known: Known, item: ElementData, element: Element) -> Iterator[Diagnostic]:
    name, asked, count = known.called("element", element.number), known.deck.kinds[element.kind].data, len(item.values)
    if asked is None or asked.word != item.word:
        fitting = [kind.word for kind in known.deck.kinds.values() if kind.data and kind.data.word == item.word]
        yield diagnostic(
            "D224",
            f"element {name} is a {element.kind}, which takes no `{item.word}`",
            item.at(1),
            help=f"`{item.word}` is for {', '.join(fitting)}",
        )
    elif not asked.required <= count <= len(asked.names):
        yield diagnostic(
            "D224",
            f"`{item.word}` of a {element.kind} takes {asked.usage}, found {count} numbers",
            item.at(min(count + 1, len(asked.names) + 2)),
            help=f"write `{item.word} {name} {asked.usage}`",
        )


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
        if store.kind.elsewhere and store.subject[0] in moving:
            if store.kind.is_vector:
                what = f"turning node {deck.names.turn(store.subject[0])}"
            elif "xfix" not in known.damage.words:
                what = f"co-ordinate {known.called('coordinate', store.subject[0])}"
            else:
                continue
            message = f"{what} is moving; the frame does not hold it"
            yield diagnostic("D213", message, store.at(1), help=store.kind.elsewhere)
        if store.kind.of_section and store.subject[0] not in {line.subject for line in deck.of(SECTION)}:
            name = known.called("element", store.subject[0])
            if not known.missing("element", store.subject[0]) and SECTION.word not in known.damage.words:
                yield diagnostic(
                    "D284",
                    f"element {name} has no `section`, which its stress needs",
                    store.at(1),
                    help=f"add `section {name} rect b h E 210GPa` in DYNAMICS",
                )
        if store.kind.of_element:
            element = known.elements.get(store.subject[0])
            if element is not None and store.subject[1] not in element.coordinates:
                yield _not_of(
                    known,
                    f"element {known.called('element', element.number)}",
                    element.coordinates,
                    store,
                    store.subject[1],
                )
        if store.kind.of_link and store.subject[0] in known.elements:
            for number in store.subject[1:]:
                yield from _pin_of_its_link(known, store, number)


def _pin_of_its_link(known: Known, store: Store, number: int) -> Iterator[Diagnostic]:
    element = store.subject[0]
    link = link_at(known.deck, known.links, element, number)
    used = known.elements[element].coordinates if link is None else coordinates_of(known.deck, link)
    if number not in used:
        elements = ", ".join(known.called("element", k) for k in (link.elements if link else (element,)))
        yield _not_of(known, f"the link of element {elements}", used, store, number)


def _not_of(known: Known, what: str, used: tuple[int, ...], store: Store, number: int) -> Diagnostic:
    uses = " ".join(known.called("coordinate", number) for number in used)
    node = known.deck.names.turn(number) if store.kind.is_vector else ""
    called = f"turning node {node}" if node else f"co-ordinate {known.called('coordinate', number)}"
    return diagnostic("D212", f"{what} does not use {called}", store.at(2), help=f"it uses {uses}")


def lines_have_two_points(known: Known) -> Iterator[Diagnostic]:
    """Angles between lines are those of two elements that have one."""
    for store in known.deck.stores:
        if not store.kind.of_lines:
            continue
        for at, number in enumerate(store.subject, start=1):
            element = known.elements.get(number)
            if element is not None and not {"P", "Q"} <= places_of(known.deck, element).keys():
                yield diagnostic(
                    "D270",
                    f"element {known.called('element', number)} is a {element.kind}, which has no line PQ",
                    store.at(at),
                    help="name an element on two points",
                )
        k, l = store.subject
        if k == l:
            yield diagnostic(
                "D270",
                f"the angle of element {known.called('element', k)} with itself is zero",
                store.at(2),
                help="name another element, or 0 for the x-axis",
            )


def axes_fit_the_space(known: Known) -> Iterator[Diagnostic]:
    """What one line stores along several axes has as many buffers as the deck has axes; told once a line."""
    deck = known.deck
    counted: dict[Any, int] = {}
    for store in deck.stores:
        if len(store.kind.axes) > 1 and not store.kind.is_open_ended:
            counted[store.at(0)] = counted.get(store.at(0), 0) + 1
    for store in deck.stores:
        count = counted.pop(store.at(0), 0)
        wanted = (max if deck.is_spatial else min)(store.kind.axes, default=0)
        if count not in (0, wanted):
            where = "in space" if deck.is_spatial else "in a plane"
            yield diagnostic(
                "D271",
                f"`{store.word}` fills {wanted} buffers {where}, found {count}",
                store.at(0),
                help=f"write `{usage(store.word, words=wanted)}`",
            )


def moves_fit_the_inputs(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    if "nr dof" in known.damage.words:
        return
    if deck.inputs > deck.prescribed:
        return
    yield from moves_fit_the_job(deck)
    led = len(deck.led)
    kind, whose = ("held input", "held") if deck.is_of_rest else ("input", "input" if deck.names else "nr dof")
    for move in deck.moves:
        each = {"tstepe": 2, "stepe": 1, "tstepf": 1, "tmove": 0}.get(move.word)
        is_counted = not (deck.is_of_rest and "held" in known.damage.words)
        if each is not None and is_counted and len(move.values) != each * led:
            what = {"tstepe": "v a", "stepe": "d", "tstepf": "v"}[move.word]
            yield diagnostic(
                "D215",
                f"`{move.word}` needs {each * led} values for {led} {kind}{'s' * (led != 1)}, found {len(move.values)}",
                move.at(_first_wrong(move, each * led)),
                notes=_freedom_note(deck),
                help=f"give `{what}` for every {kind}, or correct `{whose}`",
            )


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


def motors_are_there(known: Known) -> Iterator[Diagnostic]:
    """What is stored of a motor on a dependent parameter needs one."""
    deck = known.deck
    driven = {line.subject for line in deck.of(MOTOR)} | set(deck.carriers)
    for store in deck.stores:
        if store.kind.of == "driven" and store.subject[0] < 0 and store.subject[0] not in driven:
            name = known.called("parameter", store.subject[0])
            if not known.damage.words & {MOTOR.word, CARRY.word}:
                yield diagnostic(
                    "D332",
                    f"no motor sits on {name}",
                    store.at(1),
                    help=f"`motor {name} …` (DYN SIM) or `carry … {name}` (DYN ANA) puts one there",
                )


def dampers_suit_what_yields(known: Known) -> Iterator[Diagnostic]:
    """On a prescribed parameter a damper needs something that yields."""
    deck = known.deck
    if known.damage.words & YIELDING:
        return
    beams = {line.subject for line in deck.of(STIFF)}
    yielding = {line.subject for line in deck.of(FLEX)}
    yielding |= {f.parameter for f in deck.forms if f.element in beams}
    for line in deck.of(DAMPER):
        if line.subject > 0 and line.subject not in yielding and not known.missing("parameter", line.subject):
            name = known.called("parameter", line.subject)
            is_input = line.subject > deck.prescribed - deck.inputs
            what = "an input" if is_input else "rigid"
            told = f"`damper` acts on a dependent parameter, or on one that is elastic; {name} is {what}"
            remedy = f"give it `flex {name} …`, or make a dependent parameter"
            if is_input and deck.job == "DYN SIM":
                remedy = f"a motor drags an input: `motor {name} (-k*dinp({name}))`"
            yield diagnostic("D209", told, line.at(1), help=remedy)


def carriers_suit_the_inputs(known: Known) -> Iterator[Diagnostic]:
    """One line of motors in the place of the inputs, where the motion is given; as many as inputs, each once."""
    deck = known.deck
    lines = deck.of(CARRY)
    for line in lines[:1]:
        if deck.job != "DYN ANA":
            remedy = "begin the deck with `DYN ANA`" + (
                "; motors of a simulation are `motor q …`" if deck.job == "DYN SIM" else ""
            )
            yield diagnostic("D333", f"`carry` is not for {deck.job}", line.at(0), help=remedy)
    for line in lines[1:]:
        yield diagnostic("D334", "`carry` is given twice", line.at(0), help="name all motors in one line")
    for line in lines:
        carriers = line.named
        for at, number in enumerate(carriers):
            kind = kind_of("driven", number) or ""
            if at and known.missing(kind, number):
                yield does_not_exist(known, kind, number, line.at(1 + at))
            if number in carriers[:at]:
                yield diagnostic(
                    "D334",
                    f"{kind} {known.called(kind, number)} carries twice",
                    line.at(1 + at),
                    help="name every motor once",
                )
        if len(lines) == 1 and len(set(carriers)) < deck.inputs and "nr dof" not in known.damage.words:
            count = f"{len(set(carriers))} motor{'s' * (len(set(carriers)) > 1)}"
            yield diagnostic(
                "D335",
                f"{count} cannot carry {deck.inputs} inputs",
                line.at(0),
                notes=_freedom_note(deck),
                help="name as many motors as inputs at least; an input that keeps its own is named too",
            )


def lines_without_effect(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    motors = deck.of(MOTOR)
    if not deck.is_driven and motors:
        yield diagnostic("D251", f"motors have no effect in {deck.job}", motors[0].at(0))
    if deck.job == "KIN ANA" and deck.modes:
        yield diagnostic(
            "D251",
            "KIN ANA calculates no forces: there are no modes",
            deck.modes[0].at(0),
            help="begin the deck with `DYN ANA`",
        )
    if not deck.is_of_rest:
        empty = [store for store in deck.stores if store.kind.is_of_rest]
        if empty:
            yield diagnostic(
                "D251",
                f"`{empty[0].word}` has no value in {deck.job}",
                empty[0].at(0),
                help="begin the deck with `STA ANA`",
            )
    if deck.job == "KIN ANA":
        empty = [store for store in deck.stores if store.kind.needs_forces]
        if empty:
            which = (
                f"buffer{'s' * (len(empty) > 1)} {', '.join(deck.names.buffer(store.buffer) for store in empty[:12])}"
            )
            yield diagnostic(
                "D251",
                f"KIN ANA calculates no forces: nothing is stored in {which}",
                empty[0].at(0),
                help="begin the deck with `DYN ANA`",
            )
