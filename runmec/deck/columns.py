"""A csv file -> two of its columns in SI, or what is wrong with it, by file, line and column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import isfinite
from typing import NamedTuple, NoReturn

from ..dimensions import Dimension
from ..texts import decoded, unix
from .nearest import nearest
from .units import Unit, measured, scaled, unit_of

ROWS_AT_MOST = 100_000
_LINES_AT_MOST = 1_000_000  # blank ones included
_LINE_AT_MOST = 1_000_000  # characters
LARGEST = 1e100  # as of all numbers of a deck
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?", re.ASCII)
_NO_NUMBER = re.compile(r"[+-]?(nan|inf|infinity)", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')
_HEAD = re.compile(r"(.*?)\s*\[([^\[\]]*)\]")
_PLAIN = ("", "-", "1")  # units of a pure number


class DataFault(Exception):
    """What is wrong with a data file; without a message it was told before."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.help = code, message, help


class Points(NamedTuple):
    """Two columns, their dimensions where their heads have units, and these heads."""

    us: tuple[float, ...]
    ys: tuple[float, ...]
    dimensions: tuple[Dimension | None, Dimension | None]
    heads: tuple[str, str]

    @property
    def values(self) -> tuple[float, ...]:
        """u1 y1 u2 y2 …"""
        return tuple(value for point in zip(self.us, self.ys, strict=True) for value in point)

    @property
    def from_first(self) -> tuple[float, ...]:
        """The same, counted from the first point."""
        u, y = self.us[0], self.ys[0]
        return self._replace(us=tuple(v - u for v in self.us), ys=tuple(v - y for v in self.ys)).values


class Table:
    """A csv file that is taken apart; raises DataFault, as all that is asked of it."""

    def __init__(self, content: bytes, name: str) -> None:
        self._name = name
        decodable = decoded(content)
        if decodable is None:
            self._refuse(1, 1, "not a text, it has NUL bytes", "save it as csv, in UTF-8")
        text = unix(decodable)
        if text.count("\n") > _LINES_AT_MOST:
            self._refuse(_LINES_AT_MOST + 1, 1, f"more than {_LINES_AT_MOST} lines")
        self._lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line and not line.isspace()]
        longest = next((number for number, line in self._lines if len(line) > _LINE_AT_MOST), 0)
        if longest:
            self._refuse(longest, 1, f"a line of more than {_LINE_AT_MOST} characters")
        if not self._lines:
            self._refuse(1, 1, "the file is empty")
        outside = _QUOTED.sub("", self._lines[0][1])
        self._separator = next((sign for sign in "\t;" if sign in outside), ",")
        self._first = [text for text, _ in self._fields(self._lines[0][1])]
        while self._first[-1:] == [""]:  # separators at the end of a line
            del self._first[-1]
        numbers = [bool(self._number(text) or _NO_NUMBER.fullmatch(text)) for text in self._first]
        self._has_heads = not all(numbers)
        self._rows = self._lines[1:] if self._has_heads else self._lines

    def points(self, asked: Sequence[str]) -> Points:
        """Two columns by their heads, or the first two."""
        if len(self._first) < 2:
            remedy = "columns are separated by tabs, semicolons or commas"
            self._refuse(self._lines[0][0], 1, "one column; two are wanted", remedy)
        places = [self._place(head) for head in asked] or [0, 1]
        if not asked and self._has_heads:
            self._refuse_half_heads()
        units = [self._unit(place) for place in places]
        if len(self._rows) > ROWS_AT_MOST:
            self._refuse(self._rows[ROWS_AT_MOST][0], 1, f"more than {ROWS_AT_MOST} rows")
        us, ys = self._read(places, units)
        if len(us) < 2:
            told = "one row" if us else "no row"
            self._refuse(self._lines[-1][0], 1, f"{told} of numbers; two are wanted at least")
        self._refuse_falling(us, places[0])
        first, second = (unit.dimension if unit is not None else None for unit in units)
        return Points(tuple(us), tuple(ys), (first, second), (self._head(places[0]), self._head(places[1])))

    # heads

    def _head(self, place: int) -> str:
        return self._first[place] if self._has_heads else f"column {place + 1}"

    def _parts(self, place: int) -> tuple[str, str | None]:
        """Name and unit of a head."""
        found = _HEAD.fullmatch(self._first[place])
        return (found[1], found[2].strip()) if found else (self._first[place], None)

    def _place(self, head: str) -> int:
        number = self._lines[0][0]
        if not self._has_heads:
            raise DataFault(
                "D126",
                f"{self._name}:{number}:1: no column `{head}`: the file has no heads",
                "without names of columns the first two are taken",
            )
        names = [self._parts(k)[0] for k in range(len(self._first))]
        found = [k for k, name in enumerate(names) if head in (name, self._first[k])]
        if len(found) == 1:
            return found[0]
        if found:
            column = self._column(number, found[1])
            raise DataFault(
                "D126",
                f"{self._name}:{number}:{column}: {len(found)} columns are called `{head}`",
                "give them different heads",
            )
        near = nearest(head, names)
        listed = ", ".join(f"`{name}`" for name in names[:12])
        remedy = f"did you mean `{near}`?" if near else f"it has {listed}{' …' if len(names) > 12 else ''}"
        raise DataFault("D126", f"{self._name}:{number}:1: no column `{head}`", remedy)

    def _refuse_half_heads(self) -> None:
        """A head that is a number stands beside one that is none: a row that is broken."""
        numbers = [self._number(text) is not None for text in self._first[:2]]
        if any(numbers):
            number = self._lines[0][0]
            place = (
                numbers.index(False)
                if not all(numbers)
                else next(k for k, text in enumerate(self._first) if self._number(text) is None)
            )
            self._refuse(
                number,
                self._column(number, place),
                f"`{_short(self._first[place])}` is no number",
                "the first line has heads, or numbers alone",
            )

    def _unit(self, place: int) -> Unit | None:
        _, said = self._parts(place) if self._has_heads else ("", None)
        if said is None or said in _PLAIN:
            return None
        unit = unit_of(said)
        if unit is None or measured(f"1{said}") is None:
            number = self._lines[0][0]
            column = self._column(number, place) + self._first[place].index("[") + 1
            told = f"{self._name}:{number}:{column}: unknown unit `{_short(said)}` in the head of a column"
            raise DataFault("D122", told, "for example `F [kN]`, `phi [deg]`, `c [N/mm]`")
        return unit

    # rows

    def _read(self, places: list[int], units: list[Unit | None]) -> list[list[float]]:
        separator, last, count = self._separator, max(places), len(self._first)
        found: list[list[str]] = [[] for _ in places]
        for number, line in self._rows:
            if '"' in line or line.count(separator) >= count:
                fields = self._whole(number, line)
            else:
                fields = line.split(separator, last + 1)
            if len(fields) <= last:
                self._refuse(
                    number,
                    len(line) + 1,
                    f"{len(fields)} field{'s' * (len(fields) > 1)}, where {self._head(last)} is number {last + 1}",
                )
            for place, texts in zip(places, found, strict=True):
                texts.append(fields[place])
        columns = [self._numbers(texts, unit) for texts, unit in zip(found, units, strict=True)]
        if None in columns:
            self._refuse_first(places, units, found)
        return [column for column in columns if column is not None]

    def _numbers(self, texts: list[str], unit: Unit | None) -> list[float] | None:
        """All of a column at once; None where one of them is no number."""
        texts = list(map(str.strip, texts))
        if self._separator != ",":
            texts = [text.replace(",", ".", 1) for text in texts]
        if not all(map(_NUMBER.fullmatch, texts)):
            return None
        values = [scaled(text, unit) for text in texts]
        return values if all(abs(value) <= LARGEST for value in values) else None

    def _refuse_first(self, places: list[int], units: list[Unit | None], found: list[list[str]]) -> None:
        """The first field that is no number."""
        for (number, _), *fields in zip(self._rows, *found, strict=True):
            for place, unit, field in zip(places, units, fields, strict=True):
                self._refuse_field(number, place, field, unit)

    def _whole(self, number: int, line: str) -> list[str]:
        """All fields of a row with quotes, or with too many of them."""
        fields = self._fields(line)
        behind = next((column for text, column in fields[len(self._first) :] if text), 0)
        if behind:
            remedy = "decimals have a point where commas separate the columns" if self._separator == "," else ""
            self._refuse(number, behind, f"{len(fields)} fields, the first line has {len(self._first)}", remedy)
        return [text for text, _ in fields]

    def _refuse_field(self, number: int, place: int, field: str, unit: Unit | None) -> None:
        text = self._number(field.strip())
        value = scaled(text, unit) if text is not None else float("nan")
        if abs(value) <= LARGEST:
            return
        shown, remedy = _short(field.strip()), ""
        if not shown:
            told = "an empty field"
        elif text is None:
            told = f"`{shown}` is no {'finite ' * bool(_NO_NUMBER.fullmatch(shown))}number"
            if "," in shown and self._separator == ",":
                remedy = "decimals have a point where commas separate the columns; or separate by semicolons"
        else:
            told = f"`{shown}` is too large a number" if isfinite(value) else f"`{shown}` is no finite number"
        self._refuse(number, self._column(number, place), f"{told}, in {self._head(place)}", remedy)

    def _refuse_falling(self, us: list[float], place: int) -> None:
        for k, (before, now) in enumerate(pairwise(us), start=1):
            if not before < now:
                number = self._rows[k][0]
                told = f"{self._head(place)} does not increase: {now:.12g} behind {before:.12g}"
                self._refuse(number, self._column(number, place), told, "sort the rows; each argument stands once")

    # fields

    def _number(self, text: str) -> str | None:
        """As a deck writes it, if it is a number; a decimal comma where the comma is no separator."""
        if self._separator != "," and text.count(",") == 1:
            text = text.replace(",", ".")
        return text if _NUMBER.fullmatch(text) else None

    def _fields(self, line: str) -> list[tuple[str, int]]:
        """Text and column of every field; quotes around it, doubled ones in them, are taken off."""
        found = []
        at = 0
        while at <= len(line):
            end, begin = at, at
            while end < len(line) and line[end] != self._separator:
                quoted = _QUOTED.match(line, end)
                end = quoted.end() if quoted else end + 1
            text = line[begin:end].strip()
            if len(text) > 1 and text[0] == text[-1] == '"':
                text = text[1:-1].replace('""', '"').strip()
            found.append((text, begin + 1 + len(line[begin:end]) - len(line[begin:end].lstrip())))
            at = end + 1
        return found

    def _column(self, number: int, place: int) -> int:
        line = next(line for known, line in self._lines if known == number)
        return self._fields(line)[place][1]

    def _refuse(self, line: int, column: int, message: str, help: str = "") -> NoReturn:
        raise DataFault("D127", f"{self._name}:{line}:{column}: {message}", help)


def _short(text: str) -> str:
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:41])
    return shown if len(text) <= 40 else f"{shown[:37]}…"
