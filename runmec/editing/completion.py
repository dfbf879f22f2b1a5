"""What may stand at a caret: words of the table, names of the deck, functions. Everything comes from the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..deck.expression import FUNCTIONS, QUANTITIES, REDUCTIONS, SUBJECTS
from ..deck.kinds import KINDS
from ..deck.units import FACTORS
from ..deck.vocabulary import CHOICES, JOBS, OUTPUT_WORDS, POINT_AXES, RECORDS, SECTIONS, Column, columns, usage
from .names import occurrences
from .reading import Draft, draft, in_picture, record_at, section_at

_TYPED = re.compile(r"[\w.]*$")
_PLACES = ("point", "coordinate", "angle", "turning")
_PARAMETERS = ("parameter", "prescribed", "dependent", "input", "elementary", "toleranced")
_SAME = {"link": "element", "judged": "figure"}


class Choice(NamedTuple):
    label: str
    detail: str
    kind: str  # word, section, name, function, type, form, unit


def complete(text: str, line: int, column: int) -> tuple[int, list[Choice]]:
    """The column where the word under the caret begins, and what it may become."""
    found = draft(text)
    before = found.lines[line - 1][: column - 1] if line <= len(found.lines) else ""
    if ";" in before:
        return column, []
    typed = _TYPED.search(before)
    start = typed.start() if typed else len(before)
    if before[:start].count("(") > before[:start].count(")"):
        offered = _in_expression(found, before[:start], before[start:])
    else:
        offered = _in_line(found, line, before[:start].split(), before[start:])
    unique: dict[str, Choice] = {}
    for choice in offered:
        unique.setdefault(choice.label, choice)
    return start + 1, list(unique.values())


def _in_line(found: Draft, line: int, before: list[str], typed: str) -> Iterator[Choice]:
    first = next((k for k, text in enumerate(found.lines, 1) if text.partition(";")[0].strip()), line)
    if line <= first and len(before) < 2:
        if not before:
            yield from (Choice(" ".join(job), what, "section") for job, what in JOBS.items())
        else:
            yield from (Choice(job[1], what, "section") for job, what in JOBS.items() if job[0] == before[0].upper())
    elif not before and not typed[:1].isdigit():
        yield from _words(found, line)
    else:
        yield from _values(found, line, before, typed)


def _words(found: Draft, line: int) -> Iterator[Choice]:
    section, picture = section_at(found.lines, line), in_picture(found.lines, line)
    for record in RECORDS.values():
        if record.section == ("PICTURE" if picture else section):
            yield Choice(record.word, usage(record.word), "word")
    if picture:
        yield Choice("ENDPIC", "ends the picture", "section")
        return
    yield from (Choice(word, meaning, "section") for word, meaning in SECTIONS.items())
    for word in OUTPUT_WORDS:
        if word != "ENDPIC":
            yield Choice(word, usage(word) if word.lower() in RECORDS else "begins a picture", "section")
    yield Choice("END", "ends the deck", "section")


def _values(found: Draft, line: int, before: list[str], typed: str) -> Iterator[Choice]:
    record = record_at(found.lines, line)
    if record is None:
        return
    own = before and before[0].lower() == record.word.split()[0].lower()
    given = before[len(record.word.split()) if own else 0 :]
    if "." in typed:
        yield from _parts_of(found, typed)
    elif record.word == "elem":
        yield from _of_element(found, given)
    else:
        column = _column(columns(record.signature), given)
        if column is not None:
            yield from _of_role(found, column.role)


def _column(wanted: Iterable[Column], given: list[str]) -> Column | None:
    """The column at which the next word stands, choices with their own columns included."""
    found = list(wanted)
    for at, word in enumerate(given):
        if at < len(found) and found[at].role.startswith("<"):
            known = CHOICES.get(found[at].role.strip("<>"), {})
            chosen = next((name for name in known if name.lower() == word.lower()), None)
            if chosen is not None:
                found[at + 1 : at + 1] = columns(known[chosen][0])
    if len(given) < len(found):
        return found[len(given)]
    return found[-1] if found and found[-1].many else None


def _of_role(found: Draft, role: str) -> Iterator[Choice]:
    if role.startswith("<"):
        kind = "type" if role == "<TYPE>" else "form" if role in ("<form>", "<rigid>") else "word"
        for name, (_, sentence) in CHOICES.get(role.strip("<>"), {}).items():
            yield Choice(name, sentence, kind)
    elif role in _PLACES:
        yield from _named(found, "place")
    elif role in _PARAMETERS:
        yield from _named(found, "parameter")
        for element in found.deck.elements:
            name = found.deck.names.element(element.number)
            if not name.isdigit() and element.kind in KINDS:
                yield from (Choice(f"{name}.{form}", fact.meaning, "form")
                            for form, fact in KINDS[element.kind].forms.items())  # fmt: skip
    else:
        yield from _named(found, _SAME.get(role, role))
    if role == "toleranced":
        yield from _named(found, "define")


def _named(found: Draft, kind: str) -> Iterator[Choice]:
    for one in occurrences(found.text):
        if one.kind == kind and one.gives:
            yield Choice(one.name, found.code(one.span.line).strip(), "name")


def _of_element(found: Draft, given: list[str]) -> Iterator[Choice]:
    if len(given) == 1:
        yield from _of_role(found, "<TYPE>")
    elif len(given) > 1:
        yield from _named(found, "place")
        yield from _of_role(found, "<rigid>")


def _parts_of(found: Draft, typed: str) -> Iterator[Choice]:
    """Behind a dot: forms of an element, co-ordinates of a point."""
    owner = typed.partition(".")[0]
    number = found.deck.names.find("element", owner)
    for element in found.deck.elements:
        if element.number == number and element.kind in KINDS:
            for form, fact in KINDS[element.kind].forms.items():
                yield Choice(f"{owner}.{form}", fact.meaning, "form")
    own = [name for name in found.deck.names.coordinates.values() if name.startswith(f"{owner}.")]
    for name in own or ([f"{owner}.{axis}" for axis in POINT_AXES] if number is None else []):
        yield Choice(name, "co-ordinate of the point", "name")


def _in_expression(found: Draft, before: str, typed: str) -> Iterator[Choice]:
    function = re.search(r"([^\W\d]\w*)\s*\(\s*$", before)
    subject = SUBJECTS.get(function.group(1).lower()) if function else None
    if "." in typed:
        yield from _parts_of(found, typed)
        return
    if subject is not None:
        yield from _of_role(found, subject)
        if subject == "coordinate":
            for name in found.deck.names.coordinates.values():
                yield Choice(name, "co-ordinate", "name")
        return
    for define in found.deck.defines:
        yield Choice(define.name, f"{define.value:.9g}", "name")
    for name in FUNCTIONS:
        yield Choice(name, "function", "function")
    for name, kind in QUANTITIES.items():
        yield Choice(name, f"{name}(…): of {'an' if kind[0] in 'aei' else 'a'} {kind}", "function")
    if before.split()[:1] == ["figure"]:
        yield from (Choice(name, f"{name}(…): of a buffer", "function") for name in REDUCTIONS)
    yield Choice("table", "table(u, u1,y1, u2,y2, …): linear between points", "function")
    yield Choice("pi", "3.14159…", "name")
    for name, factor in FACTORS.items():
        yield Choice(name, f"unit, {factor:.6g}", "unit")
