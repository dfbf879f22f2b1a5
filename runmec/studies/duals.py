"""Numbers with their derivatives to a list of names, and expressions of a deck calculated with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..deck.arithmetic import NoNumber, apply, cubic
from ..deck.expression import REDUCTIONS, THROUGH_POINTS, Program

Floats = NDArray[Any]
Reduce = Callable[[str, int, "Dual | None"], "Dual"]


class Dual(NamedTuple):
    """A number (or a history) and its derivatives, one a name (first axis)."""

    value: Any
    by: Floats

    def row(self, at: int) -> Dual:
        """One number of a history."""
        return Dual(float(self.value[at]), self.by[:, at])

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.by)

    def __sub__(self, other: Dual) -> Dual:
        return Dual(self.value - other.value, self.by - other.by)


def evaluate(program: Program, reduce: Reduce | None, defined: Mapping[str, Dual], names: int) -> Dual:
    """An open program of names of DEFINE and of what `reduce` makes of buffers; without a value, not a number."""
    stack: list[Dual] = []
    nothing = np.zeros(names)
    try:
        for name, operand in program:
            if name == "number":
                stack.append(Dual(float(operand), nothing))
            elif name == "define":
                stack.append(defined[operand])
            elif name in REDUCTIONS:
                assert reduce is not None
                stack.append(reduce(name, operand, stack.pop() if name == "at" else None))
            elif name in THROUGH_POINTS:
                us, ys = _points(operand, defined, names)
                stack.append((_table if name == "table" else _curve)(stack.pop(), us, ys))
            else:
                arguments = stack[-operand:]
                del stack[-operand:]
                stack.append(_function(name, arguments))
    except (NoNumber, ArithmeticError, ValueError):
        return Dual(math.nan, np.full(names, math.nan))
    return stack[-1]


def _function(name: str, arguments: list[Dual]) -> Dual:
    values = [float(argument.value) for argument in arguments]
    value = apply(name, values)
    if name in ("min", "max"):
        return arguments[values.index(value)]
    by = np.zeros_like(arguments[0].by)
    for argument, partial in zip(arguments, partials(name, values, value), strict=True):
        if partial and np.any(argument.by):  # a power has no derivative to an exponent that stands still
            by = by + partial() * argument.by
    return Dual(value, by)


def partials(name: str, a: list[float], value: float) -> list[Callable[[], float] | None]:
    """Derivatives of a function to its arguments, calculated when they are needed; None where they are zero."""
    if name in ("sign", "step"):
        return [None]
    if name in _OF_TWO:
        return [lambda f=f: f(a[0], a[1], value) for f in _OF_TWO[name]]  # type: ignore[misc]  # a lambda cannot say its type
    return [lambda: _OF_ONE[name](a[0], value)]


_OF_TWO: dict[str, tuple[Callable[[float, float, float], float], Callable[[float, float, float], float]]] = {
    "add": (lambda a, b, v: 1.0, lambda a, b, v: 1.0),
    "subtract": (lambda a, b, v: 1.0, lambda a, b, v: -1.0),
    "multiply": (lambda a, b, v: b, lambda a, b, v: a),
    "divide": (lambda a, b, v: 1.0 / b, lambda a, b, v: -v / b),
    "power": (lambda a, b, v: b * math.pow(a, b - 1.0), lambda a, b, v: v * math.log(a)),
    "atan2": (lambda a, b, v: b / (a * a + b * b), lambda a, b, v: -a / (a * a + b * b)),
}
_OF_ONE: dict[str, Callable[[float, float], float]] = {
    "negate": lambda a, v: -1.0,
    "sin": lambda a, v: math.cos(a),
    "cos": lambda a, v: -math.sin(a),
    "tan": lambda a, v: 1.0 + v * v,
    "asin": lambda a, v: 1.0 / math.sqrt(1.0 - a * a),
    "acos": lambda a, v: -1.0 / math.sqrt(1.0 - a * a),
    "atan": lambda a, v: 1.0 / (1.0 + a * a),
    "sqrt": lambda a, v: 0.5 / v,
    "exp": lambda a, v: v,
    "log": lambda a, v: 1.0 / a,
    "abs": lambda a, v: math.copysign(1.0, a) if a else 0.0,
}


def _points(operand: Any, defined: Mapping[str, Dual], names: int) -> tuple[list[Dual], list[Dual]]:
    """They may themselves hang on names."""
    if isinstance(operand, list):
        found = [evaluate(point, None, defined, names) for point in operand]
        return found[::2], found[1::2]
    nothing = np.zeros(names)
    us, ys = ([Dual(float(v), nothing) for v in part] for part in operand)
    return us, ys


def _curve(u: Dual, us: list[Dual], ys: list[Dual]) -> Dual:
    """A cubic through points; constant outside.

    Points that move by dx and dy change it by a spline, and by the parabolas behind every point that make its third
    derivative, which jumps by J there, jump at the new place: −½ J dx (x − xk)².
    """
    if not us[0].value <= u.value < us[-1].value:
        return ys[0 if u.value < us[0].value else -1]
    places = tuple(float(known.value) for known in us)
    spline = cubic(places, tuple(float(known.value) for known in ys))
    by = spline(u.value, 1) * u.by
    du, dy = np.array([known.by for known in us]), np.array([known.by for known in ys])
    if not np.any(du) and not np.any(dy):
        return Dual(float(spline(u.value)), by)
    x = np.array(places)
    jumps = np.zeros(len(x))
    jumps[1:-1] = np.diff(6.0 * spline.c[0])

    def parabolas(at: Floats) -> Floats:
        found: Floats = -0.5 * (np.maximum(np.subtract.outer(at, x), 0.0) ** 2 * jumps) @ du
        return found

    moved = dy - spline(x, 1)[:, None] * du - parabolas(x)
    change = parabolas(np.array([u.value]))[0]
    for name in range(len(by)):
        change[name] += cubic(places, tuple(moved[:, name]))(u.value)
    return Dual(float(spline(u.value)), by + change)


def _table(u: Dual, us: list[Dual], ys: list[Dual]) -> Dual:
    """Linear between points; constant outside."""
    at = sum(u.value >= known.value for known in us)
    if at in (0, len(us)):
        return ys[0 if at == 0 else -1]
    a, b, ya, yb = us[at - 1], us[at], ys[at - 1], ys[at]
    wide = b.value - a.value
    part = (u.value - a.value) / wide
    part_by = (u.by - a.by - part * (b.by - a.by)) / wide
    rise = yb.value - ya.value
    return Dual(ya.value + part * rise, ya.by + part * (yb.by - ya.by) + part_by * rise)
