"""`share`: forces that nothing determines are those of equally elastic parameters."""

from __future__ import annotations

from .kind import DynamicsKind

SHARE = DynamicsKind(
    "share", "",
    "where more parameters are prescribed than needed and nothing determines their forces, these are shared out as "
    "equally elastic parameters would: Σ(σ/s)² least, s = 1 for forces and the mechanism's size for moments", "share",
    once="`share`",
)  # fmt: skip
