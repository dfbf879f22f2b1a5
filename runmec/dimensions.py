"""Dimensions of what a mechanism is made of, as powers of metre, kilogram, second, radian and ampere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Dimension(NamedTuple):
    m: int = 0
    kg: int = 0
    s: int = 0
    rad: int = 0
    ampere: int = 0

    def times(self, other: Dimension, power: int = 1) -> Dimension:
        return Dimension(*(a + power * b for a, b in zip(self, other, strict=True)))

    def to(self, power: int) -> Dimension:
        return Dimension(*(power * a for a in self))

    @property
    def is_angle(self) -> bool:
        return self == ANGLE


NUMBER, LENGTH, ANGLE, TIME, MASS = Dimension(), Dimension(m=1), Dimension(rad=1), Dimension(s=1), Dimension(kg=1)
FORCE, MOMENT, POWER = Dimension(1, 1, -2), Dimension(2, 1, -2), Dimension(2, 1, -3)
SPEED, TURNING_SPEED, FREQUENCY = Dimension(m=1, s=-1), Dimension(rad=1, s=-1), Dimension(s=-1)
INERTIA, BENDING = Dimension(2, 1), Dimension(3, 1, -2)
VOLUME, PRESSURE = Dimension(m=3), Dimension(-1, 1, -2)
CURRENT, VOLTAGE = Dimension(ampere=1), Dimension(2, 1, -3, ampere=-1)


def effort(way: Dimension) -> Dimension:
    """What does work on a way: a force on a length, a moment on an angle."""
    return FORCE if way == LENGTH else MOMENT


#: quantities of a column -> their dimension, where the way of what the line is about is a length or an angle
QUANTITIES: dict[str, Callable[[Dimension], Dimension]] = {
    "way": lambda way: way,
    "speed": lambda way: way.times(TIME, -1),
    "acceleration": lambda way: way.times(TIME, -2),
    "inertia": lambda way: MASS if way == LENGTH else INERTIA,
    "effort": effort,
    "stiffness": lambda way: effort(way).times(way, -1),
    "flexibility": lambda way: way.times(effort(way), -1),
    "damping": lambda way: effort(way).times(way, -1).times(TIME),
    "lever": lambda way: NUMBER if way == LENGTH else LENGTH,
    "number": lambda way: NUMBER,
    "length": lambda way: LENGTH,
    "angle": lambda way: ANGLE,
    "time": lambda way: TIME,
    "rate": lambda way: TIME.times(TIME, -2),
    "mass": lambda way: MASS,
    "moment of inertia": lambda way: INERTIA,
    "force": lambda way: FORCE,
    "moment": lambda way: MOMENT,
    "pressure": lambda way: PRESSURE,
    "pressure times speed": lambda way: PRESSURE.times(SPEED),
    "bending": lambda way: BENDING,
    "gravity": lambda way: LENGTH.times(TIME, -2),
    "density": lambda way: MASS.times(LENGTH, -3),
    "mass per length": lambda way: MASS.times(LENGTH, -1),
}


_KNOWN = {FORCE: "N", MOMENT: "N·m", POWER: "W", PRESSURE: "Pa", PRESSURE.times(SPEED): "Pa·m/s"}
_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
#: transfer functions of lengths to angles, which are told with their radian
_PER_RADIAN = frozenset(Dimension(m=k, rad=-n) for k in (1, -1, -2) for n in (2, 1, -1))


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


def _powers(dimension: Dimension, sign: int) -> Iterator[str]:
    for name, short in (("kg", "kg"), ("rad", "rad"), ("m", "m"), ("ampere", "A"), ("s", "s")):
        power = sign * getattr(dimension, name)
        if power > 0:
            yield short + (str(power).translate(_POWERS) if power > 1 else "")


_ACCELERATION, _STIFFNESS, _DAMPING = Dimension(1, 0, -2), Dimension(0, 1, -2), Dimension(0, 1, -1)
#: what people call a dimension, and the unit that they write
_CALLED = {
    NUMBER: ("a plain number", ""), LENGTH: ("a length", "m"), ANGLE: ("an angle", "rad"), TIME: ("a time", "s"),
    MASS: ("a mass", "kg"), FORCE: ("a force", "N"), MOMENT: ("a moment or an energy", "N·m"), POWER: ("a power", "W"),
    SPEED: ("a velocity", "m/s"), TURNING_SPEED: ("an angular velocity", "rad/s"), FREQUENCY: ("a frequency", "Hz"),
    _ACCELERATION: ("an acceleration", "m/s²"), Dimension(s=-2, rad=1): ("an angular acceleration", "rad/s²"),
    INERTIA: ("a moment of inertia", "kg·m²"), BENDING: ("a bending stiffness", "N·m²"),
    _STIFFNESS: ("a stiffness", "N/m"), MOMENT.times(ANGLE, -1): ("a stiffness against turning", "N·m/rad"),
    _STIFFNESS.to(-1): ("a flexibility", "m/N"), ANGLE.times(MOMENT, -1): ("a flexibility", "rad/(N·m)"),
    _DAMPING: ("a damping constant", "N·s/m"), MOMENT.times(TURNING_SPEED, -1): ("a damping constant", "N·m·s/rad"),
    LENGTH.to(2): ("an area", "m²"), VOLUME: ("a volume", "m³"), PRESSURE: ("a pressure", "Pa"),
    PRESSURE.times(SPEED): ("a pressure times a velocity", "Pa·m/s"),
    VOLTAGE: ("a voltage", "V"), CURRENT: ("a current", "A"), VOLTAGE.times(CURRENT, -1): ("a resistance", "ohm"),
    VOLTAGE.times(CURRENT, -1).times(TIME): ("an inductance", "H"),
    Dimension(-3, 1): ("a density", "kg/m³"), Dimension(-1, 1): ("a mass per length", "kg/m"),
}  # fmt: skip


def called(dimension: Dimension) -> str:
    """`a stiffness [N/m]`."""
    known = _CALLED.get(dimension)
    if known is None:
        return f"[{symbol(dimension)}]"
    return f"{known[0]} [{known[1]}]" if known[1] else known[0]
