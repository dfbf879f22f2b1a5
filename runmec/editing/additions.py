"""What one click adds to a thing, or to the deck: a line with numbers to begin with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..diagnostics import split_lines
from .building import CannotBuild, insert_line, with_forces
from .places import line_end
from .reading import TEXT_AT_MOST, draft

_TRIED_AT_MOST = TEXT_AT_MOST // 10  # characters of a deck in which every addition is tried before it is offered
JOBS = ("KIN ANA", "DYN ANA", "DYN SIM", "STA ANA")


class Addition(NamedTuple):
    what: str
    title: str
    add: Callable[[str, str], str]  # text and name of the thing -> text


def additions(text: str, kind: str, name: str) -> list[Addition]:
    """For a point (`place`), an element, or the deck (""): those after which the deck is no worse than before."""
    if len(text) > _TRIED_AT_MOST:
        return list(_ADDITIONS.get(kind, ()))
    faults = _faults(text)
    return [one for one in _ADDITIONS.get(kind, ()) if _faults(one.add(text, name)) <= faults]


def added(text: str, kind: str, name: str, what: str) -> str:
    found = next((one for one in _ADDITIONS.get(kind, ()) if one.what == what), None)
    if found is None:
        raise CannotBuild(f"`{what[:20]}` cannot be added to it")
    return found.add(text, name)


def _faults(text: str) -> int:
    return sum(one.level == "error" or one.code == "D251" for one in draft(text).told)


def with_job(text: str, job: str) -> str:
    """Another job; what moves by given inputs is simulated from then on, and the other way round."""
    if job not in JOBS:
        raise CannotBuild(f"`{job[:20]}` is no job")
    text = re.sub(r"^(\s*)(KIN|DYN|STA)\s+(ANA|SIM)", rf"\g<1>{job}", text, count=1, flags=re.IGNORECASE)
    return line_end(text).join(_moved(line, job == "DYN SIM") for line in split_lines(text))


def _moved(line: str, simulated: bool) -> str:
    words = line.split()
    if simulated and words[:1] == ["tstepe"] and len(words) >= 3:
        return f"  tstepf {words[1]} {words[2]} 0"
    if not simulated and words[:1] == ["tstepf"] and len(words) >= 3:
        return f"  tstepe {words[1]} {words[2]} (2*pi/{words[2]}) 0"
    return line


# ---- lines


def _line(section: str, line: str) -> Callable[[str, str], str]:
    def add(text: str, name: str) -> str:
        text = insert_line(text, section, line.format(name=name), (line.split()[0],))
        return with_forces(text) if section == "DYNAMICS" else text

    return add


def _force(text: str, name: str) -> str:
    """On the co-ordinates that move."""
    deck = draft(text).deck
    numbers, held = deck.names.coordinates_of(name) or (), {c.number for c in deck.fixed}
    free = [axis for axis, number in zip("xyz", numbers, strict=False) if number not in held]
    line = f"force {name} 0 -10" if len(free) == 2 else f"force {name}.{(free or ['x'])[0]} -10"
    return with_forces(insert_line(text, "DYNAMICS", line, ("force",)))


def _motor(text: str, name: str) -> str:
    """A motor drives in a simulation."""
    line = f"motor {name}.angb async 12 157"
    return with_job(insert_line(text, "DYNAMICS", line, ("motor",)), "DYN SIM")


def _offered() -> Iterator[tuple[str, Addition]]:
    for kind, what, title, section, line in (
        ("place", "mass", "Mass", "DYNAMICS", "inertia {name} 1"),
        ("element", "uniform", "Mass along it", "DYNAMICS", "uniform {name} 1"),
        ("element", "body", "Body", "DYNAMICS", "body {name} 1 0 0 0.01"),
        ("element", "stiff", "Stiffness", "DYNAMICS", "stiff {name} 1e6 100"),
        ("element", "spring", "Spring", "DYNAMICS", "spring {name}.lenl 100 0"),
        ("element", "damper", "Damper", "DYNAMICS", "damper {name}.lenl 5"),
        ("element", "turning", "Damper of its angle", "DYNAMICS", "damper {name}.angb 0.1"),
        ("element", "length", "Driven length", "TOPOLOGY", "input {name}.lenl"),
        ("", "gravity", "Gravity", "DYNAMICS", "gravity 9.81 -90deg"),
    ):
        yield kind, Addition(what, title, _line(section, line))
    yield "place", Addition("force", "Force", _force)
    yield "element", Addition("motor", "Motor", _motor)


_ADDITIONS: dict[str, list[Addition]] = {}
for _kind, _addition in _offered():
    _ADDITIONS.setdefault(_kind, []).append(_addition)
