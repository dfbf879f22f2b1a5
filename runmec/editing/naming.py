"""A name for what an old deck counts: a point of two or three co-ordinates, or an element; its lines are rewritten.

Lines that start with a number repeat the word above them. So whenever a word goes, the line that lived on it gets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..deck.expression import SUBJECTS, Named
from ..deck.quotes import masked
from ..deck.records import RecordLine
from ..deck.values import not_a_name
from ..diagnostics import Span, has_errors
from .names import CannotRename, occurrences
from .places import Edit, applied, line_end
from .reading import Draft, draft

_AXES = "xyz"
_GIVEN = ("xfix", "xmov")
_CALLS = re.compile(r"([^\W\d]\w*)\s*\(\s*(\d+)\s*\)")


def name_point(text: str, numbers: Sequence[int], new: str) -> str:
    """The deck in which co-ordinates are one point with a name; raises CannotRename."""
    found = draft(text)
    _refuse(text, "place", new)
    given = {
        entry.values[0][1]: entry
        for entry in found.entries
        if entry.record.word in _GIVEN and entry.values and entry.values[0][1] in numbers
    }
    if set(given) != set(numbers) or len(set(numbers)) < 2:
        raise CannotRename("only co-ordinates with a line `xfix` or `xmov` each can become a point")
    called = {number: f"{new}.{_AXES[k]}" for k, number in enumerate(numbers)}
    edits = [
        edit
        for entry in found.entries
        if entry not in given.values()
        for edit in _renamed_words(entry, "coordinate", called, numbers, new)
    ]
    first = min(given.values(), key=lambda entry: entry.line.number)
    gone = [entry.line.number for entry in given.values() if entry is not first]
    return _written(found, edits, {first.line.number: _point_line(found, given, numbers, new)}, gone)


def name_element(text: str, number: int, new: str) -> str:
    """The deck in which an element has a name; what it prescribes stays in its `form` lines."""
    found = draft(text)
    _refuse(text, "element", new)
    edits: list[Edit] = []
    for entry in found.entries:
        edits += _renamed_words(entry, "element", {number: new}, (), "")
        if entry.record.word == "elem" and entry.values and entry.values[0][1] == number:
            last = entry.words[-1].span
            edits.append(Edit(Span(last.line, last.column + last.width, 0), " free"))
    return _written(found, edits, {}, ())


def _refuse(text: str, kind: str, new: str) -> None:
    fault = not_a_name(Named(new, Span(1, 1)), "anything")
    if fault is not None:
        raise CannotRename(f"{fault.message}; {fault.help}")
    if new in {one.name for one in occurrences(text) if one.kind == kind}:
        raise CannotRename(f"`{new}` is the name of another {'element' if kind == 'element' else 'point or angle'}")


def _renamed_words(
    entry: RecordLine, wanted: str, called: dict[int, str], pair: Sequence[int], new: str
) -> Iterator[Edit]:
    """Numbers of a role, each by its name; in the nodes of an element the co-ordinates of a point together."""
    skip = 0
    listed = list(zip(entry.values, entry.words, strict=False))
    for at, ((role, value), word) in enumerate(listed):
        if skip:
            skip -= 1
            continue
        if role in (wanted, "link" if wanted == "element" else wanted) and value in called and word.what == "NUMBER":
            following = [one[0][1] for one in listed[at : at + len(pair)]]
            if entry.record.word == "elem" and pair and following == list(pair):
                last = listed[at + len(pair) - 1][1].span
                yield Edit(Span(word.span.line, word.span.column, last.column + last.width - word.span.column), new)
                skip = len(pair) - 1
            else:
                yield Edit(word.span, called[value])
    for word in entry.words:
        if word.expression is not None:
            yield from _in_expression(word.text, word.span, wanted, called)


def _in_expression(text: str, span: Span, wanted: str, called: dict[int, str]) -> Iterator[Edit]:
    for match in _CALLS.finditer(masked(text)):
        if SUBJECTS.get(match[1].lower()) == wanted and int(match[2]) in called:
            yield Edit(Span(span.line, span.column + match.start(2), len(match[2])), called[int(match[2])])


def _point_line(found: Draft, given: dict[int, RecordLine], numbers: Sequence[int], new: str) -> str:
    values, held = [], []
    for number in numbers:
        span = given[number].words[1].span
        values.append(found.lines[span.line - 1][span.column - 1 :][: span.width])
        held.append(given[number].record.word == "xfix")
    fixed = " fixed" if all(held) else "".join(f" fixed {_AXES[k]}" for k, one in enumerate(held) if one)
    said = [entry.line.comment.lstrip("; ") for entry in given.values() if entry.line.comment]
    remark = f"  ; {'; '.join(dict.fromkeys(said))}" if said else ""
    return f"  point {new} {' '.join(values)}{fixed}{remark}"


def _written(found: Draft, edits: list[Edit], replaced: dict[int, str], gone: Sequence[int]) -> str:
    """With edits, lines replaced and removed; every line that starts with a number follows the word that it had."""
    words = {entry.line.number: entry.record.word.lower() for entry in found.entries}
    lines = applied("\n".join(found.lines), edits).split("\n")
    kept: list[str] = []
    above = ""
    for number, line in enumerate(lines, 1):
        if number in gone:
            continue
        line = replaced.get(number, line)
        code = masked(line).split()
        if number in replaced:
            above = code[0].lower()
        elif number in words and code and code[0].lower() not in (words[number], words[number].split()[0]):
            numeric = code[0][0] in "0123456789+-."
            if not numeric or above != words[number]:
                blank = line[: len(line) - len(line.lstrip())]
                line = f"{blank[: max(2, len(blank) - len(words[number]) - 1)]}{words[number]} {line.lstrip()}"
            above = words[number]
        elif code:
            above = words.get(number, code[0].lower())
        kept.append(line)
    text = line_end(found.text).join(kept)
    if has_errors(draft(text).told):
        told = next(one for one in draft(text).told if one.level == "error")
        raise CannotRename(f"the deck cannot be written with this name: {told.message}")
    return text
