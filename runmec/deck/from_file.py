"""Points of a law or a program that stand in a file: `points "path.csv" [t e]`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..laws.steepness import too_steep
from ..messages import diagnostic
from ..words import Column, Record
from .columns import DataFault, Points
from .data_files import Files
from .syntax import Word
from .values import Refused, WithUnit


class FromFile(NamedTuple):
    """Points in place of their numbers, and how the deck names them."""

    points: Points
    written: str

    def with_units(self, wanted: Sequence[Column], word: Word) -> Iterator[WithUnit]:
        """What the heads of the columns say, which is checked as if it stood in the deck."""
        for column, dimension, head in zip(wanted, self.points.dimensions, self.points.heads, strict=True):
            if dimension is not None:
                yield WithUnit(column, 0, word, head, dimension)


def points_of_file(record: Record, words: tuple[Word, ...], files: Files) -> FromFile:
    """The name of the file, perhaps two heads of columns, and nothing behind them; or Refused."""
    file, *heads = words
    if any(word.what == "BROKEN" for word in heads):
        raise Refused(None)
    wrong = next((word for word in heads if word.what not in ("WORD", "TEXT")), None)
    if wrong is not None or len(heads) > 2:
        raise Refused(
            diagnostic(
                "D111",
                f"too many values for `{record.word}`",
                (wrong or heads[2]).span,
                help="behind a file stand two of its columns, by their heads",
            )
        )
    if len(heads) == 1:
        raise Refused(
            diagnostic(
                "D110",
                f"too few values for `{record.word}`: a second column is missing",
                heads[0].span,
                help="name two columns of the file, or none: then the first two",
            )
        )
    name = file.text[1:-1]
    try:
        points = files.points(name, [word.text[1:-1] if word.what == "TEXT" else word.text for word in heads])
        if (steep := too_steep(points.values)) is not None:
            raise DataFault("D127", f"{name}: no spline can rise to {points.values[steep]:g} in so short a way")
    except DataFault as fault:
        told = diagnostic(fault.code, fault.message, file.span, help=fault.help) if fault.message else None
        raise Refused(told) from None
    return FromFile(points, " ".join(word.text for word in words))
