"""Names of points beside them."""

from __future__ import annotations

from matplotlib.axes import Axes

from ..results.result import Result
from .arrays import Floats
from .labels import Labels
from .symbols import element_points


def letters(axes: Axes, labels: Labels, result: Result, x: Floats, colour: str, size: float = 10.0) -> None:
    """Of all points that have a name, where they are in a row of co-ordinates."""
    mech, seen = result.mechanism, set()
    for element in mech.elements.values():
        for point in element_points(mech, element).values():
            name = mech.names.point(*(mech.coordinates[i] for i in point[:2]))
            if name and name not in seen:
                seen.add(name)
                labels.keep_free(x[point[0]], x[point[1]], 4.0)
                labels.add(name, x[point[0]], x[point[1]], fontsize=size, fontstyle="italic", color=colour)
