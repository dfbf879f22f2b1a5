"""Marks on curves: start and direction, values of the input, extremes, range rings."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from ..deck.model import Curve
from ..results.peaks import peak
from ..results.result import Result, asked
from ..results.units import input_unit
from .arrays import Floats
from .labels import Labels
from .plan import Plan
from .said import value_text
from .style import QUIET


@dataclass(frozen=True)
class CurveMarks:
    """Of one curve; a method for each kind of picture."""

    axes: Axes
    labels: Labels
    result: Result
    planned: Plan
    colour: str
    curve: Curve

    def plane(self, x: Floats, y: Floats) -> None:
        """A dot at the start, an arrow in the direction of motion, ticks of the input."""
        finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if not len(finite):
            return
        start = finite[0]
        self.axes.plot([x[start]], [y[start]], "o", ms=5, mfc=self.colour, mec="white", mew=0.8, zorder=5)
        if np.ptp(x[finite]) + np.ptp(y[finite]) == 0:
            return
        self.labels.keep_free(x[start], y[start])
        _arrow(self.axes, x[finite], y[finite], self.colour)
        self._inputs(x, y)
        self.labels.add("start", x[start], y[start], color=self.colour)

    def _inputs(self, x: Floats, y: Floats) -> None:
        """Small rings on the curve at round values of the first input, every second one named."""
        rows = np.arange(len(x))
        marks = [(np.interp(row, rows, x), np.interp(row, rows, y), value) for row, value in ticks(self.result)]
        marks = [mark for mark in marks if np.isfinite(mark[0]) and np.isfinite(mark[1])][:12]
        self.axes.plot(
            [mark[0] for mark in marks],
            [mark[1] for mark in marks],
            "o",
            ms=2.6,
            mfc="white",
            mec=self.colour,
            mew=0.8,
            ls="none",
            zorder=4,
        )
        for px, py, _ in marks:
            self.labels.keep_free(px, py, 2.0)
        for px, py, value in marks[:: 1 if len(marks) <= 7 else 2]:
            self.labels.add(input_mark(self.result, value), px, py, color=QUIET, fontsize=6.5)

    def polar(self, x: Floats, y: Floats) -> None:
        """An arrow and the value at the maximum, ticks of the input."""
        size = np.hypot(x, y)
        if not np.any(np.isfinite(size)) or np.nanmax(size) == 0:
            return
        finer = self.result.finer
        both = finer.columns([asked(self.result.store(buffer)) for buffer in (self.curve.x, self.curve.y)])
        found = peak(finer.positions, both, 0.0, finer.times)
        if found is None:
            return
        px, py = found.force
        arrow = {"arrowstyle": "-|>", "color": self.colour, "lw": 1.0, "shrinkA": 0, "shrinkB": 0}
        self.axes.annotate("", xy=(px, py), xytext=(0, 0), zorder=4, arrowprops=arrow)
        self.labels.keep_free(0.0, 0.0)
        self.labels.keep_line_free([0.0, px], [0.0, py])
        said = f"max {self.planned.x.text(found.size)}"
        self.labels.add(said, px, py, color=self.colour, fontsize=8, fontweight="bold")
        self._inputs(x, y)

    def diagram(self, x: Floats, y: Floats) -> None:
        """Largest and smallest value."""
        if not np.any(np.isfinite(y)):
            return
        if np.nanmax(y) == np.nanmin(y):
            self.plain(x, y)
            return
        found = self.result.extremes[self.curve.y]
        marked = [
            (self._at(row), value)
            for row, value in ((found.at_most, found.most), (found.at_least, found.least))
            if np.isfinite(value)
        ]
        for place, value in marked:
            self.axes.plot([place], [value], "o", ms=4, mfc="white", mec=self.colour, mew=1.1, zorder=5)
            self.labels.keep_free(place, value)
        for place, value in marked:
            said = self.planned.y.text(value)
            self.labels.add(f"{said} at {self.planned.x.text(place)}", place, value, color=self.colour)

    def _at(self, row: float) -> float:
        """What stands across, also between rows."""
        finer, store = self.result.finer, self.result.store(self.curve.x)
        history = np.array(list(finer.columns([asked(store)])[0]))
        return float(np.interp(row * finer.times, np.arange(len(history)), history))

    def plain(self, x: Floats, y: Floats) -> None:
        finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
        if len(finite):
            self.axes.plot([x[finite[0]]], [y[finite[0]]], "o", ms=4, mfc=self.colour, mec="white", mew=0.8, zorder=5)


def ticks(result: Result) -> list[tuple[float, float]]:
    """(row, input) where the first input passes round values: every 30° (10°, 5°, 2°, 1°), of a length tenths.

    Rows are fractional: between two positions.
    """
    if not result.deck.inputs or len(result) < 8:
        return []
    history = result.positions.inputs[0]
    span = float(np.ptp(history))
    if span == 0:
        return []
    step = 10.0 ** np.floor(np.log10(span)) / 2
    if not _drives_length(result):
        round_steps = np.radians([30, 10, 5, 2, 1])
        step = next((s for s in round_steps if span > 6 * s), step)
    found = []
    for k, (a, b) in enumerate(itertools.pairwise(history)):
        if a == b:
            continue
        low, high = min(a, b), max(a, b)
        for n in range(int(np.ceil(low / step - 1e-9)), int(np.floor(high / step + 1e-9)) + 1):
            if n * step > low or k == 0:
                found.append((k + (n * step - a) / (b - a), n * step))
    return found[:40]


def _drives_length(result: Result) -> bool:
    return result.mechanism.input_forms[0].is_length


def input_mark(result: Result, value: float) -> str:
    """A round value of the first input, as it stands beside a curve."""
    if _drives_length(result):
        return f"{value:.3g} {input_unit(result.mechanism, 1).shown}".rstrip()
    return f"{round(np.degrees(value)) % 360}°"


def _arrow(axes: Axes, x: Floats, y: Floats, colour: str) -> None:
    """An arrow head on the curve, where it is a twelfth of the way from the start."""
    way = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    k = int(np.searchsorted(way, way[-1] / 12))
    if 0 < k < len(x):
        head = {"arrowstyle": "-|>,head_width=0.25,head_length=0.5", "color": colour, "lw": 1}
        axes.annotate("", xy=(x[k], y[k]), xytext=(x[k - 1], y[k - 1]), zorder=4, arrowprops=head)


def ring_step(largest: float) -> float:
    """A round value, of which the largest is about three to five."""
    step = float(10.0 ** np.floor(np.log10(largest)))
    return next(s for s in (step / 2, step, 2 * step, 5 * step) if largest / s <= 5)


def range_rings(axes: Axes, labels: Labels, largest: float, size: float) -> None:
    """Rings about the origin at round values of a unit, `size` of SI, numbered where there is room."""
    step = size * ring_step(largest / size)
    u = np.linspace(0, 2 * np.pi, 181)
    for k in range(1, int(largest / step) + 2):
        x, y = k * step * np.cos(u), k * step * np.sin(u)
        axes.plot(x, y, color="#C9C9C9", lw=0.6, zorder=1, gid="ring", scalex=False, scaley=False)
        labels.add_on(value_text(k * step, size=size), zip(x[12::5], y[12::5], strict=True), fontsize=6, color=QUIET)
    axes.plot([0], [0], "+", color="#777777", ms=6, mew=0.8, zorder=2)
