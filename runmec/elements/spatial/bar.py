"""BINS: a bar from P to Q in space.

      Q
    /      lenl  distance PQ, a tension is positive
  /
P
"""

from __future__ import annotations

from ...engine.coordinate import Coordinate, X, Y, Z
from ...engine.mass import ConstantMass, Mass


def uniform_bar(mass: float, coordinates: list[Coordinate]) -> Mass:
    """Consistent matrix 1/3, 1/6 on the ends of PQ, as in the plane (8.16)."""
    third = mass / 3.0
    sixth = mass / 6.0
    entries = [(k, k, third) for k in range(6)] + [(k, k + 3, sixth) for k in range(3)]
    return ConstantMass(coordinates, [X, Y, Z, X, Y, Z], mass, entries)
