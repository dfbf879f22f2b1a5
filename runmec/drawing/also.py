"""What stands in the drawing of a mechanism besides links and paths: centrodes, polygons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..deck.model import Picture
from ..results.result import Result
from .arrays import Floats, columns_of
from .centrodes import Poles, key
from .labels import Labels
from .polygons import Placed, beside, scale_text
from .shown import shown
from .style import COLOURS


class Also:
    """Of one picture."""

    def __init__(self, result: Result, asked: Picture, positions: Sequence[int]) -> None:
        self._result = result
        self._poles = Poles(result, asked, positions) if asked.centrodes else None
        self._polygons: list[Placed] = []
        if asked.polygons:
            rows = [k - 1 for k in positions] or [0]
            drawn = shown(result.mechanism, columns_of(result.positions.x[:, rows]), outlines=result.outlines)
            self._polygons = beside(result, asked, drawn.extent)

    def extents(self) -> list[Floats]:
        parts: list[Floats] = [placed.extent() for placed in self._polygons]
        return parts + ([self._poles.extent()] if self._poles is not None else [])

    def paint(self, axes: Axes) -> None:
        if self._poles is not None:
            self._poles.paint(axes)
        for placed in self._polygons:
            placed.paint(axes)
        self._explain(axes)

    def _explain(self, axes: Axes) -> None:
        """What the lines are, where room is."""
        styles: list[tuple[str, str, Any]] = list(key()) if self._poles is not None else []
        styles += [(scale_text(self._result, placed), COLOURS[0], "-") for placed in self._polygons]
        if styles:
            lines = [Line2D([], [], color=colour, ls=dashes, lw=1.2) for _, colour, dashes in styles]
            axes.legend(
                lines,
                [text for text, _, _ in styles],
                loc="best",
                fontsize=7,
                frameon=True,
                framealpha=0.85,
                edgecolor="none",
                handlelength=3,
            )

    def name(self, labels: Labels) -> None:
        if self._poles is not None:
            self._poles.name(labels)
        for placed in self._polygons:
            placed.name(labels)
