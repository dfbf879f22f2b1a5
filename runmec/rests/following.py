"""Paths of rest (`follow`): over limit points, by arc length, with what leads them as one more unknown.

A place of the path is x with the place μ of its leader (load factor, or change of a held input). Its tangent is the
null vector of [K, −∂r/∂μ], of unit length in the measure of `metric`, in which μ does not count; a row across it makes
the matrix regular at limit points. The whole path is found first; then rows are placed at equal distances along it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .leading import Leader, TooMuchWork
from .rest import KeptPosition, Rest, solved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

FIRST, LONGEST, LEAST = 0.01, 0.1, 1e-9  # steps along the path
LED_STRAIGHT = 0.2  # of the change of what leads: how far it may lie beside its tangents
STRAIGHT = 0.99  # the least cosine between tangents of places side by side
WANTED = 4  # corrections of a step
MOST = 10
CLOSE, STILL = 1e-9, 1e-6
OF_LEADER = 1e-10  # what its square counts, so that a path that nothing else moves along goes on
TURNED, BRANCHED = 1e-10, 1e-7  # of the tangent, of the way between two places: how exactly points are found
BEYOND = 1.3  # of the way between two places: predicted steps are a little shorter or longer than they are meant to be
PLACED = 1e-10  # of the size of the mechanism: how exactly rows are placed
WORK, WORK_A_ROW = 3000, 100
_NODES = np.array([-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831, 0.9061798459386640])
_WEIGHTS = np.array([0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                     0.2369268850561891])  # fmt: skip


class Control(NamedTuple):
    """A parameter or co-ordinate: its value, and how it changes with all co-ordinates."""

    value: Callable[[], float]
    slope: Callable[[], Floats]


class PathPoint(NamedTuple):
    """A place of the path."""

    kept: KeptPosition
    at: float  # of the leader
    x: Floats
    way: Floats  # tangent: of the co-ordinates, of the leader
    along: float
    unstable: int
    s: float
    value: float  # of what is followed


class Event(NamedTuple):
    """A limit point (of what leads), or a branch point, and where."""

    is_limit: bool
    at: float
    s: float


class Followed(NamedTuple):
    places: list[PathPoint]
    events: list[Event]
    is_closed: bool


class EquilibriumPath:
    """From where the mechanism rests."""

    def __init__(self, rest: Rest, leader: Leader, control: Control, rows: int) -> None:
        self.rest, self.leader, self.control = rest, leader, control
        self.at = 0.0
        self.most = rest.looks + WORK + WORK_A_ROW * rows
        self._led: Floats = np.zeros(0)  # how the co-ordinates change with the leader, the freedoms standing still
        self._slope: Floats = np.zeros(0)

    # ---- the whole path

    def find(self, begin: float, change: float) -> Followed:
        """Until what is followed has changed; its last place is exact."""
        rest, control = self.rest, self.control
        self.at = begin
        self._look()
        first = self._start(control.value(), change)
        target = first.value + change
        places, events, h = [first], [], FIRST
        while True:
            here = places[-1]
            there, steps = self._step(here, h)
            if there is None or self._is_far(here, there):
                h *= 0.5
                if h < LEAST:
                    raise TooMuchWork
                self._stand(here)
                continue
            if (there.value - target) * (here.value - target) <= 0.0:
                there = self._end(here, target)
                events += self._events(here, there)
                return Followed([*places, there], events, False)
            events += self._events(here, there)
            self._stand(there)
            places.append(there)
            if len(places) > 3 and _is_back(first, here, there, rest.metric, self.leader.is_by_inputs):
                return Followed(places, events, True)
            h = min(LONGEST, h * min(2.0, max(0.5, WANTED / max(1, steps))))

    def _is_far(self, here: PathPoint, there: PathPoint) -> bool:
        """Whether the path turns too much between two places, or what leads jumps: it grew beyond all bounds."""
        if float(np.sum(self.rest.metric * here.way * there.way)) < STRAIGHT * self._straight(here, there):
            return True
        s, along = there.s - here.s, 0.5 * (here.along + there.along)
        beside = abs(there.at - here.at - along * s)
        return beside > LED_STRAIGHT * s * (abs(here.along) + abs(there.along)) + 1e-9 * abs(there.at)

    def _straight(self, here: PathPoint, there: PathPoint) -> float:
        """1 where the co-ordinates move at all."""
        moves = min(float(np.sum(self.rest.metric * one.way**2)) for one in (here, there))
        return 1.0 if moves > 0.5 else -1.0

    # ---- one place

    def _look(self) -> None:
        """What there is to know where the mechanism is."""
        rest = self.rest
        rest.look()
        if rest.looks > self.most:
            raise TooMuchWork
        self._slope, self._led = self.leader.slope()

    def _start(self, value: float, change: float) -> PathPoint:
        """The tangent along which what is followed goes towards its end."""
        n = len(self.rest.freedoms)
        row = np.append(self._by_freedoms(self.control.slope()), 0.0)
        row[n] = float(self.control.slope() @ self._led)
        tangent = self._bordered(row, np.append(np.zeros(n), 1.0))
        if tangent is None:
            _, _, rows = np.linalg.svd(np.column_stack([self.rest.K, -self._slope]))
            tangent = rows[-1]
        way, along = self._of_unit_length(tangent)
        sense = float(self.control.slope() @ way) * change
        sign = -1.0 if sense < 0.0 else 1.0
        return self._place(sign * way, sign * along, 0.0, value)

    def _by_freedoms(self, by_places: Floats) -> Floats:
        return np.asarray(self.rest.x1 @ by_places)

    def _bordered(self, row: Floats, right: Floats) -> Floats | None:
        n = len(self.rest.freedoms)
        A = np.zeros((n + 1, n + 1))
        A[:n, :n], A[:n, n], A[n] = self.rest.K, -self._slope, row
        size = np.max(np.abs(A), axis=1)
        size[size == 0.0] = 1.0
        return solved(A / size[:, None], right / size)

    def _of_unit_length(self, tangent: Floats) -> tuple[Floats, float]:
        n = len(self.rest.freedoms)
        dx = tangent[:n] @ self.rest.x1 + tangent[n] * self._led
        length = float(np.sqrt(np.sum(self.rest.metric * dx * dx) + OF_LEADER * tangent[n] ** 2))
        return dx / length, float(tangent[n]) / length

    def _place(self, way: Floats, along: float, s: float, value: float) -> PathPoint:
        rest = self.rest
        return PathPoint(rest.keep(), self.at, rest.x, way, along, rest.unstable, s, value)

    def _stand(self, place: PathPoint) -> None:
        self.at = place.at
        self.leader.at(place.at)
        self.rest.stand(place.kept)
        self._look()

    def _across(self, place: PathPoint) -> Floats:
        """The row of the bordered matrix: square to the tangent of a place."""
        weighted = self.rest.metric * place.way
        return np.append(self._by_freedoms(weighted), weighted @ self._led + OF_LEADER * place.along)

    def _step(self, here: PathPoint, h: float) -> tuple[PathPoint | None, int]:
        """The place about h further, and how many corrections it took; where the mechanism then is. From `here`."""
        rest = self.rest
        dq = np.array([sum(e.value * here.way[e.of.at] for e in form.entries) for form in rest.freedoms])
        return self._corrected(here, h * dq, h * here.along, lambda: (self._across(here), 0.0))

    def _corrected(
        self, here: PathPoint, dq: Floats, along: float, border: Callable[[], tuple[Floats, float]]
    ) -> tuple[PathPoint | None, int]:
        rest, n, before = self.rest, len(self.rest.freedoms), np.inf
        if not self._move(dq, along):
            return None, MOST
        for count in range(MOST):
            self._look()
            n = len(rest.freedoms)
            row, missing = border()
            change = self._bordered(row, np.append(rest.r, missing))
            if change is None:
                return None, MOST
            size = max(float(np.max(np.abs(change[:n]) / rest.units, initial=0.0)), self._by_leader(float(change[n])))
            if size > max(0.5 * before, STILL) or not self._move(change[:n], float(change[n])):
                return None, MOST
            if size < CLOSE or (size < STILL and size > 0.5 * before):
                return self._reached(here), count + 1
            before = size
        return None, MOST

    def _by_leader(self, along: float) -> float:
        """The forces by which a change of the leader acts, of the largest force."""
        size = float(np.max(np.abs(self._slope * self.rest.units), initial=0.0))
        return abs(along) * size / max(self.rest.at.largest, size, 1e-300)

    def _move(self, dq: Floats, along: float) -> bool:
        held = self.leader.at(self.at + along)
        if not self.rest.move(dq, held):
            return False
        self.at += along
        return True

    def _reached(self, here: PathPoint) -> PathPoint | None:
        """The place where the mechanism is, behind another one."""
        n = len(self.rest.freedoms)
        tangent = self._bordered(self._across(here), np.append(np.zeros(n), 1.0))
        if tangent is None:
            return None
        way, along = self._of_unit_length(tangent)
        value = self.control.value()
        s = here.s + _length(here, self.rest.x, way, self.rest.metric)
        return self._place(way, along, s, value)

    def _end(self, here: PathPoint, target: float) -> PathPoint:
        """Where what is followed has its value."""
        rest = self.rest

        def border() -> tuple[Floats, float]:
            slope = self.control.slope()
            return np.append(self._by_freedoms(slope), slope @ self._led), target - self.control.value()

        h = LONGEST
        while h > LEAST:
            self._stand(here)
            rate = float(self.control.slope() @ here.way)
            part = min(h, abs((target - here.value) / rate)) if rate else h
            dq = np.array([sum(e.value * here.way[e.of.at] for e in form.entries) for form in rest.freedoms])
            found, _ = self._corrected(here, part * dq, part * here.along, border)
            if found is not None and rest.length(found.x - here.x) <= 3.0 * LONGEST:
                return found
            h *= 0.5
        raise TooMuchWork

    # ---- limit and branch points

    def _events(self, here: PathPoint, there: PathPoint) -> list[Event]:
        is_limit = here.along * there.along < 0.0
        if not is_limit and here.unstable == there.unstable:
            return []
        low, high = (0.0, here), (BEYOND * (there.s - here.s), there)
        middle = there
        values = [here.along, there.along]
        for _ in range(60):
            part = values[0] / (values[0] - values[1]) if is_limit else 0.5
            h = low[0] + min(0.95, max(0.05, part)) * (high[0] - low[0])
            self._stand(here)
            found, _ = self._step(here, h)
            if found is None:
                break
            middle = found
            if (middle.along * here.along <= 0.0) if is_limit else (middle.unstable != here.unstable):
                high, values = (h, middle), [0.5 * values[0], middle.along]
            else:
                low, values = (h, middle), [middle.along, 0.5 * values[1]]
            is_found = is_limit and abs(middle.along) <= TURNED * (abs(here.along) + abs(there.along))
            if is_found or high[0] - low[0] <= BRANCHED * (there.s - here.s):
                break
        return [Event(is_limit, middle.at, middle.s)]

    # ---- rows

    def rows(self, found: Followed, count: int) -> Iterator[PathPoint]:
        """Places equally far from each other; the mechanism is left in each of them."""
        places = found.places
        whole = places[-1].s
        for k in range(1, count):
            target = whole * k / count
            before = max((place for place in places if place.s <= target), key=lambda place: place.s)
            yield self._at_distance(before, target)
        self._stand(places[-1])
        yield places[-1]

    def _at_distance(self, before: PathPoint, target: float) -> PathPoint:
        """By secants: what is predicted lies a little nearer or further than it is meant to."""
        h, last = target - before.s, (0.0, before.s)
        for _ in range(30):
            self._stand(before)
            here, _ = self._step(before, h)
            if here is None:
                h *= 0.5
                continue
            miss = target - here.s
            if abs(miss) < PLACED or here.s == last[1]:
                return here
            slope = (h - last[0]) / (here.s - last[1])
            h, last = h + miss * min(4.0, max(0.25, slope)), (h, here.s)
        raise TooMuchWork


def _length(here: PathPoint, x: Floats, way: Floats, metric: Floats) -> float:
    """Of the cubic with the tangents of its ends."""
    root = np.sqrt(metric)
    chord, first, last = root * (x - here.x), root * here.way, root * way
    length = float(np.sqrt(chord @ chord))
    u = 0.5 * (1.0 + _NODES)
    for _ in range(4):
        a = 6.0 * (u - u * u)
        b, c = 1.0 - 4.0 * u + 3.0 * u * u, 3.0 * u * u - 2.0 * u
        v = a[:, None] * chord + length * (b[:, None] * first + c[:, None] * last)
        length = 0.5 * float(_WEIGHTS @ np.sqrt(np.sum(v * v, axis=1)))
    return length


def _is_back(first: PathPoint, here: PathPoint, there: PathPoint, metric: Floats, is_by_inputs: bool) -> bool:
    """Whether the path passes its start between two places, in the same direction; inputs may have turned around."""
    h = there.s - here.s
    if here.s < 4.0 * h or float(np.sum(metric * first.way * there.way)) < 0.5:
        return False
    dx = first.x - here.x
    part = float(np.sum(metric * dx * here.way))
    beside = float(np.sqrt(max(0.0, np.sum(metric * dx * dx) - part * part)))
    led = abs(first.at - here.at - part * here.along)
    return (
        0.0 <= part <= h
        and beside < 0.1 * h
        and (is_by_inputs or led <= 0.1 * (abs(here.along) + abs(there.along)) * h + 1e-12)
    )
