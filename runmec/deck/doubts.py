"""Rules of doubt: decks that are lawful, but mostly not meant as they are written. All of them are warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot

from ..diagnostics import Diagnostic
from ..dynamics import (
    BODY,
    FORCE,
    GRAVITY,
    INERTIA,
    SOLID,
    SPRING,
    UNIFORM,
    ElasticKind,
    LoadKind,
    MotorKind,
    VariableKind,
)
from ..elements import CHORD
from ..messages import diagnostic
from ..outputs import SIGMA
from .couples import coupled_parameters
from .expression import THROUGH_POINTS, Expression, constant
from .kinds import KINDS
from .model import Deck, Element, FormLine

_ROUGH = 1e-3  # a length that its estimate misses by more, relative, was not meant to come from the estimate
_TIMELESS = ("stepe", "load", "follow")
_THOUSAND = 300.0  # times a length that its points are apart: another unit, not a rough estimate
_ROUND_DEGREES = 15  # steps of tables in degrees
_MILLIMETRES = 20.0  # metres that no link of a usual machine has


def check_doubts(deck: Deck) -> Iterator[Diagnostic]:
    for rule in DOUBTS:
        yield from rule(deck)


def _alone(deck: Deck) -> dict[int, FormLine]:
    """Parameters that are one form parameter with the factor 1."""
    forms: dict[int, list[FormLine]] = {}
    for form in deck.forms:
        forms.setdefault(form.parameter, []).append(form)
    coupled = coupled_parameters(deck)
    return {p: made[0] for p, made in forms.items() if len(made) == 1 and made[0].factor == 1 and p not in coupled}


def _ends(element: Element) -> frozenset[tuple[int, ...]]:
    kind = KINDS[element.kind]
    at = dict(zip(kind.coordinates, element.coordinates, strict=True))
    return frozenset(tuple(at[name] for name in kind.axes_of(p)) for p in "PQ" if p in kind.points)


def _estimates(deck: Deck) -> dict[int, float]:
    """Distance of P and Q of every element whose co-ordinates are known, by its number."""
    x = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    found = {}
    for element in deck.elements:
        ends = sorted(_ends(element))
        if len(ends) == 2 and all(number in x for end in ends for number in end):
            P, Q = ends
            found[element.number] = hypot(*(x[q] - x[p] for p, q in zip(P, Q, strict=True)))
    return found


def lengths_from_estimates(deck: Deck) -> Iterator[Diagnostic]:
    """A length without `para` where most lengths have one, and these show that the estimates are rough."""
    given = {para.parameter: para.value for para in deck.paras}
    last = deck.prescribed - deck.inputs
    lengths = {p: f for p, f in _alone(deck).items() if 0 < p <= last and f.form.startswith("len")}
    missing = [p for p in lengths if p not in given]
    if not missing or 2 * len(missing) > len(lengths) - len(missing):
        return
    elements = {element.number: element for element in deck.elements}
    estimates = _estimates(deck)
    rough: set[tuple[int, ...]] = set()
    for p, form in lengths.items():
        estimate = estimates.get(form.element)
        if p in given and form.form == CHORD and estimate is not None and abs(estimate - given[p]) > _ROUGH * given[p]:
            rough |= _ends(elements[form.element])
    moving = {c.number for c in deck.moving}
    for p in missing:
        form = lengths[p]
        element = elements.get(form.element)
        if element is None or not any(set(end) & moving for end in _ends(element) & rough):
            continue
        name, value = deck.names.parameter(p), estimates.get(form.element)
        shown = f", {value:.4g}" if form.form == CHORD and value is not None else ""
        yield diagnostic(
            "D256",
            f"parameter {name} takes its value from the estimates{shown}",
            form.at(0),
            label=f"{form.form} of element {deck.names.element(form.element)}",
            help=f"other lengths are given by `para`: add `para {name} <value>`",
        )


def forces_on_the_frame(deck: Deck) -> Iterator[Diagnostic]:
    fixed = {c.number for c in deck.fixed}
    for force in deck.of(FORCE):
        (value,) = force.values
        is_zero = isinstance(value, Expression) and value.is_constant and constant(value.program) == 0
        if force.subject in fixed and not is_zero:
            name = deck.names.coordinate(force.subject)
            yield diagnostic(
                "D257",
                f"co-ordinate {name} is fixed: the frame carries this force",
                force.at(1),
                help="name a moving co-ordinate, or remove the line",
            )


def _resting(deck: Deck) -> set[int]:
    """Fixed co-ordinates of points and angles that are fixed as a whole; a slider is fixed in one direction."""
    fixed = {c.number for c in deck.fixed}
    sliding: set[int] = set()
    for element in deck.elements:
        kind = KINDS[element.kind]
        at = dict(zip(kind.coordinates, element.coordinates, strict=True))
        for point in kind.points:
            own = {at[name] for name in kind.axes_of(point)}
            if own & fixed and own - fixed:
                sliding |= own
    return fixed - sliding


def masses_without_effect(deck: Deck) -> Iterator[Diagnostic]:
    resting = _resting(deck)
    told = set()
    for inertia in deck.of(INERTIA):
        if inertia.subject in resting and any(inertia.values) and inertia.at(1) not in told:
            told.add(inertia.at(1))
            name = deck.names.coordinate(inertia.subject)
            yield diagnostic(
                "D257",
                f"co-ordinate {name} is fixed: the frame carries this mass",
                inertia.at(1),
                help="name a moving co-ordinate, or remove the line",
            )


def masses_given_twice(deck: Deck) -> Iterator[Diagnostic]:
    heavy: dict[int, tuple[str, int]] = {}
    for line in (line for kind in (UNIFORM, BODY, SOLID) for line in deck.of(kind)):
        place = line.at(0)
        if line.subject in heavy:
            word, number = heavy[line.subject]
            other = f"`{line.word}`" if word == line.word else f"`{word}` and `{line.word}`"
            name = deck.names.element(line.subject)
            yield diagnostic(
                "D263",
                f"mass of element {name} is given twice, by {other}",
                line.at(1),
                label=f"first on line {number}; the two add up",
                help="remove one of them; or is another element meant?",
            )
        heavy.setdefault(line.subject, (line.word, place.line if place else 0))


def buffers_that_tell_nothing(deck: Deck) -> Iterator[Diagnostic]:
    resting = _resting(deck)
    acting = {line.subject for kind in (LoadKind, MotorKind) for line in deck.of_all(kind)} | set(deck.carriers)
    seen: dict[object, int] = {}
    told = set()
    for store in deck.stores:
        same = (store.word, store.subject, store.axis, store.inputs, store.expression, store.values)
        message = ""
        if store.kind.of_place and store.subject[0] in resting:
            message = f"co-ordinate {deck.names.coordinate(store.subject[0])} is fixed: this buffer never changes"
        elif store.word == SIGMA.word and store.subject[0] < 0 and store.subject[0] not in acting:
            name = deck.names.parameter(store.subject[0])
            message = f"nothing acts on dependent parameter {name}: its σ is zero"
        elif same in seen:
            message = f"buffer {deck.names.buffer(seen[same])} holds the same"
        seen.setdefault(same, store.buffer)
        if message and store.at(1) not in told:
            told.add(store.at(1))
            yield diagnostic("D264", message, store.at(1), help="is something else meant?")


def velocities_without_time(deck: Deck) -> Iterator[Diagnostic]:
    """Told once: all of them are zero."""
    if not deck.moves or any(move.word not in _TIMELESS for move in deck.moves):
        return
    words = {store.word: store for store in reversed(deck.stores) if store.kind.needs_time}
    for store in list(words.values())[-1:]:
        said = f"time stands still in `{deck.moves[0].word}`: `{store.word}` stores zeros"
        yield diagnostic(
            "D264",
            said,
            store.at(0),
            label="as do the other velocities and accelerations" if len(words) > 1 else "",
            help="`tstepe` and `tmove` move in time",
        )


def springs(deck: Deck) -> Iterator[Diagnostic]:
    alone = _alone(deck)
    elements = {element.number: element for element in deck.elements}
    last = deck.prescribed - deck.inputs
    held = {
        _ends(elements[f.element]): p
        for p, f in alone.items()
        if 0 < p <= last and f.form == CHORD and f.element in elements
    }
    for spring in deck.of(SPRING):
        c, s0, *ranges = spring.numbers
        form = alone.get(spring.subject)
        if form is None or form.form != CHORD or form.element not in elements:
            continue
        if c > 0 and s0 > 0 and not ranges:
            free = -s0 / c
            yield diagnostic(
                "D258",
                f"the free length of this spring is {free:.4g}",
                spring.at(3),
                help="the third value is the force at length zero: for a free length l0 write -c*l0 there",
            )
        if _ends(elements[form.element]) in held:
            other = deck.names.parameter(held[_ends(elements[form.element])])
            yield diagnostic(
                "D259",
                f"parameter {other} prescribes the length of this spring",
                spring.at(1),
                help="a spring needs two points whose distance changes",
            )


def millimetres(deck: Deck) -> Iterator[Diagnostic]:
    sizes = [size for size in _estimates(deck).values() if size > 0]
    for gravity in deck.of(GRAVITY):
        g = gravity.numbers[0]
        if len(sizes) > 1 and min(sizes) > _MILLIMETRES and 9 < g < 10.5:
            yield diagnostic(
                "D261",
                f"all links are longer than {min(sizes):.4g}, and gravity is {g:g}: millimetres?",
                gravity.at(1),
                help="write lengths in metres, or with their unit (`30mm`); in millimetres gravity is 9810",
            )


def lengths_in_other_units(deck: Deck) -> Iterator[Diagnostic]:
    """A length a thousand times what its points are apart, or a thousandth of it."""
    alone, estimates = _alone(deck), _estimates(deck)
    for para in deck.paras:
        form = alone.get(para.parameter)
        apart = estimates.get(form.element, 0.0) if form is not None and form.form == CHORD else 0.0
        times = para.value / apart if apart > 0.0 else 1.0
        if times > _THOUSAND or 0.0 < times < 1.0 / _THOUSAND:
            name = deck.names.parameter(para.parameter)
            how = f"{times:.3g} times" if times > 1.0 else f"1/{1.0 / times:.3g} of"
            yield diagnostic(
                "D269",
                f"length {name} is {para.value:.4g}, {how} what its points are apart, {apart:.4g}",
                para.at(2),
                help="is it another unit? a number carries its own: `200mm`",
            )


def tables_in_degrees(deck: Deck) -> Iterator[Diagnostic]:
    """Functions of an angle through points at 0, 90, 180, …"""
    angles = {
        number
        for element in deck.elements
        for name, number in zip(KINDS[element.kind].coordinates, element.coordinates, strict=True)
        if name.startswith("b")
    }
    turning = {p for p, form in _alone(deck).items() if form.form.startswith("ang")}
    asked = {
        "x": angles,
        "e": turning,
        "inp": {i for i in range(1, deck.inputs + 1) if deck.input_parameter(i) in turning},
    }
    for line in deck.dynamics:
        for k, value in enumerate(line.values):
            program = value.program if isinstance(value, Expression) else ()
            for (name, of), (through, points) in pairwise(program):
                if through in THROUGH_POINTS and of in asked.get(name, ()) and _are_degrees(points[0]):
                    said = f"`{through}` of an angle goes to {max(points[0]):g} rad: degrees?"
                    yield diagnostic(
                        "D253", said, line.value_at(k), help="angles are radians: write its points as `90*deg`"
                    )


def _are_degrees(at: Sequence[float]) -> bool:
    return max(map(abs, at)) >= 90 and all(u % _ROUND_DEGREES == 0 for u in at)


def nothing_is_simulated(deck: Deck) -> Iterator[Diagnostic]:
    """Of a simulation without motor, elasticity and states, in which all moves give the motion."""
    drives = deck.of_all(MotorKind) or deck.of_all(ElasticKind) or deck.of_all(VariableKind)
    if deck.job == "DYN SIM" and deck.moves and not drives and {m.word for m in deck.moves} <= {"tstepe", "tmove"}:
        move = deck.moves[0]
        yield diagnostic(
            "D347",
            f"the motion is given by `{move.word}`, and no motor drives",
            move.at(0),
            help="add a `motor` and a `tstepf`, or write `DYN ANA`",
        )


DOUBTS: tuple[Callable[[Deck], Iterator[Diagnostic]], ...] = (
    lengths_from_estimates,
    forces_on_the_frame,
    masses_without_effect,
    masses_given_twice,
    lengths_in_other_units,
    tables_in_degrees,
    buffers_that_tell_nothing,
    velocities_without_time,
    springs,
    millimetres,
    nothing_is_simulated,
)
