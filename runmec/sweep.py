"""Following the mechanism along a course, never changing branch in silence.

Nodes are found one after the other: predicted from the last two by Hermite's polynomial of fifth
degree, corrected by Newton, accepted only if Newton contracts well, which tells that the prediction
belongs to this branch. Where a group's determinant changes sign between two nodes, the change is
closed in upon: either the position can be passed (a group in line), or it cannot (a dead centre).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from .groups import Factored, Failure, Group, correct, evaluate, factor, tangent
from .mechanism import Floats

WANTED_CONTRACTION = 0.01
ANGLE_BETWEEN_NODES = 1.5  # radians that an elementary angle may turn
SMALLEST_STEP = 1e-9  # in units of a course's longest step
NEAR_SINGULAR = 0.01  # quality of a group below which a node had better be placed elsewhere
COMING_NEAR = 0.1  # quality below which the end of a course may be a singular position
CLOSED_IN = 2e-3  # quality down to which a change of sign is closed in upon
SINGULAR = 1e-5  # quality of a group that has no direction of its own
ON_THE_BRANCH = 1e-9  # residual of an interpolated position that exists
NODE_TOLERANCE = 1e-6  # of the last correction, for a good group: Newton squares it


class Course(Protocol):
    """Values of the prescribed parameters along tau."""

    @property
    def end(self) -> float: ...

    def targets(self, tau: float) -> tuple[list[float], list[float], list[float]]:
        """The parameters with first and second derivatives to tau."""
        ...

    def farthest(self, tau: float) -> float:
        """How far the next node may lie."""
        ...


class Node(NamedTuple):
    tau: float
    x: Floats
    v: Floats  # derivatives to tau
    a: Floats
    angles: Floats
    factored: list[Factored]


class Stopped(NamedTuple):
    """Where and why a course could not be followed further."""

    tau: float
    group: int
    row: int
    miss: float
    singular: bool = False  # it could not even begin: the position before has no direction


class Tail(NamedTuple):
    """The end of a course that creeps into a singular position: x as a function of the parameters' way.

    `a` and `b` are nodes of a course whose tau is that way, b at zero.
    """

    tau: float  # from here on it holds
    a: Node
    b: Node
    origin: Floats  # parameters at b
    direction: Floats  # unit vector of their way

    def x(self, targets: Sequence[float]) -> Floats:
        return hermite(self.a, self.b, float((np.array(targets) - self.origin) @ self.direction))


@dataclass
class Swept:
    """The nodes of a course, what was passed, and where it ended."""

    nodes: list[Node]
    passed: list[tuple[float, int]] = field(default_factory=list)  # (tau, group)
    stopped: Stopped | None = None
    ends_singular: int | None = None  # group that has no inverse where the course ends
    tail: Tail | None = None


def first_node(groups: Sequence[Group], course: Course, x: Floats, angles: Floats) -> Node:
    """The node at tau = 0 of a mechanism that is assembled there; raises Failure."""
    return _node(groups, course, 0.0, x, angles)[0]


def _node(groups: Sequence[Group], course: Course, tau: float, x: Floats, angles: Floats) -> tuple[Node, float]:
    """The node at tau, corrected from the prediction x, and Newton's contraction."""
    e, e1, e2 = course.targets(tau)
    position, followed = x.tolist(), angles.tolist()
    factored, contraction = correct(groups, position, e, followed, NODE_TOLERANCE)
    v, a = tangent(groups, factored, position, e1, e2)
    return Node(tau, np.array(position), np.array(v), np.array(a), np.array(followed), factored), contraction


def follow(
    groups: Sequence[Group],
    course: Course,
    start: Node,
    progress: Callable[[float], None] = lambda _: None,
) -> Swept:
    """Nodes from `start` to the end of the course, or to where the mechanism cannot go on."""
    swept = Swept([start])
    step = course.end - start.tau
    while swept.nodes[-1].tau < course.end:
        last = swept.nodes[-1]
        if _quality(last) < COMING_NEAR and _creep_in(groups, course, swept):
            break
        longest = course.farthest(last.tau) - last.tau
        step = min(step, longest)
        try:
            node, contraction = _next(groups, course, swept.nodes, last.tau + step)
            if _quality(node) < SINGULAR and node.tau >= course.end:
                _land_beside(groups, course, swept)
                break
            between = _close_in(groups, course, last, node, swept.passed)
        except Failure as failure:
            last = swept.nodes[-1]
            step *= 0.4
            if step < SMALLEST_STEP * longest or last.tau + step <= last.tau:
                swept.stopped = Stopped(last.tau, failure.group, failure.row, failure.miss)
                break
            continue
        swept.nodes += [*between, node]
        progress(node.tau)
        wanted = (WANTED_CONTRACTION / max(contraction, 1e-9)) ** (1 / 6)
        step = (node.tau - last.tau) * min(max(wanted, 0.5), 2.5)
    return swept


def _next(groups: Sequence[Group], course: Course, nodes: list[Node], tau: float) -> tuple[Node, float]:
    """The node at tau, or a little further where it would lie close to a singular position."""
    last = nodes[-1]
    node, contraction = _step(groups, course, nodes, tau)
    if _quality(node) < NEAR_SINGULAR:
        for further in (1.6, 2.5):
            other = min(last.tau + further * (tau - last.tau), course.farthest(last.tau))
            try:
                found, found_contraction = _step(groups, course, nodes, other)
            except Failure:
                continue
            if _quality(found) > 2 * _quality(node):
                return found, found_contraction
    return node, contraction


def _step(groups: Sequence[Group], course: Course, nodes: list[Node], tau: float) -> tuple[Node, float]:
    last = nodes[-1]
    predicted = _extrapolated(nodes, tau)
    if not np.all(np.isfinite(predicted)):
        raise Failure(_worst_group(last), groups[_worst_group(last)].rows[0], 0.0)
    node, contraction = _node(groups, course, tau, predicted, last.angles)
    turned = np.abs(node.angles - last.angles)
    if np.max(turned, initial=0.0) > ANGLE_BETWEEN_NODES:
        raise Failure(_worst_group(node), groups[_worst_group(node)].rows[0], 0.0)
    return node, contraction


def _extrapolated(nodes: list[Node], tau: float) -> Floats:
    last = nodes[-1]
    if len(nodes) == 1 or last.tau - nodes[-2].tau < 0.3 * (tau - last.tau):
        h = tau - last.tau
        found: Floats = last.x + h * (last.v + 0.5 * h * last.a)
        return found
    return hermite(nodes[-2], last, tau)


def hermite(a: Node, b: Node, tau: float) -> Floats:
    """Polynomial of fifth degree through x, x' and x'' of two nodes.

    Written as differences from a, so that what does not move stays where it is, to the last bit.
    """
    h = b.tau - a.tau
    c = hermite_weights((tau - a.tau) / h)
    found: Floats = a.x + h * (c[0] * a.v + h * c[1] * a.a) + c[2] * (b.x - a.x) + h * (c[3] * b.v + h * c[4] * b.a)
    return found


def hermite_weights(u: Any) -> tuple[Any, Any, Any, Any, Any]:
    """Weights of x' and x'' at u = 0, of the whole difference, and of x' and x'' at u = 1."""
    w = 1.0 - u
    u3, w3 = u * u * u, w * w * w
    return (
        w3 * u * (1.0 + 3.0 * u),
        0.5 * w3 * u * u,
        u3 * (1.0 + w * (3.0 + 6.0 * w)),
        -u3 * w * (1.0 + 3.0 * w),
        0.5 * u3 * w * w,
    )


def _quality(node: Node) -> float:
    return min(lu.quality for lu in node.factored)


def _worst_group(node: Node) -> int:
    return min(range(len(node.factored)), key=lambda g: node.factored[g].quality)


def _close_in(groups: Sequence[Group], course: Course, a: Node, b: Node, passed: list[tuple[float, int]]) -> list[Node]:
    """Nodes to put between a and b where the determinant of a group changes sign.

    Raises Failure where the two belong to different branches: there is no way from one to the other.
    """
    changed = [g for g, (m, n) in enumerate(zip(a.factored, b.factored, strict=True)) if m.sign * n.sign < 0]
    if not changed:
        return []
    left, right = [a], [b]
    while min(left[-1].factored[g].quality + right[-1].factored[g].quality for g in changed) > 2 * CLOSED_IN:
        tau = 0.5 * (left[-1].tau + right[-1].tau)
        guess = hermite(left[-1], right[-1], tau)
        try:
            node, _ = _node(groups, course, tau, guess, left[-1].angles)
        except Failure:
            break
        same = all(node.factored[g].sign == left[-1].factored[g].sign for g in changed)
        (left if same else right).append(node)
        if min(node.factored[g].quality for g in changed) < 0.1 * CLOSED_IN or len(left) + len(right) > 60:
            break
    for share in np.linspace(0.0, 1.0, 11)[1:-1]:
        tau = (1 - share) * left[-1].tau + share * right[-1].tau
        guess = hermite(left[-1], right[-1], tau).tolist()
        targets = course.targets(tau)[0]
        for g in changed:
            _must_exist(g, groups[g], guess, targets, left[-1].angles.tolist())
    passed += [(0.5 * (left[-1].tau + right[-1].tau), g) for g in changed]
    return [*left[1:], *reversed(right[1:])]


def _must_exist(number: int, group: Group, x: list[float], targets: Sequence[float], angles: list[float]) -> None:
    """Raises Failure where a group does not close at x, a position that was interpolated."""
    missing, _, sizes = evaluate(group, x, targets, angles)
    worst = max(range(len(missing)), key=lambda i: abs(missing[i]) / sizes[i])
    if not abs(missing[worst]) / sizes[worst] < ON_THE_BRANCH:
        raise Failure(number, group.rows[worst], missing[worst])


def _land_beside(groups: Sequence[Group], course: Course, swept: Swept) -> None:
    """Ends a course in a singular position: nodes up to close by, the rest by extrapolation.

    Raises Failure where the position does not exist, as at a dead centre.
    """
    for _ in range(40):
        last = swept.nodes[-1]
        if len(swept.nodes) > 1 and _quality(last) < NEAR_SINGULAR:
            break
        swept.nodes.append(_step(groups, course, swept.nodes, last.tau + 0.6 * (course.end - last.tau))[0])
    last = swept.nodes[-1]
    end = _extrapolated(swept.nodes, course.end).tolist()
    for number, group in enumerate(groups):
        _must_exist(number, group, end, course.targets(course.end)[0], last.angles.tolist())
    swept.ends_singular = _worst_group(last)


def _creep_in(groups: Sequence[Group], course: Course, swept: Swept) -> bool:
    """Ends a course that goes straight into a singular position and stays there.

    Nodes close to it would be poor, and a course that comes to rest there would need many. What is left
    of the way is followed as a function of the parameters, from nodes further away.
    """
    good = [node for node in swept.nodes if _quality(node) > CLOSED_IN]
    if len(good) < 2:
        return False
    end, b = np.array(course.targets(course.end)[0]), good[-1]
    origin = np.array(course.targets(b.tau)[0])
    way = float(np.linalg.norm(end - origin))
    earlier = [node for node in good[:-1] if np.linalg.norm(origin - course.targets(node.tau)[0]) > 0.5 * way]
    if way == 0 or not earlier:
        return False
    direction = (end - origin) / way
    places = [(course.targets(tau)[0] - origin) @ direction for tau in np.linspace(b.tau, course.end, 9)]
    if np.any(np.diff(places) < -1e-12 * way):
        return False  # the way turns back
    back = np.array(course.targets(earlier[-1].tau)[0]) - origin
    if np.linalg.norm(back - (back @ direction) * direction) > 1e-9 * np.linalg.norm(back):
        return False  # the way turns
    nodes = []
    for node, place in ((earlier[-1], float(back @ direction)), (b, 0.0)):
        v, a = tangent(groups, node.factored, node.x.tolist(), direction.tolist(), [0.0] * len(direction))
        nodes.append(node._replace(tau=place, v=np.array(v), a=np.array(a)))
    tail = Tail(b.tau, nodes[0], nodes[1], origin, direction)
    there, worst = tail.x(end.tolist()).tolist(), 1.0
    try:
        for number, group in enumerate(groups):
            _must_exist(number, group, there, end.tolist(), b.angles.tolist())
            _, A, sizes = evaluate(group, there, end.tolist(), b.angles.tolist())
            worst = min(worst, factor(A, sizes, group.scale).quality)
    except Failure:
        return False
    if worst > SINGULAR:
        return False
    while swept.nodes[-1] is not b:
        swept.nodes.pop()
    swept.passed = [(tau, group) for tau, group in swept.passed if tau <= b.tau]
    swept.tail, swept.ends_singular = tail, _worst_group(b)
    return True
