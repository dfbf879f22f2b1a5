"""What stands under a pointer, explained: a word of the language, or a thing of the deck with its values."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..deck.kinds import KINDS
from ..deck.quotes import remark_of
from ..deck.vocabulary import JOBS
from ..diagnostics import Span
from ..manual import word_paragraph
from .names import Occurrence, occurrence_at
from .reading import Draft, draft

_WORD = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)?|\d[\w.]*|°")
_LISTED_AT_MOST = 12


class Hover(NamedTuple):
    span: Span
    text: str  # Markdown


def hover(text: str, line: int, column: int) -> Hover | None:
    found = draft(text)
    word = word_at(found.masked(line), line, column)
    if word is None:
        return None
    span, said = word
    one = occurrence_at(text, line, column)
    if one is not None:
        return Hover(span, _thing(found, one, said))
    explained = _explained(found, span, said)
    return Hover(span, explained) if explained else None


def word_at(code: str, line: int, column: int) -> tuple[Span, str] | None:
    for match in _WORD.finditer(code):
        if match.start() < column <= match.end() + 1:
            return Span(line, match.start() + 1, len(match.group())), match.group()
    return None


def _explained(found: Draft, span: Span, word: str) -> str | None:
    words = found.masked(span.line).split()
    pair = " ".join(words[:2])
    if tuple(pair.upper().split()) in JOBS and span.line <= 1 + next(
        (k for k, l in enumerate(found.lines) if l.strip()), 0
    ):
        return _markdown(word_paragraph(pair))
    if word.lower() in ("nr", "dof"):
        return _markdown(word_paragraph("nr dof"))
    return _markdown(word_paragraph(word)) if not word[0].isdigit() else None


def _markdown(paragraph: str | None) -> str | None:
    """The paragraph of `runmec explain` with its head set off."""
    if paragraph is None:
        return None
    head, _, rest = paragraph.partition("\n\n")
    return f"**{head}**\n\n{rest}" if not head.startswith("- ") else paragraph


def _thing(found: Draft, one: Occurrence, said: str) -> str:
    teller = {"define": _define, "place": _place, "element": _element}.get(one.kind, _other)
    return teller(found, one, said)


def _define(found: Draft, one: Occurrence, said: str) -> str:
    define = next(d for d in found.deck.defines if d.name == one.name)
    place = define.places[1]
    written = found.lines[place.line - 1][place.column - 1 :][: place.width]
    value = f"{define.value:.9g}"
    return f"**{said}** = {written}" + (f" = {value}" if written != value else "") + _remark(found, place.line)


def _place(found: Draft, one: Occurrence, said: str) -> str:
    names, parts = found.deck.names, []
    for number, name in names.coordinates.items():
        if name == one.name or name.partition(".")[0] == one.name:
            held = next((c for c in found.deck.fixed if c.number == number), None)
            free = next((c for c in found.deck.moving if c.number == number), None)
            given = held or free
            if given is not None:
                parts.append(f"{name} {'fixed at' if held else 'starts near'} {given.value:.6g}")
    uses = [
        names.element(e.number)
        for e in found.deck.elements
        if any(names.coordinate(c).partition(".")[0] == one.name for c in e.coordinates)
    ]
    what = "point" if any("." in part.split()[0] for part in parts) else "angle"
    joins = f"\n\nOn {', '.join(uses[:_LISTED_AT_MOST])}" if uses else ""
    return f"**{one.name}**: {what}\n\n" + "\n".join(f"- {part}" for part in parts) + joins


def _element(found: Draft, one: Occurrence, said: str) -> str:
    number = found.deck.names.find("element", one.name)
    element = next((e for e in found.deck.elements if e.number == number), None)
    if element is None or element.kind not in KINDS:
        return f"**{one.name}**: element"
    kind, form = KINDS[element.kind], said.partition(".")[2]
    if form in kind.forms:
        return f"**{said}**: {kind.forms[form].meaning}"
    listed = "\n".join(f"- `{form}`: {fact.meaning}" for form, fact in kind.forms.items())
    return f"**{one.name}**: {element.kind}, {kind.title}{_remark(found, element.places[0].line)}\n\n{listed}"


def _other(found: Draft, one: Occurrence, said: str) -> str:
    from .names import all_of

    given = next((other for other in all_of(found.text, one) if other.gives), None)
    where = f"\n\n`{found.code(given.span.line).strip()}`{_remark(found, given.span.line)}" if given else ""
    return f"**{said}**: {one.kind}{where}"


def _remark(found: Draft, line: int) -> str:
    remark = remark_of(found.lines[line - 1])
    return f" ({remark})" if remark else ""
