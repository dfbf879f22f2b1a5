"""Vectors at points of the mechanism, for the film: forces, velocities, accelerations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ..deck.links import links
from ..deck.model import Curve, Element
from ..engine.coordinate import X, Y
from ..model.mechanism import Mechanism
from ..results.result import Result
from ..symbols.display import Point
from .arrays import Floats
from .symbols import element_points, element_symbol, symbols

POINTS_AT_MOST = 24  # with arrows of velocity: more would hide the mechanism, and make the page large

#: a quantity by its word of STORAGE and numbers
Asked: TypeAlias = tuple[str, tuple[int, ...]]


@dataclass(frozen=True)
class Arrow:
    point: Point
    x: Floats  # (nt,)
    y: Floats
    name: str
    colour: str
    z: Floats | None = None  # in space; `point` is then one of the scene


def point_in_space(result: Result, curve: Curve) -> tuple[int, ...] | None:
    """The point of which a curve shows two co-ordinates."""
    x, y = result.store(curve.x), result.store(curve.y)
    if not x.word == y.word == "bufx0":
        return None
    mech = result.mechanism
    both = {mech.index[store.subject[0]] for store in (x, y)}
    points = (point for element in mech.deck.elements for point in mech.points(element).values())
    return next((point for point in points if len(point) > 2 and both <= set(point)), None)


def arrows(result: Result) -> dict[str, list[Arrow]]:
    """Kinds of arrows that the film can show, by their names."""
    if result.deck.is_spatial:
        from .space_arrows import arrows_in_space

        return arrows_in_space(result)
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
    if result.deck.is_spatial:
        return []
    return [curve for picture in result.deck.pictures for curve in picture.curves if _traced(result, curve)]


def _traced(result: Result, curve: Curve) -> Point | None:
    x, y = result.store(curve.x), result.store(curve.y)
    if not x.word == y.word == "bufx0":
        return None
    i, j = (result.mechanism.index[store.subject[0]] for store in (x, y))
    return (i, j) if result.mechanism.places[i].axis == X and result.mechanism.places[j].axis == Y else None


def _name(mech: Mechanism, point: Point) -> str:
    x, y = (mech.coordinates[i] for i in point)
    names = mech.deck.names
    called = (names.coordinate(n) if names.has("coordinate", n) else f"x{n}" for n in (x, y))
    return names.point(x, y) or " ".join(called)


def _motion(result: Result, word: str, name: str, colour: str) -> list[Arrow]:
    """At traced points, masses and pins that move."""
    mech = result.mechanism
    marked = [symbol.points[0] for kind in ("mass", "pin") for symbol in symbols(mech) if symbol.name == kind]
    traced = [point for curve in traced_curves(result) if (point := _traced(result, curve))]
    fixed = set(mech.o.tolist())
    points = [p for p in dict.fromkeys([*traced, *marked]) if not set(p) <= fixed][:POINTS_AT_MOST]
    found = _pairs(result, [(word, (mech.coordinates[i],)) for point in points for i in point])
    return [Arrow(p, x, y, name.format(_name(mech, p)), colour) for p, (x, y) in zip(points, found, strict=True)]


def _forces(result: Result) -> list[Arrow]:
    """Of the frame on fixed and guided points and on sliders; between links where they meet."""
    mech = result.mechanism
    found = _of_the_frame(result)
    for point, on_link in _on_links(result).items():
        there = _name(mech, point)
        rails = [body for body in on_link if any(_on_the_frame(mech, e) for e in body)]
        others = [body for body in on_link if body not in rails]
        for body in rails:
            x, y = on_link[body]
            found.append(Arrow(point, -x, -y, f"frame on slider at {there}", "frame"))
        for body in others[:1] if _balance([on_link[body] for body in others]) else others:
            on = ", ".join(mech.deck.names.element(e.number) for e in body)
            if not mech.deck.names.has("element", body[0].number):
                on = f"element{'s' if len(body) > 1 else ''} {on}"
            found.append(Arrow(point, *on_link[body], f"on {on} at {there}", "between"))
    return found


def _meeting(mech: Mechanism) -> dict[Point, list[Element]]:
    """The elements that have a point, where links meet."""
    found: dict[Point, list[Element]] = {}
    for element in mech.deck.elements:
        if element_symbol(mech, element).joins:
            for point in element_points(mech, element).values():
                found.setdefault(point, []).append(element)
    return found


def _of_the_frame(result: Result) -> list[Arrow]:
    """At fixed and guided points; what the frame does to a rail is shown at its slider."""
    mech = result.mechanism
    points = [point for point, elements in _meeting(mech).items()
              if set(point) & set(mech.o.tolist()) and not all(_on_the_frame(mech, e) for e in elements)]  # fmt: skip
    fixed = [i for point in points for i in point if i in mech.o]
    history = dict(zip(fixed, _histories(result, [("bufreac", (mech.coordinates[i],)) for i in fixed]), strict=True))
    free = np.zeros(len(result))
    return [Arrow(p, history.get(p[0], free), history.get(p[1], free), f"frame at {_name(mech, p)}", "frame")
            for p in points]  # fmt: skip


def _on_links(result: Result) -> dict[Point, dict[tuple[Element, ...], tuple[Floats, Floats]]]:
    """At every moving point where links meet or slide, the elements of each and the force on it."""
    mech = result.mechanism
    fixed = set(mech.o.tolist())
    asked = [(p, e) for p, elements in _meeting(mech).items() if not set(p) <= fixed for e in elements]
    pairs = _pairs(result, [("bufconn", (e.number, mech.coordinates[i])) for point, e in asked for i in point])
    most = max((float(np.nanmax(np.hypot(x, y), initial=0.0)) for x, y in pairs), default=0.0)
    link_of = {number: link[0] for link in links(mech.deck) for number in link}
    bodies: dict[Point, dict[int, list[tuple[Element, Floats, Floats]]]] = {}
    for (point, element), (x, y) in zip(asked, pairs, strict=True):
        if np.nanmax(np.hypot(x, y), initial=0.0) > 1e-9 * most:  # what only measures is no link
            bodies.setdefault(point, {}).setdefault(link_of[element.number], []).append((element, x, y))
    return {
        point: {tuple(e for e, _, _ in parts): _sum([force for _, *force in parts]) for parts in there.values()}
        for point, there in bodies.items()
        if len(there) > 1 or any(_slides(mech, e, point) for parts in there.values() for e, _, _ in parts)
    }


def _balance(forces: Sequence[tuple[Floats, Floats]]) -> bool:
    """Whether two forces are opposite, so that one says all; a mass at the pin, or a third link, takes a part."""
    if len(forces) != 2:
        return False
    (x, y), (left_x, left_y) = forces[0], _sum(forces)
    return bool(np.nanmax(np.hypot(left_x, left_y), initial=0.0) <= 1e-6 * np.nanmax(np.hypot(x, y), initial=0.0))


def _sum(forces: Sequence[Sequence[Floats]]) -> tuple[Floats, Floats]:
    x, y = np.sum(forces, axis=0)
    return x, y


def _slides(mech: Mechanism, element: Element, point: Point) -> bool:
    """Whether a point of an element is its slider."""
    symbol = element_symbol(mech, element)
    return symbol.slider > 0 and symbol.points[symbol.slider] == point


def _on_the_frame(mech: Mechanism, element: Element) -> bool:
    """Whether an element is a slider on a guide of the frame."""
    return element_symbol(mech, element).framed


def _pairs(result: Result, asked: Sequence[Asked]) -> list[tuple[Floats, Floats]]:
    """Of x and y in turn."""
    history = _histories(result, asked)
    return list(zip(history[::2], history[1::2], strict=True))


def _histories(result: Result, asked: Sequence[Asked]) -> list[Floats]:
    """All (nt,) in one pass."""
    return result.quantities([(word, of, ()) for word, of in asked])
