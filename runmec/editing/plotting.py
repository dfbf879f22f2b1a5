"""What can be plotted of a point or an element, and the lines that do it: buffers in STORAGE, a picture of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from ..deck.model import Deck
from ..elements import CHORD, DIRECTION
from ..outputs import ACCELERATION, FORM, INPUT, PLACE, REACTION, SIGMA, VELOCITY
from .building import CannotBuild, insert_line, with_forces
from .places import line_end
from .reading import draft


class Plot(NamedTuple):
    what: str
    title: str
    about: str


_POINT = (
    Plot("path", "Path", "the curve that the point draws"),
    Plot("velocity", "Velocity", "its components over the input"),
    Plot("acceleration", "Acceleration", "its components over the input"),
    Plot("reaction", "Force of the frame", "as a polar diagram"),
)
_ELEMENT = (
    Plot("drive", "Driving moment or force", "what the motor must give, over the input"),
    Plot("angle", "Angle", "of the link, over the input"),
    Plot("force", "Force in the bar", "positive where it pulls, over the input"),
)
#: what -> word of STORAGE, and ends of the names of its buffers
_VECTORS = {"path": (PLACE.word, ("x", "y")), "velocity": (VELOCITY.word, ("vx", "vy")),
            "acceleration": (ACCELERATION.word, ("ax", "ay")), "reaction": (REACTION.word, ("fx", "fy"))}  # fmt: skip
_HEADS = r"\s*(MOVEMENT|STUDY|END|DEFINE|TOPOLOGY|GEOMETRY|DYNAMICS)\b"
_FORCES = ("reaction", "drive", "force")


def choices(text: str, kind: str, numbers: list[int]) -> list[Plot]:
    """For a point by its co-ordinates, or for an element by its number."""
    deck = draft(text).deck
    if kind == "point":
        held = {c.number for c in deck.fixed}
        fixed = set(numbers[:2]) <= held
        return [one for one in _POINT if (one.what == "reaction") == fixed] if len(numbers) == 2 else []
    forms = {form.form: form.parameter for form in deck.forms if form.element == numbers[0]}
    found = []
    if _input_of(deck, numbers[0]):
        found.append(_ELEMENT[0])
    if deck.names.has("element", numbers[0]) or DIRECTION in forms:
        found.append(_ELEMENT[1])
    if forms.get(CHORD, 0) > 0:
        found.append(_ELEMENT[2])
    return found


def plotted(text: str, kind: str, numbers: list[int], what: str) -> str:
    """The deck with the lines that plot it; a deck whose forces are plotted is about forces."""
    if what not in {one.what for one in choices(text, kind, numbers)}:
        raise CannotBuild(f"`{what[:20]}` is not known of it")
    if what in _FORCES:
        text = with_forces(text)
    if kind == "point":
        return _vector(text, numbers, what)
    return _over_input(text, [_of_element(draft(text).deck, numbers[0], what)])


def _vector(text: str, numbers: list[int], what: str) -> str:
    deck = draft(text).deck
    word, ends = _VECTORS[what]
    stem = deck.names.point(*numbers) or f"p{numbers[0]}_"
    buffers = [_free(deck, f"{stem}{end}") for end in ends]
    named = deck.names.point(*numbers)
    subjects = [named] if named else [str(number) for number in numbers]
    lines = (
        [f"{word} {named} {' '.join(buffers)}"]
        if named
        else [f"{word} {subject} {buffer}" for subject, buffer in zip(subjects, buffers, strict=True)]
    )
    if what in ("path", "reaction"):
        return _with_picture(_stored(text, lines), [(buffers[0], buffers[1])], what == "path")
    return _over_input(text, [(line, "") for line in lines], buffers)


def _of_element(deck: Deck, number: int, what: str) -> tuple[str, str]:
    """A line of STORAGE, and the name of its buffer."""
    name = deck.names.element(number)
    stem = name if not name.isdigit() else f"link{name}"
    if what == "drive":
        buffer = _free(deck, f"{stem}_drive")
        which = _input_of(deck, number)
        return f"bufdrive {deck.names.input(which)} {buffer}", buffer
    form, word = (DIRECTION, FORM.word) if what == "angle" else (CHORD, SIGMA.word)
    own = next((f.parameter for f in deck.forms if f.element == number and f.form == form), None)
    called = f"{name}.{form}" if deck.names.has("element", number) else str(own)
    buffer = _free(deck, f"{stem}_{what}")
    return f"{word} {called} {buffer}", buffer


def _over_input(text: str, stored: list[tuple[str, str]], buffers: list[str] | None = None) -> str:
    deck = draft(text).deck
    if not deck.inputs:
        raise CannotBuild("nothing drives the mechanism yet: the tool Input makes a link the input")
    lines = [line for line, _ in stored]
    across = next(
        (deck.names.buffer(one.buffer) for one in deck.stores if one.word == INPUT.word and one.subject == (1,)), ""
    )
    if not across:
        across = _free(deck, "phi")
        lines.insert(0, f"bufinp {deck.names.input(1)} {across}")
    drawn = buffers or [buffer for _, buffer in stored]
    return _with_picture(_stored(text, lines), [(across, buffer) for buffer in drawn], False)


def _stored(text: str, lines: list[str]) -> str:
    for line in lines:
        text = insert_line(text, "STORAGE", line, (line.split()[0],))
    return text


def _with_picture(text: str, curves: list[tuple[str, str]], with_mechanism: bool) -> str:
    """Behind the buffers: at the end of STORAGE, where pictures stand."""
    end, found = line_end(text), draft(text)
    lines = list(found.lines)
    heads = [k for k, line in enumerate(lines) if re.match(_HEADS, line, re.IGNORECASE)]
    start = next(k for k, line in enumerate(lines) if re.match(r"\s*STORAGE\b", line, re.IGNORECASE))
    at = next((k for k in heads if k > start), len(lines) - (lines[-1] == ""))
    picture = ["BEGINPIC", *(f"  plotcurv {x} {y}" for x, y in curves), *["  drawmech 1"] * with_mechanism, "ENDPIC"]
    return end.join([*lines[:at], *picture, *lines[at:]])


def _input_of(deck: Deck, element: int) -> int:
    """The number of the input that an element is, or 0."""
    own = {form.parameter for form in deck.forms if form.element == element}
    return next((i for i in range(1, deck.inputs + 1) if deck.input_parameter(i) in own), 0)


def _free(deck: Deck, stem: str) -> str:
    known = {deck.names.buffer(store.buffer).lower() for store in deck.stores}
    return next(name for n in range(1000) if (name := f"{stem}{n or ''}").lower() not in known)
