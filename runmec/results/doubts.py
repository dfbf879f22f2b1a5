"""Right numbers that answer another question than the one that was meant: told with the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..deck.mobility import numbers
from ..deck.model import Deck, FormLine, LawLine, Move
from ..diagnostics import Diagnostic
from ..laws import LAWS
from ..messages import diagnostic
from ..model.mechanism import Mechanism
from .units import direction

_JUMP = 1e-6  # of the larger velocity
_FITS = 0.01  # part by which the distance of two gears may differ from that of their pitch radii


def doubts(deck: Deck, mech: Mechanism) -> Iterator[Diagnostic]:
    yield from _same_direction(deck, mech)
    yield from _jumps_of_velocity(mech)
    if mech.job != "KIN ANA":
        yield from _bearings_of_gears(mech)
        yield from _bearings_of_cams(deck, mech)
    yield from _centres_of_gears(deck, mech)


def _same_direction(deck: Deck, mech: Mechanism) -> Iterator[Diagnostic]:
    """Curves of two forces along x, or along y, which look like a polar diagram and are none."""
    stores = {store.buffer: store for store in mech.stores}
    for picture in deck.pictures:
        for curve in picture.curves:
            one, other = (direction(mech, stores[buffer]) for buffer in (curve.x, curve.y))
            if one is not None and one == other and curve.x != curve.y:
                names = [mech.names.buffer(buffer) for buffer in (curve.x, curve.y)]
                yield diagnostic(
                    "R457",
                    f"{numbers(names)} are both forces along {'xy'[one]}",
                    curve.at(1),
                    help="a polar diagram takes the x and the y of one force",
                )


# ---- velocity


def _jumps_of_velocity(mech: Mechanism) -> Iterator[Diagnostic]:
    """Between two moves, where one side is a law of a rise, or a rest beside laws of other inputs."""
    moves = mech.moves
    if not any(move.laws for move in moves):
        return
    for i in range(1, mech.inputs + 1):
        ends = [_ends(move, i) for move in moves]
        for (_, before), (after, _), move, following in zip(ends, ends[1:], moves, moves[1:], strict=False):
            if (_rules(move, i) or _rules(following, i)) and _differ(before, after):
                yield _jump(mech, i, before, after, following)


def _law_of(move: Move, i: int) -> LawLine | None:
    return next((law for law in move.laws if law.input == i), None)


def _rules(move: Move, i: int) -> bool:
    """Whether a law says how the input moves, or rests, in a tmove."""
    law = _law_of(move, i)
    return bool(move.laws) and (law is None or not LAWS[law.name].ends_as_written)


def _ends(move: Move, i: int) -> tuple[float | None, float | None]:
    """Velocities of an input at the start and the end of a move; none where they are not given."""
    if move.word == "tstepe":
        v, a = move.values[2 * i - 2 : 2 * i]
        return v, v + a * move.time
    if move.word != "tmove":
        return None, None
    law = _law_of(move, i)
    if law is None:
        return 0.0, 0.0
    made = LAWS[law.name].make(law.values, move.time)
    found = []
    for time in (0.0, move.time):
        made.at(time)
        found.append(made.v)
    return found[0], found[1]


def _differ(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return False
    return abs(one - other) > _JUMP * max(abs(one), abs(other)) + 1e-9


def _jump(mech: Mechanism, i: int, before: float | None, after: float | None, move: Move) -> Diagnostic:
    law = _law_of(move, i)
    how = f"`{law.name}` begins" if law is not None else f"`{move.word}` begins"
    said = f"the velocity of input {mech.names.input(i)} jumps from {before:.4g} to {after:.4g} where {how}"
    return diagnostic(
        "R458",
        said,
        (law or move).at(0),
        label="forces would be infinite here",
        help="let the move before end with the velocity with which this one begins",
    )


# ---- gears


def _bearings_of_gears(mech: Mechanism) -> Iterator[Diagnostic]:
    """Forces at the shafts of gears that are factors of one parameter: a sum of angles has moments, and no teeth."""
    held = mech.prescribed - mech.inputs
    for parameter, lines in mech.forms_of.items():
        angles = [line for line in lines if not mech.measures_length(line.element, line.form)]
        if not 0 < parameter <= held or len(angles) < 2 or not _turn_about_shafts(mech, angles):
            continue
        yield _no_teeth(mech, parameter)


def _bearings_of_cams(deck: Deck, mech: Mechanism) -> Iterator[Diagnostic]:
    """What follows an angle without a PROFILE: where cam and follower touch is not known, nor which way they press."""
    shaped = {profile.element for profile in deck.profiles}
    for couple in deck.couples:
        followers, cams = mech.forms_of.get(couple.parameter, []), mech.forms_of.get(couple.other, [])
        if len(followers) != 1 or len(cams) != 1 or mech.measures_length(cams[0].element, cams[0].form):
            continue
        if followers[0].element == cams[0].element or cams[0].element in shaped:
            continue
        follower, cam = mech.names.parameter(couple.parameter), mech.names.parameter(couple.other)
        yield diagnostic(
            "R476",
            f"bearings do not feel the contact of {follower} with its cam, {cam}",
            couple.at(0),
            label="pins, guides and the sheet of joints are without the contact force",
            help="write `PROFILE name k cx cy r`, which tells the pressure angle and the side force; or, "
            "where no cam is meant, take no notice",
        )


def _turn_about_shafts(mech: Mechanism, lines: Sequence[FormLine]) -> bool:
    """Whether what the parameter joins has shafts apart from each other: two links in one pin need no teeth."""
    shafts = [mech.points(mech.elements[line.element]).get("P", ()) for line in lines]
    sense = {line.factor > 0 for line in lines}
    factors = {abs(line.factor) for line in lines}
    return len(set(shafts)) > 1 and (len(factors) > 1 or len(sense) == 1)


def _no_teeth(mech: Mechanism, parameter: int) -> Diagnostic:
    gears = mech.parameter_label(mech.row[parameter])
    return diagnostic(
        "R459",
        f"shafts do not feel the teeth of {gears}",
        mech.forms_of[parameter][0].at(0),
        label="pins, frame forces and the sheet of joints are without the tooth force",
        notes=(
            "gears that are factors of one parameter pass on moments; the force between the teeth, "
            "σ of the parameter where the factors are radii, is in equilibrium with nothing at the "
            "shafts",
        ),
        help=_as_element(mech, parameter),
    )


def _as_element(mech: Mechanism, parameter: int) -> str:
    """How the same gears are written with teeth."""
    lines = mech.forms_of[parameter]
    if mech.is_spatial:
        return "gears with teeth are elements of the plane: add the tooth force by hand"
    if any(mech.measures_length(line.element, line.form) for line in lines):
        return "write the mesh as an element instead: `elem teeth RACK P bP Q bQ` with `gear teeth r1 20deg`"
    if any(line.factor > 0 for line in lines) and any(line.factor < 0 for line in lines):
        return (
            "a belt or chain pulls its shafts together by both strands, of whose pulls σ is the difference: add the "
            "sum to both shafts by `force`; an internal gear is the element GEAR with r2 < 0"
        )
    named = mech.names.points
    how = "`elem teeth GEAR P bP Q bQ`" if named else "`elem k GEAR xP yP βP xQ yQ βQ`"
    data = "`gear teeth r1 r2 20deg`" if named else "`gear k r1 r2 20deg`"
    return (
        f"write the mesh as an element instead: {how} with {data}; its wheels are angles, and bearings feel the teeth"
    )


def _centres_of_gears(deck: Deck, mech: Mechanism) -> Iterator[Diagnostic]:
    """Gears whose pitch circles do not touch: the mesh rolls, but teeth of these radii would not meet."""
    for element in mech.elements.values():
        kind, data = mech.kind_of(element), mech.data_of(element)
        if kind.press is None:
            continue
        at = dict(zip(kind.coordinates, element.coordinates, strict=True))
        apart = kind.press.make([mech.coordinates[mech.index[at[name]]] for name in kind.press.needs])
        apart.evaluate()
        fits, found = kind.press.fits(data), abs(apart.value)
        if abs(found - fits) > _FITS * fits:
            name = mech.names.element(element.number)
            line = next(item for item in deck.data if item.element == element.number)
            yield diagnostic(
                "R482",
                f"the distance in element {name} is {found:.4g}; its pitch radii fit {fits:.4g}",
                line.at(2),
                help="correct the radii, or where the centres are",
            )
