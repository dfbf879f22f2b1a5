"""Rules of range: numbers that are possible for what they describe, and work that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot, pi

from ..diagnostics import Diagnostic, Span
from ..dynamics import DYNAMICS, INERTIA, MOTOR, YIELDING
from ..dynamics.inertia import on_length_faults
from ..dynamics.motor import model_faults
from ..elements import CHORD
from ..elements.spatial import BEAMS
from ..laws import LAWS
from ..messages import diagnostic
from .couples import coupled_parameters, couples
from .damage import Damage
from .doubts import check_doubts
from .exercise_rules import exercise_is_whole
from .file_names import files_are_told_apart
from .model import TIMELESS, Deck, FormLine, LawLine, Move
from .profiles import profiles
from .sizes import pictures_can_be_drawn, work_fits_the_machine
from .study_rules import RULES as RULES_OF_STUDIES
from .study_rules import asked_positions_exist, paths_have_enough_positions
from .telling import told_of
from .usable import LEAST
from .vibrating import periods, vibrations

_PARALLEL = 1e-9  # of the lengths of two directions, what they span


def check_ranges(deck: Deck, damage: Damage) -> Iterator[Diagnostic]:
    for rule in RULES:
        yield from rule(deck)
    if not damage.words & {"elem", "form", "para", "nr dof"}:
        yield from check_doubts(deck)
    if not damage.words & {"elem", "form", "nr dof", *YIELDING, MOTOR.word}:
        yield from vibrations(deck)
    if not damage.words & {"tstepe", "stepe", "tmove", "tstepf", "tcycle", "load", "nr dof"}:
        yield from drawn_positions_exist(deck)
        yield from asked_positions_exist(deck)
        yield from paths_have_enough_positions(deck)
    if "ask" not in damage.words:
        yield from exercise_is_whole(deck)


def _out_of_range(message: str, span: Span | None, help: str = "") -> Diagnostic:
    return diagnostic("D210", message, span, help=help)


def dynamics(deck: Deck) -> Iterator[Diagnostic]:
    """What every word of DYNAMICS says of its values."""
    angles = angular_coordinates(deck)
    for line in deck.dynamics:
        if line.is_derived:  # its section is told
            continue
        kind = DYNAMICS[line.word]
        of_line = model_faults(line) if kind is MOTOR else kind.faults(line.values)
        on_length = on_length_faults(line.values) if kind is INERTIA and line.subject not in angles else ()
        for fault in (*of_line, *on_length):
            yield told_of(line, fault)


def angular_coordinates(deck: Deck) -> set[int]:
    """Co-ordinates that are angles to an element."""
    return {
        number
        for element in deck.elements
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
        if name.startswith("b")
    }


def turns(deck: Deck) -> Iterator[Diagnostic]:
    for turn in deck.turns:
        if turn.angle and not any(turn.axis):
            yield _out_of_range("the axis of the turn has no direction: its three components are zero", turn.at(2))
        if abs(turn.angle) in _DEGREES:
            yield _like_degrees(turn.angle, turn.at(5))


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
    elements = {element.number: element for element in deck.elements if deck.kinds[element.kind] is BEAMS}
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
        named = dict(zip(BEAMS.coordinates, element.coordinates, strict=True))
        x, y, z = (value.get(named[f"{axis}Q"], 0.0) - value.get(named[f"{axis}P"], 0.0) for axis in "xyz")
        a, b, c = item.values
        beside = hypot(y * c - z * b, z * a - x * c, x * b - y * a)
        if hypot(x, y, z) > 0.0 and beside <= _PARALLEL * hypot(x, y, z) * hypot(a, b, c):
            yield _out_of_range(
                "the direction lies along the beam: it tells nothing of its xy-plane",
                item.at(2),
                help="give one that is about square to the beam",
            )


def factors(deck: Deck) -> Iterator[Diagnostic]:
    for form in deck.forms:
        if form.factor == 0:
            yield _out_of_range("the factor 0 takes the form parameter away", form.at(5), help="remove the line")


def lengths(deck: Deck) -> Iterator[Diagnostic]:
    """A prescribed length that is one `lenl` alone is above zero."""
    forms: dict[int, list[FormLine]] = {}
    coupled = coupled_parameters(deck)
    for form in deck.forms:
        forms.setdefault(form.parameter, []).append(form)
    for para in deck.paras:
        made_of = forms.get(para.parameter, [])
        if (
            len(made_of) == 1
            and para.parameter not in coupled
            and made_of[0].form == CHORD
            and made_of[0].factor
            and para.value / made_of[0].factor <= 0
        ):
            name = deck.names.element(made_of[0].element)
            yield _out_of_range(f"length {para.value:g} of element {name}", para.at(2), help="a length is above zero")


def misfits(deck: Deck) -> Iterator[Diagnostic]:
    for misfit in deck.misfits:
        if not misfit.limit > 0:
            yield _out_of_range(f"a misfit of {misfit.limit:g}", misfit.at(1), help="it is above zero: `misfit 1e-4`")


#: angles that people write in degrees; as radians they would be odd
_DEGREES = {30, 45, 60, 90, 120, 135, 150, 180, 270, 360, 720}
_DEGREES_OF_WAYS = {45, 90, 180, 270, 360, 720}  # a shaft may well turn by 60 rad


def degrees(deck: Deck) -> Iterator[Diagnostic]:
    """Angles that look like degrees, in co-ordinates, `para`, `stepe` and laws."""
    kinds = {element.number: deck.kinds[element.kind] for element in deck.elements}
    lengths = {
        form.parameter
        for form in deck.forms
        if form.element not in kinds
        or form.form not in kinds[form.element].forms
        or kinds[form.element].is_length(form.form)
    }
    odd = {form.parameter for form in deck.forms if abs(form.factor) != 1}
    of_angles = angular_coordinates(deck)
    for line in (*deck.fixed, *deck.moving):
        if line.number in of_angles and abs(line.value) in _DEGREES:
            yield _like_degrees(line.value, line.at(2))
    for para in deck.paras:
        if para.parameter not in lengths | odd and abs(para.value) in _DEGREES:
            yield _like_degrees(para.value, para.at(2))
    turning = [i for i in range(1, deck.inputs + 1) if deck.input_parameter(i) not in lengths | odd]
    for move in deck.moves:
        if move.word == "stepe":
            for at, (i, way) in enumerate(zip(deck.led, move.values, strict=False), start=2):
                if i in turning and abs(way) in _DEGREES_OF_WAYS:
                    yield _like_degrees(way, move.at(at))
        for law in move.laws:
            if law.input in turning and LAWS[law.name].rises and abs(law.values[0]) in _DEGREES_OF_WAYS:
                yield _like_degrees(law.values[0], law.at(3))


def _like_degrees(value: float, span: Span | None) -> Diagnostic:
    return diagnostic(
        "D253",
        f"{value:g} rad are {value / (2 * pi):.3g} turns: degrees?",
        span,
        help=f"angles are radians: write ({value:g}*pi/180)",
    )


def frames(deck: Deck) -> Iterator[Diagnostic]:
    for picture in deck.pictures:
        if not picture.frame:
            continue
        for at, what in ((0, "width"), (1, "height")):
            if not 1 <= picture.frame[at] <= 200:
                yield _out_of_range(
                    f"the {what} of a picture is 1 to 200 cm, not {picture.frame[at]:g}", picture.at(1 + at)
                )
        for at in (4, 5):
            if not (picture.frame[at] > 0 or picture.frame[at] in (-1, -2)):
                yield _out_of_range(
                    f"scale {picture.frame[at]:g}",
                    picture.at(1 + at),
                    help="units per cm above zero, or -1 automatic, -2 true distance",
                )


def moves(deck: Deck) -> Iterator[Diagnostic]:
    for move in deck.moves:
        if move.steps < 1:
            yield _out_of_range("a move of no steps", move.at(1), help="it has 1 step at least")
        if move.word not in TIMELESS and move.time <= 0:
            yield _out_of_range(f"total time {move.time:g}", move.at(2), help="time runs forward")
        elif move.laws and move.time < LEAST:
            remedy = f"no law is calculated with times below {LEAST:g}"
            yield _out_of_range(f"total time {move.time:g}", move.at(2), help=remedy)
        if move.tolerance is not None and move.tolerance <= 0:
            yield _out_of_range(
                f"tolerance {move.tolerance:g} of the integrator", move.at(0), help="it is above zero, for example 1e-6"
            )
        if move.word == "tcycle" and deck.job == "DYN SIM":
            yield from periods(deck, move)
        for law in move.laws:
            yield from _law(law, move)


def _law(law: LawLine, move: Move) -> Iterator[Diagnostic]:
    for fault in LAWS[law.name].faults(law.values, move.time):
        place = law.at(3 + fault.at) if fault.at >= 0 else law.at(0)
        yield diagnostic(fault.code, fault.message, place, label=fault.label, help=fault.help)


def drawn_positions_exist(deck: Deck) -> Iterator[Diagnostic]:
    for picture in deck.pictures:
        for drawing in picture.drawings:
            for at, position in enumerate(drawing.positions, start=1):
                if position > deck.positions:
                    yield _out_of_range(
                        f"position {position} of {deck.positions}",
                        drawing.at(at),
                        help="1 is the start; every step adds one",
                    )
        for polygon in picture.polygons:
            if polygon.position > deck.positions:
                yield _out_of_range(
                    f"position {polygon.position} of {deck.positions}",
                    polygon.at(1),
                    help="1 is the start; every step adds one",
                )
        for body in picture.bodies:
            if not 1 <= body.position <= deck.positions:
                yield _out_of_range(
                    f"position {body.position} of {deck.positions}",
                    body.at(2),
                    help="1 is the start; every step adds one",
                )
    for modes in deck.modes:
        if not 1 <= modes.position <= deck.positions:
            yield _out_of_range(
                f"position {modes.position} of {deck.positions}",
                modes.at(1),
                help="1 is the start; every step adds one",
            )


RULES: tuple[Callable[[Deck], Iterator[Diagnostic]], ...] = (
    dynamics,
    turns,
    element_data,
    beams_have_planes,
    factors,
    couples,
    profiles,
    lengths,
    misfits,
    degrees,
    frames,
    moves,
    work_fits_the_machine,
    pictures_can_be_drawn,
    files_are_told_apart,
    *RULES_OF_STUDIES,
)
