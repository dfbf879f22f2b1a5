"""Bode's picture of a response, Campbell's of frequencies and orders, and the least stiffness along the motion."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from ..results.findings import input_name
from ..results.frequencies import Frequencies
from ..results.result import Result
from ..results.units import input_unit
from .arrays import Floats
from .style import COLOURS, QUIET, RC, new_figure

_CLOSE = 0.045  # of the highest frequency: labels of orders nearer than this stand side by side
_LABEL = 20.0  # points, of such a label
_NO_LEAD = 1.0  # degrees: an answer lags


def bode_figure(frequencies: Floats, response: Floats, output: str, source: str) -> Figure:
    """Amplitude (both scales logarithmic) above the phase in degrees."""
    figure = new_figure(16.0, 12.0)
    with mpl.rc_context(RC):
        upper = figure.add_axes((0.13, 0.46, 0.84, 0.48))
        lower = figure.add_axes((0.13, 0.11, 0.84, 0.29), sharex=upper)
        upper.loglog(frequencies, np.abs(response), color=COLOURS[0])
        phase = np.degrees(np.angle(response))
        lower.semilogx(frequencies, np.where(phase > _NO_LEAD, phase - 360.0, phase), color=COLOURS[0])
        upper.set_title(f"{output} by a unit force on {source}", loc="left")
        upper.set_ylabel("amplitude")
        upper.tick_params(labelbottom=False)
        lower.set_ylabel("phase [°]")
        lower.set_xlabel("frequency [Hz]")
        lower.yaxis.set_major_locator(mpl.ticker.MultipleLocator(90))
        upper.set_xlim(frequencies[0], frequencies[-1])
    return figure


def campbell_figure(result: Result, spectrum: Frequencies, orders: Sequence[int]) -> Figure:
    """Natural frequencies, the lines of the orders of input 1, and circles where they meet."""
    figure = new_figure(16.0, 11.0)
    places, name = _abscissa(result, spectrum)
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.11, 0.13, 0.78, 0.82))
        highest = float(np.nanmax(spectrum.frequencies, initial=0.0))
        for k, history in enumerate(spectrum.frequencies):
            axes.plot(places, history, color=COLOURS[k % len(COLOURS)], zorder=3, marker="o" * (len(places) == 1))
            axes.annotate(
                f" mode {k + 1}",
                (places[-1], history[-1]),
                color=COLOURS[k % len(COLOURS)],
                fontsize=8,
                va="center",
                annotation_clip=False,
            )
        labelled: list[tuple[bool, float]] = []
        for order in orders:
            line = order * np.abs(spectrum.speeds) / (2.0 * pi)
            if np.max(line) > 0.0:
                axes.plot(places, line, color=QUIET, lw=0.9, ls=(0, (5, 3)), zorder=2)
                seen = np.flatnonzero(line <= 1.05 * highest)
                at = 0 if np.ptp(line) < 0.02 * highest else int(seen[-1]) if len(seen) else -1
                if at >= 0 and line[at] <= 1.05 * highest:
                    aside = _LABEL * sum(
                        end == bool(at) and abs(y - line[at]) < _CLOSE * highest for end, y in labelled
                    )
                    labelled.append((bool(at), float(line[at])))
                    axes.annotate(
                        f"{order}×",
                        (places[at], line[at]),
                        color=QUIET,
                        fontsize=8,
                        va="bottom",
                        ha="right" if at else "left",
                        xytext=(-2 - aside if at else 3 + aside, 0),
                        textcoords="offset points",
                    )
        for one in spectrum.crossings(orders):
            axes.plot(
                np.interp(one.at, spectrum.at, places), one.frequency, "o", ms=5, mfc="white", mec=COLOURS[1], zorder=4
            )
        least = min(0.0, 1.1 * float(np.nanmin(spectrum.frequencies, initial=0.0)))
        axes.set_ylim(least, 1.1 * highest or 1.0)
        axes.set_xlim(float(np.min(places)), float(np.max(places)) if np.ptp(places) else None)
        axes.set_ylabel("natural frequency [Hz]")
        axes.set_xlabel(name)
    return figure


def stability_figure(result: Result, spectrum: Frequencies) -> Figure:
    """The least stiffness, what lies below zero shaded."""
    figure = new_figure(16.0, 8.0)
    places, name = _abscissa(result, spectrum)
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.13, 0.17, 0.84, 0.78))
        least = spectrum.least_stiffness
        axes.plot(places, least, color=COLOURS[0], zorder=3)
        axes.axhline(0.0, color="#666666", lw=0.8)
        axes.fill_between(places, least, 0.0, where=least < 0.0, color=COLOURS[1], alpha=0.25, interpolate=True)
        if np.any(least < 0.0):
            axes.annotate(
                "unstable",
                (places[int(np.nanargmin(least))], float(np.nanmin(least))),
                color=COLOURS[1],
                fontsize=8,
                ha="center",
                va="top",
                xytext=(0, -3),
                textcoords="offset points",
            )
            axes.margins(y=0.12)
        axes.set_ylabel("least stiffness")
        axes.set_xlabel(name)
    return figure


def _abscissa(result: Result, spectrum: Frequencies) -> tuple[Floats, str]:
    """Speeds, the input if it goes on in one direction, or positions; and what they are called."""
    if spectrum.is_over_speed:
        return spectrum.at, f"speed of {input_name(result.mechanism, 1)}" + (
            " [rad/s]" if result.deck.units and not result.mechanism.input_forms[0].is_length else ""
        )
    inputs = result.positions.inputs
    if len(inputs) and np.all(np.diff(inputs[0]) * np.sign(inputs[0, -1] - inputs[0, 0]) > 0):
        unit = input_unit(result.mechanism, 1)
        shown = np.array([unit.number(float(value)) for value in inputs[0]])
        return shown, input_name(result.mechanism, 1) + (f" [{unit.shown}]" if unit.shown else "")
    return spectrum.at, "position"
