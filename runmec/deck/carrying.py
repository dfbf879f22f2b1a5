"""Decks that leave their folder: with their data in the text, or with copies of their files beside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ..diagnostics import split_lines
from .columns import DataFault, Points
from .data_files import Files
from .quotes import QUOTE, code_of, masked

#: a file and perhaps two columns: as the last arguments of a function, at the end of a line
_IN_CALL = re.compile(r'"([^"]*)"((?:\s*,\s*(?:"[^"]*"|[\w.]+)){2})?(?=\s*\))')
_IN_LINE = re.compile(r'(?<=points)(\s+)"([^"]*)"((?:\s+(?:"[^"]*"|[^\s;()"]+)){2})?(?=\s*$)', re.IGNORECASE)
_QUOTED = re.compile(r'"([^"\n]*)"')
_HEAD = re.compile(r'"([^"]*)"|([^\s,"]+)')


def inlined(text: str, files: Files) -> str:
    """The deck with points in place of the files that have them; what cannot be read stays as it is."""
    lines, word = split_lines(text), ""
    for k, line in enumerate(lines):
        first = masked(line).split()[:1]
        word = first[0].lower() if first and first[0][0].isalpha() else word
        if QUOTE in line:
            code = code_of(line)
            lines[k] = _inlined(code, files, word != "program") + line[len(code) :]
    return "\n".join(lines)


def _inlined(code: str, files: Files, from_first: bool) -> str:
    code = _IN_LINE.sub(lambda m: m[1] + _listed(files, m[0].strip(), m[2], m[3], " ", from_first), code)
    return _IN_CALL.sub(lambda m: _listed(files, m[0], m[1], m[2], ", "), code)


def _listed(files: Files, old: str, name: str, heads: str | None, between: str, from_first: bool = False) -> str:
    asked = [quoted or plain for quoted, plain in _HEAD.findall(heads or "")]
    try:
        points: Points = files.points(name, asked)
    except DataFault:
        return old
    return between.join(map(repr, points.from_first if from_first else points.values))


def beside(text: str, files: Iterable[tuple[str, bytes]], taken: Collection[str]) -> tuple[str, dict[str, bytes]]:
    """The deck and its data for one folder without others in it, in which some names are taken."""
    found: dict[str, bytes] = {}
    names: dict[str, str] = {}
    for name, content in files:
        new = name.rpartition("/")[2]
        while new.lower() in {*map(str.lower, taken), *map(str.lower, found)}:
            new = f"data_{new}"
        found[new], names[name] = content, new
    return _QUOTED.sub(lambda m: f'"{names.get(m[1], m[1])}"', text), found
