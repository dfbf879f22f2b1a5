"""The dimension of what a buffer holds, from its word and its subject; with `UNITS SI` it is shown as a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import degrees
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..deck.account import is_vector
from ..deck.expression import Program
from ..deck.model import Store
from ..engine.coordinate import ANGLE as AN_ANGLE
from ..model.mechanism import Mechanism

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Value = TypeVar("Value", float, NDArray[Any])


class Dimension(NamedTuple):
    """Powers of metre, kilogram, second and radian."""

    m: int = 0
    kg: int = 0
    s: int = 0
    rad: int = 0

    def times(self, other: Dimension, power: int = 1) -> Dimension:
        return Dimension(*(a + power * b for a, b in zip(self, other, strict=True)))

    def to(self, power: int) -> Dimension:
        return Dimension(*(power * a for a in self))

    @property
    def is_angle(self) -> bool:
        return self == ANGLE


NUMBER, LENGTH, ANGLE, TIME, MASS = Dimension(), Dimension(m=1), Dimension(rad=1), Dimension(s=1), Dimension(kg=1)
FORCE, MOMENT, POWER = Dimension(1, 1, -2), Dimension(2, 1, -2), Dimension(2, 1, -3)
ENERGY_WORDS = ("bufekin", "bufepot")
_KNOWN = {FORCE: "N", MOMENT: "N·m", POWER: "W"}
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
#: words of parts of a motion -> power of time
_RATES = {"bufdx1": -1, "bufde1": -1, "bufdinp1": -1, "bufdx2": -2, "bufde2": -2, "bufdinp2": -2}


@dataclass(frozen=True)
class Unit:
    """`symbol` in files; `shown` on terminals, axes and pages, where angles are in degrees."""

    symbol: str
    is_angle: bool = False

    @property
    def shown(self) -> str:
        return "°" if self.is_angle else self.symbol

    def number(self, value: float) -> float:
        """As it is shown."""
        return degrees(value) if self.is_angle else value


NO_UNIT = Unit("")


def unit_of(mech: Mechanism, store: Store) -> Unit:
    """What stands behind the numbers of a buffer; nothing where the deck does not say that its numbers are SI."""
    found = dimension_of(mech, store) if mech.deck.units == "SI" else None
    if found is None:
        return NO_UNIT
    own = {"bufekin": "J", "bufepot": "J", "bufeig": "Hz"}.get(store.word)
    return Unit(own or symbol(found), found.is_angle)


def direction(mech: Mechanism, store: Store) -> int | None:
    """X or Y of a force at a point; of all else none is known."""
    if store.word not in ("bufreac", "bufconn", "bufpin") or dimension_of(mech, store) != FORCE:
        return None
    return mech.places[mech.index[store.subject[-1]]].axis


def input_unit(mech: Mechanism, number: int) -> Unit:
    return unit_of(mech, Store("bufinp", (number,), 0))


def symbol(dimension: Dimension) -> str:
    """`m/s²`, `kg·m²`, `N·m`; a number has none."""
    if dimension.rad and (dimension.m or dimension.kg) and dimension not in _PER_RADIAN:
        dimension = dimension._replace(rad=0)
    if dimension in _KNOWN:
        return _KNOWN[dimension]
    above = list(_powers(dimension, 1))
    below = list(_powers(dimension, -1))
    if not above and not below:
        return ""
    return "·".join(above or ["1"]) + ("/" + (below[0] if len(below) == 1 else f"({'·'.join(below)})") if below else "")


#: transfer functions of lengths to angles, which are told with their radian
_PER_RADIAN = frozenset(Dimension(m=k, rad=-n) for k in (1, -1, -2) for n in (2, 1, -1))


def _powers(dimension: Dimension, sign: int) -> Iterator[str]:
    for name in ("kg", "rad", "m", "s"):
        power = sign * getattr(dimension, name)
        if power > 0:
            yield name + (str(power).translate(_POWERS) if power > 1 else "")


# ---- dimensions


def dimension_of(mech: Mechanism, store: Store) -> Dimension | None:
    """None where it cannot be known: of a sum of angles with radii, or numbers of teeth, as factors."""
    word = store.word
    if word == "buftime":
        return TIME
    if word in ("bufcond", "bufbuck"):
        return NUMBER
    if word == "bufeig":
        return TIME.to(-1)
    if word in ("bufpole", "bufapole", "bufrho"):
        return LENGTH
    if word in ENERGY_WORDS:
        return MOMENT
    if word == "bufpower":
        return POWER
    if word == "bufcalc":
        return _of_program(mech, store.expression.program) if store.expression is not None else None
    if word == "bufomega":
        return ANGLE.times(TIME, -1)
    if word == "bufalpha":
        return ANGLE.times(TIME, -2)
    if is_vector(store):
        return MOMENT
    if word == "bufjred":
        return _of_inertia(mech, store.inputs or (1, 1))
    own = _of_subject(mech, store)
    if own is None:
        return None
    if word in ("bufsigma", "bufreac", "bufconn", "bufpin", "bufdrive"):
        return FORCE if own == LENGTH else MOMENT
    if word in _RATES:
        return own.times(TIME, _RATES[word])
    if word in ("bufx1", "bufx2", "bufe1", "bufe2"):
        return _per_inputs(mech, own, store.inputs or (1,) * int(word[-1]))
    return own


def _of_subject(mech: Mechanism, store: Store) -> Dimension | None:
    if store.word in ("bufinp", "bufdinp1", "bufdinp2", "bufdrive"):
        return _of_input(mech, store.subject[0])
    if store.word in ("bufe0", "bufe1", "bufe2", "bufde1", "bufde2", "bufsigma", "bufdef"):
        return _of_parameter(mech, store.subject[0])
    return _of_coordinate(mech, store.subject[-1])


def _of_coordinate(mech: Mechanism, number: int) -> Dimension:
    place = mech.places[mech.index[number]]
    return LENGTH if place.is_length else ANGLE if place.axis == AN_ANGLE else NUMBER


def _of_input(mech: Mechanism, number: int) -> Dimension | None:
    return _of_parameter(mech, mech.deck.input_parameter(number))


def _of_parameter(mech: Mechanism, number: int) -> Dimension | None:
    if mech.forms[mech.row[number]].is_length:
        return LENGTH
    return ANGLE if all(abs(line.factor) == 1 for line in mech.forms_of[number]) else None


def _per_inputs(mech: Mechanism, own: Dimension, inputs: Sequence[int]) -> Dimension | None:
    for number in inputs:
        one = _of_input(mech, number)
        if one is None:
            return None
        own = own.times(one, -1)
    return own


def _of_inertia(mech: Mechanism, inputs: Sequence[int]) -> Dimension | None:
    levers = [_of_input(mech, number) for number in inputs]
    if None in levers:
        return None
    return Dimension(m=sum(lever == ANGLE for lever in levers), kg=1)


# ---- of an expression


_ANY = "any"  # a number that stands for a quantity of any dimension


def _of_program(mech: Mechanism, program: Program) -> Dimension | None:
    """By the rules of dimensions; whole numbers count as pure ones, others may be a length, a mass …"""
    stack: list[Dimension | str | None] = []
    values: list[float | None] = []
    for name, operand in program:
        if name == "number":
            stack.append(NUMBER if operand == int(operand) else _ANY)
            values.append(operand)
            continue
        if name in ("t", "x", "dx", "e", "de", "inp", "dinp", "buf"):
            stack.append(_of_quantity(mech, name, operand))
            values.append(None)
            continue
        count = 1 if name == "table" else operand
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
        return dimension_of(mech, next(store for store in mech.deck.stores if store.buffer == number))
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
