"""What a deck is made of: frozen, typed items that remember their place.

Two decks are equal if their items are; places, comments and spacing do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Span
from ..elements import Kind
from .expression import Expression
from .kinds import KINDS
from .names import NAMELESS, Names

if TYPE_CHECKING:
    from .structure import Structure

_LONGEST_TITLE = 70


@dataclass(frozen=True, eq=False, repr=False)
class Item:
    """`places` are those of the words of the line, the item word (or its repetition) first; `remark` its comment.

    `open` holds the values that names of DEFINE give: field, place in it (-1: the field itself), expression.
    """

    places: tuple[Span, ...] = field(default=(), compare=False, kw_only=True)
    remark: str = field(default="", compare=False, kw_only=True)
    open: tuple[tuple[str, int, Expression], ...] = field(default=(), compare=False, kw_only=True)

    # equality and repr are written once here: made by `dataclass` for every class they would cost a
    # tenth of the start of the program
    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, f.name) for f in fields(self) if f.compare)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._values()!r}"

    def at(self, word: int) -> Span | None:
        """Place of a word: 0 is the item word (or where it was left out), 1 the first value."""
        return self.places[min(word, len(self.places) - 1)] if self.places else None


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
class Form(Item):
    counter: int
    form: str
    element: int
    parameter: int
    factor: float


@dataclass(frozen=True, eq=False, repr=False)
class Freedom(Item):
    inputs: int


@dataclass(frozen=True, eq=False, repr=False)
class Coordinate(Item):
    number: int
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class Para(Item):
    parameter: int
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class ElementData(Item):
    """Numbers of an element whose type asks for them, by the word of the line."""

    word: str
    element: int
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Inertia(Item):
    coordinate: int
    mass: float


@dataclass(frozen=True, eq=False, repr=False)
class Uniform(Item):
    element: int
    mass: float


@dataclass(frozen=True, eq=False, repr=False)
class Body(Item):
    """Mass centre at u along and v across PQ of its element, seen from P; J is about that centre."""

    element: int
    mass: float
    u: float
    v: float
    J: float


@dataclass(frozen=True, eq=False, repr=False)
class Spring(Item):
    """σ = c·ε + s0; `ranges` is empty or (e1, e2, c1, c2)."""

    parameter: int
    stiffness: float
    at_zero: float
    ranges: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Damper(Item):
    parameter: int
    constant: float


@dataclass(frozen=True, eq=False, repr=False)
class Gravity(Item):
    magnitude: float
    angle: float


@dataclass(frozen=True, eq=False, repr=False)
class Force(Item):
    coordinate: int
    value: Expression


@dataclass(frozen=True, eq=False, repr=False)
class Flex(Item):
    parameter: int
    flexibility: float


@dataclass(frozen=True, eq=False, repr=False)
class Stiff(Item):
    element: int
    EA: float
    EI: float


@dataclass(frozen=True, eq=False, repr=False)
class Motor(Item):
    """`model` is zero, const, spring, async, given or expression."""

    input: int
    model: str
    values: tuple[float | Expression, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Store(Item):
    """`subject` are the numbers of what is stored, `inputs` those of its derivatives; `bufcalc` has an expression."""

    word: str
    subject: tuple[int, ...]
    buffer: int
    inputs: tuple[int, ...] = ()
    expression: Expression | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Print(Item):
    buffers: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Film(Item):
    name: str


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
class Picture(Item):
    """`frame` is empty (automatic) or width, height (cm), origin x, y, scale x, y."""

    curves: tuple[Curve, ...]
    drawings: tuple[Drawing, ...]
    frame: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Law(Item):
    input: int
    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Move(Item):
    """`word` is tstepe, stepe, tmove or tstepf; `time` is 0 for stepe."""

    word: str
    steps: int
    time: float
    values: tuple[float, ...] = ()
    laws: tuple[Law, ...] = ()
    method: str = "heun"
    tolerance: float | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Integrator(Item):
    """Holds for the moves after it; a Move knows its own."""

    method: str
    tolerance: float | None = None


@dataclass(frozen=True)
class Deck:
    """A whole deck. `source` and `name` are those of the text it was read from."""

    job: str
    title: str = ""
    defines: tuple[Define, ...] = ()
    elements: tuple[Element, ...] = ()
    forms: tuple[Form, ...] = ()
    freedom: Freedom = Freedom(0)
    fixed: tuple[Coordinate, ...] = ()
    moving: tuple[Coordinate, ...] = ()
    paras: tuple[Para, ...] = ()
    data: tuple[ElementData, ...] = ()
    inertias: tuple[Inertia, ...] = ()
    uniforms: tuple[Uniform, ...] = ()
    bodies: tuple[Body, ...] = ()
    springs: tuple[Spring, ...] = ()
    dampers: tuple[Damper, ...] = ()
    gravities: tuple[Gravity, ...] = ()
    forces: tuple[Force, ...] = ()
    flexes: tuple[Flex, ...] = ()
    stiffs: tuple[Stiff, ...] = ()
    motors: tuple[Motor, ...] = ()
    stores: tuple[Store, ...] = ()
    prints: tuple[Print, ...] = ()
    films: tuple[Film, ...] = ()
    pictures: tuple[Picture, ...] = ()
    moves: tuple[Move, ...] = ()
    units: str = ""  # "SI" where the deck says so
    names: Names = field(default=NAMELESS, compare=False, repr=False)
    warnings: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False)
    name: str = field(default="deck", compare=False)
    source: str = field(default="", compare=False, repr=False)
    job_place: Span = field(default=Span(1, 1), compare=False, repr=False)
    kinds: Mapping[str, Kind] = field(default_factory=lambda: dict(KINDS), compare=False, repr=False)

    @cached_property
    def structure(self) -> Structure:
        """What depends on what; variants of one deck share it."""
        from .structure import Structure

        return Structure(self)

    def with_values(self, /, **values: float) -> Deck:
        """The deck with other values of DEFINE and all that follows from them; nothing is read anew.

        Raises UnknownName for a name that the deck does not define, DeckError where a value is not possible.
        """
        from .variant import with_values

        return with_values(self, values)

    @property
    def inputs(self) -> int:
        return self.freedom.inputs

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

    @property
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
