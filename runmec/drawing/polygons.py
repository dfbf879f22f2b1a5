"""`drawvel` and `drawacc`: polygons from one origin, alone with axes, or beside the mechanism with a scale."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..deck.model import Picture, PolygonLine, Store
from ..dimensions import LENGTH
from ..results.polygons import Images, images
from ..results.result import Result
from ..results.units import unit_for, unit_of
from .arrays import Floats
from .labels import Labels
from .letters import at_input, letters
from .mechanism_picture import mechanism_figure
from .style import COLOURS, LINK, QUIET, RC, new_figure

WIDTH_CM, HEIGHT_CM = 16.0, 12.0
_WHAT = {"drawvel": "velocities", "drawacc": "accelerations"}
_LETTER = {"drawvel": "v", "drawacc": "a"}
_SHORT = 1e-3  # of the largest vector: a leg that is no longer seen
_BESIDE = 0.8  # of the height of the mechanism: how large a polygon beside it is


class Placed:
    """A polygon in a drawing: its origin there, and how long a unit is."""

    def __init__(self, result: Result, item: PolygonLine, origin: complex, scale: float, shown: Images) -> None:
        self.result, self.item, self.origin, self.scale, self.shown = result, item, origin, scale, shown

    def at(self, vector: complex) -> complex:
        return self.origin + self.scale * vector

    def extent(self) -> Floats:
        places = [self.at(vector) for vector in (0j, *self.shown.points.values())]
        return np.array([[z.real for z in places], [z.imag for z in places]])

    def paint(self, axes: Axes) -> None:
        for vector in self.shown.points.values():
            if abs(vector) > 1e-9 * self.shown.size:
                _arrow(axes, self.origin, self.at(vector), COLOURS[0], 1.4)
        for side in (one for one in self.shown.sides if not one.is_whole):
            begin, end = self.at(side.begin), self.at(side.end)
            corner = begin if side.corner is None else self.at(side.corner)
            if abs(corner - begin) > _SHORT * self.scale * self.shown.size:
                _arrow(axes, begin, corner, COLOURS[1], 1.0, dashed=True)
            if abs(end - corner) > _SHORT * self.scale * self.shown.size:
                _arrow(axes, corner, end, COLOURS[1], 1.2)
        axes.plot([self.origin.real], [self.origin.imag], marker="o", ms=4, color=LINK, zorder=4)

    def name(self, labels: Labels) -> None:
        labels.add("o", self.origin.real, self.origin.imag, fontsize=8.5, color=LINK)
        for text, vector in _joined(self.shown).items():
            place = self.at(vector)
            labels.add(text, place.real, place.imag, fontsize=8.5, color=COLOURS[0])

    def measure(self, labels: Labels) -> None:
        """Names and sizes beside the legs: v_A, v_BA, of an acceleration its normal and its tangential part."""
        letter, unit = _LETTER[self.item.word], unit_name(self.result, self.item, self.shown)

        def tell(name: str, part: str, begin: complex, end: complex, colour: str) -> None:
            if abs(end - begin) > _SHORT * self.shown.size and name.isalnum():
                middle = self.at(0.5 * (begin + end))
                text = rf"${letter}_{{\mathrm{{{name}}}}}{part}$ = {abs(end - begin):.3g} {unit}".rstrip()
                labels.add(text, middle.real, middle.imag, fontsize=8, color=colour)

        for name, vector in self.shown.points.items():
            tell(name, "", 0j, vector, COLOURS[0])
        for side in (one for one in self.shown.sides if not one.is_whole):
            if side.corner is None:
                tell(side.name, "", side.begin, side.end, COLOURS[1])
            else:
                tell(side.name, "^n", side.begin, side.corner, COLOURS[1])
                tell(side.name, "^t", side.corner, side.end, COLOURS[1])

    @property
    def title(self) -> str:
        """What it shows, and where the input rests that it is told by the input."""
        per = " for a unit velocity of the input" if self.shown.is_per_input else ""
        where = at_input(self.result, self.item.position)
        return f"{_WHAT[self.item.word]} in position {self.item.position}{where}{per}"


def _arrow(axes: Axes, begin: complex, end: complex, colour: str, width: float, dashed: bool = False) -> None:
    style = {
        "arrowstyle": "-|>",
        "color": colour,
        "lw": width,
        "shrinkA": 0,
        "shrinkB": 0,
        "mutation_scale": 9,
        "ls": (0, (4, 2)) if dashed else "-",
    }
    axes.annotate("", xy=(end.real, end.imag), xytext=(begin.real, begin.imag), arrowprops=style, zorder=3.5)
    axes.plot([begin.real, end.real], [begin.imag, end.imag], color=colour, lw=0.1, alpha=0)


def _joined(shown: Images) -> dict[str, complex]:
    """Names in small letters, those of points with the same vector together; points that rest are at the origin."""
    found: list[tuple[str, complex]] = []
    for name, vector in shown.points.items():
        if abs(vector) <= 1e-9 * shown.size:
            continue
        small = name[0].lower() + name[1:]
        at = next((k for k, (_, known) in enumerate(found) if abs(known - vector) <= 1e-6 * shown.size), -1)
        if at < 0:
            found.append((small, vector))
        else:
            found[at] = (f"{found[at][0]}, {small}", vector)
    return dict(found)


def unit_name(result: Result, item: PolygonLine, shown: Images) -> str:
    """`m/s`; nothing where the deck does not say its units."""
    mech, order = result.mechanism, 1 if item.word == "drawvel" else 2
    lengths = [c.number for c in result.deck.moving if mech.coordinates[mech.index[c.number]].is_length]
    word = f"bufx{order}" if shown.is_per_input else f"bufdx{order}"
    return unit_of(mech, Store(word, (lengths[0],), 0)).shown if lengths else ""


def beside(result: Result, asked: Picture, box: tuple[float, float, float, float]) -> list[Placed]:
    """Polygons to the right of a drawing, one below the other's end; `box` is left, right, bottom, top."""
    left, right, bottom, top = box
    size = max(right - left, top - bottom)
    found: list[Placed] = []
    for item in asked.polygons:
        if item.position > len(result):
            continue
        shown = images(result, item)
        vectors = [0j, *shown.points.values()]
        wide = max(v.real for v in vectors) - min(v.real for v in vectors)
        high = max(v.imag for v in vectors) - min(v.imag for v in vectors)
        scale = _round(_BESIDE * size / (max(wide, high) or 1.0))
        low = min(v.imag for v in vectors)
        origin = complex(
            right + 0.2 * size - scale * min(v.real for v in vectors), 0.5 * (bottom + top) - scale * (low + 0.5 * high)
        )
        found.append(Placed(result, item, origin, scale, shown))
        right = origin.real + scale * max(v.real for v in vectors)
    return found


def _round(scale: float) -> float:
    """A scale that can be read off: one digit, or one and a half."""
    if not scale > 0 or not np.isfinite(scale):
        return 1.0
    power = 10.0 ** np.floor(np.log10(scale))
    return float(next((k * power for k in (8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.5) if k * power <= scale), power))


def scale_text(result: Result, placed: Placed) -> str:
    """`velocities in position 5, drawn 0.2 m for 1 m/s`."""
    unit = unit_name(result, placed.item, placed.shown)
    length = unit_for(result.deck.units, LENGTH)
    drawn = f"{length.number(placed.scale):g} {length.shown}".rstrip()
    return f"{placed.title}, drawn {drawn} for 1{' ' + unit if unit else ''}"


def polygon_figure(result: Result, asked: Picture) -> Figure:
    """Polygons alone: their own axes, true in both directions."""
    width, height = asked.frame[:2] if asked.frame else (WIDTH_CM, HEIGHT_CM)
    figure = new_figure(width, height)
    wanted = [item for item in asked.polygons if item.position <= len(result)]
    with mpl.rc_context(RC):
        for number, item in enumerate(wanted):
            wide = 1.0 / len(wanted)
            _linkage(figure, result, item.position, (number * wide, 0.13, 0.36 * wide, 0.76))
            axes = figure.add_axes((number * wide + 0.47 * wide, 0.13, 0.51 * wide, 0.76))
            placed = Placed(result, item, 0j, 1.0, images(result, item))
            axes.set_aspect("equal", adjustable="datalim")
            placed.paint(axes)
            axes.margins(0.2)
            axes.set_title(placed.title, fontsize=8.5, color=QUIET)
            unit = unit_name(result, item, placed.shown)
            for set_label, axis in ((axes.set_xlabel, "x"), (axes.set_ylabel, "y")):
                set_label(f"{_WHAT[item.word]} along {axis}" + (f" [{unit}]" if unit else ""))
            figure.draw_without_rendering()
            labels = Labels(axes)
            for line in axes.lines:
                labels.keep_line_free(*line.get_data())
            placed.name(labels)
            placed.measure(labels)
        if not wanted:
            figure.text(0.5, 0.5, "the positions to be drawn were not reached", ha="center", color=QUIET)
    return figure


def _linkage(figure: Figure, result: Result, position: int, box: tuple[float, float, float, float]) -> None:
    """The mechanism where the polygon is, with the names of its points."""
    here = np.asarray(result.positions.x)[:, position - 1 : position]
    axes = figure.add_axes(box)
    mechanism_figure(result.mechanism, here, outlines=result.outlines, axes=axes)
    labels = Labels(axes)
    for line in axes.lines:
        labels.keep_line_free(*line.get_data())
    letters(axes, labels, result, here[:, 0], LINK)
