"""One link by itself: all forces and moments on it in one position, where they act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import copysign, cos, hypot, sin

from ..deck.links import Link
from ..deck.rigid import Place
from ..dynamics import FORCE, INERTIA, MOMENT
from ..model.mechanism import Mechanism
from .asking import Asked
from .joints import joints, link_name, place_name
from .on_links import COUPLE, OF_MASS, ON_LINK
from .result import Result

Vector = tuple[float, ...]
_Z = 3
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Acting:
    """A force at a place, or, without one, a moment (about z, or about x y z)."""

    name: str
    at: Vector
    force: Vector


@dataclass(frozen=True)
class LinkAlone:
    name: str
    points: dict[str, Vector]
    acting: tuple[Acting, ...]


def alone(result: Result, element: int, position: int) -> LinkAlone:
    """The link of an element in a position, 1 is the start; of a mesh the wheel at its P."""
    mech, row = result.mechanism, position - 1
    link = mech.link_at(element, mech.elements[element].coordinates[0])
    assert link is not None, "the deck was checked"
    x = [result.positions.place(at)[row] for at in range(len(mech.coordinates))]

    def where(place: tuple[int, ...]) -> Vector:
        return tuple(x[mech.index[number]] for number in place)

    points = {place_name(mech, node): where(node) for node in sorted(link.nodes) if len(node) > 1}
    name = link_name(mech, link)
    own = [joint for joint in joints(mech) if joint.of is link or (joint.has_teeth and joint.link == name)]
    result.columns(
        [*(asked for joint in own for component in joint.components for _, asked in component), *_asked(mech, link)]
    )
    found: list[Acting] = []
    told: dict[Place, list[Vector]] = {}
    for joint in own:
        force = tuple(
            sum(sign * result.columns([asked])[0][row] for sign, asked in component) for component in joint.components
        )
        at = _contact(mech, joint.name, where) if joint.has_teeth else where(joint.at)
        found.append(Acting(f"{joint.name}, {joint.partner}", at if joint.is_force else (), force))
        if not joint.has_teeth:
            told.setdefault(joint.at, []).append(force)
    if any(mech.coordinates[mech.index[number]].moving for node in link.nodes for number in node):
        found += _besides(result, link, row, told)
        found += _couples(result, link, row)
    else:
        found += _on_blocks(mech, told, where)
    found += _masses(result, link, row, where)
    return LinkAlone(name, points, tuple(found))


def _asked(mech: Mechanism, link: Link) -> Iterator[Asked]:
    """What couples and masses ask for, so that all is read in one pass."""
    k = mech.links.index(link)
    yield from ((ON_LINK, (k, number), ()) for node in link.nodes if len(node) > 1 for number in node)
    for element in link.elements:
        for axis in (1, 2, 3) if mech.is_spatial else (_Z,):
            yield COUPLE, (k, element), (axis,)
        if element in mech.masses:
            for place in mech.places_of(mech.elements[element]).values():
                if len(place) > 1 or not mech.is_spatial:
                    yield from ((OF_MASS, (element, number), ()) for number in place)


def _contact(mech: Mechanism, mesh: str, where: Callable[[tuple[int, ...]], Vector]) -> Vector:
    """The pitch point of two wheels; of a rack the point of the pitch circle that is nearest to it."""
    element = next(one for one in mech.elements.values() if mech.names.element(one.number) == mesh)
    places, (r1, *others, _) = mech.places_of(element), mech.data_of(element)
    P, Q = where(places["P"]), where(places["Q"])
    if not others:
        (lean,) = where(places["bQ"])
        across = (-sin(lean), cos(lean))
        side = sum((p - q) * n for p, q, n in zip(P, Q, across, strict=False))
        return tuple(p - copysign(r1, side) * n for p, n in zip(P, across, strict=False))
    part = r1 / (r1 + others[0])
    return tuple(p + part * (q - p) for p, q in zip(P, Q, strict=True))


def _besides(result: Result, link: Link, row: int, told: dict[Place, list[Vector]]) -> Iterator[Acting]:
    """What joints do not tell: loads and masses where no other link is, springs and drives along guides."""
    mech = result.mechanism
    k, turns = mech.links.index(link), {turn.node for turn in mech.turns}
    used = set(mech.coordinates_of(link))
    numbers = [*link.elements, *(half.element for half in link.halves)]
    places = dict.fromkeys(place for n in numbers for place in mech.places_of(mech.elements[n]).values())
    done: set[int] = set()
    for place in places:
        if not used.issuperset(place):
            continue
        axes = [(1,), (2,), (3,)] if place[0] in turns else [()]
        asked = [(ON_LINK, (k, number), axis) for number in place for axis in axes]
        whole = [
            0.0 if one[1][1] in done else column[row] for one, column in zip(asked, result.columns(asked), strict=True)
        ]
        done |= set(place)
        known = [sum(part) for part in zip(*told.get(place, []), strict=True)] or [0.0] * len(whole)
        left = tuple(one - other for one, other in zip(whole, known, strict=True))
        if max(map(abs, left)) > _ROUNDING * max(map(abs, (*whole, *known))):
            at = tuple(result.positions.place(mech.index[n])[row] for n in place) if len(place) > 1 else ()
            yield Acting(_called(mech, place), at, left)


def _on_blocks(
    mech: Mechanism, told: dict[Place, list[Vector]], where: Callable[[tuple[int, ...]], Vector]
) -> Iterator[Acting]:
    """Of a rail of the frame it is the blocks that are shown: loads and masses at them balance their joints."""
    for place, known in told.items():
        left = tuple(-sum(part) for part in zip(*known, strict=True))
        if max(map(abs, left)) > _ROUNDING * max(abs(part) for one in known for part in one):
            yield Acting(_called(mech, place), where(place), left)


def _called(mech: Mechanism, place: Place) -> str:
    """By the lines that act there: `force E, inertia E`."""
    name = place_name(mech, place)
    words = [word.word for word in (FORCE, MOMENT, INERTIA) if any(line.subject in place for line in mech.of(word))]
    return ", ".join(f"{word} {name}" for word in words) or f"what is on {name}"


def _couples(result: Result, link: Link, row: int) -> list[Acting]:
    """Drives, springs on angles."""
    mech = result.mechanism
    k = mech.links.index(link)
    axes = (1, 2, 3) if mech.is_spatial else (_Z,)
    found = []
    for element in link.elements:
        columns = result.columns([(COUPLE, (k, element), (axis,)) for axis in axes])
        moment = tuple(column[row] for column in columns)
        found.append(Acting("drive", (), moment))
    return found


def _masses(result: Result, link: Link, row: int, where: Callable[[tuple[int, ...]], Vector]) -> list[Acting]:
    """Weight and inertia of every element, as one force on its line of action and the couple that is left."""
    mech, found = result.mechanism, []
    for element in link.elements:
        if element not in mech.masses:
            continue
        places = mech.places_of(mech.elements[element])
        points = list(dict.fromkeys(place for place in places.values() if len(place) > 1))
        forces = []
        for place in points:
            columns = result.columns([(OF_MASS, (element, number), ()) for number in place])
            forces.append(tuple(-column[row] for column in columns))
        total = tuple(sum(parts) for parts in zip(*forces, strict=True))
        if len(total) > 2:
            found += [Acting("weight, inertia", where(p), f) for p, f in zip(points, forces, strict=True)]
            for node in (place[0] for place in places.values() if len(place) == 1):
                columns = result.columns([(OF_MASS, (element, node), (axis,)) for axis in (1, 2, 3)])
                found.append(Acting("inertia", (), tuple(-column[row] for column in columns)))
            continue
        about = where(points[0])
        turn = sum(
            (where(p)[0] - about[0]) * f[1] - (where(p)[1] - about[1]) * f[0]
            for p, f in zip(points, forces, strict=True)
        )
        turn -= sum(
            result.columns([(OF_MASS, (element, place[0]), ())])[0][row] for place in places.values() if len(place) == 1
        )
        squared = total[0] ** 2 + total[1] ** 2
        far = abs(turn) / hypot(*total) if squared > 0.0 else 0.0
        if squared > 0.0 and far <= mech.size:
            x, y = about[0] + turn * total[1] / squared, about[1] - turn * total[0] / squared
            middle = [sum(where(place)[axis] for place in points) / len(points) for axis in (0, 1)]
            along = ((middle[0] - x) * total[0] + (middle[1] - y) * total[1]) / squared
            at = (x + along * total[0], y + along * total[1])  # on its line, beside the middle of the element
            found.append(Acting("weight, inertia", at, total))
        else:
            found += [Acting("weight, inertia", about, total), Acting("inertia", (), (turn,))]
    return found
