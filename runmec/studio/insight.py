"""What a designer looks for at once: transmission angles in every position, and dead centres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..results.result import Result

Values = dict[str, Any]
_STILL = 1e-7  # of the size of the mechanism, or of a radian: below it a link does not move
_DEAD_AT_MOST = 24
_ANGLES_AT_MOST = 12
_WINDOW = 2  # rows on both sides


def transmissions(result: Result) -> list[Values]:
    """Angle in degrees between the two links that place a point, or between a rod and the normal of its slide.

    `at` is the point, `ends` the far ends of the links, as indices of co-ordinates.
    """
    import numpy as np

    from ..drawing.film import packed
    from ..optimisation.turning import hinges

    mech, x = result.mechanism, result.positions.x
    if result.deck.is_spatial or len(result) < 2:
        return []
    found: list[Values] = []
    for hinge in hinges(mech):
        cosine = hinge.cosine({at: x[at] for at in hinge.places()})
        angle = np.degrees(np.arccos(np.clip(np.abs(cosine), 0.0, 1.0)))
        if not np.all(np.isfinite(angle)) or float(np.ptp(angle)) < 1e-6:
            continue  # a point of a link, or nothing moves
        ends, at = [], [0, 0]
        for line in hinge.lines:
            sides = ([line.xP.at, line.yP.at], [line.xQ.at, line.yQ.at])
            far, at = sides if set(sides[1]) & hinge.placed else sides[::-1]
            ends.append(far)
        least = int(np.argmin(angle))
        found.append({"at": at, "ends": ends, "axis": hinge.axis, "name": _point_name(result, at),
                      "least": float(angle[least]), "row": least, "v": packed(angle)})  # fmt: skip
    return sorted(found, key=lambda one: one["least"])[:_ANGLES_AT_MOST]


def dead_centres(result: Result) -> list[Values]:
    """Where a link on the frame, or a point on its slide, turns back while the input goes on: between which rows."""
    import numpy as np

    from ..results.findings import input_text

    p = result.positions
    if result.deck.is_spatial or result.deck.inputs != 1 or p.simulated or len(result) < 4:
        return []
    inputs = p.inputs[0]
    way = np.diff(inputs)
    if not (np.all(way > 0) or np.all(way < 0)):
        return []
    found: list[Values] = []
    for name, history, still in _outputs(result):
        if float(np.ptp(history)) < still:
            continue
        for value in _turning_points(inputs, history):
            row = int(np.argmin(np.abs(inputs - value)))
            value = 0.0 if abs(value) < _STILL * float(np.ptp(inputs)) else value
            found.append({"name": name, "row": row, "input": input_text(result.mechanism, 1, value, 4)})
    return sorted(found, key=lambda one: one["row"])[:_DEAD_AT_MOST]


def _outputs(result: Result) -> Iterator[tuple[str, NDArray[Any], float]]:
    """Angles of links that turn about a fixed point, but for the input; ways of points on slides along an axis."""
    import numpy as np

    mech, x, names = result.mechanism, result.positions.x, result.deck.names
    driven = {form.element for form in result.deck.forms if form.parameter in mech.parameters[mech.m]}
    points: dict[tuple[int, int], None] = {}
    for element in result.deck.elements:
        ends = list(mech.points(element).values())
        points |= {(end[0], end[1]): None for end in ends}
        if element.number in driven or len(ends) < 2:
            continue
        for base, other in ((ends[0], ends[1]), (ends[1], ends[0])):
            if not _moves(result, base) and _moves(result, other) and _is_held(result, element.number):
                angle = np.unwrap(np.arctan2(x[other[1]] - x[base[1]], x[other[0]] - x[base[0]]))
                yield names.element(element.number), angle, _STILL
    for point in points:
        moving = [at for at in point if mech.places[at].moving]
        if len(moving) == 1:
            yield _point_name(result, list(point)), x[moving[0]], _STILL * mech.size


def _moves(result: Result, point: tuple[int, ...]) -> bool:
    return any(result.mechanism.places[at].moving for at in point)


def _is_held(result: Result, element: int) -> bool:
    """Whether its length is prescribed: a spring between links is no output."""
    return any(form.element == element and form.form == "lenl" and form.parameter > 0 for form in result.deck.forms)


def _turning_points(inputs: NDArray[Any], history: NDArray[Any]) -> Iterator[float]:
    """Inputs at which a polynomial through five rows has its extreme.

    A motion over a turn that ends where it began is looked at across its end too.
    """
    import numpy as np

    closed = len(history) > 2 * _WINDOW and abs(history[-1] - history[0]) < 1e-6 * float(np.ptp(history))
    if closed:
        turn, before = inputs[-1] - inputs[0], slice(-1 - _WINDOW, -1)
        inputs = np.concatenate([inputs[before] - turn, inputs, inputs[1 : 1 + _WINDOW] + turn])
        history = np.concatenate([history[before], history, history[1 : 1 + _WINDOW]])
    rise = np.diff(history)
    first, last = (_WINDOW - 1, len(rise) - _WINDOW - 1) if closed else (0, len(rise) - 1)
    for k in range(first, last):
        if not (rise[k] * rise[k + 1] < 0 or (rise[k + 1] == 0 and rise[k] != 0)):
            continue
        at = k + 1
        near = slice(max(0, at - _WINDOW), at + _WINDOW + 1)
        u = (inputs[near] - inputs[at]) / (inputs[at + 1] - inputs[at])
        slope = np.polyder(np.polyfit(u, history[near], len(u) - 1))
        roots = [float(root.real) for root in np.roots(slope) if abs(root.imag) < 1e-9 and abs(root.real) < 1.5]
        part = min(roots, key=abs, default=0.0)
        yield float(inputs[at] + part * (inputs[at + 1] - inputs[at]))


def _point_name(result: Result, at: list[int]) -> str:
    numbers = [result.mechanism.coordinates[k] for k in at]
    return result.deck.names.point(*numbers) or f"{numbers[0]}, {numbers[1]}"
