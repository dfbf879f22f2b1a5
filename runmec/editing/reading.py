"""A deck read as far as it can be, once for all that is asked about the same text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..deck import check
from ..deck.data_files import stamps
from ..deck.model import Deck
from ..deck.quotes import code_of, masked
from ..deck.reader import Reader
from ..deck.records import RecordLine
from ..deck.reserved import is_definition
from ..deck.vocabulary import RECORDS, SECTIONS
from ..diagnostics import Diagnostic, has_errors, split_lines
from ..words import Record

TEXT_AT_MOST = 1_000_000  # characters: no deck that a person writes is longer


@dataclass(frozen=True)
class Draft:
    text: str
    lines: tuple[str, ...]
    defines: dict[str, tuple[int, int]]  # name of DEFINE -> line and column
    deck: Deck
    told: tuple[Diagnostic, ...]

    @cached_property
    def entries(self) -> tuple[RecordLine, ...]:
        """What the lines say, word by word; read once more, where somebody asks."""
        reader = Reader(self.text, {})
        reader.read()
        return tuple(reader.entries)

    @property
    def is_sound(self) -> bool:
        return not has_errors(self.told)

    def code(self, line: int) -> str:
        """A line without its comment."""
        return code_of(self.lines[line - 1]) if 1 <= line <= len(self.lines) else ""

    def masked(self, line: int) -> str:
        """The same with quoted text filled: what words and names are looked for in."""
        return masked(self.code(line))


def draft(text: str, name: str = "deck") -> Draft:
    """Data files are those of the current folder; a text is read anew where they have changed."""
    seen = stamps(text)
    return _draft(text, name, (os.getcwd(), *seen) if seen else ())


@lru_cache(maxsize=6)
def _draft(text: str, name: str, seen: tuple[object, ...]) -> Draft:
    deck, told = check(text, name, {})
    defines = {define.name: (define.places[0].line, define.places[0].column) for define in deck.defines}
    return Draft(text, tuple(split_lines(text)), defines, deck, tuple(told))


def section_at(lines: tuple[str, ...], line: int) -> str:
    """The section that a line stands in, or ""."""
    section = ""
    for text in lines[: line - 1]:
        words = _words(text)
        if words and words[0].upper() in SECTIONS and not (section == "DEFINE" and is_definition(words)):
            section = words[0].upper()
    return section


def in_picture(lines: tuple[str, ...], line: int) -> bool:
    inside = False
    for text in lines[: line - 1]:
        first = "".join(_words(text)[:1]).upper()
        inside = first == "BEGINPIC" or (inside and first != "ENDPIC" and first not in SECTIONS)
    return inside


def record_at(lines: tuple[str, ...], line: int) -> Record | None:
    """The record of a line; a line that starts with a number repeats the last one."""
    for text in reversed(lines[:line]):
        words = _words(text)
        if words:
            word = "nr dof" if [w.lower() for w in words[:2]] == ["nr", "dof"] else words[0].lower()
            if word in RECORDS:
                return RECORDS[word]
            if words[0][0] not in "0123456789+-.":
                return None
    return None


def _words(line: str) -> list[str]:
    return masked(line).split()
