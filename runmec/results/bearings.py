"""What the pins of a run mean to their bearings: pressure and p·v of plain ones, the life of rolling ones."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isfinite, nan, pi
from typing import TYPE_CHECKING

from ..deck.model import Dynamic
from ..diagnostics import Diagnostic
from ..dimensions import PRESSURE, SPEED
from ..dynamics.bearing import BALLS, BEARING, PLAIN
from ..engine.columns import Vectors, combined, power_mean, products, total
from ..messages import diagnostic
from .between import RowsBetween
from .joints import Joint
from .peaks import peak
from .turns import STILL, speed, speeds_asked, turned
from .units import unit_for

if TYPE_CHECKING:
    from .result import Result
    from .sheet import JointLine

_A_MINUTE = 60.0
_MILLION = 1e6  # turns of a life


@dataclass(frozen=True)
class Bearing:
    """A line of `bearing` over the motion; numbers that it has not are nan."""

    item: Dynamic
    pressure: float = nan
    pv: float = nan
    pv_row: float = nan
    life: float = nan  # hours


def bearings_of(result: Result, found: Sequence[Joint]) -> dict[Joint, Dynamic]:
    """The lines of the deck by their pins."""
    mech = result.mechanism
    lines: dict[Joint, Dynamic] = {}
    for item in mech.of(BEARING):
        assert item.pin is not None
        element, place = item.pin
        link = mech.link_at(element, place[0])
        for joint in found:
            if joint.kind == "pin" and joint.at == place and joint.of == link:
                lines[joint] = item
    return lines


def measured(result: Result, finer: RowsBetween, line: JointLine, item: Dynamic, force: Vectors) -> Bearing:
    """`force` is that of the finer rows."""
    if item.choice == PLAIN:
        return _plain(finer, line, item, force)
    C, *more = item.numbers
    return Bearing(item, life=_life(result, line, C, more[0] if more else BALLS))


def _plain(finer: RowsBetween, line: JointLine, item: Dynamic, force: Vectors) -> Bearing:
    """p·v = F/(d·b)·|ω|·d/2 at one instant: ω turns the link against its first partner."""
    d, b = item.numbers[:2]
    asked = list(dict.fromkeys(one for way in line.joint.turning for one in speeds_asked(way)))
    known = dict(zip(asked, finer.columns(asked), strict=True))
    own, other = (speed(way, known.__getitem__, len(finer.positions)) for way in line.joint.turning)
    turning = combined(own, -1.0, other)
    at = peak(finer.positions, [products(one, turning) for one in force], 0.0, finer.times)
    pv, row = (at.size / (2.0 * b), at.row) if at is not None else (nan, nan)
    return Bearing(item, line.largest / (d * b), pv, row)


def _life(result: Result, line: JointLine, C: float, a: float) -> float:
    """(C/P)^a·10⁶ turns, in hours at the mean speed; P is the mean of the a-th power over the turning."""
    clock = result.positions.clock
    steps, passed = turned(result, line.joint), clock[-1] - clock[0]
    turn = total(steps)
    if not turn > STILL or not passed > 0.0:
        return nan
    P = power_mean(line.sizes, a, steps)
    per_minute = turn / (2.0 * pi) / passed * _A_MINUTE
    if not P > 0.0:
        return nan
    with contextlib.suppress(OverflowError):
        return (C / P) ** a * _MILLION / (_A_MINUTE * per_minute)
    return inf


def bearing_findings(result: Result) -> Iterator[Diagnostic]:
    """Limits of plain bearings that are passed."""
    if not result.calculates_forces or not result.mechanism.of(BEARING):
        return
    for line in result.joints:
        bearing = line.bearing
        if bearing is None or bearing.item.choice != PLAIN:
            continue
        what = (
            ("pressure", bearing.pressure, line.row, PRESSURE),
            ("p·v", bearing.pv, bearing.pv_row, PRESSURE.times(SPEED)),
        )
        for at, ((name, value, row, dimension), limit) in enumerate(zip(what, bearing.item.numbers[2:], strict=False)):
            if isfinite(value) and value > limit:
                unit = unit_for(result.deck.units, dimension)
                said = f"{name} in pin {line.joint.name} of {line.joint.link} is {unit.text(value)} at row {row:.4g}"
                yield diagnostic(
                    "R491",
                    f"{said}, above {unit.text(limit)}",
                    bearing.item.value_at(2 + at),
                    help="make the bearing wider or larger, or take another material",
                )
