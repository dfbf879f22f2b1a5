"""What a deck is made of: frozen, typed items that remember their place.

Two decks are equal if their items are; places, comments and spacing do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..diagnostics import Diagnostic, Span
from ..dynamics import CARRY, DYNAMICS, ELASTIC, HELD, MOTOR, DynamicsKind
from ..dynamics.motor import GIVEN
from ..elements import Kind
from ..outputs import OUTPUTS, OutputKind
from ..words import KINDS_OF, Column, columns
from .expression import Expression
from .item import Item
from .kinds import KINDS
from .names import NAMELESS, Names
from .study import Deviation, Figure, Goal, Keep, Path, Vary

if TYPE_CHECKING:
    from .opened import OpenNumbers
    from .structure import Structure

DEFAULT_METHOD = "dop853"
_LONGEST_TITLE = 70
TIMELESS = frozenset({"stepe", "tcycle", "load", "follow"})  # moves to which no time is given


@dataclass(frozen=True, eq=False, repr=False)
class Define(Item):
    name: str
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class Element(Item):
    number: int
    kind: str
    coordinates: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class FormLine(Item):
    counter: int
    form: str
    element: int
    parameter: int
    factor: float


@dataclass(frozen=True, eq=False, repr=False)
class Couple(Item):
    """Adds factor·S(ε of `other`) to a parameter."""

    parameter: int
    other: int
    program: int
    factor: float


@dataclass(frozen=True, eq=False, repr=False)
class SegmentLine(Item):
    """`law` is dwell, a law of motion or points; the range is the last of `values`, but for points."""

    law: str
    values: tuple[float, ...]
    file: str = field(default="", compare=False)  # how the line names the file of its points


@dataclass(frozen=True, eq=False, repr=False)
class ProgramLine(Item):
    """A function S(φ), segment after segment."""

    number: int
    segments: tuple[SegmentLine, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Freedom(Item):
    inputs: int


@dataclass(frozen=True, eq=False, repr=False)
class CoordinateLine(Item):
    number: int
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class TurnLine(Item):
    """A turning node, at the start turned by an angle about an axis; its Euler parameters are co-ordinates."""

    node: int
    axis: tuple[float, ...] = (1.0, 0.0, 0.0)
    angle: float = 0.0
    fixed: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Para(Item):
    parameter: int
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class Misfit(Item):
    """By which part of its size a surplus parameter may be away from its value."""

    limit: float


@dataclass(frozen=True, eq=False, repr=False)
class ElementData(Item):
    """Numbers of an element whose type asks for them, by the word of the line."""

    word: str
    element: int
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Dynamic(Item):
    """A line of DYNAMICS: what it is about, its values, what else it names, and its choice if it has one (a motor's).

    Of a moment on a turning node `others` is the axis of space: 1, 2, 3 are x, y, z.
    """

    word: str
    subject: int
    values: tuple[float | Expression, ...] = ()
    others: tuple[int, ...] = ()
    choice: str = ""
    is_derived: bool = field(default=False, compare=False)  # follows from another line

    @property
    def numbers(self) -> list[float]:
        """Its values that do not depend on the motion."""
        return [float(value) for value in self.values if not isinstance(value, Expression)]

    @property
    def named(self) -> tuple[int, ...]:
        """All that it names."""
        return (self.subject, *self.others)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Of its line, those of its choice included."""
        return DYNAMICS[self.word].line(self.choice)

    @property
    def mentioned(self) -> list[tuple[int, str, int]]:
        """All that it names: the place of the word in its line, the role, the number."""
        at_names = [(at, one.role) for at, one in enumerate(self.columns, start=1) if one.role in KINDS_OF]
        numbers = (self.subject, *self.others)
        return [(at, role, number) for (at, role), number in zip(at_names, numbers, strict=False)]

    @property
    def pin(self) -> tuple[int, tuple[int, ...]] | None:
        """The element whose link has the pin that it names, and the point."""
        place = tuple(number for _, role, number in self.mentioned if role == "coordinate")
        element = next((number for _, role, number in self.mentioned if role == "element"), 0)
        return (element, place) if element and len(place) > 1 else None

    def value_at(self, k: int) -> Span | None:
        """Place of a value, counted from 0; −1: of the item word."""
        return self.at(self.word_of(k))

    def word_of(self, k: int) -> int:
        """Which word of the line a value is, counted like it."""
        of_values = [at for at, one in enumerate(self.columns) if one.role in ("value", "law")] or [len(self.columns)]
        last = len(of_values) - 1
        return 0 if k < 0 else 1 + of_values[min(k, last)] + max(0, k - last)


@dataclass(frozen=True, eq=False, repr=False)
class Store(Item):
    """`subject` are the numbers of what is stored, `inputs` those of its derivatives; `bufcalc` has an expression.

    Of a vector at a turning node `inputs` is the axis of space: 1, 2, 3 are x, y, z, and 0 its size. The size of a
    force at a point has all co-ordinates of the point behind the element.
    """

    word: str
    subject: tuple[int, ...]
    buffer: int
    inputs: tuple[int, ...] = ()
    expression: Expression | None = None
    axis: int = -1  # where one line fills several buffers: 0, 1, 2 along x, y, z, 3, 4, 5 about them
    values: tuple[float, ...] = ()

    @property
    def kind(self) -> OutputKind:
        return OUTPUTS[self.word]

    @property
    def is_vector(self) -> bool:
        """Whether it is a component of a vector at a turning node."""
        return self.kind.is_vector or (self.kind.at_nodes and bool(self.inputs))

    @property
    def elements(self) -> tuple[int, ...]:
        """Those that it names; 0 is the frame."""
        wanted = columns(self.kind.signature_for(len(self.subject) + 1))
        return tuple(n for one, n in zip(wanted, self.subject, strict=False) if one.role in ("element", "link"))

    @property
    def is_turning(self) -> bool:
        """Whether it is about an axis, one of several buffers of its line."""
        return self.axis > 2

    @property
    def is_size(self) -> bool:
        """Whether it is the size of a vector of which it could be a component."""
        return self.inputs == (0,) if self.is_vector else self.kind.sized and len(self.subject) > 2

    @property
    def asks(self) -> tuple[int, ...]:
        """What distinguishes it from others of its word; one with values of its own is known by its number."""
        if self.expression is not None:
            return (self.buffer,)
        if self.values:
            return (*self.subject, self.axis, self.buffer)
        return self.subject if self.axis < 0 else (*self.subject, self.axis)


@dataclass(frozen=True, eq=False, repr=False)
class Print(Item):
    buffers: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class FilmLine(Item):
    name: str


@dataclass(frozen=True, eq=False, repr=False)
class ModesLine(Item):
    """The first modes of vibration in a position."""

    position: int
    count: int


@dataclass(frozen=True, eq=False, repr=False)
class Profile(Item):
    """The cam on an element that works on a roller with its centre at two co-ordinates."""

    name: str
    element: int
    x: int
    y: int
    radius: float


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Item):
    x: int
    y: int

    @property
    def title(self) -> str:
        """Its comment, if that fits under a picture."""
        return self.remark if len(self.remark) <= _LONGEST_TITLE else ""


@dataclass(frozen=True, eq=False, repr=False)
class Drawing(Item):
    positions: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Centrodes(Item):
    """Of an element relative to another one; 0 is the frame."""

    element: int
    other: int


@dataclass(frozen=True, eq=False, repr=False)
class PolygonLine(Item):
    """`word` is drawvel or drawacc."""

    word: str
    position: int


@dataclass(frozen=True, eq=False, repr=False)
class Alone(Item):
    """The link of an element by itself, with all that acts on it in a position."""

    element: int
    position: int


@dataclass(frozen=True, eq=False, repr=False)
class View(Item):
    """From where a mechanism in space is seen, in degrees: around z from the x-axis, and up."""

    azimuth: float
    elevation: float


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Item):
    """`frame` is empty (automatic) or width, height (cm), origin x, y, scale x, y."""

    curves: tuple[Curve, ...]
    drawings: tuple[Drawing, ...]
    frame: tuple[float, ...] = ()
    centrodes: tuple[Centrodes, ...] = ()
    polygons: tuple[PolygonLine, ...] = ()
    bodies: tuple[Alone, ...] = ()
    views: tuple[View, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class LawLine(Item):
    """`file` is how the line names the file of its points."""

    input: int
    name: str
    values: tuple[float, ...]
    file: str = field(default="", compare=False)


@dataclass(frozen=True, eq=False, repr=False)
class Move(Item):
    """`word` is tstepe, stepe, tmove, tstepf, tcycle, load or follow; `time` is 0 for those that are `TIMELESS`.

    What is followed is a parameter (`of` is e) or a co-ordinate (x), the `subject`, with input `lead` in place of the
    load factor.
    """

    word: str
    steps: int
    time: float
    values: tuple[float, ...] = ()
    laws: tuple[LawLine, ...] = ()
    method: str = DEFAULT_METHOD
    tolerance: float | None = None
    of: str = ""
    subject: int = 0
    lead: int = 0

    @property
    def begins_unloaded(self) -> bool:
        """STA ANA: as the first move, it starts at a load factor of 0."""
        return self.word == "load" or (self.word == "follow" and not self.lead)


@dataclass(frozen=True, eq=False, repr=False)
class IntegratorLine(Item):
    """Holds for the moves after it; a Move knows its own."""

    method: str
    tolerance: float | None = None


@dataclass(frozen=True)
class Deck:
    """A whole deck: what `runmec.read` and `runmec.loads` give. `source` and `name` are those of the text.

    Examples
    --------
    >>> deck = runmec.read("inputs/example8.mec")
    >>> deck
    <runmec deck 'test example dynamics (for Runmec version 3.x)': DYN ANA, 7 elements, 1 input, 121 positions>
    >>> [(line.word, line.subject, line.values) for line in deck.dynamics][-2:]
    [('spring', -1, (200.0, -50.0)), ('gravity', 0, (9.81, -1.5708))]
    """

    job: str
    title: str = ""
    defines: tuple[Define, ...] = ()
    elements: tuple[Element, ...] = ()
    forms: tuple[FormLine, ...] = ()
    couples: tuple[Couple, ...] = ()
    programs: tuple[ProgramLine, ...] = ()
    freedom: Freedom = Freedom(0)
    fixed: tuple[CoordinateLine, ...] = ()
    moving: tuple[CoordinateLine, ...] = ()
    turns: tuple[TurnLine, ...] = ()
    paras: tuple[Para, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    data: tuple[ElementData, ...] = ()
    dynamics: tuple[Dynamic, ...] = ()  # in the order of the table of words
    stores: tuple[Store, ...] = ()
    prints: tuple[Print, ...] = ()
    films: tuple[FilmLine, ...] = ()
    modes: tuple[ModesLine, ...] = ()
    profiles: tuple[Profile, ...] = ()
    pictures: tuple[Picture, ...] = ()
    views: tuple[View, ...] = ()
    moves: tuple[Move, ...] = ()
    varied: tuple[Vary, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    figures: tuple[Figure | Path, ...] = ()
    goals: tuple[Goal, ...] = ()
    keeps: tuple[Keep, ...] = ()
    exercise: tuple[Item, ...] = ()
    units: str = ""  # "SI" where the deck says so
    files: tuple[tuple[str, bytes], ...] = field(default=(), compare=False, repr=False)  # data that were read
    names: Names = field(default=NAMELESS, compare=False, repr=False)
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)
    name: str = field(default="deck", compare=False)
    source: str = field(default="", compare=False, repr=False)
    job_place: Span = field(default=Span(1, 1), compare=False, repr=False)
    kinds: Mapping[str, Kind] = field(default_factory=lambda: dict(KINDS), compare=False, repr=False)

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        counted = ((len(self.elements), "element"), (self.inputs, "input"), (self.positions, "position"))
        said = ", ".join(f"{count} {what}{'s' * (count != 1)}" for count, what in counted)
        return f"<runmec deck{title}: {self.job}, {said}>"

    def _repr_html_(self) -> str:
        """In a notebook: what it is, and its text to unfold."""
        from html import escape

        return f"<details><summary>{escape(repr(self)[1:-1])}</summary><pre>{escape(self.source)}</pre></details>"

    def __deepcopy__(self, memo: object) -> Deck:
        """Nothing in it changes."""
        return self

    def __getstate__(self) -> dict[str, Any]:
        """Element types hold functions: their words go along, and are looked up where the deck arrives."""
        kinds = tuple(dict.fromkeys(element.kind for element in self.elements))
        return {field.name: getattr(self, field.name) for field in fields(self)} | {"kinds": kinds}

    def __setstate__(self, state: dict[str, Any]) -> None:
        unknown = [word for word in state["kinds"] if word not in KINDS]
        if unknown:
            raise ValueError(
                f"the deck has elements {', '.join(unknown)}, which are not known here: "
                "call runmec.add_element before the deck arrives"
            )
        self.__dict__.update(state, kinds=dict(KINDS))

    @cached_property
    def structure(self) -> Structure:
        """What depends on what; variants of one deck share it."""
        from .structure import Structure

        return Structure(self)

    @property
    def axes(self) -> dict[int, str]:
        """What every co-ordinate of an element is: x, y, z, b (an angle), l (a part of a turning node)."""
        found: dict[int, str] = {}
        for element in self.elements:
            for name, number in zip(self.kinds[element.kind].coordinates, element.coordinates, strict=True):
                found.setdefault(number, name[0])
        return found

    @property
    def size(self) -> float:
        """A length that the mechanism is about as large as: its largest extent along x, y or z, by its estimate."""
        axes = self.axes
        along: dict[str, list[float]] = {}
        for c in (*self.fixed, *self.moving):
            axis = axes.get(c.number, "x")
            if axis in "xyz":
                along.setdefault(axis, []).append(c.value)
        spread = max((max(values) - min(values) for values in along.values()), default=0.0)
        return spread or max((abs(value) for values in along.values() for value in values), default=0.0) or 1.0

    @cached_property
    def opened(self) -> OpenNumbers:
        """What hangs on names of DEFINE."""
        from .opened import OpenNumbers

        return OpenNumbers(self)

    def with_values(self, /, **values: float) -> Deck:
        """The deck with other values of DEFINE and all that follows from them; nothing is read anew.

        Parameters
        ----------
        **values : float
            By the names of DEFINE.

        Returns
        -------
        Deck
            A new one; this one stays as it is.

        Raises
        ------
        UnknownName
            For a name that the deck does not define.
        DeckError
            Where a value is not possible.

        Examples
        --------
        >>> deck = runmec.read("inputs/six_bars/watt_2.mec")
        >>> longer = runmec.run(deck.with_values(r=0.055))
        >>> print(f"the rocker swings by {np.degrees(np.ptp(longer['psi'])):.1f}°")
        the rocker swings by 71.2°
        """
        from .variant import with_values

        return with_values(self, values)

    @property
    def inputs(self) -> int:
        return self.freedom.inputs

    @cached_property
    def _lines_of(self) -> dict[int, list[FormLine]]:
        found: dict[int, list[FormLine]] = {}
        for line in self.forms:
            found.setdefault(line.element, []).append(line)
        return found

    def lines_of(self, element: int) -> Sequence[FormLine]:
        """Where form parameters of an element stand in parameters."""
        return self._lines_of.get(element, ())

    @cached_property
    def prescribed(self) -> int:
        """How many prescribed parameters there are; they are numbered 1 … this."""
        return max((form.parameter for form in self.forms if form.parameter > 0), default=0)

    @cached_property
    def _data(self) -> dict[int, tuple[float, ...]]:
        return {item.element: item.values for item in self.data}

    def data_of(self, element: Element) -> tuple[float, ...]:
        """The numbers that an element's type asks for, with defaults."""
        asked = self.kinds[element.kind].data
        return () if asked is None else asked.complete(self._data.get(element.number, ()))

    def of(self, kind: DynamicsKind) -> tuple[Dynamic, ...]:
        """Its lines with one word of DYNAMICS, in their order."""
        return self._by_word.get(kind.word, ())

    def of_all(self, kind: type[DynamicsKind]) -> tuple[Dynamic, ...]:
        """Those with words that do the same: all masses, all loads."""
        return tuple(
            line for word, lines in self._by_word.items() if isinstance(DYNAMICS[word], kind) for line in lines
        )

    @cached_property
    def _by_word(self) -> dict[str, tuple[Dynamic, ...]]:
        """In the order of the table of words."""
        found: dict[str, list[Dynamic]] = {word: [] for word in DYNAMICS}
        for line in self.dynamics:
            found[line.word].append(line)
        return {word: tuple(lines) for word, lines in found.items() if lines}

    @property
    def given_inputs(self) -> dict[int, Dynamic]:
        """Inputs whose motion is given in DYN SIM, with the line that says so."""
        return {line.subject: line for line in self.of(MOTOR) if line.choice == GIVEN.word}

    @property
    def carriers(self) -> tuple[int, ...]:
        """Where motors sit that carry a given motion: inputs above zero, dependent parameters below."""
        return tuple(number for line in self.of(CARRY) for number in line.named)

    def view_of(self, picture: Picture | None = None) -> tuple[float, float] | None:
        """From where it is seen in a picture, or in all of them; none where the deck does not say."""
        given = [*(picture.views if picture is not None else ()), *self.views]
        return (given[0].azimuth, given[0].elevation) if given else None

    @property
    def is_driven(self) -> bool:
        """Whether what drives the inputs is given: they find their motion, or their rest."""
        return self.job in ("DYN SIM", "STA ANA")

    @cached_property
    def elastic(self) -> tuple[int, ...]:
        """Prescribed parameters, no inputs, that move by their own elasticity; those without stiffness are rigid."""
        from .independent import elastic_parameters

        asked = {number for line in self.of(ELASTIC) for number in (line.subject, *line.others)}
        return tuple(sorted(n for n in asked & elastic_parameters(self) if n <= self.prescribed - self.inputs))

    @property
    def is_of_rest(self) -> bool:
        return self.job == "STA ANA"

    @property
    def held_inputs(self) -> list[int]:
        """STA ANA: those that do not find their rest, in the order in which they are led."""
        return [i for line in self.of(HELD) for i in (line.subject, *line.others)] if self.is_of_rest else []

    @property
    def led(self) -> list[int]:
        """Inputs whose changes a `stepe` gives, in its order."""
        return self.held_inputs if self.is_of_rest else list(range(1, self.inputs + 1))

    @cached_property
    def is_spatial(self) -> bool:
        return any(self.kinds[element.kind].is_spatial for element in self.elements)

    @cached_property
    def positions(self) -> int:
        """How many positions the movement has, the start included."""
        return 1 + sum(move.steps for move in self.moves)

    def time_at(self, step: float) -> float:
        """The time of the mechanism after so many steps (parts of steps too)."""
        time = 0.0
        for move in self.moves:
            share = min(1.0, max(0.0, step / move.steps))
            time += share * move.time
            step -= move.steps
        return time

    def input_parameter(self, number: int) -> int:
        """The parameter that is input `number`: the inputs are the last prescribed ones."""
        return self.prescribed - self.inputs + number
