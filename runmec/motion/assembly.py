"""From the starting estimate to a position in which all prescribed parameters hold.

Group after group, on the branch nearest to the estimate: Newton where the estimate is good; else the
parameters are moved gradually from the values of the estimate to those wanted, damped Newton is
tried from the estimate and from places around it, and the nearest of the positions found is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot, isfinite, nan, pi
from random import Random

from librt.vecs import vec

from ..engine.block import Block
from ..engine.coordinate import ANGLE
from ..engine.damped import damped
from ..engine.extent import without_direction
from ..engine.form import Form
from ..engine.given_path import Straight
from ..engine.path_follower import DONE, PathFollower
from ..engine.status import FINE
from ..engine.thresholds import SINGULAR
from ..model.mechanism import Mechanism
from .dyads import positions_of
from .surplus import Locked, SurplusMisfit, exchange, locked, misfit

TURN = 2.0 * pi
GOOD_ESTIMATE = 0.05  # of the size of a group: Newton alone decides
AS_NEAR = 1.25  # another branch, at most so much further away, is doubtful
CLOSED = 1e-9
CHOSEN_AT_MOST = 2  # times that an independent set is chosen once more
_TRIES = (10, 40)  # where something was found, and where nothing was
_GRADUAL_NODES = 400
_SEED = 8
_LEAST_LED = 1 / 128  # of the way from a neighbour: a branch that needs smaller steps has ended
_ASIDE = (0.01, 0.013)  # of the size of the mechanism: how far coinciding points are shifted apart


class Unassembled(Exception):
    """No position was found for a group; `form` is the parameter that misses most, by `miss`."""

    def __init__(self, group: int, row: int, miss: float) -> None:
        super().__init__(group, row, miss)
        self.group, self.row, self.miss = group, row, miss


@dataclass(frozen=True)
class Assembled:
    e: list[float]  # values of the prescribed parameters
    estimate: list[float]  # co-ordinates before, and as assembled
    x: list[float]
    doubtful: tuple[int, ...] = ()  # groups of which another branch is about as near
    left_branch: bool = False  # the branch of a neighbour could not be continued
    singular: int | None = None  # a group that has no inverse there
    misfit: SurplusMisfit | None = None  # a surplus parameter that does not fit there
    locked: tuple[Locked, ...] = ()  # surplus parameters that inputs change


@dataclass(frozen=True)
class Neighbour:
    """The start position of a mechanism with other values: co-ordinates, and the branch of every group."""

    x: list[float]
    signs: list[float]

    @classmethod
    def of(cls, mech: Mechanism) -> Neighbour:
        return cls([place.x() for place in mech.coordinates], [group.sign for group in mech.kinematics.groups])


def assemble(
    mech: Mechanism,
    progress: Callable[[float], None] = lambda _: None,
    neighbour: Neighbour | None = None,
    measured: bool = True,
) -> Assembled:
    """Puts the mechanism into its start position, from which it is then counted; raises Unassembled.

    `progress` is told the part of the groups that is done. From the position of a neighbour its branch is continued;
    where that ends, the estimate decides, and `left_branch` tells it. Not `measured`: by how much a dyad that cannot
    close misses is not asked, which costs more than all the rest.
    """
    kinematics = mech.kinematics
    estimate = [place.x() for place in mech.coordinates]
    _shift_apart(mech)
    _wind(mech)
    for form in mech.forms:
        form.evaluate()
    given = mech.wanted
    prescribed = mech.forms[: mech.prescribed]
    rest = [given.get(mech.parameters[row], form.value) for row, form in enumerate(prescribed)]
    for row, form in enumerate(prescribed):
        wanted = form.value if row in mech.elastic else rest[row]  # what moves by itself begins where it is
        form.set_target(wanted) if form.winds else setattr(form, "wanted", wanted)
    doubtful = []
    continued = neighbour is not None and _continued(mech, neighbour)
    if not continued:
        for number, group in enumerate(kinematics.groups):
            if _place(mech, group, measured):
                doubtful.append(number)
            progress((number + 1) / len(kinematics.groups))
    _follow_dependents(mech)
    if kinematics.surplus:
        _choose_again(mech, given)
    kinematics.rebase()
    mech.measure(kinematics.groups)
    mech.begin = [form.wanted for form in prescribed]
    mech.undeformed = [rest[row] if row in mech.elastic else value for row, value in enumerate(mech.begin)]
    mech.note_start()
    _note_unbent(mech)
    singular = _singular_group(mech)
    return Assembled(
        list(mech.begin),
        estimate,
        [place.x() for place in mech.coordinates],
        tuple(doubtful),
        neighbour is not None and not continued,
        singular,
        misfit(mech),
        locked(mech) if singular is None else (),
    )


def _choose_again(mech: Mechanism, given: dict[int, float]) -> None:
    """The independent set once more where the mechanism is now: at the estimate it may have been another one.

    Rigid surplus parameters without a value take it from there.
    """
    for form in mech.kinematics.must_fit:
        if mech.parameters[mech.forms.index(form)] not in given:
            form.wanted = form.value
    for _ in range(CHOSEN_AT_MOST):
        if not exchange(mech, as_it_lies=True):
            return
        _follow_dependents(mech)


def _continued(mech: Mechanism, neighbour: Neighbour) -> bool:
    """Newton from the position of the neighbour, or led from there in smaller steps; False, and nothing changed, where
    its branch does not go on."""
    before, turns = [place.q for place in mech.coordinates], [angle.reference for angle in mech.angles]
    for group in mech.kinematics.groups:
        group.least = SINGULAR
    mech.kinematics.slack = 0.0
    for place, x in zip(mech.coordinates, neighbour.x, strict=True):
        if place.moving:
            place.q = x - place.start
    if _is_on_branch(mech, neighbour):
        return True
    _restore(mech, before, turns)
    if _led(mech, neighbour, before):
        return True
    _restore(mech, before, turns)
    return False


def _is_on_branch(mech: Mechanism, neighbour: Neighbour) -> bool:
    kinematics = mech.kinematics
    return kinematics.place() == FINE and [group.sign for group in kinematics.groups] == neighbour.signs


def _restore(mech: Mechanism, q: list[float], turns: list[float]) -> None:
    for place, before in zip(mech.coordinates, q, strict=True):
        place.q = before
    for angle, turn in zip(mech.angles, turns, strict=True):
        angle.reference = turn


def _led(mech: Mechanism, neighbour: Neighbour, q: list[float]) -> bool:
    """From the neighbour's parameters and fixed co-ordinates to those wanted, `q`, on a straight line."""
    forms = mech.kinematics.forms
    for place, x in zip(mech.coordinates, neighbour.x, strict=True):
        place.q = x - place.start
    fixed = [(place, place.q, at) for place, at in zip(mech.coordinates, q, strict=True) if not place.moving]
    wanted = [form.wanted for form in forms]
    for form in forms:
        form.evaluate()
    begun = [form.value for form in forms]
    done, step = 0.0, 0.5
    while done < 1.0 and step >= _LEAST_LED:
        stood, turns = [place.q for place in mech.coordinates], [angle.reference for angle in mech.angles]
        to = min(1.0, done + step)
        for form, first, last in zip(forms, begun, wanted, strict=True):
            form.wanted = last if to == 1.0 else first + to * (last - first)
        for place, first, last in fixed:
            place.q = last if to == 1.0 else first + to * (last - first)
        if _is_on_branch(mech, neighbour):
            done, step = to, 2.0 * step
        else:
            _restore(mech, stood, turns)
            step *= 0.5
    for form, last in zip(forms, wanted, strict=True):
        form.wanted = last
    return done == 1.0


def _follow_dependents(mech: Mechanism) -> None:
    """The position once more to rounding, all groups together, and the angles of dependent parameters there."""
    kinematics = mech.kinematics
    for group in kinematics.groups:
        group.least = -1.0
    kinematics.slack = 0.0
    before = [place.q for place in mech.coordinates]
    if kinematics.place() != FINE:
        for place, q in zip(mech.coordinates, before, strict=True):
            place.q = q
    for form in mech.forms:
        form.evaluate()
    held = {id(form) for form in kinematics.forms}
    for angle in mech.angles:
        if id(angle) not in held:
            angle.reference = angle.value


def _note_unbent(mech: Mechanism) -> None:
    """What the bending shapes of beams measure without bending: angles that are held, as prescribed."""
    for number, masses in mech.masses.items():
        held = [
            term
            for term in mech.terms.get(number, ())
            if term.form.winds and term.row < mech.prescribed and not term.form.entries[-1].of.is_length
        ]
        bent = sum((mech.begin[term.row] - mech.undeformed[term.row]) / term.factor for term in held)
        for mass in masses:
            mass.unbent(sum(term.form.value for term in held) - bent)


# ---- the estimate


def _shift_apart(mech: Mechanism) -> None:
    """Points that lie on each other have no direction: moving ones are shifted a little aside."""
    for terms in mech.terms.values():
        for term in terms:
            if not without_direction(term.form):
                continue
            movable = [entry.of for entry in reversed(term.form.entries) if entry.of.is_length and entry.of.moving]
            for place, aside in zip(movable[:2], reversed(_ASIDE), strict=False):
                place.start += aside * mech.size
            for form in mech.forms:
                form.rebase()


def _wind(mech: Mechanism) -> None:
    """References of the angles at the start.

    A given parameter takes the windings nearest to its `para`, a difference of angles lies between −π
    and π, and so does every other angle.
    """
    given = mech.wanted
    for row, winders in mech.windings:
        form = mech.forms[row]
        form.evaluate()
        for angle, _ in winders:
            angle.reference = angle.value
        number = mech.parameters[row]
        if number in given:
            missing = given[number] - form.value
        elif _is_difference(mech, number):
            missing, winders = -form.value, winders[:1]
        else:
            continue
        if not isfinite(missing):
            continue
        winders = winders[:4]
        if len(winders) == 1:
            turns: tuple[int, ...] = (round(missing / (TURN * winders[0][1])),)
        else:
            turns = min(product((0, 1, -1), repeat=len(winders)), key=lambda t: _left(missing, t, winders))
        for (angle, _), turn in zip(winders, turns, strict=True):
            angle.reference += TURN * turn


def _is_difference(mech: Mechanism, parameter: int) -> bool:
    """Angles with factors that cancel: unchanged if everything turns."""
    lines = mech.forms_of[parameter]
    if len(lines) < 2 or mech.forms[mech.row[parameter]].is_length:
        return False
    return sum(f.factor for f in lines if mech.kind_of(mech.elements[f.element]).forms[f.form].absolute) == 0


def _left(missing: float, turns: Sequence[int], winders: Sequence[tuple[Form, float]]) -> tuple[float, int]:
    rest = abs(missing - TURN * sum(turn * f for turn, (_, f) in zip(turns, winders, strict=True)))
    return round(rest, 6), sum(map(abs, turns))


# ---- one group


def _place(mech: Mechanism, group: Block, measured: bool) -> bool:
    """Puts the group into its position; whether another branch is about as near."""
    before = [c.q for c in group.columns]
    turns = [angle.reference for angle in angles_of(group)]
    if newton(mech, group):
        moved = max((abs(c.q - q) * c.per for c, q in zip(group.columns, before, strict=True)), default=0.0)
        if moved < GOOD_ESTIMATE:
            return False
        found = [[c.q for c in group.columns]]
        is_only = has_no_other(group, before, found[0])
        restore(group, found[0] if is_only else before, turns)
        if is_only:
            newton(mech, group)
            return False
    else:
        found = []
    known = positions_of(mech, group)
    if known == [] and not measured:
        raise Unassembled(group.number, mech.forms.index(group.forms[0]), nan)
    return _place_nearest(mech, group, before, turns, found, known)


def has_no_other(group: Block, before: list[float], found: list[float]) -> bool:
    """Whether the parameters are linear in the group's co-ordinates, as those of a point on a link are."""
    slopes = []
    for q in (before, found):
        for c, value in zip(group.columns, q, strict=True):
            c.q = value
        group.evaluate()
        slopes.append([(e.value, e.of) for form in group.forms for e in form.entries if e.of in group.columns])
    return all(a == b and of.axis != ANGLE for (a, of), (b, _) in zip(*slopes, strict=True))


def restore(group: Block, q: Sequence[float], turns: Sequence[float]) -> None:
    for c, value in zip(group.columns, q, strict=True):
        c.q = value
    for angle, turn in zip(angles_of(group), turns, strict=True):
        angle.reference = turn


def angles_of(group: Block) -> list[Form]:
    """Angles that are known but for whole turns, of the group alone: while it is placed nothing else turns."""
    return list(dict.fromkeys(winder for form in group.forms for winder in form.winders()))


def newton(mech: Mechanism, group: Block) -> bool:
    """Newton from the estimate; nothing is changed where it does not contract."""
    before, turns = [c.q for c in group.columns], [angle.reference for angle in angles_of(group)]
    part = mech.kinematics.part(group)
    group.least = 0.0
    if part.place() == FINE:
        return True
    restore(group, before, turns)
    return False


def _place_nearest(
    mech: Mechanism,
    group: Block,
    start: list[float],
    turns: list[float],
    found: list[list[float]],
    known: list[list[float]] | None,
) -> bool:
    """Looks around the estimate and takes the nearest position; whether another one is about as near."""

    def distance(q: list[float]) -> float:
        return hypot(*((a - b) * c.per for a, b, c in zip(q, start, group.columns, strict=True)))

    best_miss = (float("inf"), 0, 0.0)
    found = known or found
    tries = _TRIES if known is None else (0, 0)  # that it cannot close is known, but not by how much
    for tried, q in enumerate(() if known else candidates(mech, group, start, turns)):
        restore(group, q, turns)
        miss = miss_of(group)
        best_miss = min(best_miss, miss)
        if miss[0] < CLOSED:
            found.append(_same_sign(mech, group, start, list(q)))
        if tried >= tries[0 if found else 1]:
            break
    if not found:
        _, row, gap = best_miss
        worst = group.forms[row]
        if worst in mech.kinematics.norms:
            worst = next(form for form in group.forms if form not in mech.kinematics.norms)
        raise Unassembled(group.number, mech.forms.index(worst), gap)
    found.sort(key=distance)
    best = found[0]
    others = [
        q for q in found[1:] if max(abs(a - b) * c.per for a, b, c in zip(q, best, group.columns, strict=True)) > 1e-5
    ]
    restore(group, best, turns)
    newton(mech, group)
    return bool(others) and distance(others[0]) < AS_NEAR * distance(best)


def _same_sign(mech: Mechanism, group: Block, start: list[float], q: list[float]) -> list[float]:
    """Euler parameters λ and −λ are one orientation: that nearer to the estimate is taken."""
    place = {c.at: j for j, c in enumerate(group.columns)}
    for norm in mech.kinematics.norms:
        own = [(place[entry.of.at], entry.of.start) for entry in norm.entries if entry.of.at in place]
        if sum((q[j] + begin) * (start[j] + begin) for j, begin in own) < 0.0:
            for j, begin in own:
                q[j] = -2.0 * begin - q[j]
    return q


def miss_of(group: Block) -> tuple[float, int, float]:
    """By which part of its size the worst parameter misses, which it is, and the whole gap of the loop.

    Where a loop cannot close, the least squares share its gap among the parameters. By which amount the worst one alone
    would have to change follows from the shares ρ, which are then in equilibrium: Σρ²/ρ of its size.
    """
    worst, of_worst, sizes, squares = 0.0, 0, 1.0, 0.0
    for row, form in enumerate(group.forms):
        form.evaluate()
        size = form.size(group.scale)
        part = (form.wanted - form.value) / size if size > 0.0 else float("inf")
        if not abs(part) < float("inf"):
            return float("inf"), row, float("inf")
        squares += part * part
        if abs(part) > abs(worst):
            worst, of_worst, sizes = part, row, size
    return abs(worst), of_worst, sizes * squares / worst if worst else 0.0


def candidates(mech: Mechanism, group: Block, start: list[float], turns: list[float]) -> Iterator[list[float]]:
    gradual = _gradually(mech, group, start, turns)
    if gradual is not None:
        yield gradual
    rng = Random(_SEED)
    for number in range(_TRIES[1] + 1):
        q = list(start)
        if number:
            spread = 0.05 * 2.0 ** (number % 6)
            q = [value + spread * c.scale * rng.uniform(-1.0, 1.0) for value, c in zip(q, group.columns, strict=True)]
        restore(group, q, turns)
        yield damped(group)


def _gradually(mech: Mechanism, group: Block, start: list[float], turns: list[float]) -> list[float] | None:
    """The parameters moved from the values of the estimate to those wanted."""
    restore(group, start, turns)
    wanted = [form.wanted for form in group.forms]
    group.evaluate()
    here = [form.value for form in group.forms]
    change = [w - h for h, w in zip(here, wanted, strict=True)]
    units = [0.25 * group.scale if form.is_length else 0.5 for form in group.forms]
    course = Straight(group.forms, here, change, units)
    part = mech.kinematics.part(group)
    part.inputs = group.forms
    sweep = PathFollower(part, course, vec[float]([1.0]), [], _GRADUAL_NODES)
    reached = sweep.begin(0.0) == FINE and sweep.advance(2 * _GRADUAL_NODES) == DONE
    for form, value in zip(group.forms, wanted, strict=True):
        form.set_target(value)
        form.rate = form.acceleration = 0.0
    return [c.q for c in group.columns] if reached else None


def _singular_group(mech: Mechanism) -> int | None:
    for number, group in enumerate(mech.kinematics.groups):
        group.evaluate()
        if group.quality < SINGULAR:
            return number
    return None
