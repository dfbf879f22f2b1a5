"""Elements, one file each: facts, formulas, mass, symbol.

In: co-ordinates of the engine. Out: form parameters and masses that the engine solves, symbols that are drawn.
Part of the compiled room; may use `engine`. Everything else asks the facts of a Kind, never its name: a new element is
one file and one line here.
"""

from __future__ import annotations

from .bar import BIN
from .beam import BEAM
from .gear import GEAR
from .half_beam import HBEAM
from .kind import ACROSS, BENDING, CHORD, DIRECTION, Data, Kind, Measure
from .rack import RACK
from .spatial import SPATIAL
from .ternary1 import TR1
from .ternary2 import TR2

#: the element types of the language
ELEMENTS: dict[str, Kind] = {kind.word: kind for kind in (BIN, TR1, TR2, HBEAM, BEAM, GEAR, RACK, *SPATIAL)}

__all__ = ["ACROSS", "BEAM", "BENDING", "BIN", "CHORD", "DIRECTION", "ELEMENTS", "TR2", "Data", "Kind", "Measure"]
