"""Units that a number may carry, `30mm`, `5N/mm`, and their factors to SI as names in expressions, `(30*mm)`."""

from __future__ import annotations

import math
import re

#: unit -> power of ten to SI
_DECIMAL = {
    "m": 0, "mm": -3, "cm": -2, "dm": -1, "km": 3, "um": -6, "µm": -6, "μm": -6,
    "kg": 0, "g": -3, "mg": -6, "t": 3,
    "s": 0, "ms": -3, "us": -6,
    "N": 0, "mN": -3, "kN": 3, "MN": 6, "Nm": 0, "Nmm": -3, "kNm": 3,
    "Pa": 0, "kPa": 3, "MPa": 6, "GPa": 9, "bar": 5,
    "J": 0, "kJ": 3, "W": 0, "kW": 3, "rad": 0, "mrad": -3,
}  # fmt: skip
_OTHER = {"deg": math.pi / 180, "°": math.pi / 180, "rpm": math.pi / 30, "min": 60.0, "h": 3600.0}
_POWERS = {"²": "2", "³": "3", "⁴": "4"}
_UNIT = r"(?:[^\W\d_²³⁴]+|°)(?:\^[2-4]|[²³⁴])?"
_NUMBER_WITH_UNIT = re.compile(rf"([+-]?(?:\d+\.?\d*|\.\d+))(?:[eEdD]([+-]?\d{{1,6}}))?({_UNIT}(?:[/*·]{_UNIT})*)$")
_PART = re.compile(r"([/*·]?)([^\W\d_²³⁴]+|°)\^?([2-4]|[²³⁴])?")

UNITS = tuple(unit for unit in (*_DECIMAL, *_OTHER) if unit.isascii())
#: names of units in expressions; a single letter is a name only where the language lists it, and `t` is the time
FACTORS: dict[str, float] = {
    unit: factor
    for unit, factor in ({unit: float(f"1e{power}") for unit, power in _DECIMAL.items()} | _OTHER).items()
    if unit.isidentifier() and (len(unit) > 1 or unit == "g") and unit != "min"
}


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


def in_si(text: str) -> float | None:
    """The value of a number with a unit; decimal units are rounded once, as if they were written in SI.

    >>> in_si("30mm")
    0.03
    >>> in_si("5N/mm")
    5000.0
    >>> in_si("7850kg/m^3"), in_si("1.2kg*cm²")
    (7850.0, 0.00012)
    >>> in_si("3 apples") is None
    True
    """
    parts = split_unit(text)
    if parts is None:
        return None
    number, unit = parts
    tens, factor = 0, 1.0
    for part in _PART.finditer(unit):
        power = int(_POWERS.get(part[3], part[3] or "1")) * (-1 if part[1] == "/" else 1)
        if part[2] in _DECIMAL:
            tens += power * _DECIMAL[part[2]]
        elif part[2] in _OTHER:
            factor *= _OTHER[part[2]] ** power
        else:
            return None
    mantissa, _, exponent = number.partition("e")
    return float(f"{mantissa}e{int(exponent or 0) + tens}") * factor
