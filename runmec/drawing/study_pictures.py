"""Pictures of studies: a figure over a name, contours of two, parallel co-ordinates of more; tornado and bands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from .style import COLOURS, QUIET, RC, new_figure

Floats = NDArray[Any]
_LINES_AT_MOST = 400
_BARS_AT_MOST = 14
_ROUNDING = 1e-12  # of a figure: what scatters less does not scatter


def _page(width_cm: float, height_cm: float) -> Figure:
    page = new_figure(width_cm, height_cm)
    page.set_layout_engine("constrained")
    return page


def over_name(name: str, values: Floats, figure: str, found: Floats) -> Figure:
    """A figure over one name; variants without a value leave gaps, marked at the foot."""
    with mpl.rc_context(RC):
        page = _page(14, 8.5)
        axes = page.add_subplot()
        known = np.isfinite(found)
        marks = "o-" if np.sum(known) <= 60 else "-"
        axes.plot(values, found, marks, color=COLOURS[0], markersize=3.5)
        if not np.all(known):
            axes.plot(
                values[~known],
                np.zeros(np.sum(~known)),
                "x",
                color=COLOURS[1],
                markersize=5,
                clip_on=False,
                transform=axes.get_xaxis_transform(),
            )
            axes.set_title("× no figure: the variant failed", loc="right", fontsize=8, color=COLOURS[1])
        axes.set_xlabel(name)
        axes.set_ylabel(figure)
    return page


def contours(names: Sequence[str], axes_of: Sequence[Sequence[float]], figure: str, found: Floats) -> Figure:
    """A figure over two names; white where a variant has no figure."""
    with mpl.rc_context(RC):
        page = _page(14, 11)
        axes = page.add_subplot()
        x, y = np.array(axes_of[0]), np.array(axes_of[1])
        z = np.ma.masked_invalid(found.reshape(len(x), len(y)).T)
        if z.count() > 0 and z.min() < z.max():
            filled = axes.contourf(x, y, z, levels=14, cmap="viridis")
            axes.contour(x, y, z, levels=filled.levels, colors="white", linewidths=0.4, alpha=0.6)
            page.colorbar(filled, ax=axes, label=figure)
        if z.mask is not np.ma.nomask and np.any(z.mask):
            at_y, at_x = np.nonzero(np.ma.getmaskarray(z))
            axes.plot(x[at_x], y[at_y], "x", color=COLOURS[1], markersize=3.5)
            axes.set_title("× failed", loc="right", fontsize=8, color=COLOURS[1])
        axes.grid(False)
        axes.set_xlabel(names[0])
        axes.set_ylabel(names[1])
    return page


def parallel(names: Sequence[str], columns: Floats, figure: str, found: Floats) -> Figure:
    """One line a variant through its names to the figure, by whose value it is coloured."""
    with mpl.rc_context(RC):
        page = _page(max(14, 3.2 * (len(names) + 1)), 9)
        axes = page.add_subplot()
        known = np.flatnonzero(np.isfinite(found))
        known = known[:: max(1, -(-len(known) // _LINES_AT_MOST))]
        table = np.vstack([columns, found[None]])
        low, high = np.nanmin(table, axis=1), np.nanmax(table, axis=1)
        wide = np.where(high > low, high - low, 1.0)
        scaled = (table - low[:, None]) / wide[:, None]
        colours = mpl.colormaps["viridis"]
        for variant in sorted(known, key=lambda k: -found[k]):
            axes.plot(scaled[:, variant], color=colours(scaled[-1, variant]), linewidth=0.7, alpha=0.7)
        labels = [*names, figure]
        axes.set_xticks(range(len(labels)), labels)
        for k in range(len(labels)):
            axes.axvline(k, color=QUIET, linewidth=0.8)
            for value, at, side in ((low[k], -0.02, "top"), (high[k], 1.02, "bottom")):
                axes.text(k, at, f"{value:.4g}", ha="center", va=side, fontsize=7, color="#555555")
        axes.set_ylim(-0.12, 1.1)
        axes.set_yticks([])
        axes.grid(False)
    return page


def tornado(figure: str, names: Sequence[str], changes: Floats) -> Figure:
    """What every name does to a figure by its tolerance, the largest on top; `changes` are derivative·t."""
    with mpl.rc_context(RC):
        order = np.argsort(np.abs(changes))[-_BARS_AT_MOST:]
        page = _page(14, max(4.0, 2.6 + 0.75 * len(order)))
        axes = page.add_subplot()
        size = np.abs(changes[order])
        axes.barh(range(len(order)), 2 * size, left=-size, height=0.62, color=COLOURS[0])
        axes.set_yticks(range(len(order)), [names[k] for k in order])
        axes.axvline(0, color="#333333", linewidth=0.8)
        axes.set_xlim(-1.06 * max(size.max(), 1e-300), 1.06 * max(size.max(), 1e-300))
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.ticklabel_format(axis="x", style="sci", scilimits=(-3, 4))
        axes.set_xlabel(f"± change of {figure} by the tolerance of each name")
        axes.grid(axis="y", visible=False)
    return page


def bands(head: str, x: Floats, label: str, history: Floats, half: Floats) -> Figure:
    """A buffer along the motion with its worst-case band; a second sheet for its half width."""
    with mpl.rc_context(RC):
        page = _page(14, 10)
        above, below = page.subplots(2, 1, sharex=True, height_ratios=(2.2, 1))
        above.fill_between(x, history - half, history + half, color=COLOURS[5], alpha=0.55, linewidth=0)
        above.plot(x, history, color=COLOURS[0], linewidth=1.1)
        above.set_ylabel(head)
        below.plot(x, half, color=COLOURS[1], linewidth=1.1)
        below.set_ylabel("± worst case")
        below.set_ylim(bottom=0)
        below.set_xlabel(label)
    return page


def scatter(figure: str, values: Floats, nominal: float, worst: float, rss: float) -> Figure:
    """How the samples of a figure lie, with worst case and root of squares about the nominal value."""
    with mpl.rc_context(RC):
        page = _page(14, 7.5)
        axes = page.add_subplot()
        known = values[np.isfinite(values)]
        scatters = np.ptp(known) > _ROUNDING * np.max(np.abs(known))
        axes.hist(known, bins=min(60, max(8, len(known) // 25)) if scatters else 1, color=COLOURS[5])
        for half, colour, name in ((rss, COLOURS[2], "rss"), (worst, COLOURS[1], "worst case")):
            for sign in (-1, 1):
                axes.axvline(nominal + sign * half, color=colour, linewidth=1.1, label=name if sign < 0 else None)
        axes.axvline(nominal, color="#333333", linewidth=1.1, label="nominal")
        axes.set_xlabel(figure)
        axes.set_ylabel("samples")
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=3)
    return page
