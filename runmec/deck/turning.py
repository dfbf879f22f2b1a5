"""Turning nodes: one number or name in a deck, four Euler parameters behind it.

The first parameter has the number of the node, the others numbers that nobody can write.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, sin

from .model import CoordinateLine, Deck, TurnLine

AXES = ("0", "1", "2", "3")  # of a turning node l the co-ordinates l.0 … l.3
BEYOND = 10**9  # numbers of a deck have nine digits at most


def parts(node: int) -> tuple[int, ...]:
    """Numbers of the four co-ordinates."""
    return tuple(node + k * BEYOND for k in range(len(AXES)))


def node_of(number: int) -> int:
    """The number that a deck writes for a co-ordinate of a turning node; others are themselves."""
    return number % BEYOND if number > 0 else number


def as_written(number: int) -> str:
    """`7.2` for a co-ordinate of a turning node."""
    return str(number) if number < BEYOND else f"{node_of(number)}.{number // BEYOND}"


def parameters(turn: TurnLine) -> tuple[float, ...]:
    """λ of a turn by phi about an axis."""
    x, y, z = turn.axis
    l = hypot(x, y, z)
    s = sin(0.5 * turn.angle) / l if l > 0.0 else 0.0
    return cos(0.5 * turn.angle) if l > 0.0 else 1.0, s * x, s * y, s * z


def coordinates(turns: Iterable[TurnLine]) -> tuple[list[CoordinateLine], list[CoordinateLine]]:
    """Fixed and moving ones, with their values."""
    fixed: list[CoordinateLine] = []
    moving: list[CoordinateLine] = []
    for turn in turns:
        places = turn.places[:2]
        (fixed if turn.fixed else moving).extend(
            CoordinateLine(number, value, places=places, remark=turn.remark)
            for number, value in zip(parts(turn.node), parameters(turn), strict=True)
        )
    return fixed, moving


def written(given: Iterable[CoordinateLine], deck: Deck) -> list[CoordinateLine]:
    """Those that a line of their own gives."""
    of_turns = {number for turn in deck.turns for number in parts(turn.node)}
    return [c for c in given if c.number not in of_turns]
