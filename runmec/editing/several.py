"""Several things at once: moved, copied, mirrored. Lengths that the deck gives stay as they are."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence

from ..deck.records import RecordLine
from ..deck.syntax import Word
from ..diagnostics import split_lines
from ..elements import ACROSS, BENDING, DIRECTION, ELEMENTS
from .building import CannotBuild
from .names import Occurrence, occurrences
from .numbers import value_of, written
from .places import line_end
from .reading import draft

#: what a mirror does to a form
_TURNED = {DIRECTION: "(pi - {})", ACROSS: "(-{})"} | dict.fromkeys(BENDING, "(-{})")
_COPIED = ("elem", "point", "angle", "para", "gear")  # and lines of DYNAMICS
_ALONE = ("input", "nr", "param", "couple", "carry", "held", "motor")  # what drives is not doubled
Change = Callable[[str, int], str]  # a number as it is written, and which of a point's: another one


def shifted(text: str, points: Collection[str], by: Sequence[float], finest: float) -> str:
    """Points, moved by so much; numbers keep their manner of writing."""
    lines, found = split_lines(text), {}
    for entry in draft(text).entries:
        if entry.record.word == "point" and entry.words and entry.words[0].text in points:
            found[entry.line.number] = _rewritten(lines[entry.line.number - 1], entry.words[1:3], _by(by, finest))
    if not found:
        raise CannotBuild("choose points with names, or links between them")
    return line_end(text).join(found.get(k, line) for k, line in enumerate(lines, 1))


def copied(text: str, points: Collection[str], elements: Collection[str], by: Sequence[float], finest: float) -> str:
    """Once more, so far away, with names of its own; what drives is not copied."""
    return _doubled(text, points, elements, _by(by, finest), lambda entry, line: line)


def mirrored(text: str, points: Collection[str], elements: Collection[str], axis: float, finest: float) -> str:
    """Once more, on the other side of the upright line at x = `axis`."""

    def place(number: str, k: int) -> str:
        value = value_of(number)
        if k:
            return number
        return f"({2.0 * axis:.6g} - {number})" if value is None else written(number, 2.0 * axis - value, finest)

    return _doubled(text, points, elements, place, _mirrored_line)


def all_points(text: str, points: Collection[str], elements: Collection[str]) -> set[str]:
    """These, and those on which the elements stand."""
    deck, found = draft(text).deck, set(points)
    for element in deck.elements:
        if deck.names.element(element.number) in elements:
            number = dict(zip(ELEMENTS[element.kind].coordinates, element.coordinates, strict=False))
            nodes = [tuple(number[one] for one in node if one in number) for node in ELEMENTS[element.kind].nodes]
            found |= {name for node in nodes if (name := deck.names.point(*node) or deck.names.coordinate(node[0]))}
    return found


def _by(by: Sequence[float], finest: float) -> Change:
    def place(number: str, k: int) -> str:
        value = value_of(number)
        if not by[k]:
            return number
        return f"({number} + {by[k]:.6g})" if value is None else written(number, value + by[k], finest)

    return place


def _doubled(
    text: str,
    points: Collection[str],
    elements: Collection[str],
    place: Change,
    line_of: Callable[[RecordLine, str], str],
) -> str:
    chosen = {("place", name) for name in all_points(text, points, elements)} | {("element", name) for name in elements}
    known = occurrences(text)
    given = {(one.kind, one.name) for one in known if one.gives}
    if not chosen or not chosen <= given:
        raise CannotBuild("what is copied needs names: give them first (Rename)")
    if draft(text).deck.is_spatial:
        raise CannotBuild("in space lines are copied in the text")
    new = _new_names(known, chosen)
    lines = split_lines(text)
    behind: dict[int, str] = {}
    for entry in draft(text).entries:
        word, number = entry.record.word, entry.line.number
        here = [one for one in known if one.span.line == number and one.kind in ("place", "element")]
        wanted = word in _COPIED or (entry.record.section == "DYNAMICS" and word not in _ALONE)
        if not here or not wanted or not {(one.kind, one.name) for one in here} <= chosen or _drives(text, entry):
            continue
        line = lines[number - 1]
        if word == "point":
            line = _rewritten(line, entry.words[1:3], place)
        line = line_of(entry, line) if word != "point" else line
        behind[number] = _renamed(line, lines[number - 1], here, new)
    out = []
    for k, line in enumerate(lines, 1):
        out.append(line)
        if k in behind:
            out.append(behind[k])
    return line_end(text).join(out)


def _drives(text: str, entry: RecordLine) -> bool:
    """A `para` of an input."""
    inputs = set(draft(text).deck.names.inputs.values())
    return entry.record.word == "para" and bool(entry.words) and entry.words[0].text in inputs


def _new_names(known: Collection[Occurrence], chosen: set[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """`crank` is copied as `crank_2`: one number for all."""
    taken = {(one.kind, one.name.lower()) for one in known}
    for number in itertools.count(2):
        found = {(kind, name): f"{name}_{number}" for kind, name in chosen}
        if not any((kind, name.lower()) in taken for (kind, _), name in found.items()):
            return found
    raise AssertionError


def _rewritten(line: str, numbers: Sequence[Word], place: Change) -> str:
    for k in reversed(range(len(numbers))):
        word, start = numbers[k], numbers[k].span.column - 1
        line = line[:start] + place(word.text, k) + line[start + word.span.width :]
    return line


def _mirrored_line(entry: RecordLine, line: str) -> str:
    word = entry.record.word
    if word == "angle" and len(entry.words) > 1:
        return _rewritten(line, entry.words[1:2], lambda number, _: f"(pi - {number})")
    form = entry.words[0].text.rpartition(".")[2] if entry.words else ""
    if word == "para" and form in _TURNED:
        return _rewritten(line, entry.words[1:2], lambda number, _: _TURNED[form].format(number))
    if word == "body" and len(entry.words) > 3:
        return _rewritten(line, entry.words[3:4], lambda number, _: f"(-{number})")
    if word == "force" and len(entry.words) == 3:
        return _rewritten(line, entry.words[1:2], lambda number, _: f"(-{number})")
    return line


def _renamed(line: str, old: str, here: Sequence[Occurrence], new: dict[tuple[str, str], str]) -> str:
    """Its names, which a rewritten number may have pushed to the right."""
    grown = len(line) - len(old)
    first_number = next((k for k, (a, b) in enumerate(zip(line, old, strict=False)) if a != b), len(old))
    for one in sorted(here, key=lambda one: one.span, reverse=True):
        start = one.span.column - 1
        start += grown if start > first_number else 0
        line = line[:start] + new[one.kind, one.name] + line[start + len(one.name) :]
    return line
