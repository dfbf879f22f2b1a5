"""From the numbers of a deck back to the names that its writer gave, and from names to numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

KINDS_OF_NAMES = ("coordinate", "element", "parameter", "input", "buffer", "program", "turning", "variable")


@dataclass(frozen=True)
class Names:
    """Names by number, kind by kind; where something has no name, its number stands for it.

    `parameters` also holds the number that was written, where reading has given a parameter another one;
    `aliases` are further names of parameters: a length that another element has prescribed already.
    """

    coordinates: dict[int, str] = field(default_factory=dict)
    elements: dict[int, str] = field(default_factory=dict)
    parameters: dict[int, str] = field(default_factory=dict)
    inputs: dict[int, str] = field(default_factory=dict)
    buffers: dict[int, str] = field(default_factory=dict)
    points: dict[tuple[int, ...], str] = field(default_factory=dict)
    aliases: dict[str, int] = field(default_factory=dict)
    programs: dict[int, str] = field(default_factory=dict)
    turns: dict[int, str] = field(default_factory=dict)
    variables: dict[int, str] = field(default_factory=dict)  # names that numbers of the motion have in all decks

    def __bool__(self) -> bool:
        return bool(self.coordinates or self.elements or self.parameters or self.buffers or self.programs)

    def coordinate(self, number: int) -> str:
        return self.coordinates.get(number) or (str(number) if number < 10**9 else _beyond(number))

    def element(self, number: int) -> str:
        return self.elements.get(number) or str(number)

    def parameter(self, number: int) -> str:
        return self.parameters.get(number) or str(number)

    def input(self, number: int) -> str:
        return self.inputs.get(number) or str(number)

    def buffer(self, number: int) -> str:
        return self.buffers.get(number) or str(number)

    def program(self, number: int) -> str:
        return self.programs.get(number) or str(number)

    def point(self, *numbers: int) -> str | None:
        """The name of the point with these co-ordinates."""
        return self.points.get(numbers)

    def turn(self, node: int) -> str:
        return self.turns.get(node) or str(node)

    def of(self, kind: str, number: int) -> str:
        """The same for a kind of KINDS_OF_NAMES."""
        return self.coordinate(number) if kind == "coordinate" else self._table(kind).get(number) or str(number)

    def has(self, kind: str, number: int) -> bool:
        return number in self._table(kind)

    def find(self, kind: str, name: str) -> int | None:
        """The number of what is called so; a number that was written is found by its digits where it was changed."""
        found = self._numbers[kind].get(name)
        if found is None and name in self.aliases and kind in ("parameter", "input"):
            number = self.aliases[name]
            return number if kind == "parameter" else self.find("input", self.parameter(number))
        return found

    def form_of(self, name: str) -> tuple[int, str] | None:
        """Element and form of a name such as `crank.angb`, whether a parameter is made of it or not."""
        element, dot, form = name.rpartition(".")
        number = self.find("element", element) if dot else None
        return None if number is None else (number, form)

    def coordinates_of(self, point: str) -> tuple[int, ...] | None:
        """Numbers of the co-ordinates of a point."""
        return next((numbers for numbers, known in self.points.items() if known == point), None)

    @cached_property
    def _numbers(self) -> dict[str, dict[str, int]]:
        return {kind: {name: number for number, name in self._table(kind).items()} for kind in KINDS_OF_NAMES}

    def _table(self, kind: str) -> dict[int, str]:
        tables = {
            "coordinate": self.coordinates,
            "element": self.elements,
            "parameter": self.parameters,
            "input": self.inputs,
            "buffer": self.buffers,
            "program": self.programs,
            "turning": self.turns,
            "variable": self.variables,
        }
        return tables[kind]


def _beyond(number: int) -> str:
    """One of the last three parameters of a turning node without a name: `7.2`."""
    return f"{number % 10**9}.{number // 10**9}"


NAMELESS = Names()
