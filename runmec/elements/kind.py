"""What the program has to know of an element type: facts in one object, formulas as classes of form parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..engine.coordinate import Coordinate
from ..engine.form import Form
from ..engine.mass import Mass
from ..symbols.display import Symbol
from ..symbols.standard import bar
from ..symbols.use import Use


def plain_bar(use: Use) -> Symbol:
    """A line through the first two points."""
    points = list(use.points.values())
    return bar(points[0], points[1] if len(points) > 1 else points[0])


@dataclass(frozen=True)
class Measure:
    """A form parameter of an element type.

    `needs` are the co-ordinates that it depends on, by name; `make` takes them in this order. `absolute`: it changes
    when everything turns, so that its σ is a couple from outside. `winds`: an angle that is known but for whole turns.
    """

    meaning: str
    needs: tuple[str, ...]
    make: Callable[[list[Coordinate]], Form]
    absolute: bool = False
    winds: bool = False


@dataclass(frozen=True)
class Kind:
    """An element type. Names of co-ordinates begin with x, y or b (an angle β), then the point: xP, yP, bP, xQ …

    `rigid` are the form parameters that are prescribed where an element has a name and nothing else is said.
    `uniform` makes the mass of the element from its total mass and its co-ordinates; `elastic` tells whether it takes
    `stiff`, `directed` whether its formulas need a direction from P to Q. `symbol` tells how it is drawn, by how
    its form parameters are used.
    """

    word: str
    title: str
    coordinates: tuple[str, ...]
    forms: dict[str, Measure]
    rigid: tuple[str, ...] = ()
    uniform: Callable[[float, list[Coordinate]], Mass] | None = None
    elastic: bool = False
    directed: bool = False
    symbol: Callable[[Use], Symbol] = plain_bar
    example: str = ""
    points: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", tuple(name[1:] for name in self.coordinates if name[0] == "x"))

    @property
    def nodes(self) -> tuple[tuple[str, ...], ...]:
        """Its co-ordinates by points and angles, in order: ("xP", "yP"), ("bP",), …"""
        found: list[tuple[str, ...]] = []
        for name in self.coordinates:
            if name[0] == "y" and found and found[-1] == (f"x{name[1:]}",):
                found[-1] = (*found[-1], name)
            else:
                found.append((name,))
        return tuple(found)

    def __reduce__(self) -> str:
        raise TypeError(f"{self.word} holds functions: send the deck as text")
