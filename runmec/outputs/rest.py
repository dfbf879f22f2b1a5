"""Rest under load: the load factor, and stability."""

from __future__ import annotations

from typing import Any

from ..dimensions import NUMBER
from .kind import OutputKind, Site


def _factor(site: Site) -> Any:
    from ..engine.quantities import LoadFactor

    return LoadFactor(site.replay.loading)


def _unstable(site: Site) -> Any:
    from ..engine.quantities import UnstableDirections

    return UnstableDirections(site.replay.loading)


REST = (
    OutputKind("buffactor", "buffer b", "STA ANA: the load factor", "216", is_of_rest=True, needs_forces=True,
               make=_factor, label=lambda _: "load factor", measure=lambda _: NUMBER),
    OutputKind("bufstab", "buffer b",
               "STA ANA: number of directions in which the rest is unstable, held inputs fixed; 0 is stable", "217",
               is_of_rest=True, needs_forces=True, make=_unstable, label=lambda _: "unstable directions",
               measure=lambda _: NUMBER),
)  # fmt: skip
