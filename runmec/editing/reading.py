"""A deck read as far as it can be, once for all that is asked about the same text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..deck import check
from ..deck.model import Deck
from ..deck.reader import Reader
from ..deck.records import Entry
from ..deck.vocabulary import RECORDS, SECTIONS, Record
from ..diagnostics import Diagnostic, has_errors, split_lines

TEXT_AT_MOST = 1_000_000  # characters: no deck that a person writes is longer


@dataclass(frozen=True)
class Draft:
    text: str
    lines: tuple[str, ...]
    defines: dict[str, tuple[int, int]]  # name of DEFINE -> line and column
    deck: Deck
    told: tuple[Diagnostic, ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What the lines say, word by word; read once more, where somebody asks."""
        reader = Reader(self.text, {})
        reader.read()
        return tuple(reader.entries)

    @property
    def is_sound(self) -> bool:
        return not has_errors(self.told)

    def code(self, line: int) -> str:
        """A line without its comment."""
        return self.lines[line - 1].partition(";")[0] if 1 <= line <= len(self.lines) else ""


@lru_cache(maxsize=6)
def draft(text: str, name: str = "deck") -> Draft:
    deck, told = check(text, name, {})
    defines = {define.name: (define.places[0].line, define.places[0].column) for define in deck.defines}
    return Draft(text, tuple(split_lines(text)), defines, deck, tuple(told))


def section_at(lines: tuple[str, ...], line: int) -> str:
    """The section that a line stands in, or ""."""
    section = ""
    for text in lines[: line - 1]:
        first = _first_word(text).upper()
        section = first if first in SECTIONS else section
    return section


def in_picture(lines: tuple[str, ...], line: int) -> bool:
    inside = False
    for text in lines[: line - 1]:
        first = _first_word(text).upper()
        inside = first == "BEGINPIC" or (inside and first != "ENDPIC" and first not in SECTIONS)
    return inside


def record_at(lines: tuple[str, ...], line: int) -> Record | None:
    """The record of a line; a line that starts with a number repeats the last one."""
    for text in reversed(lines[:line]):
        words = text.partition(";")[0].split()
        if words:
            word = "nr dof" if [w.lower() for w in words[:2]] == ["nr", "dof"] else words[0].lower()
            if word in RECORDS:
                return RECORDS[word]
            if words[0][0] not in "0123456789+-.":
                return None
    return None


def _first_word(line: str) -> str:
    words = line.partition(";")[0].split()
    return words[0] if words else ""
