"""Nodes of expressions: values, values that do not exist, pieces and what is left of them."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from runmec.engine import expression as nodes
from runmec.engine.coordinate import Coordinate, X
from runmec.engine.expression import (
    AbsoluteNode,
    ExtremeNode,
    FunctionNode,
    JumpNode,
    Node,
    NumberNode,
    TableNode,
    TimeNode,
)
from runmec.engine.form import Held
from runmec.engine.switch import IDLE, MET, STUCK, Pieces, Switch

INF, NAN = math.inf, math.nan


def both(make: Callable[[Node, Node], Node], a: float, b: float) -> float:
    return make(NumberNode(a), NumberNode(b)).value()


def same(found: float, expected: float) -> bool:
    return math.isnan(found) if math.isnan(expected) else found == expected


@pytest.mark.parametrize(
    ("make", "a", "b", "expected"),
    [
        (nodes.SumNode, 2.0, 3.0, 5.0),
        (nodes.DifferenceNode, 2.0, 3.0, -1.0),
        (nodes.ProductNode, 2.0, 3.0, 6.0),
        (nodes.QuotientNode, 3.0, 2.0, 1.5),
        (nodes.PowerNode, 2.0, 10.0, 1024.0),
        (nodes.DirectionNode, 1.0, -1.0, 0.75 * math.pi),
        # without a finite value, as IEEE 754 has it
        (nodes.QuotientNode, 1.0, 0.0, INF),
        (nodes.QuotientNode, -1.0, 0.0, -INF),
        (nodes.QuotientNode, 0.0, 0.0, NAN),
        (nodes.QuotientNode, NAN, 0.0, NAN),
        (nodes.QuotientNode, 1.0, NAN, NAN),
        (nodes.QuotientNode, 1e308, 1e-308, INF),
        (nodes.PowerNode, 0.0, -1.0, INF),
        (nodes.PowerNode, -2.0, 0.5, NAN),
        (nodes.PowerNode, 1e300, 2.0, INF),
        (nodes.PowerNode, -1e300, 3.0, -INF),
        (nodes.PowerNode, -1e300, 2.0, INF),
        (nodes.PowerNode, 0.0, 0.0, 1.0),
        (nodes.PowerNode, NAN, 2.0, NAN),
        (nodes.ProductNode, 1e300, 1e300, INF),
        (nodes.DifferenceNode, INF, INF, NAN),
    ],
)
def test_functions_of_two(make: Callable[[Node, Node], Node], a: float, b: float, expected: float) -> None:
    assert same(both(make, a, b), expected)


@pytest.mark.parametrize(
    ("which", "u", "expected"),
    [
        (nodes.SIN, 0.5, math.sin(0.5)),
        (nodes.COS, 0.5, math.cos(0.5)),
        (nodes.TAN, 0.5, math.tan(0.5)),
        (nodes.ASIN, 0.5, math.asin(0.5)),
        (nodes.ACOS, 0.5, math.acos(0.5)),
        (nodes.ATAN, 0.5, math.atan(0.5)),
        (nodes.SQRT, 2.25, 1.5),
        (nodes.EXP, 1.0, math.e),
        (nodes.LOG, math.e, 1.0),
        (nodes.LOG, 0.0, -INF),
        (nodes.LOG, -1.0, NAN),
        (nodes.SQRT, -1.0, NAN),
        (nodes.SQRT, 0.0, 0.0),
        (nodes.EXP, 1000.0, INF),
        (nodes.EXP, -1000.0, 0.0),
        (nodes.ASIN, 1.5, NAN),
        (nodes.ACOS, -1.5, NAN),
        (nodes.SIN, INF, NAN),
        (nodes.COS, -INF, NAN),
        (nodes.TAN, INF, NAN),
        (nodes.ASIN, INF, NAN),
        (nodes.ATAN, INF, 0.5 * math.pi),
        (nodes.ATAN, -INF, -0.5 * math.pi),
        (nodes.SQRT, INF, INF),
        (nodes.EXP, INF, INF),
        (nodes.EXP, -INF, 0.0),
        (nodes.LOG, INF, INF),
        (nodes.SIN, NAN, NAN),
        (nodes.SQRT, NAN, NAN),
        (nodes.LOG, NAN, NAN),
        (nodes.ATAN, NAN, NAN),
        (nodes.EXP, NAN, NAN),
    ],
)
def test_functions_of_one(which: int, u: float, expected: float) -> None:
    assert same(FunctionNode(which, NumberNode(u)).value(), expected)
    assert same(nodes.NegativeNode(NumberNode(u)).value(), -u)


def test_the_state_is_read_as_much_later_as_is_asked() -> None:
    """t + Δ, x + Δv + ½Δ²a, v + Δa, of co-ordinates and of parameters."""
    pieces = Pieces()
    c = Coordinate(0, 1.0, True, X)
    form = Held(c)
    c.q, c.v, c.a = 0.5, 2.0, -4.0
    form.value, form.rate, form.acceleration = 7.0, 3.0, 1.0
    pieces.t = 10.0
    read = [
        TimeNode(pieces),
        nodes.PlaceNode(c, pieces),
        nodes.VelocityNode(c, pieces),
        nodes.ParameterNode(form, pieces),
        nodes.ParameterRateNode(form, pieces),
    ]
    assert [node.value() for node in read] == [10.0, 1.5, 2.0, 7.0, 3.0]
    pieces.ahead = 0.5
    assert [node.value() for node in read] == [10.5, 1.5 + 1.0 - 0.5, 0.0, 7.0 + 1.5 + 0.125, 3.5]


# ---- by value


class At:
    """Functions with pieces of the time, so that their argument can be set."""

    def __init__(self) -> None:
        self.pieces = Pieces()
        self.t = TimeNode(self.pieces)

    def switch(self, jumps: bool = False) -> Switch:
        switch = Switch(jumps, False)
        self.pieces.add(switch)
        return switch

    def of(self, node: Node, u: float) -> float:
        self.pieces.t = u
        return node.value()


@pytest.mark.parametrize(
    ("u", "sign", "step"), [(-2.0, -1.0, 0.0), (0.0, 0.0, 1.0), (3.0, 1.0, 1.0), (NAN, NAN, NAN), (-INF, -1.0, 0.0)]
)
def test_jumps_by_value(u: float, sign: float, step: float) -> None:
    at = At()
    assert same(at.of(JumpNode(at.t, 1.0, False, at.switch(True), at.pieces), u), sign)
    assert same(at.of(JumpNode(at.t, 1.0, True, at.switch(True), at.pieces), u), step)


@pytest.mark.parametrize(("u", "other"), [(1.0, 2.0), (2.0, 1.0), (-3.0, -3.0), (NAN, 1.0), (1.0, NAN)])
def test_extremes_and_absolute_by_value(u: float, other: float) -> None:
    at = At()
    low = ExtremeNode(at.t, NumberNode(other), 1.0, at.switch(), at.pieces)
    high = ExtremeNode(at.t, NumberNode(other), -1.0, at.switch(), at.pieces)
    assert same(at.of(low, u), float(np.minimum(u, other)))
    assert same(at.of(high, u), float(np.maximum(u, other)))
    assert same(at.of(AbsoluteNode(at.t, at.switch(), at.pieces), u), abs(u))


US, YS = [-1.0, 0.5, 2.0, 2.5], [3.0, -1.0, 4.0, 4.0]


@pytest.mark.parametrize("u", [-5.0, -1.0, -0.3, 0.5, 1.9, 2.0, 2.2, 2.5, 9.0])
def test_a_table_is_linear_between_points_and_constant_outside(u: float) -> None:
    at = At()
    table = TableNode(at.t, US, YS, at.switch(), at.pieces)
    assert at.of(table, u) == pytest.approx(np.interp(u, US, YS), abs=1e-15)
    assert math.isnan(at.of(table, NAN))


# ---- pieces


def test_absolute_keeps_its_piece_and_tells_how_far_it_is_from_its_end() -> None:
    at = At()
    switch = at.switch()
    node = AbsoluteNode(at.t, switch, at.pieces)
    at.pieces.by_value = False
    at.pieces.refresh = True
    assert (at.of(node, -0.3), switch.mode, switch.gap) == (0.3, -1, 0.3)
    at.pieces.refresh = False
    assert (at.of(node, 0.2), switch.mode, switch.gap) == (-0.2, -1, -0.2)  # smooth beyond its end
    at.pieces.refresh = True
    assert (at.of(node, 0.2), switch.mode, switch.gap) == (0.2, 1, 0.2)
    assert (at.of(node, 0.0), switch.mode) == (0.0, 1)


@pytest.mark.parametrize(("sense", "first", "second"), [(1.0, 0, 1), (-1.0, 1, 0)])
def test_extremes_keep_their_piece(sense: float, first: int, second: int) -> None:
    """min(t, 1) takes t below 1 and goes on with it beyond; max(t, 1) takes 1."""
    at = At()
    switch = at.switch()
    node = ExtremeNode(at.t, NumberNode(1.0), sense, switch, at.pieces)
    at.pieces.by_value = False
    at.pieces.refresh = True
    at.of(node, 0.25)
    assert (switch.mode, switch.gap) == (first, 0.75)
    at.pieces.refresh = False
    assert at.of(node, 3.0) == (3.0 if sense > 0.0 else 1.0)
    assert (switch.mode, switch.gap) == (first, -2.0)
    at.pieces.refresh = True
    at.of(node, 3.0)
    assert (switch.mode, switch.gap) == (second, 2.0)


@pytest.mark.parametrize("factor", [1.0, -2.0])
@pytest.mark.parametrize("is_step", [True, False])
def test_a_jump_keeps_its_side_and_is_held_between(factor: float, is_step: bool) -> None:
    """Its argument is the one without the factor: −2·a jumps at the same place, the other way round."""
    at = At()
    switch = at.switch(True)
    node = JumpNode(nodes.ProductNode(NumberNode(factor), at.t), factor, is_step, switch, at.pieces)
    at.pieces.by_value = False
    at.pieces.refresh = True

    def value(side: float) -> float:
        side = -side if factor < 0.0 else side
        return 0.5 * (1.0 + side) if is_step else side

    assert at.of(node, 0.5) == value(1.0)
    assert (switch.mode, switch.argument, switch.gap) == (1, 0.5, 0.5)
    at.pieces.refresh = False
    assert at.of(node, -0.25) == value(1.0)
    assert (switch.mode, switch.gap) == (1, -0.25)
    switch.slack = 0.3
    at.of(node, -0.25)
    assert switch.gap == pytest.approx(0.05)
    at.pieces.refresh = True
    assert at.of(node, -0.25) == value(-1.0)
    assert (switch.mode, switch.gap, switch.slack) == (-1, 0.25, 0.0)
    switch.mode, switch.held, switch.gap = STUCK, 0.4, 77.0
    assert at.of(node, -0.25) == value(0.4)
    assert (switch.mode, switch.gap) == (STUCK, 77.0)  # what is left of its range is the equation's business
    leader = Switch(True, False)
    leader.held = 0.6
    switch.mode, switch.leader, switch.sense = IDLE, leader, -1
    assert at.of(node, 0.0) == value(-0.6)
    assert switch.gap == 1.0
    switch.leader = None
    assert at.of(node, 0.0) == value(0.0)


def test_a_table_keeps_its_interval() -> None:
    at = At()
    switch = at.switch()
    table = TableNode(at.t, US, YS, switch, at.pieces)
    at.pieces.by_value = False
    for u, mode, gap in ((-3.0, 0, 2.0), (0.0, 1, 0.5), (-0.9, 1, 0.1), (1.0, 2, 0.5), (3.0, 4, 0.5)):
        at.pieces.refresh = True
        assert at.of(table, u) == pytest.approx(np.interp(u, US, YS))
        assert (switch.mode, switch.gap) == pytest.approx((mode, gap))
    at.pieces.refresh = False
    assert at.of(table, 2.1) == 4.0  # beyond the last point as it was
    assert switch.gap == pytest.approx(-0.4)
    switch.mode = 1
    assert at.of(table, 2.0) == pytest.approx(3.0 - 4.0 / 1.5 * 3.0)  # the line of its interval, extended
    assert switch.gap == pytest.approx(-1.5)


# ---- switches


def test_pieces_remember_how_far_and_how_soon_one_was_left() -> None:
    pieces = Pieces()
    a, b = Switch(False, False), Switch(True, True)
    pieces.add(a)
    pieces.add(b)
    assert (a.number, b.number) == (0, 1)
    assert not pieces.were_left()
    a.gap, b.gap = 0.5, 0.2
    pieces.watch(0.1)
    assert (pieces.were_left(), pieces.left_at, pieces.least_gap()) == (False, 1e300, 0.2)
    b.gap = -0.3
    pieces.watch(0.7)
    b.gap = -0.1
    pieces.watch(0.4)
    b.gap = 0.1
    pieces.watch(0.2)
    assert (b.low, pieces.left_at, pieces.were_left(), pieces.least_gap()) == (-0.3, 0.4, True, 0.1)
    a.at_start, b.at_start = 0.9, 0.8
    assert pieces.least_at_start() == 0.8
    pieces.forget()
    assert (b.low, pieces.left_at, pieces.were_left()) == (0.0, 1e300, False)


def test_a_jump_takes_its_followers_along() -> None:
    leader, same_way, opposite, other = (Switch(True, True) for _ in range(4))
    same_way.leader = opposite.leader = leader
    opposite.sense = -1
    everyone = [leader, same_way, opposite, other]
    for mode, modes in ((1, [1, 1, -1, 0]), (-1, [-1, -1, 1, 0]), (STUCK, [STUCK, IDLE, IDLE, 0])):
        leader.take(mode, everyone)
        assert [switch.mode for switch in everyone] == modes
    assert [switch.crossed for switch in everyone] == [0] * 4 != [MET] * 4
