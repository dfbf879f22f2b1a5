"""The workspace of two inputs: what is reached, where it ends, how well motion is transmitted in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import asin, ceil, degrees, hypot, isfinite, nan, pi
from typing import TYPE_CHECKING, Any

from ..engine.coordinate import Coordinate
from ..model.mechanism import Mechanism
from ..motion.reach import Reach, reach
from ..outputs import PLACE
from .asking import Asked
from .reading import transmissions_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .result import Result

    Floats = NDArray[Any]

LEAST_STEPS, STEPS, MOST_STEPS = 8, 80, 160
_COARSE = 16  # cells over the size of the mechanism, or half a turn, to find how far it goes
_WHOLE = 1.0 + 1e-9  # half a turn, rounding included
_FAR = 4.0  # sizes of the mechanism to which a length goes at most


@dataclass(frozen=True, eq=False)
class Workspace:
    """Places by values of the inputs; `x`, `y` of the tool (of the inputs where there is none).

    `angle` is the smallest transmission angle of all groups, or the angle between the ways of the tool by both inputs
    where that is smaller; `motors` that of motors which `carry` names, as the sine
    by which they move the inputs, with a sign that changes where they are at a dead centre.
    """

    tool: str  # "": there is none, x and y are the inputs
    steps: tuple[float, float]
    inputs: Floats  # (2, places)
    places: Floats
    angle: Floats
    motors: Floats
    edge_inputs: Floats  # of the boundary
    edge: Floats
    edge_angle: Floats
    groups: list[int]  # that are flat there
    path: Floats  # of the movement of the deck
    is_whole: bool
    goes_on: bool

    @property
    def area(self) -> float:
        """That of the cells, in the plane of the tool, cut where the boundary crosses their sides."""
        import numpy as np

        corners = {(int(i), int(j)): self.places[:, at] for at, (i, j) in enumerate(self.cells.T)}
        crossed = self._crossed()
        total = 0.0
        for i, j in {(i - a, j - b) for i, j in corners for a in (0, 1) for b in (0, 1)}:
            around = [
                corners.get((i, j)),
                crossed.get((i, j, 0)),
                corners.get((i + 1, j)),
                crossed.get((i + 1, j, 1)),
                corners.get((i + 1, j + 1)),
                crossed.get((i, j + 1, 0)),
                corners.get((i, j + 1)),
                crossed.get((i, j, 1)),
            ]
            x, y = np.array([place for place in around if place is not None]).T
            total += 0.5 * abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))))
        return total

    def _crossed(self) -> dict[tuple[int, int, int], Floats]:
        """Places of the boundary by the sides of cells on which they lie: cell, and along which input."""
        import numpy as np

        h = np.array(self.steps)
        found = {}
        for at, inputs in enumerate(self.edge_inputs.T):
            cell = (inputs - self.inputs[:, 0]) / h
            along = int(np.argmax(np.abs(cell - np.rint(cell))))
            first = [int(np.floor(one)) if k == along else int(np.rint(one)) for k, one in enumerate(cell)]
            found[first[0], first[1], along] = self.edge[:, at]
        return found

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Least and largest x, then y, boundary included."""
        import numpy as np

        x, y = np.concatenate([self.places, self.edge], axis=1)
        return float(np.min(x)), float(np.max(x)), float(np.min(y)), float(np.max(y))

    @property
    def cells(self) -> Any:
        """Whole numbers of steps from the start."""
        import numpy as np

        h = np.array(self.steps)[:, None]
        return np.rint((self.inputs - self.inputs[:, :1]) / h).astype(int)


def workspace_of(
    result: Result, point: str | None = None, steps: int = STEPS, progress: Callable[[float], None] = lambda _: None
) -> Workspace:
    """Raises ValueError where the deck has not two inputs, or no such point."""
    import numpy as np

    mech = result.mechanism
    if len(mech.freedoms) != 2 or mech.inputs != 2:
        elastic = " and elastic freedoms" * (len(mech.freedoms) != mech.inputs)
        raise ValueError(f"a workspace is one of two inputs; the deck has {mech.inputs}{elastic}")
    tool = tool_of(mech, point)
    with result.session.replaying() as replay:
        found, sizes = _found(mech, replay, tool, result, steps, progress)
    columns = np.array([[*p.inputs, *p.measured] for p in found.cells.values()]).T
    edge = np.array([[*p.inputs, *p.measured] for p in found.boundary]).T if found.boundary else np.empty((6, 0))
    inputs = np.array([result.positions.inputs[k] for k in range(2)])
    return Workspace(
        tool[0] if tool else "",
        sizes,
        columns[:2],
        columns[2:4],
        columns[4],
        columns[5],
        edge[:2],
        edge[2:4],
        edge[4],
        [p.group for p in found.boundary],
        _path(result, tool, inputs),
        found.is_whole,
        found.left_out,
    )


Tool = tuple[str, Coordinate, Coordinate]


def _found(
    mech: Mechanism, replay: Any, tool: Tool | None, result: Result, steps: int, progress: Callable[[float], None]
) -> tuple[Reach, tuple[float, float]]:
    """A coarse grid first, to see how far it goes."""
    lengths = [form.is_length for form in mech.input_forms]
    side = _side(mech, replay, tool)
    measure = _measure(mech, replay, tool, side)
    part = result.positions.parts[0]
    limits, sizes = [], []
    for k, is_length in enumerate(lengths):
        begin, far = float(result.positions.inputs[k][0]), _FAR * mech.size if is_length else pi * _WHOLE
        limits.append((begin - far, begin + far))
        sizes.append((mech.size if is_length else pi) / _COARSE)
    replay.begin()
    replay.stand(part.rows, 0, 0.0)
    coarse = reach(mech, sizes, limits, lambda: (), side, lambda done: progress(0.3 * done), False)
    extent = [
        sizes[k] * (1 + max(cell[k] for cell in coarse.cells) - min(cell[k] for cell in coarse.cells)) for k in range(2)
    ]
    if lengths[0] == lengths[1]:
        extent = [max(extent)] * 2
    smallest = [min(one / steps, size) for one, size in zip(extent, sizes, strict=True)]
    parted = [h if is_length else pi / ceil(pi / h) for h, is_length in zip(smallest, lengths, strict=True)]
    fine = (parted[0], parted[1])  # a turn of an angle closes
    replay.stand(part.rows, 0, 0.0)
    return reach(mech, fine, limits, measure, side, lambda done: progress(0.3 + 0.7 * done)), fine


def _side(mech: Mechanism, replay: Any, tool: Tool | None) -> Callable[[], float]:
    """The sine of the angle between the ways of the tool by both inputs: zero where it loses a direction."""
    if tool is None or _is_led(mech):
        return lambda: 1.0
    _, x, y = tool

    def sine() -> float:
        ways = []
        for form in mech.input_forms:
            form.right = 1.0
            replay.solve()
            form.right = 0.0
            ways.append((x.u, y.u))
        (a, b), (c, d) = ways
        size = hypot(a, b) * hypot(c, d)
        return float((a * d - b * c) / size) if size > 0.0 else 0.0

    return sine


def _is_led(mech: Mechanism) -> bool:
    """Whether both inputs are of one element: they lead a point directly."""
    lines = [mech.forms_of[p] for p in mech.parameters[mech.m]]
    return all(len(own) == 1 for own in lines) and lines[0][0].element == lines[1][0].element


def _measure(
    mech: Mechanism, replay: Any, tool: Tool | None, side: Callable[[], float]
) -> Callable[[], tuple[float, ...]]:
    """x, y, transmission angle, motors; at the position where the mechanism is."""
    transmissions = transmissions_of(mech)
    carriers, inputs = mech.carriers, mech.input_forms
    if carriers is not None:
        carriers.size = mech.size

    def measured() -> tuple[float, ...]:
        least = min(1.0, abs(side()))
        for one in transmissions:
            one.least = 1e300
            one.note(0)
            least = min(least, one.least)
        driven = nan
        if carriers is not None:
            replay.evaluate()
            replay.look_at(carriers)
            driven = carriers.grip()
        x, y = (tool[1].x(), tool[2].x()) if tool is not None else (inputs[0].wanted, inputs[1].wanted)
        return (x, y, degrees(asin(least)) if transmissions or tool is not None else nan, driven)

    return measured


def tool_of(mech: Mechanism, point: str | None) -> Tool | None:
    """The point that is named, or that both inputs lead, or the first that is stored; none in space."""
    if point is not None:
        by_name = {name: numbers for numbers, name in mech.names.points.items() if len(numbers) == 2}
        if point not in by_name or mech.is_spatial:
            there = ", ".join(by_name) if not mech.is_spatial else ""
            raise ValueError(f"there is no point {point} in the plane" + (f"; points are {there}" if there else ""))
        return _tool(mech, by_name[point])
    if mech.is_spatial:
        return None
    if _is_led(mech):
        lines = [mech.forms_of[p] for p in mech.parameters[mech.m]]
        led = mech.points(mech.elements[lines[0][0].element])
        return _tool(mech, tuple(mech.numbers[at] for at in list(led.values())[-1]))
    moving = [
        point
        for element in mech.elements.values()
        for point in mech.points(element).values()
        if all(mech.coordinates[at].moving for at in point)
    ]
    points = [tuple(mech.numbers[at] for at in point) for point in moving]
    stored = [store.subject[0] for store in mech.stores if store.kind.of_place]
    pairs = (pair for number in stored for pair in points if number == pair[0])
    pair = next(pairs, None)
    return _tool(mech, pair) if pair is not None else None


def _tool(mech: Mechanism, numbers: tuple[int, ...]) -> Tool:
    x, y = (mech.coordinates[mech.index[number]] for number in numbers)
    return (mech.names.point(*numbers) or " ".join(map(str, numbers)), x, y)


def _path(result: Result, tool: Tool | None, inputs: Floats) -> Floats:
    import numpy as np

    if tool is None:
        return inputs
    asked: list[Asked] = [(PLACE.word, (result.mechanism.numbers[c.at],), ()) for c in tool[1:]]
    return np.array(result.quantities(asked))


# ---- as text


def workspace_csv(found: Workspace) -> str:
    return _csv(
        ("input1", "input2", "x", "y", "transmission", "motors"),
        zip(*found.inputs, *found.places, found.angle, found.motors, strict=True),
    )


def boundary_csv(found: Workspace) -> str:
    return _csv(
        ("input1", "input2", "x", "y", "group"), zip(*found.edge_inputs, *found.edge, found.groups, strict=True)
    )


def _csv(head: tuple[str, ...], rows: Any) -> str:
    lines = [
        ",".join("" if isinstance(v, float) and not isfinite(v) else repr(v) for v in map(_plain, row)) for row in rows
    ]
    return "\n".join([",".join(head), *lines]) + "\n"


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, int) else float(value)


def workspace_lines(result: Result, found: Workspace) -> Iterator[str]:
    """For the terminal."""
    mech = result.mechanism
    yield f"workspace of {found.tool or 'the inputs'}: {len(found.angle)} places"
    if found.tool:
        left, right, low, high = found.extent
        yield f"  x {left:.5g} … {right:.5g}, y {low:.5g} … {high:.5g}, area {found.area:.5g}"
    good = [float(value) for value in found.angle if isfinite(value)]
    if good:
        share = sum(value >= 30.0 for value in good) / len(good)
        yield f"  transmission angle at least 30° in {100.0 * share:.0f} % of it, at most {max(good):.1f}°"
    for group in dict.fromkeys(found.groups):
        part = found.groups.count(group) / len(found.groups)
        said = f"{mech.describe(group)} in line" if group >= 0 else "both inputs lead the tool the same way"
        yield f"  {100.0 * part:.0f} % of the boundary: {said}"
    if not found.is_whole:
        yield "  there is more: it ends at the bound of work; take fewer steps"
    if found.goes_on:
        yield "  it goes on beyond what was looked at: a turn of an angle, four sizes of the mechanism for a length"
