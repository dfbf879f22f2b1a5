"""What a derivation consists of, before it is a page or LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from .notation import Math

_WIDE = 8  # columns of a matrix

#: text and formulas, one behind the other
Text = tuple[str | Math, ...]


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Paragraph:
    text: Text


@dataclass(frozen=True)
class Equations:
    """Each on its line; `number` is that of the course book."""

    lines: tuple[Math, ...]
    number: str = ""


@dataclass(frozen=True)
class Matrix:
    """A matrix whose rows and columns have names: before it what it is, `[D] =`."""

    called: Math
    rows: tuple[Math, ...]
    columns: tuple[Math, ...]
    cells: tuple[tuple[Math, ...], ...]


@dataclass(frozen=True)
class Table:
    """The first cell of a row names it; `total` is a last row that adds up."""

    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    total: tuple[Text, ...] = ()
    texts: frozenset[int] = frozenset((0,))  # columns that begin at the left


@dataclass(frozen=True)
class Stroke:
    """A line in millimetres, y upwards; with a fill (`ink`, `paper`, `plate`) the edge of an area."""

    points: tuple[tuple[float, float], ...]
    width: float  # in points of print
    fill: str = ""
    is_dashed: bool = False

    def moved(self, x: float, y: float) -> Stroke:
        return replace(self, points=tuple((px + x, py + y) for px, py in self.points))


@dataclass(frozen=True)
class Label:
    """Text whose middle is at a place."""

    text: str
    x: float
    y: float
    is_italic: bool = False
    is_bold: bool = False

    def moved(self, x: float, y: float) -> Label:
        return replace(self, x=self.x + x, y=self.y + y)


@dataclass(frozen=True)
class Picture:
    """In millimetres; it stands beside the text, or, where it is wide, below it."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]
    labels: tuple[Label, ...]
    caption: str = ""
    is_wide: bool = False


Block = Heading | Paragraph | Equations | Matrix | Table | Picture


@dataclass
class Document:
    title: str
    subtitle: Text
    blocks: list[Block] = field(default_factory=list)

    def heading(self, text: str) -> None:
        self.blocks.append(Heading(text))

    def say(self, *text: str | Math) -> None:
        self.blocks.append(Paragraph(text))

    def equations(self, *lines: Math, number: str = "") -> None:
        if lines:
            self.blocks.append(Equations(lines, number))

    def matrix(
        self, called: Math, rows: Sequence[Math], columns: Sequence[Math], cells: Sequence[Sequence[Math]]
    ) -> None:
        """Columns that a page has no room for stand in a matrix of their own."""
        for first in range(0, len(columns), _WIDE):
            part = slice(first, first + _WIDE)
            own = tuple(tuple(row[part]) for row in cells)
            self.blocks.append(Matrix(called, tuple(rows), tuple(columns[part]), own))
