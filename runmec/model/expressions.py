"""Expressions of a deck -> trees that the engine reads, their jumps shared where they are one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..deck.arithmetic import cubic
from ..deck.expression import THROUGH_POINTS, VARIABLE, Expression, Instruction, taken
from ..engine import expression as nodes
from ..engine.coordinate import Coordinate
from ..engine.expression import Node
from ..engine.form import Form
from ..engine.switch import Pieces, Switch
from ..engine.variable import NamedVariable, Sample, Variable
from .jumps import LinearJump, prepared

_PLACED = {"x": "x", "dx": "dx", "e": "e", "de": "de", "inp": "e", "dinp": "de"}
_TWO: dict[str, Callable[[Node, Node], Node]] = {
    "add": nodes.SumNode, "subtract": nodes.DifferenceNode, "multiply": nodes.ProductNode, "divide": nodes.QuotientNode,
    "power": nodes.PowerNode, "atan2": nodes.DirectionNode,
}  # fmt: skip
_ONE = {"sin": nodes.SIN, "cos": nodes.COS, "tan": nodes.TAN, "asin": nodes.ASIN, "acos": nodes.ACOS,
        "atan": nodes.ATAN, "sqrt": nodes.SQRT, "exp": nodes.EXP, "log": nodes.LOG}  # fmt: skip


def _no_buffers(buffer: int) -> Node:
    raise LookupError(f"buffer {buffer} in an expression of the motion")


class _Part(NamedTuple):
    """A tree with what its switches need to know: velocities in it? which switches?"""

    node: Node
    of_velocity: bool
    switches: frozenset[int]


class OfName(float):
    """A number that a name of DEFINE gives."""

    name: str

    @classmethod
    def of(cls, number: float, name: str) -> OfName:
        found = cls(number)
        found.name = name
        return found


class Expressions:
    """All expressions of a mechanism, with one clock and one set of switches."""

    def __init__(
        self,
        coordinates: list[Coordinate],
        forms: list[Form],
        place: Callable[[str, int], int],
        named: Mapping[int, Variable | Expression],
        stored: Callable[[int], Node] = _no_buffers,
        pieces: Pieces | None = None,
    ) -> None:
        """`stored` gives the node of a buffer, for expressions that are calculated from quantities; `named` are the
        numbers of the motion with names of their own, and the expressions that have one.
        """
        self.pieces, self._stored = Pieces() if pieces is None else pieces, stored
        self.programs: list[Node | None] = []  # of every switch
        self.named: list[tuple[str, nodes.NumberNode]] = []  # numbers that names of DEFINE give
        self.knows_names = True  # whether these are all places of names
        self._coordinates, self._forms, self._place = coordinates, forms, place
        self._variables, self._parts = named, dict[int, _Part]()
        self._switch_of: dict[tuple[object, ...], Switch] = {}  # argument of a jump -> its switch

    def add(self, expression: Expression) -> Node:
        return self._part(expression).node

    def named_node(self, number: int) -> Node:
        """A number of the motion, or an expression, by its name; one tree wherever it stands."""
        return self._named(number).node

    def _named(self, number: int) -> _Part:
        if number not in self._parts:
            of = self._variables[number]
            if isinstance(of, Variable):
                self._parts[number] = _Part(NamedVariable(of, self.pieces), not isinstance(of, Sample), frozenset())
            else:
                self._parts[number] = self._part(of)
        return self._parts[number]

    def _part(self, expression: Expression) -> _Part:
        stack: list[_Part] = []
        first = len(self.pieces.switches)
        program, jumps = prepared(self._placed(expression))
        for place, (word, operand) in enumerate(program):
            stack.append(self._next(word, operand, stack, jumps.get(place)))
        part = stack[-1]
        self.programs += [None] * (first - len(self.programs))
        self.programs += [part.node] * (len(self.pieces.switches) - first)
        return part

    def finish(self) -> None:
        """Springs may have switches without a program."""
        self.programs += [None] * (len(self.pieces.switches) - len(self.programs))

    def _placed(self, expression: Expression) -> list[Instruction]:
        """The program with places in the mechanism instead of numbers of the deck; inputs are their parameters."""
        opened = expression.open or expression.program
        return [
            (_PLACED[word], self._place(word, operand)) if word in _PLACED else (word, self._known(operand, source))
            for (word, operand), source in zip(expression.program, opened, strict=True)
        ]

    def _known(self, operand: Any, source: Instruction) -> Any:
        """A number that remembers the name it comes from, as long as nothing is calculated with it."""
        if source[0] == "define":
            return OfName.of(operand, source[1])
        self.knows_names &= not (source[0] in THROUGH_POINTS and isinstance(source[1], list))
        return operand

    def _next(self, word: str, operand: Any, stack: list[_Part], jump: LinearJump | None) -> _Part:
        if word == "number":
            constant = nodes.NumberNode(float(operand))
            if isinstance(operand, OfName):
                self.named.append((operand.name, constant))
            return _Part(constant, False, frozenset())
        if word == VARIABLE:
            return self._named(operand)
        if word == "buf":
            return _Part(self._stored(operand), False, frozenset())
        if word in ("t", "x", "dx", "e", "de"):
            return _Part(self._state(word, operand), word in ("dx", "de"), frozenset())
        count = taken(word, operand)
        parts = stack[-count:]
        del stack[-count:]
        of_velocity = any(part.of_velocity for part in parts)
        inside = frozenset[int]().union(*(part.switches for part in parts))
        before = len(self.pieces.switches)
        node = self._function(word, operand, [part.node for part in parts], of_velocity, jump)
        own = frozenset(range(before, len(self.pieces.switches)))
        if jump is not None:
            own |= {self._switch_of[jump.key].number}
        if own:
            for number in inside:
                self.pieces.switches[number].feeds = True
        return _Part(node, of_velocity, inside | own)

    def _state(self, word: str, at: int) -> Node:
        if word == "t":
            return nodes.TimeNode(self.pieces)
        if word in ("x", "dx"):
            return (nodes.PlaceNode if word == "x" else nodes.VelocityNode)(self._coordinates[at], self.pieces)
        form = self._forms[at]
        form.loaded = True
        return (nodes.ParameterNode if word == "e" else nodes.ParameterRateNode)(form, self.pieces)

    def _function(self, word: str, operand: Any, args: list[Node], of_velocity: bool, jump: LinearJump | None) -> Node:
        if word in _TWO:
            return _TWO[word](args[0], args[1])
        if word in _ONE:
            return nodes.FunctionNode(_ONE[word], args[0])
        if word == "negate":
            return nodes.NegativeNode(args[0])
        if jump is not None:
            if jump.key not in self._switch_of:
                self._switch_of[jump.key] = self._switch(True, of_velocity)
            return nodes.JumpNode(args[0], jump.factor, word == "step", self._switch_of[jump.key], self.pieces)
        if word == "abs":
            return nodes.AbsoluteNode(args[0], self._switch(False, of_velocity), self.pieces)
        if word in THROUGH_POINTS:
            switch = self._switch(False, of_velocity)
            us, ys = (list(map(float, part)) for part in operand)
            if word == "table":
                return nodes.TableNode(args[0], us, ys, switch, self.pieces)
            coefficients = cubic(*operand).c.T.ravel().tolist()
            return nodes.Curve(args[0], us, coefficients, ys[0], ys[-1], switch, self.pieces)
        node = args[0]
        for other in args[1:]:  # min and max of many
            node = nodes.ExtremeNode(
                node, other, 1.0 if word == "min" else -1.0, self._switch(False, of_velocity), self.pieces
            )
        return node

    def _switch(self, jumps: bool, of_velocity: bool) -> Switch:
        switch = Switch(jumps, of_velocity)
        self.pieces.add(switch)
        return switch
