"""BEGINPIC … ENDPIC: curves of two buffers, and the mechanism, as plan.py says."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from ..deck.model import Curve, Picture
from ..deck.usable import LARGEST
from ..engine.columns import Column
from ..results.result import Result
from .also import Also
from .arrays import Floats, columns_of
from .free_bodies import body_figure
from .labels import Labels
from .letters import letters, name_positions
from .marks import CurveMarks, range_rings
from .mechanism_picture import paint_gravity, paint_positions, paint_tripod
from .plan import Axis, Plan, plan
from .polygons import polygon_figure
from .refined import refined
from .scales import set_scale
from .shown import shown
from .style import CM, COLOURS, LINK, QUIET, RC, figure_of, new_figure, renderer, size_in_cm

WIDTH_CM, HEIGHT_CM = 16.0, 12.0
_EDGE = 0.5  # cm around all that is drawn
_LETTER = 0.17  # cm, of the names of axes and of the legend


def picture(result: Result, asked: Picture, own: Axes | None = None) -> Figure:
    """The figure of one BEGINPIC block, in cm as the deck says; or in axes of a figure that is there."""
    if asked.polygons and not (asked.curves or asked.drawings or asked.centrodes):
        return polygon_figure(result, asked)
    if asked.bodies and not (asked.curves or asked.drawings or asked.centrodes or asked.polygons):
        return body_figure(result, asked)
    planned = plan(result, asked)
    positions = _reached(result, asked)
    also = Also(result, asked, positions)
    width, height = asked.frame[:2] if asked.frame else (WIDTH_CM, _height(result, asked, planned, positions, also))
    with mpl.rc_context(RC):
        axes = new_figure(width, height).add_axes((0.1, 0.1, 0.8, 0.8)) if own is None else own
        smooth = refined(result)
        for number, curve in enumerate(asked.curves):
            colour = COLOURS[number % len(COLOURS)]
            x, y, jumps = _at_jumps(smooth, *curve_of(smooth, asked, curve))
            axes.plot(x, y, color=colour, zorder=3, solid_capstyle="round")
            axes.add_collection(LineCollection(jumps, colors=colour, lw=0.8, ls=(0, (2, 3)), zorder=2))
        lay_out = _lay_out if own is None else _fit
        lay_out(axes, planned, _Range(result, asked, planned, positions, also))
        if positions:
            drawn = shown(result.mechanism, _at(result, positions), result.deck.view_of(asked), result.outlines)
            paint_positions(axes, drawn, range(1, len(positions) + 1))
        elif asked.drawings:
            axes.annotate(
                "the positions to be drawn were not reached",
                (0.5, 0.5),
                xycoords="axes fraction",
                ha="center",
                color=QUIET,
            )
        also.paint(axes)
        labels = Labels(axes)
        for line in axes.lines:
            labels.keep_line_free(*line.get_data())
        also.name(labels)
        for number, (curve, kind) in enumerate(zip(asked.curves, planned.kinds, strict=True)):
            marks = CurveMarks(axes, labels, result, planned, COLOURS[number % len(COLOURS)], curve)
            draw = {"plane": marks.plane, "polar": marks.polar, "diagram": marks.diagram, "plain": marks.plain}[kind]
            draw(*curve_of(result, asked, curve))
        force = _largest_force(result, asked, planned)
        if force:
            range_rings(axes, labels, force, planned.x.size)
        if positions and not result.deck.is_spatial:
            name_positions(axes, labels, result, positions)
            letters(axes, labels, result, np.asarray(result.positions.x)[:, positions[0] - 1], LINK, 8.5)
        if positions:
            paint_gravity(axes, result.mechanism, result.deck.view_of(asked))
        if positions and result.deck.is_spatial:
            paint_tripod(axes, result.mechanism, result.deck.view_of(asked))
    return figure_of(axes)


def _at_jumps(result: Result, x: Floats, y: Floats) -> tuple[Floats, Floats, list[Floats]]:
    """A curve that is broken where the mechanism has snapped, and from where to where it has."""
    rows = result.positions.jumped
    ends = [np.array([x[row - 1 : row + 1], y[row - 1 : row + 1]]).T for row in rows]
    return np.insert(x, rows, np.nan), np.insert(y, rows, np.nan), ends


def curve_of(result: Result, asked: Picture, curve: Curve) -> tuple[Floats, Floats]:
    """Two buffers; beside a mechanism in space the path of a point as it is seen."""
    from .arrows import point_in_space

    point = point_in_space(result, curve) if asked.drawings and result.deck.is_spatial else None
    if point is None:
        return result.buffer(curve.x), result.buffer(curve.y)
    from .scene import VIEW, seen

    x, y = seen([[result.positions.place(at) for at in point]], result.deck.view_of(asked) or VIEW)[0]
    return np.array(list(x)), np.array(list(y))


def _largest_force(result: Result, asked: Picture, planned: Plan) -> float:
    """Of all polar curves; zero where there is none."""
    curves = (curve for curve, kind in zip(asked.curves, planned.kinds, strict=True) if kind == "polar")
    sizes = [np.hypot(result.buffer(curve.x), result.buffer(curve.y)) for curve in curves]
    return max((float(np.max(size[np.isfinite(size)], initial=0.0)) for size in sizes), default=0.0)


def _height(result: Result, asked: Picture, planned: Plan, positions: Sequence[int], also: Also) -> float:
    """Of a picture that has no size of its own: less where a flat mechanism alone is drawn."""
    if asked.curves:
        return HEIGHT_CM
    wide, tall = _Range(result, asked, planned, positions, also).span.tolist()
    return min(HEIGHT_CM, max(4.0, (WIDTH_CM - 2 * _EDGE) * tall / wide + 2 * _EDGE))


# layout


def _fit(axes: Axes, planned: Plan, shown: _Range) -> None:
    """Names, scales, legend and limits in the room that the axes have."""
    if not planned.kinds or shown.is_view:
        axes.set_axis_off()
    else:
        set_scale(axes.xaxis, planned.x.degrees, planned.x.size)
        set_scale(axes.yaxis, planned.y.degrees, planned.y.size)
        axes.set_xlabel(planned.x.name)
        axes.set_ylabel(planned.y.name)
        if len(planned.kinds) > 1:
            axes.legend(axes.lines[-len(planned.kinds) :], planned.legend)
    shown.set_limits(axes, *size_in_cm(axes))
    if shown.true_distance:
        axes.set_aspect("equal", adjustable="datalim")


def _lay_out(axes: Axes, planned: Plan, shown: _Range) -> None:
    """Names, scales, legend and limits; the axes take what room these leave."""
    figure = figure_of(axes)
    width, height = (float(size) / CM for size in figure.get_size_inches())
    if not planned.kinds or shown.is_view:
        axes.set_axis_off()
        axes.set_position((_EDGE / width, _EDGE / height, 1 - 2 * _EDGE / width, 1 - 2 * _EDGE / height))
        shown.set_limits(axes, width - 2 * _EDGE, height - 2 * _EDGE)
        return
    legend = _add_legend(figure, axes, planned, width, height)
    set_scale(axes.xaxis, planned.x.degrees, planned.x.size)
    set_scale(axes.yaxis, planned.y.degrees, planned.y.size)
    left, bottom, right, top = 2.0, 1.5 + legend, _EDGE, _EDGE
    for _ in range(2):  # the room of the numbers depends on the limits, and these, in true distance, on the room
        left, right = min(left, 0.5 * width), min(right, 0.2 * width)
        bottom, top = min(bottom, 0.6 * height), min(top, 0.2 * height)
        wide, high = width - left - right, height - bottom - top
        axes.set_position((left / width, bottom / height, wide / width, high / height))
        axes.set_xlabel(_wrapped(planned.x, wide))
        axes.set_ylabel(_wrapped(planned.y, high))
        shown.set_limits(axes, wide, high)
        beyond = _beyond(figure, axes)
        left, bottom, right, top = (max(_EDGE, room + 0.25) for room in beyond)
        bottom += legend


def _add_legend(figure: Figure, axes: Axes, planned: Plan, width: float, height: float) -> float:
    """Below the axes where there are several curves; its height in cm."""
    if len(planned.kinds) < 2:
        return 0.0
    said = [textwrap.fill(name, max(12, int((width - 2.0) / _LETTER))) for name in planned.legend]
    legend = axes.legend(
        axes.lines,
        said,
        loc="lower left",
        bbox_to_anchor=(0.3 / width, 0.1 / height),
        bbox_transform=figure.transFigure,
        borderaxespad=0,
    )
    return float(legend.get_window_extent(renderer(figure)).height) / figure.dpi / CM


def _wrapped(axis: Axis, length: float) -> str:
    return textwrap.fill(axis.name, max(12, int(length / _LETTER)), max_lines=3, placeholder=" …")


def _beyond(figure: Figure, axes: Axes) -> tuple[float, float, float, float]:
    """How far names and numbers reach beyond the axes at the left, bottom, right and top, in cm."""
    frame = axes.get_window_extent()
    boxes = [box for axis in (axes.xaxis, axes.yaxis) if (box := axis.get_tightbbox(renderer(figure)))]
    left = frame.x0 - min(box.x0 for box in boxes)
    bottom = frame.y0 - min(box.y0 for box in boxes)
    right = max(box.x1 for box in boxes) - frame.x1
    top = max(box.y1 for box in boxes) - frame.y1
    per_cm = figure.dpi * CM
    return left / per_cm, bottom / per_cm, right / per_cm, top / per_cm


def _reached(result: Result, asked: Picture) -> list[int]:
    """The positions to be drawn that were reached, each once."""
    return list(dict.fromkeys(k for drawing in asked.drawings for k in drawing.positions if k <= len(result)))


def _at(result: Result, positions: Sequence[int]) -> list[Column]:
    return columns_of(result.positions.x[:, [k - 1 for k in positions]])


class _Range:
    """What a picture has to show, in the user's units."""

    def __init__(self, result: Result, asked: Picture, planned: Plan, positions: Sequence[int], also: Also) -> None:
        parts: list[Floats] = also.extents()
        for curve, kind in zip(asked.curves, planned.kinds, strict=True):
            both = np.stack(curve_of(refined(result), asked, curve))
            parts.append(both[:, np.all(np.abs(both) <= LARGEST, axis=0)])
            if kind == "polar":
                parts.append(np.zeros((2, 1)))
        if positions:
            drawn = shown(result.mechanism, _at(result, positions), result.deck.view_of(asked), result.outlines)
            left, right, bottom, top = drawn.extent
            room = 2.2 * drawn.unit
            parts.append(np.array([[left - room, right + room], [bottom - room, top + room]]))
        everything = np.concatenate(parts, axis=1) if parts else np.zeros((2, 0))
        if everything.shape[1] == 0:
            everything = np.array([[0.0, 1.0], [0.0, 1.0]])
        low, high = everything.min(axis=1), everything.max(axis=1)
        self.middle = 0.5 * (low + high)
        self.span = np.where(high > low, high - low, np.where(high != 0, np.abs(high), 1.0))
        self.is_view = bool(positions) and result.deck.is_spatial  # its axes are none of space
        self.origin, self.scale = asked.frame[2:4], asked.frame[4:6] or (-1.0, -1.0)
        self.true_distance = -2 in self.scale if asked.frame else planned.true_distance

    def set_limits(self, axes: Axes, *size: float) -> None:
        """From the frame of the deck: origin and units per cm, -1 automatic, -2 true distance; `size` in cm."""
        units = 1.12 * self.span / np.array(size)  # units per cm
        given = [s if s > 0 else None for s in self.scale]
        if self.true_distance:
            common = next((s for s in given if s), float(np.max(units)))
            given = [given[0] or common, given[1] or common]
        for k, set_limits in ((0, axes.set_xlim), (1, axes.set_ylim)):
            per_cm = given[k] or float(units[k])
            start = self.origin[k] if self.scale[k] > 0 else self.middle[k] - 0.5 * per_cm * size[k]
            set_limits(start, start + per_cm * size[k])
