"""`uniform`: the mass of an element, consistent with what it is (8.16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..elements import Kind
from ..engine.mass import Mass
from .kind import Fault, LineOfDynamics, MassKind, Site


def _make(site: Site, line: LineOfDynamics) -> Mass:
    kind = site.kind(line.subject)
    make = kind.bent if kind.bent is not None and site.follows_axis(line.subject) else kind.uniform
    assert make is not None, "the deck was checked"
    found = make(line.values[0], list(site.at(line.subject).values()))
    found.polar(line.values[1] if len(line.values) > 1 else 0.0)
    return found


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if values[0] < 0:
        yield Fault(0, f"negative mass {values[0]:g}")


def _suits(line: LineOfDynamics, kind: Kind) -> Fault | None:
    if len(line.values) > 1 and line.values[1] and not kind.is_spatial:
        return Fault(
            1,
            "too many values for `uniform`",
            "it takes `uniform k m`; `body` has a polar inertia of its own",
            "D111",
            "a polar inertia is for elements in space",
        )
    return None


UNIFORM = MassKind(
    "uniform", "element k, value m:mass, [value J:moment of inertia]",
    "total mass m, uniform along PQ of element k (8.16); on BEAM and BEAMS consistent with its bending shape; "
    "J is the polar inertia of BEAMS about its own axis", "uniform 3 1.3", make=_make, faults=_faults,
    fits=lambda kind: kind.uniform is not None, suits=_suits,
    takes="put a BIN that prescribes nothing on the same points, and the mass on it",
    weighs=lambda values: bool(values[0]),
)  # fmt: skip
