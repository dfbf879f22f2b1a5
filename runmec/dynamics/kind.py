"""What the program has to know of a word of DYNAMICS: its line, what is made of it, and what may be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from ..elements import Kind
from ..engine.coordinate import Coordinate
from ..engine.expression import Node
from ..engine.flexible import Flexible
from ..engine.form import Form
from ..engine.load import Load
from ..engine.mass import Mass
from ..engine.quantities import Connection
from ..engine.switch import Pieces
from ..engine.variable import Variable
from ..words import Column, Record, columns
from ..words import Fault as Fault


class LineOfDynamics(Protocol):
    """A line of DYNAMICS in numbers: what it is about, its choice if it has one, values, and what else it names."""

    @property
    def word(self) -> str: ...
    @property
    def subject(self) -> int: ...
    @property
    def values(self) -> tuple[Any, ...]: ...
    @property
    def others(self) -> tuple[int, ...]: ...
    @property
    def choice(self) -> str: ...


class Site(Protocol):
    """The mechanism that is being built: from numbers of the deck to objects of the engine."""

    @property
    def pieces(self) -> Pieces: ...
    def coordinate(self, number: int) -> Coordinate: ...
    def axes(self, number: int) -> list[int]: ...
    @property
    def masses(self) -> list[Mass]: ...
    def parameter(self, number: int) -> Form: ...
    def input(self, number: int) -> Form: ...
    def inputs(self) -> list[Form]: ...
    def turning(self, node: int) -> list[Coordinate]: ...
    def kind(self, element: int) -> Kind: ...
    def at(self, element: int) -> dict[str, Coordinate]: ...
    def expression(self, expression: Any) -> Node: ...
    def sign_of_rate(self, parameter: int) -> Node: ...
    def follows_axis(self, element: int) -> bool: ...
    def elastic_modes(self, element: int) -> list[tuple[int, int, float]]: ...


class Whole(Protocol):
    """The mechanism that was built: what loads follow from that are made before it is there."""

    def pin_force(self, element: int, place: tuple[int, ...]) -> list[Connection]: ...


Made = Load | Mass | Flexible | None
Faults = Callable[[Sequence[Any]], Iterator[Fault]]


def no_faults(values: Sequence[Any]) -> Iterator[Fault]:
    return iter(())


class DynamicsKind(Record):
    """A word of DYNAMICS.

    `make` gives what acts, resists or yields; nothing where the line is about the whole mechanism. The numbers of what
    is made are the values of its line, in order: so derivatives and variants follow them without another word.
    `faults` are those of its values alone. `once` says what is given twice if two lines are about the same, "" where
    they add up. `fits` tells which elements take it, `takes` what is written instead; `suits` what is wrong with a line
    for its element. `marks` is how an element whose parameter has it is drawn. `choices` are the words of a choice in
    its line, each with its signature and sentence. `cause` is what causes.csv calls it. `bind` gives what was made
    what it needs of the whole mechanism. `job` is the only one in which it has a meaning, "" where there are several.
    """

    def __init__(
        self,
        word: str,
        signature: str,
        sentence: str,
        example: str,
        *,
        make: Callable[[Site, LineOfDynamics], Made] | None = None,
        faults: Faults = no_faults,
        once: str = "",
        fits: Callable[[Kind], bool] | None = None,
        takes: str = "",
        suits: Callable[[LineOfDynamics, Kind], Fault | None] | None = None,
        marks: str = "",
        of_points: bool = False,
        of_pair: bool = False,
        of_turning: bool = False,
        at_turns: str = "",
        wider: tuple[str, ...] = (),
        choices: dict[str, tuple[str, str]] | None = None,
        bind: Callable[[Whole, LineOfDynamics, Load], None] | None = None,
        cause: str = "",
        job: str = "",
    ) -> None:
        super().__init__(
            word,
            "DYNAMICS",
            signature,
            sentence,
            example,
            of_points=of_points,
            of_pair=of_pair,
            of_turning=of_turning,
            at_turns=at_turns,
            wider=wider,
        )
        self.make, self.faults, self.once = make, faults, once
        self.fits, self.takes, self.suits, self.marks = fits, takes, suits, marks
        self.choices, self.bind, self.cause, self.job = choices or {}, bind, cause or word, job

    def line(self, choice: str) -> tuple[Column, ...]:
        """The columns of a line with a choice, those of the choice behind it; of one without."""
        wanted = columns(self.signature_with(choice))
        at = next((k for k, column in enumerate(wanted) if column.role.startswith("<")), -1)
        return (*wanted[: at + 1], *columns(self.choices[choice][0]), *wanted[at + 1 :]) if choice else wanted


class MassKind(DynamicsKind):
    """Resists with its mass, and weighs. `weighs` tells whether the values give it any."""

    def __init__(self, *args: Any, weighs: Callable[[Sequence[Any]], bool] = any, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.weighs = weighs


class LoadKind(DynamicsKind):
    """Acts on co-ordinates and form parameters."""


class MotorKind(DynamicsKind):
    """Drives an input or a dependent parameter in DYN SIM."""


class CarrierKind(DynamicsKind):
    """Puts motors in the place of the inputs where the motion is given."""


class ElasticKind(DynamicsKind):
    """Makes prescribed parameters yield. `yields` tells whether a line gives way in a mode of its element; a line that
    is about a parameter has the mode 0 alone.
    """

    def __init__(self, *args: Any, yields: Callable[[Sequence[Any], int], bool], **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.yields = yields


class VariableKind(DynamicsKind):
    """Gives a name to a number of the motion. `begin` makes what is carried along; nothing where it only names."""

    def __init__(self, *args: Any, begin: Callable[[LineOfDynamics], Variable] | None = None, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.begin = begin


class FieldKind(DynamicsKind):
    """Acts on all masses."""
