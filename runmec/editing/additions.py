"""What one click adds to a thing, or to the deck: a line with numbers to begin with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..diagnostics import split_lines
from ..elements import ELEMENTS
from .building import CannotBuild, insert_line, with_forces
from .places import line_end
from .reading import TEXT_AT_MOST, draft

_TRIED_AT_MOST = TEXT_AT_MOST // 10  # characters of a deck in which every addition is tried before it is offered
_FRICTION = "0.5mm"  # 0.1 on a pin of 10 mm
_LOAD_STEPS = 20
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
    return line_end(text).join(_moved(line, job) for line in split_lines(text))


def _moved(line: str, job: str) -> str:
    """A movement as the job has it: simulated, under a growing load, or given."""
    words = line.split()
    word, steps, time = (
        words[0] if words else "",
        words[1] if len(words) > 1 else "",
        words[2] if len(words) > 2 else "",
    )
    if job == "DYN SIM" and word in ("tstepe", "load") and time:
        return f"  tstepf {steps} {time} 0"
    if job == "STA ANA" and word in ("tstepe", "tstepf") and time:
        return f"  load {min(int(steps), _LOAD_STEPS) if steps.isdigit() else _LOAD_STEPS} 1"
    if job in ("KIN ANA", "DYN ANA") and word in ("tstepf", "load") and time:
        return f"  tstepe {steps} {time} (2*pi/{time}) 0"
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


def _nodes(text: str, name: str) -> tuple[str, list[str], list[str]]:
    """Type, points and angles of an element."""
    deck = draft(text).deck
    for element in deck.elements:
        if deck.names.element(element.number) == name:
            kind = ELEMENTS[element.kind]
            number = dict(zip(kind.coordinates, element.coordinates, strict=False))
            nodes = [tuple(number[one] for one in node if one in number) for node in kind.nodes]
            points = [deck.names.point(*node) or " ".join(map(str, node)) for node in nodes if len(node) == 2]
            return element.kind, points, [deck.names.coordinate(node[0]) for node in nodes if len(node) == 1]
    return "", [], []


def _moment(text: str, name: str) -> str:
    """On the angle that an element has; a bar has none, and feels a spring without stiffness."""
    _, _, angles = _nodes(text, name)
    line = f"force {angles[0]} 1" if angles else f"spring {name}.angb 0 -1"
    return with_forces(insert_line(text, "DYNAMICS", line, tuple(line.split()[:1])))


def _polar(text: str, name: str) -> str:
    """On the angle of an element that has one."""
    _, _, angles = _nodes(text, name)
    return with_forces(insert_line(text, "DYNAMICS", f"inertia {(angles or ['?'])[0]} 0.01", ("inertia",)))


def _friction(text: str, name: str) -> str:
    """Of the pin at its first point: friction coefficient times the radius of the pin."""
    _, points, _ = _nodes(text, name)
    line = f"friction {name}.angb {_FRICTION} pin {name} {(points or ['?'])[0]}"
    return with_forces(insert_line(text, "DYNAMICS", line, ("friction",)))


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
        ("element", "torsion", "Spring of its angle", "DYNAMICS", "spring {name}.angb 1 0"),
        ("element", "length", "Driven length", "TOPOLOGY", "input {name}.lenl"),
        ("", "gravity", "Gravity", "DYNAMICS", "gravity 9.81 -90deg"),
    ):
        yield kind, Addition(what, title, _line(section, line))
    yield "place", Addition("force", "Force", _force)
    yield "element", Addition("polar", "Polar inertia", _polar)
    yield "element", Addition("moment", "Moment", _moment)
    yield "element", Addition("friction", "Friction in its hinge", _friction)
    yield "element", Addition("motor", "Motor", _motor)


_ADDITIONS: dict[str, list[Addition]] = {}
for _kind, _addition in _offered():
    _ADDITIONS.setdefault(_kind, []).append(_addition)
