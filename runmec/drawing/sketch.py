"""A sketch as on a blackboard: the mechanism in black, its points with letters, its lengths between arrows."""

from __future__ import annotations

import re

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..deck.model import Deck
from ..elements import CHORD, DIRECTION
from ..engine.coordinate import X, Y
from ..results.result import Result
from .arrays import Floats
from .labels import Labels
from .letters import letters
from .mechanism_picture import mechanism_figure
from .style import RC
from .symbols import element_points

_BLACK = "black"
_AWAY = 13.0  # points of print between an element and its dimension line
_SMALL = 6.0
_ARC = 22.0  # radius of the arc of an input, in points of print
_FLAT = 0.12  # rad: an angle that is too small for an arc
_WIDTH, _HEIGHT = 12.0, 11.0  # cm, as on a sheet


_HEAD = {"arrowstyle": "-|>", "lw": 0.6, "color": _BLACK, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 7}


def sketch(result: Result, position: int = 1) -> Figure:
    """At a position (1 is the start); in space without dimensions."""
    mech = result.mechanism
    here = np.asarray(result.positions.x)[:, position - 1 : position]
    figure = mechanism_figure(mech, here, outlines=result.outlines, width_cm=_WIDTH, highest_cm=_HEIGHT)
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
        x = here[:, 0]
        labels = Labels(axes)
        for line in axes.lines:
            labels.keep_line_free(*line.get_data())
        for patch in axes.patches:
            labels.keep_line_free(*np.asarray(patch.get_path().vertices).T)
        _angles(axes, labels, result, x)
        _dimensions(axes, labels, result, x)
        letters(axes, labels, result, x, _BLACK)
    return figure


def telling_position(result: Result) -> int:
    """The first that the deck draws; else the one in which the mechanism covers most of the plane."""
    drawn = [drawing.positions[0] for picture in result.deck.pictures for drawing in picture.drawings]
    if drawn and 1 <= drawn[0] <= len(result):
        return drawn[0]
    mech, x = result.mechanism, np.asarray(result.positions.x)
    spans = [
        np.ptp(x[[k for k, place in enumerate(mech.coordinates) if place.axis == axis]], axis=0) for axis in (X, Y)
    ]
    return int(np.argmax(spans[0] * spans[1])) + 1


def _angles(axes: Axes, labels: Labels, result: Result, x: Floats) -> None:
    """Of inputs that are directions of links: an arc from a line along x, with φ."""
    mech, deck = result.mechanism, result.deck
    inputs = [form for form in deck.forms if form.parameter > deck.prescribed - deck.inputs and form.form == DIRECTION]
    for number, form in enumerate(inputs, start=1):
        points = element_points(mech, mech.elements[form.element])
        if {"P", "Q"} - points.keys():
            continue
        P, Q = (x[list(points[end])] for end in "PQ")
        angle = float(np.arctan2(Q[1] - P[1], Q[0] - P[0]))
        back, pixels = axes.transData.inverted().transform, axes.transData.transform(P)
        radius = float(back((pixels[0] + _ARC * axes.figure.dpi / 72.0, pixels[1]))[0] - P[0])
        if abs(angle) < _FLAT or radius > 0.8 * float(np.hypot(*(Q - P))):
            continue
        turned = np.linspace(0.0, angle if angle > 0.0 else angle + 2.0 * np.pi, 60)
        arc = P[0] + radius * np.cos(turned), P[1] + radius * np.sin(turned)
        axes.plot(*arc, lw=0.6, color=_BLACK)
        axes.annotate("", (arc[0][-1], arc[1][-1]), (arc[0][-4], arc[1][-4]), arrowprops=_HEAD)
        axes.plot([P[0], P[0] + 1.5 * radius], [P[1], P[1]], lw=0.6, color=_BLACK, ls=(0, (6, 3)))
        labels.keep_line_free(*arc)
        labels.keep_line_free([P[0], P[0] + 1.5 * radius], [P[1], P[1]])
        middle = 0.5 * turned[-1]
        place = P + 1.35 * radius * np.array([np.cos(middle), np.sin(middle)])
        labels.add("φ" if len(inputs) == 1 else f"φ{number}", *place, fontsize=10, fontstyle="italic", color=_BLACK)


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
    """A thin line between arrow heads beside an element, where it crosses least, or away from the middle."""
    pixels = axes.transData.transform(np.array([P, Q]))
    along = pixels[1] - pixels[0]
    length = float(np.hypot(*along))
    if length < 3.0 * _SMALL:
        return
    across = np.array([-along[1], along[0]]) / length
    middle = axes.transAxes.transform((0.5, 0.5))
    outside = 1.0 if float(across @ (pixels.mean(axis=0) - middle)) >= 0.0 else -1.0
    point = float(axes.figure.dpi) / 72.0
    back = axes.transData.inverted().transform
    sides = {side: pixels + side * _AWAY * point * across for side in (outside, -outside)}
    side = min(sides, key=lambda one: labels.crossed(*back(sides[one]).T))
    ends = sides[side]
    (x0, y0), (x1, y1) = back(ends)
    axes.annotate("", (x1, y1), (x0, y0), arrowprops={**_HEAD, "arrowstyle": "<|-|>"})
    for end, shown in zip(pixels, ends, strict=True):
        helper = back(np.array([end + 0.25 * (shown - end), shown + side * 0.2 * _AWAY * point * across]))
        axes.plot(helper[:, 0], helper[:, 1], lw=0.5, color=_BLACK)
        labels.keep_line_free(helper[:, 0], helper[:, 1])
    labels.keep_line_free([x0, x1], [y0, y1])
    labels.add(text, 0.5 * (x0 + x1), 0.5 * (y0 + y1), fontsize=10, fontstyle="italic", color=_BLACK)
