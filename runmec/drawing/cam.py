"""The picture of a cam: profile, pitch curve and roller, and beside it the pressure angle over the motion."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..results.cams import LARGE, at_peak
from ..results.profiles import Cam, peak
from ..results.result import Result
from ..results.units import NO_UNIT, input_unit
from .scales import set_scale
from .style import COLOURS, LIGHT, LINK, QUIET, RC, new_figure

WIDTH_CM, HEIGHT_CM = 18.0, 9.5
_CROSS = 0.04  # of the size of the cam: its centre


def cam_figure(result: Result, cam: Cam) -> Figure:
    figure = new_figure(WIDTH_CM, HEIGHT_CM)
    with mpl.rc_context(RC):
        _draw(figure.add_axes((0.02, 0.07, 0.46, 0.86)), cam)
        _diagram(figure.add_axes((0.58, 0.16, 0.40, 0.74)), result, cam)
    return figure


def _draw(axes: Axes, cam: Cam) -> None:
    """The cam as it stands in its own axes, the roller where it begins."""
    profile, pitch = cam.profile[cam.turn], cam.pitch[cam.turn]
    axes.set_axis_off()
    axes.set_aspect("equal")
    if cam.is_closed:
        axes.fill(profile.real, profile.imag, facecolor=LIGHT, edgecolor=LINK, lw=1.8, joinstyle="round", zorder=2)
    else:
        axes.plot(profile.real, profile.imag, color=LINK, lw=1.8, zorder=2)
    axes.plot(pitch.real, pitch.imag, color=QUIET, lw=0.9, ls=(0, (9, 2, 1.5, 2)), zorder=2.5)
    shown = pitch[np.isfinite(pitch)]
    size = float(np.max(np.abs(shown), initial=0.0)) + cam.item.radius
    arm = _CROSS * size
    axes.plot([-arm, arm], [0, 0], color=LINK, lw=0.8, zorder=3)
    axes.plot([0, 0], [-arm, arm], color=LINK, lw=0.8, zorder=3)
    if len(shown):
        prime = float(np.min(np.abs(shown)))
        round_ = np.exp(1j * np.linspace(0, 2 * np.pi, 181))
        axes.plot(prime * round_.real, prime * round_.imag, color=QUIET, lw=0.6, ls=(0, (2, 2)), zorder=1.5)
        if cam.item.radius:
            roller = shown[0] + cam.item.radius * round_
            axes.fill(roller.real, roller.imag, facecolor="white", edgecolor=COLOURS[0], lw=1.3, zorder=3)
        axes.plot([shown[0].real], [shown[0].imag], marker="o", ms=2.5, color=COLOURS[0], zorder=3.5)
    cut = profile[cam.is_undercut[cam.turn]]
    if len(cut):
        axes.plot(cut.real, cut.imag, ls="", marker="o", ms=2.2, color=COLOURS[1], zorder=4)
    said = "pitch curve dashed, prime circle dotted" + (", undercut places red" if len(cut) else "")
    axes.set_title(f"{cam.item.name}: {said}", fontsize=8, color=QUIET)
    axes.margins(0.06)


def _diagram(axes: Axes, result: Result, cam: Cam) -> None:
    alone = result.mechanism.inputs == 1
    along = result.positions.inputs[0] if alone else result.time
    degrees = alone and not result.mechanism.input_forms[0].is_length
    axes.plot(along, cam.pressure, color=COLOURS[0])
    axes.set_ylabel("pressure angle [°]")
    name = result.deck.names.inputs.get(1) or "input" if alone else "time"
    unit = input_unit(result.mechanism, 1) if alone and not degrees else NO_UNIT
    axes.set_xlabel(f"{name} [°]" if degrees else f"{name} [{unit.shown}]" if unit.shown else name)
    set_scale(axes.xaxis, degrees, unit.size)
    axes.axhline(LARGE, color=COLOURS[1], lw=0.8, ls=(0, (4, 3)))
    axes.set_xlim(float(np.min(along)), float(np.max(along)) or 1.0)
    highest = peak(result, cam.pressure)
    if highest is not None:
        axes.set_ylim(0, max(1.15 * LARGE, 1.2 * highest.value))
        axes.plot([highest.at], [highest.value], marker="o", ms=4, color=COLOURS[0])
        axes.set_title(f"largest {highest.value:.2f}° at {at_peak(result, highest)}", fontsize=8, color=QUIET)
