"""All positions in which a mechanism can be assembled with the same lengths and inputs: its branches.

Group after group, as in assembly: where a group has several positions, everything behind it is placed in each of them.
A point on two circles, or on a circle and a guide, has two, which a pencil finds; positions of other groups are looked
for from places around.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import pi, remainder

from ..engine.block import Block
from ..engine.coordinate import ANGLE
from ..model.mechanism import Mechanism
from .assembly import CLOSED, angles_of, candidates, has_no_other, miss_of, newton, restore
from .dyads import positions_of, positions_on_guide

MOST = 32  # positions that are told
_ALIKE = 1e-5  # of the size of a group, or of a radian
_ASIDE = 0.37  # of the size of a group: where it is looked at once more
_TRIED = 2000  # places of groups, for all positions together


@dataclass
class Branches:
    positions: list[list[float]] = field(default_factory=list)  # of all co-ordinates, the one that it is in first
    is_sure: bool = True  # all were found for certain
    decisive: set[int] = field(default_factory=set)  # co-ordinates of groups with several positions
    tried: int = 0


def branches(mech: Mechanism, progress: Callable[[float], None] = lambda _: None) -> Branches:
    """Of a mechanism that is assembled; it is left in another position."""
    found = Branches()
    _place_from(mech, 0, found, progress)
    return found


def _place_from(mech: Mechanism, number: int, found: Branches, progress: Callable[[float], None]) -> None:
    """The groups from this one on, in all positions that they have where those before them are."""
    groups = mech.kinematics.groups
    if len(found.positions) >= MOST or found.tried >= _TRIED:
        found.is_sure = False
        return
    if number == len(groups):
        found.positions.append([place.x() for place in mech.coordinates])
        progress(len(found.positions) / MOST)
        return
    group = groups[number]
    turns = [angle.reference for angle in angles_of(group)]
    before = [c.q for c in group.columns]
    positions = _positions(mech, group, found)
    if len(positions) > 1:
        found.decisive |= {c.at for c in group.columns}
    for q in positions:
        restore(group, q, turns)
        if newton(mech, group):
            _place_from(mech, number + 1, found, progress)
    restore(group, before, turns)


def _positions(mech: Mechanism, group: Block, found: Branches) -> list[list[float]]:
    """Those of one group, the one nearest to where it is first."""
    start, turns = [c.q for c in group.columns], [angle.reference for angle in angles_of(group)]
    known = positions_of(mech, group) or positions_on_guide(group)
    if known is not None:
        found.tried += 1
        return sorted(known, key=lambda q: _apart(group, q, start))
    positions: list[list[float]] = []
    if newton(mech, group):
        positions.append([c.q for c in group.columns])
        aside = [q + _ASIDE * c.scale for q, c in zip(positions[0], group.columns, strict=True)]
        if has_no_other(group, aside, positions[0]):
            restore(group, start, turns)
            return positions
    found.is_sure = False
    for q in candidates(mech, group, start, turns):
        found.tried += 1
        restore(group, q, turns)
        if miss_of(group)[0] < CLOSED and all(_apart(group, q, one) > _ALIKE for one in positions):
            positions.append(list(q))
    restore(group, start, turns)
    return positions


def _apart(group: Block, one: list[float], other: list[float]) -> float:
    """How far two positions of a group are from each other; turns are alike."""
    return max(
        (
            abs(remainder(a - b, 2.0 * pi) if c.axis == ANGLE else a - b) * c.per
            for a, b, c in zip(one, other, group.columns, strict=True)
        ),
        default=0.0,
    )
