"""Points that a curve is to meet (`path` and `timed` of a study), and the values that a study has found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import floor, log10

from ..deck.model import Deck
from ..deck.study import Path
from ..diagnostics import Span
from ..outputs import PLACE
from .building import CannotBuild, insert_line
from .knobs import define_number, knobs_at, turned
from .numbers import replaced, written
from .places import Edit, applied
from .reading import Draft, draft

_BEFORE_TARGETS = 4  # places of a `path` line before its points: word, figure, two buffers
_DIGITS = 7  # of a value that was found


def aimed(text: str, line: int, number: int, target: tuple[float, float], finest: float = 0.0) -> str:
    """The deck with another place of a point that a curve is to meet: `number` (from 0) of the line of a study."""
    found = draft(text)
    path = _path_at(found.deck, line)
    edits = []
    for span, value in zip(_spans(path, number)[-2:], target, strict=True):
        own = knobs_at(found, span).get("")
        if own is not None:
            edits.append(turned(found, own, value, finest))
    return applied(text, edits)


def add_target(text: str, target: tuple[float, float], change: float = 0.0, finest: float = 0.0) -> str:
    """One more point for the first `path` or `timed` line; where there is none, a study of the curve that is drawn.

    `change` of input 1 since the start is when a timed point is met.
    """
    found = draft(text)
    path = next((figure for figure in found.deck.figures if isinstance(figure, Path)), None)
    if path is None:
        return _with_study(found, target, finest)
    if path.is_timed and any(len(one) == 3 and abs(one[0] - change) < 1e-9 for one in path.targets):
        raise CannotBuild("a point is to be met in this position already; show another position first")
    values = [written("0", value, finest) for value in target]
    if path.is_timed:
        values.insert(0, f"{change:.6g}")
    last = _spans(path, len(path.targets) - 1)[-1]
    return applied(text, [Edit(Span(last.line, last.column + last.width, 0), "  " + " ".join(values))])


def delete_target(text: str, line: int, number: int) -> str:
    """Without one of the points; the last one cannot go alone."""
    found = draft(text)
    path = _path_at(found.deck, line)
    if len(path.targets) < 2:
        raise CannotBuild("it is the only point of its line: delete the line, and the goal that asks for it")
    spans = _spans(path, number)
    code = found.lines[line - 1]
    start = len(code[: spans[0].column - 1].rstrip(" \t")) + 1
    end = spans[-1].column + spans[-1].width
    return applied(text, [Edit(Span(line, start, end - start), "")])


def taken_over(text: str, values: Mapping[str, float]) -> str:
    """The deck with other values of DEFINE, each written as the old one was."""
    found = draft(text)
    known = {define.name: define for define in found.deck.defines}
    missing = [name for name in values if name not in known]
    if missing:
        raise CannotBuild(f"the deck has no name `{missing[0]}` under DEFINE any more; optimise it again")
    edits = []
    for name, value in values.items():
        number = define_number(found, name)
        finest = 10.0 ** (floor(log10(abs(value))) + 1 - _DIGITS) if value else 0.0
        if number is not None:
            edits.append(turned(found, number, value, finest))
        else:
            edits.append(replaced(found.lines, known[name].places[1], f"{value:.{_DIGITS}g}"))
    return applied(text, edits)


def _path_at(deck: Deck, line: int) -> Path:
    return next(f for f in deck.figures if isinstance(f, Path) and f.places[0].line == line)


def _spans(path: Path, number: int) -> tuple[Span, ...]:
    """Places of the numbers of a point."""
    wide = 3 if path.is_timed else 2
    if not 0 <= number < len(path.targets):
        raise IndexError(number)
    first = _BEFORE_TARGETS + wide * number
    return path.places[first : first + wide]


def _with_study(found: Draft, target: tuple[float, float], finest: float) -> str:
    x, y = _drawn_curve(found.deck)
    taken = {figure.name.lower() for figure in found.deck.figures}
    name = next(name for name in _numbered("miss") if name not in taken)
    shown = " ".join(written("0", value, finest) for value in target)
    text = found.text
    for line in _variation(found):
        text = insert_line(text, "STUDY", line, ("vary",))
    text = insert_line(text, "STUDY", f"path {name} {x} {y} {shown}", ("path",))
    return text if found.deck.goals else insert_line(text, "STUDY", f"goal min {name}", ("goal",))


def _variation(found: Draft) -> list[str]:
    """Every name that is a number may become half or double, where the deck does not say what varies."""
    if found.deck.varied:
        return []
    lines = []
    for define in found.deck.defines:
        number = define_number(found, define.name)
        if number is not None:
            ends = sorted((number.value / 2, number.value * 2)) if number.value else [-1.0, 1.0]
            lines.append(f"vary {define.name} {ends[0]:.6g} {ends[1]:.6g}")
    return lines


def _drawn_curve(deck: Deck) -> tuple[str, str]:
    """The names of the buffers of a path of a point that a picture shows, or else that is stored."""
    places = {store.buffer: store.subject[0] for store in deck.stores if store.word == PLACE.word}
    pairs = {tuple(point[:2]) for point in deck.names.points} or None
    drawn = [(curve.x, curve.y) for picture in deck.pictures for curve in picture.curves]
    stored = list(places)
    for x, y in (*drawn, *pairwise(stored)):
        if x in places and y in places and (pairs is None or (places[x], places[y]) in pairs):
            return deck.names.buffer(x), deck.names.buffer(y)
    raise CannotBuild("no path of a point is drawn: choose the point and Plot its path first")


def _numbered(stem: str) -> Iterable[str]:
    return (stem if not n else f"{stem}{n}" for n in range(1000))
