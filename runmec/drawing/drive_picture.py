"""The drive sheet as a picture: moment over input and time, power, moment over speed, reduced inertia."""

from __future__ import annotations

from math import copysign

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..results.drive import drive_of
from ..results.motor_sites import way_unit
from ..results.result import Result
from .arrays import Floats
from .refined import refined
from .style import COLOURS, QUIET, RC, new_figure


def drive_figure(result: Result, motor: int | str | None = None) -> Figure:
    drive = drive_of(refined(result), motor)
    figure = new_figure(18.0, 19.0)
    si = bool(result.deck.units)
    straight = drive.is_straight
    what, M, J, v = ("force", "N", "kg", "m/s") if straight else ("moment", "N·m", "kg·m²", "rad/s")
    unit = way_unit(result.mechanism, drive.number)
    place = np.array([unit.number(float(value)) for value in drive.place])
    name = drive.name.removeprefix("input ") + (f" [{unit.shown}]" if unit.shown else "")

    def called(text: str, symbol: str) -> str:
        return f"{text} [{symbol}]" if si else text

    with mpl.rc_context(RC):
        figure.set_layout_engine("constrained", hspace=0.05, wspace=0.05)
        grid = figure.add_gridspec(3, 2)
        panels = [figure.add_subplot(grid[k // 2, k % 2]) for k in range(6)]
        _line(panels[0], place, drive.moment, name, called(what, M), drive.mean(drive.moment))
        _line(panels[1], drive.time, drive.moment, called("time", "s"), called(what, M), drive.mean(drive.moment))
        _line(panels[2], drive.time, drive.power, called("time", "s"), called("power", "W"), drive.mean(drive.power))
        _line(panels[3], place, drive.inertia, name, called("reduced inertia", J), drive.mean(drive.inertia))
        axes = panels[4]
        axes.plot(drive.speed, drive.moment, ".", ms=3, color=COLOURS[0])
        rms = copysign(drive.rms(drive.moment), drive.mean(drive.moment))  # beside what it is the size of
        axes.axhline(rms, color=COLOURS[1], lw=0.9, ls=(0, (5, 3)))
        axes.annotate(
            "rms" if rms >= 0.0 else "−rms",
            (0.02, rms),
            xycoords=("axes fraction", "data"),
            color=COLOURS[1],
            fontsize=8,
            va="bottom",
        )
        axes.set_xlabel(called("speed", v))
        axes.set_ylabel(called(what, M))
        if np.ptp(drive.speed) < 1e-6 * abs(drive.mean_speed):
            axes.set_xlim(*sorted((0.0, 1.25 * drive.mean_speed)))
        _line(panels[5], drive.time, drive.speed, called("time", "s"), called("speed", v), drive.mean_speed)
        if np.ptp(drive.speed) < 1e-6 * abs(drive.mean_speed):
            panels[5].set_ylim(*sorted((0.0, 1.25 * drive.mean_speed)))
        for axes in panels:
            axes.xaxis.set_major_locator(MaxNLocator(6))
    return figure


def _line(axes: Axes, x: Floats, y: Floats, name_x: str, name_y: str, mean: float) -> None:
    axes.plot(x, y, color=COLOURS[0], zorder=3)
    axes.axhline(mean, color=QUIET, lw=0.9, ls=(0, (5, 3)))
    axes.annotate(
        "mean", (0.98, mean), xycoords=("axes fraction", "data"), color=QUIET, fontsize=8, ha="right", va="bottom"
    )
    axes.set_xlabel(name_x)
    axes.set_ylabel(name_y)
    axes.margins(x=0.02)
