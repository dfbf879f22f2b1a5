"""How far a calculation can be trusted: printed with every run, all relative, worst over all positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..deck.model import Deck
from ..diagnostics import Diagnostic
from ..engine.balance import Balance, Sum
from ..messages import diagnostic
from ..model.mechanism import Mechanism
from .reading import partners_of

SURE = 1e-9  # what rounding leaves of sums that are zero
_NO_LEVER = 1e-6  # of forces times the size of the mechanism: moments where all forces pass through the origin
MISFIT = "misfit"
_FAR = 1e4  # sizes of the mechanism: further from the origin its co-ordinates lose digits that are seen


@dataclass(frozen=True)
class Trust:
    """What the prescribed parameters miss; sums of forces, moments and power that should be zero, and those of links.

    None where nothing could be checked: no forces act, or the job calculates none.
    """

    closure: float
    forces: float | None = None
    moments: float | None = None
    power: float | None = None
    misfit: float | None = None  # of surplus parameters
    links: float | None = None
    link: str = ""  # the worst of them
    largest: float = 0.0  # force on any link, moments by the size of the mechanism
    with_forces: bool = False
    rest: float | None = None  # what is left of the forces on freedoms at rest

    @property
    def parts(self) -> dict[str, float]:
        """Those that are known, by their names."""
        return {name: value for name, value in self._sums if value is not None}

    @property
    def worst(self) -> float:
        """Of all parts but the misfit, which has a limit of its own; what is not a number is the worst."""
        known = [value for name, value in self.parts.items() if name != MISFIT]
        return max(known, key=lambda value: value if value == value else float("inf"))

    @property
    def is_sure(self) -> bool:
        return self.worst <= SURE

    @property
    def _sums(self) -> tuple[tuple[str, float | None], ...]:
        fits = ((MISFIT, self.misfit),) if self.misfit is not None else ()
        rests = (("rest", self.rest),) if self.rest is not None else ()
        return (
            ("closure", self.closure),
            *fits,
            ("force sum", self.forces),
            ("moment sum", self.moments),
            ("power balance", self.power),
            ("links", self.links),
            *rests,
        )

    def __str__(self) -> str:
        of_motion = ("closure", MISFIT)
        return ", ".join(self._part(n, value) for n, value in self._sums if self.with_forces or n in of_motion)

    def _part(self, name: str, value: float | None) -> str:
        if value is None:
            return f"{name} –"
        return f"{name} {value:.0e}" + (f" ({self.link})" if name == "links" and not value <= SURE else "")


def trust(deck: Deck, mech: Mechanism, balance: Balance, with_forces: bool) -> Trust:
    misfit = balance.misfit if mech.kinematics.must_fit else None
    if not with_forces:
        return Trust(balance.closure, misfit=misfit)
    forces = None if _mixes_axes(deck) else _relative(balance.forces)
    moments = None if _has_no_levers(mech) else _relative(balance.moments, _NO_LEVER * balance.forces.size * mech.size)
    return Trust(balance.closure, forces, moments, _relative(balance.power), misfit, with_forces=True)


def _relative(total: Sum, least: float = 0.0) -> float | None:
    """Of the largest part, or of what counts as nothing where all parts are smaller."""
    size = max(total.size, least)
    return total.worst / size if size > 0.0 else None


def link_findings(deck: Deck, trusted: Trust) -> Iterator[Diagnostic]:
    """A link that is not in equilibrium with what is told of its joints."""
    if trusted.links is not None and not trusted.links <= SURE:
        message = f"what acts on link {trusted.link} does not add up: {trusted.links:.0e}"
        yield diagnostic(
            "R490",
            message,
            deck.job_place,
            label=f"{SURE:g} of the largest force at most",
            help="look whether a position comes near to a singular one, or numbers of very different size meet",
        )


def _has_no_levers(mech: Mechanism) -> bool:
    if not mech.is_spatial:
        return partners_of(mech) is None
    from .space import shares_axes

    return shares_axes(mech)


def _mixes_axes(deck: Deck) -> bool:
    """Whether a co-ordinate is an x here and a y there: the line x = y then carries forces too."""
    return any(warning.code == "D252" for warning in deck.warnings)


def trust_findings(deck: Deck, mech: Mechanism, trusted: Trust) -> Iterator[Diagnostic]:
    if trusted.is_sure:
        return
    broken = ", ".join(
        f"{name} {value:.0e}" for name, value in trusted.parts.items() if name != MISFIT and not value <= SURE
    )
    away = max((abs(place.x()) for place in mech.coordinates if place.is_length), default=0.0) / mech.size
    remedy = (
        f"the origin is {away:.0e} sizes of the mechanism away: digits are lost; put it near"
        if away > _FAR
        else "look at the other warnings, and at numbers that are far larger or smaller than the rest"
    )
    yield diagnostic(
        "R484", f"do not rely on these results: {broken}", deck.job_place, label=f"{SURE:g} at most", help=remedy
    )
