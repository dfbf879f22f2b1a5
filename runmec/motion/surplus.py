"""Parameters that are more than needed, where the mechanism is: another set, what does not fit, what locks."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from librt.vecs import vec

from ..deck.independent import CAREFUL, ORDERLY, Row, independent
from ..dynamics import SHARE
from ..engine.form import Form
from ..engine.selfstress import SelfStress
from ..engine.thresholds import LOCKS
from ..model.mechanism import Mechanism

_BETTER = 1.5  # times the quality: another set is taken


class SurplusMisfit(NamedTuple):
    """A surplus parameter that is not what it is prescribed to be: its row, what it is, what it would have to be."""

    row: int
    value: float
    needed: float
    part: float  # the difference as a part of its size


class Locked(NamedTuple):
    """A surplus parameter that an input changes, both by their rows; by so much per unit of the input."""

    row: int
    input: int
    slope: float


def self_stress(mech: Mechanism, driven: list[Form]) -> SelfStress | None:
    """What shares out forces; `driven` have theirs from elasticity that moves."""
    if not mech.kinematics.surplus:
        return None
    soft = [mech.forms[row] for row in sorted(mech.yielding) if mech.forms[row] not in driven]
    share = bool(mech.of(SHARE))
    return SelfStress(mech.kinematics, mech.flexibles, soft, driven, mech.size, share)


def leaves_open(mech: Mechanism) -> bool:
    """Whether there are states of self-stress, where the mechanism is, that strain nothing elastic."""
    stress = self_stress(mech, [])
    if stress is None:
        return False
    for group in mech.kinematics.groups:
        group.evaluate()
    for form in mech.kinematics.surplus:
        form.evaluate()
    stress.find()
    return bool(stress.free)


def watch(mech: Mechanism) -> None:
    """Lets the engine ask for another set where the present one becomes flat.

    At rest co-ordinates take the place of what is elastic.
    """
    if mech.kinematics.surplus and (mech.kinematics.must_fit or not mech.is_of_rest):
        mech.kinematics.exchange = partial(exchange, mech)


def exchange(mech: Mechanism, as_it_lies: bool = False) -> bool:
    """Another independent set at the position where the mechanism is; False, and nothing changed, where none is better.

    `as_it_lies`: whichever set is chosen there, be it better or not. Else what moves by its own elasticity stays: rows
    of the motion know it. Where it has no grip co-ordinates take its place.
    """
    structure, groups = mech.structure, mech.kinematics.groups
    before, moving = structure.chosen, set(mech.freedoms)
    order = list(mech.classes)
    if not as_it_lies:
        order[-1:] = [row for row in order[-1] if row in moving], [row for row in order[-1] if row not in moving]
    quality = _quality(mech)
    D = matrix(mech)
    for passes in (ORDERLY,) if as_it_lies else (ORDERLY, CAREFUL):
        chosen = tuple(independent(D, order, passes)[0])
        if chosen == before or len(chosen) < len(before) or not (as_it_lies or moving.issubset(chosen)):
            continue
        mech.choose(chosen)
        if as_it_lies or _quality(mech) > _BETTER * quality:
            return True
        mech.choose_back(structure, groups)
        _quality(mech)
    return False


def _quality(mech: Mechanism) -> float:
    for group in mech.kinematics.groups:
        group.evaluate()
    return min((group.measured() for group in mech.kinematics.groups), default=1.0)


def matrix(mech: Mechanism) -> list[Row]:
    """D of all prescribed parameters, then of norms, to the moving co-ordinates, which are measured by the size."""
    column = {place.at: k for k, place in enumerate(mech.kinematics.moving)}
    forms = [*mech.forms[: mech.prescribed], *mech.kinematics.norms]
    D = []
    for form in forms:
        form.evaluate()
        row = [0.0] * len(column)
        for entry in form.entries:
            if entry.of.moving:
                row[column[entry.of.at]] += entry.value * (mech.size if entry.of.is_length else 1.0)
        D.append(vec[float](row))
    return D


def misfit(mech: Mechanism) -> SurplusMisfit | None:
    """The surplus parameter that fits least at the position, if it does not."""
    kinematics = mech.kinematics
    if kinematics.fits() or kinematics.misfits is None:
        return None
    form = kinematics.misfits
    return SurplusMisfit(mech.forms.index(form), form.wanted, form.value, kinematics.misfit)


def locked(mech: Mechanism) -> tuple[Locked, ...]:
    """Rigid surplus parameters that inputs change."""
    kinematics = mech.kinematics
    found: list[Locked] = []
    for k, form in enumerate(mech.input_forms if kinematics.must_fit else ()):
        form.right = 1.0
        for group in kinematics.groups:
            group.solve()
        form.right = 0.0
        unit = mech.scale(mech.m.start + k)
        for other in kinematics.must_fit:
            slope = sum(entry.value * entry.of.u for entry in other.entries if entry.of.moving)
            if abs(slope) * unit > LOCKS * other.unit:
                found.append(Locked(mech.forms.index(other), mech.m.start + k, slope))
    return tuple(found)
