"""What the program has to know of a law of motion: its numbers, what is made of them, what may be wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..engine.law import Law
from ..words import Fault

Make = Callable[[Sequence[float], float], Law]
Pieces = list[tuple[float, Law]]


def no_faults(values: Sequence[float], T: float) -> Iterator[Fault]:
    return iter(())


class LawKind(NamedTuple):
    """`make` takes the numbers of its line and the time of the move, or the range of a segment.

    A law that `rises` goes the way of its first number, in proportion to it, in the whole time: of all other numbers,
    and of laws that do not, derivatives are differences of the law alone. `ends_as_written`: its velocity at the ends
    is what the user has written. `is_spline`: through as many points as are given. `pieces` divides a segment of a
    program where the second derivative jumps.
    """

    word: str
    signature: str
    sentence: str
    make: Make
    faults: Callable[[Sequence[float], float], Iterator[Fault]] = no_faults
    rises: bool = True
    ends_as_written: bool = False
    is_spline: bool = False
    pieces: Callable[[Sequence[float], float], Pieces] | None = None
