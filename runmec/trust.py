"""Checks that cost nothing and catch everything, printed with every run.

All relative, worst over all positions:
    closure   what the prescribed parameters miss
    forces    sum of all forces on the mechanism: frame, applied, weight, inertia
    moments   their moment about the origin, with the couples of absolute angles
    power     input power + applied power − springs and dampers − d(kinetic energy)/dt
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .deck.kinds import KINDS
from .mechanism import Floats, Mechanism
from .stage import Stage


@dataclass(frozen=True)
class Trust:
    closure: float
    forces: float | None = None
    moments: float | None = None
    power: float | None = None

    @property
    def worst(self) -> float:
        return max(value for value in (self.closure, self.forces, self.moments, self.power) if value is not None)

    def __str__(self) -> str:
        parts = [f"closure {self.closure:.0e}"]
        named = (("force sum", self.forces), ("moment sum", self.moments), ("power balance", self.power))
        parts += [f"{name} {value:.0e}" for name, value in named if value is not None]
        return ", ".join(parts)


def trust(mech: Mechanism, stages: Iterable[tuple[Stage, Floats]], with_forces: bool) -> Trust:
    """The worst of all stages, each given with the values its prescribed parameters should have."""
    closure = 0.0
    sums, sizes = np.zeros(3), np.zeros(3)
    partner = _partners(mech)
    for stage, wanted in stages:
        missing = np.abs(stage.e[: mech.prescribed] - wanted) / mech.parameter_scale[: mech.prescribed, None]
        closure = max(closure, float(np.max(missing, initial=0.0)))
        if with_forces:
            for k, (total, size) in enumerate(_balances(mech, stage, partner)):
                sums[k] = np.fmax(sums[k], np.nanmax(np.abs(total), initial=0.0))
                sizes[k] = np.fmax(sizes[k], np.nanmax(size, initial=0.0))
    if not with_forces:
        return Trust(closure)
    forces, moments, power = (sums / np.where(sizes > 0, sizes, 1.0)).tolist()
    return Trust(closure, None if _mixes_axes(mech) else forces, None if partner is None else moments, power)


def _mixes_axes(mech: Mechanism) -> bool:
    """Whether a co-ordinate is an x here and a y there: the line x = y then carries forces too."""
    return any(warning.code == "D252" for warning in mech.deck.warnings)


def _balances(mech: Mechanism, stage: Stage, partner: Floats | None) -> list[tuple[Floats, Floats]]:
    """(what should be zero, how large its parts are) of forces, moments and power."""
    outside = stage.applied + stage.weight - stage.mass_force
    frame = np.zeros_like(outside)
    frame[mech.o] = stage.reaction[mech.o]
    total = outside + frame
    parts = np.abs(stage.applied) + np.abs(stage.weight) + np.abs(stage.mass_force) + np.abs(frame)
    np.add.at(parts, mech.entry_columns, np.abs(stage.solver.D * stage.sigma[mech.entry_rows]))
    force_sum = np.max(np.abs(mech.axis @ total), axis=0)
    found = [(force_sum, np.max(mech.axis @ parts, axis=0))]
    found.append(_moments(mech, stage, total, parts, partner) if partner is not None else (0 * force_sum, force_sum))
    applied = np.sum((stage.applied + stage.weight) * stage.dx1, axis=0)
    inertia = np.sum(stage.mass_force * stage.dx1, axis=0)
    dependent = np.sum(stage.sigma_dependent * stage.de1_all, axis=0)
    driven = np.sum(stage.power, axis=0)
    speeds = np.abs(stage.dx1)
    size = np.sum((np.abs(stage.applied + stage.weight) + np.abs(stage.mass_force)) * speeds, axis=0)
    size = size + np.sum(np.abs(stage.sigma_dependent * stage.de1_all), axis=0) + np.sum(np.abs(stage.power), axis=0)
    found.append((driven + applied - dependent - inertia, size))
    return found


def _moments(mech: Mechanism, stage: Stage, total: Floats, parts: Floats, partner: Floats) -> tuple[Floats, Floats]:
    """A turn of everything changes the absolute angles only: their σ are couples from outside."""
    places = partner.astype(np.intp)
    arm = np.where(places[:, None] >= 0, stage.x[places], 0.0)
    is_x, is_y = mech.axis[0][:, None], mech.axis[1][:, None]
    is_angle = 1.0 - is_x - is_y
    lever = is_y * arm - is_x * arm + is_angle
    couples = np.zeros(len(mech.parameters))
    for form in mech.deck.forms:
        if form.form == "angb":
            couples[mech.row[form.parameter]] += form.factor
    moment = np.sum(lever * total, axis=0) - couples @ stage.sigma
    size = np.sum(np.abs(lever) * parts, axis=0) + np.abs(couples) @ np.abs(stage.sigma)
    return moment, size


def _partners(mech: Mechanism) -> Floats | None:
    """The y of every x and the x of every y; None where points share one of them only."""
    partner = np.full(len(mech.coordinates), -1.0)
    for element in mech.deck.elements:
        names = dict(zip(KINDS[element.kind].coordinates, element.coordinates, strict=True))
        for name, c in names.items():
            if name[0] == "b":
                continue
            other = mech.index[names[("y" if name[0] == "x" else "x") + name[1]]]
            at = mech.index[c]
            if partner[at] not in (-1.0, other) or mech.axis["xy".index(name[0]), at] == 0:
                return None
            partner[at] = other
    return partner
