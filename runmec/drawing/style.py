"""One look for all pictures: matplotlib's Figure, no pyplot, colours that the colour-blind can tell."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

CM = 1 / 2.54
#: blue, vermilion, green, purple, orange, sky, black (Okabe and Ito)
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
LINK, LIGHT, QUIET = "#333333", "#DDE3EA", "#8A8A8A"

RC: Any = {
    "font.size": 9,
    "axes.labelsize": 9,
    "axes.titlesize": 10,
    "axes.linewidth": 0.6,
    "axes.edgecolor": "#666666",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.formatter.useoffset": False,
    "axes.unicode_minus": True,
    "grid.color": "#E4E4E4",
    "grid.linewidth": 0.5,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "lines.linewidth": 1.4,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "runmec",
    "pdf.fonttype": 42,
    "savefig.dpi": 150,
    "figure.dpi": 100,
}


class ShownFigure(Figure):
    """A figure that a notebook shows without being told to."""

    def _repr_png_(self) -> bytes:
        return image(self, "png")


def new_figure(width_cm: float, height_cm: float) -> Figure:
    with mpl.rc_context(RC):
        figure = ShownFigure(figsize=(width_cm * CM, height_cm * CM), facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def figure_of(axes: Axes) -> Figure:
    """The whole figure, also of axes in a part of one."""
    return axes.figure.canvas.figure


def renderer(figure: Figure) -> Any:
    """What measures texts; a figure of somebody else may have a canvas that only writes files."""
    canvas: Any = figure.canvas  # matplotlib leaves Agg's untyped
    if hasattr(canvas, "get_renderer"):
        return canvas.get_renderer()
    measuring: Any = FigureCanvasAgg(figure)
    figure.set_canvas(canvas)
    return measuring.get_renderer()


def size_in_cm(axes: Axes) -> tuple[float, float]:
    frame, per_cm = axes.get_window_extent(), axes.figure.dpi * CM
    return float(frame.width) / per_cm, float(frame.height) / per_cm


def image(figure: Figure, kind: str) -> bytes:
    """The picture as a file of a kind: svg, png or pdf; the same figure always gives the same bytes."""
    from io import BytesIO

    file = BytesIO()
    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {})
    with mpl.rc_context(RC):
        figure.savefig(file, format=kind, metadata=metadata)
    return file.getvalue()
