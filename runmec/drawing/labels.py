"""Labels beside the things they name, none hiding another."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

from .arrays import Floats
from .style import figure_of, renderer

_GAP = 1.5  # points between labels
_LINE = 2.0  # points kept free at either side of a line
_DIRECTIONS = 16
_SAMPLES_AT_MOST = 3000  # of one line


class Labels:
    """Places texts one after the other, each as near to its anchor as is free."""

    def __init__(self, axes: Axes) -> None:
        self._axes = axes
        self._renderer = renderer(figure_of(axes))
        self._taken: list[tuple[float, float, float, float]] = []  # left, bottom, right, top in pixels
        self.texts: list[Any] = []

    def keep_free(self, x: float, y: float, radius: float = 4.0) -> None:
        """No label covers this point (radius in points of print)."""
        px, py = self._axes.transData.transform((x, y))
        if not self._is_visible(px, py):
            return
        r = radius * self._pixels
        self._taken.append((px - r, py - r, px + r, py + r))

    def keep_line_free(self, xs: Any, ys: Any) -> None:
        """No label covers this line; where it has no numbers it has gaps."""
        corners = self._axes.transData.transform(np.column_stack([xs, ys]).astype(float))
        finite = np.all(np.isfinite(corners), axis=1)
        for run in np.split(corners[finite], np.flatnonzero(np.diff(np.flatnonzero(finite)) > 1) + 1):
            if len(run):
                way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(run, axis=0).T))])
                at = np.linspace(0.0, way[-1], 2 + min(_SAMPLES_AT_MOST, int(way[-1] / (3.0 * self._pixels))))
                half = _LINE * self._pixels
                for x, y in zip(np.interp(at, way, run[:, 0]), np.interp(at, way, run[:, 1]), strict=True):
                    self._taken.append((x - half, y - half, x + half, y + half))

    def crossed(self, xs: Any, ys: Any) -> int:
        """How many places of a straight line (in data) are taken."""
        (x0, y0), (x1, y1) = self._axes.transData.transform(np.column_stack([xs, ys]).astype(float))
        taken = np.array(self._taken).reshape(-1, 4)
        parts = np.linspace(0.05, 0.95, 40)
        return sum(
            not self._is_free(Bbox([[x0 + part * (x1 - x0), y0 + part * (y1 - y0)]] * 2), taken) for part in parts
        )

    def _is_visible(self, px: float, py: float) -> bool:
        """Whether a place in pixels lies inside the axes."""
        frame = self._axes.bbox
        return bool(frame.x0 - 1 <= px <= frame.x1 + 1 and frame.y0 - 1 <= py <= frame.y1 + 1)

    @property
    def _frame(self) -> Bbox:
        """Where labels may stand, in pixels."""
        return self._axes.bbox.padded(-_LINE * self._pixels)

    @property
    def _pixels(self) -> float:
        return float(self._axes.figure.dpi) / 72.0

    def add(self, text: str, x: float, y: float, **how: Any) -> None:
        """A text near (x, y) in data, if that can be seen; a thin line leads back where it had to move far."""
        if not self._is_visible(*self._axes.transData.transform((x, y))):
            return
        annotation = self._annotation(text, x, y, how)
        box = annotation.get_window_extent(self._renderer)
        if annotation.get_bbox_patch() is not None:
            # a circle round the text
            half = 0.5 * float(np.hypot(box.width, box.height)) + 2.0 * self._pixels
            x0, y0 = 0.5 * (box.x0 + box.x1), 0.5 * (box.y0 + box.y1)
            box = Bbox([[x0 - half, y0 - half], [x0 + half, y0 + half]])
        frame = self._frame
        taken = np.array(self._taken).reshape(-1, 4)
        for distance in (0.0, 5.0, 9.0, 14.0, 20.0, 28.0, 38.0, 50.0, 65.0, 85.0, 110.0):
            for step in range(_DIRECTIONS if distance else 1):
                # first up and to the sides, then the others
                angle = pi / 2 + (step + 1) // 2 * (1 if step % 2 else -1) * 2 * pi / _DIRECTIONS
                dx = (distance + box.width / self._pixels / 2) * cos(angle) if distance else 0.0
                dy = (distance + box.height / self._pixels / 2) * sin(angle) if distance else 0.0
                moved = box.translated(dx * self._pixels, dy * self._pixels)
                if _inside(moved, frame) and self._is_free(moved, taken):
                    self._put(annotation, dx, dy, distance, moved)
                    return
        self._put(annotation, 0.0, 0.0, 0.0, box)

    def add_on(self, text: str, places: Iterable[tuple[float, float]], **how: Any) -> None:
        """A text on the first of these places that is free, if there is one."""
        annotation = self._annotation(text, 0.0, 0.0, how)
        for annotation.xy in places:
            box = annotation.get_window_extent(self._renderer)
            if _inside(box, self._frame) and self._is_free(box, np.array(self._taken).reshape(-1, 4)):
                self._put(annotation, 0.0, 0.0, 0.0, box)
                return
        annotation.remove()

    def _annotation(self, text: str, x: float, y: float, how: dict[str, Any]) -> Any:
        return self._axes.annotate(
            text,
            (x, y),
            textcoords="offset points",
            xytext=(0, 0),
            ha="center",
            va="center",
            annotation_clip=False,
            **{"fontsize": 7, **how},
        )

    def _put(self, annotation: Any, dx: float, dy: float, distance: float, box: Bbox) -> None:
        annotation.set_position((dx, dy))
        if distance > 14.0:
            # to the edge of the text, not through it
            px, py = self._axes.transData.transform(annotation.xy)
            end = (min(max(px, box.x0), box.x1) - px) / self._pixels, (min(max(py, box.y0), box.y1) - py) / self._pixels
            leader = {"arrowstyle": "-", "lw": 0.4, "color": "#999999", "shrinkA": 0, "shrinkB": 0}
            self._axes.annotate("", annotation.xy, xytext=end, textcoords="offset points", arrowprops=leader)
        self._taken.append((box.x0, box.y0, box.x1, box.y1))
        self.texts.append(annotation)

    def _is_free(self, box: Bbox, taken: Floats) -> bool:
        gap = _GAP * self._pixels / 2
        apart = (taken[:, 0] > box.x1 + gap) | (taken[:, 2] < box.x0 - gap)
        apart |= (taken[:, 1] > box.y1 + gap) | (taken[:, 3] < box.y0 - gap)
        return bool(apart.all())


def _inside(box: Bbox, frame: Bbox) -> bool:
    return box.x0 >= frame.x0 and box.x1 <= frame.x1 and box.y0 >= frame.y0 and box.y1 <= frame.y1
