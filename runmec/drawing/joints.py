"""A sheet for every joint: the largest force in it, its direction, where that is, and its polar diagram."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from ..results.findings import input_text
from ..results.result import Result
from .arrows import Arrow, arrows
from .labels import Labels
from .marks import Marks, range_rings
from .plan import Axis, Plan
from .scales import set_scale
from .style import COLOURS, RC, new_figure

SIZE_CM = 8.0


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


def polar_figure(result: Result, joint: Joint) -> Figure:
    unit = "N" if result.deck.units == "SI" else ""
    axis = Axis(f"force{f' [{unit}]' if unit else ''}", False, unit)
    planned = Plan(("polar",), (), axis, axis, True)
    x, y = joint.arrow.x, joint.arrow.y
    finite = np.isfinite(x) & np.isfinite(y)
    low = min(0.0, float(x[finite].min())), min(0.0, float(y[finite].min()))
    high = max(0.0, float(x[finite].max())), max(0.0, float(y[finite].max()))
    half = 0.6 * max(high[0] - low[0], high[1] - low[1])
    figure = new_figure(SIZE_CM, SIZE_CM)
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.19, 0.15, 0.77, 0.81))
        axes.plot(x, y, color=COLOURS[0], zorder=3)
        axes.set_xlim(0.5 * (low[0] + high[0]) - half, 0.5 * (low[0] + high[0]) + half)
        axes.set_ylim(0.5 * (low[1] + high[1]) - half, 0.5 * (low[1] + high[1]) + half)
        axes.set_aspect("equal")
        set_scale(axes.xaxis, False)
        set_scale(axes.yaxis, False)
        axes.set_xlabel(axis.name)
        labels = Labels(axes)
        labels.keep_line_free(x, y)
        Marks(axes, labels, result, planned, COLOURS[0]).polar(x, y)
        range_rings(axes, labels, joint.largest)
    return figure
