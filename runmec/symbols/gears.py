"""Gears in mesh, as facts for whoever draws them."""

from __future__ import annotations

from typing import NamedTuple

from .display import Point, Symbol
from .use import Use


class Meshing(NamedTuple):
    """A gear about P and its partner about Q: pitch radii, below zero for a ring, infinite for a rack."""

    P: Point
    bP: int  # index of the angle with which it turns
    rP: float
    Q: Point
    bQ: int
    rQ: float


def unseen(use: Use) -> Symbol:
    """The element itself: its wheels are drawn once each, whatever number of meshes they have."""
    return Symbol("mesh", (), (use.points["P"], use.points["Q"]), joins=False)
