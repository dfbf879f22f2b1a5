"""A sheet for every joint: the largest force in it, its direction, where that is, and its polar diagram."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees

import numpy as np

from ..results.findings import input_text
from ..results.result import Result
from .arrows import Arrow, arrows


@dataclass(frozen=True)
class Joint:
    """The largest force in a joint: its size, direction in degrees from the x-axis, and place (0 is the start)."""

    arrow: Arrow
    largest: float
    direction: float
    at: int

    @property
    def is_plane(self) -> bool:
        """Whether the force has a direction that changes: a guide along x or y has none to draw."""
        x, y = np.abs(self.arrow.x), np.abs(self.arrow.y)
        return bool(min(np.nanmax(x), np.nanmax(y)) > 1e-9 * self.largest)


def joints(result: Result) -> list[Joint]:
    """Pins with the frame and between links, guides and sliders; those without a force are left out."""
    found = []
    for arrow in arrows(result).get("forces", []):
        size = np.hypot(arrow.x, arrow.y)
        if np.any(np.isfinite(size)) and np.nanmax(size) > 0:
            at = int(np.nanargmax(size))
            direction = degrees(atan2(arrow.y[at], arrow.x[at]))
            found.append(Joint(arrow, float(size[at]), direction, at))
    most = max((joint.largest for joint in found), default=0.0)
    return [joint for joint in found if joint.largest > 1e-9 * most]


def rows(result: Result, found: list[Joint]) -> Iterator[tuple[object, ...]]:
    for joint in found:
        inputs = ", ".join(input_text(result.mechanism, i, float(history[joint.at]), 4)
                           for i, history in enumerate(result.positions.inputs, start=1))  # fmt: skip
        yield joint.arrow.name, joint.largest, f"{joint.direction:.1f}°", joint.at + 1, inputs
