"""How an element is used in a mechanism: what its symbol depends on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .display import AngleAt, Point


@dataclass(frozen=True)
class Use:
    """Points by their names, angles in the order of the element's co-ordinates.

    `held` are form parameters that do not change, `driven` inputs, `sprung` and `damped` those with a spring
    or a damper.
    """

    points: Mapping[str, Point]
    angles: tuple[AngleAt, ...] = ()
    fixed: frozenset[int] = frozenset()  # indices of fixed co-ordinates
    held: frozenset[str] = frozenset()
    driven: frozenset[str] = frozenset()
    sprung: frozenset[str] = frozenset()
    damped: frozenset[str] = frozenset()
    has_mass: bool = False
    values: Mapping[str, float] = field(default_factory=dict)  # form parameters at the start
    rests: Mapping[str, float] = field(default_factory=dict)  # of what is elastic: without deformation
