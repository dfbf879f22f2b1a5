"""What may stand at a caret: words of the table, names of the deck, functions. Everything comes from the tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..deck.expression import FUNCTIONS, QUANTITIES, REDUCTIONS, SUBJECTS, THROUGH_POINTS
from ..deck.kinds import KINDS
from ..deck.quotes import comment_of, masked, unclosed
from ..deck.units import FACTORS
from ..deck.vocabulary import CHOICES, JOBS, POINT_AXES, RECORDS, SECTIONS, of_pair, usage
from ..words import Column, Record, columns
from .names import occurrences
from .reading import Draft, draft, in_picture, record_at, section_at

_TYPED = re.compile(r"[\w.]*$")
_PLACES = ("point", "coordinate", "angle", "turning")
_PARAMETERS = ("parameter", "prescribed", "dependent", "input", "driven", "elementary", "toleranced", "followed")
_SAME = {"link": "element", "judged": "figure"}


class Completion(NamedTuple):
    label: str
    detail: str
    kind: str  # word, section, name, function, type, form, unit


def complete(text: str, line: int, column: int) -> tuple[int, list[Completion]]:
    """The column where the word under the caret begins, and what it may become."""
    found = draft(text)
    before = found.lines[line - 1][: column - 1] if line <= len(found.lines) else ""
    if comment_of(before) or unclosed(before) >= 0:
        return column, []
    before = masked(before)
    typed = _TYPED.search(before)
    start = typed.start() if typed else len(before)
    if before[:start].count("(") > before[:start].count(")"):
        offered = _in_expression(found, before[:start], before[start:])
    else:
        offered = _in_line(found, line, before[:start].split(), before[start:])
    unique: dict[str, Completion] = {}
    for choice in offered:
        unique.setdefault(choice.label, choice)
    return start + 1, list(unique.values())


def _in_line(found: Draft, line: int, before: list[str], typed: str) -> Iterator[Completion]:
    first = next((k for k, text in enumerate(found.lines, 1) if masked(text).strip()), line)
    if line <= first and len(before) < 2:
        if not before:
            yield from (Completion(" ".join(job), what, "section") for job, what in JOBS.items())
        else:
            yield from (
                Completion(job[1], what, "section") for job, what in JOBS.items() if job[0] == before[0].upper()
            )
    elif not before and not typed[:1].isdigit():
        yield from _words(found, line)
    else:
        yield from _values(found, line, before, typed)


def _words(found: Draft, line: int) -> Iterator[Completion]:
    section, picture = section_at(found.lines, line), in_picture(found.lines, line)
    for record in RECORDS.values():
        if record.section == ("PICTURE" if picture else section):
            yield Completion(record.word, usage(record.word), "word")
    if picture:
        yield Completion("ENDPIC", "ends the picture", "section")
        return
    yield from (Completion(word, meaning, "section") for word, meaning in SECTIONS.items())
    for record in RECORDS.values():
        if not record.section:
            yield Completion(record.word, usage(record.word), "section")
    yield Completion("BEGINPIC", "begins a picture", "section")
    yield Completion("END", "ends the deck", "section")


def _values(found: Draft, line: int, before: list[str], typed: str) -> Iterator[Completion]:
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
        lines = (_column(_as_given(record, columns(one), given), given) for one in (record.signature, *record.wider))
        for role in dict.fromkeys(column.role for column in lines if column is not None):
            yield from _of_role(found, role)


def _as_given(record: Record, wanted: tuple[Column, ...], given: list[str]) -> list[Column]:
    """With the name of a point in the place of its two co-ordinates."""
    at = next((k for k, column in enumerate(wanted) if column.name == "cx"), len(given))
    is_point = record.of_pair and at < len(given) and "." not in given[at] and not given[at].isdigit()
    return of_pair(wanted) if is_point else list(wanted)


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


def _of_role(found: Draft, role: str) -> Iterator[Completion]:
    if role.startswith("<"):
        kind = "type" if role == "<TYPE>" else "form" if role in ("<form>", "<rigid>") else "word"
        for name, (_, sentence) in CHOICES.get(role.strip("<>"), {}).items():
            yield Completion(name, sentence, kind)
    elif role in _PLACES:
        yield from _named(found, "place")
    elif role in _PARAMETERS:
        yield from _named(found, "parameter")
        for element in found.deck.elements:
            name = found.deck.names.element(element.number)
            if not name.isdigit() and element.kind in KINDS:
                yield from (
                    Completion(f"{name}.{form}", fact.meaning, "form")
                    for form, fact in KINDS[element.kind].forms.items()
                )
    else:
        yield from _named(found, _SAME.get(role, role))
    if role == "followed":
        yield from _named(found, "place")
    if role == "toleranced":
        yield from _named(found, "define")


def _named(found: Draft, kind: str) -> Iterator[Completion]:
    for one in occurrences(found.text):
        if one.kind == kind and one.gives:
            yield Completion(one.name, found.code(one.span.line).strip(), "name")


def _of_element(found: Draft, given: list[str]) -> Iterator[Completion]:
    if len(given) == 1:
        yield from _of_role(found, "<TYPE>")
    elif len(given) > 1:
        yield from _named(found, "place")
        yield from _of_role(found, "<rigid>")


def _parts_of(found: Draft, typed: str) -> Iterator[Completion]:
    """Behind a dot: forms of an element, co-ordinates of a point."""
    owner = typed.partition(".")[0]
    number = found.deck.names.find("element", owner)
    for element in found.deck.elements:
        if element.number == number and element.kind in KINDS:
            for form, fact in KINDS[element.kind].forms.items():
                yield Completion(f"{owner}.{form}", fact.meaning, "form")
    own = [name for name in found.deck.names.coordinates.values() if name.startswith(f"{owner}.")]
    for name in own or ([f"{owner}.{axis}" for axis in POINT_AXES] if number is None else []):
        yield Completion(name, "co-ordinate of the point", "name")


def _in_expression(found: Draft, before: str, typed: str) -> Iterator[Completion]:
    function = re.search(r"([^\W\d]\w*)\s*\(\s*$", before)
    subject = SUBJECTS.get(function.group(1).lower()) if function else None
    if "." in typed:
        yield from _parts_of(found, typed)
        return
    if subject is not None:
        yield from _of_role(found, subject)
        if subject == "coordinate":
            for name in found.deck.names.coordinates.values():
                yield Completion(name, "co-ordinate", "name")
        return
    for define in found.deck.defines:
        yield Completion(define.name, f"{define.value:.9g}", "name")
    for name in FUNCTIONS:
        yield Completion(name, "function", "function")
    for name, kind in QUANTITIES.items():
        yield Completion(name, f"{name}(…): of {'an' if kind[0] in 'aei' else 'a'} {kind}", "function")
    if before.split()[:1] == ["figure"]:
        yield from (Completion(name, f"{name}(…): of a buffer", "function") for name in REDUCTIONS)
    for name, meaning in THROUGH_POINTS.items():
        yield Completion(name, f"{name}(u, u1,y1, u2,y2, …): {meaning}", "function")
    yield Completion("pi", "3.14159…", "name")
    for name, factor in FACTORS.items():
        yield Completion(name, f"unit, {factor:.6g}", "unit")
