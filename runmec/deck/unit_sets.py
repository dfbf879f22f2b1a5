"""Sets of units that a deck may choose behind its job line. Numbers without a unit are SI in all of them, files too."""

from __future__ import annotations

from ..dimensions import FORCE, INERTIA, LENGTH, MASS, MOMENT, PRESSURE, SPEED, TIME, Dimension
from .units import measured

_SYMBOLS: dict[str, dict[Dimension, str]] = {
    "SI": {},
    "SI mm": {LENGTH: "mm", PRESSURE: "MPa", PRESSURE.times(SPEED): "MPa·m/s"},
    "US": {
        LENGTH: "in", FORCE: "lbf", MOMENT: "lbf·in", PRESSURE: "psi", MASS: "lb", SPEED: "in/s",
        PRESSURE.times(SPEED): "psi·in/s",
        SPEED.times(TIME, -1): "in/s²", INERTIA: "lb·in²",
    },
}  # fmt: skip


def _size(symbol: str) -> float:
    found = measured(f"1{symbol}")
    assert found is not None
    return found.value


#: set -> dimension -> (symbol, how many SI units it is); what is not listed is shown in SI
SHOWN = {
    name: {dimension: (symbol, _size(symbol)) for dimension, symbol in symbols.items()}
    for name, symbols in _SYMBOLS.items()
}
