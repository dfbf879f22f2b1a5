"""What the sums of forces and moments in space need to know: points, planar angles and turning nodes."""

from __future__ import annotations

from ..deck.turning import parts
from ..engine.balance import Balance, Follower
from ..engine.coordinate import ANGLE, EULER, X, Y, Z
from ..engine.spatial_balance import SpatialBalance, Spot
from ..engine.turning import Turning
from ..model.mechanism import Mechanism


def spatial_balance(mech: Mechanism, scales: list[float], couples: list[float], followers: list[Follower]) -> Balance:
    places = [Spot([mech.coordinates[at] for at in point], z) for point, z in points_with_height(mech).items()]
    angles = [place for place in mech.coordinates if place.axis == ANGLE]
    nodes = [
        Turning([mech.coordinates[mech.index[number]] for number in parts(turn.node)])
        for turn in mech.turns
        if turn.node in mech.index and mech.coordinates[mech.index[turn.node]].axis == EULER
    ]
    return SpatialBalance(mech.kinematics, mech.free_forms, scales, couples, followers, places, angles, nodes)


def points_with_height(mech: Mechanism) -> dict[tuple[int, ...], float]:
    """All points by their places in x, and the z of those in a plane.

    A plane gets its height from a fixed z that belongs to one of its points; else it lies at zero.
    """
    found: dict[tuple[int, ...], None] = {}
    for element in mech.elements.values():
        found |= dict.fromkeys(mech.points(element).values())
    in_space = {point[:2]: point for point in found if len(point) > 2}
    height = {point: mech.coordinates[in_space[point][2]].x() for point in found if point in in_space}
    joined = [set(mech.points(e).values()) for e in mech.elements.values() if not mech.kind_of(e).is_spatial]
    for _ in joined:
        before = len(height)
        for points in joined:
            known = [height[point] for point in points if point in height]
            if known:
                height |= {point: known[0] for point in points if point not in height}
        if len(height) == before:
            break
    return {point: height.get(point, 0.0) for point in found if len(point) > 2 or point not in in_space}


def shares_axes(mech: Mechanism) -> bool:
    """Whether points share one of their co-ordinates only: their levers are then not known."""
    owner: dict[int, tuple[int, ...]] = {}
    for point in points_with_height(mech):
        for at, axis in zip(point, (X, Y, Z), strict=False):
            if owner.setdefault(at, point) != point or mech.coordinates[at].axis != axis:
                return True
    return False
