"""Programs S(φ) from their segments: dwells and laws of motion one after the other, or a spline through points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..engine.law import Law
from ..engine.program import Program
from . import LAWS
from .constant import Constant
from .kind import Pieces
from .points import PointsLaw

#: laws that a segment of a program may have: those whose end is known without points
SEGMENT_LAWS = tuple(kind for kind in LAWS.values() if not kind.is_spline)
#: what else a segment may be
DWELL, SPLINE = "dwell", "points"


class Segment(NamedTuple):
    """`values` are those of the law, the range last; of `points` φ1 s1 φ2 s2 …; of `dwell` the range alone."""

    law: str
    values: tuple[float, ...]


def make_program(segments: Sequence[Segment]) -> Program:
    if segments[0].law == SPLINE:
        return _through_points(segments[0].values)
    ranges: list[float] = []
    laws: list[Law] = []
    for law, (*values, length) in segments:
        for share, piece in _pieces(law, values, length):
            ranges.append(share)
            laws.append(piece)
    return Program(0.0, ranges, laws, 0.0, False)


def _pieces(law: str, values: list[float], length: float) -> Pieces:
    """A segment as pieces in which S'' does not jump: (range, law)."""
    if law == DWELL:
        return [(length, Constant(0.0, 0.0))]
    kind = LAWS[law]
    return [(length, kind.make(values, length))] if kind.pieces is None else kind.pieces(values, length)


def _through_points(values: Sequence[float]) -> Program:
    """Periodic where it ends as high as it begins, else with free ends."""
    from scipy.interpolate import CubicSpline

    places = [phi - values[0] for phi in values[::2]]
    changes = [s - values[1] for s in values[1::2]]
    is_periodic = changes[-1] == 0.0
    spline: Any = CubicSpline(places, changes, bc_type="periodic" if is_periodic else "not-a-knot")
    pieces = PointsLaw(places, [float(c) for piece in spline.c.T for c in piece], changes[-1], False)
    return Program(values[0], [places[-1]], [pieces], values[1], is_periodic)


def jumps(program: Program) -> list[tuple[float, float, float]]:
    """Where S' jumps within a period or at its end: φ, S' before and after."""
    if program.is_smooth:
        return []
    found = []
    count = int(program.count)
    slopes = [_slopes(program, k) for k in range(count)]
    way = sum([abs(program.bases[k + 1] - program.bases[k]) for k in range(count)])
    largest = max([way / program.period, *[abs(slope) for pair in slopes for slope in pair]])
    for k in range(count):
        before, after = slopes[k][1], slopes[(k + 1) % count][0]
        if abs(before - after) > 1e-6 * largest:
            found.append((program.first + program.ends[k + 1], before, after))
    return found


def _slopes(program: Program, piece: int) -> tuple[float, float]:
    """S' where a piece begins and where it ends."""
    found = []
    for end in (piece, piece + 1):
        program.at(program.first + program.ends[end], piece)
        found.append(program.v)
    return found[0], found[1]
