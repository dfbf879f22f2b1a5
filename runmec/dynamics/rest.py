"""`held` and `steady`: which inputs do not move by themselves at rest, and which loads the load factor leaves alone."""

from __future__ import annotations

from .kind import DynamicsKind

HELD = DynamicsKind(
    "held", "input i …",
    "STA ANA: these inputs are held, and led by `stepe` in this order; all others find their rest", "held 1",
)  # fmt: skip
STEADY = DynamicsKind(
    "steady", "<steady>",
    "STA ANA: the weight, or the `force` and `moment` lines of a point, co-ordinate or turning node, act in full at "
    "every load factor", "steady weight", wider=("coordinate c",), choices={"weight": ("", "the weight")},
)  # fmt: skip
