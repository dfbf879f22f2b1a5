"""What a deck asks for, counted before anything is built from it: numbers to hold, pictures to draw."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..memory import free
from ..messages import diagnostic
from .model import Deck, Picture

SHARE = 0.7  # of the memory that is free
_A_NUMBER = 24  # bytes: as calculated, as an array, copied where it is looked at
_A_STORED_NUMBER = 100  # bytes: besides as an object, as text, and in the file of them all

#: all that is drawn, in elements of a mechanism: as long as one of them takes (about 2 ms), so long take …
DRAWN_AT_MOST = 6000
_A_PICTURE, _A_CURVE, _A_POLYGON, _A_CENTRODE, _A_FILM, _A_PROFILE, _A_MODE = 50, 30, 90, 25, 100, 100, 100


def bytes_needed(deck: Deck) -> int:
    """To hold all rows of a motion and what is stored of them."""
    a_row = len(deck.fixed) + len(deck.moving) + len(deck.forms) + 3 * deck.inputs
    return (_A_NUMBER * a_row + _A_STORED_NUMBER * len(deck.stores)) * deck.positions


def work_fits_the_machine(deck: Deck) -> Iterator[Diagnostic]:
    needed, there = bytes_needed(deck), free()
    if deck.moves and needed > SHARE * there:
        longest = max(deck.moves, key=lambda move: move.steps)
        kept = f"{len(deck.fixed) + len(deck.moving)} co-ordinates and {len(deck.stores)} stored numbers"
        yield diagnostic(
            "D211",
            f"{deck.positions} positions with {kept} take {as_size(needed)} of memory; {as_size(there)} are free",
            longest.at(1),
            label=f"{as_size(needed / deck.positions)} a position",
            help="take fewer steps: pictures and tables need some hundreds",
        )


def as_size(count: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if count < 1000.0:
            return f"{count:.3g} {unit}"
        count /= 1000.0
    return f"{count:.3g} TB"


def pictures_can_be_drawn(deck: Deck) -> Iterator[Diagnostic]:
    """Each takes its time; nobody can see thousands."""
    shares = [(_drawn(picture, len(deck.elements)), picture.at(0)) for picture in deck.pictures]
    shares += [(_A_FILM, film.at(0)) for film in deck.films]
    shares += [(_A_PROFILE, profile.at(0)) for profile in deck.profiles]
    shares += [(_A_MODE * modes.count, modes.at(0)) for modes in deck.modes]
    total = sum(share for share, _ in shares)
    if total > DRAWN_AT_MOST:
        most, place = max(shares, key=lambda share: share[0])
        asked = f"{len(deck.pictures)} pictures and {len(shares) - len(deck.pictures)} films, profiles and modes"
        told = f"{asked} take as long to draw as {total} elements; {DRAWN_AT_MOST} are the most"
        yield diagnostic(
            "D226",
            told,
            place,
            label=f"the largest of them, as long as {most} elements",
            help="draw fewer positions, curves or pictures",
        )


def _drawn(picture: Picture, elements: int) -> int:
    positions = {position for drawing in picture.drawings for position in drawing.positions}
    return (
        _A_PICTURE
        + elements * len(positions)
        + _A_CURVE * len(picture.curves)
        + _A_POLYGON * (len(picture.polygons) + len(picture.bodies))
        + _A_CENTRODE * len(picture.centrodes)
    )
