"""Numbers along axes and beside marks: one form for both axes of a picture, angles in degrees."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import ceil, degrees, floor, log10, radians
from typing import Any

from matplotlib.axis import Axis
from matplotlib.ticker import Formatter, Locator, MaxNLocator

_POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_MARKS_AT_MOST = 9


def set_scale(axis: Axis, in_degrees: bool) -> None:
    axis.set_major_locator(_Degrees() if in_degrees else MaxNLocator(_MARKS_AT_MOST, steps=[1, 2, 2.5, 5, 10]))
    axis.set_major_formatter(_Numbers(in_degrees))


def value_text(value: float, in_degrees: bool = False, unit: str = "") -> str:
    """A single value: four digits, and its unit."""
    shown = degrees(value) if in_degrees else value
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


def _round_degrees() -> Iterator[float]:
    """Steps along an axis: …, 1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 720 …"""
    yield from (m * 10.0**k for k in range(-9, 0) for m in (1, 2, 5))
    yield from (1, 2, 5, 10, 15, 30, 45, 90, 180)
    yield from (360.0 * 2**k for k in itertools.count())


class _Degrees(Locator):
    """Round degrees along an axis of radians."""

    def __call__(self) -> Any:
        low, high = self.axis.get_view_interval()  # type: ignore[union-attr]  # it is called with an axis only
        return self.tick_values(low, high)

    def tick_values(self, vmin: float, vmax: float) -> Any:
        low, high = sorted((degrees(vmin), degrees(vmax)))
        step = next(s for s in _round_degrees() if high - low <= _MARKS_AT_MOST * s)
        return [radians(k * step) for k in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


class _Numbers(Formatter):
    def __init__(self, in_degrees: bool) -> None:
        self._in_degrees = in_degrees

    def __call__(self, x: float, pos: int | None = None) -> str:
        return value_text(x, self._in_degrees)

    def format_ticks(self, values: Any) -> list[str]:
        if self._in_degrees:
            return [f"{said}°" for said in numbers_text([degrees(v) for v in values])]
        return numbers_text(list(values))
