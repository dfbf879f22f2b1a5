"""Forces on links and elements at their co-ordinates: everything that asks for one asks here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..deck.links import Half
from ..deck.turning import parts
from ..dynamics import DAMPER, FRICTION, SPRING
from ..engine.coordinate import Coordinate
from ..engine.form import Form
from ..engine.quantities import Connection, MomentOfForm, Reaction, Sigma, Total
from ..engine.quantity import Quantity
from ..model.acting import Push, own_force
from ..model.mechanism import Mechanism, Term
from .meeting import meeting

if TYPE_CHECKING:
    from ..engine.turning import Turning as Node

Numbers = tuple[int, ...]
_Z = 3  # the axis about which angles of the plane turn


def on_link(mech: Mechanism, element: int, number: int, axis: Numbers) -> Quantity:
    """By all other links and the frame, on the link of an element; of a mesh on the wheel that has the co-ordinate."""
    link = mech.link_at(element, number)
    assert link is not None, "the deck was checked"
    return by_others(mech, (mech.links.index(link), number), axis)


#: no words of STORAGE, but what joints ask for: a link by its place in `Mechanism.links`, a guide by its element, a
#: wheel by its mesh and end
ON_LINK, BY_OTHERS, IN_GUIDE, ON_TEETH = "on link", "by others", "in guide", "on teeth"
#: what the free bodies of links ask for besides
COUPLE, OF_MASS = "couple", "of mass"


def by_others(mech: Mechanism, subject: Numbers, axis: Numbers) -> Quantity:
    """Where a place is of one link alone, loads and masses there are no others: hinges are, between turning nodes."""
    k, number = subject
    if not meeting(mech).is_of_one(k, number):
        return on_whole_link(mech, subject, axis)
    if not axis:
        return Total([], [])
    hinges = [element for element in meeting(mech).turned[number] if element not in mech.links[k].elements]
    return Total([acting_on(mech, tuple(hinges), (), number, axis)], [-1.0])


def on_whole_link(mech: Mechanism, subject: Numbers, axis: Numbers) -> Quantity:
    """What acts on a link at a place, loads and masses there included."""
    k, number = subject
    link = mech.links[k]
    return acting_on(mech, link.elements, link.halves, number, axis)


def on_teeth(mech: Mechanism, element: int, end: int, number: int) -> Quantity:
    """What the rest of a wheel gives the teeth at its centre."""
    return acting_on(mech, (), (Half(element, "PQ"[end]),), number)


def in_guide(mech: Mechanism, element: int, number: int) -> Quantity:
    """What a slider does to the guide that it is held beside, friction included; no drives and springs along it."""
    c = mech.coordinates[mech.index[number]]
    held = mech.held.get(element, set())
    rubbing = {line.subject for line in mech.of(FRICTION)}
    rubbing -= {line.subject for word in (SPRING, DAMPER) for line in mech.of(word)}
    lines = [line for line in mech.lines if line.element == element]
    terms = [
        term
        for line, term in zip(lines, mech.terms[element], strict=True)
        if line.form in held or line.parameter in rubbing
    ]
    found: list[Push] = [(e, t.factor, mech.forms[t.row]) for t in terms for e in t.form.entries if e.of is c]
    return Connection(c, [e for e, _, _ in found], [f for _, f, _ in found], [p for _, _, p in found], [])


def of_mass(mech: Mechanism, subject: Numbers, axis: Numbers) -> Quantity:
    """What the mass of an element takes at a co-ordinate, weight included."""
    element, number = subject
    if axis:
        from ..engine.vectors import ConnectionMoment

        return ConnectionMoment(
            turning(mech, number), axis[0] - 1, [_of_mass(mech, element, part) for part in parts(number)]
        )
    return _of_mass(mech, element, number)


def _of_mass(mech: Mechanism, element: int, number: int) -> Connection:
    return Connection(mech.coordinates[mech.index[number]], [], [], [], mech.masses.get(element, []))


def couple_on(mech: Mechanism, k: int, element: int, axis: int) -> Quantity:
    """Of what turns an element of a link, about an axis of space: drives, springs on angles, cams that follow them."""
    found: list[Quantity] = []
    signs: list[float] = []
    kind = mech.kind_of(mech.elements[element])
    lines = [line for line in mech.lines if line.element == element]
    if axis == _Z:
        for line, term in zip(lines, mech.terms.get(element, ()), strict=True):
            if kind.forms[line.form].absolute:
                found.append(Sigma(mech.forms[term.row]))
                signs.append(-term.factor)
        for term in mech.shares.get(element, ()):
            found.append(MomentOfForm(term.form.entries, _levers(mech, element, term.form), mech.forms[term.row]))
            signs.append(-term.factor)
    if mech.is_spatial and element == mech.links[k].elements[0]:
        for driven in mech.terms:
            about = _about(mech, driven)
            if about is not None and _has_base(mech, driven):
                sign = (driven in mech.links[k].elements) - _stand_on(mech, driven, mech.links[k].elements)
                found.append(_axis_moment(mech, about, axis))
                signs.append(-float(sign))
    return Total(found, signs)


def _levers(mech: Mechanism, element: int, form: Form) -> list[Coordinate | None]:
    """Of every entry in the plane: the y of an x, the x of a y, nothing of an angle."""
    beside: dict[int, Coordinate] = {}
    for x, y, *_ in mech.points(mech.elements[element]).values():
        beside |= {x: mech.coordinates[y], y: mech.coordinates[x]}
    return [beside.get(entry.of.at) for entry in form.entries]


def _axis_moment(mech: Mechanism, about: tuple[list[tuple[int, ...]], Term], axis: int) -> Quantity:
    from ..engine.turning import Point
    from ..engine.vectors import AxisMoment

    points, term = about
    P, Q = (Point([mech.coordinates[at] for at in point]) for point in points[:2])
    return AxisMoment(P, Q, axis - 1, term.factor, mech.forms[term.row])


def on_element(mech: Mechanism, element: int, number: int, axis: Numbers) -> Quantity:
    """On an element alone."""
    if mech.has_teeth(mech.elements[element]):
        return acting_on(mech, (), (Half(element, "P"), Half(element, "Q")), number, axis)
    return acting_on(mech, (element,), (), number, axis)


def acting_on(mech: Mechanism, elements: Numbers, halves: Sequence[Half], number: int, axis: Numbers = ()) -> Quantity:
    """A force at a co-ordinate; at a turning node the moment about an axis."""
    if not axis:
        return _at_coordinate(mech, elements, halves, number)
    from ..engine.vectors import ConnectionMoment

    return ConnectionMoment(
        turning(mech, number), axis[0] - 1, [own_force(mech, elements, halves, n) for n in parts(number)]
    )


def of_the_frame(mech: Mechanism, number: int) -> Quantity:
    """At a fixed co-ordinate (8.8)."""
    reaction = Reaction(mech.coordinates[mech.index[number]])
    if not mech.is_spatial:
        return reaction
    moved = [part for element in mech.terms for part in _couples(mech, element, number) if _on_frame(mech, element)]
    return Total([reaction, *moved], [1.0] * (1 + len(moved))) if moved else reaction


def turning(mech: Mechanism, node: int) -> Node:
    from ..engine.turning import Turning as Node

    return Node([mech.coordinates[mech.index[number]] for number in parts(node)])


def _at_coordinate(mech: Mechanism, elements: Numbers, halves: Sequence[Half], number: int) -> Quantity:
    own = own_force(mech, elements, halves, number)
    if not mech.is_spatial:  # angles about axes of points are those of space
        return own
    moved = [part for element in elements if _has_base(mech, element) for part in _couples(mech, element, number)]
    taken = [
        part for element in mech.terms if _stand_on(mech, element, elements) for part in _couples(mech, element, number)
    ]
    signs = [*[1.0] * (1 + len(moved)), *[-1.0] * len(taken)]
    moved += taken
    return Total([own, *moved], signs) if moved else own


# ---- moments about axes of points


def _couples(mech: Mechanism, element: int, number: int) -> list[Quantity]:
    """What is felt on an axis instead of at the point from which the angle about it is counted.

    A drive about an axis is a couple of the body that has both: its force at that point is only how it is written.
    """
    about = _about(mech, element)
    if about is None:
        return []
    from ..engine.turning import Point
    from ..engine.vectors import OnAxis

    points, term = about
    places = [Point([mech.coordinates[at] for at in point]) for point in points]
    found: list[Quantity] = []
    for end, point in enumerate(points):
        for axis, at in enumerate(point):
            if at == mech.index[number]:
                start = mech.coordinates[points[2][axis]]
                entry = next(entry for entry in term.form.entries if entry.of is start)
                found.append(OnAxis(places, end, entry, term.factor, mech.forms[term.row]))
    return found


def _about(mech: Mechanism, element: int) -> tuple[list[tuple[int, ...]], Term] | None:
    """Axis and point of an element whose angle is used, and that angle."""
    kind = mech.kind_of(mech.elements[element])
    if not any(measure.about for measure in kind.forms.values()):
        return None
    lines = [line for line in mech.lines if line.element == element]
    for line, term in zip(lines, mech.terms.get(element, ()), strict=True):
        about = kind.forms[line.form].about
        if about:
            points = mech.points(mech.elements[element])
            return [points[name] for name in about], term
    return None


def _on_frame(mech: Mechanism, element: int) -> bool:
    about = _about(mech, element)
    return about is not None and not any(mech.coordinates[at].moving for point in about[0] for at in point)


def _has_base(mech: Mechanism, element: int) -> bool:
    """Whether one body has both, so that the angle is one against it."""
    return _on_frame(mech, element) or any(_stand_on(mech, element, link.elements) for link in mech.links)


def _stand_on(mech: Mechanism, element: int, elements: Numbers) -> bool:
    """Whether the axis of an element, and the point beside it, belong to the link of others."""
    about = _about(mech, element)
    if about is None or element in elements:
        return False
    named = {tuple(mech.numbers[at] for at in point) for point in about[0]}
    return any(link.elements == elements and named <= link.nodes for link in mech.links)
