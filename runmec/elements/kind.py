"""What the program has to know of an element type: facts in one object, formulas as classes of form parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..engine.coordinate import Coordinate
from ..engine.form import Form
from ..engine.mass import Mass
from ..symbols.display import Symbol
from ..symbols.gears import Meshing
from ..symbols.standard import bar
from ..symbols.use import Use


def plain_bar(use: Use) -> Symbol:
    """A line through the first two points."""
    points = list(use.points.values())
    return bar(points[0], points[1] if len(points) > 1 else points[0])


@dataclass(frozen=True)
class Measure:
    """A form parameter of an element type.

    `needs` are the co-ordinates that it depends on, by name; `make` takes them in this order, `make_with` the data of
    the element too. `absolute`: it changes when everything turns, so that its σ is a couple from outside. `winds`: an
    angle that is known but for whole turns. `is_length`: it is one although its name does not begin with len.
    `about`: two points of an axis, and a third one from which an angle about it is counted.
    """

    meaning: str
    needs: tuple[str, ...]
    make: Callable[[list[Coordinate]], Form] | None = None
    absolute: bool = False
    winds: bool = False
    is_length: bool = False
    make_with: Callable[[list[Coordinate], Sequence[float]], Form] | None = None
    about: tuple[str, ...] = ()

    def form(self, coordinates: list[Coordinate], data: Sequence[float] = ()) -> Form:
        if self.make_with is not None:
            return self.make_with(coordinates, data)
        assert self.make is not None, "a measure has one of both"
        return self.make(coordinates)


@dataclass(frozen=True)
class Data:
    """Numbers of an element that a line with its own word gives in GEOMETRY: `gear k r1 r2 [alpha]`.

    `defaults` are those of the last names. `fault` says what is wrong with the numbers, if anything, and which of them
    it is. `signature`, `sentence` and `example` tell the line; elements that share a word tell it once.
    """

    word: str
    names: tuple[str, ...]
    defaults: tuple[float, ...] = ()
    fault: Callable[[Sequence[float]], tuple[int, str] | None] | None = None
    signature: str = ""
    sentence: str = ""
    example: str = ""

    @property
    def required(self) -> int:
        return len(self.names) - len(self.defaults)

    @property
    def usage(self) -> str:
        """`r1 r2 [alpha]`"""
        given, optional = self.names[: self.required], self.names[self.required :]
        return " ".join([*given, *([f"[{' '.join(optional)}]"] if optional else [])])

    def complete(self, values: Sequence[float]) -> tuple[float, ...]:
        """With defaults; ones stand in for what a deck with faults does not give."""
        missing = [1.0] * (self.required - len(values))
        after = self.defaults[max(0, len(values) - self.required) :]
        return (*values, *missing, *after)[: len(self.names)]


@dataclass(frozen=True)
class Press:
    """A force that the σ of a form parameter brings with it: share·|σ| on another measure of the element.

    `make` takes the co-ordinates of `needs` and gives that measure, `share` takes the data of the element too. `fits`
    is the size of the measure that goes with the data: the distance at which two gears mesh.
    """

    form: str
    needs: tuple[str, ...]
    make: Callable[[list[Coordinate]], Form]
    share: Callable[[list[Coordinate], Sequence[float]], float]
    fits: Callable[[Sequence[float]], float]


#: form parameters that mean the same in every type: the length and the angle of PQ, bending at P and at Q
CHORD, DIRECTION, BENDING, ACROSS = "lenl", "angb", ("angp", "angq"), "lenv"
Joined = dict[tuple[str, ...], tuple[tuple[str, str], ...]]
#: what an element holds together where its type says nothing else
JOINED: Joined = {
    (CHORD,): (("P", "Q"),),
    ("lenu", "lenv"): (("P", "R"), ("Q", "R")),
    (BENDING[0],): (("P", "bP"), ("Q", "bP")),
    (BENDING[1],): (("P", "bQ"), ("Q", "bQ")),
}


@dataclass(frozen=True)
class Kind:
    """An element type.

    Names of co-ordinates begin with x, y, z or b (an angle β), then the point: xP, yP, bP, xQ …; the four of a turning
    node are l0P … l3P.

    `rigid` are the form parameters that are prescribed where an element has a name and nothing else is said.
    `uniform` makes the mass of the element from its total mass and its co-ordinates, `bent` that of one whose length
    along its bent axis is prescribed. `elastic` are the form parameters that `stiff` makes yield, its length first;
    `axis` is its length along the bent axis where that is another form. `directed` tells whether its formulas need a
    direction from P to Q, `carries_solids` whether it takes `solid`. `data` are numbers that a line of its own gives,
    `press` a force that follows from an internal one. `joined`: which points, angles and nodes (bP is that at P) keep
    their place to each other where these form parameters are held. `symbol` tells how it is drawn, by how its form
    parameters are used, `meshing` which gears are.
    """

    word: str
    title: str
    coordinates: tuple[str, ...]
    forms: dict[str, Measure]
    rigid: tuple[str, ...] = ()
    uniform: Callable[[float, list[Coordinate]], Mass] | None = None
    bent: Callable[[float, list[Coordinate]], Mass] | None = None
    elastic: tuple[str, ...] = ()
    axis: str = ""
    directed: bool = False
    carries_solids: bool = False
    data: Data | None = None
    press: Press | None = None
    joined: Joined = field(default_factory=lambda: JOINED)
    meshing: Callable[[Use, Sequence[float]], Meshing] | None = None
    symbol: Callable[[Use], Symbol] = plain_bar
    example: str = ""
    points: tuple[str, ...] = field(init=False, default=())
    #: of every point: which of `coordinates` are its own
    spots: tuple[tuple[str, tuple[int, ...]], ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        points = tuple(name[1:] for name in self.coordinates if name[0] == "x")
        spots = tuple((p, tuple(map(self.coordinates.index, self.axes_of(p)))) for p in points)
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "spots", spots)

    def is_length(self, form: str) -> bool:
        return form.startswith("len") or self.forms[form].is_length

    @property
    def yielding(self) -> tuple[str, ...]:
        """The forms of an element that is `elastic`."""
        return (self.axis or self.elastic[0], *self.elastic[1:]) if self.elastic else ()

    def mode_of(self, form: str) -> int | None:
        """Which of its modes of deformation a form measures."""
        if form == self.axis and form:
            return 0
        return self.elastic.index(form) if form in self.elastic else None

    @property
    def bends(self) -> bool:
        """Whether it is a beam."""
        return len(self.elastic) > 1

    @property
    def plane(self) -> tuple[str, ...]:
        """Co-ordinates of a plane that is fixed to it: a point and an angle, or two points; none if it is no body."""
        has = set(self.coordinates)
        if {"xP", "yP", "bP"} <= has and not self.directed and "bQ" not in has:
            return ("xP", "yP", "bP")
        return ("xP", "yP", "xQ", "yQ") if self.directed else ()

    @property
    def is_spatial(self) -> bool:
        return any(name[0] in "zl" for name in self.coordinates)

    def axes_of(self, point: str) -> tuple[str, ...]:
        """The co-ordinates of a point: ("xP", "yP"), in space ("xP", "yP", "zP")."""
        return tuple(name for name in self.coordinates if name[0] in "xyz" and name[1:] == point)

    @property
    def nodes(self) -> tuple[tuple[str, ...], ...]:
        """Its co-ordinates by points, angles and turning nodes, in order: ("xP", "yP"), ("bP",), …"""
        found: list[list[str]] = []
        for name in self.coordinates:
            goes_on = name[0] in "yz" or (name[0] == "l" and name[1] != "0")
            if goes_on and found and found[-1][0][-1] == name[-1]:
                found[-1].append(name)
            else:
                found.append([name])
        return tuple(map(tuple, found))

    def __reduce__(self) -> str:
        raise TypeError(f"{self.word} holds functions: send the deck as text")
