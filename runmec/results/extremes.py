"""By the buffers of a deck; the smallest and the largest value of each, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import TypeVar

from ..deck.model import Deck
from ..engine.columns import Column, first_pole, largest, products, scaled, without_noise
from ..motion.positions import Positions
from ..notebook import table
from .peaks import Summit, summit

T = TypeVar("T")
_DIGITS = 6


class ByBuffer(dict[int, T]):
    """By the numbers of buffers; `[name]` and `name in` work too."""

    def __init__(self, deck: Deck, found: dict[int, T]) -> None:
        super().__init__(found)
        self._deck = deck

    def __missing__(self, called: object) -> T:
        number = self._deck.names.find("buffer", called) if isinstance(called, str) else None
        if number is None or not super().__contains__(number):
            raise KeyError(called)
        return self[number]

    def __contains__(self, called: object) -> bool:
        return super().__contains__(self._deck.names.find("buffer", called) if isinstance(called, str) else called)


@dataclass(frozen=True)
class Extreme:
    """Smallest and largest value of a quantity over the motion, and the rows where it has them (0 is the start).

    They lie between rows where the motion has them there. At a pole, which is the row behind which a value goes through
    infinity, both are infinite.
    """

    least: float
    at_least: float
    most: float
    at_most: float
    pole: float = nan

    @property
    def has_pole(self) -> bool:
        return self.pole == self.pole


#: of a quantity that has no number in any position
NOTHING = Extreme(inf, 0, -inf, 0)


class Extremes(ByBuffer[Extreme]):
    """Extremes of every buffer that has numbers."""

    def __init__(self, deck: Deck, found: dict[int, Extreme], units: dict[int, str]) -> None:
        super().__init__(deck, found)
        self._units = units

    def _rows(self) -> Iterator[tuple[str, str, str, str, str, str]]:
        for number, one in self.items():
            least, most = (f"{value:.{_DIGITS}g}" for value in (one.least, one.most))
            yield (
                self._deck.names.buffer(number),
                least,
                f"{one.at_least:g}",
                most,
                f"{one.at_most:g}",
                self._units.get(number, ""),
            )

    def __repr__(self) -> str:
        lines = [
            f"{name}: {least} at {first} … {most} at {last} {unit}".rstrip()
            for name, least, first, most, last, unit in self._rows()
        ]
        return "\n".join([f"<runmec extremes of {len(self)} buffers>", *lines])

    def _repr_html_(self) -> str:
        return table(("buffer", "least", "at", "most", "at", "unit"), self._rows())


def rounding(history: Column) -> float:
    """How large a zero may be in a quantity that is calculated."""
    return 1e-12 * largest(history)


def extreme(
    history: Column, positions: Positions | None = None, times: int = 1, noise: float = 0.0, has_poles: bool = True
) -> Extreme:
    """Least and most, the first place of each; what rounding leaves is taken for zero, and for equal.

    Between rows too, where their positions are given, of which `times` are one row of the deck; forces have the `noise`
    of the largest of them. Where inputs find their way themselves forces have no poles, however they jump from row to
    row.
    """
    own = max(noise, rounding(history))
    clean = without_noise(history, own)
    pole = first_pole(clean) if has_poles and positions is not None else -1
    if pole >= 0:
        at = pole / times + 0.5 / times
        return Extreme(-inf, at, inf, at, at)
    high, low = summit(positions, clean, own, times), _lowest(positions, clean, own, times)
    return Extreme(0.0 - low.value, low.row, high.value, high.row)


def _lowest(positions: Positions | None, history: Column, noise: float, times: int) -> Summit:
    """The highest of −history. Sizes of forces have corners where these nearly vanish, which their squares have not."""
    found = summit(positions, scaled(history, -1.0), noise, times)
    if positions is None or not 0.0 < -found.value < inf:
        return found
    squared = summit(positions, scaled(products(history, history), -1.0), 0.0, times)
    value = sqrt(max(0.0, -squared.value))
    return Summit(-value, squared.row) if value < -found.value - noise else found
