"""What a mechanism knows of itself as its deck has written it: names, elements, moves, and what carries them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from ..deck.couples import coupled_parameters, depths
from ..deck.independent import classes_of, elastic_parameters
from ..deck.links import Link, coordinates_of, has_teeth, link_at, slides_of
from ..deck.model import Deck, Dynamic, Element, FormLine, Move, Store, TurnLine
from ..deck.names import Names
from ..deck.planes import plane_of
from ..deck.rigid import Place, held_forms, places_of
from ..deck.said import parameter_name
from ..dynamics import DYNAMICS, FORCE, INERTIA, DynamicsKind, MotorKind
from ..elements import Kind
from ..engine.thresholds import FITS


@dataclass(eq=False)
class Facts:
    """Below this room nobody asks the deck."""

    _deck: Deck
    job: str = field(init=False)
    is_driven: bool = field(init=False)
    is_of_rest: bool = field(init=False)
    names: Names = field(init=False)
    units: str = field(init=False)
    is_spatial: bool = field(init=False)
    prescribed: int = field(init=False)
    inputs: int = field(init=False)
    turns: tuple[TurnLine, ...] = field(init=False)
    moves: tuple[Move, ...] = field(init=False)
    stores: tuple[Store, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.know(self._deck)

    def know(self, deck: Deck) -> None:
        """Takes over what stands in the deck, or in a variant of it."""
        self._deck = deck
        for fact in fields(Facts)[1:]:
            setattr(self, fact.name, getattr(deck, fact.name))

    def lines_of(self, element: int) -> Sequence[FormLine]:
        """Where form parameters of an element stand in parameters."""
        return self._deck.lines_of(element)

    @property
    def view(self) -> tuple[float, float] | None:
        """From where it is seen, where the deck says so."""
        return self._deck.view_of()

    # ---- elements

    @cached_property
    def elements(self) -> dict[int, Element]:
        return {element.number: element for element in self._deck.elements}

    def kind_of(self, element: Element) -> Kind:
        return self._deck.kinds[element.kind]

    def data_of(self, element: Element) -> tuple[float, ...]:
        """The numbers that its type asks for, with defaults."""
        return self._deck.data_of(element)

    @property
    def links(self) -> tuple[Link, ...]:
        """What is rigid in itself, wheels of gears included."""
        return self._deck.structure.links

    def link_at(self, element: int, coordinate: int) -> Link | None:
        """The link of an element; of a mesh the wheel that has the co-ordinate."""
        return link_at(self._deck, self.links, element, coordinate)

    def slides_of(self, link: Link) -> Iterator[tuple[int, Place]]:
        """Elements of a link, and the points that slide beside them."""
        return slides_of(self._deck, [self.elements[k] for k in link.elements], self.held, link)

    def coordinates_of(self, link: Link) -> tuple[int, ...]:
        return tuple(coordinates_of(self._deck, link))

    def has_teeth(self, element: Element) -> bool:
        return has_teeth(self._deck, element)

    def places_of(self, element: Element) -> dict[str, Place]:
        """Numbers of the co-ordinates of its points, angles and turning nodes."""
        return places_of(self._deck, element)

    @cached_property
    def held(self) -> dict[int, set[str]]:
        """Form parameters of every element that do not change."""
        return held_forms(self._deck)

    def of(self, kind: DynamicsKind) -> tuple[Dynamic, ...]:
        """Lines with one word of DYNAMICS."""
        return self._deck.of(kind)

    def plane_of(self, element: int) -> tuple[int, ...]:
        """Numbers of the co-ordinates that say how a plane moves that is fixed to it."""
        return plane_of(self._deck, element)

    # ---- parameters

    @property
    def lines(self) -> tuple[FormLine, ...]:
        """Form parameters of elements, as they make parameters."""
        return self._deck.forms

    @cached_property
    def forms_of(self) -> dict[int, list[FormLine]]:
        """Form lines of every parameter."""
        found: dict[int, list[FormLine]] = {}
        for line in self.lines:
            found.setdefault(line.parameter, []).append(line)
        return found

    @property
    def wanted(self) -> dict[int, float]:
        """Values that parameters are given."""
        return {para.parameter: para.value for para in self._deck.paras}

    def written(self, parameter: int) -> str:
        """What it is made of: `angb of element 3 − 2·angb of element 5`."""
        return parameter_name(self._deck, parameter)

    @cached_property
    def yielding(self) -> set[int]:
        """Rows of prescribed parameters that are elastic."""
        return {number - 1 for number in elastic_parameters(self._deck)}

    @cached_property
    def elastic(self) -> list[int]:
        """Rows of those that move by their own elasticity in this job, surplus ones included."""
        return [number - 1 for number in self._deck.elastic] if self.is_driven else []

    @cached_property
    def classes(self) -> tuple[list[int], list[int], list[int]]:
        """Rows in the order in which an independent set takes them."""
        return classes_of(self._deck)

    @property
    def fits_within(self) -> float:
        """By which part of its size a surplus parameter may be away from its value."""
        return self._deck.misfits[0].limit if self._deck.misfits else FITS

    @property
    def coupled_parameters(self) -> set[int]:
        return coupled_parameters(self._deck)

    @property
    def depths(self) -> dict[int, int]:
        """Of parameters that follow others: how many stand one upon the other."""
        return depths(self._deck)

    # ---- co-ordinates

    @property
    def estimate(self) -> dict[int, float]:
        """Of all co-ordinates."""
        return {c.number: c.value for c in (*self._deck.fixed, *self._deck.moving)}

    @property
    def heavy(self) -> set[int]:
        """Co-ordinates with a mass of their own."""
        return {line.subject for line in self._deck.of(INERTIA) if any(line.values)}

    # ---- what acts and moves

    @property
    def held_inputs(self) -> list[int]:
        """Inputs, from zero, that do not find their rest."""
        return [i - 1 for i in self._deck.held_inputs]

    @property
    def driven(self) -> set[int]:
        """Inputs, from zero, that motors drive."""
        return {line.subject - 1 for line in self._deck.of_all(MotorKind) if line.subject > 0}

    @property
    def carried_by(self) -> tuple[int, ...]:
        """Where motors sit that carry a given motion: inputs above zero, dependent parameters below."""
        return self._deck.carriers

    @cached_property
    def motored_elsewhere(self) -> set[int]:
        """Parameters on which motors sit that carry a given motion, or drive dependent parameters in a simulation."""
        lines = self._deck.of_all(MotorKind) if self._deck.is_driven else ()
        carriers = {self._deck.input_parameter(q) if q > 0 else q for q in self.carried_by}
        return carriers | {line.subject for line in lines if line.subject < 0}

    @cached_property
    def motored(self) -> set[int]:
        """All parameters on which motors sit."""
        inputs = {self._deck.input_parameter(i) for i in range(1, self.inputs + 1)}
        return self.motored_elsewhere | (set() if self.carried_by else inputs)

    def finds_its_rest(self, i: int) -> bool:
        """Whether an input (from 1) of STA ANA is neither held nor driven: where it rests nothing acts on it."""
        driven = {line.subject for line in self._deck.of_all(MotorKind)}
        return self.is_of_rest and i - 1 not in self.held_inputs and i not in driven

    def only_leads(self, element: int) -> bool:
        """Whether an element says where the motion goes, motors sit elsewhere, and it holds nothing."""
        inputs = {self._deck.input_parameter(i) for i in range(1, self.inputs + 1)} if self.carried_by else set()
        held = {line.parameter for line in self.lines_of(element) if line.parameter > 0}
        return bool(held) and held <= inputs - self.motored

    def marked(self, mark: str) -> set[int]:
        """Parameters whose elements are drawn in a special way: `sprung`, `damped`."""
        return {line.subject for line in self._deck.dynamics if DYNAMICS[line.word].marks == mark}

    @property
    def forced(self) -> tuple[int, ...]:
        """Co-ordinates on which forces act."""
        return tuple(dict.fromkeys(line.subject for line in self._deck.of(FORCE)))
