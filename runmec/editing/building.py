"""Lines that build a mechanism by pointing: points, links, springs, masses, inputs; and their removal. All in names."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable

from ..deck.model import Deck
from ..deck.vocabulary import SECTIONS
from ..diagnostics import RunmecError, split_lines
from .names import Occurrence, all_of, occurrences
from .numbers import written
from .places import line_end
from .reading import draft

BLANK = "KIN ANA  ; {title}\nUNITS SI\nTOPOLOGY\nGEOMETRY\nMOVEMENT\nEND\n"
_ORDER = (*SECTIONS, "END")
_LETTERS = "ABCDEFGHKLMNPQRSTUVWXYZ"
_STIFFNESS = 100.0
_ONE_TURN = "tstepe 120 1 (2*pi) 0"
#: what is drawn through points: type, how many points, what stands behind them, stem of its name
LINKS = {
    "bar": ("BIN", 2, "", "bar"), "plate": ("TR2", 3, "", "plate"), "slider": ("TR2", 3, " lenv", "slot"),
    "spring": ("BIN", 2, " free", "coil"), "beam": ("BEAM", 2, "", "girder"),
}  # fmt: skip


class CannotBuild(RunmecError):
    """The text says why."""


def add_point(text: str, x: float, y: float, fixed: bool, finest: float) -> tuple[str, str]:
    """A new point and its name."""
    name = _free_point(text, fixed)
    shown = " ".join(written("0", value, finest) for value in (x, y))
    line = f"point {name} {shown}" + (" fixed" if fixed else "")
    return insert_line(text, "GEOMETRY", line, ("point",)), name


def add_link(text: str, what: str, points: list[str]) -> tuple[str, str]:
    """A bar, plate, slider, spring or beam on points that have names."""
    kind, count, behind, stem = LINKS[what]
    if len(points) != count or len(set(points)) != count:
        raise CannotBuild(f"a {what} stands on {count} different points")
    known = _named(text, "place")
    for point in points:
        if point not in known:
            raise CannotBuild(f"no point is called `{point}`; in a deck of numbers links are written by hand")
    name = _free(text, "element", stem)
    nodes = list(points)
    if what == "beam":
        angle = _direction(draft(text).deck, points)
        nodes = []
        for point in points:
            turning = _free(text, "place", f"b{point}", first="")
            text = insert_line(text, "GEOMETRY", f"angle {turning} {angle:.4f}", ("point", "angle"))
            nodes += [point, turning]
    text = insert_line(text, "TOPOLOGY", f"elem {name} {kind} {' '.join(nodes)}{behind}", ("elem",))
    if what == "spring":
        length = _distance(draft(text).deck, points)
        free = f"{-_STIFFNESS * length:.4g}"
        text = _with_forces(insert_line(text, "DYNAMICS", f"spring {name}.lenl {_STIFFNESS:g} {free}", ("spring",)))
    return text, name


def add_mass(text: str, point: str) -> str:
    if point not in _named(text, "place"):
        raise CannotBuild(f"no point is called `{point}`")
    return _with_forces(insert_line(text, "DYNAMICS", f"inertia {point} 1", ("inertia",)))


def add_input(text: str, element: str) -> str:
    """The angle of an element drives; a movement of one turn is written where there is none."""
    if element not in _named(text, "element"):
        raise CannotBuild(f"no element is called `{element}`; in a deck of numbers inputs are written by hand")
    found = draft(text)
    for number, line in enumerate(found.lines, 1):
        words = found.code(number).split()
        if words[:1] and words[0].lower() == "input":
            if f"{element}.angb" in words:
                raise CannotBuild(f"`{element}.angb` is an input already")
            lines = list(found.lines)
            code = found.code(number).rstrip()
            lines[number - 1] = f"{code} {element}.angb{line[len(code) :]}"
            return line_end(text).join(lines)
    text = insert_line(text, "TOPOLOGY", f"input {element}.angb", ("input",))
    if not any(re.match(r"\s*(tstepe|stepe|tmove|tstepf)\b", line, re.IGNORECASE) for line in split_lines(text)):
        text = insert_line(text, "MOVEMENT", _ONE_TURN, ("tstepe",))
    return text


def toggle_fixed(text: str, point: str) -> str:
    """A moving point becomes fixed, a fixed one free."""
    found = draft(text)
    given = next((one for one in occurrences(text) if (one.kind, one.name, one.gives) == ("place", point, True)), None)
    if given is None:
        raise CannotBuild(f"no point is called `{point}`")
    lines = list(found.lines)
    line = lines[given.span.line - 1]
    code = found.code(given.span.line).rstrip()
    rest = line[len(code) :]
    freed = re.sub(r"\s+fixed(\s+[xyz])?\s*$", "", code, flags=re.IGNORECASE)
    lines[given.span.line - 1] = (freed if freed != code else f"{code} fixed") + rest
    return line_end(text).join(lines)


def delete(text: str, kind: str, name: str) -> str:
    """Without a thing and every line that speaks of it; what those lines gave a name goes with them."""
    pending = [one for one in occurrences(text) if (one.kind, one.name) == (kind, name) and one.gives]
    if not pending:
        raise CannotBuild(f"the deck gives nothing the name `{name}`")
    gone: set[int] = set()
    words: list[Occurrence] = []
    known = occurrences(text)
    while pending:
        for one in all_of(text, pending.pop()):
            if one.span.line in gone:
                continue
            if _lists_names(draft(text).code(one.span.line)) and not one.gives:
                words.append(one)
                continue
            gone.add(one.span.line)
            pending += [other for other in known if other.gives and other.span.line == one.span.line and other != one]
    return _without(text, gone, words)


def _lists_names(code: str) -> bool:
    """`PRINTBUF a b c` and `input p q` go on without one of their names."""
    return code.split()[:1] != [] and code.split()[0].lower() in ("printbuf", "input")


def _without(text: str, gone: set[int], words: Iterable[Occurrence]) -> str:
    lines = split_lines(text)
    for one in sorted(words, key=lambda one: one.span, reverse=True):
        line = lines[one.span.line - 1]
        start = len(line[: one.span.column - 1].rstrip())
        lines[one.span.line - 1] = line[:start] + line[one.span.column - 1 + one.reach :]
        if len(lines[one.span.line - 1].partition(";")[0].split()) < 2:
            gone.add(one.span.line)
    return line_end(text).join(line for number, line in enumerate(lines, 1) if number not in gone)


# ---- names and places


def _named(text: str, kind: str) -> set[str]:
    return {one.name for one in occurrences(text) if one.kind == kind}


def _free_point(text: str, fixed: bool) -> str:
    known = {name.lower() for name in _named(text, "place")}
    for turn in itertools.count():
        for letter in _LETTERS:
            name = f"{letter}{'0' if fixed else ''}" if not turn else f"{letter}{turn}{'0' if fixed else ''}"
            if name.lower() not in known:
                return name
    raise AssertionError


def _free(text: str, kind: str, stem: str, first: str = "1") -> str:
    known = {name.lower() for name in _named(text, kind)}
    return next(name for n in itertools.count(int(first or 0)) if (name := f"{stem}{n or ''}").lower() not in known)


def _coordinates(deck: Deck, points: list[str]) -> list[tuple[float, float]]:
    given = {deck.names.coordinate(c.number): c.value for c in (*deck.fixed, *deck.moving)}
    return [(given[f"{point}.x"], given[f"{point}.y"]) for point in points]


def _distance(deck: Deck, points: list[str]) -> float:
    (x, y), (u, v) = _coordinates(deck, points)
    return math.hypot(u - x, v - y)


def _direction(deck: Deck, points: list[str]) -> float:
    (x, y), (u, v) = _coordinates(deck, points)
    return math.atan2(v - y, u - x)


# ---- lines


def insert_line(text: str, section: str, line: str, beside: tuple[str, ...]) -> str:
    """A line behind the last of its like in a section, or at its end; a section that is missing is begun."""
    lines, end = split_lines(text), line_end(text)
    heads = [(k, word) for k, code in enumerate(lines) if (word := _head(code)) in _ORDER]
    start = next((k for k, word in heads if word == section), None)
    if start is None:
        later = _ORDER[_ORDER.index(section) :]
        at = next((k for k, word in heads if word in later), len(lines) - (lines[-1] == ""))
        return end.join([*lines[:at], section, f"  {line}", *lines[at:]])
    stop = next((k for k, _ in heads if k > start), len(lines) - (lines[-1] == ""))
    stop = next((k for k in range(start + 1, stop) if _head(lines[k]) in ("BEGINPIC", "PRINTBUF", "ANIMATE")), stop)
    like = [k for k in range(start + 1, stop) if _head(lines[k]).lower() in beside]
    full = [k for k in range(start + 1, stop) if lines[k].strip()]
    at = 1 + (like or full or [start])[-1]
    return end.join([*lines[:at], f"  {line}", *lines[at:]])


def _head(line: str) -> str:
    words = line.partition(";")[0].split()
    return words[0].upper() if words else ""


def _with_forces(text: str) -> str:
    """A deck with masses or springs is about forces."""
    return re.sub(r"^(\s*)KIN(\s+)ANA", r"\1DYN\2ANA", text, count=1, flags=re.IGNORECASE)
