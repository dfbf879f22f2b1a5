"""What a designer asks of a linkage that was found: its type, its branch, its least transmission angle, its order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..deck.study import Path
from ..elements.bar import Length
from ..engine.coordinate import Coordinate
from ..model.mechanism import Mechanism
from ..studies.places import are_in_order
from .objective import Motion
from .turning import Hinge, hinges

_ALIKE = 1e-6  # of the sum of all lengths: a change point


class Linkage(NamedTuple):
    type: str  # by Grashof, where it is a four-bar; else empty
    branch: str  # of every dyad, + or −, as the determinant of its lengths
    transmission: float  # least transmission angle in degrees; nan where there is no dyad
    order: bool | None  # whether the points of a path are met in order by their nearest places; None without a path


def linkage_of(mech: Mechanism, motion: Motion, path: Path | None) -> Linkage:
    found = hinges(mech)
    x = motion.positions.x
    pairs = [hinge for hinge in found if len(hinge.lines) == 2]
    least = min((_least_angle(hinge.cosine({at: x[at] for at in hinge.places()})) for hinge in pairs), default=np.nan)
    kinds = [kind for hinge in pairs if (kind := _grashof(mech, hinge, x[:, 0]))]
    signs = "".join("+" if group.sign > 0 else "-" for group in mech.kinematics.groups if len(group.forms) > 1)
    order = None
    if path is not None and not path.is_timed:
        known = motion.histories.buffers
        order = bool(are_in_order(known[path.x], known[path.y], np.array(path.targets)))
    return Linkage(", ".join(kinds), signs, least, order)


def _least_angle(cosine: np.ndarray) -> float:
    return float(np.degrees(np.arccos(np.clip(np.max(np.abs(cosine)), 0.0, 1.0))))


def _grashof(mech: Mechanism, hinge: Hinge, x: np.ndarray) -> str:
    """Of a crank on the frame, a coupler and a rocker on the frame; anything else has no type."""
    ends = []
    for line in hinge.lines:
        far = _far_end(line, hinge)
        ends.append((far, _size(line, x)))
    fixed = [end for end in ends if not end[0][0].moving and not end[0][1].moving]
    moving = [end for end in ends if end[0][0].moving and end[0][1].moving]
    if len(fixed) != 1 or len(moving) != 1:
        return ""
    (pivot, rocker), (pin, coupler) = fixed[0], moving[0]
    for form in mech.kinematics.forms:
        if not isinstance(form, Length) or form in hinge.lines:
            continue
        sides = ((form.xP, form.yP), (form.xQ, form.yQ))
        for one, other in (sides, sides[::-1]):
            if one == pin and not other[0].moving and not other[1].moving:
                frame = float(np.hypot(x[pivot[0].at] - x[other[0].at], x[pivot[1].at] - x[other[1].at]))
                return grashof(_size(form, x), coupler, rocker, frame)
    return ""


def _far_end(line: Length, hinge: Hinge) -> tuple[Coordinate, Coordinate]:
    return (line.xP, line.yP) if line.xQ.at in hinge.placed else (line.xQ, line.yQ)


def _size(line: Length, x: np.ndarray) -> float:
    return float(np.hypot(x[line.xQ.at] - x[line.xP.at], x[line.yQ.at] - x[line.yP.at]))


def grashof(crank: float, coupler: float, rocker: float, frame: float) -> str:
    lengths = {"crank": crank, "coupler": coupler, "rocker": rocker, "frame": frame}
    total = sum(lengths.values())
    shortest = min(lengths, key=lambda name: lengths[name])
    spare = total - 2.0 * (lengths[shortest] + max(lengths.values()))
    if abs(spare) <= _ALIKE * total:
        return "change point"
    if spare < 0.0:
        return "triple rocker"
    return {"crank": "crank-rocker", "frame": "double crank", "coupler": "double rocker", "rocker": "rocker-crank"}[
        shortest
    ]
