"""`gravity`: an acceleration of all masses, by its magnitude and direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, sin
from typing import Any

from .kind import Fault, FieldKind

_FULL_TURN = 6.3  # radians, a little more: what is above was meant in degrees


def field(values: Sequence[float]) -> tuple[float, float, float]:
    """Along x, y and z."""
    g, *direction = values
    if len(direction) == 1:
        return g * cos(direction[0]), g * sin(direction[0]), 0.0
    per = g / (hypot(*direction) or 1.0)
    x, y, z = (per * part for part in direction)
    return x, y, z


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    g, *direction = values
    if g < 0:
        yield Fault(0, f"negative gravity {g:g} points against its angle", code="D253")
    if len(direction) > 1:
        if g and not any(direction):
            yield Fault(1, "gravity has no direction: its three components are zero")
    elif g == 0 and abs(direction[0]) > _FULL_TURN:
        yield Fault(
            0,
            f"gravity is 0, in the direction {direction[0]:g}",
            "the magnitude stands first, then the direction: `gravity 9.81 (-pi/2)`",
            "D253",
        )
    elif abs(direction[0]) > _FULL_TURN:
        yield Fault(1, f"direction of gravity {direction[0]:g}: angles are radians", "straight down is (-pi/2)", "D253")


GRAVITY = FieldKind(
    "gravity", "value g:gravity, value angle:angle, [value ay:number, value az:number]",
    "magnitude and direction (radians from the x-axis) of gravity; in space `gravity g ax ay az` with its "
    "direction as a vector", "gravity 9.81 (-pi/2)", faults=_faults, once="gravity",
)  # fmt: skip
