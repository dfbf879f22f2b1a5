"""How turning nodes turn."""

from __future__ import annotations

from ..dimensions import ANGLE, TIME
from .kind import OutputKind, read

TURNING = (
    OutputKind("bufomega", "turning l, buffer bx, buffer by, buffer bz",
               "angular velocity of a turning node, along x y z", "7 304 305 306", is_vector=True,
               needs_time=True, make=read("vectors", "Spin", "node", "axis"),
               label=lambda s: f"angular velocity of {s.node}{s.about}",
               measure=lambda _: ANGLE.times(TIME, -1)),
    OutputKind("bufalpha", "turning l, buffer bx, buffer by, buffer bz",
               "angular acceleration of a turning node, along x y z", "7 307 308 309", is_vector=True,
               needs_time=True, make=read("vectors", "SpinChange", "node", "axis"),
               label=lambda s: f"angular acceleration of {s.node}{s.about}", measure=lambda _: ANGLE.times(TIME, -2)),
)  # fmt: skip
