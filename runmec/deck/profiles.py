"""Rules of `PROFILE`: a body that can be a cam, a roller that is a point of the mechanism."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .model import Deck, Profile
from .planes import plane_of


def profiles(deck: Deck) -> Iterator[Diagnostic]:
    elements = {element.number: element for element in deck.elements}
    for profile in deck.profiles:
        if profile.radius < 0:
            yield diagnostic(
                "D210",
                f"radius {profile.radius:g} of a roller",
                profile.at(5),
                help="it is above zero, or 0 for an edge",
            )
        element = elements.get(profile.element)
        if element is not None and not plane_of(deck, element.number):
            message = f"element {deck.names.element(element.number)} is a {element.kind}, which is not one body"
            yield diagnostic(
                "D216", message, profile.at(2), help="name a bar, a ternary or a beam that turns as the cam"
            )
        yield from _roller(deck, profile)


def _roller(deck: Deck, profile: Profile) -> Iterator[Diagnostic]:
    """cx and cy are the two of one point, which does not move with the cam."""
    points = set()
    for element in deck.elements:
        at = dict(zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True))
        points |= {(at[f"x{p}"], at[f"y{p}"]) for p in deck.kinds[element.kind].points}
    known = {number for point in points for number in point}
    if {profile.x, profile.y} <= known and (profile.x, profile.y) not in points:
        names = f"{deck.names.coordinate(profile.x)} and {deck.names.coordinate(profile.y)}"
        yield diagnostic(
            "D210",
            f"{names} are not the x and the y of one point",
            profile.at(3),
            help="the centre of the roller is a point of an element",
        )
