"""What a deck is made of: frozen, typed items that remember their place.

Two decks are equal if their items are; places, comments and spacing do not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from ..diagnostics import Diagnostic, Span
from ..elements import Kind
from .expression import Expression
from .item import Item
from .kinds import KINDS
from .names import NAMELESS, Names
from .study import Deviation, Figure, Goal, Keep, Path, Vary

if TYPE_CHECKING:
    from .opened import Opened
    from .structure import Structure

_LONGEST_TITLE = 70


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
class Couple(Item):
    """Adds factor·S(ε of `other`) to a parameter."""

    parameter: int
    other: int
    program: int
    factor: float


@dataclass(frozen=True, eq=False, repr=False)
class Segment(Item):
    """`law` is dwell, a law of motion or points; the range is the last of `values`, but for points."""

    law: str
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Program(Item):
    """A function S(φ), segment after segment."""

    number: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Freedom(Item):
    inputs: int


@dataclass(frozen=True, eq=False, repr=False)
class Coordinate(Item):
    number: int
    value: float


@dataclass(frozen=True, eq=False, repr=False)
class Turn(Item):
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
    """`J` is the polar inertia of an element in space about its own axis."""

    element: int
    mass: float
    J: float = 0.0


@dataclass(frozen=True, eq=False, repr=False)
class Body(Item):
    """Mass centre at u along and v across PQ of its element, seen from P; J is about that centre."""

    element: int
    mass: float
    u: float
    v: float
    J: float


@dataclass(frozen=True, eq=False, repr=False)
class Solid(Item):
    """On TR1S: `centre` seen from P in the axes of its turning node; `inertia` Ixx Iyy Izz [Ixy Ixz Iyz] about it."""

    element: int
    mass: float
    centre: tuple[float, ...]
    inertia: tuple[float, ...]


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
class Friction(Item):
    """σ = μ·N·sign(dε/dt), N by the σ of one or two prescribed parameters."""

    parameter: int
    coefficient: float
    normals: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Gravity(Item):
    """Its direction is an angle in the plane, or a vector."""

    magnitude: float
    direction: tuple[float, ...]

    @property
    def angle(self) -> float | None:
        """In the plane."""
        return self.direction[0] if len(self.direction) == 1 else None


@dataclass(frozen=True, eq=False, repr=False)
class Force(Item):
    coordinate: int
    value: Expression


@dataclass(frozen=True, eq=False, repr=False)
class Moment(Item):
    """On a turning node, about an axis of space: 1, 2, 3 are x, y, z."""

    node: int
    value: Expression
    axis: int


@dataclass(frozen=True, eq=False, repr=False)
class Flex(Item):
    parameter: int
    flexibility: float


@dataclass(frozen=True, eq=False, repr=False)
class Stiff(Item):
    """Of BEAMS `EI` is about its y-axis; in the plane `beyond` is empty."""

    element: int
    EA: float
    EI: float
    beyond: tuple[float, ...] = ()  # EIz, GJ


@dataclass(frozen=True, eq=False, repr=False)
class Motor(Item):
    """`model` is zero, const, spring, async, given or expression."""

    input: int
    model: str
    values: tuple[float | Expression, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Store(Item):
    """`subject` are the numbers of what is stored, `inputs` those of its derivatives; `bufcalc` has an expression.

    Of a vector at a turning node `inputs` is the axis of space: 1, 2, 3 are x, y, z.
    """

    word: str
    subject: tuple[int, ...]
    buffer: int
    inputs: tuple[int, ...] = ()
    expression: Expression | None = None
    axis: int = -1  # 0 and 1 where the x and the y of something are stored in two buffers

    @property
    def asks(self) -> tuple[int, ...]:
        """What distinguishes it from others of its word; a calculated buffer is known by its number."""
        if self.expression is not None:
            return (self.buffer,)
        return self.subject if self.axis < 0 else (*self.subject, self.axis)


@dataclass(frozen=True, eq=False, repr=False)
class Print(Item):
    buffers: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Film(Item):
    name: str


@dataclass(frozen=True, eq=False, repr=False)
class Modes(Item):
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
class Polygon(Item):
    """`word` is drawvel or drawacc."""

    word: str
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
    polygons: tuple[Polygon, ...] = ()
    views: tuple[View, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Law(Item):
    input: int
    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Move(Item):
    """`word` is tstepe, stepe, tmove, tstepf or tcycle; `time` is 0 for stepe and for tcycle, whose period is found."""

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
    couples: tuple[Couple, ...] = ()
    programs: tuple[Program, ...] = ()
    freedom: Freedom = Freedom(0)
    fixed: tuple[Coordinate, ...] = ()
    moving: tuple[Coordinate, ...] = ()
    turns: tuple[Turn, ...] = ()
    paras: tuple[Para, ...] = ()
    data: tuple[ElementData, ...] = ()
    inertias: tuple[Inertia, ...] = ()
    uniforms: tuple[Uniform, ...] = ()
    bodies: tuple[Body, ...] = ()
    solids: tuple[Solid, ...] = ()
    springs: tuple[Spring, ...] = ()
    dampers: tuple[Damper, ...] = ()
    frictions: tuple[Friction, ...] = ()
    gravities: tuple[Gravity, ...] = ()
    forces: tuple[Force, ...] = ()
    moments: tuple[Moment, ...] = ()
    flexes: tuple[Flex, ...] = ()
    stiffs: tuple[Stiff, ...] = ()
    motors: tuple[Motor, ...] = ()
    stores: tuple[Store, ...] = ()
    prints: tuple[Print, ...] = ()
    films: tuple[Film, ...] = ()
    modes: tuple[Modes, ...] = ()
    profiles: tuple[Profile, ...] = ()
    pictures: tuple[Picture, ...] = ()
    views: tuple[View, ...] = ()
    moves: tuple[Move, ...] = ()
    varied: tuple[Vary, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    figures: tuple[Figure | Path, ...] = ()
    goals: tuple[Goal, ...] = ()
    keeps: tuple[Keep, ...] = ()
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

    @cached_property
    def opened(self) -> Opened:
        """What hangs on names of DEFINE."""
        from .opened import Opened

        return Opened(self)

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

    def view_of(self, picture: Picture | None = None) -> tuple[float, float] | None:
        """From where it is seen in a picture, or in all of them; none where the deck does not say."""
        given = [*(picture.views if picture is not None else ()), *self.views]
        return (given[0].azimuth, given[0].elevation) if given else None

    @cached_property
    def is_spatial(self) -> bool:
        return any(self.kinds[element.kind].is_spatial for element in self.elements)

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
