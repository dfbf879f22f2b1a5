"""Expressions of `force` and `motor` as trees of small objects, read at the state of the mechanism.

Nothing is raised where there is no value: it is not a number, or infinite.
"""

from __future__ import annotations

import math
from math import acos, asin, atan, atan2, cos, exp, inf, isfinite, log, nan, sin, sqrt, tan
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from .coordinate import Coordinate
from .form import Form
from .switch import IDLE, STUCK, Pieces, Switch

SIN: Final = 0
COS: Final = 1
TAN: Final = 2
ASIN: Final = 3
ACOS: Final = 4
ATAN: Final = 5
SQRT: Final = 6
EXP: Final = 7
LOG: Final = 8


class Node:
    __slots__ = ()

    def value(self) -> float:
        raise NotImplementedError  # pragma: no cover, every node has its own

    def by(self) -> float:
        """How the value changes with one number of the deck (tangent.py), every function within its piece."""
        raise NotImplementedError  # pragma: no cover, every node has its own


class NumberNode(Node):
    __slots__ = ("number", "rates")

    def __init__(self, number: float) -> None:
        self.number: float = number
        self.rates: vec[float] = vec[float]([0.0])

    def value(self) -> float:
        return self.number

    def by(self) -> float:
        return self.rates[0]


class TimeNode(Node):
    __slots__ = ("pieces",)

    def __init__(self, pieces: Pieces) -> None:
        self.pieces: Pieces = pieces

    def value(self) -> float:
        return self.pieces.t + self.pieces.ahead

    def by(self) -> float:
        return self.pieces.t_by


class PlaceNode(Node):
    """x(c)."""

    __slots__ = ("of", "pieces")

    def __init__(self, of: Coordinate, pieces: Pieces) -> None:
        self.of: Coordinate = of
        self.pieces: Pieces = pieces

    def value(self) -> float:
        ahead = self.pieces.ahead
        return self.of.start + self.of.q + ahead * (self.of.v + 0.5 * ahead * self.of.a)

    def by(self) -> float:
        return self.of.x_by


class VelocityNode(Node):
    """dx(c)."""

    __slots__ = ("of", "pieces")

    def __init__(self, of: Coordinate, pieces: Pieces) -> None:
        self.of: Coordinate = of
        self.pieces: Pieces = pieces

    def value(self) -> float:
        return self.of.v + self.pieces.ahead * self.of.a

    def by(self) -> float:
        return self.of.v_by


class ParameterNode(Node):
    """e(p), inp(i)."""

    __slots__ = ("of", "pieces")

    def __init__(self, of: Form, pieces: Pieces) -> None:
        self.of: Form = of
        self.pieces: Pieces = pieces

    def value(self) -> float:
        ahead = self.pieces.ahead
        return self.of.value + ahead * (self.of.rate + 0.5 * ahead * self.of.acceleration)

    def by(self) -> float:
        return self.of.value_by


class ParameterRateNode(Node):
    """de(p), dinp(i)."""

    __slots__ = ("of", "pieces")

    def __init__(self, of: Form, pieces: Pieces) -> None:
        self.of: Form = of
        self.pieces: Pieces = pieces

    def value(self) -> float:
        return self.of.rate + self.pieces.ahead * self.of.acceleration

    def by(self) -> float:
        return self.of.rate_by


class SumNode(Node):
    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node) -> None:
        self.a: Node = a
        self.b: Node = b

    def value(self) -> float:
        return self.a.value() + self.b.value()

    def by(self) -> float:
        return self.a.by() + self.b.by()


class DifferenceNode(Node):
    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node) -> None:
        self.a: Node = a
        self.b: Node = b

    def value(self) -> float:
        return self.a.value() - self.b.value()

    def by(self) -> float:
        return self.a.by() - self.b.by()


class ProductNode(Node):
    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node) -> None:
        self.a: Node = a
        self.b: Node = b

    def value(self) -> float:
        return self.a.value() * self.b.value()

    def by(self) -> float:
        return self.a.by() * self.b.value() + self.a.value() * self.b.by()


class QuotientNode(Node):
    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node) -> None:
        self.a: Node = a
        self.b: Node = b

    def value(self) -> float:
        a = self.a.value()
        b = self.b.value()
        if b == 0.0:
            return nan if a == 0.0 or a != a else inf if a > 0.0 else -inf
        return a / b

    def by(self) -> float:
        b = self.b.value()
        if b == 0.0:
            return nan
        return (self.a.by() - self.a.value() / b * self.b.by()) / b


class PowerNode(Node):
    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node) -> None:
        self.a: Node = a
        self.b: Node = b

    def value(self) -> float:
        return power(self.a.value(), self.b.value())

    def by(self) -> float:
        a = self.a.value()
        b = self.b.value()
        a_by = self.a.by()
        b_by = self.b.by()
        total = b * power(a, b - 1.0) * a_by if a_by != 0.0 and b != 0.0 else 0.0
        return total + power(a, b) * function(LOG, a) * b_by if b_by != 0.0 else total


class DirectionNode(Node):
    """atan2."""

    __slots__ = ("a", "b")

    def __init__(self, a: Node, b: Node) -> None:
        self.a: Node = a
        self.b: Node = b

    def value(self) -> float:
        return atan2(self.a.value(), self.b.value())

    def by(self) -> float:
        a = self.a.value()
        b = self.b.value()
        square = a * a + b * b
        return (b * self.a.by() - a * self.b.by()) / square if square > 0.0 else nan


class NegativeNode(Node):
    __slots__ = ("a",)

    def __init__(self, a: Node) -> None:
        self.a: Node = a

    def value(self) -> float:
        return -self.a.value()

    def by(self) -> float:
        return -self.a.by()


class FunctionNode(Node):
    """A smooth function of one argument."""

    __slots__ = ("a", "which")

    def __init__(self, which: int, a: Node) -> None:
        self.which: int = which
        self.a: Node = a

    def value(self) -> float:
        return function(self.which, self.a.value())

    def by(self) -> float:
        a_by = self.a.by()
        return slope(self.which, self.a.value()) * a_by if a_by != 0.0 else 0.0


class AbsoluteNode(Node):
    """abs: modes −1 and 1."""

    __slots__ = ("a", "pieces", "switch")

    def __init__(self, a: Node, switch: Switch, pieces: Pieces) -> None:
        self.a: Node = a
        self.switch: Switch = switch
        self.pieces: Pieces = pieces

    def value(self) -> float:
        u = self.a.value()
        if self.pieces.by_value:
            return abs(u)
        k = self.switch
        if self.pieces.refresh:
            k.mode = 1 if u >= 0.0 else -1
        if k.mode < 0:
            u = -u
        k.gap = u
        return u

    def by(self) -> float:
        a_by = self.a.by()
        return -a_by if self.a.value() < 0.0 else a_by


class ExtremeNode(Node):
    """min and max of two: mode 0 takes a, mode 1 takes b."""

    __slots__ = ("a", "b", "pieces", "sense", "switch")

    def __init__(self, a: Node, b: Node, sense: float, switch: Switch, pieces: Pieces) -> None:
        self.a: Node = a
        self.b: Node = b
        self.sense: float = sense  # 1 for min, −1 for max
        self.switch: Switch = switch
        self.pieces: Pieces = pieces

    def value(self) -> float:
        a = self.a.value()
        b = self.b.value()
        ahead = self.sense * (b - a)
        if self.pieces.by_value:
            return ahead if ahead != ahead else a if ahead >= 0.0 else b
        k = self.switch
        if self.pieces.refresh:
            k.mode = 0 if ahead >= 0.0 else 1
        k.gap = ahead if k.mode == 0 else -ahead
        return a if k.mode == 0 else b

    def by(self) -> float:
        return self.a.by() if self.sense * (self.b.value() - self.a.value()) >= 0.0 else self.b.by()


class JumpNode(Node):
    """sign and step: modes −1 and 1, or held between them.

    Jumps whose arguments differ by a factor only are one switch, whose argument is the one without the factor.
    """

    __slots__ = ("a", "factor", "is_step", "pieces", "switch")

    def __init__(self, a: Node, factor: float, is_step: bool, switch: Switch, pieces: Pieces) -> None:
        self.a: Node = a
        self.factor: float = factor
        self.is_step: bool = is_step
        self.switch: Switch = switch
        self.pieces: Pieces = pieces

    def value(self) -> float:
        u = self.a.value()
        if self.pieces.by_value:
            if self.is_step:
                return u if u != u else 1.0 if u >= 0.0 else 0.0
            return u if u == 0.0 or u != u else 1.0 if u > 0.0 else -1.0
        k = self.switch
        argument = u / self.factor
        k.argument = argument
        if self.pieces.refresh and k.mode < IDLE:
            k.mode = 1 if argument >= 0.0 else -1
            k.slack = 0.0
        side = 0.0
        if k.mode == STUCK:
            side = k.held
        elif k.mode == IDLE:
            k.gap = 1.0
            if k.leader is not None:
                side = k.sense * k.leader.held
        elif k.mode > 0:
            k.gap = argument + k.slack
            side = 1.0
        else:
            k.gap = k.slack - argument
            side = -1.0
        if self.factor < 0.0:
            side = -side
        return 0.5 * (1.0 + side) if self.is_step else side

    def by(self) -> float:
        return 0.0


class TableNode(Node):
    """Linear between points, constant outside them; mode k lies before point k."""

    __slots__ = ("a", "count", "pieces", "switch", "us", "ys")

    def __init__(self, a: Node, us: list[float], ys: list[float], switch: Switch, pieces: Pieces) -> None:
        self.a: Node = a
        self.us: vec[float] = vec[float](us)
        self.ys: vec[float] = vec[float](ys)
        self.count: i64 = len(us)
        self.switch: Switch = switch
        self.pieces: Pieces = pieces

    def value(self) -> float:
        u = self.a.value()
        if u != u:
            return u
        k = self.switch
        if self.pieces.refresh or self.pieces.by_value:
            k.mode = int(reached(self.us, u))
        at: i64 = k.mode
        if at == 0:
            k.gap = self.us[0] - u
            return self.ys[0]
        if at == self.count:
            k.gap = u - self.us[at - 1]
            return self.ys[at - 1]
        left = u - self.us[at - 1]
        right = self.us[at] - u
        k.gap = left if left < right else right
        return self.ys[at - 1] + (self.ys[at] - self.ys[at - 1]) / (self.us[at] - self.us[at - 1]) * left

    def by(self) -> float:
        at = reached(self.us, self.a.value())
        if at == 0 or at == self.count:
            return 0.0
        return (self.ys[at] - self.ys[at - 1]) / (self.us[at] - self.us[at - 1]) * self.a.by()


class Curve(Node):
    """A cubic spline, constant outside its points; modes before, within and behind them: only its ends are kinks."""

    __slots__ = ("a", "coefficients", "count", "first", "last", "pieces", "switch", "us")

    def __init__(
        self,
        a: Node,
        us: list[float],
        coefficients: list[float],
        first: float,
        last: float,
        switch: Switch,
        pieces: Pieces,
    ) -> None:
        """Pieces c0·x³ + c1·x² + c2·x + c3, x from the point before."""
        self.a: Node = a
        self.us: vec[float] = vec[float](us)
        self.coefficients: vec[float] = vec[float](coefficients)
        self.count: i64 = len(us)
        self.first: float = first
        self.last: float = last
        self.switch: Switch = switch
        self.pieces: Pieces = pieces

    def value(self) -> float:
        u = self.a.value()
        if u != u:
            return u
        k = self.switch
        from_first = u - self.us[0]
        to_last = self.us[self.count - 1] - u
        if self.pieces.refresh or self.pieces.by_value:
            k.mode = 0 if from_first < 0.0 else 2 if to_last <= 0.0 else 1
        if k.mode == 0:
            k.gap = -from_first
            return self.first
        if k.mode == 2:
            k.gap = -to_last
            return self.last
        k.gap = from_first if from_first < to_last else to_last
        at = self.piece(u)
        x = u - self.us[at]
        c = self.coefficients
        return ((c[4 * at] * x + c[4 * at + 1]) * x + c[4 * at + 2]) * x + c[4 * at + 3]

    def by(self) -> float:
        u = self.a.value()
        if not self.us[0] <= u < self.us[self.count - 1]:
            return 0.0
        at = self.piece(u)
        x = u - self.us[at]
        c = self.coefficients
        return ((3.0 * c[4 * at] * x + 2.0 * c[4 * at + 1]) * x + c[4 * at + 2]) * self.a.by()

    def piece(self, u: float) -> i64:
        """The first and the last one go on beyond the points."""
        at = reached(self.us, u)
        return 0 if at == 0 else self.count - 2 if at == self.count else at - 1


def reached(us: vec[float], u: float) -> i64:
    """How many points of a rising list are not above u."""
    low: i64 = 0
    high: i64 = len(us)
    while low < high:
        middle = (low + high) // 2
        if u >= us[middle]:
            low = middle + 1
        else:
            high = middle
    return low


def power(a: float, b: float) -> float:
    try:
        return math.pow(a, b)
    except OverflowError:
        return -inf if a < 0.0 and b % 2.0 == 1.0 else inf
    except (ValueError, ZeroDivisionError):
        return inf if a == 0.0 else nan


def function(which: int, u: float) -> float:
    if not isfinite(u) and which not in (ATAN, SQRT, EXP, LOG):
        return nan
    try:
        if which == SIN:
            return sin(u)
        if which == COS:
            return cos(u)
        if which == TAN:
            return tan(u)
        if which == ASIN:
            return asin(u)
        if which == ACOS:
            return acos(u)
        if which == ATAN:
            return atan(u)
        if which == SQRT:
            return sqrt(u) if u >= 0.0 else nan
        if which == EXP:
            return exp(u)
        return log(u) if u > 0.0 else -inf if u == 0.0 else nan
    except ValueError:
        return nan
    except OverflowError:
        return inf


def slope(which: int, u: float) -> float:
    """Derivative of a smooth function."""
    if which == SIN:
        return function(COS, u)
    if which == COS:
        return -function(SIN, u)
    if which == TAN:
        t = function(TAN, u)
        return 1.0 + t * t
    if which in (ASIN, ACOS):
        root = function(SQRT, 1.0 - u * u)
        if not root > 0.0:
            return nan
        return 1.0 / root if which == ASIN else -1.0 / root
    if which == ATAN:
        return 1.0 / (1.0 + u * u)
    if which == SQRT:
        return 0.5 / sqrt(u) if u > 0.0 else nan
    if which == EXP:
        return function(EXP, u)
    return 1.0 / u if u > 0.0 else nan
