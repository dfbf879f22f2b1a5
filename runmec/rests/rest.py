"""Positions of rest (STA ANA): Newton in the deformations, led along loads and held inputs, and slow motion to others.

Where a rest ceases to exist, or becomes unstable, the mechanism moves as if every co-ordinate were equally damped
(in the measure of `metric`) until it rests again: G q̇ = r, by implicit Euler with steps that grow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..dynamics.elasticity import Elasticity
from ..engine.coordinate import ANGLE, EULER
from ..engine.equilibrium import Equilibrium
from ..engine.form import Form
from ..engine.replay import Replay
from ..model.mechanism import Mechanism

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

CLOSE, STILL = 1e-9, 1e-6  # corrections, in units of the freedoms: the next one is rounding; no further ones are better
BALANCED = 1e-14  # of the largest force: what is left of the forces on freedoms is rounding
CORRECTIONS = 15
CONTRACTION = 0.5  # a correction, of the one before it, where a rest was predicted
NO_STIFFNESS = 1e-11  # of the largest eigenvalue: what rounding leaves of none
STRIDE, FALL = 0.3, 0.05  # how far a predicted rest, a step of slow motion may lie, in the measure of `metric`
SAME_PATH = 0.3  # of the way to a predicted rest that a correction may be
KEPT = 1e-3  # a start that is so near to a rest is meant to be it
ASIDE = 1e-3  # how far a motion out of an unstable rest begins beside it
SLOW_STEPS = 2000
LONGER = 1.5


class KeptPosition(NamedTuple):
    """Where a mechanism was."""

    q: list[float]
    references: list[float]
    wanted: list[float]
    replaced: list[tuple[int, int]]


class Rest:
    """A mechanism that is looked for at rest; `K`, `x1` and `unstable` are those of the last look."""

    def __init__(self, mech: Mechanism, elasticity: Elasticity | None, heed: Callable[[], None]) -> None:
        assert mech.loading is not None
        inputs = mech.input_forms
        self.mech, self.loading, self.heed = mech, mech.loading, heed
        self.held: list[Form] = [inputs[k] for k in mech.held_inputs]
        loads = [*mech.loads, *mech.motors, *([elasticity] if elasticity is not None else [])]
        replay = Replay(mech.kinematics, mech.free_forms, mech.angles, loads, [], None, [], [], mech.expressions.pieces)
        self.at = Equilibrium(replay, mech.exchange, self.held)
        self.metric = np.array([_weight(place.axis, mech.size) * place.moving for place in mech.coordinates])
        self.K, self.x1, self.r = np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0)
        self.unstable = 0
        self.looks = 0
        self.at.begin()

    # ---- where it is

    def keep(self) -> KeptPosition:
        places, angles = self.mech.coordinates, self.mech.angles
        return KeptPosition(
            [c.q for c in places],
            [form.reference for form in angles],
            [f.wanted for f in self._led],
            list(self.at.exchange.replaced),
        )

    def stand(self, kept: KeptPosition) -> None:
        self.at.stand(kept.q, kept.references)
        self.at.exchange.arrange(kept.replaced)
        self.at.rearrange()
        for form, wanted in zip(self._led, kept.wanted, strict=True):
            form.wanted = wanted
            if form.winds:
                form.reference = wanted
        self.at.find_forces()

    @property
    def freedoms(self) -> list[Form]:
        return self.at.freedoms

    @property
    def units(self) -> Floats:
        """What counts as 1 for every freedom."""
        return np.array([self.mech.unit(form) for form in self.freedoms])

    @property
    def _led(self) -> list[Form]:
        return [*self.freedoms, *self.held]

    @property
    def x(self) -> Floats:
        return np.array([place.x() for place in self.mech.coordinates])

    def distance(self, x: Floats) -> float:
        return self.length(self.x - x)

    def length(self, dx: Floats) -> float:
        return float(np.sqrt(np.sum(self.metric * dx * dx)))

    def look(self) -> None:
        """r, K, x' and stability where it is."""
        self.looks += 1
        self.heed()
        self.at.suit()
        n = len(self.freedoms)
        self.at.find_forces()
        self.at.find_stiffness()
        self.r = array(self.at.r)
        self.K = array(self.at.K).reshape(n, n)
        self.x1 = array(self.at.first).reshape(n, len(self.mech.coordinates))
        self.unstable = int(np.sum(self.stiffnesses() < -self._noise))

    def stiffnesses(self) -> Floats:
        """Eigenvalues of the symmetric part of K, lengths measured in units."""
        K = self._scaled_stiffness()
        return np.asarray(np.linalg.eigvalsh(K)) if np.all(np.isfinite(K)) else np.full(len(K), np.nan)

    def _scaled_stiffness(self) -> Floats:
        """The symmetric part of K, lengths measured in units."""
        K = self.units[:, None] * self.K * self.units
        return np.asarray(0.5 * (K + K.T))

    @property
    def _noise(self) -> float:
        largest = float(np.max(np.abs(self.units[:, None] * self.K * self.units), initial=0.0))
        return NO_STIFFNESS * max(largest, self.at.largest)

    def loose(self) -> int | None:
        """The freedom that moves most where nothing holds the mechanism."""
        if not len(self.freedoms):
            return None
        values, vectors = np.linalg.eigh(self._scaled_stiffness())
        least = int(np.argmin(np.abs(values)))
        return int(np.argmax(np.abs(vectors[:, least]))) if abs(values[least]) <= self._noise else None

    def unbalanced(self) -> tuple[float, float]:
        """What is left of the forces on the freedoms, and the largest force."""
        self.at.find_forces()
        return float(np.max(np.abs(array(self.at.r) * self.units), initial=0.0)), self.at.largest

    # ---- Newton

    def move(self, change: Floats, held: list[float] | None = None) -> bool:
        """Leads the freedoms by a change, held inputs to values; False, and nothing changed, where it cannot."""
        wanted = [form.wanted + by for form, by in zip(self.freedoms, change.tolist(), strict=True)]
        return self.at.reach(self._led, [*wanted, *(held if held is not None else [f.wanted for f in self.held])])

    def close(self, nearby: bool = False) -> bool:
        """To the rest beside the position; False where Newton does not close, or, `nearby`, does not contract."""
        before = np.inf
        for _ in range(CORRECTIONS):
            self.look()
            if np.max(np.abs(self.r * self.units), initial=0.0) <= BALANCED * self.at.largest:
                return True
            change = solved(self.K, self.r)
            if change is None:
                return False
            size = float(np.max(np.abs(change) / self.units, initial=0.0))
            if nearby and size > max(CONTRACTION * before, STILL):
                return False
            if not self.move(change if size <= 1.0 else change / size):
                return False
            if size < CLOSE or (size < STILL and size > 0.5 * before):
                return True
            before = size
        return False

    # ---- slow motion

    def settle(self) -> bool:
        """The rest that the position means, or to which a slow motion leads from there; whether there is one."""
        kept, x = self.keep(), self.x
        if self.close() and self.distance(x) <= KEPT:
            return True
        self.stand(kept)
        return self.fall()

    def fall(self) -> bool:
        """A slow motion to a stable rest; False where none is reached."""
        tau = 0.0
        self.look()
        for _ in range(SLOW_STEPS):
            at_stable, at_unstable = self._rests_beside()
            if at_stable:
                return True
            if at_unstable:
                if not self._step_aside():
                    return False
                tau = 0.0
                self.look()
            G = (self.x1 * self.metric) @ self.x1.T
            if tau == 0.0:
                tau = 0.1 * FALL / max(self._pace(G), 1e-300)
            moved, tau = self._slow_step(G, tau)
            if not moved:
                return False
        return False

    def _rests_beside(self) -> tuple[bool, bool]:
        """Whether the motion comes to a stable rest, or into an unstable one; it then rests there."""
        change = solved(self.K, self.r)
        if change is None or self.length(change @ self.x1) > 0.1 * FALL:
            return False, False
        unstable = self.unstable
        if unstable and self.length(self._falling(change) @ self.x1) > 0.5 * ASIDE:
            return False, False
        kept, x = self.keep(), self.x
        if self.close() and self.distance(x) <= FALL and bool(self.unstable) == bool(unstable):
            return not unstable, bool(unstable)
        self.stand(kept)
        self.look()
        return False, False

    def _falling(self, change: Floats) -> Floats:
        """The part of a change along the directions in which the position is unstable."""
        values, vectors = np.linalg.eigh(self._scaled_stiffness())
        away = vectors[:, values < -self._noise]
        return np.asarray(self.units * (away @ (away.T @ (change / self.units))))

    def _pace(self, G: Floats) -> float:
        """How fast the motion would be without stiffness."""
        v = solved(G, self.r)
        return float(np.sqrt(max(float(v @ G @ v), 0.0))) if v is not None else 0.0

    def _slow_step(self, G: Floats, tau: float) -> tuple[bool, float]:
        """(K + G/τ) δ = r, with τ as large as it may be; what the next one may begin with."""
        for _ in range(80):
            A = self.K + G / tau
            if np.all(np.linalg.eigvalsh(0.5 * (A + A.T)) > 0.0):
                change = solved(A, self.r)
                if change is not None and self.length(change @ self.x1) <= FALL and self.move(change):
                    self.look()
                    return True, LONGER * tau
            tau *= 0.5
        return False, tau

    def _step_aside(self) -> bool:
        """Out of an unstable rest, to the side where the largest displacement of a point is positive."""
        change = self.units * np.linalg.eigh(self._scaled_stiffness())[1][:, 0]
        dx = change @ self.x1
        of_points = np.array([dx[c.at] if c.axis < ANGLE and c.moving else 0.0 for c in self.mech.coordinates])
        shown = of_points if np.any(of_points) else dx
        sense = 1.0 if shown[int(np.argmax(np.abs(shown)))] >= 0.0 else -1.0
        return self.move(sense * ASIDE / max(self.length(dx), 1e-300) * change)


def _weight(axis: int, size: float) -> float:
    """Of a change in the measure of a way: lengths by the size of the mechanism, turning nodes by the angle turned."""
    return 1.0 / size**2 if axis < ANGLE else 4.0 if axis == EULER else 1.0


def array(found: Any) -> Floats:
    return np.array(np.frombuffer(memoryview(found))) if len(found) else np.empty(0)


def solved(A: Floats, b: Floats) -> Floats | None:
    try:
        found = np.linalg.solve(A, b)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(found) if np.all(np.isfinite(found)) else None
