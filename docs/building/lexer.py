"""Colours for decks, from the table that reads them."""

from __future__ import annotations

import re
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text
from sphinx.application import Sphinx

from runmec.deck.kinds import FORMS, KINDS
from runmec.deck.vocabulary import OUTPUT_WORDS, RECORDS, SECTIONS


class DeckLexer(RegexLexer):
    name = "runmec deck"
    aliases: ClassVar[list[str]] = ["mec"]
    flags = re.IGNORECASE
    tokens: ClassVar[dict[str, list[tuple[object, ...]]]] = {
        "root": [
            (r";.*", Comment),
            (r'"[^"\n]*"?', String),
            (words(["KIN ANA", "DYN ANA", "DYN SIM", *SECTIONS, *OUTPUT_WORDS, "END"], r"\b", r"\b"), Keyword),
            (words(list(RECORDS), r"\b", r"\b"), Name.Function),
            (words([*KINDS, *FORMS], r"\b", r"\b"), Name.Class),
            (r"[-+]?(\d+\.?\d*|\.\d+)([ed][-+]?\d+)?", Number),
            (r"[()]", Punctuation),
            (r"\w+", Name),
            (r".|\n", Text),
        ]
    }


def setup(app: Sphinx) -> None:
    app.add_lexer("mec", DeckLexer)
