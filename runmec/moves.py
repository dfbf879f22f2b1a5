"""MOVEMENT of given motion -> paths of the inputs, a parameter tau running from 0 to n steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .deck.model import Move
from .laws import LAWS, Motion, constant_acceleration
from .mechanism import Floats


@dataclass(frozen=True)
class Path:
    """Inputs along one move. `time` is the duration of the whole move (0: time stands still)."""

    steps: int
    time: float
    start: Floats  # (m,) inputs where the move begins
    motions: tuple[Motion, ...]  # of every input, over a duration of `time`, or of 1 where it is 0

    @property
    def pace(self) -> float:
        """Time (or part of the move) that one step takes."""
        return (self.time or 1.0) / self.steps

    def inputs(self, tau: Any) -> tuple[Floats, Floats, Floats]:
        """Inputs (m, …) with first and second derivative to tau."""
        tau = np.asarray(tau, dtype=float)
        pace = self.pace
        found = [motion(tau * pace) for motion in self.motions]
        shape = (len(self.motions), *tau.shape)
        e, e1, e2 = (np.array([np.broadcast_to(f[k], tau.shape) for f in found]).reshape(shape) for k in range(3))
        start = self.start.reshape(-1, *(1,) * tau.ndim)
        return start + e, e1 * pace, e2 * pace * pace

    def at(self, tau: float) -> tuple[list[float], list[float], list[float]]:
        """The same at one place, as floats."""
        pace, start = self.pace, self.start.tolist()
        found = [motion(tau * pace) for motion in self.motions]
        e = [s + float(f[0]) for s, f in zip(start, found, strict=True)]
        return e, [float(f[1]) * pace for f in found], [float(f[2]) * pace * pace for f in found]

    def rates(self, tau: Any) -> tuple[Floats, Floats]:
        """Velocity and acceleration of the inputs; zero where time stands still."""
        _, e1, e2 = self.inputs(tau)
        if self.time == 0:
            return 0.0 * e1, 0.0 * e2
        return e1 / self.pace, e2 / self.pace**2


def path(move: Move, start: Floats) -> Path:
    """The path of a move of given motion that begins at these inputs."""
    return Path(move.steps, move.time, start, tuple(_MOTIONS[move.word](move, i) for i in range(len(start))))


def _tstepe(move: Move, i: int) -> Motion:
    return constant_acceleration(move.values[2 * i : 2 * i + 2], move.time)


def _stepe(move: Move, i: int) -> Motion:
    return constant_acceleration((move.values[i], 0.0), 1.0)


def _tmove(move: Move, i: int) -> Motion:
    for law in move.laws:
        if law.input == i + 1:
            return LAWS[law.name](law.values, move.time)
    return constant_acceleration((0.0, 0.0), move.time)


_MOTIONS: dict[str, Callable[[Move, int], Motion]] = {"tstepe": _tstepe, "stepe": _stepe, "tmove": _tmove}
