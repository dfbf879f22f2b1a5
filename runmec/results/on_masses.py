"""All mass that moves, each with the points at which it acts: for what the frame feels of it, and for its centre."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engine.coordinate import EULER, Coordinate
from ..engine.mass import Mass
from ..engine.moved import Arm, Moved
from ..model.mechanism import Mechanism

if TYPE_CHECKING:
    from ..engine.turning import Turning


def moved_masses(mech: Mechanism) -> list[Moved]:
    """A point moves if one of its co-ordinates does, and a mass if one of its points or angles does."""
    heights = _heights(mech)
    everywhere = _arms(mech, heights, [point for points in _points(mech) for point in points])
    found = []
    for line, mass in mech.of_masses:
        element = mech.elements.get(line.subject) if len(mass.coordinates) > 1 else None
        own = _arms(mech, heights, list(mech.points(element).values())) if element is not None else {}
        moved = _moved(mass, everywhere | own)
        if _moves(moved):
            found.append(moved)
    return found


def _heights(mech: Mechanism) -> dict[tuple[int, ...], float]:
    """Of the points in a plane; where nothing is in space they all lie at zero."""
    if not mech.is_spatial:
        return {}
    from .space import points_with_height

    return points_with_height(mech)


def _points(mech: Mechanism) -> list[list[tuple[int, ...]]]:
    return [list(mech.points(element).values()) for element in mech.elements.values()]


def _arms(mech: Mechanism, heights: dict[tuple[int, ...], float], points: list[tuple[int, ...]]) -> dict[int, Arm]:
    """By the co-ordinates; of those that points share, the first point."""
    found: dict[int, Arm] = {}
    for point in points:
        arm = Arm([mech.coordinates[at] for at in point], heights.get(point, 0.0))
        for at in point:
            found.setdefault(at, arm)
    return found


def _moved(mass: Mass, arms: dict[int, Arm]) -> Moved:
    places: list[Coordinate] = mass.coordinates
    nodes: list[Turning | None] = [None] * len(places)
    first = 0
    while first < len(places):
        if places[first].axis == EULER:
            from ..engine.turning import Turning

            nodes[first] = Turning(places[first : first + 4])
            first += 3
        first += 1
    return Moved(mass, [place.axis for place in places], [arms.get(place.at) for place in places], nodes)


def _moves(moved: Moved) -> bool:
    beside = [place for arm in moved.arms if arm is not None for place in arm.axes]
    return any(place.moving for place in (*moved.mass.coordinates, *beside))
