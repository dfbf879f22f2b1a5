"""The speed of a point."""

from __future__ import annotations

from typing import Any

from ..dimensions import LENGTH, TIME
from .kind import OutputKind, Site


def _speed(site: Site) -> Any:
    from ..engine.expression import SQRT, FunctionNode, ProductNode, SumNode, VelocityNode
    from ..engine.quantities import Calculated

    x, y = (VelocityNode(c, site.replay.pieces) for c in site.path()[:2])
    return Calculated(FunctionNode(SQRT, SumNode(ProductNode(x, x), ProductNode(y, y))))


SPEED = OutputKind(
    "bufspeed", "coordinate cx, coordinate cy, buffer b", "speed of a point", "3 4 100", of_pair=True, make=_speed,
    label=lambda s: f"speed of {s.point}", measure=lambda _: LENGTH.times(TIME, -1),
)  # fmt: skip
