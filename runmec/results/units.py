"""The dimension of what a buffer holds, from its word and its subject; with `UNITS SI` it is shown as a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import degrees
from typing import TYPE_CHECKING, Any, TypeVar

from ..deck.expression import REDUCTIONS, VARIABLE, Expression, Program, taken
from ..deck.model import Store
from ..deck.needs import needed
from ..deck.unit_sets import SHOWN
from ..dimensions import ANGLE, FORCE, LENGTH, NUMBER, TIME, Dimension, symbol
from ..dynamics import WHERE
from ..engine.coordinate import ANGLE as AN_ANGLE
from ..model.mechanism import Mechanism
from ..outputs import INPUT
from ..words import kind_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Value = TypeVar("Value", float, NDArray[Any])


@dataclass(frozen=True)
class ShownUnit:
    """`symbol` in files; `shown` on terminals, axes and pages, a `size` of SI each; angles are shown in degrees."""

    symbol: str
    shown: str
    size: float = 1.0

    @property
    def is_angle(self) -> bool:
        return self.shown == "°"

    def number(self, value: float) -> float:
        """As it is shown."""
        return degrees(value) if self.is_angle else value / self.size

    def scaled(self, history: NDArray[Any]) -> NDArray[Any]:
        """For pages, whose scripts turn radians into degrees themselves."""
        return history / self.size

    def text(self, value: float, digits: int = 4) -> str:
        return f"{self.number(value):.{digits}g}{'' if self.is_angle else ' '}{self.shown}".rstrip()


NO_UNIT = ShownUnit("", "")


def unit_of(mech: Mechanism, store: Store) -> ShownUnit:
    """What stands behind the numbers of a buffer; nothing where the deck does not say in which units it is."""
    found = dimension_of(mech, store) if mech.units else None
    return unit_for(mech.units, found, store.kind.symbol) if found is not None else NO_UNIT


def unit_for(units: str, dimension: Dimension, known_as: str = "") -> ShownUnit:
    """How a set of units shows a dimension; `known_as` is the symbol of a quantity that has one of its own."""
    if not units:
        return NO_UNIT
    written = known_as or symbol(dimension)
    shown, size = SHOWN.get(units, {}).get(dimension, (written, 1.0))
    return ShownUnit(written, "°" if dimension.is_angle else shown, size)


def direction(mech: Mechanism, store: Store) -> int | None:
    """X or Y of a force at a point; of all else none is known."""
    if not store.kind.is_direction or store.is_size or dimension_of(mech, store) != FORCE:
        return None
    return mech.coordinates[mech.index[store.subject[-1]]].axis


def input_unit(mech: Mechanism, number: int) -> ShownUnit:
    return unit_of(mech, Store(INPUT.word, (number,), 0))


# ---- dimensions


def dimension_of(mech: Mechanism, store: Store) -> Dimension | None:
    """None where it cannot be known: of a sum of angles with radii, or numbers of teeth, as factors."""
    return store.kind.measure(WaysOfStore(mech, store))


class WaysOfStore:
    """Dimensions of what a line of STORAGE is about (`outputs.Ways`)."""

    def __init__(self, mech: Mechanism, store: Store) -> None:
        self._mech, self._store = mech, store

    @property
    def own(self) -> Dimension | None:
        """Of a co-ordinate, which stands last, a parameter or an input."""
        return way_of(self._mech, self._store.kind.of, self._store.subject[-1])

    @property
    def is_vector(self) -> bool:
        return self._store.is_vector

    @property
    def is_turning(self) -> bool:
        return self._store.is_turning

    @property
    def is_second(self) -> bool:
        return self._store.axis == 1

    def per_inputs(self, count: int) -> Dimension | None:
        found = self.own
        for number in self._store.inputs or (1,) * count:
            one = _of_input(self._mech, number)
            if one is None or found is None:
                return None
            found = found.times(one, -1)
        return found

    def inertia(self) -> Dimension | None:
        """Of a reduced inertia: a mass, with a lever for every angle."""
        levers = [_of_input(self._mech, number) for number in self._store.inputs or (1, 1)]
        return None if None in levers else Dimension(m=sum(lever == ANGLE for lever in levers), kg=1)

    def calculated(self) -> Dimension | None:
        expression = self._store.expression
        return _of_calculated(self._mech, expression) if expression is not None else None


def way_of(mech: Mechanism, role: str, number: int) -> Dimension | None:
    """Of a co-ordinate, parameter or input; a number where there is none."""
    kind = kind_of(role, number)
    known = {"coordinate": _of_coordinate, "parameter": _of_parameter, "input": _of_input}
    return known[kind](mech, number) if kind is not None and kind in known else NUMBER


def _of_coordinate(mech: Mechanism, number: int) -> Dimension:
    place = mech.coordinates[mech.index[number]]
    return LENGTH if place.is_length else ANGLE if place.axis == AN_ANGLE else NUMBER


def _of_input(mech: Mechanism, number: int) -> Dimension | None:
    return _of_parameter(mech, mech.parameters[mech.m][number - 1])


def _of_parameter(mech: Mechanism, number: int) -> Dimension | None:
    if mech.forms[mech.row[number]].is_length:
        return LENGTH
    return ANGLE if all(abs(line.factor) == 1 for line in mech.forms_of[number]) else None


# ---- of an expression


_ANY = "any"  # a number that stands for a quantity of any dimension


def _of_calculated(mech: Mechanism, expression: Expression) -> Dimension | None:
    buffers = [number for name, number in expression.uses() if name == "buf"]
    named: dict[int, Dimension | None] = {}  # by `where`, each above those that use it; states may be anything
    for line in mech.of(WHERE):
        (meant,) = line.values
        assert isinstance(meant, Expression)
        named[line.subject] = _of_program(mech, meant.program, named)
    for one in needed(mech.stores, buffers, mech.dimensions):
        mech.dimensions[one.buffer] = (
            dimension_of(mech, one) if one.expression is None else _of_program(mech, one.expression.program, named)
        )
    return _of_program(mech, expression.program, named)


def dimension_of_figure(mech: Mechanism, program: Program) -> Dimension | None:
    """Of what is made of histories: each part is measured as its buffer; names of DEFINE may be of any dimension."""
    plain: list[tuple[str, Any]] = []
    for name, operand in program:
        if name == "at":
            plain.pop()  # the position
        plain.append(
            ("buf", operand) if name in REDUCTIONS else ("number", 0.5) if name == "define" else (name, operand)
        )
    return _of_calculated(mech, Expression(tuple(plain)))


def _of_program(mech: Mechanism, program: Program, named: Mapping[int, Dimension | None]) -> Dimension | None:
    """By the rules of dimensions; whole numbers count as pure ones, others may be a length, a mass …"""
    stack: list[Dimension | str | None] = []
    values: list[float | None] = []
    for name, operand in program:
        if name == "number":
            stack.append(NUMBER if operand == int(operand) else _ANY)
            values.append(operand)
            continue
        if name == VARIABLE:
            stack.append(named.get(operand))
            values.append(None)
            continue
        if name in ("t", "x", "dx", "e", "de", "inp", "dinp", "buf"):
            stack.append(_of_quantity(mech, name, operand))
            values.append(None)
            continue
        count = taken(name, operand)
        arguments, powers = stack[-count:], values[-count:]
        del stack[-count:], values[-count:]
        stack.append(_of_function(name, arguments, powers[-1]))
        values.append(-powers[0] if name == "negate" and powers[0] is not None else None)
    found = stack[-1] if stack else None
    return found if isinstance(found, Dimension) else None


def _of_quantity(mech: Mechanism, name: str, number: int) -> Dimension | None:
    if name == "t":
        return TIME
    if name == "buf":
        known: Dimension | None = mech.dimensions[number]
        return known
    found = {"x": _of_coordinate, "e": _of_parameter, "inp": _of_input}[name.removeprefix("d")](mech, number)
    return found.times(TIME, -1) if found is not None and name[0] == "d" else found


def _of_function(name: str, arguments: Sequence[Dimension | str | None], power: float | None) -> Dimension | str | None:
    known = [one for one in arguments if isinstance(one, Dimension)]
    if name in ("atan2", "asin", "acos", "atan"):
        return ANGLE
    if name in ("sin", "cos", "tan", "exp", "log", "sign", "step"):
        return NUMBER
    if name in ("add", "subtract", "min", "max", "negate", "abs"):
        measured = [one for one in known if one != NUMBER] or known
        alike = len(set(measured)) == 1 and None not in arguments
        return measured[0] if alike else _ANY if set(arguments) == {_ANY} else None
    if name == "sqrt" and len(known) == 1 and not any(k % 2 for k in known[0]):
        return Dimension(*(k // 2 for k in known[0]))
    if name == "power" and isinstance(arguments[0], Dimension):
        if power is not None and power == int(power):
            return arguments[0].to(int(power))
        return NUMBER if arguments[0] == NUMBER else None
    if name in ("multiply", "divide") and len(known) == 2:
        return _simple(known[0].times(known[1], 1 if name == "multiply" else -1))
    return _ANY if name in ("multiply", "divide", "power", "sqrt") and set(arguments) == {_ANY} else None


def _simple(dimension: Dimension) -> Dimension:
    """A radius times an angle is a length, a moment times an angular velocity a power."""
    return dimension._replace(rad=0) if dimension.m or dimension.kg else dimension
