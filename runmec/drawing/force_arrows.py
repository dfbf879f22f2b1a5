"""Arrows of the forces in joints, as the sheet of joints has them."""

from __future__ import annotations

from ..engine.columns import Column, combined, constant, largest, sizes
from ..results.joints import FRAME, Joint
from ..results.result import Result
from ..results.sheet import JointLine
from ..symbols.display import Point
from .arrow import Arrow

_NOTHING = 1e-9  # part of the largest force that is not shown
_OPPOSITE = 1e-6  # part that two forces may leave, of which one says all


def force_arrows(result: Result) -> list[Arrow]:
    """Of two that are opposite the first one; a mass in the pin, or a third link, takes a part."""
    lines = [line for line in result.joints if line.joint.bears]
    most = max((line.largest for line in lines if line.largest == line.largest), default=0.0)
    shown: list[JointLine] = []
    for line in lines:
        if line.largest > _NOTHING * most and not any(_is_opposite(line, other, lines) for other in shown):
            shown.append(line)
    return [_arrow(result, line) for line in shown]


def arrow_name(joint: Joint) -> str:
    """`frame on crank at A0`; `guide on B at B`."""
    by = "guide" if joint.kind == "guide" and joint.partners == (FRAME,) else "+".join(map(_called, joint.partners))
    return f"{by} on {_called(joint.link)} at {_called(joint.name)}"


def _called(name: str) -> str:
    """Of numbers `element 4`, and the point `x12 x13`."""
    numbers = name.split()
    if not all(number.isdigit() for number in numbers):
        return name
    return f"element {name}" if len(numbers) == 1 else " ".join(f"x{number}" for number in numbers)


def _is_opposite(line: JointLine, other: JointLine, lines: list[JointLine]) -> bool:
    if line.joint.at != other.joint.at or other.joint.partners == (FRAME,) or line.joint.partners == (FRAME,):
        return False
    if sum(one.joint.at == line.joint.at and one.joint.partners != (FRAME,) for one in lines) != 2:
        return False
    both = zip(line.components, other.components, strict=True)
    return largest(sizes([combined(one, 1.0, against) for one, against in both])) <= _OPPOSITE * line.largest


def _arrow(result: Result, line: JointLine) -> Arrow:
    joint = line.joint
    colour = "frame" if joint.partners == (FRAME,) else "between"
    x, y, *z = line.components
    return Arrow(_point(result, joint), x, y, arrow_name(joint), colour, _height(result, line, z))


def _point(result: Result, joint: Joint) -> Point:
    mech = result.mechanism
    at = tuple(mech.index[number] for number in joint.at)
    if not result.deck.is_spatial:
        return at[0], at[1]
    from .scene import standing

    return standing(mech)[at]


def _height(result: Result, line: JointLine, z: list[Column]) -> Column | None:
    """In space forces of the plane have a third component too."""
    return z[0] if z else constant(0.0, len(result)) if result.deck.is_spatial else None
