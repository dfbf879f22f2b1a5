"""Levenberg and Marquardt's steps for a group that Newton's do not bring together."""

from __future__ import annotations

from math import isfinite
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from .block import Block
from .elimination import factor, substitute

_STEPS: Final = 60
_CLOSED: Final = 1e-13
_HEAVIEST: Final = 1e8
_LIGHTEST: Final = 1e-15


class _Missing:
    """What the parameters miss, and their derivatives to the group's own co-ordinates, in units of the group."""

    __slots__ = ("J", "miss", "n")

    def __init__(self, group: Block) -> None:
        self.n: i64 = group.n
        self.miss: vec[float] = vec[float]()
        self.J: vec[float] = _zeros(group.n * group.n)
        place: dict[int, int] = {c.at: j for j, c in enumerate(group.columns)}
        J = self.J
        for i, form in enumerate(group.forms):
            form.evaluate()
            size = form.size(group.scale)
            if not 0.0 < size < 1e300:
                size = 1.0
            self.miss = append(self.miss, (form.wanted - form.value) / size)
            for entry in form.entries:
                if entry.of.at in place:
                    J[i * self.n + place[entry.of.at]] += entry.value * entry.of.scale / size

    def squared(self) -> float:
        """What is missing, squared and summed; not finite where one is not."""
        total = 0.0
        for i in range(self.n):
            total += self.miss[i] * self.miss[i]
        return total

    def largest(self) -> float:
        found = 0.0
        for i in range(self.n):
            found = max(found, abs(self.miss[i]))
        return found

    def step(self, damping: float) -> vec[float] | None:
        """Of (JᵀJ + damping)·step = Jᵀ·miss; None where it has no solution."""
        n, J = self.n, self.J
        A, b, found = _zeros(n * n), _zeros(n), _zeros(n)
        for k in range(n):
            for i in range(n):
                f = J[k * n + i]
                if f != 0.0:
                    b[i] += f * self.miss[k]
                    for j in range(n):
                        A[i * n + j] += f * J[k * n + j]
        order = vec[i64]()
        for i in range(n):
            A[i * n + i] += damping
            order = append(order, i)
        _, pivot = factor(A, n, order)
        if not 0.0 < pivot < 1e300:
            return None
        substitute(A, n, order, b, found)
        return found


def damped(group: Block) -> list[float]:
    """The best co-ordinates that were found from where the group is."""
    damping = 1e-2
    here = _Missing(group)
    q = [c.q for c in group.columns]
    for _ in range(_STEPS):
        if not isfinite(here.squared()) or here.largest() < _CLOSED:
            break
        step = here.step(damping)
        if step is None:
            break
        for k, c in enumerate(group.columns):
            c.q = q[k] + step[k] * c.scale
        trial = _Missing(group)
        if trial.squared() < here.squared():
            q, here = [c.q for c in group.columns], trial
            damping = max(damping / 8.0, _LIGHTEST)
        else:
            damping *= 6.0
            if damping > _HEAVIEST:
                break
    return q


def _zeros(count: i64) -> vec[float]:
    found = vec[float]()
    for _ in range(count):
        found = append(found, 0.0)
    return found
