"""Units of numbers, `30mm`, `5N/mm`: factors to SI and dimensions; some are names in expressions, `(30*mm)`."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ..dimensions import (
    ANGLE,
    CURRENT,
    FORCE,
    FREQUENCY,
    LENGTH,
    MASS,
    MOMENT,
    NUMBER,
    POWER,
    PRESSURE,
    TIME,
    VOLTAGE,
    VOLUME,
    Dimension,
)


class Unit(NamedTuple):
    """`tens` is a power of ten, which is rounded once together with the number; `factor` is what no power of ten is."""

    dimension: Dimension
    tens: int = 0
    factor: float = 1.0


def _decimal(dimension: Dimension, **tens: int) -> dict[str, Unit]:
    return {name: Unit(dimension, power) for name, power in tens.items()}


def _other(dimension: Dimension, **factors: float) -> dict[str, Unit]:
    return {name: Unit(dimension, 0, factor) for name, factor in factors.items()}


_POUND, _POUND_FORCE = 0.45359237, 4.4482216152605
_PSI = 6894.757293168361
_UNITS: dict[str, Unit] = {
    **_decimal(LENGTH, m=0, mm=-3, cm=-2, dm=-1, km=3, um=-6),
    **{f"{micro}m": Unit(LENGTH, -6) for micro in "µμ"},
    **_decimal(MASS, kg=0, g=-3, mg=-6, t=3),
    **_decimal(TIME, s=0, ms=-3, us=-6),
    **_decimal(FORCE, N=0, mN=-3, kN=3, MN=6),
    **_decimal(MOMENT, Nm=0, Nmm=-3, kNm=3, J=0, kJ=3),
    **_decimal(PRESSURE, Pa=0, kPa=3, MPa=6, GPa=9, bar=5),
    **_decimal(POWER, W=0, kW=3),
    **_decimal(ANGLE, rad=0, mrad=-3),
    **_other(ANGLE, deg=math.pi / 180),
    "°": Unit(ANGLE, 0, math.pi / 180),
    **_other(ANGLE.times(TIME, -1), rpm=math.pi / 30),
    **_other(TIME, min=60.0, h=3600.0),
    **_decimal(FREQUENCY, Hz=0),
    **_decimal(VOLUME, l=-3),
    **_decimal(VOLTAGE, V=0),
    **_decimal(CURRENT, A=0),
    **_decimal(VOLTAGE.times(CURRENT, -1), ohm=0),
    **_decimal(VOLTAGE.times(CURRENT, -1).times(TIME), H=0),
    "in": Unit(LENGTH, 0, 0.0254),
    **_other(LENGTH, ft=0.3048, yd=0.9144, mil=2.54e-5),
    **_other(MASS, lb=_POUND, oz=_POUND / 16, slug=14.593902937206364),
    **_other(FORCE, lbf=_POUND_FORCE, ozf=_POUND_FORCE / 16, kip=1000 * _POUND_FORCE),
    **_other(PRESSURE, psi=_PSI, ksi=1000 * _PSI),
    **_other(POWER, hp=745.69987158227022),
}
_DIGITS_OF_EXPONENT = 6
_POWERS = {"²": "2", "³": "3", "⁴": "4"}
_SIGNS = "*·⋅"
_UNIT = r"(?:[^\W\d_²³⁴]+|°)(?:\^?[1-4](?!\d)|[²³⁴])?"
_NUMBER_WITH_UNIT = re.compile(
    rf"([+-]?(?:\d+\.?\d*|\.\d+))(?:[eEdD]([+-]?\d{{1,6}}))?({_UNIT}(?:[/{_SIGNS}]{_UNIT})*)$"
)
_PRODUCT = re.compile(rf"(?:1?/)?{_UNIT}(?:[/{_SIGNS}]{_UNIT})*")
_PART = re.compile(rf"([/{_SIGNS}]?)([^\W\d_²³⁴]+|°)\^?([1-4]|[²³⁴])?")

UNITS = tuple(unit for unit in _UNITS if unit.isascii())
#: the longest first: none is taken for the beginning of another
BY_LENGTH = tuple(sorted(_UNITS, key=len, reverse=True))
#: names of units in expressions; single letters and `in` are units only directly behind a number, and `t` is the time
FACTORS: dict[str, float] = {
    name: float(f"1e{unit.tens}") * unit.factor
    for name, unit in _UNITS.items()
    if name.isidentifier() and (len(name) > 1 or name == "g") and name not in ("in", "min")
}


class Measured(NamedTuple):
    """A number with a unit, in SI."""

    value: float
    dimension: Dimension
    unit: str


def split_unit(text: str) -> tuple[str, str] | None:
    """`30mm` -> ("30", "mm"); None if it is not a number with letters behind it."""
    match = _NUMBER_WITH_UNIT.match(text)
    if match is None:
        return None
    number = match[1] + (f"e{match[2]}" if match[2] else "")
    return number, match[3]


def units_in(unit: str) -> list[str]:
    """`kg*m^2/s` -> kg, m, s."""
    return [part[2] for part in _PART.finditer(unit)]


def unit_of(text: str) -> Unit | None:
    """`kg*m^2/s` -> its factor and dimension; None where it is no unit from end to end."""
    if not _PRODUCT.fullmatch(text):
        return None
    tens, factor, dimension = 0, 1.0, NUMBER
    for part in _PART.finditer(text):
        unit = _UNITS.get(part[2])
        if unit is None:
            return None
        power = int(_POWERS.get(part[3], part[3] or "1")) * (-1 if part[1] == "/" else 1)
        tens += power * unit.tens
        factor *= unit.factor**power
        dimension = dimension.times(unit.dimension, power)
    return Unit(dimension, tens, factor)


def units_of(dimension: Dimension) -> list[tuple[str, float]]:
    """Names and sizes in SI of all units of a dimension; angles are numbers."""
    return [
        (name, unit.factor * 10.0**unit.tens)
        for name, unit in _UNITS.items()
        if unit.dimension._replace(rad=0) == dimension._replace(rad=0)
    ]


def measured(text: str) -> Measured | None:
    """A number with its unit; decimal units are rounded once, as if they were written in SI.

    >>> measured("30mm").value
    0.03
    >>> measured("5N/mm").value
    5000.0
    >>> measured("7850kg/m^3").value, measured("1.2kg*cm²").value
    (7850.0, 0.00012)
    >>> measured("3 apples") is None
    True
    """
    parts = split_unit(text)
    unit = unit_of(parts[1]) if parts else None
    if parts is None or unit is None:
        return None
    return Measured(scaled(parts[0], unit), unit.dimension, parts[1])


def scaled(number: str, unit: Unit | None) -> float:
    """A number that is measured in a unit, in SI."""
    mantissa, _, exponent = number.lower().replace("d", "e").partition("e")
    if unit is None:
        return float(f"{mantissa}e{exponent}" if exponent else mantissa)
    if len(exponent) > _DIGITS_OF_EXPONENT:
        return float(f"{mantissa}e{exponent}") * float(f"1e{unit.tens}") * unit.factor
    return float(f"{mantissa}e{int(exponent or 0) + unit.tens}") * unit.factor


def in_si(text: str) -> float | None:
    """The value of a number with a unit."""
    found = measured(text)
    return found.value if found else None
