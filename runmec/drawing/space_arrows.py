"""Vectors at points of a mechanism in space, for the film: forces, velocities, accelerations."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..results.result import Result
from .arrows import POINTS_AT_MOST, Arrow, point_in_space
from .places import Place
from .scene import scene

#: word, numbers before those of the point, and its places
Asked: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]


def arrows_in_space(result: Result) -> dict[str, list[Arrow]]:
    """Of moving points; forces of the frame on fixed ones, and on the first of the elements that meet elsewhere."""
    mech = result.mechanism
    fixed = set(mech.o.tolist())
    points = dict.fromkeys(p for e in mech.deck.elements for p in mech.points(e).values() if len(p) > 2)
    moving = [point for point in points if not set(point) <= fixed][:POINTS_AT_MOST]
    found = {
        word: _vectors(result, [(code, (), point) for point in moving], f"{name} of {{}}", name)
        for word, code, name in (("velocities", "bufdx1", "velocity"), ("accelerations", "bufdx2", "acceleration"))
    }
    if result.deck.job != "KIN ANA":
        held: list[Asked] = [("bufreac", (), point) for point in points if set(point) <= fixed]
        between: list[Asked] = []
        for point in moving:
            meeting = [
                e.number for e in mech.deck.elements if point in mech.points(e).values() and e.number in mech.terms
            ]
            if len(meeting) > 1:
                between.append(("bufconn", (meeting[0],), point))
        forces = _vectors(result, held, "frame at {}", "frame")
        for (_, of, _), arrow in zip(between, _vectors(result, between, "{}", "between"), strict=True):
            name = f"on {mech.deck.names.element(of[0])} at {arrow.name}"
            forces.append(Arrow(arrow.point, arrow.x, arrow.y, name, arrow.colour, arrow.z))
        found = {"forces": forces, **found}
    return {kind: some for kind, some in found.items() if any(np.any(a.x) or np.any(a.y) or np.any(a.z) for a in some)}


def _vectors(result: Result, asked: list[Asked], name: str, colour: str) -> list[Arrow]:
    mech, drawn = result.mechanism, scene(result.mechanism)
    numbers = [(word, (*of, mech.coordinates[at]), ()) for word, of, point in asked for at in point]
    history = result.quantities(numbers)
    found = []
    for k, (_, _, point) in enumerate(asked):
        called = mech.deck.names.point(*(mech.coordinates[at] for at in point))
        called = called or " ".join(str(mech.coordinates[at]) for at in point)
        x, y, z = history[3 * k : 3 * k + 3]
        found.append(Arrow(drawn.place(Place(point)), x, y, name.format(called), colour, z))
    return found


def traced_places(result: Result) -> list[int]:
    """Numbers of the places whose paths a picture shows."""
    curves = [curve for picture in result.deck.pictures for curve in picture.curves]
    points = dict.fromkeys(point for curve in curves if (point := point_in_space(result, curve)))
    return [scene(result.mechanism).place(Place(point))[0] // 2 for point in points]
