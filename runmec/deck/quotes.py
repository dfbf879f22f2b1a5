"""Text in double quotes, and the comment that begins at the first `;` outside it.

A quote ends on its line, and there is no escape: what stands between two quotes is taken as it is.
"""

from __future__ import annotations

import re

from ..diagnostics import split_lines

QUOTE = '"'
_QUOTED_OR_COMMENT = re.compile(r'"[^"]*("?)|;.*', re.DOTALL)
_PARTS = re.compile(r'"[^"]*"?|[^"]+')


def masked(line: str) -> str:
    """What a line says, without its comment; quoted text is filled with quotes, so that places stay as they are.

    >>> masked('title "a; (b" c ; "d"')
    'title \"\"\"\"\"\"\"\" c '
    """
    if QUOTE not in line:
        return line.partition(";")[0]
    return _QUOTED_OR_COMMENT.sub(lambda part: "" if part[0][0] == ";" else QUOTE * len(part[0]), line)


def code_of(line: str) -> str:
    """A line without its comment."""
    return line[: len(masked(line))]


def comment_of(line: str) -> str:
    """With its semicolon."""
    return line[len(masked(line)) :]


def remark_of(line: str) -> str:
    """What a comment says."""
    return comment_of(line)[1:].strip()


def unclosed(line: str) -> int:
    """Where the quote stands that has no second one on its line; -1 if there is none."""
    found = (part.start() for part in _QUOTED_OR_COMMENT.finditer(line) if part[0][0] == QUOTE and not part[1])
    return next(found, -1) if QUOTE in line else -1


def quoted(text: str) -> list[str]:
    """All that stands in quotes in a deck, without them."""
    if QUOTE not in text:
        return []
    lines = (code_of(line) for line in split_lines(text) if QUOTE in line)
    return [part[0][1:-1] for line in lines for part in _QUOTED_OR_COMMENT.finditer(line) if part[1]]


def apart(text: str) -> list[str]:
    """Quoted text and what stands between, in turn.

    >>> apart('(table(x, "a b.csv"))')
    ['(table(x, ', '"a b.csv"', '))']
    """
    return _PARTS.findall(text)
