"""`drawbody`: links as free bodies, side by side, with all that acts on them to scale."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..deck.model import Alone, Picture
from ..dimensions import FORCE, MOMENT
from ..results.alone import LinkAlone, alone
from ..results.result import Result
from ..results.units import unit_for
from .labels import Labels
from .mechanism_picture import on_screen
from .style import COLOURS, LIGHT, LINK, QUIET, RC, figure_of, new_figure

WIDTH_CM, HEIGHT_CM = 16.0, 12.0
_LONGEST = 0.6  # of an arrow, as part of the size of the link
_NOTHING = 1e-6  # part of the largest that is not drawn


def body_figure(result: Result, asked: Picture) -> Figure:
    width, height = asked.frame[:2] if asked.frame else (WIDTH_CM, HEIGHT_CM)
    figure = new_figure(width, height)
    reached = [body for body in asked.bodies if body.position <= len(result)]
    with mpl.rc_context(RC):
        for k, body in enumerate(reached):
            wide = 1.0 / len(reached)
            _paint(figure.add_axes((k * wide + 0.01, 0.02, wide - 0.02, 0.9)), result, asked, body)
        if not reached:
            figure.text(0.5, 0.5, "the positions to be drawn were not reached", ha="center", color=QUIET)
    return figure


def _paint(axes: Axes, result: Result, asked: Picture, item: Alone) -> None:
    found = alone(result, item.element, item.position)
    view = result.deck.view_of(asked)

    def seen(vector: tuple[float, ...]) -> tuple[float, float]:
        x, y = on_screen(result.mechanism, np.array([*vector, 0.0, 0.0][:3]), view)
        return float(x), float(y)

    points = {name: seen(at) for name, at in found.points.items()}
    size = _size(found, points, result.mechanism.size)
    forces = [one for one in found.acting if one.at]
    largest = max((hypot(*one.force) for one in forces), default=0.0)
    force_unit, moment_unit = unit_for(result.deck.units, FORCE), unit_for(result.deck.units, MOMENT)
    for P, Q in combinations(points.values(), 2):
        axes.plot(*zip(P, Q, strict=True), color=LIGHT, lw=9, solid_capstyle="round", zorder=1)
        axes.plot(*zip(P, Q, strict=True), color=LINK, lw=0.8, zorder=2)
    labels = Labels(axes)
    corners = list(points.values())
    drawn = []
    for one in forces:
        length = hypot(*one.force)
        if not length > _NOTHING * largest:
            continue
        begin, way = seen(one.at), seen(one.force)
        scale = _LONGEST * size / largest
        end = begin[0] + scale * way[0], begin[1] + scale * way[1]
        is_mass = one.name.startswith(("weight", "inertia"))
        drawn.append((begin, end, one.name, force_unit.text(length), COLOURS[2] if is_mass else COLOURS[1]))
        corners += [begin, end]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    axes.set_aspect("equal", adjustable="box")
    room = 0.25 * size
    axes.set_xlim(min(xs) - room, max(xs) + room)
    axes.set_ylim(min(ys) - room, max(ys) + room)
    axes.set_axis_off()
    for x, y in points.values():
        axes.plot([x], [y], "o", ms=6, mfc="white", mec=LINK, mew=1.2, zorder=4)
        labels.keep_free(x, y)
    for begin, end, _, _, colour in drawn:
        style = {"arrowstyle": "-|>", "color": colour, "lw": 1.8, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 13}
        axes.annotate("", xy=end, xytext=begin, zorder=5, arrowprops=style)
        labels.keep_line_free([begin[0], end[0]], [begin[1], end[1]])
    for name, (x, y) in points.items():
        labels.add(name, x, y, fontsize=9, color=LINK)
    for _, end, name, said, colour in drawn:
        labels.add(f"{said} ({name})", end[0], end[1], fontsize=8, color=colour)
    moments = [one for one in found.acting if not one.at and hypot(*one.force) > _NOTHING * largest * size]
    told = [f"{one.name}: {', '.join(moment_unit.text(part) for part in one.force)}" for one in moments]
    title = f"link {found.name} in position {item.position}"
    axes.set_title("\n".join([title, *(f"moment of {line}" for line in told)]), fontsize=9, loc="left")
    figure_of(axes)


def _size(found: LinkAlone, points: dict[str, tuple[float, float]], otherwise: float) -> float:
    """Of the link, or of the mechanism where it is one point."""
    places = np.array(list(points.values()) or [(0.0, 0.0)])
    span = float(np.max(np.ptp(places, axis=0)))
    return span if span > 0.0 else 0.5 * otherwise
