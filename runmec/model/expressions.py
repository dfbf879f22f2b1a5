"""Expressions of a deck -> trees that the engine reads, their jumps shared where they are one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..deck.expression import Expression, Instruction
from ..engine import expression as nodes
from ..engine.coordinate import Coordinate
from ..engine.expression import Node
from ..engine.form import Form
from ..engine.switch import Pieces, Switch
from .jumps import Jump, prepared

_PLACED = {"x": "x", "dx": "dx", "e": "e", "de": "de", "inp": "e", "dinp": "de"}
_TWO: dict[str, Callable[[Node, Node], Node]] = {
    "add": nodes.Sum, "subtract": nodes.Difference, "multiply": nodes.Product, "divide": nodes.Quotient,
    "power": nodes.Power, "atan2": nodes.Direction,
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
        self, coordinates: list[Coordinate], forms: list[Form], place: Callable[[str, int], int],
        stored: Callable[[int], Node] = _no_buffers, pieces: Pieces | None = None,
    ) -> None:  # fmt: skip
        """`stored` gives the node of a buffer, for expressions that are calculated from quantities."""
        self.pieces, self._stored = Pieces() if pieces is None else pieces, stored
        self.programs: list[Node | None] = []  # of every switch
        self.named: list[tuple[str, nodes.Number]] = []  # numbers that names of DEFINE give
        self.knows_names = True  # whether these are all places of names
        self._coordinates, self._forms, self._place = coordinates, forms, place
        self._switch_of: dict[tuple[object, ...], Switch] = {}  # argument of a jump -> its switch

    def add(self, expression: Expression) -> Node:
        stack: list[_Part] = []
        first = len(self.pieces.switches)
        program, jumps = prepared(self._placed(expression))
        for place, (word, operand) in enumerate(program):
            stack.append(self._next(word, operand, stack, jumps.get(place)))
        root = stack[-1].node
        self.programs += [None] * (first - len(self.programs))
        self.programs += [root] * (len(self.pieces.switches) - first)
        return root

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
        self.knows_names &= not (source[0] == "table" and isinstance(source[1], list))
        return operand

    def _next(self, word: str, operand: Any, stack: list[_Part], jump: Jump | None) -> _Part:
        if word == "number":
            constant = nodes.Number(float(operand))
            if isinstance(operand, OfName):
                self.named.append((operand.name, constant))
            return _Part(constant, False, frozenset())
        if word == "buf":
            return _Part(self._stored(operand), False, frozenset())
        if word in ("t", "x", "dx", "e", "de"):
            return _Part(self._state(word, operand), word in ("dx", "de"), frozenset())
        taken = 1 if word == "table" else int(operand)
        parts = stack[-taken:]
        del stack[-taken:]
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
            return nodes.Time(self.pieces)
        if word in ("x", "dx"):
            return (nodes.Place if word == "x" else nodes.Velocity)(self._coordinates[at], self.pieces)
        form = self._forms[at]
        form.loaded = True
        return (nodes.Parameter if word == "e" else nodes.ParameterRate)(form, self.pieces)

    def _function(self, word: str, operand: Any, args: list[Node], of_velocity: bool, jump: Jump | None) -> Node:
        if word in _TWO:
            return _TWO[word](args[0], args[1])
        if word in _ONE:
            return nodes.Function(_ONE[word], args[0])
        if word == "negate":
            return nodes.Negative(args[0])
        if jump is not None:
            if jump.key not in self._switch_of:
                self._switch_of[jump.key] = self._switch(True, of_velocity)
            return nodes.Jump(args[0], jump.factor, word == "step", self._switch_of[jump.key], self.pieces)
        if word == "abs":
            return nodes.Absolute(args[0], self._switch(False, of_velocity), self.pieces)
        if word == "table":
            us, ys = operand
            return nodes.Table(args[0], list(map(float, us)), list(map(float, ys)), self._switch(False, of_velocity),
                               self.pieces)  # fmt: skip
        node = args[0]
        for other in args[1:]:  # min and max of many
            node = nodes.Extreme(node, other, 1.0 if word == "min" else -1.0, self._switch(False, of_velocity),
                                 self.pieces)  # fmt: skip
        return node

    def _switch(self, jumps: bool, of_velocity: bool) -> Switch:
        switch = Switch(jumps, of_velocity)
        self.pieces.add(switch)
        return switch
