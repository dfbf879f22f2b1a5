"""How far a calculation can be trusted: printed with every run, all relative, worst over all positions."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.balance import Balance
from ..model.mechanism import Mechanism
from .reading import partners_of


@dataclass(frozen=True)
class Trust:
    """What the prescribed parameters miss; sums of forces, moments and power that should be zero."""

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


def trust(mech: Mechanism, balance: Balance, with_forces: bool) -> Trust:
    if not with_forces:
        return Trust(balance.closure)
    forces = None if _mixes_axes(mech) else balance.forces.relative()
    moments = None if _has_no_levers(mech) else balance.moments.relative()
    return Trust(balance.closure, forces, moments, balance.power.relative())


def _has_no_levers(mech: Mechanism) -> bool:
    if not mech.deck.is_spatial:
        return partners_of(mech) is None
    from .space import shares_axes

    return shares_axes(mech)


def _mixes_axes(mech: Mechanism) -> bool:
    """Whether a co-ordinate is an x here and a y there: the line x = y then carries forces too."""
    return any(warning.code == "D252" for warning in mech.deck.warnings)
