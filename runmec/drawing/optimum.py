"""Pictures of an optimisation: before and after, history, front."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..deck.study import Path
from ..results.result import Result
from ..results.units import unit_of
from .mechanism_picture import paint
from .shown import shown
from .style import COLOURS, QUIET, RC, new_figure


def before_and_after(before: Result, after: Result, path: Path | None, numbers: Sequence[int]) -> Figure:
    """The mechanism after, over the one before; curves and points of a path, or else buffers by their numbers."""
    with mpl.rc_context(RC):
        if path is None:
            return _side_by_side(before, after, numbers)
        figure = new_figure(16, 13)
        axes = figure.add_subplot()
        _mechanism(axes, before, 0.25)
        _mechanism(axes, after, 1.0)
        for result, look in _looks(before, after, "curve "):
            axes.plot(result.buffer(path.x), result.buffer(path.y), zorder=3, **look)
        points = np.array(path.targets)[:, -2:]
        axes.plot(points[:, 0], points[:, 1], "o", color=COLOURS[1], ms=4, zorder=4, label="points to be met")
        _frame(axes, after, points, path)
        axes.legend(loc="upper left", bbox_to_anchor=(0, -0.08), ncols=3)
        figure.tight_layout()
        return figure


def _looks(before: Result, after: Result, of: str = "") -> tuple[tuple[Result, dict[str, Any]], ...]:
    """How lines before and after are drawn."""
    return (
        (before, {"color": QUIET, "ls": "--", "label": f"{of}before"}),
        (after, {"color": COLOURS[0], "label": f"{of}after"}),
    )


def _frame(axes: Axes, after: Result, points: np.ndarray, path: Path) -> None:
    """Room for the mechanism after; one before that lies far away may be cut off."""
    x = after.positions.x
    xs = [place.at for place in after.mechanism.coordinates if place.axis == 0]
    ys = [place.at for place in after.mechanism.coordinates if place.axis == 1]
    wide = np.concatenate([x[xs].ravel(), points[:, 0]])
    high = np.concatenate([x[ys].ravel(), points[:, 1]])
    room = 0.08 * max(np.ptp(wide), np.ptp(high))
    axes.set_xlim(wide.min() - room, wide.max() + room)
    axes.set_ylim(high.min() - room, high.max() + room)
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlabel(after.name(path.x))
    axes.set_ylabel(after.name(path.y))


def _mechanism(axes: Axes, result: Result, fade: float) -> None:
    if not result.deck.is_spatial:
        paint(axes, shown(result.mechanism, result.positions.places, outlines=result.outlines), 0, fade=fade)


def _side_by_side(before: Result, after: Result, numbers: Sequence[int]) -> Figure:
    """Buffers before and after."""
    figure = new_figure(16, 3.2 + 4.2 * max(len(numbers), 1))
    moves = len(after) > 1 and after.time[-1] > after.time[0]
    for k, number in enumerate(numbers, start=1):
        axes = figure.add_subplot(len(numbers), 1, k)
        unit = unit_of(after.mechanism, after.store(number))
        for result, look in _looks(before, after):
            across = result.time if moves else np.arange(len(result))
            axes.plot(across, unit.number(1.0) * result.buffer(number), **look)
        name = textwrap.fill(
            after.deck.names.buffer(number) + f": {after.name(number)}", 28, max_lines=3, placeholder=" …"
        )
        axes.set_ylabel(f"{name}, {unit.shown}" if unit.shown else name)
        if k == len(numbers):
            clock = "time, s" if after.deck.units else "time"
            axes.set_xlabel(clock if moves else "row")
        if k == 1:
            axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    figure.tight_layout()
    return figure


def history_picture(goal: str, histories: Sequence[Sequence[float]]) -> Figure:
    with mpl.rc_context(RC):
        figure = new_figure(16, 9)
        axes = figure.add_subplot()
        for rank, history in reversed(list(enumerate(histories, start=1))):
            best = rank == 1
            axes.plot(
                range(len(history)),
                history,
                color=COLOURS[0] if best else "#C5CDD6",
                lw=1.8 if best else 0.9,
                marker="o" if best else None,
                ms=3,
                label="best" if best else None,
            )
        values = np.concatenate([np.asarray(history, dtype=float) for history in histories])
        if np.all(values > 0) and values.max() > 100 * values.min():
            axes.set_yscale("log")
        axes.set_xlabel("step")
        axes.set_ylabel(goal)
        axes.legend()
        figure.tight_layout()
        return figure


def front_picture(names: Sequence[str], values: Sequence[Sequence[float]]) -> Figure:
    with mpl.rc_context(RC):
        figure = new_figure(14, 10)
        axes = figure.add_subplot()
        axes.plot(values[0], values[1], "o-", color=COLOURS[0], ms=4)
        axes.set_xlabel(names[0])
        axes.set_ylabel(names[1])
        figure.tight_layout()
        return figure
