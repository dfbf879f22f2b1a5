"""Dry friction: σ = μ·N·sign(dε/dt), N the size of normal forces that are part of the solution.

On an angle μ is the coefficient times the radius of the pin. At rest a simulation finds the part of ±μN that keeps the
rest; where the motion is given, a velocity of zero has no direction, and the friction is taken as zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..engine.expression import Node
from ..engine.form import Form
from ..engine.load import Load
from ..engine.reactive import NOTHING, ReactionLoad
from ..engine.switch import Pieces
from .kind import Fault, LineOfDynamics, LoadKind, Site, Whole


class Friction(ReactionLoad):
    __slots__ = ("coefficient", "pieces", "side")

    def __init__(self, on: Form, coefficient: float, normals: list[Form], side: Node, pieces: Pieces) -> None:
        super().__init__(on, coefficient, normals, [1.0] * len(normals), list(range(len(normals))))
        self.coefficient: float = coefficient
        self.side: Node = side  # sign(dε/dt), or what is held of it
        self.pieces: Pieces = pieces
        self.is_friction = True
        on.loaded = True

    def take(self) -> None:
        self.coefficient = self.numbers[0]

    def set_target(self) -> None:
        if not self.pieces.by_value:
            self.share = self.coefficient * self.side.value()
        elif self.is_resting():
            self.share = 0.0
        else:
            self.share = self.coefficient if self.on.rate > 0.0 else -self.coefficient

    def target_tangent(self) -> None:
        """By the coefficient alone: nothing tells how a rest would end."""
        self.share_by = 0.0 if self.is_resting() else self.rates[0] if self.on.rate > 0.0 else -self.rates[0]

    def is_resting(self) -> bool:
        """Whether there is no velocity that could tell the direction."""
        size = 0.0
        for entry in self.on.entries:
            size += abs(entry.value * entry.of.v)
        return not abs(self.on.rate) > NOTHING * size

    def witness(self) -> None:
        self.side.value()


def _make(site: Site, line: LineOfDynamics) -> Friction:
    normals = [] if line.choice == PIN else [site.parameter(q) for q in line.others]
    side = site.sign_of_rate(line.subject)
    return Friction(site.parameter(line.subject), line.values[0], normals, side, site.pieces)


def _faults(values: Sequence[Any]) -> Iterator[Fault]:
    if values[0] < 0:
        yield Fault(
            0,
            f"negative coefficient of friction {values[0]:g}",
            "it opposes the motion by itself; on an angle write μ times the radius of the pin",
        )


def _bind(whole: Whole, line: LineOfDynamics, made: Load) -> None:
    """The normal force that is a pin force, once the mechanism is there."""
    if line.choice == PIN and isinstance(made, Friction):
        element, *place = line.others
        force = whole.pin_force(element, tuple(place))
        changing = dict.fromkeys(form for component in force for form in component.parameters)
        made.press(list(force), list(changing))


PIN: Final = "pin"
FRICTION = LoadKind(
    "friction", "dependent p, value mu:lever, prescribed q, [prescribed q2]",
    "dry friction on dependent parameter p: σ = μ·N·sign(dε/dt), N = |σ| of prescribed parameter q, or "
    "√(σ² + σ²) of q and q2, or with `friction p mu pin k A` the pin force of the link of element k in point A; on an "
    "angle mu is μ times the radius of the pin. N is part of the solution. At "
    "rest DYN SIM finds the value within ±μN that keeps the rest; in DYN ANA friction without velocity is zero",
    "friction -1 0.1 9", make=_make, faults=_faults, bind=_bind, of_pair=True,
    wider=("dependent p, value mu:lever, <friction>, element k, coordinate cx, coordinate cy",),
    choices={PIN: ("", "the normal force is the pin force of the link of element k in a point")},
)  # fmt: skip
