"""Links as free bodies: bars with the forces on them to one scale, in a row."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from ...dimensions import FORCE
from ...results.alone import LinkAlone
from ...results.units import unit_for
from .document import Label, Picture, Stroke

_ROW = 172.0  # mm, as wide as the page
_BODY, _MARGIN = 24.0, 7.0  # the longest link, and room for letters
_ARROW, _HEAD, _WING = 17.0, 2.6, 0.32  # the longest force, its head, and half its width by its length
_BEYOND = 3.2  # of a value from its arrow
_RADIUS = 0.7  # of a pin
_NOTHING = 1e-6  # of the largest force: no arrow
Point = tuple[float, float]


def free_bodies(bodies: Sequence[LinkAlone], units: str) -> Picture | None:
    """Links of the plane in a row, with the forces on them to one scale; None where nothing acts, or in space."""
    forces = [hypot(*one.force) for body in bodies for one in body.acting if one.at]
    largest = max(forces, default=0.0)
    if not bodies or largest == 0.0 or any(len(at) > 2 for body in bodies for at in body.points.values()):
        return None
    size = max(
        (
            max(hypot(p[0] - q[0], p[1] - q[1]) for p in body.points.values() for q in body.points.values())
            for body in bodies
            if body.points
        ),
        default=0.0,
    )
    cells = [_Cell(body, size, largest, units) for body in bodies]
    rows: list[list[_Cell]] = [[]]
    for cell in cells:
        if sum(one.width for one in rows[-1]) + cell.width > _ROW and rows[-1]:
            rows.append([])
        rows[-1].append(cell)
    strokes, labels = [], []
    bottom = 0.0
    for row in reversed(rows):
        left = 0.0
        for cell in row:
            strokes += [stroke.moved(left, bottom) for stroke in cell.strokes]
            labels += [label.moved(left, bottom) for label in cell.labels]
            left += cell.width
        bottom += max(cell.height for cell in row)
    width = max(sum(cell.width for cell in row) for row in rows)
    return Picture(width, bottom, tuple(strokes), tuple(labels), is_wide=True)


class _Cell:
    """One link with its arrows, the lower left corner at the origin."""

    def __init__(self, body: LinkAlone, size: float, largest: float, units: str) -> None:
        scale = _BODY / size if size > 0.0 else 1.0
        self.strokes: list[Stroke] = []
        self.labels: list[Label] = []
        points = {name: (scale * at[0], scale * at[1]) for name, at in body.points.items()}
        places = list(points.values())
        if len(places) > 1:
            closed = (*places, places[0]) if len(places) > 2 else tuple(places)
            self.strokes.append(Stroke(tuple(closed), 1.6, "plate" if len(places) > 2 else ""))
        for name, at in points.items():
            circle = tuple((at[0] + _RADIUS * c, at[1] + _RADIUS * s) for c, s in (*_WAYS, _WAYS[0]))
            self.strokes.append(Stroke(circle, 0.6, "paper"))
            taken = [(other[0] - at[0], other[1] - at[1]) for other in places if other != at]
            for one in body.acting:
                if one.at and _is_near(scale, one.at, at):
                    inwards = _leads_inwards(at, one.force, places)
                    taken.append((-one.force[0], -one.force[1]) if inwards else (one.force[0], one.force[1]))
            way = _free_way(taken)
            self.labels.append(Label(name, at[0] + 3.0 * way[0], at[1] + 3.0 * way[1], True))
        unit = unit_for(units, FORCE)
        for one in body.acting:
            length = hypot(*one.force)
            if one.at and length > _NOTHING * largest:
                begin = (scale * one.at[0], scale * one.at[1])
                is_mass = one.name.startswith(("weight", "inertia"))
                long = _ARROW * length / largest
                way = (one.force[0] / length, one.force[1] / length)
                if not is_mass and _leads_inwards(begin, way, places):  # its head at the point: beside the link
                    begin = (begin[0] - long * way[0], begin[1] - long * way[1])
                    self.labels.append(
                        Label(unit.text(length), begin[0] - _BEYOND * way[0], begin[1] - _BEYOND * way[1])
                    )
                else:
                    end = long + _BEYOND
                    self.labels.append(Label(unit.text(length), begin[0] + end * way[0], begin[1] + end * way[1]))
                self._arrow(begin, one.force, long, is_mass)
        self._settle(body.name)

    def _arrow(self, begin: Point, force: tuple[float, ...], length: float, is_mass: bool) -> None:
        size = hypot(*force)
        tx, ty = force[0] / size, force[1] / size
        end = (begin[0] + length * tx, begin[1] + length * ty)
        head = min(_HEAD, length)
        back = (end[0] - head * tx, end[1] - head * ty)
        left = (back[0] - _WING * head * ty, back[1] + _WING * head * tx)
        right = (back[0] + _WING * head * ty, back[1] - _WING * head * tx)
        self.strokes.append(Stroke((begin, back), 0.9, "", is_mass))
        self.strokes.append(Stroke((end, left, right, end), 0.2, "ink"))

    def _settle(self, name: str) -> None:
        """Moves all into the first quadrant, with room for the letters."""
        xs = [x for stroke in self.strokes for x, _ in stroke.points] + [label.x for label in self.labels]
        ys = [y for stroke in self.strokes for _, y in stroke.points] + [label.y for label in self.labels]
        dx, dy = _MARGIN - min(xs), 3.0 - min(ys)
        self.width, self.height = max(xs) - min(xs) + 2.0 * _MARGIN, max(ys) - min(ys) + 9.0
        self.strokes = [stroke.moved(dx, dy) for stroke in self.strokes]
        self.labels = [label.moved(dx, dy) for label in self.labels]
        self.labels.append(Label(name, 0.5 * self.width, self.height - 2.0, False, True))


def _leads_inwards(at: Point, way: Sequence[float], places: Sequence[Point]) -> bool:
    """Whether it points from a point of the link to the others."""
    x = sum(place[0] - at[0] for place in places)
    y = sum(place[1] - at[1] for place in places)
    return way[0] * x + way[1] * y > 0.0


def _is_near(scale: float, place: tuple[float, ...], at: Point) -> bool:
    return hypot(scale * place[0] - at[0], scale * place[1] - at[1]) < 1.0


def _free_way(taken: Sequence[tuple[float, ...]]) -> Point:
    """Of the ways around a point the one that is farthest from those that are taken; downwards first."""
    sizes = [(x, y, hypot(x, y)) for x, y in taken if hypot(x, y) > 0.0]

    def near(way: Point) -> float:
        return round(max(((way[0] * x + way[1] * y) / size for x, y, size in sizes), default=0.0), 6)

    return min((*_WAYS[12:], *_WAYS[:12]), key=near)


_WAYS = [(cos(k * pi / 8.0), sin(k * pi / 8.0)) for k in range(16)]
