"""Where a search begins, or goes on."""

from __future__ import annotations

from typing import Any, NamedTuple

from numpy.typing import NDArray

Floats = NDArray[Any]


class Start(NamedTuple):
    """Values of the names, places of the points of a path, what is to be made least, and by how much limits are missed.

    `sums` is the way that has led here.
    """

    x: Floats
    places: Floats
    sum: float
    missed: float = 0.0
    sums: tuple[float, ...] = ()
