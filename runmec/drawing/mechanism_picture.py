"""The mechanism as engineers draw it, at one or several positions, with or without numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..deck.model import FormLine
from ..model.mechanism import Mechanism
from ..results.profiles import Outline
from ..symbols.display import STYLES, Style, shapes
from .arrays import Floats, columns_of
from .labels import Labels
from .shown import Shown, shown
from .style import COLOURS, LIGHT, LINK, QUIET, RC, figure_of, new_figure, size_in_cm
from .symbols import element_angles, element_points, point_numbers

View: TypeAlias = tuple[float, float]
_COLOURS = {"ink": LINK, "paper": "white", "plate": LIGHT, "quiet": QUIET, "beam": COLOURS[0], "spring": COLOURS[2]}


def _look(style: Style, thick: float) -> dict[str, Any]:
    """A style in matplotlib's words."""
    if style.fill:
        return {
            "facecolor": _COLOURS[style.fill],
            "edgecolor": _COLOURS[style.stroke],
            "lw": thick * style.width,
            "joinstyle": "round",
        }
    dashes = tuple(part / style.width for part in style.dash)
    return {
        "lw": thick * style.width,
        "color": _COLOURS[style.stroke],
        "ls": (0, dashes) if dashes else "-",
        "solid_capstyle": "round",
    }


def paint(axes: Axes, drawn: Shown, position: int, *, fade: float = 1.0, first: bool = True) -> None:
    """Draws the mechanism at one of its positions (0 is the first); supports only where it is drawn first."""
    with mpl.rc_context(RC):
        for order, (symbol, thick) in enumerate(drawn.in_order(position)):
            if symbol.still and not first:
                continue
            for shape in shapes(symbol, drawn.at(position), drawn.unit):
                style = STYLES[shape.style]
                draw = axes.fill if style.fill else axes.plot
                draw(shape.xs, shape.ys, alpha=fade, zorder=2.0 + 0.001 * order, **_look(style, thick))


def paint_positions(axes: Axes, drawn: Shown, positions: Sequence[int]) -> None:
    """Several positions (1 is the start), the later ones fading."""
    for number, position in enumerate(positions):
        fade = 1.0 if number == 0 else max(0.2, 0.55 - 0.08 * (number - 1))
        if position <= drawn.count:
            paint(axes, drawn, position - 1, fade=fade, first=number == 0)


def paint_gravity(axes: Axes, mech: Mechanism, view: View | None = None) -> None:
    """An arrow in the corner where least is drawn, where there is gravity."""
    gravity = on_screen(mech, np.array(mech.gravity), view)
    size = float(np.hypot(*gravity))
    if size <= 1e-9 * float(np.linalg.norm(mech.gravity)):
        return
    point = axes.figure.dpi / 72.0 / np.array(axes.get_window_extent().size)  # as parts of the axes
    corner = _emptiest_corners(axes)[mech.is_spatial]  # the first one has the tripod
    point = point * _smaller(axes)
    middle = corner + (1.0 - 2.0 * corner) * 26.0 * point
    half = 11.0 * point * gravity / size
    arrow = {"arrowstyle": "-|>", "color": QUIET, "lw": 1.2, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=tuple(middle + half), xytext=tuple(middle - half), xycoords="axes fraction", arrowprops=arrow)
    axes.annotate(
        "g",
        tuple(middle - half - [6.0 * point[0], 0.0]),
        xycoords="axes fraction",
        color=QUIET,
        fontsize=9,
        style="italic",
        ha="right",
        va="center",
    )


def on_screen(mech: Mechanism, vector: Floats, view: View | None) -> Floats:
    """The two components of a vector (3,) that are seen."""
    if not mech.is_spatial:
        return vector[:2]
    from .scene import VIEW, directions

    found: Floats = (np.array(directions(view or mech.view or VIEW)) @ vector)[:2]
    return found


def paint_tripod(axes: Axes, mech: Mechanism, view: View | None = None) -> None:
    """Where x, y and z point, in the corner where least is drawn."""
    point = axes.figure.dpi / 72.0 / np.array(axes.get_window_extent().size)
    corner = _emptiest_corners(axes)[0]
    point = point * _smaller(axes)
    foot = corner + (1.0 - 2.0 * corner) * 30.0 * point
    for name, axis in zip("xyz", np.eye(3), strict=True):
        way = on_screen(mech, axis, view)
        if np.hypot(*way) < 0.1:  # it points to the eye
            continue
        arrow = {"arrowstyle": "-|>", "color": QUIET, "lw": 1.0, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 7}
        axes.annotate(
            "", xy=tuple(foot + 18.0 * point * way), xytext=tuple(foot), xycoords="axes fraction", arrowprops=arrow
        )
        axes.annotate(
            name,
            tuple(foot + 25.0 * point * way),
            xycoords="axes fraction",
            color=QUIET,
            fontsize=8,
            style="italic",
            ha="center",
            va="center",
        )


def _smaller(axes: Axes) -> float:
    """On small sheets marks in the corners are smaller."""
    return min(1.0, max(0.55, float(axes.get_window_extent().width) * 72.0 / axes.figure.dpi / 340.0))


def _emptiest_corners(axes: Axes) -> list[Floats]:
    """The upper right one first if others are no emptier; as parts of the axes."""
    drawn = [line.get_xydata() for line in axes.lines]
    drawn += [patch.get_path().vertices for patch in axes.patches]
    points = axes.transLimits.transform(np.concatenate(drawn)) if drawn else np.zeros((0, 2))
    corners = [np.array(corner) for corner in ((1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0))]
    return sorted(corners, key=lambda corner: int(np.sum(np.all(np.abs(points - corner) < (0.14, 0.22), axis=1))))


def mechanism_figure(
    mech: Mechanism,
    x: Floats,
    positions: Sequence[int] = (1,),
    *,
    labels: bool = False,
    estimate: Sequence[float] | None = None,
    width_cm: float = 18.0,
    highest_cm: float = 24.0,
    view: View | None = None,
    outlines: tuple[Outline, ...] = (),
    axes: Axes | None = None,
) -> Figure:
    """A drawing of its own, or in given axes; with `labels` what elements, points and parameters are called."""
    everything = x if estimate is None else np.column_stack([x, estimate])
    drawn = shown(mech, columns_of(everything), view, outlines)
    left, right, bottom, top = drawn.extent
    unit = drawn.unit
    margin = (3.2 if drawn.near is None else 5.0) * unit
    wide, high = right - left + 2 * margin, top - bottom + 2 * margin
    with mpl.rc_context(RC):
        if axes is None:
            figure = new_figure(width_cm, min(max(width_cm * high / wide, 6.0), highest_cm))
            axes = figure.add_axes((0.02, 0.02, 0.96, 0.96))
        wide_cm, high_cm = size_in_cm(axes)
        per_cm = max(wide / wide_cm, high / high_cm)
        middle_x, half_x = 0.5 * (left + right), 0.5 * wide_cm * per_cm
        middle_y, half_y = 0.5 * (bottom + top), 0.5 * high_cm * per_cm
        axes.set_axis_off()
        axes.set_aspect("equal", adjustable="datalim")  # true distance
        axes.set_xlim(middle_x - half_x, middle_x + half_x)
        axes.set_ylim(middle_y - half_y, middle_y + half_y)
        if estimate is not None:
            _paint_estimate(axes, drawn)
        paint_positions(axes, drawn, positions)
        paint_gravity(axes, mech, view)
        if drawn.near is not None:
            paint_tripod(axes, mech, view)
        if labels:
            free = Labels(axes)
            for line in axes.lines:
                free.keep_line_free(*line.get_data())
            for patch in axes.patches:
                free.keep_line_free(*np.asarray(patch.get_path().vertices).T)
            if drawn.near is None:
                _number(free, mech, x[:, positions[0] - 1])
            else:
                _name_in_space(free, mech, drawn, positions[0] - 1)
    return figure_of(axes)


def _paint_estimate(axes: Axes, drawn: Shown) -> None:
    """The starting estimate, before assembly, as thin lines: the last of the positions."""
    for symbol in drawn.symbols:
        xs, ys = [drawn.x[i][-1] for i, _ in symbol.points], [drawn.x[j][-1] for _, j in symbol.points]
        axes.plot(xs, ys, lw=0.9, ls=(0, (2, 2)), color=COLOURS[1], alpha=0.7, zorder=1.5)


def _number(labels: Labels, mech: Mechanism, x: Floats) -> None:
    """Points; elements and their parameters in the middle of their lines; angles where they turn."""
    elements, names = mech.elements.values(), mech.names
    for numbers in dict.fromkeys(numbers for element in elements for numbers in point_numbers(mech, element).values()):
        i, j = (mech.index[number] for number in numbers)
        labels.add(names.point(*numbers) or " ".join(map(names.coordinate, numbers)), x[i], x[j], color=COLOURS[0])
    turning = dict.fromkeys(
        (point, angle)
        for element in elements
        for point, angle in zip(element_points(mech, element).values(), element_angles(mech, element), strict=False)
    )
    for element in elements:
        points = list(element_points(mech, element).values())
        cx, cy = float(np.mean([x[i] for i, _ in points])), float(np.mean([x[j] for _, j in points]))
        named = names.has("element", element.number)
        shape = "round,pad=0.25" if named else "circle,pad=0.25"
        box = {"boxstyle": shape, "fc": "white", "ec": LINK, "lw": 0.7}
        labels.add(names.element(element.number), cx, cy, fontsize=8, fontweight="bold", bbox=box)
        said = ", ".join(_parameter(mech, f, named) for f in mech.lines if f.element == element.number)
        if said:
            labels.add(said, cx, cy, fontsize=6.5, color=COLOURS[1])
    for (i, j), angle in turning:
        labels.add(f"β {names.coordinate(mech.numbers[angle])}", x[i], x[j], color=COLOURS[3])


def _name_in_space(labels: Labels, mech: Mechanism, drawn: Shown, position: int) -> None:
    """Points, and elements in the middle of their points."""
    from .scene import scene

    names, at = mech.names, {place.at: k for k, place in enumerate(scene(mech).places) if place.is_point}
    for point, k in at.items():
        numbers = tuple(mech.numbers[i] for i in point)
        called = names.point(*numbers) or " ".join(map(names.coordinate, numbers))
        labels.add(called, drawn.x[2 * k][position], drawn.x[2 * k + 1][position], color=COLOURS[0])
    for element in mech.elements.values():
        places = [at[point] for point in mech.points(element).values() if point in at]
        if places:
            cx, cy = (float(np.mean([drawn.x[2 * k + axis][position] for k in places])) for axis in (0, 1))
            shape = "round,pad=0.25" if names.has("element", element.number) else "circle,pad=0.25"
            box = {"boxstyle": shape, "fc": "white", "ec": LINK, "lw": 0.7}
            labels.add(names.element(element.number), cx, cy, fontsize=8, fontweight="bold", bbox=box)


def _parameter(mech: Mechanism, form: FormLine, named: bool) -> str:
    """`lenl 5`; of a named element `lenl`, or `angb in mesh`; what drives has an arrow."""
    names, mark = mech.names, "→" if form.parameter > mech.prescribed - mech.inputs else ""
    called = names.parameter(form.parameter)
    if not named:
        return f"{mark}{form.form} {called}"
    return mark + (form.form if called == f"{names.element(form.element)}.{form.form}" else f"{form.form} in {called}")
