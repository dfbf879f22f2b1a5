"""What lies under the pointer: everything that is known of a point or an element in one position."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TYPE_CHECKING

from .calculation import Progress, Values, latest

if TYPE_CHECKING:
    from ..results.result import Result

_AXES = "xyz"
_ELEMENTS_AT_MOST = 4  # whose forces on a point are told
Asked = tuple[str, tuple[int, ...], tuple[int, ...]]


def values_of(text: str, request: Values, progress: Progress) -> Values:
    """Lines for the tip; none where the text is not the one that was calculated last."""
    subject, asked = [int(number) for number in request["numbers"]], int(request["row"])
    result = latest(text)
    if result is None:
        return {"lines": []}
    row = min(max(0, asked), len(result) - 1)
    if request["kind"] == "point":
        return {"lines": _of_point(result, subject, row)}
    return {"lines": _of_element(result, subject[0], row)}


def _of_point(result: Result, numbers: list[int], row: int) -> list[str]:
    mech = result.mechanism
    lines = [_vector(result, "", [("bufx0", (c,), ()) for c in numbers], row)]
    places = [mech.places[mech.index[number]] for number in numbers]
    if any(place.moving for place in places) and result.time[-1] > result.time[0]:
        for word, name in (("bufdx1", "velocity"), ("bufdx2", "acceleration")):
            lines.append(_vector(result, name, [(word, (c,), ()) for c in numbers], row))
    if not result.calculates_forces:
        return lines
    held = [c for c, place in zip(numbers, places, strict=True) if not place.moving]
    if held:
        lines.append(_vector(result, "force of the frame", [("bufreac", (c,), ()) for c in held], row))
    at_point = [e for e in mech.deck.elements if set(numbers) & set(e.coordinates)]
    if len(at_point) > 1 or held:
        for element in at_point[:_ELEMENTS_AT_MOST]:
            own = [c for c in numbers if c in element.coordinates]
            on = f"force on {mech.deck.names.element(element.number)}"
            lines.append(_vector(result, on, [("bufconn", (element.number, c), ()) for c in own], row))
    return lines


def _of_element(result: Result, number: int, row: int) -> list[str]:
    """Its form parameters, how fast they change, and the internal forces that hold those which are prescribed."""
    deck = result.deck
    kind = deck.kinds[next(e.kind for e in deck.elements if e.number == number)]
    lines = []
    for form in deck.forms:
        if form.element != number:
            continue
        p = form.parameter
        parts = [_said(result, ("bufe0", (p,), ()), row)]
        if p > 0 and result.calculates_forces:
            what = "force" if kind.is_length(form.form) else "moment"
            parts.append(f"{what} σ {_said(result, ('bufsigma', (p,), ()), row)}")
        lines.append(f"{deck.names.parameter(p) if deck.names.has('parameter', p) else form.form} {', '.join(parts)}")
    return lines


def _vector(result: Result, name: str, wanted: Sequence[Asked], row: int) -> str:
    found = [float(history[row]) for history in result.quantities(wanted)]
    if not all(map(isfinite, found)):
        return f"{name} has no value here".strip()
    axes = [result.mechanism.places[result.mechanism.index[one[1][-1]]].axis for one in wanted]
    parts = ", ".join(f"{_AXES[axis] if axis < len(_AXES) else ''} {value:.4g}".strip()
                      for axis, value in zip(axes, found, strict=True))  # fmt: skip
    unit = _unit(result, wanted[0])
    if not name:
        return f"{parts} {unit}".strip()
    return f"{name} {hypot(*found):.4g} {unit}".rstrip() + (f" ({parts})" if len(found) > 1 else "")


def _said(result: Result, asked: Asked, row: int) -> str:
    from ..deck.model import Store
    from ..results.units import unit_of

    value = float(result.quantities([asked])[0][row])
    if not isfinite(value):
        return "no value here"
    unit = unit_of(result.mechanism, Store(asked[0], asked[1], 0))
    return f"{unit.number(value):.5g}{'' if unit.is_angle else ' '}{unit.shown}".rstrip()


def _unit(result: Result, asked: Asked) -> str:
    from ..deck.model import Store
    from ..results.units import unit_of

    return unit_of(result.mechanism, Store(asked[0], asked[1], 0)).shown
