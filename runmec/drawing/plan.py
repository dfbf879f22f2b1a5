"""What a picture shows, before anything is drawn: the same rules for pictures and film.

plane     two lengths, velocities, … : true distance, start mark, direction, ticks of the input
polar     two forces across each other: true distance, range rings, arrow and value at the maximum
diagram   against time or an input: extremes marked
plain     anything else
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..deck.model import Curve, Picture, Store
from ..engine.coordinate import ANGLE
from ..model.mechanism import Mechanism
from ..results.result import Result

_ABSCISSAE = ("buftime", "bufinp")
_LONGEST_COMMENT, _SHORT_NAME = 50, 12
#: words of co-ordinates and of parameters -> what is the same of both
_MOTION = {
    "bufx0": "position", "bufe0": "position", "bufinp": "position",
    "bufdx1": "velocity", "bufde1": "velocity", "bufdinp1": "velocity",
    "bufdx2": "acceleration", "bufde2": "acceleration", "bufdinp2": "acceleration",
    "bufx1": "first order", "bufe1": "first order", "bufx2": "second order", "bufe2": "second order",
    "bufdisp": "displacement", "bufdef": "displacement",
}  # fmt: skip
_FORCES = ("bufsigma", "bufreac", "bufconn")

#: what two quantities must have in common to be drawn at one scale; none where they have no such thing
Dimension: TypeAlias = tuple[str, str, tuple[int, ...]] | None


@dataclass(frozen=True)
class Axis:
    name: str
    degrees: bool  # an angle: the numbers are radians, the marks along the axis degrees


@dataclass(frozen=True)
class Plan:
    kinds: tuple[str, ...]  # of the curves
    legend: tuple[str, ...]  # empty where the names of the axes say all
    x: Axis
    y: Axis
    true_distance: bool


def plan(result: Result, asked: Picture) -> Plan:
    curves = asked.curves
    kinds = tuple(picture_kind(result, curve) for curve in curves)
    return Plan(
        kinds,
        tuple(_legend(result, curve, kind) for curve, kind in zip(curves, kinds, strict=True))
        if len(curves) > 1 or any(curve.title for curve in curves)
        else (),
        _axis(result, [curve.x for curve in curves], kinds),
        _axis(result, [curve.y for curve in curves], kinds),
        bool(asked.drawings) or any(_same_scale(result, curve) for curve in curves),
    )


def picture_kind(result: Result, curve: Curve) -> str:
    """`polar`, `plane`, `diagram` or `plain`."""
    x, y = result.store(curve.x), result.store(curve.y)
    if x.word in _ABSCISSAE:
        return "diagram"
    if not _same_scale(result, curve):
        return "plain"
    if x.word in _FORCES:
        return "polar" if _across(result.mechanism, x, y) else "plain"
    return "plane"


def _same_scale(result: Result, curve: Curve) -> bool:
    """Whether a curve has true distance: lengths against lengths, forces against forces …, wherever they come from."""
    x, y = result.store(curve.x), result.store(curve.y)
    dimension = _dimension(result.mechanism, x)
    return x.word not in _ABSCISSAE and dimension is not None and dimension == _dimension(result.mechanism, y)


def _dimension(mech: Mechanism, store: Store) -> Dimension:
    if store.word not in _MOTION and store.word not in _FORCES:
        return None
    return "length" if _is_length(mech, store) else "angle", _MOTION.get(store.word, "force"), store.inputs


def _is_length(mech: Mechanism, store: Store) -> bool:
    """Whether it belongs to a length; otherwise to an angle."""
    if store.word.startswith(("bufinp", "bufdinp")):
        return mech.input_forms[store.subject[0] - 1].is_length
    if store.word.startswith(("bufe", "bufde", "bufsigma")):
        return mech.forms[mech.row[store.subject[0]]].is_length
    return _direction(mech, store) is not None


def _direction(mech: Mechanism, store: Store) -> int | None:
    """0 for what is along x, 1 along y, none for an angle."""
    axis = mech.places[mech.index[store.subject[-1]]].axis
    return None if axis == ANGLE else axis


def _across(mech: Mechanism, x: Store, y: Store) -> bool:
    """Two forces that may be parts of one: not two along x, and not two moments."""
    if not _is_length(mech, x):
        return False
    known = [_direction(mech, store) for store in (x, y) if store.word != "bufsigma"]
    return len(set(known)) == len(known)


def _axis(result: Result, buffers: list[int], kinds: tuple[str, ...]) -> Axis:
    """Named by what the buffers hold, or by the kind where several curves differ."""
    names = {axis_name(result, number) for number in buffers}
    name = names.pop() if len(names) == 1 else "force" if "polar" in kinds else ""
    return Axis(name, bool(buffers) and all(_is_angle(result, number) for number in buffers))


def _is_angle(result: Result, buffer: int) -> bool:
    return _dimension(result.mechanism, result.store(buffer)) == ("angle", "position", ())


def axis_name(result: Result, buffer: int) -> str:
    """The deck's comment on a buffer where it is short, or what it holds."""
    name, remark = result.name(buffer), result.store(buffer).remark
    if not remark or len(remark) > _LONGEST_COMMENT:
        return name
    return f"{remark}, {name}" if len(name) <= _SHORT_NAME else remark


def _legend(result: Result, curve: Curve, kind: str) -> str:
    """The deck's comment on a curve, or what its buffers hold."""
    y = axis_name(result, curve.y)
    return curve.title or (y if kind == "diagram" else f"{axis_name(result, curve.x)}, {y}")
