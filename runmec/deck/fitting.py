"""Rules of fitting: what a line asks must suit the element, the parameter, the inputs and the job that it is for."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .couples import couples_form_no_circle
from .known import Known, does_not_exist, shown
from .model import Deck, Element, ElementData, Move, Store
from .planes import planes_are_bodies
from .vocabulary import FORCE_WORDS


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
                             label=f"{shown(name)} of element {known.called('element', element.number)}",
                             help="check the numbers of both `elem` lines")  # fmt: skip


def _what(axis: str) -> str:
    return {"x": "an x", "y": "a y", "z": "a z", "b": "an angle", "l": "a turning node"}[axis]


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


def normal_forces_are_internal(known: Known) -> Iterator[Diagnostic]:
    """Friction takes its normal force from prescribed parameters; what a motor drives presses nothing."""
    deck = known.deck
    driven = {motor.input for motor in deck.motors if motor.model == "given"} if deck.job == "DYN SIM" else set()
    free = {deck.input_parameter(i): i for i in range(1, deck.inputs + 1) if i not in driven}
    for friction in deck.frictions:
        for at, q in enumerate(friction.normals):
            if known.missing("parameter", q):
                yield does_not_exist(known, "parameter", q, friction.at(3 + at))
            elif deck.job == "DYN SIM" and q in free and "nr dof" not in known.damage.words:
                yield diagnostic("D225", f"input {known.called('input', free[q])} cannot give a normal force: it is "
                                 "free, and its σ is that of its motor", friction.at(3 + at),
                                 help="name a prescribed parameter across the motion: `guide.lenv`")  # fmt: skip


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
