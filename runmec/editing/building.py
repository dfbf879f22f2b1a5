"""Lines that build a mechanism by pointing: points, links, springs, masses, inputs; and their removal.

In names; in a deck of numbers new co-ordinates get the next free numbers. Links have names there too: a link with a
name holds its lengths by itself, and no number of the deck changes. A point of numbers is called as the page shows it,
`5, 6`.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator

from ..deck.model import Deck
from ..deck.quotes import masked
from ..deck.turning import BEYOND
from ..deck.vocabulary import SECTIONS
from ..diagnostics import RunmecError, split_lines
from ..elements import BEAM, BIN, TR2
from .names import Occurrence, all_of, occurrences
from .numbers import written
from .places import line_end
from .reading import draft

BLANK = "KIN ANA  ; {title}\nUNITS SI\nTOPOLOGY\nGEOMETRY\nMOVEMENT\nEND\n"
_ORDER = (*SECTIONS, "END")
_LETTERS = "ABCDEFGHKLMNPQRSTUVWXYZ"
_STIFFNESS, _DAMPING = 100.0, 5.0
_ONE_TURN = "tstepe 120 1 (2*pi) 0"
#: what is drawn through points: type, how many points, what stands behind them, stem of its name
LINKS = {
    "bar": (BIN.word, 2, "", "bar"), "plate": (TR2.word, 3, "", "plate"), "slider": (TR2.word, 3, " lenv", "slot"),
    "spring": (BIN.word, 2, " free", "coil"), "damper": (BIN.word, 2, " free", "dashpot"),
    "beam": (BEAM.word, 2, "", "girder"),
}  # fmt: skip


class CannotBuild(RunmecError):
    """The text says why."""


def add_point(text: str, x: float, y: float, fixed: bool, finest: float) -> tuple[str, str]:
    """A new point and what it is called."""
    shown = [written("0", value, finest) for value in (x, y)]
    if is_in_numbers(text):
        word, first = "xfix" if fixed else "xmov", _free_number(text)
        for number, value in zip((first, first + 1), shown, strict=True):
            text = insert_line(text, "GEOMETRY", f"{word} {number} {value}", (word,))
        return text, f"{first}, {first + 1}"
    name = _free_point(text, fixed)
    line = f"point {name} {' '.join(shown)}" + (" fixed" if fixed else "")
    return insert_line(text, "GEOMETRY", line, ("point",)), name


def add_link(text: str, what: str, points: list[str]) -> tuple[str, str]:
    """A bar, plate, slider, spring, damper or beam on points."""
    kind, count, behind, stem = LINKS[what]
    if len(points) != count or len(set(points)) != count:
        raise CannotBuild(f"a {what} stands on {count} different points")
    nodes = [node_of(text, point) for point in points]
    name = free_name(text, "element", stem)
    if what == "beam":
        angle = direction(draft(text).deck, points)
        ends = nodes
        nodes = []
        for point, end in zip(points, ends, strict=True):
            turning = free_name(text, "place", f"b{re.sub(r'[^0-9A-Za-z_]+', '_', point)}", first="")
            text = insert_line(text, "GEOMETRY", f"angle {turning} {angle:.4f}", ("point", "angle"))
            nodes += [end, turning]
    text = insert_line(text, "TOPOLOGY", f"elem {name} {kind} {' '.join(nodes)}{behind}", ("elem",))
    if what == "spring":
        length = distance(draft(text).deck, points)
        free = f"{-_STIFFNESS * length:.4g}"
        text = with_forces(insert_line(text, "DYNAMICS", f"spring {name}.lenl {_STIFFNESS:g} {free}", ("spring",)))
    if what == "damper":
        text = with_forces(insert_line(text, "DYNAMICS", f"damper {name}.lenl {_DAMPING:g}", ("damper",)))
    return text, name


def add_mass(text: str, point: str) -> str:
    for node in [point] if point in _named(text, "place") else node_of(text, point).split():
        text = insert_line(text, "DYNAMICS", f"inertia {node} 1", ("inertia",))
    return with_forces(text)


def add_input(text: str, element: str) -> str:
    """The angle of an element drives; a movement of one turn is written where there is none."""
    if element not in _named(text, "element"):
        raise CannotBuild(f"element {element} has a number: give it a name first (Rename)")
    if re.search(r"^\s*nr\s+dof\s+[1-9]", text, re.IGNORECASE | re.MULTILINE):
        raise CannotBuild("the deck counts its inputs by `nr dof`: its last prescribed parameters are they")
    found = draft(text)
    for number, line in enumerate(found.lines, 1):
        words = found.masked(number).split()
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


End = str | tuple[float, float, bool]  # a point that is there; or (x, y) and whether it is fixed


def with_ends(text: str, ends: Iterable[End], finest: float) -> tuple[str, list[str]]:
    """Points that are there or are made."""
    names = []
    for end in ends:
        if isinstance(end, str):
            names.append(end)
        else:
            text, name = add_point(text, end[0], end[1], end[2], finest)
            names.append(name)
    return text, names


def draw_link(text: str, what: str, ends: list[End], finest: float, length: float | None = None) -> tuple[str, str]:
    """A link between two ends; with a length it keeps that."""
    text, names = with_ends(text, ends, finest)
    text, name = add_link(text, what, names)
    if length is not None and LINKS[what][:3] == (BIN.word, 2, ""):
        text = insert_line(text, "GEOMETRY", f"para {name}.lenl {written('0', length, finest / 10)}", ("para",))
    return text, name


#: how a point is held: what stands behind its numbers
HOLDS = {"free": "", "fixed": " fixed", "along x": " fixed y", "along y": " fixed x"}
_HELD = re.compile(r"\s+fixed(?:\s+([xyz]\b\s*)+)?\s*$", re.IGNORECASE)


def toggle_fixed(text: str, point: str) -> str:
    """A moving point becomes fixed, a fixed one free."""
    now = held_as(text, point)
    if now not in ("free", "fixed"):
        raise CannotBuild(f"point {point} moves {now}: choose it, and how it is held among its properties")
    return hold(text, point, "free" if now == "fixed" else "fixed")


def held_as(text: str, point: str) -> str:
    """One of HOLDS; "" for a point that has no name, or is held otherwise."""
    given = next((one for one in occurrences(text) if (one.kind, one.name, one.gives) == ("place", point, True)), None)
    if given is None:
        return ""
    code = draft(text).code(given.span.line).rstrip()
    behind = _HELD.search(code)
    words = f" {' '.join(behind.group().lower().split())}" if behind else ""
    return next((how for how, written_so in HOLDS.items() if written_so == words), "")


def hold(text: str, point: str, how: str) -> str:
    found = draft(text)
    given = next((one for one in occurrences(text) if (one.kind, one.name, one.gives) == ("place", point, True)), None)
    if given is None and _NUMBERED.fullmatch(point):
        raise CannotBuild(f"co-ordinates {point}: give the point a name first (Rename), or write `xfix` for `xmov`")
    if given is None or how not in HOLDS:
        raise CannotBuild(f"no point is called `{point}`")
    lines = list(found.lines)
    line = lines[given.span.line - 1]
    code = found.code(given.span.line).rstrip()
    lines[given.span.line - 1] = _HELD.sub("", code) + HOLDS[how] + line[len(code) :]
    return line_end(text).join(lines)


def delete(text: str, kind: str, name: str) -> str:
    """Without a thing and every line that speaks of it; what those lines gave a name goes with them."""
    pending = [one for one in occurrences(text) if (one.kind, one.name) == (kind, name) and one.gives]
    if not pending and re.fullmatch(r"[\d, ]+", name):
        raise CannotBuild(
            "it has numbers, and others are counted after it: delete its lines in the text, and count anew"
        )
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
        if len(masked(lines[one.span.line - 1]).split()) < 2:
            gone.add(one.span.line)
    return line_end(text).join(line for number, line in enumerate(lines, 1) if number not in gone)


# ---- names and places

_NUMBERED = re.compile(r"(\d+), (\d+)")


def is_in_numbers(text: str) -> bool:
    """Whether the deck has co-ordinates by numbers and no point with a name."""
    deck = draft(text).deck
    return bool(deck.fixed or deck.moving) and not deck.names.points


def _free_number(text: str) -> int:
    deck = draft(text).deck
    known = {c.number for c in (*deck.fixed, *deck.moving)}
    known |= {number for element in deck.elements for number in element.coordinates}
    return 1 + max((number for number in known if number < BEYOND), default=0)


def node_of(text: str, point: str) -> str:
    """How a line calls a point: by its name, or by the numbers of its co-ordinates."""
    if point in _named(text, "place"):
        return point
    numbers, deck = _NUMBERED.fullmatch(point), draft(text).deck
    if numbers and {int(numbers[1]), int(numbers[2])} <= {c.number for c in (*deck.fixed, *deck.moving)}:
        return f"{numbers[1]} {numbers[2]}"
    raise CannotBuild(f"no point is called `{point[:40]}`")


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


def free_name(text: str, kind: str, stem: str, first: str = "1") -> str:
    known = {name.lower() for name in _named(text, kind)}
    return next(name for n in itertools.count(int(first or 0)) if (name := f"{stem}{n or ''}").lower() not in known)


def place_of(deck: Deck, point: str) -> tuple[float, float]:
    """Where it starts."""
    given = {c.number: c.value for c in (*deck.fixed, *deck.moving)}
    numbers = _NUMBERED.fullmatch(point)
    own = (int(numbers[1]), int(numbers[2])) if numbers else deck.names.coordinates_of(point) or ()
    return given[own[0]], given[own[1]]


def distance(deck: Deck, points: list[str]) -> float:
    (x, y), (u, v) = (place_of(deck, point) for point in points)
    return math.hypot(u - x, v - y)


def direction(deck: Deck, points: list[str]) -> float:
    (x, y), (u, v) = (place_of(deck, point) for point in points)
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
    like = [k for k, word in _words(lines, start + 1, stop) if word in beside]
    full = [k for k in range(start + 1, stop) if lines[k].strip()]
    at = 1 + (like or full or [start])[-1]
    return end.join([*lines[:at], f"  {line}", *lines[at:]])


def _words(lines: list[str], start: int, stop: int) -> Iterator[tuple[int, str]]:
    """The word of every line, which one that starts with a number has from the line above."""
    word = ""
    for k in range(start, stop):
        head = _head(lines[k]).lower()
        if head:
            word = head if head[0] not in "0123456789+-." else word
            yield k, word


def _head(line: str) -> str:
    words = masked(line).split()
    return words[0].upper() if words else ""


def with_forces(text: str) -> str:
    """A deck with masses or springs is about forces."""
    return re.sub(r"^(\s*)KIN(\s+)ANA", r"\1DYN\2ANA", text, count=1, flags=re.IGNORECASE)
