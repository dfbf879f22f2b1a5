"""The whole derivation of a position, as a document."""

from __future__ import annotations

from dataclasses import replace

from ...results.result import Result
from .body_part import write_links
from .document import Document, Text
from .force_part import write_check, write_drive, write_frame, write_internal, write_loads
from .kinematic_part import write_positions
from .motion_part import write_motion
from .notation import EQUALS, Math, line, number
from .sketch import sketch
from .standing import stand
from .writer import Writer


def derivation(result: Result, position: int, language: str = "en") -> Document:
    """Of a position, 1 is the start; raises NotDerived."""
    writer = Writer(stand(result, position), language)
    document = writer.document
    title = result.deck.title or result.deck.name
    document.title = f"{writer.word('title')}: {title}"
    units = writer.word("si" if result.deck.units else "own units")
    document.subtitle = (*_subtitle(writer, position, len(result)), f". {units}")
    document.blocks.append(replace(sketch(writer.standing.result), caption=writer.word("picture")))
    write_positions(writer)
    if not result.calculates_forces:
        document.say(writer.word("kinematics"))
        return document
    write_loads(writer)
    if writer.standing.acting:
        write_internal(writer)
        write_drive(writer)
        write_frame(writer)
        write_links(writer)
    if result.deck.is_driven and not result.deck.is_of_rest:
        write_motion(writer)
    if writer.standing.acting:
        write_check(writer)
    return document


def _subtitle(writer: Writer, position: int, all: int) -> Text:
    found: list[str | Math] = [writer.word("position", n=position, all=all)]
    if writer.standing.time:
        found += [f", {writer.word('time')} ", number(writer.standing.time)]
    for held in writer.standing.free[: writer.mech.inputs]:
        found += [", ", line(writer.held(held), EQUALS), *writer.value(held)]
    return tuple(found)
