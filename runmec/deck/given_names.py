"""Which names the lines of a text give to numbers of the motion: known before anything else, since expressions above
the line that gives a name may use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAME = r"([^\W\d_]\w*)"
_LINE = re.compile(rf"\s*(?:(?:state|where)\s+{_NAME}\s+\S|(sample)\s+(?=\S))", re.IGNORECASE)
_WORD = re.compile(r"\s*(?:state|where|sample)\b", re.IGNORECASE)
_ALONE = re.compile(r"\s*([A-Za-z]+)\s*(?:;.*)?$")
_NUMBER = re.compile(r"\s*[-+.\d]")
_NAMED = re.compile(rf"\s+{_NAME}\s+\S")


def names_given(lines: Iterable[str]) -> tuple[set[str], bool]:
    """The names that lines of a text give to numbers of the motion, before anything else is known of them.

    And whether a line gives one that cannot be read.
    """
    is_lost, section = False, ""
    found: set[str] = set()
    repeats = False  # a line that begins with a number repeats `sample`
    for text in lines:
        match = _LINE.match(text)
        if match is not None and match[1]:
            found.add(match[1])
        elif match is not None or (repeats and _NUMBER.match(text)):
            named = _NAMED.match(text, _behind_word(text, match.end() if match else 0))
            found |= {named[1]} if named else set()
            is_lost |= named is None
        elif _WORD.match(text) and section != "define":  # where they may be names themselves
            is_lost = True
        alone = _ALONE.match(text)
        section = alone[1].lower() if alone else section
        if text.strip() and not text.lstrip().startswith(";") and not (repeats and _NUMBER.match(text)):
            repeats = match is not None and not match[1]
    return found, is_lost


def _behind_word(text: str, at: int) -> int:
    """The place behind the word or the parentheses that begin at a place."""
    at += len(text[at:]) - len(text[at:].lstrip())
    depth = 0
    for place in range(at, len(text)):
        if text[place].isspace() and depth == 0:
            return place
        depth += (text[place] == "(") - (text[place] == ")")
    return len(text)
