"""What a designer looks for at once: transmission angles in every position, and dead centres."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..engine.columns import Column
    from ..optimisation.turning import Hinge
    from ..results.result import Result

Values = dict[str, Any]
_STILL = 1e-7  # of the size of the mechanism, or of a radian: below it a link does not move
_DEAD_AT_MOST = 24
_ANGLES_AT_MOST = 12
_SAME = 1e-9  # degrees: a cycle ends where it begins, but for rounding; the first of both is shown
_WINDOW = 2  # rows on both sides
_TRIED = 24  # places on both sides where a slope is looked at
_HALVINGS = 50


def transmissions(result: Result) -> list[Values]:
    """Angle in degrees between the two links that place a point, or between a rod and the normal of its slide.

    `at` is the point, `ends` the far ends of the links, as indices of co-ordinates.
    """
    from ..drawing.film import packed
    from ..engine.columns import finite, first_up_to, least, span
    from ..optimisation.turning import hinges

    if result.deck.is_spatial or len(result) < 2:
        return []
    found: list[Values] = []
    for hinge in hinges(result.mechanism):
        angle = _angle(hinge, result.positions.places)
        if finite(angle) < len(angle) or span(angle) < 1e-6:
            continue  # a point of a link, or nothing moves
        ends, at = [], [0, 0]
        for line in hinge.lines:
            sides = ([line.xP.at, line.yP.at], [line.xQ.at, line.yQ.at])
            far, at = sides if set(sides[1]) & hinge.placed else sides[::-1]
            ends.append(far)
        smallest = least(angle)
        found.append(
            {
                "at": at,
                "ends": ends,
                "axis": hinge.axis,
                "name": _point_name(result, at),
                "least": smallest,
                "row": first_up_to(angle, smallest + _SAME),
                "v": packed(angle),
            }
        )
    return sorted(found, key=lambda one: one["least"])[:_ANGLES_AT_MOST]


def _angle(hinge: Hinge, x: list[Column]) -> Column:
    """In degrees, in every position."""
    from ..engine.columns import acute_angles, constant, difference

    ways = [difference([x[line.xQ.at], x[line.yQ.at]], [x[line.xP.at], x[line.yP.at]]) for line in hinge.lines]
    if len(ways) == 1:
        across = [constant(float(axis != hinge.axis), len(x[0])) for axis in (0, 1)]
        return acute_angles(ways[0], across)
    return acute_angles(*ways)


def dead_centres(result: Result) -> list[Values]:
    """Where a link on the frame, or a point on its slide, turns back while the input goes on: between which rows."""
    from ..engine.columns import nearest, rises, scaled, span
    from ..results.findings import input_text

    p = result.positions
    if result.deck.is_spatial or result.deck.inputs != 1 or p.simulated or len(result) < 4:
        return []
    inputs = p.input(0)
    if not (rises(inputs) or rises(scaled(inputs, -1.0))):
        return []
    found: list[Values] = []
    for name, history, still in _outputs(result):
        if span(history) < still:
            continue
        for value in _turning_points(list(inputs), list(history)):
            row = nearest(inputs, value)
            value = 0.0 if abs(value) < _STILL * span(inputs) else value
            found.append({"name": name, "row": row, "input": input_text(result.mechanism, 1, value, 4)})
    return sorted(found, key=lambda one: one["row"])[:_DEAD_AT_MOST]


def _outputs(result: Result) -> Iterator[tuple[str, Column, float]]:
    """Angles of links that turn about a fixed point, but for the input; ways of points on slides along an axis."""
    from ..engine.columns import difference, directions

    mech, x, names = result.mechanism, result.positions.places, result.deck.names
    driven = {form.element for form in result.deck.forms if form.parameter in mech.parameters[mech.m]}
    points: dict[tuple[int, int], None] = {}
    for element in result.deck.elements:
        ends = list(mech.points(element).values())
        points |= {(end[0], end[1]): None for end in ends}
        if element.number in driven or len(ends) < 2:
            continue
        for base, other in ((ends[0], ends[1]), (ends[1], ends[0])):
            if not _moves(result, base) and _moves(result, other) and _is_held(result, element.number):
                way = difference([x[at] for at in other[:2]], [x[at] for at in base[:2]])
                yield names.element(element.number), directions(*way), _STILL
    for point in points:
        moving = [at for at in point if mech.coordinates[at].moving]
        if len(moving) == 1:
            yield _point_name(result, list(point)), x[moving[0]], _STILL * mech.size


def _moves(result: Result, point: tuple[int, ...]) -> bool:
    return any(result.mechanism.coordinates[at].moving for at in point)


def _is_held(result: Result, element: int) -> bool:
    """Whether its length is prescribed: a spring between links is no output."""
    from ..elements import CHORD

    return any(form.element == element and form.form == CHORD and form.parameter > 0 for form in result.deck.forms)


def _turning_points(inputs: list[float], history: list[float]) -> Iterator[float]:
    """Inputs at which a polynomial through five rows has its extreme.

    A motion over a turn that ends where it began is looked at across its end too.
    """
    closed = len(history) > 2 * _WINDOW and abs(history[-1] - history[0]) < 1e-6 * (max(history) - min(history))
    if closed:
        turn, before, after = inputs[-1] - inputs[0], slice(-1 - _WINDOW, -1), slice(1, 1 + _WINDOW)
        inputs = [*(u - turn for u in inputs[before]), *inputs, *(u + turn for u in inputs[after])]
        history = [*history[before], *history, *history[after]]
    rise = [b - a for a, b in pairwise(history)]
    first, last = (_WINDOW - 1, len(rise) - _WINDOW - 1) if closed else (0, len(rise) - 1)
    for k in range(first, last):
        if not (rise[k] * rise[k + 1] < 0 or (rise[k + 1] == 0 and rise[k] != 0)):
            continue
        at = k + 1
        near = slice(max(0, at - _WINDOW), at + _WINDOW + 1)
        step = inputs[at + 1] - inputs[at]
        part = _flat([(u - inputs[at]) / step for u in inputs[near]], history[near])
        yield inputs[at] + part * step


def _flat(us: list[float], vs: list[float]) -> float:
    """The place nearest to 0, within 1.5, where the polynomial through all points is level; 0 where there is none."""
    newton = list(vs)  # divided differences
    for order in range(1, len(us)):
        for i in range(len(us) - 1, order - 1, -1):
            newton[i] = (newton[i] - newton[i - 1]) / (us[i] - us[i - order])

    def slope(u: float) -> float:
        value, found = newton[-1], 0.0
        for factor, start in zip(newton[-2::-1], us[-2::-1], strict=True):
            found = value + found * (u - start)
            value = factor + value * (u - start)
        return found

    places = [1.5 * k / _TRIED for k in range(-_TRIED, _TRIED + 1)]
    found = [_crossing(slope, a, b) for a, b in pairwise(places) if slope(a) * slope(b) <= 0.0]
    return min(found, key=abs, default=0.0)


def _crossing(slope: Callable[[float], float], low: float, high: float) -> float:
    sign = 1.0 if slope(low) <= 0.0 else -1.0
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if sign * slope(middle) <= 0.0 else (low, middle)
    return 0.5 * (low + high)


def _point_name(result: Result, at: list[int]) -> str:
    numbers = [result.mechanism.numbers[k] for k in at]
    return result.deck.names.point(*numbers) or f"{numbers[0]}, {numbers[1]}"
