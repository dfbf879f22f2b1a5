"""The word `solid`, a rigid body in space; its formulas are loaded where they are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .kind import Fault, LineOfDynamics, Made, MassKind, Site


def _make(site: Site, line: LineOfDynamics) -> Made:
    from .solid import make

    return make(site, line)


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    """Mass and moments of inertia above zero; none larger than the sum of the other two."""
    if values[0] < 0:
        yield Fault(0, f"negative mass {values[0]:g}")
    inertia = values[4:7]
    least = min(range(3), key=lambda k: inertia[k])
    most = max(range(3), key=lambda k: inertia[k])
    if inertia[least] < 0:
        yield Fault(4 + least, f"negative moment of inertia {inertia[least]:g}")
    elif 2 * inertia[most] > sum(inertia) * (1 + 1e-9):
        yield Fault(
            4 + most,
            f"moment of inertia {inertia[most]:g} is larger than the other two together: no body has such",
            "they are about the mass centre",
            "D253",
        )


SOLID = MassKind(
    "solid", "element k, value m:mass, value u:length, value v:length, value w:length, value Ixx:moment of inertia, "
    "value Iyy:moment of inertia, value Izz:moment of inertia, "
    "[value Ixy:moment of inertia, value Ixz:moment of inertia, value Iyz:moment of inertia]",
    "rigid body on TR1S k: mass m, mass centre u v w seen from P in the axes of its turning node, inertia "
    "tensor about that centre in these axes (its entries: Ixy = −∫xy dm)", "solid 2 1.5 0.1 0 0 1e-3 4e-3 4e-3",
    make=_make, faults=_faults, once="the body of element {}", fits=lambda kind: kind.carries_solids,
    weighs=lambda values: bool(values[0] or any(values[4:])),
)  # fmt: skip
