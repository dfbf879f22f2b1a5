"""How modes of vibration are shown: their names, how large they are drawn."""

from __future__ import annotations

import numpy as np

from ..results.findings import input_text
from ..results.result import Result
from ..results.vibrating import Mode
from .arrays import Floats, columns_of
from .shown import shown

SWINGS = 5  # positions in which a mode is drawn
_PART = 0.1  # of the size of the drawing: the largest displacement
_TURN = 0.3  # radians, where only angles move


def amplitude(result: Result, mode: Mode) -> float:
    """By which the shape is multiplied to be seen."""
    lengths = [place.at for place in result.mechanism.coordinates if place.is_length]
    if not np.max(np.abs(mode.shape[lengths]), initial=0.0) > 1e-9:
        return _TURN
    here = columns_of(result.positions.x[:, mode.position - 1 : mode.position])
    left, right, bottom, top = shown(result.mechanism, here, outlines=result.outlines).extent
    turn = float(np.max(np.abs(np.delete(mode.shape, lengths)), initial=0.0))
    seen = _PART * (max(right - left, top - bottom) or 1.0)
    return min(seen, 2.0 * _TURN / turn) if turn else seen


def displaced(result: Result, mode: Mode) -> Floats:
    """The position of the mode at rest, at both ends of its swing, and a quarter later (nx, SWINGS)."""
    x = result.positions.x[:, mode.position - 1]
    size = amplitude(result, mode)
    swings = (0.0, mode.shape.real, -mode.shape.real, mode.shape.imag, -mode.shape.imag)
    return np.stack([x + size * swing for swing in swings], axis=1)


def mode_name(result: Result, mode: Mode) -> str:
    """`mode 2: 31.4 Hz, position 1 (30°)`."""
    inputs = result.positions.inputs[:, mode.position - 1]
    place = f" ({input_text(result.mechanism, 1, float(inputs[0]), 4)})" if len(inputs) else ""
    said = (
        f"{mode.frequency:.4g} Hz"
        if mode.frequency > 0
        else "no stiffness"
        if mode.frequency == 0
        else f"unstable, {mode.frequency:.4g} Hz"
    )
    return f"mode {mode.number}: {said}, position {mode.position}{place}"
