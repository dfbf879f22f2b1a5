"""Where the names of a deck stand: the line that gives one, all that use it, and what follows from both.

define     a value of DEFINE          place      a point or an angle
element    an element                 parameter  a composed parameter
buffer     a buffer                   …          what other lines give names to, by the role of the table
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..deck.defining import defined_as
from ..deck.expression import RESERVED_NAMES, SUBJECTS, Named
from ..deck.quotes import QUOTE
from ..deck.records import RecordLine
from ..deck.syntax import Word
from ..deck.values import GIVEN_ROLES, not_a_name
from ..diagnostics import Span
from .places import Edit
from .reading import Draft, draft

_IDENTIFIER = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)?")
#: roles of the table that are other words for a kind; the others are kinds themselves
_KINDS = {"point": "place", "angle": "place", "coordinate": "place", "turning": "place", "link": "element",
          "judged": "figure"}  # fmt: skip
_PARAMETERS = ("parameter", "prescribed", "dependent", "input", "driven", "elementary", "composed",
               "toleranced", "followed")  # fmt: skip
#: word -> the role under which it gives a name
_GIVES = {"elem": "element", "turn": "turning", "program": "program"}
_BEHIND_FILES = re.compile(r'"[^"]*"[^()]*')  # with the heads of columns, which are no names of the deck
_NAME_OF_DEFINE = re.compile(r"[^\W\d]\w*")


class Occurrence(NamedTuple):
    kind: str
    name: str
    span: Span
    gives: bool  # the line gives the name; else it uses it
    reach: int  # width of the whole word: `crank.angb` is an occurrence of crank


class CannotRename(Exception):
    """The text says why."""


@lru_cache(maxsize=6)
def occurrences(text: str) -> tuple[Occurrence, ...]:
    """All names of a deck in the order of their places."""
    found = draft(text)
    occurring = [*_of_defines(found)]
    for entry in found.entries:
        occurring += _of_words(entry, found)
        for word in entry.words:
            if word.expression is not None:
                occurring += _in_expression(word, found)
    return tuple(sorted(set(occurring), key=lambda one: one.span))


def _of_defines(found: Draft) -> Iterator[Occurrence]:
    for define in found.deck.defines:
        name = define.places[0]
        yield Occurrence("define", define.name, name, True, name.width)
        expression = found.lines[name.line - 1][define.places[1].column - 1 :][: define.places[1].width]
        if expression.startswith("("):
            yield from _in_expression(Word("EXPRESSION", expression, define.places[1]), found)


def _of_words(entry: RecordLine, found: Draft) -> Iterator[Occurrence]:
    word = entry.record.word
    for role, value in entry.values:
        if isinstance(value, Named):
            gives = role in GIVEN_ROLES and word != "elem" and entry.words[0].span == value.span
            gives = gives or _GIVES.get(word) == role or (word.startswith("buf") and role == "buffer")
            yield _occurrence(role, value.text, value.span, gives, found)


def _occurrence(role: str, text: str, span: Span, gives: bool, found: Draft) -> Occurrence:
    """`A.x` is an occurrence of A, `crank.angb` one of crank."""
    name, dot, _ = text.partition(".")
    define = defined_as(text, found.defines)
    if role in ("define", "toleranced") and define is not None:
        return Occurrence("define", define, span, False, span.width)
    kind = _KINDS.get(role, role)
    if role == "followed" and text in found.deck.names.coordinates.values():
        kind = "place"
    elif role in _PARAMETERS:
        kind = "element" if dot else "parameter"
    return Occurrence(kind, name, span._replace(width=len(name)), gives, span.width)


def _in_expression(word: Word, found: Draft) -> Iterator[Occurrence]:
    for match in _IDENTIFIER.finditer(_BEHIND_FILES.sub(lambda part: QUOTE * len(part[0]), word.text)):
        span = Span(word.span.line, word.span.column + match.start(), len(match.group()))
        before = re.search(r"([^\W\d]\w*)\s*\(\s*$", word.text[: match.start()])
        subject = SUBJECTS.get(before.group(1).lower()) if before else None
        if re.match(r"\s*\(", word.text[match.end() :]) or match.group().lower() == "pi":
            continue
        define = defined_as(match.group(), found.defines)
        if subject is not None and (define is None or "." in match.group()):
            yield _occurrence(subject, match.group(), span, False, found)
        elif define is not None:
            yield Occurrence("define", define, span, False, span.width)


def occurrence_at(text: str, line: int, column: int) -> Occurrence | None:
    """The name under a caret, also in the rest of its word (`crank.angb`); a caret behind the last letter counts."""
    for one in occurrences(text):
        if one.span.line == line and one.span.column <= column <= one.span.column + one.reach:
            return one
    return None


def all_of(text: str, one: Occurrence) -> list[Occurrence]:
    return [other for other in occurrences(text) if (other.kind, other.name) == (one.kind, one.name)]


def definition(text: str, line: int, column: int) -> Span | None:
    """The place that gives the name under a caret."""
    one = occurrence_at(text, line, column)
    return next((other.span for other in all_of(text, one) if other.gives), None) if one else None


def rename(text: str, line: int, column: int, new: str) -> list[Edit]:
    """Changes that call a thing otherwise, everywhere; raises CannotRename."""
    one = occurrence_at(text, line, column)
    if one is None:
        raise CannotRename("no name of the deck stands here")
    _refuse_unfit(text, one, new)
    return [Edit(other.span, new) for other in all_of(text, one)]


def _refuse_unfit(text: str, one: Occurrence, new: str) -> None:
    if one.kind == "define":
        if not _NAME_OF_DEFINE.fullmatch(new):
            raise CannotRename(f"`{new[:40]}` cannot be a name: use letters, digits and `_`")
        if new.lower() in RESERVED_NAMES:
            raise CannotRename(f"`{new}` is {RESERVED_NAMES[new.lower()]}")
    else:
        fault = not_a_name(Named(new, one.span), "anything")
        if fault is not None:
            raise CannotRename(f"{fault.message}; {fault.help}")
    others = {other.name for other in occurrences(text) if other.kind == one.kind} - {one.name}
    if new in others or (one.kind == "define" and defined_as(new, others) is not None):
        raise CannotRename(f"`{new}` is the name of another {one.kind if one.kind != 'place' else 'point or angle'}")
