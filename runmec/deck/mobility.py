"""Rules of the mechanism: counts, structure, masses that resist, parts that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..diagnostics import Diagnostic
from ..dynamics import DYNAMICS, GRAVITY, INERTIA, MassKind
from ..messages import diagnostic
from .model import Deck, Dynamic, Element
from .structure import Structure
from .turning import node_of


def check_mechanism(deck: Deck, sound: bool) -> Iterator[Diagnostic]:
    """For a deck whose elements, forms and co-ordinates are clear; `sound` if all its values are too."""
    if not deck.elements or not deck.forms:
        missing = "elem" if not deck.elements else "form"
        yield diagnostic(
            "D218",
            f"the deck has no `{missing}` lines",
            deck.job_place,
            help=f"describe the mechanism in TOPOLOGY, for example "
            f"`{'elem 1 BIN 1 2 3 4' if missing == 'elem' else 'form 1 lenl 1 1 1'}`",
        )
        return
    unused = list(unused_coordinates(deck))
    yield from unused
    yield from unused_elements(deck)
    yield from masses_in_one_direction(deck)
    coinciding = list(points_coincide(deck)) if sound else []
    yield from coinciding
    if coinciding or any(told.code == "D352" for told in unused):
        return
    structure = deck.structure
    held = deck.prescribed + len(structure.norms)
    if len(structure.coordinates) > held:
        yield counts_differ(deck, structure, sound)
    elif len(structure.coordinates) < held and not sound:
        return  # which of them are too many is asked of numbers
    elif not structure.is_regular:
        yield singular(deck, structure) if len(structure.coordinates) == held else not_all_held(deck, structure)
    elif deck.job == "DYN SIM" and sound:
        yield from inputs_without_inertia(deck, structure)


def numbers(found: Sequence[int | str], most: int = 12) -> str:
    """1, 2, 3 and 4; a long list is cut with its length."""
    shown = [str(n) for n in found[:most]]
    if len(found) > most:
        return f"{', '.join(shown)}, … ({len(found)} in all)"
    return " and ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:])))


def unused_coordinates(deck: Deck) -> Iterator[Diagnostic]:
    used = {number for element in deck.elements for number in element.coordinates}
    turns = {turn.node for turn in deck.turns}
    for given, code in ((deck.moving, "D352"), (deck.fixed, "D351")):
        for coordinate in given:
            node = node_of(coordinate.number)
            if coordinate.number not in used and (node == coordinate.number or node not in turns):
                called = deck.names.coordinate(node) if node not in turns else deck.names.turn(node)
                what = "turning node" if node in turns else "co-ordinate"
                yield diagnostic(
                    code,
                    f"no element uses {what} {called}",
                    coordinate.at(1),
                    help="remove the line, or correct an `elem` line",
                )


def unused_elements(deck: Deck) -> Iterator[Diagnostic]:
    used = {form.element for form in deck.forms}
    used |= {line.subject for line in deck.of_all(MassKind) if DYNAMICS[line.word].fits is not None}
    used |= {profile.element for profile in deck.profiles}
    used |= {n for picture in deck.pictures for c in picture.centrodes for n in (c.element, c.other)}
    used |= {number for store in deck.stores for number in store.elements}
    for element in deck.elements:
        if element.number not in used:
            name = deck.names.element(element.number)
            named = deck.names.has("element", element.number)
            form = next(iter(deck.kinds[element.kind].forms))
            remedy = f"use its parameters, as `{name}.{form}`" if named else "add a `form` line"
            yield diagnostic(
                "D353",
                f"nothing uses element {name}",
                element.at(1),
                help=f"{remedy}: a {element.kind} has {' '.join(deck.kinds[element.kind].forms)}",
            )


def masses_in_one_direction(deck: Deck) -> Iterator[Diagnostic]:
    """Inertia at an x without one at the y of the same point, or the reverse."""
    partners: dict[int, set[int]] = {}
    for element in deck.elements:
        kind = deck.kinds[element.kind]
        number = dict(zip(kind.coordinates, element.coordinates, strict=True))
        for point in kind.points:
            own = {number[name] for name in kind.axes_of(point)}
            for c in own:
                partners.setdefault(c, set()).update(own - {c})
    heavy = {inertia.subject for inertia in deck.of(INERTIA)}
    moving = {c.number for c in deck.moving}
    spatial = {c for e in deck.elements if deck.kinds[e.kind].is_spatial for c in e.coordinates}
    for inertia in deck.of(INERTIA):
        others = partners.get(inertia.subject, set())
        felt = bool(others & moving) or bool(deck.of(GRAVITY))
        count = 2 if inertia.subject in spatial else 1
        (mass,) = inertia.numbers
        if len(others) == count and not others <= heavy and mass and felt:
            other = min(others - heavy)
            here, there = deck.names.coordinate(inertia.subject), deck.names.coordinate(other)
            yield diagnostic(
                "D255",
                f"mass at co-ordinate {here}, but none at {there} of the same point",
                inertia.at(1),
                help=f"add `inertia {there} {mass:g}`",
            )


def points_coincide(deck: Deck) -> Iterator[Diagnostic]:
    """P and Q of an element whose length or direction is needed."""
    place = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    moving = {c.number for c in deck.moving}
    given = {para.parameter: para for para in deck.paras}
    needed: dict[int, set[int]] = {}
    for form in deck.forms:
        if form.parameter > 0:
            needed.setdefault(form.element, set()).add(form.parameter)
    for element in deck.elements:
        if not deck.kinds[element.kind].points and element.coordinates[:4] == element.coordinates[4:]:
            name = deck.names.element(element.number)
            yield diagnostic(
                "D304",
                f"both turning nodes of element {name} are the same",
                element.at(3),
                help="a hinge joins two bodies, each with a node of its own",
            )
        if not deck.kinds[element.kind].directed:
            continue
        P, Q = points(deck, element)
        at_P, at_Q = [place[n] for n in P], [place[n] for n in Q]
        if P == Q:
            name = deck.names.element(element.number)
            yield diagnostic("D304", f"P and Q of element {name} are the same point", element.at(3))
        elif at_P == at_Q:
            not_given = needed.get(element.number, set()) - set(given)
            if not_given or not moving & {*P, *Q}:
                name = deck.names.element(element.number)
                where = "`point`" if deck.names.points else "`xfix` or `xmov`"
                needs = numbers([deck.names.parameter(p) for p in sorted(not_given)])
                yield diagnostic(
                    "D304",
                    f"P and Q of element {name} are at the same place",
                    element.at(3),
                    label=f"both at ({', '.join(f'{value:g}' for value in at_P)})",
                    help=f"correct the values under {where}, or give its parameters {needs} by `para`",
                )


def points(deck: Deck, element: Element) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numbers of the co-ordinates of P and of Q."""
    kind = deck.kinds[element.kind]
    number = dict(zip(kind.coordinates, element.coordinates, strict=True))
    P, Q = (tuple(number[name] for name in kind.axes_of(point)) for point in "PQ")
    return P, Q


def counts_differ(deck: Deck, structure: Structure, sound: bool) -> Diagnostic:
    """More moves than is held."""
    norms = len(structure.norms)
    moving, prescribed = len(deck.moving) - norms, deck.prescribed
    (over_p, over_c), (_, under_c) = structure.parts
    over = f"over-constrained: {_parameters(deck, over_p)} for {_coordinates(deck, over_c, 'moving ')}"
    loose = f"loose: {_coordinates(deck, under_c)}"
    remedy = (
        f"prescribe {_of(moving - prescribed, 'more form parameter')} there, or fix a co-ordinate by "
        f"`{'fixed' if deck.names else 'xfix'}`"
    )
    notes = tuple(note for note, part in ((over, over_p), (loose, under_c)) if part)
    if deck.is_spatial and sound:
        notes, remedy = _in_space(deck, notes, remedy)
    span = next((form.at(0) for form in deck.forms if form.parameter > 0), deck.job_place)
    message = f"{_of(moving + norms, 'moving co-ordinate')}, but {_of(prescribed, 'prescribed form parameter')}" + (
        f" and {_of(norms, 'norm')} of turning nodes" if norms else ""
    )
    return diagnostic("D301", message, span, label="every moving co-ordinate needs one", notes=notes, help=remedy)


def _in_space(deck: Deck, notes: tuple[str, ...], remedy: str) -> tuple[tuple[str, ...], str]:
    """Links that spin freely, by numbers at the estimate."""
    from .looseness import spinning

    free = spinning(deck)
    if not free:
        return notes, remedy
    names = [deck.names.turn(node) for node in free]
    on = [e.number for e in deck.elements if set(e.coordinates) & set(free)]
    said = f"{_counted('turning node', names)} ({_elements(deck, on)}) can spin while all else stands still"
    return (said, *notes), (
        "between ball joints take BINS, which has no spin; or hold the spin: a HINGE that prescribes `cosu` at "
        "one end makes it a universal joint"
    )


def not_all_held(deck: Deck, structure: Structure) -> Diagnostic:
    """More parameters than needed, and yet something moves although all of them hold; or an input that cannot."""
    from .looseness import freedoms

    first = deck.prescribed - deck.inputs
    idle = [row + 1 for row in range(first, deck.prescribed) if row not in structure.chosen]
    if idle:
        span = next(form.at(0) for form in deck.forms if form.parameter == idle[0])
        return diagnostic(
            "D302",
            f"input {deck.names.parameter(idle[0])} repeats what the other inputs hold already",
            span,
            help="take away an input: the mechanism has fewer freedoms",
        )
    free = freedoms(deck)
    on = [e.number for e in deck.elements if set(e.coordinates) & set(free)]
    too_many = deck.prescribed + len(structure.norms) - len(structure.chosen)
    span = next(form.at(0) for form in deck.forms if form.parameter > 0)
    return diagnostic(
        "D302",
        f"{_of(too_many, 'prescribed parameter')} too many, and yet not everything is held",
        span,
        label=f"{_of(len(deck.moving) - len(structure.chosen), 'freedom')} without an input",
        notes=(f"what moves: {_coordinates(deck, free)} ({_elements(deck, on)})",),
        help="make what moves it an input, or prescribe one more parameter there",
    )


def singular(deck: Deck, structure: Structure) -> Diagnostic:
    (over_p, over_c), (_, under_c) = structure.parts
    over_e = sorted({e for p in over_p for e in structure.elements_of[p]})
    under_e = sorted(e.number for e in deck.elements if set(e.coordinates) & set(under_c))
    over = (
        f"over-constrained: {_parameters(deck, over_p)} ({_elements(deck, over_e)}) "
        f"for {_coordinates(deck, over_c, 'moving ')}"
    )
    under = f"loose: {_coordinates(deck, under_c)} ({_elements(deck, under_e)})"
    span = next(form.at(0) for form in deck.forms if form.parameter == over_p[0])
    return diagnostic(
        "D302",
        "one part of the mechanism is over-constrained, another loose",
        span,
        label=f"parameter {deck.names.parameter(over_p[0])} belongs to the over-constrained part",
        notes=(over, under),
        help="move a prescribed parameter from the first part to the second",
    )


def _of(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def _parameters(deck: Deck, found: list[int]) -> str:
    return _counted("parameter", [deck.names.parameter(number) for number in found])


def _coordinates(deck: Deck, found: list[int], kind: str = "") -> str:
    turns = {turn.node for turn in deck.turns}
    nodes = list(dict.fromkeys(node_of(number) for number in found if node_of(number) in turns))
    others = [deck.names.coordinate(number) for number in found if node_of(number) not in turns]
    said = [_counted(f"{kind}co-ordinate", others)] if others or not nodes else []
    if nodes:
        said.append(_counted("turning node", [deck.names.turn(node) for node in nodes]))
    return ", ".join(said)


def _elements(deck: Deck, found: list[int]) -> str:
    return _counted("element", [deck.names.element(number) for number in found])


def _counted(word: str, found: list[str]) -> str:
    return f"{word}{'s' * (len(found) > 1)} {numbers(found)}" if found else f"no {word}"


def _weighs(line: Dynamic) -> bool:
    kind = DYNAMICS[line.word]
    return isinstance(kind, MassKind) and kind.weighs(line.values)


def inputs_without_inertia(deck: Deck, structure: Structure) -> Iterator[Diagnostic]:
    masses = [line for line in deck.of_all(MassKind) if _weighs(line)]
    heavy = {line.subject for line in masses if DYNAMICS[line.word].fits is None}
    with_mass = {line.subject for line in masses if DYNAMICS[line.word].fits is not None}
    heavy |= {n for element in deck.elements if element.number in with_mass for n in element.coordinates}
    given = deck.given_inputs
    for number in range(1, deck.inputs + 1):
        if number not in given and not structure.moved_by(number) & heavy:
            parameter = deck.input_parameter(number)
            span = next(form.at(0) for form in deck.forms if form.parameter == parameter)
            name = deck.names.input(number)
            which = name if deck.names.has("input", number) else f"{name} (parameter {deck.names.parameter(parameter)})"
            yield diagnostic(
                "D303",
                f"input {which} moves no mass",
                span,
                help=f"give `inertia`, `uniform` or `body` to what it moves, or `motor {name} given v a`",
            )
