"""Links as free bodies: all forces and moments on each, whose sums are zero."""

from __future__ import annotations

from ...deck.links import Link
from ...results.alone import Acting, LinkAlone, alone
from ...results.joints import FRAME
from .document import Text
from .free_body_picture import free_bodies
from .notation import Identifier, Math, Script, Word, number
from .writer import Writer

_NOTHING = 1e-10  # of the largest that acts on the link


def write_links(writer: Writer) -> None:
    mech, result = writer.mech, writer.standing.result
    bodies = [alone(result, link.elements[0], 1) for link in free_links(writer)]
    shown = [body for body in bodies if any(any(one.force) for one in body.acting)]
    if not shown:
        return
    writer.document.heading(writer.word("links"))
    writer.document.say(writer.word("links say"))
    drawn = free_bodies(shown, result.deck.units)
    if drawn is not None:
        writer.document.blocks.append(drawn)
    axes = "xyz" if mech.is_spatial else "xy"
    heads: list[Math] = [Script(Identifier("F"), Word(axis)) for axis in axes]
    heads += [Script(Identifier("M"), Word(axis)) for axis in axes] if mech.is_spatial else [Identifier("M")]
    for body in shown:
        _table(writer, body, heads, 3 if mech.is_spatial else 2)


def free_links(writer: Writer) -> list[Link]:
    """Those with elements that are not the frame."""
    mech = writer.mech
    numbers = {link: [number for node in link.nodes for number in node if number in mech.index] for link in mech.links}
    moves = {link: any(mech.coordinates[mech.index[number]].moving for number in own) for link, own in numbers.items()}
    return [link for link in mech.links if link.elements and moves[link]]


def _table(writer: Writer, body: LinkAlone, heads: list[Math], axes: int) -> None:
    about = next(iter(body.points.values()), (0.0,) * axes)
    rows: list[tuple[str, list[float]]] = []
    for one in body.acting:
        numbers = [*one.force[:axes], *_moment(one, about)] if one.at else [0.0] * axes + list(one.force)
        rows.append((one.name, numbers))
    forces = max((abs(part) for _, numbers in rows for part in numbers[:axes]), default=0.0)
    moments = max((abs(part) for _, numbers in rows for part in numbers[axes:]), default=0.0)
    moments = max(moments, 1e-3 * forces * writer.mech.size)
    beside = [forces] * axes + [moments] * (len(heads) - axes)
    kept = [
        (name, numbers)
        for name, numbers in rows
        if any(abs(part) > _NOTHING * most for part, most in zip(numbers, beside, strict=True))
    ]
    if not kept:
        return
    total = [sum(column) for column in zip(*(numbers for _, numbers in kept), strict=True)]
    cells: list[list[str | Math | Text]] = [
        [_said(writer, name), *map(number, numbers, beside)] for name, numbers in kept
    ]
    head: list[str | Math | Text] = [writer.words["link"].format(body.name), *heads]
    rounded = [number(part if abs(part) > 1e-8 * most else 0.0) for part, most in zip(total, beside, strict=True)]
    writer.table(head, cells, [writer.word("sum"), *rounded])


def _moment(one: Acting, about: tuple[float, ...]) -> list[float]:
    r = [a - b for a, b in zip(one.at, about, strict=False)]
    if len(r) == 2:
        return [r[0] * one.force[1] - r[1] * one.force[0]]
    f = one.force
    return [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]]


def _said(writer: Writer, name: str) -> str:
    words = writer.words
    if name == "drive":
        return words["drive of"]
    if name in ("weight, inertia", "inertia"):
        return words[name].format("").strip()
    if name.startswith("what is on "):
        return words["what is on"].format(name.removeprefix("what is on "))
    joint, _, partners = name.partition(", ")
    by = [
        words["the frame"]
        if one == FRAME
        else words["slider"]
        if one == joint
        else words["element of"].format(one)
        if one.isdigit()
        else one
        for one in partners.split("+")
    ]
    return words["at"].format(joint, " + ".join(by))
