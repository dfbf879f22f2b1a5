"""What lies under the pointer: everything that is known of a point or an element in one position."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite
from typing import TYPE_CHECKING

from ..outputs import ACCELERATION, DRIVE, FORM, PLACE, SIGMA, VELOCITY
from .calculation import Progress, Values, latest

if TYPE_CHECKING:
    from ..results.result import Result
    from ..results.sheet import JointLine
    from ..results.units import ShownUnit

_AXES = "xyz"
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


def joints_of(text: str, request: Values, progress: Progress) -> Values:
    """The sheet of joints as it is shown elsewhere, and at which rows the largest forces are; see `values_of`."""
    from ..results.joint_table import joint_table

    result = latest(text)
    if result is None or not result.calculates_forces:
        return {"heads": [], "rows": [], "at": []}
    heads, rows = joint_table(result)
    at = [round(line.row) if isfinite(line.row) else 0 for line in result.joints]
    return {"heads": list(heads), "rows": [list(row) for row in rows], "at": at}


def _of_point(result: Result, numbers: list[int], row: int) -> list[str]:
    mech = result.mechanism
    lines = [_vector(result, "", [(PLACE.word, (c,), ()) for c in numbers], row)]
    places = [mech.coordinates[mech.index[number]] for number in numbers]
    if any(place.moving for place in places) and result.positions.clock[-1] > result.positions.clock[0]:
        for word, name in ((VELOCITY.word, "velocity"), (ACCELERATION.word, "acceleration")):
            lines.append(_vector(result, name, [(word, (c,), ()) for c in numbers], row))
    if not result.calculates_forces:
        return lines
    for line in result.joints:
        joint = line.joint
        if joint.bears and set(joint.at) & set(numbers):
            lines.append(_force(result, line, row))
    return lines


def _force(result: Result, line: JointLine, row: int) -> str:
    """`pin: frame on crank 880.2 N (x -880, y 6)`."""
    from ..dimensions import FORCE
    from ..results.units import unit_for

    joint, parts = line.joint, [part[row] for part in line.components]
    name = f"{joint.kind}: {joint.partner} on {joint.link}"
    if not all(map(isfinite, parts)):
        return f"{name} has no value here"
    unit = unit_for(result.deck.units, FORCE)
    said = ", ".join(f"{axis} {unit.number(part):.4g}" for axis, part in zip(_AXES, parts, strict=False))
    return f"{name} {unit.text(hypot(*parts))} ({said})"


def _of_element(result: Result, number: int, row: int) -> list[str]:
    """Its form parameters, the internal forces that hold those which are prescribed, and what motors on them give."""
    from ..results.motor_sites import motors_of, parameter_of

    deck, mech = result.deck, result.mechanism
    motors = {parameter_of(mech, q): q for q in motors_of(mech)} if result.calculates_forces else {}
    kind = deck.kinds[next(e.kind for e in deck.elements if e.number == number)]
    lines = []
    for form in deck.forms:
        if form.element != number:
            continue
        p = form.parameter
        parts = [_said(result, (FORM.word, (p,), ()), row)]
        what = "force" if kind.is_length(form.form) else "moment"
        if p in mech.motored_elsewhere and p in motors:
            parts.append(f"motor {what} {_said(result, (DRIVE.word, (motors[p],), ()), row)}")
        elif p > 0 and result.calculates_forces:
            parts.append(f"{what} σ {_said(result, (SIGMA.word, (p,), ()), row)}")
        lines.append(f"{deck.names.parameter(p) if deck.names.has('parameter', p) else form.form} {', '.join(parts)}")
    return lines


def _vector(result: Result, name: str, wanted: Sequence[Asked], row: int) -> str:
    found = [history[row] for history in result.columns(wanted)]
    if not all(map(isfinite, found)):
        return f"{name} has no value here".strip()
    axes = [result.mechanism.coordinates[result.mechanism.index[one[1][-1]]].axis for one in wanted]
    unit = _unit(result, wanted[0])
    parts = ", ".join(
        f"{_AXES[axis] if axis < len(_AXES) else ''} {value / unit.size:.4g}".strip()
        for axis, value in zip(axes, found, strict=True)
    )
    if not name:
        return f"{parts} {unit.shown}".strip()
    size = f"{name} {hypot(*found) / unit.size:.4g} {unit.shown}".rstrip()
    return size + (f" ({parts})" if len(found) > 1 else "")


def _said(result: Result, asked: Asked, row: int) -> str:
    value = result.columns([asked])[0][row]
    if not isfinite(value):
        return "no value here"
    return _unit(result, asked).text(value, 5)


def _unit(result: Result, asked: Asked) -> ShownUnit:
    from ..deck.model import Store
    from ..results.units import unit_of

    return unit_of(result.mechanism, Store(asked[0], asked[1], 0))
