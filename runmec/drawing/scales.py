"""Numbers along axes and beside marks: one form for both axes of a picture, angles in degrees."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import ceil, degrees, floor, radians
from typing import Any

from matplotlib.axis import Axis
from matplotlib.ticker import Formatter, Locator, MaxNLocator

from .said import numbers_text, value_text

_MARKS_AT_MOST = 9


def set_scale(axis: Axis, in_degrees: bool, size: float = 1.0) -> None:
    """Round numbers along an axis; the unit in which they are shown is `size` of those that are drawn."""
    axis.set_major_locator(_Degrees() if in_degrees else _Round(size))
    axis.set_major_formatter(_ScaleNumbers(in_degrees, size))


def _round_degrees() -> Iterator[float]:
    """Steps along an axis: …, 1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 720 …"""
    yield from (m * 10.0**k for k in range(-9, 0) for m in (1, 2, 5))
    yield from (1, 2, 5, 10, 15, 30, 45, 90, 180)
    yield from (360.0 * 2**k for k in itertools.count())


class _Round(MaxNLocator):
    def __init__(self, size: float) -> None:
        super().__init__(_MARKS_AT_MOST, steps=[1, 2, 2.5, 5, 10])
        self._size = size

    def tick_values(self, vmin: float, vmax: float) -> Any:
        return [self._size * v for v in super().tick_values(vmin / self._size, vmax / self._size)]


class _Degrees(Locator):
    """Round degrees along an axis of radians."""

    def __call__(self) -> Any:
        low, high = self.axis.get_view_interval()  # type: ignore[union-attr]  # it is called with an axis only
        return self.tick_values(low, high)

    def tick_values(self, vmin: float, vmax: float) -> Any:
        low, high = sorted((degrees(vmin), degrees(vmax)))
        step = next(s for s in _round_degrees() if high - low <= _MARKS_AT_MOST * s)
        return [radians(k * step) for k in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


class _ScaleNumbers(Formatter):
    def __init__(self, in_degrees: bool, size: float) -> None:
        self._in_degrees, self._size = in_degrees, size

    def __call__(self, x: float, pos: int | None = None) -> str:
        return value_text(x, self._in_degrees, size=self._size)

    def format_ticks(self, values: Any) -> list[str]:
        if self._in_degrees:
            return [f"{said}°" for said in numbers_text([degrees(v) for v in values])]
        return numbers_text([v / self._size for v in values])
