"""Freedoms that lose their grip at rest, replaced by co-ordinates.

Two elastic bars in line do not say where their joint is: the group that they determine is flat. Whatever drives them is
known, so that a co-ordinate of the group may be followed in the place of such a freedom, which becomes a dependent
parameter. Rigid parameters never give way.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .block import Block, make_group
from .coordinate import Coordinate
from .form import Form, Held
from .kinematics import Kinematics
from .thresholds import DEAD_CENTRE, DEAD_CENTRE_LEFT, GRIP_LOST, GRIP_REGAINED

NONE: Final = 1e-12  # of a row: nothing is left of it
WHOLE: Final = (-1, -1)  # before the others: all groups are one


class Exchange:
    """Of one mechanism, as its groups were arranged from its deck."""

    __slots__ = ("dependents", "forms", "free", "groups", "inputs", "mech", "replaced", "soft")

    def __init__(self, mech: Kinematics, free: list[Form]) -> None:
        self.mech: Kinematics = mech
        self.free: list[Form] = free  # all freedoms
        self.forms: list[Form] = mech.forms
        self.dependents: list[Form] = mech.dependents
        self.inputs: list[Form] = mech.inputs
        self.groups: list[Block] = mech.groups
        self.soft: list[bool] = [any_of(group.forms, free) for group in mech.groups]
        self.replaced: list[tuple[int, int]] = []  # number of a freedom, of a co-ordinate

    def suit(self) -> bool:
        """Arranges the groups for the position that is there; whether anything has changed."""
        found = self.over_all() if self.is_flat() else self.group_by_group()
        if found == self.replaced:
            return False
        self.arrange(found)
        return True

    def is_flat(self) -> bool:
        """Whether a group without freedoms is flat: a freedom elsewhere has no grip on it."""
        for k in range(len(self.groups)):
            if not self.soft[k] and self.free:
                group = self.groups[k]
                if self.is_whole():
                    group.evaluate()
                if group.measured() < (DEAD_CENTRE_LEFT if self.is_whole() else DEAD_CENTRE):
                    return True
        return False

    def is_whole(self) -> bool:
        return len(self.replaced) > 0 and self.replaced[0] == WHOLE

    def over_all(self) -> list[tuple[int, int]]:
        """Co-ordinates of the whole mechanism in the place of all freedoms, as one group."""
        if self.is_whole():
            self.mech.groups[0].evaluate()
            if self.mech.groups[0].measured() >= DEAD_CENTRE:
                return self.replaced
        found = self.choose(self.all_of())
        return [WHOLE, *found] if found else self.group_by_group()

    def all_of(self) -> Block:
        forms: list[Form] = []
        columns: list[Coordinate] = []
        scale = 0.0
        for group in self.groups:
            forms += group.forms
            columns += group.columns
            scale = max(scale, group.scale)
        found = make_group(0, forms, columns)
        found.measure_by(scale, 1.0)
        found.least = self.groups[0].least
        return found

    def group_by_group(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        whole = self.is_whole()
        for k in range(len(self.groups)):
            if not self.soft[k]:
                continue
            group = self.groups[k]
            group.evaluate()
            own: list[tuple[int, int]] = []
            if not whole:
                own = [pair for pair in self.replaced if any_of(group.forms, [self.free[pair[0]]])]
            if group.measured() >= (GRIP_REGAINED if own else GRIP_LOST):
                continue
            if own:
                self.mech.groups[k].evaluate()
                found += own if self.mech.groups[k].measured() >= GRIP_LOST else self.choose(group)
            else:
                found += self.choose(group)
        return found

    def arrange(self, replaced: list[tuple[int, int]]) -> None:
        """These co-ordinates in the place of these freedoms; none: as the deck has it."""
        if replaced == self.replaced:
            return
        self.replaced = replaced
        mech = self.mech
        held: dict[int, Held] = {}
        for number, at in self.pairs():
            one = Held(mech.coordinates[at])
            one.evaluate()
            one.wanted = one.value
            held[number] = one
        for number in range(len(self.free)):
            form = self.free[number]
            if number not in held:
                form.evaluate()
                form.wanted = form.value
            else:
                form.loaded = True
        mech.forms = [self.current(form, held) for form in self.forms]
        mech.inputs = [self.current(form, held) for form in self.inputs]
        gone = [self.free[number] for number, _ in self.pairs()]
        mech.dependents = [*self.dependents, *gone]
        groups: list[Block] = []
        for group in self.groups:
            group.measure_by(group.scale, group.unit)
        if self.is_whole():
            groups.append(self.with_held(self.all_of(), held))
        else:
            for group in self.groups:
                groups.append(self.with_held(group, held) if any_of(group.forms, gone) else group)
        mech.arrange(groups)

    def pairs(self) -> list[tuple[int, int]]:
        return self.replaced[1:] if self.is_whole() else self.replaced

    def with_held(self, group: Block, held: dict[int, Held]) -> Block:
        found = make_group(group.number, [self.current(form, held) for form in group.forms], group.columns)
        found.measure_by(group.scale, group.unit)
        found.least = group.least
        found.evaluate()
        return found

    def current(self, form: Form, held: dict[int, Held]) -> Form:
        for number, one in held.items():
            if self.free[number] is form:
                return one
        return form

    def freedoms(self) -> list[Form]:
        """What is followed now, freedom after freedom."""
        found: list[Form] = list(self.free)
        for k in range(len(self.forms)):
            for number in range(len(self.free)):
                if self.forms[k] is self.free[number]:
                    found[number] = self.mech.forms[k]
        return found

    def choose(self, group: Block) -> list[tuple[int, int]]:
        """For every freedom of a group one of its co-ordinates, those of which the rigid parameters say least."""
        basis: list[vec[float]] = []
        soft: list[int] = []
        for form in group.forms:
            own = [k for k in range(len(self.free)) if self.free[k] is form]
            soft += own
            if not own and not add(basis, row_of(form, group.columns)):
                return []
        found: list[tuple[int, int]] = []
        for number in soft:
            at: i64 = 0
            most = -1.0
            for j in range(len(group.columns)):
                left = rest_of(basis, unit(j, len(group.columns)))
                if left > most:
                    at = j
                    most = left
            if not add(basis, unit(at, len(group.columns))):
                return []
            found.append((number, group.columns[at].at))
        return found


def any_of(forms: list[Form], others: list[Form]) -> bool:
    for form in forms:
        for other in others:
            if form is other:
                return True
    return False


def row_of(form: Form, columns: list[Coordinate]) -> vec[float]:
    """Of D, in units of the group, as long as 1."""
    row = vec[float]([0.0] * len(columns))
    for entry in form.entries:
        for j in range(len(columns)):
            if columns[j] is entry.of:
                row[j] += entry.value * entry.of.scale
    size = length(row)
    for j in range(len(row)):
        row[j] = row[j] / size if size > 0.0 else 0.0
    return row


def unit(j: i64, n: i64) -> vec[float]:
    row = vec[float]([0.0] * n)
    row[j] = 1.0
    return row


def length(row: vec[float]) -> float:
    total = 0.0
    for part in row:
        total += part * part
    return sqrt(total)


def rest_of(basis: list[vec[float]], row: vec[float]) -> float:
    """What is left of a row that is square to others; it is changed to that."""
    for _ in range(2):
        for one in basis:
            along = 0.0
            for j in range(len(row)):
                along += one[j] * row[j]
            for j in range(len(row)):
                row[j] -= along * one[j]
    return length(row)


def add(basis: list[vec[float]], row: vec[float]) -> bool:
    """Takes what is left of a row into the basis, if there is something."""
    left = rest_of(basis, row)
    if not left > NONE:
        return False
    for j in range(len(row)):
        row[j] /= left
    basis.append(row)
    return True
