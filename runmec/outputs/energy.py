"""Reduced inertia and energies."""

from __future__ import annotations

from typing import Any

from ..dimensions import MOMENT
from .kind import OutputKind, Site


def _inertia(site: Site) -> Any:
    from ..engine.quantities import ReducedInertia

    site.replay.wants_transfer = True
    i, j = site.numbers_of_inputs(2)
    return ReducedInertia(i, j, site.replay)


def _kinetic(site: Site) -> Any:
    from ..engine.quantities import KineticEnergy

    return KineticEnergy(site.replay)


def _potential(site: Site) -> Any:
    from ..engine.quantities import PotentialEnergy

    site.replay.wants_strains = True
    return PotentialEnergy(site.replay)


ENERGY = (
    OutputKind("bufjred", "buffer b, [input i, input j]", "reduced inertia x'ᵀ M x' of inputs i and j (1 1)", "204",
               needs_forces=True, make=_inertia,
               label=lambda s: f"reduced inertia{f' of inputs {s.inputs}' if s.inputs else ''}",
               measure=lambda w: w.inertia()),
    OutputKind("bufekin", "buffer b", "kinetic energy", "205", needs_forces=True, needs_time=True, make=_kinetic,
               label=lambda _: "kinetic energy", measure=lambda _: MOMENT, symbol="J"),
    OutputKind("bufepot", "buffer b", "potential energy of gravity, springs and elasticity", "206", needs_forces=True,
               make=_potential, label=lambda _: "potential energy", measure=lambda _: MOMENT, symbol="J"),
)  # fmt: skip
