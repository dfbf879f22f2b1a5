"""The equation of motion about a position: M q̈ + C q̇ + K q = what acts besides, with its parts and their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dynamics import STATE
from ..engine.form import Form
from ..engine.linear import FORCES, LOADS, MOTION, MOTORS, WEIGHT, Linear
from ..engine.state_slopes import LinearWithStates
from ..model.mechanism import Mechanism
from ..motion.elasticity import damping_of
from .buckling import load_factors
from .eigen import Modes, vibrations
from .freedoms import Stiffness
from .naming import default_forces, force_of, output_of
from .pairs import eigenvalues, pairs
from .state_space import CoupledStates, StateSpace, first_order

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
    drift: Floats  # ∂ẋ/∂q of every co-ordinate (nx, n): zero at rest
    mechanism: Mechanism
    rows: tuple[int, ...]  # of the freedoms among the parameters
    forms: dict[int, tuple[Floats, Floats]]  # ε' and ∂ε̇/∂q of every parameter
    states: tuple[str, ...]  # of the deck, integrated along
    slopes: Floats  # of what acts against the freedoms, and of what flows into states, to q, q̇ and states

    def __len__(self) -> int:
        return len(self.freedoms)

    @cached_property
    def K(self) -> Floats:
        return sum(self.stiffness.values(), np.zeros_like(self.M))

    @cached_property
    def C(self) -> Floats:
        return sum(self.damping.values(), np.zeros_like(self.M))

    @property
    def _sure_K(self) -> Floats:
        """Without what rounding makes of stiffness that is not there."""
        return np.where(np.abs(self.K) <= 2.0 * self.error, 0.0, self.K)

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
    def least_stiffness(self) -> float:
        """The least eigenvalue of K: below zero the position is not stable.

        Where lengths and angles are freedoms together, lengths are counted in sizes of the mechanism.
        """
        if not len(self) or not np.all(np.isfinite(self.K)):
            return float("nan")
        lengths = [self.mechanism.forms[row].is_length for row in self.rows]
        unit = np.where(lengths, self.mechanism.size, 1.0) if len(set(lengths)) > 1 else np.ones(len(self))
        K = unit[:, None] * (self._unloaded + self.stiffness["weight"] + self.stiffness["forces"]) * unit
        least = float(np.min(np.linalg.eigvalsh(0.5 * (K + K.T))))
        return 0.0 if abs(least) <= float(np.max(unit[:, None] * self.error * unit)) else least

    def stiffness_at(self, called: str) -> float:
        """The force at a co-ordinate (moment, at an angle) for a unit displacement of it, all else free to move."""
        direction = force_of(self, called)[1]
        return float(1.0 / (direction @ np.linalg.solve(self.K, direction)))

    def state_space(self, inputs: Sequence[str] = (), outputs: Sequence[str] = ()) -> StateSpace:
        """Inputs: names of co-ordinates, on which a force acts, or of freedoms, as a motor drives them.

        Without names they are all freedoms and all co-ordinates with `force` lines. Outputs: co-ordinates, parameters,
        `dx C.y`, `de p` for their velocities; else the freedoms. Raises ValueError for what is not there.
        """
        forces = dict(force_of(self, called) for called in inputs or default_forces(self))
        watched = dict(output_of(self, called) for called in outputs or self.freedoms)
        coupled = CoupledStates(self.states, self.slopes)
        return first_order(self.M, self.C, self._sure_K, self.freedoms, forces, watched, coupled)

    @cached_property
    def eigenvalues(self) -> Floats:
        """All λ with everything in them, real ones too, ascending by size."""
        return eigenvalues(self.M, self.C, self._sure_K, self.slopes)

    @cached_property
    def pairs(self) -> Floats:
        """Pairs of complex eigenvalues with everything in them, ascending; the half with a positive imaginary part."""
        return pairs(self.M, self.C, self._sure_K, self.slopes)

    @cached_property
    def load_factors(self) -> Floats:
        """By which weight and applied forces must be multiplied to buckle: above zero, ascending."""
        return load_factors(self._unloaded, self.stiffness["weight"] + self.stiffness["forces"], self.error)


def read_off(mech: Mechanism, linear: Linear, rows: list[int], elastic: Stiffness, is_whole: bool) -> Linearisation:
    """What the engine has found at its row; `is_whole`: with all that outputs may ask for."""
    n = len(rows)
    first, drift = (_array(found).reshape(n, -1).T for found in (linear.first, linear.drift))
    K, C = (_array(found).reshape(-1, n, n) for found in (linear.K, linear.C))
    parts = {name: K[at] for name, at in _PARTS.items()}
    stiffness = elastic.of([mech.forms[row] for row in rows], first)
    lossy = np.reshape(damping_of(mech, rows, stiffness.ravel().tolist()), (n, n))
    return Linearisation(
        tuple(mech.names.parameter(mech.parameters[row]) for row in rows),
        _array(linear.M).reshape(n, n),
        {"elastic": stiffness, **parts},
        {"elastic": lossy, **{name: C[at] for name, at in _PARTS.items()}},
        _array(linear.error).reshape(n, n),
        first,
        drift,
        mech,
        tuple(rows),
        {number: _of_form(mech, number, first, drift) for number in mech.parameters} if is_whole else {},
        *_states(mech, linear),
    )


def _states(mech: Mechanism, linear: Linear) -> tuple[tuple[str, ...], Floats]:
    """Names of states, and how they depend on all that moves."""
    names = tuple(mech.names.of("variable", line.subject) for line in mech.of(STATE))
    n, s = int(linear.n), len(names)
    if not isinstance(linear, LinearWithStates):
        return (), np.zeros((n, 2 * n))
    return names, _array(linear.slopes.by).reshape(n + s, 2 * n + s)


def _of_form(mech: Mechanism, number: int, first: Floats, drift: Floats) -> tuple[Floats, Floats]:
    """ε' of a parameter where it stands, and what a freedom does to its velocity: D·∂ẋ/∂q + (∂D/∂x·x')·ẋ."""
    form = mech.forms[mech.row[number]]
    if number > 0:
        unit = np.zeros(first.shape[1])
        return unit, unit
    rate = np.zeros(first.shape[1])
    along = np.zeros(first.shape[1])
    for entry in form.entries:
        along += entry.value * first[entry.of.at]
        rate += entry.value * drift[entry.of.at]
    for k in range(first.shape[1]):
        rate[k] += 0.25 * (_bend(mech, form, first[:, k], 1.0) - _bend(mech, form, first[:, k], -1.0))
    return along, rate


def _bend(mech: Mechanism, form: Form, direction: Floats, sign: float) -> float:
    for entry in form.entries:
        place = entry.of
        place.u = place.v + sign * float(direction[place.at]) if place.moving else 0.0
    return form.bias()


def _array(found: Any) -> Floats:
    return np.array(np.frombuffer(memoryview(found))) if len(found) else np.empty(0)
