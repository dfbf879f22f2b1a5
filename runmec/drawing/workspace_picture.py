"""A workspace: how well motion is transmitted in it as colour, where it ends, and the way of the tool in it."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.tri import Triangulation

from ..results.findings import input_name
from ..results.result import Result
from ..results.units import input_unit
from ..results.workspace import Workspace
from .arrays import Floats
from .mechanism_picture import paint
from .shown import shown
from .style import COLOURS, LINK, QUIET, RC, new_figure

_LONGEST = 1.6  # cells, of a side of a triangle between places
_LEVELS = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90)


def workspace_figure(result: Result, found: Workspace) -> Figure:
    figure = new_figure(17.0, 14.5)
    with mpl.rc_context(RC):
        axes = figure.add_axes((0.1, 0.09, 0.72, 0.83))
        corners = _triangles(found)
        x, y = (np.concatenate([found.places[k], found.edge[k]]) for k in range(2))
        scale = [1.0, 1.0] if found.tool else [_factor(result, number) for number in (1, 2)]
        mesh = Triangulation(scale[0] * x, scale[1] * y, corners)
        angle = np.concatenate([found.angle, found.edge_angle])
        if len(corners) and np.any(np.isfinite(angle)):
            drawn = axes.tricontourf(mesh, np.nan_to_num(angle), levels=_LEVELS, cmap="viridis", alpha=0.75, zorder=1)
            bar = figure.colorbar(drawn, cax=figure.add_axes((0.85, 0.2, 0.025, 0.65)))
            bar.set_label("smallest transmission angle [°]")
        elif len(corners):
            axes.tripcolor(mesh, np.zeros(len(x)), cmap="viridis", alpha=0.4, zorder=1)
        axes.plot(
            scale[0] * found.edge[0],
            scale[1] * found.edge[1],
            ".",
            ms=2.0,
            color=LINK,
            zorder=1.5,
            label="a group in line",
        )
        _dead_centres(axes, found, mesh, len(found.edge_angle))
        if found.tool:
            paint(axes, shown(result.mechanism, result.positions.places, outlines=result.outlines), 0)
        if len(found.path[0]) > 1:
            axes.plot(
                scale[0] * found.path[0],
                scale[1] * found.path[1],
                color=COLOURS[1],
                lw=1.8,
                zorder=4,
                label=f"way of {found.tool or 'the inputs'}",
            )
        axes.plot(
            scale[0] * found.path[0][:1],
            scale[1] * found.path[1][:1],
            "o",
            ms=5,
            mfc="white",
            mec=COLOURS[1],
            zorder=5,
            label="start",
        )
        _name(axes, result, found)
        figure.legend(loc="upper left", bbox_to_anchor=(0.09, 0.985), ncols=4)
        axes.margins(0.05)
    return figure


def _triangles(found: Workspace) -> Floats:
    """Between places and boundary, by the values of the inputs in steps; none across what is not reached."""
    h = np.array(found.steps)[:, None]
    points = np.hstack([found.inputs, found.edge_inputs]) / h
    if points.shape[1] < 3 or np.min(np.ptp(points, axis=1)) == 0.0:
        return np.empty((0, 3), dtype=int)
    corners = Triangulation(*points).triangles
    sides = points[:, corners] - points[:, np.roll(corners, 1, axis=1)]
    short: Floats = corners[np.max(np.hypot(*sides), axis=1) < _LONGEST]
    return short


def _dead_centres(axes: Axes, found: Workspace, mesh: Triangulation, edges: int) -> None:
    """Where the motors that carry the motion do not move both inputs."""
    if not len(mesh.triangles) or not np.any(found.motors < 0) or not np.any(found.motors > 0):
        return
    grip = np.concatenate([found.motors, np.full(edges, np.nan)])
    inside = mesh.triangles[np.all(np.isfinite(grip[mesh.triangles]), axis=1)]
    axes.tricontour(
        Triangulation(mesh.x, mesh.y, inside),
        np.nan_to_num(grip),
        levels=[0.0],
        colors=COLOURS[3],
        linewidths=1.6,
        linestyles="--",
        zorder=3,
    )
    axes.plot([], [], color=COLOURS[3], lw=1.6, ls="--", label="motors at a dead centre")


def _factor(result: Result, number: int) -> float:
    return float(input_unit(result.mechanism, number).number(1.0))


def _name(axes: Axes, result: Result, found: Workspace) -> None:
    if found.tool:
        axes.set_aspect("equal", adjustable="datalim")
        metres = " [m]" if result.deck.units else ""
        axes.set_xlabel(f"{found.tool}.x{metres}")
        axes.set_ylabel(f"{found.tool}.y{metres}")
    else:
        names = [input_name(result.mechanism, number) for number in (1, 2)]
        units = [input_unit(result.mechanism, number).shown for number in (1, 2)]
        axes.set_xlabel(names[0] + (f" [{units[0]}]" if units[0] else ""))
        axes.set_ylabel(names[1] + (f" [{units[1]}]" if units[1] else ""))
    axes.tick_params(colors=QUIET)
