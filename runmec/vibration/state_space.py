"""The linearised equation as a system of first order: ẏ = A y + B u, z = C y + D u; poles and frequency responses."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .pairs import eigenvalues_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

_BESIDE = 1e-3  # of a pole: how near responses are looked at


@dataclass(frozen=True, repr=False, eq=False)
class StateSpace:
    """States are the freedoms, their velocities and the states of the deck, as deviations from where they are."""

    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: Floats
    B: Floats
    C: Floats
    D: Floats

    @property
    def poles(self) -> Floats:
        """Eigenvalues of A; those with a real part above zero grow."""
        return eigenvalues_of(self.A)

    def response(self, frequencies: Floats) -> Floats:
        """Complex amplitudes (outputs, inputs, frequencies) of the outputs to unit inputs at frequencies in Hz."""
        unit = np.eye(len(self.A))
        found = [self.C @ np.linalg.solve(2j * pi * f * unit - self.A, self.B) + self.D for f in frequencies]
        return np.moveaxis(np.array(found), 0, -1)

    def frequencies(self, count: int = 400) -> Floats:
        """A range in Hz that shows all poles, closer about them, but not on one without damping."""
        sizes = np.unique(np.abs(self.poles)) / (2.0 * pi)
        seen = sizes[sizes > 1e-6 * np.max(sizes, initial=0.0)]
        low, high = (0.1 * np.min(seen), 10.0 * np.max(seen)) if len(seen) else (0.01, 100.0)
        beside = np.geomspace(_BESIDE, 0.1, 30)
        near = [size * (1.0 + np.concatenate([-beside, beside])) for size in seen]
        found = np.unique(np.concatenate([np.geomspace(low, high, count), *near]))
        away = np.min(np.abs(found[:, None] / seen - 1.0), axis=1, initial=1.0)
        return np.asarray(found[away >= 0.99 * _BESIDE])


class CoupledStates(NamedTuple):
    """States of the deck: how what acts against freedoms, and what flows into them, depend on q, q̇ and them."""

    names: tuple[str, ...]
    slopes: Floats


def first_order(
    M: Floats,
    C: Floats,
    K: Floats,
    names: tuple[str, ...],
    forces: dict[str, Floats],
    watched: dict[str, tuple[Floats, Floats]],
    coupled: CoupledStates,
) -> StateSpace:
    """`forces`: what a unit input does to every freedom; `watched`: outputs by freedoms and by their velocities.

    Raises ValueError where a freedom moves no mass.
    """
    n = len(M)
    unit = 1.0 / np.sqrt(np.maximum(np.diag(M), 1e-300))
    if n and np.linalg.cond(unit[:, None] * M * unit) > 1e13:
        raise ValueError("a freedom moves no mass, so that its acceleration is not determined")
    B = np.column_stack([np.asarray(force) for force in forces.values()]) if forces else np.zeros((n, 0))
    s = len(coupled.names)
    by_states = coupled.slopes[:n, 2 * n :]
    solved = np.linalg.solve(M, np.hstack([-K, -C, by_states, B])) if n else np.zeros((0, s + B.shape[1]))
    A = np.vstack(
        [np.hstack([np.zeros((n, n)), np.eye(n), np.zeros((n, s))]), solved[:, : 2 * n + s], coupled.slopes[n:]]
    )
    out = np.array([np.concatenate([*pair, np.zeros(s)]) for pair in watched.values()]).reshape(-1, 2 * n + s)
    return StateSpace(
        (*names, *(f"d {name}" for name in names), *coupled.names),
        tuple(forces),
        tuple(watched),
        A,
        np.vstack([np.zeros_like(B), solved[:, 2 * n + s :], np.zeros((s, B.shape[1]))]),
        out,
        np.zeros((len(watched), B.shape[1])),
    )
