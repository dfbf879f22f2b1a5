"""A deck that starts where its last row rests: co-ordinates, inputs, and what is measured there without deformation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, hypot
from typing import TYPE_CHECKING

from ..deck.model import Deck, TurnLine
from ..deck.turning import parts
from ..diagnostics import Diagnostic, Span
from .building import insert_line
from .places import Edit, applied

if TYPE_CHECKING:
    from ..results.result import Result


@dataclass(frozen=True)
class AtRest:
    text: str
    warnings: tuple[Diagnostic, ...] = ()


def unwritable(deck: Deck) -> Diagnostic | None:
    """Why a rest of the deck cannot be written as a start."""
    from ..messages import diagnostic

    if not deck.is_of_rest:
        return diagnostic(
            "R435",
            f"the job is {deck.job}, which looks for no rest",
            deck.job_place,
            help="begin the deck with `STA ANA`",
        )
    for element in deck.elements:
        kind = deck.kinds[element.kind]
        if kind.is_spatial and kind.data is not None:
            name = deck.names.element(element.number)
            return diagnostic(
                "R435",
                f"element {name} is a {element.kind}, which counts from where it starts",
                element.at(1),
                help="what it measures at rest would be lost",
            )
    return None


def at_rest(text: str, result: Result) -> AtRest:
    """The deck of a result with another start; all else is as it was written."""
    deck, mech = result.deck, result.mechanism
    x = {number: float(result.positions.x[at, -1]) for number, at in mech.index.items()}
    edits = [
        Edit(_value(item.places), repr(x[item.number]))
        for item in deck.moving
        if not any(item.number in parts(turn.node) for turn in deck.turns)
    ]
    edits += [edit for turn in deck.turns if not turn.fixed for edit in _turned(turn, x)]
    given = {para.parameter: para for para in deck.paras}
    from_start = {term.row for terms in mech.terms.values() for term in terms if term.form.counts_from_start}
    missing = []
    for row in range(mech.prescribed):
        number, at = mech.parameters[row], row - mech.m.start
        if at >= 0:
            value = float(result.positions.inputs[at, -1])
            if number in given:
                edits.append(Edit(_value(given[number].places), repr(value)))
        else:
            value = mech.undeformed[row]
        if number not in given and row not in from_start:
            missing.append(f"para {deck.names.parameter(number)} {value!r}")
    new = applied(text, edits)
    for line in missing:
        new = insert_line(new, "GEOMETRY", line, ("para",))
    return AtRest(new, tuple(_elastic_inputs(result)))


def _value(places: tuple[Span, ...]) -> Span:
    """Of a co-ordinate or a parameter: behind the item word and what it is about."""
    return places[2] if len(places) > 2 else places[-1]


def _turned(turn: TurnLine, x: dict[int, float]) -> Iterator[Edit]:
    """The axis and the angle of an orientation, in the place of those that were there."""
    a, *v = (x[number] for number in parts(turn.node))
    size = hypot(*v)
    axis = [part / size for part in v] if size > 0.0 else [1.0, 0.0, 0.0]
    words = " ".join(repr(value) for value in (*axis, 2.0 * atan2(size, a)))
    name = turn.places[1]
    yield Edit(name._replace(column=name.column + name.width, width=0), f" {words}")
    for place in turn.places[2:]:
        yield Edit(place, "")


def _elastic_inputs(result: Result) -> Iterator[Diagnostic]:
    from ..messages import diagnostic

    mech, deck = result.mechanism, result.deck
    for row in sorted(mech.yielding):
        i = row - mech.m.start
        if i >= 0 and i not in mech.driven and i not in mech.held_inputs:
            said = f"input {deck.names.input(i + 1)} is elastic: it starts where it rests, but without its stress"
            yield diagnostic(
                "R434", said, deck.job_place, help="make it a form of an `elastic` element, whose `para` is its rest"
            )
