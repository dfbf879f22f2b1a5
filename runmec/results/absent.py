"""What is left out where numpy is not installed, as in a page that brings its own Python: told with the results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ..deck.model import Deck
from ..diagnostics import Diagnostic
from ..messages import diagnostic


@cache
def has_numpy() -> bool:
    """Asked only where something needs it."""
    try:
        import numpy
    except ModuleNotFoundError:
        return False
    return bool(numpy)


def absent_findings(deck: Deck) -> Iterator[Diagnostic]:
    """Vibrations and profiles of cams need matrices and complex numbers of numpy; all else is there."""
    asked = [
        ("natural frequencies and load factors", [store for store in deck.stores if store.kind.of_vibrations]),
        ("modes of vibration", deck.modes),
        ("profiles of cams", deck.profiles),
    ]
    for what, items in asked:
        if items and not has_numpy():
            yield diagnostic(
                "R461",
                f"{what} are left out: they need numpy, which is not here",
                items[0].at(0),
                label="all the rest is calculated",
                help="runmec as an installed program shows them",
            )
