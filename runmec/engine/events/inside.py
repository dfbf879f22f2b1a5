"""Between the ends of a step: a piece may be left and entered again while no evaluation looks.

Expressions and springs are sampled along the step, with the state at its end carried back by velocities and
accelerations, and at the lowest points between samples. Jumps that are held have no argument to be sampled: what is
left of their range is found by whole evaluations.
"""

from __future__ import annotations

from typing import Final

from ..integrators.integrator import END, StepState
from ..status import FINE
from ..switch import Switch
from .stiction import HeldDynamics

SAMPLES: Final = 16
REFINED: Final = 4
EVALUATED: Final = 7
SHALLOW: Final = 1e-3  # of the tolerance: not seen as left


def look_inside(equation: HeldDynamics, state: StepState, t: float, h: float) -> None:
    """Notes pieces that were left within the step from t, at whose end the mechanism is."""
    switches = equation.pieces.switches
    if not switches:
        return
    dy = state.spare
    for i in range(state.n):
        dy[i] = state.K[END * state.n + i]
    for k in switches:
        k.saved = k.gap
        k.missed = 0.0
    equation.measure_accelerations(dy)
    sample(equation, h, 0.0)
    for k in switches:
        k.missed = k.at_start - k.gap
    for j in range(SAMPLES + 1):
        at = h * j / SAMPLES
        sample(equation, h, at)
        for k in switches:
            k.now = k.gap
        for k in switches:
            now = k.now
            if j >= 2 and k.old + now > 2.0 * k.last and k.old >= 0.0 and k.last >= 0.0 and now >= 0.0:
                descend(equation, h, at - h / SAMPLES, k, k.old, k.last, now)
            k.old = k.last
            k.last = now
    for k in switches:
        k.gap = k.saved
    if equation.pieces.stuck > 0:
        evaluate_inside(equation, state, t, h)


def sample(equation: HeldDynamics, h: float, at: float) -> None:
    """Gaps of all pieces so long after the start of the step."""
    pieces = equation.pieces
    pieces.ahead = at - h
    equation.witness()
    pieces.ahead = 0.0
    back = (h - at) / h
    for k in pieces.switches:
        # what the extrapolation misses at the start is known: it grows with the square or cube of the time
        k.gap += k.missed * back * back * (1.0 if k.of_velocity else back)
        if k.jumps and abs(k.gap) < SHALLOW * equation.tolerance:
            k.gap = 0.0
    if at > 0.0:
        pieces.watch(at)


def descend(equation: HeldDynamics, h: float, at: float, k: Switch, a: float, b: float, c: float) -> None:
    """To the lowest gap of a piece about `at`, by parabolas through three points, until it is found to be left."""
    left = at - h / SAMPLES
    middle = at
    right = at + h / SAMPLES
    for _ in range(REFINED):
        p = (middle - left) * (b - c)
        q = (middle - right) * (b - a)
        if p == q:
            return
        lowest = middle - 0.5 * ((middle - left) * p - (middle - right) * q) / (p - q)
        if not left < lowest < right or lowest == middle:
            return
        sample(equation, h, lowest)
        found = k.gap
        if found < 0.0:
            return
        if lowest < middle:
            right = middle
            c = b
        else:
            left = middle
            a = b
        middle = lowest
        b = found


def evaluate_inside(equation: HeldDynamics, state: StepState, t: float, h: float) -> None:
    """What is left of the ranges of held jumps, at some places of the step; the mechanism is left at its end again."""
    n = state.n
    for j in range(1, EVALUATED + 1):
        u = j / (EVALUATED + 1.0)
        up = u * u * (3.0 - 2.0 * u)
        down = h * u * (1.0 - u)
        for i in range(n):  # the cubic through both ends
            slopes = (1.0 - u) * state.K[i] - u * state.K[END * n + i]
            state.trial[i] = state.y[i] + up * (state.y1[i] - state.y[i]) + down * slopes
        if equation.rate(t + u * h, state.trial, state.spare) == FINE:
            equation.pieces.watch(u * h)
    equation.rate(t + h, state.y1, state.spare)
