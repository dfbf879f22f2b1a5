"""The pattern of D^pc: which prescribed parameter depends on which moving co-ordinate.

Its diagonal blocks are the mechanism's groups (Assur groups): solved one after the other. Where parameters are more
than needed, blocks are those of an independent set of rows; the others are surplus.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..engine.coordinate import Coordinate
from .couples import depths
from .graph import blocks, matching, over_and_under
from .links import Link, links
from .model import Deck, Element
from .turning import parts


@dataclass(frozen=True)
class Group:
    """One block: as many parameters as co-ordinates, by their numbers in the deck."""

    parameters: tuple[int, ...]
    coordinates: tuple[int, ...]
    elements: tuple[int, ...]


@dataclass(frozen=True)
class Structure:
    deck: Deck
    given: tuple[int, ...] | None = None  # rows of an independent set, where another one is taken than at the estimate

    def with_set(self, chosen: tuple[int, ...]) -> Structure:
        """The same rows with another independent set."""
        found = Structure(self.deck, chosen)
        for name in ("links", "coordinates", "column", "elements_of", "norms", "rows"):
            found.__dict__[name] = getattr(self, name)
        return found

    @cached_property
    def chosen(self) -> tuple[int, ...]:
        """Rows that the position follows from: all, unless there are more than moving co-ordinates."""
        if self.given is not None:
            return self.given
        if len(self.rows) <= len(self.coordinates) or not _is_described(self.deck):
            return tuple(range(len(self.rows)))
        from .looseness import chosen

        return tuple(chosen(self.deck))

    @cached_property
    def surplus(self) -> tuple[int, ...]:
        """Parameters that are left out of the set."""
        held = set(self.chosen)
        return tuple(row + 1 for row in range(self.deck.prescribed) if row not in held)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """What is rigid in itself, wheels of gears included."""
        return links(self.deck)

    @cached_property
    def coordinates(self) -> list[int]:
        """Numbers of the moving co-ordinates, in the order of the deck: the columns."""
        return [c.number for c in self.deck.moving]

    @cached_property
    def column(self) -> dict[int, int]:
        return {number: at for at, number in enumerate(self.coordinates)}

    @cached_property
    def elements_of(self) -> dict[int, list[int]]:
        """Elements whose form parameters make each parameter."""
        found: dict[int, list[int]] = {}
        for form in self.deck.forms:
            elements = found.setdefault(form.parameter, [])
            if form.element not in elements:
                elements.append(form.element)
        return found

    def needed(self, element: Element, form: str) -> set[int]:
        """Numbers of the co-ordinates that a form parameter of an element depends on.

        Where points share a co-ordinate it may drop out of differences: D itself tells, at any position.
        """
        kind = self.deck.kinds[element.kind]
        number = dict(zip(kind.coordinates, element.coordinates, strict=True))
        names = kind.forms[form].needs
        numbers = {number[name] for name in names}
        if len(numbers) == len(names):
            return numbers
        at = {n: Coordinate(k, ((7 * k + 3) % 11 + 1) / 13.0, True, 0) for k, n in enumerate(sorted(numbers))}
        measure = kind.forms[form].form([at[number[name]] for name in names], self.deck.data_of(element))
        measure.evaluate()
        total = dict.fromkeys(numbers, 0.0)
        for n, entry in zip((number[name] for name in names), measure.entries, strict=True):
            total[n] += entry.value
        return {n for n, d in total.items() if abs(d) > 1e-12}

    @cached_property
    def norms(self) -> list[int]:
        """Moving turning nodes: the program holds the norm of each, a row behind those of the parameters."""
        return [turn.node for turn in self.deck.turns if not turn.fixed]

    @cached_property
    def rows(self) -> list[list[int]]:
        """Columns of every prescribed parameter 1, 2, 3, …, then of the norms: the pattern."""
        elements = {element.number: element for element in self.deck.elements}
        found: dict[int, set[int]] = {p: set() for p in range(1, self.deck.prescribed + 1)}
        others = {couple.other for couple in self.deck.couples}
        for form in self.deck.forms:
            if form.parameter > 0 or form.parameter in others:
                element = elements[form.element]
                numbers = self.needed(element, form.form)
                columns = {self.column[n] for n in numbers if n in self.column}
                found[form.parameter] = found.get(form.parameter, set()) | columns
        depth = depths(self.deck)
        for couple in sorted(self.deck.couples, key=lambda couple: depth.get(couple.parameter, 0)):
            if couple.parameter in found:
                found[couple.parameter] |= found[couple.other]
        rows = [sorted(found[p]) for p in range(1, self.deck.prescribed + 1)]
        return rows + [sorted(self.column[n] for n in parts(node)) for node in self.norms]

    @cached_property
    def matched(self) -> list[int]:
        """Column of every row, -1 where there is none."""
        found = [-1] * len(self.rows)
        pattern = [self.rows[row] for row in self.chosen]
        for row, column in zip(self.chosen, matching(pattern, len(self.coordinates))[0], strict=True):
            found[row] = column
        return found

    @cached_property
    def is_regular(self) -> bool:
        inputs = range(max(0, self.deck.prescribed - self.deck.inputs), self.deck.prescribed)
        return (
            len(self.chosen) == len(self.coordinates)
            and all(self.matched[row] >= 0 for row in self.chosen)
            and all(row in self.chosen for row in inputs)
        )

    @cached_property
    def parts(self) -> tuple[tuple[list[int], list[int]], tuple[list[int], list[int]]]:
        """(parameters, co-ordinates) by number, over-constrained and loose."""
        over, under = over_and_under(self.rows, len(self.coordinates))
        return self._numbered(over), self._numbered(under)

    def _numbered(self, part: tuple[list[int], list[int]]) -> tuple[list[int], list[int]]:
        parameters = [row + 1 for row in part[0] if row < self.deck.prescribed]
        return parameters, sorted(self.coordinates[column] for column in part[1])

    @cached_property
    def row_blocks(self) -> list[list[int]]:
        """Rows of every block in the order of solving; only for a regular structure."""
        pattern = [self.rows[row] for row in self.chosen]
        found = blocks(pattern, [self.matched[row] for row in self.chosen])
        return [[self.chosen[k] for k in block] for block in found]

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        found = []
        for rows in self.row_blocks:
            parameters = tuple(row + 1 for row in rows if row < self.deck.prescribed)
            coordinates = tuple(sorted(self.coordinates[self.matched[row]] for row in rows))
            elements = dict.fromkeys(e for p in parameters for e in self.elements_of[p])
            found.append(Group(parameters, coordinates, tuple(sorted(elements))))
        return tuple(found)

    def moved_by(self, number: int) -> set[int]:
        """Numbers of the co-ordinates that an input can move."""
        start = self.deck.input_parameter(number)
        moved: set[int] = set()
        for group in self.groups:
            needs = {self.coordinates[c] for p in group.parameters for c in self.rows[p - 1]}
            if start in group.parameters or needs & moved:
                moved |= set(group.coordinates)
        return moved


def _is_described(deck: Deck) -> bool:
    """Whether all that lines refer to is there; if not, that is told elsewhere."""
    places = {c.number for c in (*deck.fixed, *deck.moving)}
    kinds = {element.number: deck.kinds[element.kind] for element in deck.elements if element.kind in deck.kinds}
    parameters = {form.parameter for form in deck.forms}
    return (
        all(number in places for element in deck.elements for number in element.coordinates)
        and all(form.element in kinds and form.form in kinds[form.element].forms for form in deck.forms)
        and all(p in parameters for couple in deck.couples for p in (couple.parameter, couple.other))
        and parameters.issuperset(range(1, deck.prescribed + 1))
    )
