"""Names that a deck gives to files of its run: none may be that of another file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..messages import diagnostic
from .model import Deck, FilmLine, Profile

#: files of every run
_TAKEN = re.compile(r"(?i)buffers|run|report|picture\d+|modes\d*")


def files_are_told_apart(deck: Deck) -> Iterator[Diagnostic]:
    named: tuple[FilmLine | Profile, ...] = (*deck.films, *deck.profiles)
    for item in named:
        if _TAKEN.fullmatch(item.name):
            yield diagnostic(
                "D210",
                f"`{item.name}` is the name of another file of a run",
                item.at(1),
                help="choose another name, for example `cam` or `film`",
            )
