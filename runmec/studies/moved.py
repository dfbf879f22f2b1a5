"""What a motion must have to be differentiated: a Result has it, and so has a variant."""

from __future__ import annotations

from typing import Protocol

from ..deck.model import Deck
from ..forces.elasticity import Elasticity
from ..model.mechanism import Mechanism
from ..motion.positions import Positions


class Motion(Protocol):
    deck: Deck
    mechanism: Mechanism
    positions: Positions
    elasticity: Elasticity | None

    def __len__(self) -> int: ...

    @property
    def calculates_forces(self) -> bool: ...
