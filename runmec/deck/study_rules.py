"""Rules of STUDY: what its lines name exists, once, and its numbers are possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .expression import Expression, constant, taken
from .model import Deck
from .study import Figure, Path

_POSITIONS_OF_A_PATH = 24  # of a turn: a sine through them is off by less than a millionth


def study_numbers_are_possible(deck: Deck) -> Iterator[Diagnostic]:
    for vary in deck.varied:
        if vary.low > vary.high:
            yield diagnostic(
                "D210", f"`vary` from {vary.low:g} to {vary.high:g}", vary.at(2), help="the lower value stands first"
            )
        if vary.count < 1:
            yield diagnostic("D210", "a sweep of no values", vary.at(4), help="it takes 1 value at least")
    for deviation in deck.deviations:
        if deviation.size < 0:
            yield diagnostic(
                "D210", f"negative tolerance {deviation.size:g}", deviation.at(2), help="±t is written `t`, above zero"
            )
    for keep in deck.keeps:
        if keep.low is not None and keep.high is not None and keep.low > keep.high:
            yield diagnostic(
                "D210",
                f"figure {keep.figure} cannot be above {keep.low:g} and below {keep.high:g}",
                keep.at(2),
                help="the lower bound stands first",
            )


def paths_have_whole_points(deck: Deck) -> Iterator[Diagnostic]:
    for path in deck.figures:
        if not isinstance(path, Path):
            continue
        wide = 3 if path.is_timed else 2
        if len(path.points) % wide:
            word, takes = ("timed", "d x y") if path.is_timed else ("path", "x y")
            yield diagnostic(
                "D110",
                f"`{word}` takes {takes} of every point, {len(path.points)} numbers are no whole points",
                path.at(len(path.places) - 1),
            )
        elif path.is_timed:
            changes = [target[0] for target in path.targets]
            rising = all(a <= b for a, b in pairwise(changes))
            if not rising and not all(a >= b for a, b in pairwise(changes)):
                yield diagnostic(
                    "D210",
                    "the points of `timed` turn back",
                    path.at(4),
                    help="their changes d of input 1 rise, or fall, from one to the next",
                )


def paths_have_enough_positions(deck: Deck) -> Iterator[Diagnostic]:
    for path in deck.figures:
        if isinstance(path, Path):
            enough = max(_POSITIONS_OF_A_PATH, len(path.targets))
            if deck.positions < enough:
                yield diagnostic(
                    "D268",
                    f"{deck.positions} positions for a curve near {len(path.targets)} points",
                    path.at(0),
                    help=f"ask for {enough - 1} steps at least",
                )


def asked_positions_exist(deck: Deck) -> Iterator[Diagnostic]:
    """`at(b, k)`."""
    for figure in deck.figures:
        if not isinstance(figure, Figure):
            continue
        for position in positions_asked(figure.expression):
            if not (position == int(position) and 1 <= position <= deck.positions):
                yield diagnostic(
                    "D210",
                    f"position {position:g} of {deck.positions}",
                    figure.at(2),
                    help="`at(b, k)` takes a whole number k; 1 is the start, every step adds one",
                )


def positions_asked(expression: Expression) -> Iterator[float]:
    """The constants below every `at`: since they are constant, they end where `at` stands."""
    program = expression.program
    for end, (name, _) in enumerate(program):
        if name == "at":
            for begin in range(end - 1, -1, -1):
                if _is_whole(program[begin:end]):
                    yield constant(program[begin:end])
                    break


def _is_whole(program: tuple[tuple[str, object], ...]) -> bool:
    """Whether it pushes one value and takes nothing from below."""
    height = 0
    for name, operand in program:
        count = taken(name, operand)
        if height < count:
            return False
        height += 1 - count
    return height == 1


RULES = (study_numbers_are_possible, paths_have_whole_points)
