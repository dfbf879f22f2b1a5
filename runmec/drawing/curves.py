"""BEGINPIC … ENDPIC: curves of two buffers, in the way that suits what the buffers hold.

in the plane   two co-ordinates, two velocities …: start mark, direction, ticks of the input
polar          two forces: true distance, range rings, arrow and value at the maximum
diagram        against time or an input: extremes marked
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ..deck.model import Curve, Picture
from ..mechanism import Floats
from ..result import Result, extreme
from .labels import Labels
from .mechanism_picture import paint_gravity, paint_positions
from .shapes import extent, symbol_unit
from .style import COLOURS, QUIET, RC, new_figure

WIDTH_CM, HEIGHT_CM = 16.0, 12.0
_LEFT, _RIGHT, _BOTTOM, _TOP, _LEGEND_ROW = 1.9, 0.5, 1.4, 0.5, 0.5  # margins in cm
_FORCES = ("bufsigma", "bufreac", "bufconn")
_ABSCISSAE = ("buftime", "bufinp")
_SAME = {"bufx0": 1, "bufdx1": 2, "bufdx2": 3, "bufx1": 4, "bufx2": 5, "bufdisp": 6}


def picture_kind(result: Result, curve: Curve) -> str:
    """`polar`, `plane`, `diagram` or `plain`."""
    x, y = result.store(curve.x), result.store(curve.y)
    if x.word in _FORCES and y.word in _FORCES:
        return "polar"
    if x.word in _SAME and x.word == y.word:
        return "plane"
    return "diagram" if x.word in _ABSCISSAE else "plain"


def _height(result: Result, asked: Picture) -> float:
    """Of a picture that has no size of its own: less where a flat mechanism alone is drawn."""
    if asked.curves:
        return HEIGHT_CM
    low, high = _data_range(result, asked, [], _reached(result, asked))
    wide, tall = (high - low).tolist()
    return min(HEIGHT_CM, max(4.0, (WIDTH_CM - _LEFT - _RIGHT) * tall / wide + _BOTTOM + _TOP))


def picture(result: Result, asked: Picture) -> Figure:
    """The figure of one BEGINPIC block, in cm as the deck says."""
    width, height = asked.frame[:2] if asked.frame else (WIDTH_CM, _height(result, asked))
    legend = len(asked.curves) > 1
    figure = new_figure(width, height)
    FigureCanvasAgg(figure)
    with mpl.rc_context(RC):
        # margins in cm; a small picture has small ones
        left, right = min(_LEFT, 0.3 * width), min(_RIGHT, 0.1 * width)
        bottom = min(_BOTTOM + (_LEGEND_ROW * len(asked.curves) if legend else 0.0), 0.4 * height)
        top = min(_TOP, 0.1 * height)
        box = (left / width, bottom / height, 1 - (left + right) / width, 1 - (bottom + top) / height)
        axes = figure.add_axes(box)
        kinds = [picture_kind(result, curve) for curve in asked.curves]
        positions = _reached(result, asked)
        _limits(axes, result, asked, kinds, positions, (box[2] * width, box[3] * height))
        if positions:
            unit = symbol_unit(result.mechanism, _at(result, positions))
            paint_positions(axes, result.mechanism, result.positions.x, positions, unit)
        elif asked.drawings:
            axes.annotate("the positions to be drawn were not reached", (0.5, 0.5), xycoords="axes fraction",
                          ha="center", color=QUIET)  # fmt: skip
        labels = Labels(axes)
        for curve in asked.curves:
            labels.keep_curve_free(result.buffer(curve.x), result.buffer(curve.y))
        for line in axes.lines:
            labels.keep_line_free(*line.get_data())
        for number, (curve, kind) in enumerate(zip(asked.curves, kinds, strict=True)):
            colour = COLOURS[number % len(COLOURS)]
            x, y = result.buffer(curve.x), result.buffer(curve.y)
            axes.plot(x, y, color=colour, label=_legend(result, curve, kind), zorder=3, solid_capstyle="round")
            _MARKS[kind](axes, labels, result, x, y, colour)
        if positions:
            paint_gravity(axes, result.mechanism)
        _name_axes(axes, result, asked, kinds)
        if legend:
            axes.legend(loc="lower left", bbox_to_anchor=(-0.02, -(bottom - 0.1) / (box[3] * height)), borderaxespad=0,
                        ncols=1)  # fmt: skip
    return figure


def _legend(result: Result, curve: Curve, kind: str) -> str:
    """The deck's comment on a curve, or what its buffers hold."""
    y = result.name(curve.y)
    return curve.title or (y if kind == "diagram" else f"{result.name(curve.x)}, {y}")


def _reached(result: Result, asked: Picture) -> list[int]:
    """The positions to be drawn that were reached."""
    return [k for drawing in asked.drawings for k in drawing.positions if k <= len(result)]


def _at(result: Result, positions: Sequence[int]) -> Floats:
    return result.positions.x[:, [k - 1 for k in positions]]


def _limits(
    axes: Axes, result: Result, asked: Picture, kinds: Sequence[str], positions: Sequence[int],
    size: tuple[float, float],
) -> None:  # fmt: skip
    """Limits from the frame of the deck: origin and units per cm, -1 automatic, -2 true distance."""
    true_distance = any(kind in ("polar", "plane") for kind in kinds) or bool(positions)
    low, high = _data_range(result, asked, kinds, positions)
    span = np.where(high > low, high - low, np.where(high != 0, np.abs(high), 1.0))
    middle = 0.5 * (low + high)
    scale = [-1.0, -1.0]
    if asked.frame:
        scale = list(asked.frame[4:6])
        true_distance = -2 in scale
    units = 1.12 * span / np.array(size)  # units per cm
    given = [s if s > 0 else None for s in scale]
    if true_distance:
        common = next((s for s in given if s), float(np.max(units)))
        given = [given[0] or common, given[1] or common]
    for k, set_limits in ((0, axes.set_xlim), (1, axes.set_ylim)):
        per_cm = given[k] or float(units[k])
        if asked.frame and scale[k] > 0:
            origin = asked.frame[2 + k]
            set_limits(origin, origin + per_cm * size[k])
        else:
            set_limits(middle[k] - 0.5 * per_cm * size[k], middle[k] + 0.5 * per_cm * size[k])


def _data_range(
    result: Result, asked: Picture, kinds: Sequence[str], positions: Sequence[int]
) -> tuple[Floats, Floats]:
    parts: list[Floats] = []
    for curve, kind in zip(asked.curves, kinds, strict=True):
        both = np.stack([result.buffer(curve.x), result.buffer(curve.y)])
        parts.append(both[:, np.all(np.isfinite(both), axis=0)])
        if kind == "polar":
            parts.append(np.zeros((2, 1)))
    if positions:
        drawn = _at(result, positions)
        left, right, bottom, top = extent(result.mechanism, drawn)
        room = 2.2 * symbol_unit(result.mechanism, drawn)
        parts.append(np.array([[left - room, right + room], [bottom - room, top + room]]))
    everything = np.concatenate(parts, axis=1) if parts else np.zeros((2, 0))
    if everything.shape[1] == 0:
        everything = np.array([[0.0, 1.0], [0.0, 1.0]])
    return everything.min(axis=1), everything.max(axis=1)


def _name_axes(axes: Axes, result: Result, asked: Picture, kinds: Sequence[str]) -> None:
    """Axes are named by what their buffers hold; by the kind where several curves differ."""
    for which, set_name in (("x", axes.set_xlabel), ("y", axes.set_ylabel)):
        names = {result.name(getattr(curve, which)) for curve in asked.curves}
        if len(names) == 1:
            set_name(textwrap.fill(names.pop(), 50))
        elif "polar" in kinds:
            set_name("force")
    axes.ticklabel_format(scilimits=(-2, 5), useMathText=True)  # long numbers would push the names out of the picture
    if asked.drawings and not asked.curves:
        axes.set_axis_off()


# marks


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
    return bool(result.mechanism.is_length[result.mechanism.m.start])


def _input_text(result: Result, value: float) -> str:
    return f"{value:.3g}" if _drives_length(result) else f"{round(np.degrees(value)) % 360}°"


def _plane_marks(axes: Axes, labels: Labels, result: Result, x: Floats, y: Floats, colour: str) -> None:
    """A dot at the start, an arrow in the direction of motion, ticks of the input."""
    finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if not len(finite):
        return
    start = finite[0]
    axes.plot([x[start]], [y[start]], "o", ms=5, mfc=colour, mec="white", mew=0.8, zorder=5)
    if np.ptp(x[finite]) + np.ptp(y[finite]) == 0:
        return
    labels.keep_free(x[start], y[start])
    _arrow(axes, x[finite], y[finite], colour)
    _mark_inputs(axes, labels, result, x, y, colour)
    labels.add("start", x[start], y[start], color=colour)


def _arrow(axes: Axes, x: Floats, y: Floats, colour: str) -> None:
    """An arrow head on the curve, where it is a twelfth of the way from the start."""
    way = np.concatenate([[0.0], np.cumsum(np.hypot(np.diff(x), np.diff(y)))])
    k = int(np.searchsorted(way, way[-1] / 12))
    if 0 < k < len(x):
        head = {"arrowstyle": "-|>,head_width=0.25,head_length=0.5", "color": colour, "lw": 1}
        axes.annotate("", xy=(x[k], y[k]), xytext=(x[k - 1], y[k - 1]), zorder=4, arrowprops=head)


def _mark_inputs(axes: Axes, labels: Labels, result: Result, x: Floats, y: Floats, colour: str) -> None:
    """Small rings on the curve at round values of the first input, every second one named."""
    rows = np.arange(len(x))
    marks = [(np.interp(row, rows, x), np.interp(row, rows, y), value) for row, value in ticks(result)]
    marks = [mark for mark in marks if np.isfinite(mark[0]) and np.isfinite(mark[1])][:12]
    axes.plot([m[0] for m in marks], [m[1] for m in marks], "o", ms=2.6, mfc="white", mec=colour, mew=0.8, ls="none",
              zorder=4)  # fmt: skip
    for px, py, _ in marks:
        labels.keep_free(px, py, 2.0)
    for px, py, value in marks[:: 1 if len(marks) <= 7 else 2]:
        labels.add(_input_text(result, value), px, py, color=QUIET, fontsize=6.5)


def _polar_marks(axes: Axes, labels: Labels, result: Result, x: Floats, y: Floats, colour: str) -> None:
    """Range rings about the origin, an arrow and the value at the maximum, ticks of the input."""
    size = np.hypot(x, y)
    if not np.any(np.isfinite(size)) or np.nanmax(size) == 0:
        return
    most = int(np.nanargmax(size))
    _rings(axes, float(size[most]))
    axes.annotate("", xy=(x[most], y[most]), xytext=(0, 0), zorder=4,
                  arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 1.0, "shrinkA": 0, "shrinkB": 0})  # fmt: skip
    labels.keep_free(0.0, 0.0)
    labels.keep_line_free([0.0, x[most]], [0.0, y[most]])
    labels.add(f"max {size[most]:.4g}", x[most], y[most], color=colour, fontsize=8, fontweight="bold")
    _mark_inputs(axes, labels, result, x, y, colour)


def _rings(axes: Axes, largest: float) -> None:
    """Rings at round values; drawn once."""
    if any(line.get_gid() == "ring" for line in axes.lines):
        return
    step = 10.0 ** np.floor(np.log10(largest))
    step = next(s for s in (step / 2, step, 2 * step, 5 * step) if largest / s <= 5)
    u = np.linspace(0, 2 * np.pi, 181)
    for k in range(1, int(largest / step) + 2):
        r = k * step
        axes.plot(
            r * np.cos(u), r * np.sin(u), color="#C9C9C9", lw=0.6, zorder=1, gid="ring", scalex=False, scaley=False
        )
        axes.annotate(f"{r:g}", (r * np.cos(0.4), r * np.sin(0.4)), fontsize=6, color=QUIET, ha="center", va="center",
                      clip_on=True, annotation_clip=True)  # fmt: skip
    axes.plot([0], [0], "+", color="#777777", ms=6, mew=0.8, zorder=2)


def _diagram_marks(axes: Axes, labels: Labels, result: Result, x: Floats, y: Floats, colour: str) -> None:
    """Largest and smallest value."""
    if not np.any(np.isfinite(y)):
        return
    if np.nanmax(y) == np.nanmin(y):
        _no_marks(axes, labels, result, x, y, colour)
        return
    found = extreme(y)
    marked = ((found.at_most - 1, found.most), (found.at_least - 1, found.least))
    for row, _ in marked:
        axes.plot([x[row]], [y[row]], "o", ms=4, mfc="white", mec=colour, mew=1.1, zorder=5)
        labels.keep_free(x[row], y[row])
    for row, value in marked:
        labels.add(f"{value:.4g} at {x[row]:.4g}".replace("-", "−"), x[row], y[row], color=colour)


def _no_marks(axes: Axes, labels: Labels, result: Result, x: Floats, y: Floats, colour: str) -> None:
    finite = np.flatnonzero(np.isfinite(x) & np.isfinite(y))
    if len(finite):
        axes.plot([x[finite[0]]], [y[finite[0]]], "o", ms=4, mfc=colour, mec="white", mew=0.8, zorder=5)


_MARKS = {"plane": _plane_marks, "polar": _polar_marks, "diagram": _diagram_marks, "plain": _no_marks}
