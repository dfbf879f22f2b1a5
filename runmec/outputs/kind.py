"""What the program has to know of a word of STORAGE: its line, what is read off, its name and what it measures."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from ..dimensions import Dimension
from ..words import Record


class Site(Protocol):
    """A mechanism that is read off, and what one line asks of it."""

    @property
    def replay(self) -> Any: ...
    @property
    def subject(self) -> tuple[int, ...]: ...
    @property
    def inputs(self) -> tuple[int, ...]: ...
    def coordinate(self) -> Any: ...
    def parameter(self) -> Any: ...
    def input(self) -> Any: ...
    def at(self) -> int: ...
    def row(self) -> int: ...
    def axis(self) -> int: ...
    def node(self) -> Any: ...
    def numbers_of_inputs(self, count: int) -> list[int]: ...
    def pair(self) -> Any: ...
    def observer(self) -> Any: ...
    def calculated(self) -> Any: ...
    def variable(self) -> Any: ...
    def relative(self) -> Any: ...
    def path(self) -> tuple[Any, ...]: ...
    def on_element(self) -> Any: ...
    def stress(self) -> Any: ...
    def on_link(self) -> Any: ...
    def of_the_frame(self) -> Any: ...
    def drive(self) -> Any: ...
    def power(self) -> Any: ...
    def line(self, element: int) -> Any: ...
    def moved(self) -> Any: ...
    def direction(self) -> int: ...
    def values(self) -> tuple[float, ...]: ...


class Said(Protocol):
    """What a line is about, in the names of its deck."""

    @property
    def first(self) -> int: ...
    @property
    def coordinate(self) -> str: ...
    @property
    def last_coordinate(self) -> str: ...
    @property
    def parameter(self) -> str: ...
    @property
    def made_of(self) -> str: ...
    @property
    def input(self) -> str: ...
    @property
    def input_made_of(self) -> str: ...
    @property
    def inputs(self) -> str: ...
    @property
    def variable(self) -> str: ...
    @property
    def element(self) -> str: ...
    @property
    def node(self) -> str: ...
    @property
    def about(self) -> str: ...
    @property
    def axis(self) -> str: ...
    @property
    def relative(self) -> str: ...
    @property
    def lines(self) -> str: ...
    @property
    def point(self) -> str: ...
    @property
    def is_size(self) -> bool: ...
    @property
    def is_vector(self) -> bool: ...
    @property
    def is_moment(self) -> bool: ...
    @property
    def is_turning(self) -> bool: ...
    @property
    def is_second(self) -> bool: ...
    @property
    def about_point(self) -> str: ...
    @property
    def expression(self) -> str: ...
    @property
    def effort(self) -> str: ...


class Ways(Protocol):
    """Dimensions of what a line is about; None where they cannot be known."""

    @property
    def own(self) -> Dimension | None: ...
    @property
    def is_vector(self) -> bool: ...
    @property
    def is_turning(self) -> bool: ...
    @property
    def is_second(self) -> bool: ...
    def per_inputs(self, count: int) -> Dimension | None: ...
    def inertia(self) -> Dimension | None: ...
    def calculated(self) -> Dimension | None: ...


Make = Callable[[Site], Any]
Measure = Callable[[Ways], Dimension | None]


class OutputKind(Record):
    """A word of STORAGE.

    `make` gives the quantity that is read, `label` what it is called, `measure` its dimension; `symbol` its unit where
    it has one of its own. `of` is what its subject is; `needs_forces`: nothing where the job calculates none.
    `axes`: what several buffers of a line hold, by how many they are: 0, 1, 2 along x, y, z, 3, 4, 5 about them.
    `is_vector`: along x, y, z at a turning node, or (`at_nodes`) there too. `of_place`: a fixed co-ordinate has no
    other value. `is_direction`: a component of a force at a point. `short` is what a user writes besides the word
    without `buf`.
    `is_effort`: a force or a moment; `is_way`: what others are drawn over. `of_element`, `of_link`: at a co-ordinate of
    that element, of its link. `elsewhere`: of what the frame holds alone, and what is written of other things.
    `of_vibrations`: of the n-th, which costs as much as a hundred positions. `of_planes`: of elements that are bodies,
    `of_lines`: that have two points.
    `missing`: why it may have no value. `is_open_ended`: it may be asked of more than there are, and how many its
    buffers are is the user's choice. `is_of_rest`: nothing but in STA ANA. `needs_time`: zero where time stands still.
    """

    def __init__(
        self,
        word: str,
        signature: str,
        sentence: str,
        example: str,
        *,
        make: Make,
        label: Callable[[Said], str],
        measure: Measure,
        of: str = "",
        symbol: str = "",
        needs_forces: bool = False,
        of_points: bool = False,
        of_pair: bool = False,
        axes: tuple[tuple[int, ...], ...] = (),
        is_vector: bool = False,
        at_nodes: bool = False,
        of_place: bool = False,
        is_direction: bool = False,
        short: str = "",
        is_effort: bool = False,
        is_way: bool = False,
        of_element: bool = False,
        of_link: bool = False,
        elsewhere: str = "",
        of_vibrations: bool = False,
        of_planes: bool = False,
        of_lines: bool = False,
        missing: str = "",
        is_open_ended: bool = False,
        needs_time: bool = False,
        at_turns: str = "",
        wider: tuple[str, ...] = (),
        sized: bool = False,
        is_of_rest: bool = False,
        of_section: bool = False,
    ) -> None:
        super().__init__(
            word,
            "STORAGE",
            signature,
            sentence,
            f"{word} {example}",
            of_points=of_points,
            of_pair=of_pair,
            of_turning=is_vector,
            at_turns=at_turns,
            at_nodes=at_nodes,
            wider=wider,
            sized=sized,
        )
        self.make, self.label, self.measure = make, label, measure
        self.of, self.symbol, self.needs_forces = of, symbol, needs_forces
        self.axes, self.is_vector = {len(some): some for some in axes}, is_vector
        self.of_place, self.is_direction, self.short = of_place, is_direction, short
        self.is_effort, self.is_way, self.of_element, self.of_link = is_effort, is_way, of_element, of_link
        self.elsewhere, self.missing, self.is_open_ended = elsewhere, missing, is_open_ended
        self.needs_time = needs_time
        self.of_section = of_section
        self.of_vibrations, self.of_planes, self.of_lines = of_vibrations, of_planes, of_lines
        self.is_of_rest = is_of_rest


def read(file: str, name: str, *what: str) -> Make:
    """A quantity of the engine, in a file that is not loaded yet, of what the site has: `coordinate`, `parameter` …"""

    def make(site: Site) -> Any:
        quantity = getattr(import_module(f"..engine.{file}", __package__), name)
        return quantity(*(getattr(site, one)() for one in what))

    return make
