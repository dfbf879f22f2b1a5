"""Figures that are a sum of squares, seen in their expression: a search that knows the parts needs few steps.

Such are `(at(a,1) - 3)^2 + 2*(last(b) - c)^2`, `rms(b)`, `rms(b)^2 + …`, and the root of such a sum.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.expression import REDUCTIONS, Program, taken
from ..studies.duals import Dual, evaluate
from ..studies.figures import Histories, reduced

Floats = NDArray[Any]


class SquareTerm(NamedTuple):
    """weight·inside², or weight times the mean square of a buffer."""

    weights: tuple[Program, ...]
    inside: Program
    buffer: int | None = None


class SumOfSquares(NamedTuple):
    terms: tuple[SquareTerm, ...]
    is_root: bool

    def figure(self, total: float) -> float:
        return float(np.sqrt(total)) if self.is_root else total

    def residuals(self, motion: Histories, defined: dict[str, Dual]) -> Dual:
        """All parts (n,) whose squares add up, with their derivatives (names, n)."""
        values: list[Floats] = []
        by: list[Floats] = []
        for term in self.terms:
            part = self._part(term, motion, defined)
            factor = np.prod([_value(weight, motion, defined).value for weight in term.weights])
            root = np.sqrt(factor) if factor >= 0 else np.nan
            values.append(root * part.value)
            by.append(root * part.by)
        return Dual(np.concatenate(values), np.concatenate(by, axis=1))

    def _part(self, term: SquareTerm, motion: Histories, defined: dict[str, Dual]) -> Dual:
        if term.buffer is None:
            found = _value(term.inside, motion, defined)
            return Dual(np.array([found.value]), found.by[:, None])
        history = motion.buffer(term.buffer)
        shares = np.sqrt(_shares(motion.time))
        return Dual(shares * history.value, shares * history.by)


def _value(program: Program, motion: Histories, defined: dict[str, Dual]) -> Dual:
    with np.errstate(all="ignore"):
        return evaluate(program, lambda name, buffer, at: reduced(name, buffer, at, motion), defined, motion.names)


def _shares(time: Floats) -> Floats:
    """Of the rows in a mean: trapezoidal in time, in rows where time stands still."""
    if len(time) == 1:
        return np.ones(1)
    step = np.diff(time) if time[-1] > time[0] else np.ones(len(time) - 1)
    return np.asarray((np.append(step, 0.0) + np.append(0.0, step)) / (2.0 * np.sum(step)))


def sum_of_squares(program: Program, free: Collection[str]) -> SumOfSquares | None:
    """What an open program adds up, if it is such a sum; weights do not hang on the `free` names."""
    if len(program) > 1 and program[-1][0] == "sqrt":
        found = _terms(program[:-1], free)
        return None if found is None else SumOfSquares(tuple(found), True)
    if len(program) == 1 and program[0][0] == "rms":
        return SumOfSquares((SquareTerm((), (), program[0][1]),), True)
    found = _terms(program, free)
    return None if found is None else SumOfSquares(tuple(found), False)


def _terms(program: Program, free: Collection[str]) -> list[SquareTerm] | None:
    name = program[-1][0]
    if name not in ("add", "multiply", "divide", "power"):
        return None
    one, other = _arguments(program)
    if name == "add":
        both = _terms(one, free), _terms(other, free)
        return None if both[0] is None or both[1] is None else both[0] + both[1]
    if (name == "power" and other == (("number", 2.0),)) or (name == "multiply" and one == other):
        is_rms = len(one) == 1 and one[0][0] == "rms"
        return [SquareTerm((), (), one[0][1]) if is_rms else SquareTerm((), one)]
    if name == "multiply" and _stands_still(one, free):
        return _weighed(_terms(other, free), one)
    if name == "multiply" and _stands_still(other, free):
        return _weighed(_terms(one, free), other)
    if name == "divide" and _stands_still(other, free):
        return _weighed(_terms(one, free), (("number", 1.0), *other, ("divide", 2)))
    return None


def _weighed(terms: list[SquareTerm] | None, weight: Program) -> list[SquareTerm] | None:
    return None if terms is None else [term._replace(weights=(*term.weights, weight)) for term in terms]


def _stands_still(program: Program, free: Collection[str]) -> bool:
    return not any(name in REDUCTIONS or (name == "define" and operand in free) for name, operand in program)


def _arguments(program: Program) -> tuple[Program, Program]:
    """The two parts that the last instruction joins."""
    needed, at = 1, len(program) - 1
    while needed:
        at -= 1
        needed += taken(*program[at]) - 1
    return program[:at], program[at:-1]
