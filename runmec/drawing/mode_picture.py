"""modes1.svg …: a mode of vibration, one end of its swing drawn over the position at rest."""

from __future__ import annotations

import matplotlib as mpl
from matplotlib.figure import Figure

from ..results.result import Result
from ..results.vibrating import Mode
from .arrays import columns_of
from .mechanism_picture import paint
from .modes import displaced, mode_name
from .shown import shown
from .style import QUIET, RC, new_figure

_WIDTH, _CAPTION = 16.0, 0.9  # cm


def mode_figure(result: Result, mode: Mode) -> Figure:
    """At rest faint, the other end of the swing a little stronger, one end full; beams by their cubic shape."""
    shape = shown(result.mechanism, columns_of(displaced(result, mode)), outlines=result.outlines)
    left, right, bottom, top = shape.extent
    margin = 3.2 * shape.unit
    wide, high = right - left + 2 * margin, top - bottom + 2 * margin
    drawn = min(max(_WIDTH * high / wide, 4.5), 22.0)
    figure = new_figure(_WIDTH, drawn + _CAPTION)
    per_cm = max(wide / _WIDTH, high / drawn)
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.0, _CAPTION / (drawn + _CAPTION), 1.0, drawn / (drawn + _CAPTION)))
        axes.set_axis_off()
        axes.set_xlim(0.5 * (left + right - _WIDTH * per_cm), 0.5 * (left + right + _WIDTH * per_cm))
        axes.set_ylim(0.5 * (bottom + top - drawn * per_cm), 0.5 * (bottom + top + drawn * per_cm))
        for column, fade in ((0, 0.28), (2, 0.28), (1, 1.0)):
            paint(axes, shape, column, fade=fade, first=column == 0)
        figure.text(0.5, 0.35 * _CAPTION / (drawn + _CAPTION), mode_name(result, mode), ha="center", color=QUIET)
    return figure
