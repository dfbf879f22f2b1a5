"""Numbers as they are said beside marks and along axes. Knows no picture library."""

from __future__ import annotations

from collections.abc import Sequence
from math import degrees, floor, log10

_POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def value_text(value: float, in_degrees: bool = False, unit: str = "", size: float = 1.0) -> str:
    """A single value: four digits, and its unit."""
    shown = degrees(value) if in_degrees else value / size
    mantissa, power = f"{shown:.3e}".split("e")
    plain = shown == 0 or _is_plain(int(power))
    said = f"{float(f'{shown:.4g}'):.10g}" if plain else f"{float(mantissa):g}·10{_power(int(power))}"
    return said.replace("-", "−") + ("°" if in_degrees else f" {unit}" if unit else "")


def numbers_text(values: Sequence[float]) -> list[str]:
    """The numbers along an axis, all with the same decimals; powers of ten only where they would be very long."""
    largest = max((abs(v) for v in values), default=0.0)
    power = floor(log10(largest) + 1e-9) if largest else 0
    power = 0 if _is_plain(power) else power
    scaled = [v / 10.0**power for v in values]
    decimals = next((d for d in range(7) if all(abs(v - round(v, d)) < 1e-6 * 10**-d for v in scaled)), 7)
    ending = f"·10{_power(power)}" if power else ""
    return [(f"{v:.{decimals}f}{ending}" if round(v, decimals) else "0").replace("-", "−") for v in scaled]


def _is_plain(power: int) -> bool:
    """Whether numbers of this power of ten are short enough without it."""
    return -4 <= power < 5


def _power(exponent: int) -> str:
    return str(exponent).translate(_POWERS)
