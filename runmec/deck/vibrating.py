"""What a deck lets vibrate: how many freedoms there are for `bufeig`, `bufbuck` and `MODES`."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .model import Deck

_MODES_OF_BEAMS = {"lenl": "EA", "angp": "EI", "angq": "EI"}


def freedoms(deck: Deck) -> int:
    """In DYN SIM the inputs that are not given, else all prescribed parameters with `flex` or `stiff`."""
    if deck.job == "DYN SIM":
        return deck.inputs - sum(motor.model == "given" for motor in deck.motors)
    found = {flex.parameter for flex in deck.flexes if flex.flexibility > 0}
    stiffs = {stiff.element: stiff for stiff in deck.stiffs}
    for form in deck.forms:
        stiff = stiffs.get(form.element)
        if stiff is not None and form.parameter > 0 and form.form in _MODES_OF_BEAMS:
            found |= {form.parameter} if getattr(stiff, _MODES_OF_BEAMS[form.form]) > 0 else set()
    return len(found)


def vibrations(deck: Deck) -> Iterator[Diagnostic]:
    """What is asked of vibrations exists."""
    asked = [(store, 1, store.subject[0]) for store in deck.stores if store.word in ("bufeig", "bufbuck")]
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
