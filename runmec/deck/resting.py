"""Rules of STA ANA: what is held exists, what is given moves nothing, and what only acts in motion is told."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..dynamics import DAMPER, FORCE, FRICTION, GRAVITY, HELD, MOMENT, MOTOR, STEADY
from ..dynamics.motor import GIVEN
from ..messages import diagnostic
from .known import Known, does_not_exist
from .model import Deck

_OF_REST = ("load", "follow")  # moves


def rest_is_possible(known: Known) -> Iterator[Diagnostic]:
    deck = known.deck
    yield from _held(known)
    if not deck.is_of_rest:
        yield from _of_no_use(deck)
        return
    for motor in deck.of(MOTOR):
        if motor.choice == GIVEN.word:
            yield diagnostic(
                "D217",
                "`motor … given` is not for STA ANA: nothing moves there",
                motor.at(2),
                help="hold the input by `held`, and lead it by `stepe`",
            )
        elif motor.subject in deck.held_inputs:
            name = known.called("input", motor.subject)
            yield diagnostic(
                "D251",
                f"the motor of input {name} does nothing: the input is held",
                motor.at(0),
                help="remove the motor, or the input from `held`",
            )
    for line in (*deck.of(DAMPER), *deck.of(FRICTION)):
        yield diagnostic("D251", f"`{line.word}` does not act at rest", line.at(0))
    yield from _steady(deck)
    yield from _followed(known)


def _followed(known: Known) -> Iterator[Diagnostic]:
    """What a path leads towards is there, and can change; the input that leads it is held."""
    deck = known.deck
    fixed = {c.number for c in deck.fixed}
    for move in deck.moves:
        if move.word != "follow":
            continue
        kind = "coordinate" if move.of == "x" else "parameter"
        if known.missing(kind, move.subject):
            yield does_not_exist(known, kind, move.subject, move.at(2))
        elif move.of == "x" and move.subject in fixed:
            yield diagnostic(
                "D210",
                f"co-ordinate {known.called(kind, move.subject)} is fixed: it never changes",
                move.at(2),
                help="follow one that moves",
            )
        if not move.values[0]:
            yield diagnostic("D210", "a path over no change", move.at(3), help="it ends where p has changed by d")
        if move.lead and known.missing("input", move.lead):
            yield does_not_exist(known, "input", move.lead, move.at(4))
        elif move.lead and move.lead not in deck.held_inputs and "held" not in known.damage.words:
            name = known.called("input", move.lead)
            yield diagnostic(
                "D322",
                f"input {name} finds its rest by itself",
                move.at(4),
                help=f"`held {name}` in DYNAMICS lets it lead",
            )


def _held(known: Known) -> Iterator[Diagnostic]:
    told: set[int] = set()
    for line in known.deck.of(HELD):
        for at, number in enumerate((line.subject, *line.others), start=1):
            if at > 1 and known.missing("input", number):
                yield does_not_exist(known, "input", number, line.at(at))
            elif number in told:
                yield diagnostic("D206", f"input {known.called('input', number)} is held twice", line.at(at))
            told.add(number)


def _of_no_use(deck: Deck) -> Iterator[Diagnostic]:
    for line in (*deck.of(HELD), *deck.of(STEADY)):
        yield diagnostic(
            "D251", f"`{line.word}` has no effect in {deck.job}", line.at(0), help="begin the deck with `STA ANA`"
        )


def _steady(deck: Deck) -> Iterator[Diagnostic]:
    forced = {line.subject for line in (*deck.of(FORCE), *deck.of(MOMENT))}
    points = {number: point for point in deck.names.points for number in point}
    for line in deck.of(STEADY):
        beside = points.get(line.subject, (line.subject,))
        if line.choice and not deck.of(GRAVITY):
            yield diagnostic("D321", "there is no weight that could be steady: the deck has no `gravity`", line.at(1))
        elif not line.choice and forced.isdisjoint(beside) and line.subject == beside[0]:
            name = deck.names.coordinate(line.subject)
            yield diagnostic(
                "D321",
                f"no `force` or `moment` acts on {name}",
                line.at(1),
                help="`steady` names what a load acts on, or `weight`",
            )


def moves_fit_the_job(deck: Deck) -> Iterator[Diagnostic]:
    for move in deck.moves:
        if move.word in ("tstepf", "tcycle") and deck.job != "DYN SIM":
            remedy = "begin the deck with `DYN SIM`, or " + (
                "lead held inputs by `stepe`" if deck.is_of_rest else "give the motion by `tstepe`"
            )
            yield diagnostic("D217", f"`{move.word}` is not for {deck.job}", move.at(0), help=remedy)
        elif move.word in _OF_REST and not deck.is_of_rest:
            yield diagnostic(
                "D217", f"`{move.word}` is not for {deck.job}", move.at(0), help="begin the deck with `STA ANA`"
            )
        elif move.word in ("tstepe", "tmove") and deck.is_of_rest:
            yield diagnostic(
                "D217",
                f"`{move.word}` is not for STA ANA: time stands still at rest",
                move.at(0),
                help="lead held inputs by `stepe`, or the load factor by `load`",
            )
