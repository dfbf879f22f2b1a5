"""A vector at a point of the mechanism."""

from __future__ import annotations

from dataclasses import dataclass

from ..engine.columns import Column
from ..symbols.display import Point


@dataclass(frozen=True)
class Arrow:
    point: Point
    x: Column
    y: Column
    name: str
    colour: str
    z: Column | None = None  # in space; `point` is then one of the scene
