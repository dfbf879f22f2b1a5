"""A spectrum as bars, an order each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np

from ..results.result import Result
from ..results.spectrum import Spectrum
from .style import COLOURS, QUIET, RC, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SHOWN = 24  # orders at most
_LEAST = 1e-4  # of the largest amplitude: beyond the last order that has it nothing is drawn


def spectrum_figure(result: Result, name: str, spectrum: Spectrum) -> Figure:
    """Amplitudes of the orders; that of order 0 is the mean."""
    unit = result.unit(name)
    amplitudes = np.array([unit.number(float(value)) for value in spectrum.amplitude])
    large = np.flatnonzero(amplitudes >= _LEAST * np.max(amplitudes, initial=0.0))
    count = min(len(amplitudes), _SHOWN + 1, int(large[-1]) + 2 if len(large) else 2)
    figure = new_figure(16.0, 8.0)
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.1, 0.17, 0.87, 0.72))
        orders = np.arange(count)
        axes.bar(orders[1:], amplitudes[1:count], width=0.6, color=COLOURS[0])
        axes.bar(orders[:1], amplitudes[:1], width=0.6, color=QUIET)
        axes.set_xticks(orders)
        axes.set_xlabel("order (0: the mean)")
        axes.set_ylabel(f"amplitude of {name}" + (f" [{unit.shown}]" if unit.shown else ""))
        axes.set_title(result.described(result.number(name)), fontsize=9, loc="left")
    return figure
