"""Laws of motion, one file each: change, velocity and acceleration of an input over a move.

In: numbers of the deck and the time of the move. Out: a Law. Part of the compiled room; may use `engine`.
A law is one file with its `LawKind`, and its name in this list.
"""

from __future__ import annotations

from .constant import CONST
from .cycloid import CYCLOID
from .harmonic import HARMONIC
from .kind import LawKind
from .modified_sine import MODSINE
from .modified_trapezoid import MODTRAP
from .points import FREEPOINTS, POINTS
from .polynomial import POLY345, POLY3456, POLY4567
from .trapezoid import TRAPEZOID

_KINDS = (
    CONST,
    POLY345,
    POLY4567,
    POLY3456,
    CYCLOID,
    HARMONIC,
    MODSINE,
    MODTRAP,
    TRAPEZOID,
    POINTS,
    FREEPOINTS,
)
LAWS: dict[str, LawKind] = {kind.word: kind for kind in _KINDS}
