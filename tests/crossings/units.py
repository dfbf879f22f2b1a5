"""Numbers with units in sample decks, and decks of which lengths, masses and times are counted in other units."""

from __future__ import annotations

import re
from typing import NamedTuple


class Scale(NamedTuple):
    """How many of the new units a metre, a kilogram and a second are."""

    m: float = 1.0
    kg: float = 1.0
    s: float = 1.0

    def of(self, unit: str) -> float:
        """What a number of this unit is multiplied by: `kg*m^2/s`, `N·m`, `1/(kg·m)`; radians are numbers.

        >>> Scale(2, 3, 5).of("N")  # 3·2/5²
        0.24
        """
        factor, sign = 1.0, 1
        for mark, name, power in _PART.findall(unit):
            sign = -1 if mark == "/" else sign
            factor *= self._of_one(name) ** (sign * int(_POWERS.get(power, power.strip("^") or "1")))
        return factor

    def _of_one(self, name: str) -> float:
        force = self.m * self.kg / self.s**2
        return {
            "m": self.m,
            "kg": self.kg,
            "s": self.s,
            "N": force,
            "J": force * self.m,
            "W": force * self.m / self.s,
            "Hz": 1.0 / self.s,
            "Pa": force / self.m**2,
            "rad": 1.0,
            "1": 1.0,
        }[name]


METRES = Scale()
_POWERS = {"²": "2", "³": "3", "⁴": "4", "⁵": "5", "⁶": "6"}
_PART = re.compile(r"([/*·]?)\(?(kg|Hz|Pa|rad|[msNJW1])(\^\d|[²³⁴⁵⁶])?")
_UNIT = r"(?:kg|[msNJW])(?:\^\d)?"
_MEASURED = re.compile(rf"(?<![\w.])(\d+\.?\d*(?:e[+-]?\d+)?)(/?{_UNIT}(?:[*/]{_UNIT})*)(?!\w)")


def in_units(text: str, scale: Scale) -> str:
    """A sample in plain numbers: `200N/m` is 200 where the scale is 1."""
    return _MEASURED.sub(lambda match: repr(float(match[1]) * scale.of(match[2])), text)
