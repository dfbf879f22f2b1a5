"""`elastic`: prescribed parameters that move by their own elasticity where motion or rest is to be found."""

from __future__ import annotations

from .kind import DynamicsKind

ELASTIC = DynamicsKind(
    "elastic", "prescribed p …",
    "parameters p deform by σ = S(ε − rest) and move where the job finds motion or rest, rest being `para` or the "
    "value at the starting co-ordinates; behind the nodes of `elem` it is said of a whole element. `flex`, `stiff` or "
    "`section` gives the stiffness; what has none is rigid", "elastic 1 2 3",
)  # fmt: skip
