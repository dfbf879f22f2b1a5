"""The sheet of joints as a table, on the terminal and in the report."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, isfinite

from ..dimensions import FORCE, MOMENT, PRESSURE, SPEED
from .result import Result
from .sheet import JointLine
from .summary import cut_short
from .units import unit_for

_HEADS = ("joint", "kind", "on", "by", "largest", "", "at row", "direction", "mean", "cubic", "turn")
_OF_BEARINGS = ("pressure", "p·v", "life")
_TEXTS = ("joint", "kind", "on", "by", "")
_SHOWN = 40  # on the terminal


def joint_table(result: Result) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Heads, and a row for every joint of every link, as text; bearings where there are some."""
    lines, units = result.joints, result.deck.units
    bears = any(line.bearing for line in lines)
    rows = [_row(line, units) + (_of_bearing(line, units) if bears else ()) for line in lines]
    return _HEADS + (_OF_BEARINGS if bears else ()), rows


def _of_bearing(line: JointLine, units: str) -> tuple[str, str, str]:
    bearing = line.bearing
    if bearing is None:
        return "", "", ""
    p, pv = unit_for(units, PRESSURE), unit_for(units, PRESSURE.times(SPEED))
    pressure, heat = (
        unit.text(value) if isfinite(value) else "" for unit, value in ((p, bearing.pressure), (pv, bearing.pv))
    )
    return pressure, heat, f"{bearing.life:.4g} h" if isfinite(bearing.life) else ""


def _row(line: JointLine, units: str) -> tuple[str, ...]:
    """Directions are degrees; other angles are where the deck says its units."""
    joint = line.joint
    unit = unit_for(units, FORCE if joint.is_force else MOMENT)
    turn = _degrees(degrees(line.turn), "°") if units else _said(line.turn)
    direction = _degrees(line.direction, "°" if units else "")
    largest, mean, cubic = (_said(unit.number(value)) for value in (line.largest, line.mean, line.cubic))
    return (
        joint.name,
        joint.kind,
        joint.link,
        joint.partner,
        largest,
        unit.shown,
        _said(line.row),
        direction,
        mean,
        cubic,
        turn,
    )


def _said(value: float) -> str:
    return f"{value:.4g}" if isfinite(value) else ""


def _degrees(value: float, sign: str) -> str:
    return f"{round(value, 1) + 0.0:.1f}{sign}" if isfinite(value) else ""


def joint_lines(result: Result) -> Iterator[str]:
    """For the terminal; the rest is in joints.csv."""
    heads, found = joint_table(result)
    rows = [heads, *found]
    if not found:
        return
    shown = rows[: _SHOWN + 1]
    wide = [max(len(row[k]) for row in shown) for k in range(len(heads))]
    yield from cut_short(result)
    yield "joints: force on a link by its partners, moment where an angle is held"
    for row in shown:
        cells = [
            cell.ljust(w) if head in _TEXTS else cell.rjust(w) for head, cell, w in zip(heads, row, wide, strict=True)
        ]
        yield f"  {' '.join(cells)}".rstrip()
    if len(rows) > len(shown):
        yield f"  … and {len(rows) - len(shown)} more in joints.csv"
    yield ""
