"""Vectors at points of the mechanism, for the film: forces, velocities, accelerations."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from ..deck.model import Curve, Element
from ..mechanism import Floats, Mechanism
from ..quantities import quantity
from ..result import Result
from .display import Point
from .links import links
from .symbols import element_points, element_symbol, symbols

POINTS_AT_MOST = 24  # with arrows of velocity: more would hide the mechanism, and make the page large

#: a quantity by its word and numbers, to be added with a sign
Term: TypeAlias = tuple[float, str, tuple[int, ...]]
#: of x and of y
Sums: TypeAlias = tuple[list[Term], list[Term]]


class Asked(NamedTuple):
    """An arrow to be calculated: the terms of its x and of its y."""

    point: Point
    terms: Sums
    name: str
    colour: str


@dataclass(frozen=True)
class Arrow:
    point: Point
    x: Floats  # (nt,)
    y: Floats
    name: str
    colour: str


def arrows(result: Result) -> dict[str, list[Arrow]]:
    """Kinds of arrows that the film can show, by their names."""
    found = {
        "velocities": _motion(result, "bufdx1", "velocity of {}", "velocity"),
        "accelerations": _motion(result, "bufdx2", "acceleration of {}", "acceleration"),
    }
    if result.deck.job != "KIN ANA":
        found = {"forces": _forces(result), **found}
    return {kind: some for kind, some in found.items() if any(np.any(a.x) or np.any(a.y) for a in some)}


def largest(some: Sequence[Arrow]) -> float:
    return max((float(np.nanmax(np.hypot(a.x, a.y), initial=0.0)) for a in some), default=0.0) or 1.0


def traced_curves(result: Result) -> list[Curve]:
    """Curves of the x and the y of a point, which grow in the drawing of the mechanism."""
    return [curve for picture in result.deck.pictures for curve in picture.curves if _traced(result, curve)]


def _traced(result: Result, curve: Curve) -> Point | None:
    x, y = result.store(curve.x), result.store(curve.y)
    if not x.word == y.word == "bufx0":
        return None
    i, j = (result.mechanism.index[store.subject[0]] for store in (x, y))
    return (i, j) if result.mechanism.axis[0, i] and result.mechanism.axis[1, j] else None


def _name(mech: Mechanism, point: Point) -> str:
    return " ".join(f"x{mech.coordinates[i]}" for i in point)


def _motion(result: Result, word: str, name: str, colour: str) -> list[Arrow]:
    """At traced points, masses and pins that move."""
    mech = result.mechanism
    marked = [symbol.points[0] for kind in ("mass", "pin") for symbol in symbols(mech) if symbol.name == kind]
    traced = [point for curve in traced_curves(result) if (point := _traced(result, curve))]
    fixed = set(mech.o.tolist())
    points = [p for p in dict.fromkeys([*traced, *marked]) if not set(p) <= fixed][:POINTS_AT_MOST]
    return _calculated(result, [
        Asked(p, _at_both(mech, p, word), name.format(_name(mech, p)), colour) for p in points
    ])  # fmt: skip


def _forces(result: Result) -> list[Arrow]:
    """Of the frame on fixed and guided points and on sliders; between links where they meet."""
    mech = result.mechanism
    link_of = links(mech)
    symbol_of = {element.number: element_symbol(mech, element) for element in mech.deck.elements}
    meeting: dict[Point, list[Element]] = {}
    for element in mech.deck.elements:
        if symbol_of[element.number].joins:
            for point in element_points(mech, element).values():
                meeting.setdefault(point, []).append(element)
    fixed = set(mech.o.tolist())
    asked = []
    for point, elements in meeting.items():
        there = _name(mech, point)
        names = {symbol_of[element.number].name for element in elements}
        sliders = [e for e in elements if symbol_of[e.number].name == "rail" and symbol_of[e.number].points[1] == point]
        if sliders:
            asked.append(Asked(point, _on_elements(mech, sliders, point, -1.0), f"frame on slider at {there}", "frame"))
            continue
        if set(point) & fixed and names != {"rail"}:
            asked.append(Asked(point, _at_both(mech, point, "bufreac", fixed), f"frame at {there}", "frame"))
        if not set(point) <= fixed:
            bodies = _by_link(elements, link_of)
            if len(bodies) == 1 and not names & {"block", "block_along"}:
                continue
            for body in bodies if len(bodies) > 2 else bodies[:1]:  # of two, the other has the opposite force
                on = f"on element{'s' if len(body) > 1 else ''} {', '.join(str(e.number) for e in body)} at {there}"
                asked.append(Asked(point, _on_elements(mech, body, point, 1.0), on, "between"))
    return _calculated(result, asked)


def _by_link(elements: Iterable[Element], link_of: dict[int, int]) -> list[list[Element]]:
    found: dict[int, list[Element]] = {}
    for element in elements:
        found.setdefault(link_of[element.number], []).append(element)
    return list(found.values())


def _at_both(mech: Mechanism, point: Point, word: str, where: Container[int] | None = None) -> Sums:
    """A quantity of both co-ordinates of a point, or of those of them that are `where`."""

    def terms(i: int) -> list[Term]:
        return [(1.0, word, (mech.coordinates[i],))] if where is None or i in where else []

    return terms(point[0]), terms(point[1])


def _on_elements(mech: Mechanism, elements: Sequence[Element], point: Point, sign: float) -> Sums:
    def terms(i: int) -> list[Term]:
        return [(sign, "bufconn", (e.number, mech.coordinates[i])) for e in elements]

    return terms(point[0]), terms(point[1])


def _calculated(result: Result, asked: Sequence[Asked]) -> list[Arrow]:
    """All in one walk through the stages of the result."""
    sums = [terms for one in asked for terms in one.terms]
    parts: list[list[Floats]] = [[] for _ in sums]
    with np.errstate(all="ignore"):
        for stage in result.stages():
            for found, terms in zip(parts, sums, strict=True):
                zero = np.zeros(len(stage.time))
                found.append(sum((sign * quantity(stage, word, on, (), True) for sign, word, on in terms), start=zero))
    history = [np.concatenate(found) for found in parts]
    pairs = zip(asked, history[::2], history[1::2], strict=True)
    return [Arrow(one.point, x, y, one.name, one.colour) for one, x, y in pairs]
