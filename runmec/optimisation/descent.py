"""Gauss and Newton's steps to least squares within bounds and limits, where some variants cannot be tried.

A step is the least-squares solution of the linearised residuals within a box, and within the linearised limits. A
variant that has no motion is no obstacle: the box shrinks, and the search goes on from where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .squares import constrained_squares

Floats = NDArray[Any]
_DAMPING = 1e-9  # of the largest column: so that names without any influence stand still
_FIRST_BOX = 0.2  # of the range of every name
_SMALLEST_BOX = 1e-11
_CONVERGED = 1e-10  # of the range: a step that is as small ends the search
_NO_GAIN = 1e-9  # of the sum: a gain that is as small, predicted and found, ends it
_EXACT = 1e-26  # of the sum at zero curve: nothing is left to gain
_PULL = 1e4  # weight of limits that cannot be held beside the residuals
_LEFT = 0.1  # of the way to where a motion ends is left at least
_HELD = 1e-9  # a limit that is missed by less, relative to its scale, is held


_NOTHING: Floats = np.zeros((0, 0))


class DescentState(NamedTuple):
    """Where a descent stands: residuals r, limits g ≥ 0, and derivatives (residuals, names) once asked.

    The last `walls` limits are those of the motion, beyond which there is none: a step goes most of the way only.
    """

    x: Floats
    r: Floats
    g: Floats
    walls: int = 0
    J: Floats = _NOTHING
    G: Floats = _NOTHING
    note: Any = None


class Ended(NamedTuple):
    state: DescentState
    steps: int
    sums: list[float]  # after every step that was taken


Look = Callable[[Floats, "DescentState | None"], "DescentState | None"]
Slope = Callable[["DescentState"], "DescentState"]


def descend(
    look: Look, slope: Slope, start: DescentState, low: Floats, high: Floats, span: Floats, most: int = 100
) -> Ended:
    """From a start that moves. `look` tells the state at other values, coming from a state; None: it has no motion.

    `slope` adds the derivatives of a state that was accepted. `span` is the unit of every name.
    """
    state, box, weight = slope(start), _FIRST_BOX, 1.0
    sums = [_sum(state)]
    nothing = _EXACT * max(float(np.sum(start.r**2)), 1e-300)
    for _ in range(most):
        if _sum(state) <= nothing and _missed(state) <= _HELD:
            break
        step = _step(state, low, high, span, box)
        if step is None:
            break
        length = float(np.max(np.abs(step / span)))
        trial = look(np.clip(state.x + step, low, high), state)
        gain_hoped = _sum(state) - float(np.sum((state.r + state.J @ step) ** 2))
        if trial is None:
            box = 0.25 * length
        else:
            weight = max(weight, _weight(state, step))
            was, now = _merit(state, weight), _merit(trial, weight)
            hoped = gain_hoped + weight * (_missed(state) - _missed_linear(state, step))
            if now < was:
                good = (was - now) / hoped if hoped > 0 else 1.0
                box = min(1.0, max(box, 2.0 * length)) if good > 0.75 else box if good > 0.25 else 0.5 * length
                small = was - now <= _NO_GAIN * was and good > 0.25
                sums.append(_sum(trial))
                if small:
                    state = trial
                    break
                state = slope(trial)
            else:
                if hoped <= _NO_GAIN * was:
                    break
                box = 0.25 * length
        if length < _CONVERGED or box < _SMALLEST_BOX:
            break
    return Ended(state, len(sums) - 1, sums)


def _step(state: DescentState, low: Floats, high: Floats, span: Floats, box: float) -> Floats | None:
    """Within the box and the limits; limits that cannot be held there are approached as far as it lets them."""
    n = len(state.x)
    J = state.J * span
    size = float(np.max(np.linalg.norm(J, axis=0))) or 1.0
    E = np.vstack([J, _DAMPING * size * np.eye(n)])
    f = np.concatenate([-state.r, np.zeros(n)])
    under = np.maximum((low - state.x) / span, -box)
    above = np.minimum((high - state.x) / span, box)
    sides = np.vstack([np.eye(n), -np.eye(n)])
    walls = np.concatenate([under, -above])
    G = state.G * span
    leave = np.where(np.arange(len(state.g)) < len(state.g) - state.walls, 0.0, _LEFT)
    wanted = np.where(state.g < 0, -state.g, -(1.0 - leave) * state.g)
    step = constrained_squares(E, f, np.vstack([sides, G]), np.concatenate([walls, wanted]))
    if step is None:
        missed = state.g < 0
        pull = _PULL * size / (float(np.max(np.abs(G[missed]), initial=0.0)) or 1.0)
        E, f = np.vstack([E, pull * G[missed]]), np.concatenate([f, pull * wanted[missed]])
        held = np.vstack([sides, G[~missed]]), np.concatenate([walls, wanted[~missed]])
        step = constrained_squares(E, f, *held)
    return None if step is None else np.clip(step, under, above) * span


def _sum(state: DescentState) -> float:
    return float(np.sum(state.r**2))


def _missed(state: DescentState) -> float:
    return float(np.sum(np.maximum(-state.g, 0.0)))


def _missed_linear(state: DescentState, step: Floats) -> float:
    return float(np.sum(np.maximum(-(state.g + state.G @ step), 0.0)))


def _merit(state: DescentState, weight: float) -> float:
    return _sum(state) + weight * _missed(state)


def _weight(state: DescentState, step: Floats) -> float:
    """So large that holding limits pays: the sum may rise by the step at most that much."""
    relief = _missed(state) - _missed_linear(state, step)
    if relief <= 0.0:
        return 0.0
    rise = float(np.sum((state.r + state.J @ step) ** 2)) - _sum(state)
    return max(0.0, 2.0 * rise / relief)
