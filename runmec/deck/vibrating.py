"""What a deck lets vibrate: how many freedoms there are for `bufeig`, `bufbuck` and `MODES`."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..dynamics import SAMPLE, STATE
from ..messages import diagnostic
from .expression import Expression
from .independent import elastic_parameters
from .item import Item
from .model import Deck, Move, Store


def freedoms(deck: Deck) -> int:
    """Where motors drive: what is elastic, and inputs neither given nor held; else all parameters that yield."""
    yields = deck.elastic if deck.is_driven else elastic_parameters(deck)
    own = len([number for number in yields if number not in deck.structure.surplus])
    inputs = deck.inputs - len({*deck.given_inputs, *deck.held_inputs})
    return own + (inputs if deck.is_driven else 0)


def vibrations(deck: Deck) -> Iterator[Diagnostic]:
    """What is asked of vibrations exists."""
    asked: list[tuple[Item, int, int]] = [
        (store, 1, store.subject[0])
        for store in deck.stores
        if store.kind.of_vibrations and not store.kind.is_open_ended
    ]
    asked += [(modes, 2, modes.count) for modes in deck.modes]
    if not asked or deck.job == "KIN ANA":
        return
    count = freedoms(deck)
    for item, at, number in asked:
        if number < 1:
            yield diagnostic("D210", f"number {number} of a vibration", item.at(at), help="they count from 1")
        elif not count:
            remedy = (
                "let an input be free"
                if deck.is_driven
                else "give `stiff` to beams or `flex` to parameters; in DYN SIM the free inputs vibrate"
            )
            yield diagnostic("D210", "nothing can vibrate", item.at(0), help=remedy)
            return
        elif number > count and not (deck.of(STATE) and isinstance(item, Store)):  # states may vibrate too
            yield diagnostic(
                "D210",
                f"number {number} of {count} freedom{'s' * (count != 1)}",
                item.at(at),
                help="there are as many as free inputs, or parameters with `flex` or `stiff`",
            )


def _samples(deck: Deck, move: Move, period: float) -> Iterator[Diagnostic]:
    """The period must hold a whole number of every sampling time."""
    for line in deck.of(SAMPLE):
        every = line.numbers[0]
        if not period:
            yield diagnostic(
                "D210",
                "samples at fixed times, in a period that is not known",
                move.at(0),
                help="give the motion of input 1 by `motor i given v a`",
            )
            return
        if every > 0 and abs(period / every - round(period / every)) > 1e-9 * period / every:
            yield diagnostic(
                "D210",
                f"the period {period:g} is no multiple of the sampling time {every:g}",
                line.at(1),
                help="sample it a whole number of times in a period",
            )
            return


def periods(deck: Deck, move: Move) -> Iterator[Diagnostic]:
    """A `tcycle` that can be periodic."""
    way, guess = move.values
    given = deck.given_inputs
    if len(given) >= deck.inputs:
        yield diagnostic(
            "D210",
            "no input is free: there is no periodic state to be found",
            move.at(0),
            help="the motion is given; take `tstepf`",
        )
        return
    speed = given[1].numbers[0] if 1 in given else guess
    if not way:
        yield diagnostic("D210", "a period over no change of input 1", move.at(2), help="a turn is (2*pi)")
    elif not way * speed > 0:
        yield diagnostic(
            "D210",
            f"input 1 does not change by {way:g} with a velocity of {speed:g}",
            move.at(3),
            help="give a guess for its velocity that leads there",
        )
    yield from _samples(deck, move, abs(way / speed) if 1 in given and speed else 0.0)
    if 1 in given:
        if given[1].numbers[1]:
            yield diagnostic(
                "D210",
                "input 1 is accelerated: its velocity does not return",
                given[1].at(4),
                help="give it a constant velocity",
            )
        return
    moved = next((motor for motor in given.values() if any(motor.values)), None)
    if moved is not None:
        yield diagnostic(
            "D210",
            "a given input moves on its own, whatever the period of input 1",
            moved.at(0),
            help="make the input that is given the first one",
        )
    for item, value in ((line, value) for line in deck.dynamics for value in line.values):
        if isinstance(value, Expression) and any(word == "t" for word, _ in value.program):
            yield diagnostic(
                "D210",
                "a force that depends on the time, in a period that is not known",
                item.at(2),
                help="let it depend on the inputs, or give the motion of input 1 by `motor`",
            )
            return
