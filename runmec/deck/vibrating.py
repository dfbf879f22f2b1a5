"""What a deck lets vibrate: how many freedoms there are for `bufeig`, `bufbuck` and `MODES`."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .expression import Expression
from .item import Item
from .model import Deck, Move

#: form of a beam -> which of the numbers of its `stiff` line: EA EI, in space EA EIy EIz GJ
_MODES_OF_BEAMS = {"lenl": 0, "angp": 1, "angq": 1}
_MODES_IN_SPACE = {"lens": 0, "angpy": 1, "angqy": 1, "angpz": 2, "angqz": 2, "angt": 3}


def freedoms(deck: Deck) -> int:
    """In DYN SIM the inputs that are not given, else all prescribed parameters with `flex` or `stiff`."""
    if deck.job == "DYN SIM":
        return deck.inputs - sum(motor.model == "given" for motor in deck.motors)
    found = {flex.parameter for flex in deck.flexes if flex.flexibility > 0}
    stiffs = {stiff.element: stiff for stiff in deck.stiffs}
    for form in deck.forms:
        stiff = stiffs.get(form.element)
        modes = _MODES_IN_SPACE if stiff is not None and stiff.beyond else _MODES_OF_BEAMS
        if stiff is not None and form.parameter > 0 and form.form in modes:
            found |= {form.parameter} if (stiff.EA, stiff.EI, *stiff.beyond)[modes[form.form]] > 0 else set()
    return len(found)


def vibrations(deck: Deck) -> Iterator[Diagnostic]:
    """What is asked of vibrations exists."""
    asked: list[tuple[Item, int, int]] = [
        (store, 1, store.subject[0]) for store in deck.stores if store.word in ("bufeig", "bufbuck")
    ]
    asked += [(modes, 2, modes.count) for modes in deck.modes]
    if not asked or deck.job == "KIN ANA":
        return
    count = freedoms(deck)
    for item, at, number in asked:
        if number < 1:
            yield diagnostic("D210", f"number {number} of a vibration", item.at(at), help="they count from 1")
        elif not count:
            remedy = "let an input be free" if deck.job == "DYN SIM" else \
                "give `stiff` to beams or `flex` to parameters; in DYN SIM the free inputs vibrate"  # fmt: skip
            yield diagnostic("D210", "nothing can vibrate", item.at(0), help=remedy)
            return
        elif number > count:
            yield diagnostic("D210", f"number {number} of {count} freedom{'s' * (count != 1)}", item.at(at),
                             help="there are as many as free inputs, or parameters with `flex` or `stiff`")  # fmt: skip


def periods(deck: Deck, move: Move) -> Iterator[Diagnostic]:
    """A `tcycle` that can be periodic."""
    way, guess = move.values
    given = {motor.input: motor for motor in deck.motors if motor.model == "given"}
    if len(given) >= deck.inputs:
        yield diagnostic("D210", "no input is free: there is no periodic state to be found", move.at(0),
                         help="the motion is given; take `tstepf`")  # fmt: skip
        return
    speed = given[1].values[0] if 1 in given else guess
    if not way:
        yield diagnostic("D210", "a period over no change of input 1", move.at(2), help="a turn is (2*pi)")
    elif not isinstance(speed, Expression) and not way * speed > 0:
        yield diagnostic("D210", f"input 1 does not change by {way:g} with a velocity of {speed:g}", move.at(3),
                         help="give a guess for its velocity that leads there")  # fmt: skip
    if 1 in given:
        if given[1].values[1]:
            yield diagnostic("D210", "input 1 is accelerated: its velocity does not return", given[1].at(4),
                             help="give it a constant velocity")  # fmt: skip
        return
    moved = next((motor for motor in given.values() if any(motor.values)), None)
    if moved is not None:
        yield diagnostic("D210", "a given input moves on its own, whatever the period of input 1", moved.at(0),
                         help="make the input that is given the first one")  # fmt: skip
    items: list[tuple[Item, object]] = [(force, force.value) for force in deck.forces]
    items += [(motor, value) for motor in deck.motors for value in motor.values]
    for item, value in items:
        if isinstance(value, Expression) and any(word == "t" for word, _ in value.program):
            yield diagnostic("D210", "a force that depends on the time, in a period that is not known", item.at(2),
                             help="let it depend on the inputs, or give the motion of input 1 by `motor`")  # fmt: skip
            return
