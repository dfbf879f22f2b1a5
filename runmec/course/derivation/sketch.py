"""The sketch of a derivation in lines and letters, so that html and LaTeX draw the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from ...results.result import Result
from ...symbols.display import STYLES, shapes
from .document import Label, Picture, Stroke

SIZE = (62.0, 56.0)  # mm, at most
_APART = 3.9  # of letters from their points
_THIN = 0.6  # of the lines of larger pictures
Point = tuple[float, float]


def sketch(alone: Result) -> Picture:
    """The mechanism of a result that has one position."""
    from ...drawing.shown import shown

    mech = alone.mechanism
    drawn = shown(mech, alone.positions.places, None, ())
    left, right, bottom, top = drawn.extent
    margin = 3.0 * drawn.unit
    left, right, bottom, top = left - margin, right + margin, bottom - margin, top + margin
    scale = min(SIZE[0] / (right - left), SIZE[1] / (top - bottom)) if right > left and top > bottom else 1.0

    def paper(x: float, y: float) -> Point:
        return scale * (x - left), scale * (y - bottom)

    x = drawn.at(0)
    strokes = []
    for symbol, thick in drawn.in_order(0):
        for shape in shapes(symbol, x, drawn.unit):
            style = STYLES[shape.style]
            points = tuple(paper(*place) for place in zip(shape.xs, shape.ys, strict=True))
            strokes.append(Stroke(points, _THIN * thick * style.width, style.fill, bool(style.dash)))
    width, height = scale * (right - left), scale * (top - bottom)
    return Picture(width, height, tuple(strokes), _letters(alone, x, paper, (width, height)))


def _letters(
    alone: Result, x: Sequence[float], paper: Callable[[float, float], Point], size: Point
) -> tuple[Label, ...]:
    """Names of points, on the side away from the middle of the drawing."""
    mech = alone.mechanism
    places: dict[str, Point] = {}
    if mech.is_spatial:
        from ...drawing.scene import scene

        for k, place in enumerate(place for place in scene(mech).places if place.is_point):
            numbers = tuple(mech.numbers[at] for at in place.at)
            places.setdefault(mech.names.point(*numbers) or "", paper(x[2 * k], x[2 * k + 1]))
    else:
        for element in mech.elements.values():
            for at in mech.points(element).values():
                numbers = tuple(mech.numbers[one] for one in at)
                name = mech.names.point(*numbers) or ",".join(map(str, numbers))
                places.setdefault(name, paper(x[at[0]], x[at[1]]))
    return tuple(_beside(name, at, (0.5 * size[0], 0.5 * size[1])) for name, at in places.items() if name)


def _beside(text: str, at: Point, middle: Point) -> Label:
    dx, dy = at[0] - middle[0], at[1] - middle[1]
    size = hypot(dx, dy) or 1.0
    return Label(text, at[0] + _APART * dx / size, at[1] + _APART * dy / size, True)
