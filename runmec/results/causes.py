"""What weight, inertia, springs and forces contribute to the largest force of every pin.

Forces of a given motion are linear in their causes: every row that a largest force was found from is read with one
cause at a time, so that the contributions add up to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot, isfinite
from typing import NamedTuple

from ..deck.model import Dynamic
from ..dynamics import DYNAMICS, INERTIA
from ..engine.causes import Cause, Causes
from ..engine.columns import Column
from ..engine.load import Load
from ..engine.mass import Mass
from ..model.mechanism import Mechanism
from ..words import KINDS_OF, columns
from .asking import Asked
from .joints import link_name, place_name
from .quantities import OutputSet
from .result import Result
from .sheet import JointLine

PINS = ("pin", "ball")
_NOTHING = 1e-12  # part of the total that is left out
_WORK = 20_000_000  # rows times causes times parameters that are worth it


@dataclass(frozen=True)
class Contribution:
    """Of one cause to the largest force of a joint; `share` is its part along that force."""

    line: JointLine
    cause: str
    force: tuple[float, ...]
    share: float


def contributions(result: Result) -> list[Contribution]:
    """Of all pins that carry something; of very large mechanisms those that carry most."""
    mech = result.mechanism
    causes = causes_of(mech)
    lines = [line for line in result.joints if line.joint.kind in PINS and line.largest > 0.0 and line.peak is not None]
    lines = _worth(lines, len(causes) * len(mech.forms))
    if not lines or not causes:
        return []
    asked = list(dict.fromkeys(one for line in lines for part in line.joint.components for _, one in part))
    rows = sorted({int(row) for line in lines if line.peak is not None for row in line.peak.rows})
    read = _read(result, list(causes.values()), asked, rows)
    return [found for line in lines for found in _of_line(line, list(causes), read)]


def _worth(lines: list[JointLine], each: int) -> list[JointLine]:
    """As many as are worth the work, the largest first, in their order."""
    most = max(1, _WORK // max(1, each)) // 8
    kept = {id(line) for line in sorted(lines, key=lambda line: -line.largest)[: max(1, most)]}
    return [line for line in lines if id(line) in kept]


class _Read(NamedTuple):
    """What every cause does to every quantity in every row that was read."""

    numbers: Column
    rows: dict[int, int]
    causes: int
    quantities: dict[Asked, int]

    def value(self, row: int, cause: int, one: Asked) -> float:
        return self.numbers[(self.rows[row] * self.causes + cause) * len(self.quantities) + self.quantities[one]]


def _read(result: Result, causes: list[Cause], asked: list[Asked], rows: Sequence[int]) -> _Read:
    mech = result.mechanism
    finer = result.finer
    with finer.session.replaying() as replay:
        probe = OutputSet(mech, replay, asked)
        reading = Causes(replay, causes, [mass for _, mass in mech.of_masses], probe.quantities)
        replay.begin()
        for row in rows:
            reading.read(*finer.positions.at(row + 1))
    return _Read(
        reading.found, {row: at for at, row in enumerate(rows)}, len(causes), {one: at for at, one in enumerate(asked)}
    )


def _of_line(line: JointLine, names: list[str], read: _Read) -> Iterator[Contribution]:
    peak = line.peak
    assert peak is not None
    for k, name in enumerate(names):
        force = tuple(
            sum(
                weight * sign * read.value(row, k, one)
                for row, weight in zip(peak.rows, peak.weights, strict=True)
                for sign, one in component
            )
            for component in line.joint.components
        )
        if not hypot(*force) <= _NOTHING * peak.size:
            share = sum(own * whole for own, whole in zip(force, peak.force, strict=True)) / peak.size**2
            yield Contribution(line, name, force, share)


# ---- what causes there are


def causes_of(mech: Mechanism) -> dict[str, Cause]:
    """By what they are called: weight, the inertia of every link, then lines of the deck."""
    masses = [mass for _, mass in mech.of_masses]
    found: dict[str, Cause] = {}
    if any(mech.gravity):
        found[_WEIGHT] = Cause(masses, [], [], False)
    for line, mass in mech.of_masses:
        found.setdefault(f"inertia {_owner(mech, line, mass)}", Cause([], [], [], False)).moved.append(mass)
    known = {id(load) for load in mech.separations.values()}
    for line, load in mech.of_loads:
        if isinstance(load, Load) and any(load is one for one in mech.loads):
            known.add(id(load))
            called = f"{DYNAMICS[line.word].cause} {subject_of_line(mech, line)}".strip()
            found.setdefault(called, Cause([], [], [], False)).loads.append(load)
    if mech.carriers is None:  # motors in the place of the inputs follow from each cause, as drives of inputs do
        found |= {
            f"motor {mech.names.parameter(q)}": Cause([], [], [motor], False) for q, motor in mech.drivers.items()
        }
    others = [load for load in mech.loads if id(load) not in known]
    if others:
        found["others"] = Cause([], [], others, False)
    if mech.kinematics.surplus and mech.yielding:
        found[_ELASTICITY if mech.elastic else _MISFIT] = Cause([], [], [], True)
    return found


_WEIGHT, _MISFIT, _ELASTICITY = "weight", "misfit", "elasticity"


def _owner(mech: Mechanism, line: Dynamic, mass: Mass) -> str:
    """The link that a mass belongs to, or the point at which it is; an angle is that of its only link."""
    if line.word != INERTIA.word:
        link = next(link for link in mech.links if line.subject in link.elements)
        return link_name(mech, link)
    place = _place(mech, line.subject)
    own = [link for link in mech.links if place in link.nodes]
    return link_name(mech, own[0]) if len(place) == 1 and len(own) == 1 else place_name(mech, place)


def subject_of_line(mech: Mechanism, line: Dynamic) -> str:
    """The point, the angle, the turning node or the parameter that a line is about; "" of the whole mechanism."""
    if not line.subject:
        return ""
    role = columns(DYNAMICS[line.word].signature)[0].role
    if role == "coordinate":
        return place_name(mech, _place(mech, line.subject))
    return mech.names.turn(line.subject) if role == "turning" else mech.names.of(KINDS_OF[role], line.subject)


def _place(mech: Mechanism, number: int) -> tuple[int, ...]:
    """The point that a co-ordinate is part of, or itself."""
    places = (place for element in mech.elements.values() for place in mech.places_of(element).values())
    return next((place for place in places if number in place), (number,))


# ---- as text


def causes_csv(result: Result) -> list[str]:
    axes = ("fx", "fy", "fz") if result.mechanism.is_spatial else ("fx", "fy")
    lines = [",".join(("joint", "link", "row", "cause", *axes, "share"))]
    for one in result.causes:
        force = [repr(float(part)) for part in one.force] + [""] * (len(axes) - len(one.force))
        joint = one.line.joint
        lines.append(",".join((joint.name, joint.link, repr(one.line.row), one.cause, *force, repr(one.share))))
    return lines


def causes_line(result: Result) -> Iterator[str]:
    """For the terminal: what makes the largest pin force of all."""
    found = [one for one in result.causes if isfinite(one.share)]
    if not found:
        return
    largest = max(found, key=lambda one: one.line.largest).line
    own = sorted((one for one in found if one.line is largest), key=lambda one: -abs(one.share))
    said = ", ".join(f"{one.cause} {100.0 * one.share:.3g} %" for one in own[:_SAID])
    more = f", and {len(own) - _SAID} more" if len(own) > _SAID else ""
    yield f"causes of the largest pin force ({largest.joint.name} on {largest.joint.link}): {said}{more}"


_SAID = 5
