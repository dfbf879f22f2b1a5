"""The mechanism as engineers draw it, at one or several positions, with or without numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ..mechanism import Floats, Mechanism
from .labels import Labels
from .shapes import FILLED, extent, shapes, symbol_unit
from .style import COLOURS, LIGHT, LINK, QUIET, RC, new_figure
from .symbols import Symbol, element_points, point_numbers, symbols

_LINES: dict[str, dict[str, Any]] = {
    "link": {"lw": 2.4, "color": LINK, "solid_capstyle": "round"},
    "beam": {"lw": 2.8, "color": COLOURS[0], "solid_capstyle": "round"},
    "spring": {"lw": 1.2, "color": COLOURS[2]},
    "dash": {"lw": 0.9, "color": QUIET, "ls": (0, (4, 3))},
    "wheel": {"lw": 0.9, "color": QUIET, "ls": (0, (9, 2, 1.5, 2))},
    "ground": {"lw": 1.2, "color": LINK},
    "hatch": {"lw": 0.7, "color": LINK},
}
_FILLS: dict[str, dict[str, Any]] = {
    "plate": {"facecolor": LIGHT, "edgecolor": LINK, "lw": 2.0, "joinstyle": "round"},
    "block": {"facecolor": "white", "edgecolor": LINK, "lw": 1.3},
    "support": {"facecolor": "white", "edgecolor": LINK, "lw": 1.2},
    "pin": {"facecolor": "white", "edgecolor": LINK, "lw": 1.2},
    "mass": {"facecolor": LINK, "edgecolor": LINK, "lw": 0.5},
}
_FIXED_KINDS = ("ground", "clamp")


def paint(axes: Axes, mech: Mechanism, x: Floats, unit: float, *, fade: float = 1.0, first: bool = True) -> None:
    """Draws the mechanism at co-ordinates x (nx,); supports only where it is drawn first."""
    with mpl.rc_context(RC):
        for order, symbol in enumerate(symbols(mech)):
            if symbol.kind in _FIXED_KINDS and not first:
                continue
            for shape in shapes(symbol, x, unit):
                zorder = 2.0 + 0.001 * order
                if shape.style in FILLED:
                    axes.fill(shape.xs, shape.ys, alpha=fade, zorder=zorder, **_FILLS[shape.style])
                else:
                    axes.plot(shape.xs, shape.ys, alpha=fade, zorder=zorder, **_LINES[shape.style])


def paint_positions(axes: Axes, mech: Mechanism, x: Floats, positions: Sequence[int], unit: float) -> None:
    """Several positions (1 is the start), the later ones fading."""
    for number, position in enumerate(positions):
        fade = 1.0 if number == 0 else max(0.2, 0.55 - 0.08 * (number - 1))
        if position <= x.shape[1]:
            paint(axes, mech, x[:, position - 1], unit, fade=fade, first=number == 0)


def paint_gravity(axes: Axes, mech: Mechanism) -> None:
    """An arrow in the corner where least is drawn, where there is gravity."""
    size = float(np.hypot(*mech.gravity))
    if size == 0:
        return
    point = axes.figure.dpi / 72.0 / np.array(axes.get_window_extent().size)  # as parts of the axes
    corner = _emptiest_corner(axes)
    middle = corner + (1.0 - 2.0 * corner) * 26.0 * point
    half = 11.0 * point * mech.gravity / size
    arrow = {"arrowstyle": "-|>", "color": QUIET, "lw": 1.2, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=tuple(middle + half), xytext=tuple(middle - half), xycoords="axes fraction", arrowprops=arrow)
    axes.annotate("g", tuple(middle - half - [6.0 * point[0], 0.0]), xycoords="axes fraction", color=QUIET, fontsize=9,
                  style="italic", ha="right", va="center")  # fmt: skip


def _emptiest_corner(axes: Axes) -> Floats:
    """The upper right one if others are no emptier; as parts of the axes."""
    drawn = [line.get_xydata() for line in axes.lines]
    drawn += [patch.get_path().vertices for patch in axes.patches]
    points = axes.transLimits.transform(np.concatenate(drawn)) if drawn else np.zeros((0, 2))
    corners = [np.array(corner) for corner in ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))]
    return min(corners, key=lambda corner: int(np.sum(np.all(np.abs(points - corner) < (0.14, 0.22), axis=1))))


def mechanism_figure(
    mech: Mechanism, x: Floats, positions: Sequence[int] = (1,), *, labels: bool = False,
    estimate: Floats | None = None, width_cm: float = 18.0,
) -> Figure:  # fmt: skip
    """A drawing of its own; with `labels` the numbers of elements, co-ordinates and parameters."""
    everything = x if estimate is None else np.concatenate([x, estimate[:, None]], axis=1)
    left, right, bottom, top = extent(mech, everything)
    unit = symbol_unit(mech, everything)
    margin = 3.2 * unit
    wide, high = right - left + 2 * margin, top - bottom + 2 * margin
    height_cm = min(max(width_cm * high / wide, 6.0), 24.0)
    figure = new_figure(width_cm, height_cm)
    FigureCanvasAgg(figure)
    per_cm = max(wide / (0.96 * width_cm), high / (0.96 * height_cm))  # true distance
    middle_x, half_x = 0.5 * (left + right), 0.48 * width_cm * per_cm
    middle_y, half_y = 0.5 * (bottom + top), 0.48 * height_cm * per_cm
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.02, 0.02, 0.96, 0.96))
        axes.set_axis_off()
        axes.set_xlim(middle_x - half_x, middle_x + half_x)
        axes.set_ylim(middle_y - half_y, middle_y + half_y)
        if estimate is not None:
            _paint_estimate(axes, mech, estimate)
        paint_positions(axes, mech, x, positions, unit)
        paint_gravity(axes, mech)
        if labels:
            _number(axes, mech, x[:, positions[0] - 1])
    return figure


def _paint_estimate(axes: Axes, mech: Mechanism, x: Floats) -> None:
    """The starting estimate, before assembly, as thin lines."""
    for element in mech.deck.elements:
        points = list(element_points(mech, element).values())
        xs, ys = [x[i] for i, _ in points], [x[j] for _, j in points]
        axes.plot(xs, ys, lw=0.9, ls=(0, (2, 2)), color=COLOURS[1], alpha=0.7, zorder=1.5)


def _number(axes: Axes, mech: Mechanism, x: Floats) -> None:
    """Elements in the middle of their lines, co-ordinates at points, parameters beside their element."""
    labels = Labels(axes)
    for symbol in symbols(mech):
        _keep_symbol_free(labels, symbol, x)
    for element in mech.deck.elements:
        points = list(element_points(mech, element).values())
        labels.keep_line_free([x[i] for i, _ in points], [x[j] for _, j in points])
    seen = set()
    for element in mech.deck.elements:
        for numbers in point_numbers(element).values():
            if numbers not in seen:
                seen.add(numbers)
                at = mech.index[numbers[0]], mech.index[numbers[1]]
                labels.add(f"{numbers[0]} {numbers[1]}", x[at[0]], x[at[1]], color=COLOURS[0])
    for element in mech.deck.elements:
        points = list(element_points(mech, element).values())
        cx, cy = float(np.mean([x[i] for i, _ in points])), float(np.mean([x[j] for _, j in points]))
        box = {"boxstyle": "circle,pad=0.25", "fc": "white", "ec": LINK, "lw": 0.7}
        labels.add(str(element.number), cx, cy, fontsize=8, fontweight="bold", bbox=box)
        parameters = [f for f in mech.deck.forms if f.element == element.number]
        for name, c in _angle_numbers(mech, element.number):
            i, j = element_points(mech, element)[name[1]]
            labels.add(f"β {c}", float(x[i]), float(x[j]), color=COLOURS[3])
        if parameters:
            said = ", ".join(f"{f.form} {f.parameter}" for f in parameters)
            labels.add(said, cx, cy, fontsize=6.5, color=COLOURS[1])


def _angle_numbers(mech: Mechanism, number: int) -> list[tuple[str, int]]:
    from ..deck.kinds import KINDS

    element = next(e for e in mech.deck.elements if e.number == number)
    names = zip(KINDS[element.kind].coordinates, element.coordinates, strict=True)
    return [(name, c) for name, c in names if name[0] == "b"]


def _keep_symbol_free(labels: Labels, symbol: Symbol, x: Floats) -> None:
    if symbol.kind in ("pin", "mass", "ground"):
        i, j = symbol.points[0]
        labels.keep_free(x[i], x[j], 5.0)
