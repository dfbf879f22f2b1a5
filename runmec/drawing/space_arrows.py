"""Vectors at points of a mechanism in space, for the film: forces, velocities, accelerations."""

from __future__ import annotations

from typing import TypeAlias

from ..outputs import ACCELERATION, VELOCITY
from ..results.result import Result
from .arrow import Arrow
from .arrows import POINTS_AT_MOST, point_in_space
from .force_arrows import force_arrows
from .places import DrawnPlace
from .scene import scene

#: word, numbers before those of the point, and its places
Asked: TypeAlias = tuple[str, tuple[int, ...], tuple[int, ...]]


def arrows_in_space(result: Result) -> dict[str, list[Arrow]]:
    """Of moving points, and the forces in joints."""
    mech = result.mechanism
    fixed = set(mech.o)
    points = dict.fromkeys(p for e in mech.elements.values() for p in mech.points(e).values() if len(p) > 2)
    moving = [point for point in points if not set(point) <= fixed][:POINTS_AT_MOST]
    found = {
        word: _vectors(result, [(code, (), point) for point in moving], f"{name} of {{}}", name)
        for word, code, name in (
            ("velocities", VELOCITY.word, "velocity"),
            ("accelerations", ACCELERATION.word, "acceleration"),
        )
    }
    if result.deck.job != "KIN ANA":
        found = {"forces": force_arrows(result), **found}
    return {kind: some for kind, some in found.items() if any(any(a.x) or any(a.y) or any(a.z or ()) for a in some)}


def _vectors(result: Result, asked: list[Asked], name: str, colour: str) -> list[Arrow]:
    mech, drawn = result.mechanism, scene(result.mechanism)
    numbers = [(word, (*of, mech.numbers[at]), ()) for word, of, point in asked for at in point]
    history = result.columns(numbers)
    found = []
    for k, (_, _, point) in enumerate(asked):
        called = mech.names.point(*(mech.numbers[at] for at in point))
        called = called or " ".join(str(mech.numbers[at]) for at in point)
        x, y, z = history[3 * k : 3 * k + 3]
        found.append(Arrow(drawn.place(DrawnPlace(point)), x, y, name.format(called), colour, z))
    return found


def traced_places(result: Result) -> list[int]:
    """Numbers of the places whose paths a picture shows."""
    curves = [curve for picture in result.deck.pictures for curve in picture.curves]
    points = dict.fromkeys(point for curve in curves if (point := point_in_space(result, curve)))
    return [scene(result.mechanism).place(DrawnPlace(point))[0] // 2 for point in points]
