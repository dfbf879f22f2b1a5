"""Names of points beside them, and which of several positions is which."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from ..results.result import Result
from ..results.units import input_unit
from .arrays import Floats
from .labels import Labels
from .style import QUIET
from .symbols import element_points


def letters(axes: Axes, labels: Labels, result: Result, x: Floats, colour: str, size: float = 10.0) -> None:
    """Of all points that have a name, where they are in a row of co-ordinates."""
    mech, seen = result.mechanism, set()
    for element in mech.elements.values():
        for point in element_points(mech, element).values():
            name = mech.names.point(*(mech.numbers[i] for i in point[:2]))
            if name and name not in seen:
                seen.add(name)
                labels.keep_free(x[point[0]], x[point[1]], 4.0)
                labels.add(name, x[point[0]], x[point[1]], fontsize=size, fontstyle="italic", color=colour)


def name_positions(axes: Axes, labels: Labels, result: Result, positions: Sequence[int]) -> None:
    """Which of several positions is which, beside the point that moves most between them: `10: 90°`."""
    mech, places = result.mechanism, np.asarray(result.positions.x)
    points = [point[:2] for element in mech.elements.values() for point in element_points(mech, element).values()]
    rows = [position - 1 for position in positions]
    spans = [float(np.hypot(*np.ptp(places[list(point)][:, rows], axis=1))) for point in points]
    if len(positions) < 2 or not max(spans, default=0.0):
        return
    at = list(points[int(np.argmax(spans))])
    for position, (px, py) in zip(positions, places[at][:, rows].T, strict=True):
        labels.add(f"{position}{at_input(result, position)}", px, py, fontsize=8, color=QUIET)


def at_input(result: Result, position: int) -> str:
    """`: 90°`: where the only input is; nothing where there are several."""
    mech = result.mechanism
    if mech.inputs != 1:
        return ""
    unit = input_unit(mech, 1)
    value = unit.number(float(result.positions.inputs[0][position - 1]))
    return f": {value:.4g} {unit.shown}".replace(" °", "°").rstrip()
