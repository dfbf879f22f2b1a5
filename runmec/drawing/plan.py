"""What a picture shows, before anything is drawn: the same rules for pictures and film.

plane     two lengths, velocities, … : true distance, start mark, direction, ticks of the input
polar     two forces across each other: true distance, range rings, arrow and value at the maximum
diagram   against time or an input: extremes marked
plain     anything else
"""

from __future__ import annotations

from dataclasses import dataclass

from ..deck.model import Curve, Picture, Store
from ..dimensions import FORCE
from ..model.mechanism import Mechanism
from ..results.result import Result
from ..results.units import NO_UNIT, dimension_of, direction
from .said import value_text

#: what curves of one unit have in common
_MEASURED = {"m": "length", "m/s": "velocity", "m/s²": "acceleration", "rad/s": "angular velocity",
             "rad/s²": "angular acceleration", "N": "force", "N·m": "moment", "W": "power", "J": "energy",
             "Hz": "frequency"}  # fmt: skip
_LONGEST_COMMENT, _SHORT_NAME = 50, 12


@dataclass(frozen=True)
class Axis:
    name: str
    degrees: bool  # an angle: the numbers are radians, the marks along the axis degrees
    unit: str = ""  # behind single values; nothing where the marks carry it
    size: float = 1.0  # of this unit, in SI

    def text(self, value: float) -> str:
        return value_text(value, self.degrees, self.unit, self.size)


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
    y = _axis(result, [curve.y for curve in curves], kinds)
    with_units = not y.unit and not y.degrees
    return Plan(
        kinds,
        tuple(_legend(result, curve, kind, with_units) for curve, kind in zip(curves, kinds, strict=True))
        if len(curves) > 1 or any(curve.title for curve in curves)
        else (),
        _axis(result, [curve.x for curve in curves], kinds),
        y,
        bool(asked.drawings or asked.centrodes) or any(_same_scale(result, curve) for curve in curves),
    )


def picture_kind(result: Result, curve: Curve) -> str:
    """`polar`, `plane`, `diagram` or `plain`."""
    x, y = result.store(curve.x), result.store(curve.y)
    if x.kind.is_way:
        return "diagram"
    if not _same_scale(result, curve):
        return "plain"
    if _is_force(x) or _is_force(y):
        return "polar" if across(result.mechanism, x, y) else "plain"
    return "plane"


def _same_scale(result: Result, curve: Curve) -> bool:
    """Whether a curve has true distance: lengths against lengths, forces against forces …, wherever they come from."""
    x, y = result.store(curve.x), result.store(curve.y)
    dimension = dimension_of(result.mechanism, x)
    alike = dimension is not None and dimension == dimension_of(result.mechanism, y) and x.inputs == y.inputs
    return alike and not x.kind.is_way


def _is_force(store: Store) -> bool:
    return store.kind.is_effort


def across(mech: Mechanism, x: Store, y: Store) -> bool:
    """Two forces that may be parts of one: not two along x, and not two moments."""
    if dimension_of(mech, x) != FORCE or dimension_of(mech, y) != FORCE:
        return False
    known = [axis for store in (x, y) if (axis := direction(mech, store)) is not None]
    return len(set(known)) == len(known)


def _axis(result: Result, buffers: list[int], kinds: tuple[str, ...]) -> Axis:
    """Named by what the buffers hold, or by the kind where several curves differ."""
    names = {axis_name(result, number) for number in buffers}
    degrees = bool(buffers) and all(_is_angle(result, number) for number in buffers)
    units = {result.unit(number) for number in buffers}
    unit = units.pop() if len(units) == 1 and not degrees else NO_UNIT
    name = names.pop() if len(names) == 1 else "force" if "polar" in kinds else _MEASURED.get(unit.symbol, "")
    ways = {direction(result.mechanism, result.store(number)) for number in buffers}
    if name == "force" and len(ways) == 1 and (way := ways.pop()) is not None:
        name = f"force along {'xyz'[way]}"
    return Axis(f"{name} [{unit.shown}]".lstrip() if unit.shown else name, degrees, unit.shown, unit.size)


def _is_angle(result: Result, buffer: int) -> bool:
    found = dimension_of(result.mechanism, result.store(buffer))
    return found is not None and found.is_angle


def axis_name(result: Result, buffer: int) -> str:
    """A buffer's name and the deck's comment on it where that is short, or what it holds."""
    name, remark, key = result.name(buffer), result.store(buffer).remark, result.key(buffer)
    short = remark if len(remark) <= _LONGEST_COMMENT else ""
    if isinstance(key, str):
        return key if key == short else f"{key}: {short or name}"
    return f"{short}, {name}" if short and len(name) <= _SHORT_NAME else short or name


def _legend(result: Result, curve: Curve, kind: str, with_units: bool) -> str:
    """The deck's comment on a curve, or what its buffers hold, with its unit where the axis has none for all."""
    unit = result.unit(curve.y).symbol if with_units and kind == "diagram" else ""
    if unit:
        return f"{curve.title or axis_name(result, curve.y)} [{unit}]"
    x, y = axis_name(result, curve.x), axis_name(result, curve.y)
    if curve.title or kind == "diagram":
        return curve.title or y
    (one, _, first), (two, _, second) = x.partition(": "), y.partition(": ")
    return f"{one}, {two}: {first}" if first and first == second else f"{x}, {y}"
