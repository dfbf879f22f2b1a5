"""The equation of motion about a position: M q̈ + C q̇ + K q = what acts besides, with its parts and their names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.linear import FORCES, LOADS, MOTION, MOTORS, WEIGHT, Linear
from ..model.mechanism import Mechanism
from .buckling import load_factors
from .eigen import Modes, vibrations

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

#: sources of stiffness and damping; elasticity is known without them
_PARTS = {"weight": WEIGHT, "forces": FORCES, "springs": LOADS, "motors": MOTORS, "motion": MOTION}


@dataclass(frozen=True, repr=False, eq=False)
class Linearisation:
    """At one position. Rows and columns are the freedoms, in the order of `freedoms`.

    `stiffness` are the parts of K by their source: elastic, springs, motors, weight, forces, motion; `damping` those of
    C. `error` bounds what the differences behind K may miss.
    """

    freedoms: tuple[str, ...]
    M: Floats
    stiffness: dict[str, Floats]
    damping: dict[str, Floats]
    error: Floats
    transfer: Floats  # x' of every co-ordinate (nx, n)

    def __len__(self) -> int:
        return len(self.freedoms)

    @cached_property
    def K(self) -> Floats:
        return sum(self.stiffness.values(), np.zeros_like(self.M))

    @cached_property
    def C(self) -> Floats:
        return sum(self.damping.values(), np.zeros_like(self.M))

    @property
    def gyroscopic(self) -> Floats:
        """The part of C that does no work: what turns, against each other."""
        C = self.damping["motion"]
        return 0.5 * (C - C.T)

    @property
    def geometric(self) -> Floats:
        """The part of K by weight, applied forces and motion: forces of the position times second derivatives."""
        return self.stiffness["weight"] + self.stiffness["forces"] + self._of_motion

    @property
    def _of_motion(self) -> Floats:
        """Without what belongs to the change of the motion in time, which is not symmetric."""
        K = self.stiffness["motion"]
        return 0.5 * (K + K.T)

    @property
    def _unloaded(self) -> Floats:
        """K but for weight and applied forces."""
        return self.stiffness["elastic"] + self.stiffness["springs"] + self.stiffness["motors"] + self._of_motion

    @cached_property
    def modes(self) -> Modes:
        """Frequencies and shapes of small vibrations without damping, ascending."""
        loaded = self.stiffness["weight"] + self.stiffness["forces"]
        return vibrations(self.M, self.gyroscopic, self._unloaded + loaded, self.error)

    @property
    def frequencies(self) -> Floats:
        """Hz, ascending; zero without stiffness, below zero where unstable, no number where nothing moves mass."""
        return self.modes.frequencies

    @cached_property
    def load_factors(self) -> Floats:
        """By which weight and applied forces must be multiplied to buckle: above zero, ascending."""
        return load_factors(self._unloaded, self.stiffness["weight"] + self.stiffness["forces"], self.error)


def read_off(mech: Mechanism, linear: Linear, rows: list[int], elastic: Floats) -> Linearisation:
    """What the engine has found at its row."""
    n = len(rows)
    K, C = (_array(found).reshape(-1, n, n) for found in (linear.K, linear.C))
    parts = {name: K[at] for name, at in _PARTS.items()}
    return Linearisation(
        tuple(mech.deck.names.parameter(mech.parameters[row]) for row in rows),
        _array(linear.M).reshape(n, n),
        {"elastic": elastic, **parts},
        {name: C[at] for name, at in _PARTS.items()},
        _array(linear.error).reshape(n, n),
        _array(linear.first).reshape(n, -1).T,
    )


def _array(found: Any) -> Floats:
    return np.array(np.frombuffer(memoryview(found))) if len(found) else np.empty(0)
