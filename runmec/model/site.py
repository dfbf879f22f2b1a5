"""From numbers of a deck to objects of the engine, for whatever is built of its lines."""

from __future__ import annotations

from ..deck.expression import Expression
from ..deck.model import Deck, Element
from ..deck.turning import parts
from ..dynamics import DYNAMICS, VariableKind
from ..elements import Kind
from ..engine.coordinate import ANGLE, EULER, Coordinate, X, Y, Z
from ..engine.expression import Node
from ..engine.form import Form
from ..engine.mass import Mass
from ..engine.switch import Pieces
from ..engine.variable import Sample, Variable, Variables
from .expressions import Expressions

_AXES = {"x": X, "y": Y, "z": Z, "b": ANGLE, "l": EULER}


class BuildSite:
    """Of one deck, where its mechanism stands: co-ordinates, parameters, elements, expressions."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._roles = roles_of(deck)
        given = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
        moving = {c.number for c in deck.moving}
        self.numbers = tuple(sorted(given))
        self.index = {number: at for at, number in enumerate(self.numbers)}
        self.coordinates = [
            Coordinate(at, given[n], n in moving, self._roles.get(n, [X])[0]) for at, n in enumerate(self.numbers)
        ]
        dependent = sorted({f.parameter for f in deck.forms if f.parameter < 0}, reverse=True)
        self.parameters = (*range(1, deck.prescribed + 1), *dependent)
        self.row = {number: at for at, number in enumerate(self.parameters)}
        self.first_input = deck.prescribed - deck.inputs
        self.elements = {element.number: element for element in deck.elements}
        self.pieces = Pieces()
        self.forms: list[Form] = []
        self.masses: list[Mass] = []  # known before loads are made
        self.variables = Variables()
        self.by_name: dict[int, Variable | Expression] = {}  # numbers of the motion with names of their own
        self._flows: list[tuple[Variable, Expression]] = []
        self.expressions: Expressions

    def take_forms(self, forms: list[Form]) -> None:
        """All parameters; expressions may ask for them from now on, and for numbers of the motion by name."""
        self.forms = forms
        self._name_variables()
        self.expressions = Expressions(self.coordinates, forms, self._state, self.by_name, pieces=self.pieces)
        sampled = Expressions(self.coordinates, forms, self._state, self.by_name, pieces=self.variables.clock)
        for variable, expression in self._flows:
            chosen = sampled if isinstance(variable, Sample) else self.expressions
            variable.program = chosen.add(expression)

    def _name_variables(self) -> None:
        for kind in DYNAMICS.values():
            if not isinstance(kind, VariableKind):
                continue
            for line in self.deck.of(kind):
                expression = line.values[-1]
                assert isinstance(expression, Expression)
                if kind.begin is None:
                    self.by_name[line.subject] = expression
                    continue
                made = self.by_name[line.subject] = kind.begin(line)
                self._flows.append((made, expression))
                if isinstance(made, Sample):
                    self.variables.samples.append(made)
                else:
                    self.variables.states.append(made)

    def _state(self, word: str, number: int) -> int:
        return state_at(word, number, self.index, self.row, self.first_input)

    def coordinate(self, number: int) -> Coordinate:
        return self.coordinates[self.index[number]]

    def axes(self, number: int) -> list[int]:
        """What a co-ordinate is to elements: X, Y, Z, an angle."""
        return self._roles.get(number, [])

    def parameter(self, number: int) -> Form:
        return self.forms[self.row[number]]

    def input(self, number: int) -> Form:
        return self.forms[self.first_input + number - 1]

    def inputs(self) -> list[Form]:
        return self.forms[self.first_input : self.deck.prescribed]

    def turning(self, node: int) -> list[Coordinate]:
        return [self.coordinate(number) for number in parts(node)]

    def kind(self, element: int) -> Kind:
        return self.deck.kinds[self.elements[element].kind]

    def at(self, element: int) -> dict[str, Coordinate]:
        """Co-ordinates of an element by their names."""
        return self.named(self.elements[element])

    def named(self, element: Element) -> dict[str, Coordinate]:
        names = zip(self.deck.kinds[element.kind].coordinates, element.coordinates, strict=True)
        return {name: self.coordinate(number) for name, number in names}

    def expression(self, expression: Expression) -> Node:
        return self.expressions.add(expression)

    def sign_of_rate(self, parameter: int) -> Node:
        return self.expressions.add(Expression((("de", parameter), ("sign", 1))))

    def follows_axis(self, element: int) -> bool:
        """Whether the length of a beam along its bent axis is prescribed."""
        axis = self.kind(element).axis
        return any(line.form == axis and line.parameter > 0 for line in self.deck.lines_of(element))

    def elastic_modes(self, element: int) -> list[tuple[int, int, float]]:
        """(Which of a beam's own; prescribed parameter; factor)."""
        kind = self.kind(element)
        return [
            (mode, line.parameter, line.factor)
            for line in self.deck.lines_of(element)
            if line.parameter > 0 and (mode := kind.mode_of(line.form)) is not None
        ]


def roles_of(deck: Deck) -> dict[int, list[int]]:
    """What every co-ordinate is, an x, a y or an angle, by its first use first."""
    found: dict[int, list[int]] = {}
    for element in deck.elements:
        for name, number in zip(deck.kinds[element.kind].coordinates, element.coordinates, strict=True):
            axes = found.setdefault(number, [])
            if _AXES[name[0]] not in axes:
                axes.append(_AXES[name[0]])
    return found


def state_at(word: str, number: int, index: dict[int, int], row: dict[int, int], first_input: int) -> int:
    """Where a state of an expression stands: a co-ordinate, or a parameter, as which inputs are known."""
    if word in ("x", "dx"):
        return index[number]
    return first_input + number - 1 if word in ("inp", "dinp") else row[number]
