"""Rules of range: numbers that are possible for what they describe, and work that fits."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from math import hypot, pi

from ..diagnostics import Diagnostic, Span
from ..messages import diagnostic
from .couples import coupled_parameters, couples
from .damage import Damage
from .doubts import check_doubts
from .model import Deck, Form, Law, Move, Solid
from .profiles import profiles
from .study_rules import RULES as RULES_OF_STUDIES
from .study_rules import asked_positions_exist
from .vibrating import periods, vibrations

_BYTES = 8
_PARALLEL = 1e-9  # of the lengths of two directions, what they span
_HISTORIES_A_COORDINATE = 4  # position, velocity, acceleration, force are kept of every one


def check_ranges(deck: Deck, damage: Damage) -> Iterator[Diagnostic]:
    for rule in RULES:
        yield from rule(deck)
    if not damage.words & {"elem", "form", "para", "nr dof"}:
        yield from check_doubts(deck)
    if not damage.words & {"elem", "form", "nr dof", "flex", "stiff", "motor"}:
        yield from vibrations(deck)
    if not damage.words & {"tstepe", "stepe", "tmove", "tstepf", "tcycle", "nr dof"}:
        yield from drawn_positions_exist(deck)
        yield from asked_positions_exist(deck)


def _out_of_range(message: str, span: Span | None, help: str = "") -> Diagnostic:
    return diagnostic("D210", message, span, help=help)


def masses(deck: Deck) -> Iterator[Diagnostic]:
    angles = {
        number
        for element in deck.elements
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
        if name.startswith("b")
    }
    for uniform in deck.uniforms:
        if uniform.mass < 0:
            yield _out_of_range(f"negative mass {uniform.mass:g}", uniform.at(2))
    for body in deck.bodies:
        for at, what, size in ((2, "mass", body.mass), (5, "polar inertia", body.J)):
            if size < 0:
                yield _out_of_range(f"negative {what} {size:g}", body.at(at))
    for solid in deck.solids:
        yield from _solid(solid)
    for inertia in deck.inertias:
        # on an angle it is lawful: the book's diagonal mass matrix (8.3.2) needs it
        if inertia.mass < 0 and inertia.coordinate not in angles:
            yield _out_of_range(f"negative mass {inertia.mass:g}", inertia.at(2))


def _solid(solid: Solid) -> Iterator[Diagnostic]:
    """Mass and moments of inertia above zero; none larger than the sum of the other two."""
    if solid.mass < 0:
        yield _out_of_range(f"negative mass {solid.mass:g}", solid.at(2))
    least = min(range(3), key=lambda k: solid.inertia[k])
    if solid.inertia[least] < 0:
        yield _out_of_range(f"negative moment of inertia {solid.inertia[least]:g}", solid.at(6 + least))
        return
    most = max(range(3), key=lambda k: solid.inertia[k])
    if 2 * solid.inertia[most] > sum(solid.inertia[:3]) * (1 + 1e-9):
        yield diagnostic("D253", f"moment of inertia {solid.inertia[most]:g} is larger than the other two together: no "
                         "body has such", solid.at(6 + most), help="they are about the mass centre")  # fmt: skip


def turns(deck: Deck) -> Iterator[Diagnostic]:
    for turn in deck.turns:
        if turn.angle and not any(turn.axis):
            yield _out_of_range("the axis of the turn has no direction: its three components are zero", turn.at(2))
        if abs(turn.angle) in _DEGREES:
            yield _like_degrees(turn.angle, turn.at(5))


def springs_and_dampers(deck: Deck) -> Iterator[Diagnostic]:
    for spring in deck.springs:
        if spring.ranges and spring.ranges[0] > spring.ranges[1]:
            yield _out_of_range(f"the range of the spring ends ({spring.ranges[1]:g}) before it begins "
                                f"({spring.ranges[0]:g})", spring.at(5), help="e1 is below e2")  # fmt: skip
        if spring.stiffness < 0:
            yield diagnostic("D253", f"negative stiffness {spring.stiffness:g}", spring.at(2))
    for damper in deck.dampers:
        if damper.constant < 0:
            yield diagnostic("D253", f"the damper drives: {damper.constant:g}", damper.at(2))
    for friction in deck.frictions:
        if friction.coefficient < 0:
            yield _out_of_range(f"negative coefficient of friction {friction.coefficient:g}", friction.at(2),
                                help="it opposes the motion by itself; on an angle write μ times the radius of the "
                                     "pin")  # fmt: skip
    for gravity in deck.gravities:
        if gravity.magnitude < 0:
            yield diagnostic("D253", f"negative gravity {gravity.magnitude:g} points against its angle", gravity.at(1))
        if gravity.angle is None:
            if gravity.magnitude and not any(gravity.direction):
                yield _out_of_range("gravity has no direction: its three components are zero", gravity.at(2))
            continue
        if gravity.magnitude == 0 and abs(gravity.angle) > 6.3:
            yield diagnostic("D253", f"gravity is 0, in the direction {gravity.angle:g}", gravity.at(1),
                             help="the magnitude stands first, then the direction: `gravity 9.81 (-pi/2)`")  # fmt: skip
        elif abs(gravity.angle) > 6.3:
            yield diagnostic("D253", f"direction of gravity {gravity.angle:g}: angles are radians", gravity.at(2),
                             help="straight down is (-pi/2)")  # fmt: skip


def element_data(deck: Deck) -> Iterator[Diagnostic]:
    asked = {element.number: deck.kinds[element.kind].data for element in deck.elements}
    for item in deck.data:
        data = asked.get(item.element)
        if data is None or data.fault is None or not data.required <= len(item.values) <= len(data.names):
            continue
        fault = data.fault(data.complete(item.values))
        if fault is not None:
            yield _out_of_range(fault[1], item.at(2 + min(fault[0], len(item.values) - 1)))


def beams_have_planes(deck: Deck) -> Iterator[Diagnostic]:
    """`across` lies beside the axis of its beam."""
    elements = {element.number: element for element in deck.elements if element.kind == "BEAMS"}
    if not elements:
        return
    value = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    for item in deck.data:
        element = elements.get(item.element)
        if element is None or len(item.values) != 3:
            continue
        if not any(item.values):
            yield _out_of_range("the direction has no length: its three components are zero", item.at(2))
            continue
        named = dict(zip(deck.kinds["BEAMS"].coordinates, element.coordinates, strict=True))
        x, y, z = (value.get(named[f"{axis}Q"], 0.0) - value.get(named[f"{axis}P"], 0.0) for axis in "xyz")
        a, b, c = item.values
        beside = hypot(y * c - z * b, z * a - x * c, x * b - y * a)
        if hypot(x, y, z) > 0.0 and beside <= _PARALLEL * hypot(x, y, z) * hypot(a, b, c):
            yield _out_of_range("the direction lies along the beam: it tells nothing of its xy-plane", item.at(2),
                                help="give one that is about square to the beam")  # fmt: skip


def elasticity(deck: Deck) -> Iterator[Diagnostic]:
    for flex in deck.flexes:
        if flex.flexibility < 0:
            yield _out_of_range(f"negative flexibility {flex.flexibility:g}", flex.at(2))
    for stiff in deck.stiffs:
        for at, value in enumerate((stiff.EA, stiff.EI, *stiff.beyond), start=2):
            if value < 0:
                yield _out_of_range(f"negative stiffness {value:g}", stiff.at(at))


def factors(deck: Deck) -> Iterator[Diagnostic]:
    for form in deck.forms:
        if form.factor == 0:
            yield _out_of_range("the factor 0 takes the form parameter away", form.at(5), help="remove the line")


def lengths(deck: Deck) -> Iterator[Diagnostic]:
    """A prescribed length that is one `lenl` alone is above zero."""
    forms: dict[int, list[Form]] = {}
    coupled = coupled_parameters(deck)
    for form in deck.forms:
        forms.setdefault(form.parameter, []).append(form)
    for para in deck.paras:
        made_of = forms.get(para.parameter, [])
        if (
            len(made_of) == 1
            and para.parameter not in coupled
            and made_of[0].form == "lenl"
            and made_of[0].factor
            and para.value / made_of[0].factor <= 0
        ):
            name = deck.names.element(made_of[0].element)
            yield _out_of_range(f"length {para.value:g} of element {name}", para.at(2),
                                help="a length is above zero")  # fmt: skip


#: angles that people write in degrees; as radians they would be odd
_DEGREES = {30, 45, 60, 90, 120, 135, 150, 180, 270, 360, 720}
_DEGREES_OF_WAYS = {45, 90, 180, 270, 360, 720}  # a shaft may well turn by 60 rad


def degrees(deck: Deck) -> Iterator[Diagnostic]:
    """Angles that look like degrees, in `para`, `stepe` and laws."""
    kinds = {element.number: deck.kinds[element.kind] for element in deck.elements}
    lengths = {form.parameter for form in deck.forms
               if form.element not in kinds or form.form not in kinds[form.element].forms
               or kinds[form.element].is_length(form.form)}  # fmt: skip
    odd = {form.parameter for form in deck.forms if abs(form.factor) != 1}
    for para in deck.paras:
        if para.parameter not in lengths | odd and abs(para.value) in _DEGREES:
            yield _like_degrees(para.value, para.at(2))
    turning = [i for i in range(1, deck.inputs + 1) if deck.input_parameter(i) not in lengths | odd]
    for move in deck.moves:
        if move.word == "stepe":
            for i, way in enumerate(move.values, start=1):
                if i in turning and abs(way) in _DEGREES_OF_WAYS:
                    yield _like_degrees(way, move.at(1 + i))
        for law in move.laws:
            rises = law.name not in ("const", "points", "freepoints")
            if law.input in turning and rises and abs(law.values[0]) in _DEGREES_OF_WAYS:
                yield _like_degrees(law.values[0], law.at(3))


def _like_degrees(value: float, span: Span | None) -> Diagnostic:
    return diagnostic("D253", f"{value:g} rad are {value / (2 * pi):.3g} turns: degrees?", span,
                      help=f"angles are radians: write ({value:g}*pi/180)")  # fmt: skip


def motors(deck: Deck) -> Iterator[Diagnostic]:
    for motor in deck.motors:
        if motor.model == "async":
            if motor.values[1] == 0:
                yield _out_of_range("the synchronous speed is zero", motor.at(4))
            if len(motor.values) > 2 and motor.values[2] == 0:
                yield _out_of_range("κ is zero: the motor would have no moment", motor.at(5))


def frames(deck: Deck) -> Iterator[Diagnostic]:
    for picture in deck.pictures:
        if not picture.frame:
            continue
        for at, what in ((0, "width"), (1, "height")):
            if not 1 <= picture.frame[at] <= 200:
                yield _out_of_range(f"the {what} of a picture is 1 to 200 cm, not {picture.frame[at]:g}",
                                    picture.at(1 + at))  # fmt: skip
        for at in (4, 5):
            if not (picture.frame[at] > 0 or picture.frame[at] in (-1, -2)):
                yield _out_of_range(f"scale {picture.frame[at]:g}", picture.at(1 + at),
                                    help="units per cm above zero, or -1 automatic, -2 true distance")  # fmt: skip


def moves(deck: Deck) -> Iterator[Diagnostic]:
    for move in deck.moves:
        if move.steps < 1:
            yield _out_of_range("a move of no steps", move.at(1), help="it has 1 step at least")
        if move.word not in ("stepe", "tcycle") and move.time <= 0:
            yield _out_of_range(f"total time {move.time:g}", move.at(2), help="time runs forward")
        if move.tolerance is not None and move.tolerance <= 0:
            yield _out_of_range(f"tolerance {move.tolerance:g} of the integrator", move.at(0),
                                help="it is above zero, for example 1e-6")  # fmt: skip
        if move.word == "tcycle" and deck.job == "DYN SIM":
            yield from periods(deck, move)
        for law in move.laws:
            yield from _law(law, move)


def _law(law: Law, move: Move) -> Iterator[Diagnostic]:
    if law.name == "trapezoid" and not 0 < law.values[1] <= 0.5:
        yield _out_of_range(f"fraction {law.values[1]:g} of a trapezoid", law.at(4),
                            help="each ramp takes more than 0 and at most 0.5 of the time")  # fmt: skip
    if law.name in ("points", "freepoints"):
        times = law.values[::2]
        if len(law.values) % 2:
            yield diagnostic("D110", f"`{law.name}` takes pairs of time and change", law.at(len(law.places) - 1))
            return
        if times[0] < 0 or any(b <= a for a, b in itertools.pairwise(times)):
            yield _out_of_range(f"the times of `{law.name}` must begin at 0 or later and increase", law.at(3))
        elif times[0] == 0 and law.values[1] != 0:
            yield _out_of_range("the change at time 0 must be 0", law.at(4), help="points give the change since the "
                                "start of the move")  # fmt: skip
        elif len(times) < 2 and times[0] == 0:
            yield diagnostic("D110", f"`{law.name}` takes a second point", law.at(len(law.places) - 1))
        elif times[-1] < move.time * (1 - 1e-9):
            yield diagnostic("D254", f"the points end at {times[-1]:g}, the move at {move.time:g}", law.at(0))


def work_fits_the_machine(deck: Deck) -> Iterator[Diagnostic]:
    coordinates = len(deck.fixed) + len(deck.moving)
    columns = len(deck.stores) + _HISTORIES_A_COORDINATE * coordinates
    needed = _BYTES * deck.positions * columns
    if deck.moves and needed > memory() / 2:
        longest = max(deck.moves, key=lambda move: move.steps)
        yield diagnostic("D211", f"{deck.positions} positions × {columns} numbers ({len(deck.stores)} stored, "
                         f"{coordinates} co-ordinates) are {needed / 1e9:.1f} GB; this machine has "
                         f"{memory() / 1e9:.1f} GB", longest.at(1), help="take fewer steps")  # fmt: skip


def memory() -> float:
    """Bytes of memory of this machine; 8 GB where it does not tell."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, ValueError, OSError):
        return 8e9


def drawn_positions_exist(deck: Deck) -> Iterator[Diagnostic]:
    for picture in deck.pictures:
        for drawing in picture.drawings:
            for at, position in enumerate(drawing.positions, start=1):
                if position > deck.positions:
                    yield _out_of_range(f"position {position} of {deck.positions}", drawing.at(at),
                                        help="1 is the start; every step adds one")  # fmt: skip
        for polygon in picture.polygons:
            if polygon.position > deck.positions:
                yield _out_of_range(f"position {polygon.position} of {deck.positions}", polygon.at(1),
                                    help="1 is the start; every step adds one")  # fmt: skip
    for modes in deck.modes:
        if not 1 <= modes.position <= deck.positions:
            yield _out_of_range(f"position {modes.position} of {deck.positions}", modes.at(1),
                                help="1 is the start; every step adds one")  # fmt: skip


RULES: tuple[Callable[[Deck], Iterator[Diagnostic]], ...] = (
    masses,
    turns,
    springs_and_dampers,
    element_data,
    beams_have_planes,
    elasticity,
    factors,
    couples,
    profiles,
    lengths,
    degrees,
    motors,
    frames,
    moves,
    work_fits_the_machine,
    *RULES_OF_STUDIES,
)
