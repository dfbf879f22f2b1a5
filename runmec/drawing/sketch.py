"""A sketch as on a blackboard: the mechanism in black, its points with letters, its lengths between arrows."""

from __future__ import annotations

import re

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..deck.model import Deck
from ..elements import CHORD
from ..engine.coordinate import X, Y
from ..results.result import Result
from .arrays import Floats
from .labels import Labels
from .mechanism_picture import mechanism_figure
from .style import RC
from .symbols import element_points

_BLACK = "black"
_AWAY = 13.0  # points of print between an element and its dimension line
_SMALL = 6.0
_ARC = 20.0


def sketch(result: Result, position: int = 1) -> Figure:
    """At a position (1 is the start); in space without dimensions."""
    mech = result.mechanism
    figure = mechanism_figure(mech, result.positions.x, (position,), outlines=result.outlines)
    axes = figure.axes[0]
    with mpl.rc_context(RC):
        for line in axes.lines:
            line.set_color(_BLACK)
        for patch in axes.patches:
            patch.set_edgecolor(_BLACK)
        axes.set_axis_off()
        axes.set_title("")
        if mech.is_spatial:
            return figure
        x = np.asarray(result.positions.x)[:, position - 1]
        labels = Labels(axes)
        for element in mech.elements.values():
            points = list(element_points(mech, element).values())
            ends = x[[list(point) for point in points[:2]]]
            labels.keep_line_free(ends[:, 0], ends[:, 1])
        _dimensions(axes, labels, result, x)
        _letters(axes, labels, result, x)
    return figure


def telling_position(result: Result) -> int:
    """The first that the deck draws; else the one in which the mechanism covers most of the plane."""
    drawn = [drawing.positions[0] for picture in result.deck.pictures for drawing in picture.drawings]
    if drawn and 1 <= drawn[0] <= len(result):
        return drawn[0]
    mech, x = result.mechanism, np.asarray(result.positions.x)
    spans = [np.ptp(x[[k for k, place in enumerate(mech.places) if place.axis == axis]], axis=0) for axis in (X, Y)]
    return int(np.argmax(spans[0] * spans[1])) + 1


def _letters(axes: Axes, labels: Labels, result: Result, x: Floats) -> None:
    mech, seen = result.mechanism, set()
    for element in mech.elements.values():
        for point in element_points(mech, element).values():
            name = mech.names.point(*(mech.coordinates[i] for i in point[:2]))
            if name and name not in seen:
                seen.add(name)
                labels.keep_free(x[point[0]], x[point[1]], 5.0)
                labels.add(name, x[point[0]], x[point[1]], fontsize=11, fontstyle="italic", color=_BLACK)


def _dimensions(axes: Axes, labels: Labels, result: Result, x: Floats) -> None:
    """Of lengths that the deck prescribes: by name where a name of DEFINE gives them."""
    mech = result.mechanism
    given = _given(result.deck)
    for form in result.deck.forms:
        element = mech.elements[form.element]
        points = element_points(mech, element)
        if form.form != CHORD or form.parameter not in given or {"P", "Q"} - points.keys():
            continue
        P, Q = (x[list(points[end])] for end in "PQ")
        _dimension(axes, labels, P, Q, given[form.parameter])


def _given(deck: Deck) -> dict[int, str]:
    """What stands for the value of every parameter."""
    found: dict[int, str] = {}
    for para in deck.paras:
        source = next((expression.text for name, _, expression in para.open if name == "value"), "")
        found[para.parameter] = re.sub(r"^\((\w+)\)$", r"\1", source).strip("()") if source else f"{para.value:.4g} m"
    return found


def _dimension(axes: Axes, labels: Labels, P: Floats, Q: Floats, text: str) -> None:
    """A thin line between arrow heads beside an element, on the side away from the middle of the drawing."""
    pixels = axes.transData.transform(np.array([P, Q]))
    along = pixels[1] - pixels[0]
    length = float(np.hypot(*along))
    if length < 3.0 * _SMALL:
        return
    across = np.array([-along[1], along[0]]) / length
    middle = axes.transAxes.transform((0.5, 0.5))
    side = 1.0 if float(across @ (pixels.mean(axis=0) - middle)) >= 0.0 else -1.0
    point = float(axes.figure.dpi) / 72.0
    ends = pixels + side * _AWAY * point * across
    back = axes.transData.inverted().transform
    (x0, y0), (x1, y1) = back(ends)
    axes.annotate("", (x1, y1), (x0, y0), arrowprops={"arrowstyle": "<|-|>", "lw": 0.6, "color": _BLACK, "shrinkA": 0,
                                                      "shrinkB": 0, "mutation_scale": 7})  # fmt: skip
    for end, shown in zip(pixels, ends, strict=True):
        helper = back(np.array([end + 0.25 * (shown - end), shown + side * 0.2 * _AWAY * point * across]))
        axes.plot(helper[:, 0], helper[:, 1], lw=0.5, color=_BLACK)
        labels.keep_line_free(helper[:, 0], helper[:, 1])
    labels.keep_line_free([x0, x1], [y0, y1])
    labels.add(text, 0.5 * (x0 + x1), 0.5 * (y0 + y1), fontsize=10, color=_BLACK)
