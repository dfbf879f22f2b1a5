"""The variants of a sweep: a grid of names of DEFINE, numbered; the first name changes slowest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from ..deck.defining import defined_as
from ..deck.model import Deck
from ..deck.variant import refuse_unknown
from ..diagnostics import RunmecError

_ROWS_A_PORTION = 4_000  # positions × co-ordinates of a portion, in hundreds: about a tenth of a second of work
_VARIANTS_A_PORTION = 512


_VALUES_OF_A_NAME = 10_000_000


class TooMany(RunmecError):
    """More values of a name than are kept."""


class NothingToVary(RunmecError):
    """A sweep without names."""


@dataclass(frozen=True)
class Grid:
    names: tuple[str, ...]  # as they are known: in small letters
    axes: tuple[tuple[float, ...], ...]

    def __len__(self) -> int:
        return prod(len(axis) for axis in self.axes)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis) for axis in self.axes)

    def point(self, row: int) -> list[float]:
        """The values of variant `row`."""
        found = []
        for axis in reversed(self.axes):
            row, at = divmod(row, len(axis))
            found.append(axis[at])
        return found[::-1]


def grid_of(deck: Deck, given: Mapping[str, Sequence[float]]) -> Grid:
    """Of the names that are given, or else of the `vary` lines of the deck."""
    known = [define.name for define in deck.defines]
    refuse_unknown(dict.fromkeys(given, 0.0), known)
    axes = {defined_as(name, known) or name: tuple(map(float, values)) for name, values in given.items()}
    if not axes:
        for vary in deck.varied:
            refuse_too_many(vary.name, vary.count)
        axes = {vary.name: tuple(vary.values()) for vary in deck.varied}
    if not axes:
        raise NothingToVary(
            "nothing is varied: write `vary a low high n` in STUDY, or name=low:high:n on the command line"
        )
    for name, values in axes.items():
        if not values:
            raise NothingToVary(f"`{name}` has no values")
    return Grid(tuple(axes), tuple(axes.values()))


def refuse_too_many(name: str, count: int) -> None:
    if count > _VALUES_OF_A_NAME:
        raise TooMany(
            f"{count} values of `{name}`: at most {_VALUES_OF_A_NAME} are taken; a grid of two names has more"
        )


def portion_size(deck: Deck, count: int) -> int:
    """How many variants are sent together: enough to outweigh their transport, few enough to share and to lose.

    It depends on the deck and the grid only, so that every variant has the same neighbours however the study is run.
    """
    work = deck.positions * (len(deck.fixed) + len(deck.moving))
    return max(1, min(_VARIANTS_A_PORTION, 100 * _ROWS_A_PORTION // max(work, 1), -(-count // 8)))
