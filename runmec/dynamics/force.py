"""The words of loads from outside: a force or moment on a co-ordinate, a moment on a turning node."""

from __future__ import annotations

from ..engine.force import Force
from .kind import LineOfDynamics, LoadKind, Made, Site


def _make(site: Site, line: LineOfDynamics) -> Force:
    return Force(site.coordinate(line.subject), site.expression(line.values[0]))


def _make_moment(site: Site, line: LineOfDynamics) -> Made:
    from .moment import make  # formulas of space are loaded where they are used

    return make(site, line)


FORCE = LoadKind(
    "force", "coordinate c, law value:effort",
    "external force (on an angle: moment) at co-ordinate c; an expression may use t, inp(i), dinp(i), "
    "x(c), dx(c), e(p), de(p)", "force 14 (-200*step(dx(14)))", make=_make, of_points=True,
    at_turns="write `moment l mx my mz`",
)  # fmt: skip
MOMENT = LoadKind(
    "moment", "turning l, law mx:moment, law my:moment, law mz:moment",
    "external moment on a turning node, components along x y z; expressions as in `force`", "moment 7 0 0 2.5",
    make=_make_moment, of_turning=True,
)  # fmt: skip
